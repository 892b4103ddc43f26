"""Measures what the calls of one question take, whoever makes them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from language_model.calls import Message, ModelCalls, OnText, Reply, stream_reply


class MeteredCalls:
    """Counts calls and tokens. `waited_s` are seconds in which a call was under way: parallel ones count once."""

    def __init__(self, inner: ModelCalls) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self._running = 0
        self._since = 0.0
        self.calls = 0
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self.waited_s = 0.0

    @property
    def name(self) -> str:
        return self._inner.name

    def call(self, prompt: str, messages: Sequence[Message]) -> Reply:
        """Make the call, and count it."""
        return self._count(lambda: self._inner.call(prompt, messages))

    def stream(self, prompt: str, messages: Sequence[Message], on_text: OnText) -> Reply:
        """Make the call, tell its reply while it comes, and count it."""
        return self._count(lambda: stream_reply(self._inner, prompt, messages, on_text))

    def _count(self, make: Callable[[], Reply]) -> Reply:
        self._begin()
        try:
            reply = make()
        finally:
            self._end()
        with self._lock:
            self.calls += 1
            self.prompt_tokens += reply.prompt_tokens
            self.completion_tokens += reply.completion_tokens
        return reply

    def _begin(self) -> None:
        with self._lock:
            if not self._running:
                self._since = time.monotonic()
            self._running += 1

    def _end(self) -> None:
        with self._lock:
            self._running -= 1
            if not self._running:
                self.waited_s += time.monotonic() - self._since

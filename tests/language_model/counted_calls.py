"""Calls that answer from a list, and count what reaches them."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from language_model.calls import Message, OnText, Reply
from language_model.errors import ModelCallError


class CountedCalls:
    """Gives the outcomes in order, the last one again; an error is raised. `sent` is what was asked."""

    name = "openai:counted"

    def __init__(self, *outcomes: Reply | ModelCallError, gate: threading.Event | None = None) -> None:
        self.sent: list[tuple[str, tuple[Message, ...]]] = []
        self.asked = threading.Event()
        self._outcomes = list(outcomes)
        self._gate = gate
        self._lock = threading.Lock()

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        with self._lock:
            self.sent.append((prompt, tuple(messages)))
            outcome = self._outcomes.pop(0) if len(self._outcomes) > 1 else self._outcomes[0]
        self.asked.set()
        if self._gate is not None:
            self._gate.wait(5)
        if isinstance(outcome, ModelCallError):
            raise outcome
        if on_text is not None:
            on_text(outcome.text)
        return outcome

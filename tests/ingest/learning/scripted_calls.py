"""A model whose replies are written beforehand, by what its prompt is about."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from language_model.calls import Message, OnText, Reply
from language_model.errors import LanguageModelError


class ScriptedCalls:
    """Answers a prompt by the first mark that its messages hold; each mark's replies are used up in order."""

    name = "scripted:model"

    def __init__(self, replies: Mapping[str, Sequence[str | LanguageModelError]]) -> None:
        self._replies = {mark: list(texts) for mark, texts in replies.items()}
        self._lock = threading.Lock()
        self.asked: list[tuple[str, tuple[Message, ...]]] = []

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Return the next reply for the prompt, or raise it."""
        text = "\n".join(message.text for message in messages)
        with self._lock:
            self.asked.append((prompt, tuple(messages)))
            for mark, left in self._replies.items():
                if mark in text:
                    if not left:
                        raise AssertionError(f"no reply left for {mark!r}: {messages[-1].text[:300]}")
                    found = left.pop(0)
                    if isinstance(found, LanguageModelError):
                        raise found
                    return Reply(found, 100, 10, 0.1)
        raise AssertionError(f"no reply for {prompt!r}: {text[:300]}")

    def left(self) -> dict[str, int]:
        """Count the replies that nobody asked for."""
        return {mark: len(texts) for mark, texts in self._replies.items() if texts}

"""Redacts every message once more on its way out, whoever forgot it before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from language_model.calls import Message, ModelCalls, OnText, Reply, stream_reply


class Redacts(Protocol):
    """Replaces secrets by placeholders; a second time changes nothing."""

    def text(self, text: str) -> str: ...

    def lines(self, lines: Sequence[str]) -> list[str]: ...


class RedactedCalls:
    """The safety net before the model: text redacted already passes unchanged."""

    def __init__(self, inner: ModelCalls, redactor: Redacts) -> None:
        self._inner = inner
        self._redactor = redactor

    @property
    def name(self) -> str:
        return self._inner.name

    def call(self, prompt: str, messages: Sequence[Message]) -> Reply:
        """Send the messages without their secrets."""
        return self._inner.call(prompt, self._clean(messages))

    def stream(self, prompt: str, messages: Sequence[Message], on_text: OnText) -> Reply:
        """Send the messages without their secrets, and tell the reply while it comes."""
        return stream_reply(self._inner, prompt, self._clean(messages), on_text)

    def _clean(self, messages: Sequence[Message]) -> list[Message]:
        return [replace(message, text=self._redactor.text(message.text)) for message in messages]

"""A model that replies by the prompt's name, and fails when it has no reply left."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from language_model.calls import Message, OnText, Reply

PIECE = 7


class ScriptedCalls:
    """`replies`: of each prompt, what is replied in turn. `asked` keeps the prompts' names with what was sent.

    The replies of "write_graph" are given to "write_statement" too, which asks for a part of the same.
    """

    name = "scripted:model"

    def __init__(self, replies: Mapping[str, Sequence[str | Exception]]) -> None:
        self.asked: list[tuple[str, str]] = []
        self._replies = {prompt: list(texts) for prompt, texts in replies.items()}
        self._lock = threading.Lock()

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Return the next reply of the prompt, or raise it."""
        with self._lock:
            if prompt == "write_statement" and prompt not in self._replies:
                prompt = "write_graph"
            self.asked.append((prompt, "\n".join(message.text for message in messages)))
            left = self._replies.get(prompt)
            if not left:
                raise AssertionError(f"no reply left for {prompt!r}: {messages[-1].text[:500]}")
            found = left.pop(0)
        if isinstance(found, Exception):
            raise found
        for start in range(0, len(found), PIECE) if on_text is not None else ():
            on_text(found[start : start + PIECE])
        return Reply(found, 8, 2, 0.0)

    def sent(self, prompt: str) -> list[str]:
        """Return what was sent with this prompt."""
        return [text for name, text in self.asked if name == prompt]

    def left(self) -> dict[str, int]:
        """Count the replies that nobody asked for."""
        return {prompt: len(texts) for prompt, texts in self._replies.items() if texts}

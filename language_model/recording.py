"""Keeps replies in a file, and gives them again for the same prompt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from language_model.calls import Message, ModelCalls, OnText, Reply, stream_reply
from language_model.reply_file import Mode, ReplyFile, key_of


class RecordedCalls:
    """Calls that are replayed from a file, made and recorded there, or either, as `mode` says.

    "record" always calls and adds; "replay" never calls; "replay-or-record" calls what is not in the file, which
    is how an interrupted run goes on without paying twice. See ReplyFile for what is kept.
    Raises UnreadableRecording when the file cannot be opened or, by a call, written.
    """

    def __init__(self, inner: ModelCalls | None, file: Path, mode: Mode, keep_prompts: bool = False) -> None:
        if inner is None and mode != "replay":
            raise ValueError(f"mode {mode!r} needs a model to call")
        self._inner = inner
        self._replies = ReplyFile(file, mode, keep_prompts)

    @property
    def name(self) -> str:
        return self._inner.name if self._inner is not None else "recorded"

    @property
    def unreadable(self) -> int:
        """Return how many lines of the file cannot be read."""
        return self._replies.unreadable

    def is_free(self, prompt: str, messages: Sequence[Message]) -> bool:
        """Tell whether the call would be replayed, which costs nothing."""
        return self._replies.find(key_of(prompt, messages)) is not None

    def call(self, prompt: str, messages: Sequence[Message]) -> Reply:
        """Replay or make the call, as the mode says. Raises UnrecordedCall where only replay is allowed."""
        return self._call(prompt, messages, None)

    def stream(self, prompt: str, messages: Sequence[Message], on_text: OnText) -> Reply:
        """Do as `call`; a replayed reply is told at once."""
        return self._call(prompt, messages, on_text)

    def _call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None) -> Reply:
        key = key_of(prompt, messages)
        found = self._replies.find(key)
        if found is not None:
            if on_text is not None:
                on_text(found.reply)
            return Reply(found.reply, found.prompt_tokens, found.completion_tokens, 0.0, recorded=True)
        if self._inner is None or self._replies.only_replays:
            raise self._replies.unrecorded(key, prompt, messages)
        if on_text is None:
            reply = self._inner.call(prompt, messages)
        else:
            reply = stream_reply(self._inner, prompt, messages, on_text)
        self._replies.add(key, prompt, messages, reply.text, (reply.prompt_tokens, reply.completion_tokens))
        return reply

"""Keeps replies in a file, and gives them again for the same prompt."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from language_model.calls import Message, ModelCalls, Reply
from language_model.errors import UnreadableRecording, UnrecordedCall

Mode = Literal["record", "replay", "replay-or-record"]


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """One line of the file. The messages are not in it: they quote the user's data."""

    key: str
    prompt: str
    reply: str
    prompt_tokens: int
    completion_tokens: int


class RecordedCalls:
    """Replies in a file of JSON lines, one for each call, only ever added to.

    "record" always calls and adds; "replay" never calls; "replay-or-record" calls what is not in the file, which
    is how an interrupted run goes on without paying twice. Of replies to the same messages the last one counts.
    A line is on the disk before its reply is returned, so a killed process loses the call under way at most; half
    a line is passed over. The file is made for its owner's eyes only (0600).
    Raises UnreadableRecording when the file cannot be opened or, by a call, written.
    """

    def __init__(self, inner: ModelCalls | None, file: Path, mode: Mode) -> None:
        if inner is None and mode != "replay":
            raise ValueError(f"mode {mode!r} needs a model to call")
        self.unreadable = 0
        self._inner = inner
        self._file = file
        self._mode = mode
        self._lock = threading.Lock()
        self._replies: dict[str, RecordedReply] = {}
        self._ends_in_half = False
        try:
            self._load()
        except OSError as error:
            raise UnreadableRecording(str(file), error.strerror or str(error)) from error

    @property
    def name(self) -> str:
        return self._inner.name if self._inner is not None else "recorded"

    def is_free(self, prompt: str, messages: Sequence[Message]) -> bool:
        """Tell whether the call would be replayed, which costs nothing."""
        return self._mode != "record" and key_of(prompt, messages) in self._replies

    def call(self, prompt: str, messages: Sequence[Message]) -> Reply:
        """Replay or make the call, as the mode says. Raises UnrecordedCall where only replay is allowed."""
        key = key_of(prompt, messages)
        found = self._replies.get(key) if self._mode != "record" else None
        if found is not None:
            return Reply(found.reply, found.prompt_tokens, found.completion_tokens, 0.0, recorded=True)
        if self._inner is None or self._mode == "replay":
            nearest = tuple(each.key for each in self._replies.values() if each.prompt == prompt)
            raise UnrecordedCall(prompt, key, nearest, str(self._file), self.unreadable)
        reply = self._inner.call(prompt, messages)
        try:
            self._add(RecordedReply(key, prompt, reply.text, reply.prompt_tokens, reply.completion_tokens))
        except OSError as error:
            raise UnreadableRecording(str(self._file), error.strerror or str(error)) from error
        return reply

    def _load(self) -> None:
        if self._mode != "replay":
            self._file.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        content = self._file.read_bytes()
        for line in content.splitlines():
            recorded = _parse(line)
            if recorded is not None:
                self._replies[recorded.key] = recorded
            elif line.strip():
                self.unreadable += 1
        self._ends_in_half = bool(content) and not content.endswith(b"\n")

    def _add(self, recorded: RecordedReply) -> None:
        """Append in one write, which no other process's append can fall into."""
        line = json.dumps(asdict(recorded)).encode("ascii") + b"\n"
        with self._lock:
            if self._ends_in_half:
                line, self._ends_in_half = b"\n" + line, False
            file = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                while line:
                    line = line[os.write(file, line) :]
                os.fsync(file)
            finally:
                os.close(file)
            self._replies[recorded.key] = recorded


def key_of(prompt: str, messages: Sequence[Message]) -> str:
    """Return what the file knows a call by: a hash of the prompt's name and the messages, not of the model."""
    sent = [prompt, [[message.role, message.text] for message in messages]]
    canonical = json.dumps(sent, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _parse(line: bytes) -> RecordedReply | None:
    """Read one line; None for half a line and for anything else that is no recorded reply."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    if not isinstance(found, Mapping):
        return None
    match [found.get(name) for name in ("key", "prompt", "reply", "prompt_tokens", "completion_tokens")]:
        case [str(key), str(prompt), str(reply), int(prompt_tokens), int(completion_tokens)]:
            return RecordedReply(key, prompt, reply, prompt_tokens, completion_tokens)
    return None

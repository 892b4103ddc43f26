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

from language_model.calls import Message, ModelCalls, OnText, Reply, stream_reply
from language_model.compare_prompts import Recorded, find_nearest, hash_parts
from language_model.errors import UnreadableRecording, UnrecordedCall
from language_model.redact import Redactor

Mode = Literal["record", "replay", "replay-or-record"]


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """One line of the file. `parts` are hashes of the messages' paragraphs; `messages` quote the user's data.

    Those are kept only where that was asked for, and without secrets.
    """

    key: str
    prompt: str
    reply: str
    prompt_tokens: int
    completion_tokens: int
    parts: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


class RecordedCalls:
    """Replies in a file of JSON lines, one for each call, only ever added to.

    "record" always calls and adds; "replay" never calls; "replay-or-record" calls what is not in the file, which
    is how an interrupted run goes on without paying twice. Of replies to the same messages the last one counts.
    A line is on the disk before its reply is returned, so a killed process loses the call under way at most; half
    a line is passed over. The file is made for its owner's eyes only (0600). With `keep_prompts` the messages are
    in it too, redacted; without, only hashes of their paragraphs are.
    Raises UnreadableRecording when the file cannot be opened or, by a call, written.
    """

    def __init__(self, inner: ModelCalls | None, file: Path, mode: Mode, keep_prompts: bool = False) -> None:
        if inner is None and mode != "replay":
            raise ValueError(f"mode {mode!r} needs a model to call")
        self.unreadable = 0
        self._inner = inner
        self._file = file
        self._mode = mode
        self._redactor = Redactor() if keep_prompts else None
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
        return self._call(prompt, messages, None)

    def stream(self, prompt: str, messages: Sequence[Message], on_text: OnText) -> Reply:
        """Do as `call`; a replayed reply is told at once."""
        return self._call(prompt, messages, on_text)

    def _call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None) -> Reply:
        key = key_of(prompt, messages)
        found = self._replies.get(key) if self._mode != "record" else None
        if found is not None:
            if on_text is not None:
                on_text(found.reply)
            return Reply(found.reply, found.prompt_tokens, found.completion_tokens, 0.0, recorded=True)
        if self._inner is None or self._mode == "replay":
            raise self._unrecorded(key, prompt, messages)
        if on_text is None:
            reply = self._inner.call(prompt, messages)
        else:
            reply = stream_reply(self._inner, prompt, messages, on_text)
        try:
            self._add(self._recorded(key, prompt, messages, reply))
        except OSError as error:
            raise UnreadableRecording(str(self._file), error.strerror or str(error)) from error
        return reply

    def _recorded(self, key: str, prompt: str, messages: Sequence[Message], reply: Reply) -> RecordedReply:
        kept = self._redactor
        texts = () if kept is None else tuple(kept.text(message.text) for message in messages)
        used = (reply.prompt_tokens, reply.completion_tokens)
        return RecordedReply(key, prompt, reply.text, *used, hash_parts(messages), texts)

    def _unrecorded(self, key: str, prompt: str, messages: Sequence[Message]) -> UnrecordedCall:
        known = [each for each in self._replies.values() if each.prompt == prompt]
        near = find_nearest(messages, (Recorded(each.key, each.parts, each.messages) for each in known))
        keys = tuple(each.key for each in known)
        return UnrecordedCall(prompt, key, keys, str(self._file), self.unreadable, near)

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
        fields = {name: value for name, value in asdict(recorded).items() if value != ()}
        line = json.dumps(fields).encode("ascii") + b"\n"
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
            kept = _texts(found.get("parts")), _texts(found.get("messages"))
            return RecordedReply(key, prompt, reply, prompt_tokens, completion_tokens, *kept)
    return None


def _texts(found: object) -> tuple[str, ...]:
    return tuple(map(str, found)) if isinstance(found, list) else ()

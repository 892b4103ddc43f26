"""The append-only JSON lines file of recorded replies, and the recorded prompt nearest to a changed one."""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher, unified_diff
from pathlib import Path

from language_model.calls import Message
from language_model.errors import UnreadableRecording, UnrecordedCall
from language_model.redact import redact_text
from language_model.redaction.stand_in import without_hashes


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """One line of the file. `parts` are hashes of the messages' paragraphs.

    `messages` are kept only where that was asked for, without secrets.
    """

    key: str
    prompt: str
    reply: str
    prompt_tokens: int
    completion_tokens: int
    parts: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


class ReplyFile:
    """Replies in a file (0600), by their keys; of replies with one key the last one counts.

    A line is on the disk before `add` returns, so a killed process loses the call under way at most; half a line
    is passed over, and counted in `unreadable`. With `keep_prompts` the messages are kept too, redacted,
    else only hashes of their paragraphs.
    Raises UnreadableRecording when the file cannot be opened or, by `add`, written.
    """

    def __init__(self, file: Path, *, create: bool, keep_prompts: bool = False) -> None:
        self.unreadable = 0
        self._file = file
        self._keep_prompts = keep_prompts
        self._lock = threading.Lock()
        self._replies: dict[str, RecordedReply] = {}
        self._ends_in_half = False
        try:
            self._load(create)
        except OSError as error:
            raise UnreadableRecording(str(file), error.strerror or str(error)) from error

    def find(self, key: str) -> RecordedReply | None:
        """Return the reply to replay."""
        return self._replies.get(key)

    def add(
        self, key: str, prompt: str, messages: Sequence[Message], reply: str, tokens: tuple[int, int]
    ) -> None:
        """Keep a reply, with its tokens of prompt and completion."""
        texts = tuple(redact_text(message.text) for message in messages) if self._keep_prompts else ()
        recorded = RecordedReply(key, prompt, reply, *tokens, hash_parts(messages), texts)
        try:
            self._append(recorded)
        except OSError as error:
            raise UnreadableRecording(str(self._file), error.strerror or str(error)) from error

    def unrecorded(self, key: str, prompt: str, messages: Sequence[Message]) -> UnrecordedCall:
        """Say that a call is not in the file, and which one is nearest."""
        known = [each for each in self._replies.values() if each.prompt == prompt]
        keys = tuple(each.key for each in known)
        near = _find_nearest(messages, known)
        return UnrecordedCall(prompt, key, keys, str(self._file), self.unreadable, near)

    def _load(self, create: bool) -> None:
        if create:
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

    def _append(self, recorded: RecordedReply) -> None:
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
    """Hash a whole request, but not the model.

    The same question about the same files has one key in every KG, although their stand-ins for secrets differ.
    """
    sent: list[object] = [prompt, [[message.role, without_hashes(message.text)] for message in messages]]
    canonical = json.dumps(sent, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _parse(line: bytes) -> RecordedReply | None:
    """Read one line; None for half a line and for anything else that is no recorded reply."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    match found:
        case {
            "key": str(key),
            "prompt": str(prompt),
            "reply": str(reply),
            "prompt_tokens": int(prompt_tokens),
            "completion_tokens": int(completion_tokens),
        }:
            kept = _texts(found.get("parts")), _texts(found.get("messages"))
            return RecordedReply(key, prompt, reply, prompt_tokens, completion_tokens, *kept)
    return None


def _texts(found: object) -> tuple[str, ...]:
    return tuple(map(str, found)) if isinstance(found, list) else ()


DIGITS = 10
"""Hexadecimal digits of a paragraph's hash."""
MOST_SHOWN = 6
LONGEST_SHOWN = 100
_GAP = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class NearestCall:
    """The recorded call that is most alike, by paragraphs (0 to 1), and what differs, for people."""

    key: str
    alike: float
    difference: str


def hash_parts(messages: Sequence[Message]) -> tuple[str, ...]:
    """Hash every paragraph of the messages, in order; what it says cannot be read from that."""
    parts = _parts(message.text for message in messages)
    hashes = (hashlib.sha256(part.encode("utf-8", "surrogatepass")).hexdigest() for part in parts)
    return tuple(each[:DIGITS] for each in hashes)


def _find_nearest(messages: Sequence[Message], recorded: Iterable[RecordedReply]) -> NearestCall | None:
    """Return the recorded call that shares most paragraphs; of equals the last, None where none is known by parts."""
    asked = hash_parts(messages)

    def alike(each: RecordedReply) -> float:
        return SequenceMatcher(None, asked, each.parts, autojunk=False).ratio()

    known = [(alike(each), place, each) for place, each in enumerate(recorded) if each.parts]
    if not known:
        return None
    share, _, nearest = max(known, key=lambda one: one[:2])
    return NearestCall(nearest.key, share, _differ(messages, asked, nearest))


def _differ(messages: Sequence[Message], asked: Sequence[str], nearest: RecordedReply) -> str:
    if nearest.messages:
        return _diff(
            "\n".join(nearest.messages), "\n".join(redact_text(message.text) for message in messages)
        )
    texts = _parts(message.text for message in messages)
    new = [text for text, part in zip(texts, asked, strict=True) if part not in nearest.parts]
    gone = sum(part not in asked for part in nearest.parts)
    lines = [text.splitlines()[0].strip() for text in new[:MOST_SHOWN]]
    shown = [f"  + {line if len(line) <= LONGEST_SHOWN else f'{line[:LONGEST_SHOWN]}…'}" for line in lines]
    more = [f"  + {len(new) - MOST_SHOWN} more"] if len(new) > MOST_SHOWN else []
    counted = f"{len(new)} of its {len(asked)} paragraphs are new, {gone} recorded ones are gone"
    return "\n".join([counted, *shown, *more])


def _diff(before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(), after.splitlines(), "recorded", "asked", lineterm="", n=0)
    shown = [line[:LONGEST_SHOWN] for line in lines]
    most = 3 * MOST_SHOWN
    return "\n".join([*shown[:most], *([f"{len(shown) - most} more lines"] if len(shown) > most else [])])


def _parts(texts: Iterable[str]) -> list[str]:
    return [part.strip() for text in texts for part in _GAP.split(text) if part.strip()]

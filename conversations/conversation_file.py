"""One conversation's file: records are appended whole, for their owner's eyes only."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from conversations.errors import ConversationUnwritableError, UnknownTurnError
from conversations.read_conversations import SUFFIX, read_conversation
from conversations.records import Feedback, Heading, KeptTurn, Verdict


@dataclass(frozen=True, slots=True)
class ConversationFile:
    """Where a conversation is kept. The file is made with its first turn, so that nothing asked leaves nothing."""

    path: Path
    heading: Heading

    def add(self, turn: KeptTurn) -> None:
        """Append a turn; it is on the disk when this returns. Raises ConversationUnwritableError."""
        append_lines(self.path, [write_line(turn)], first=write_line(self.heading))


def begin_conversation(folder: Path, door: str, user: str = "", name: str = "") -> ConversationFile:
    """Begin a new conversation of a folder, under `name` or one of its own; nothing is written yet."""
    begun = now()
    name = name or f"{begun[:19].replace(':', '')}-{secrets.token_hex(4)}"
    return ConversationFile(folder / f"{name}{SUFFIX}", Heading(name, door, begun, user))


def add_feedback(path: Path, turn: int, verdict: Verdict, comment: str = "", user: str = "") -> Feedback:
    """Append what a person thought of a turn.

    Raises UnknownTurnError, ConversationUnreadableError or ConversationUnwritableError.
    """
    numbers = [each.number for each in read_conversation(path).turns]
    if turn not in numbers:
        raise UnknownTurnError(str(path), turn, max(numbers, default=0))
    said = Feedback(turn, verdict, now(), comment, user)
    append_lines(path, [write_line(said)])
    return said


def append_lines(path: Path, lines: Sequence[str], first: str = "") -> None:
    """Append lines in one go, under a lock, and cut off what a killed process left half before them.

    `first` goes before them where the file holds nothing yet. Raises ConversationUnwritableError.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(path, os.O_RDWR | os.O_CREAT | os.O_APPEND) as file:
            begun = _cut_half_line(file) > 0 or not first
            content = "".join(line + "\n" for line in (lines if begun else [first, *lines])).encode("ascii")
            while content:
                content = content[os.write(file, content) :]
            os.fsync(file)
    except OSError as error:
        raise ConversationUnwritableError(str(path), error.strerror or str(error)) from error


@contextmanager
def locked(path: Path, flags: int = os.O_RDWR) -> Iterator[int]:
    """Open a file for this process alone; what another deleted or put in its place meanwhile is opened anew."""
    while True:
        file = os.open(path, flags, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if _stands_there(file, path):
                yield file
                return
        finally:
            os.close(file)


def write_line(record: Heading | KeptTurn | Feedback) -> str:
    """Write the one line of a record."""
    kinds = {Heading: "conversation", KeptTurn: "turn", Feedback: "feedback"}
    return json.dumps({"record": kinds[type(record)], **asdict(record)}, ensure_ascii=True)


def now() -> str:
    """Return the time as it stands in records: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _stands_there(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _cut_half_line(file: int) -> int:
    """Return the size of what stays."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        size = os.pread(file, size, 0).rfind(b"\n") + 1
        os.ftruncate(file, size)
    return size

"""Writes, reads and deletes conversation files; records are appended whole, readable by their owner only."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from conversations.errors import ConversationUnreadableError, ConversationUnwritableError, UnknownTurnError
from conversations.records import SCHEMA, Conversation, Feedback, Heading, KeptTurn, Verdict

# Read kept conversations; a record that cannot be read is named by file and line.


KINDS: dict[str, type[Any]] = {"conversation": Heading, "turn": KeptTurn, "feedback": Feedback}
"""What the field `record` of a line says → the record."""
SUFFIX = ".jsonl"
FOLDER = "conversations"
"""Where a KG's folder has them."""


def find_conversations(paths: Sequence[Path]) -> list[Path]:
    """Return the files of conversations at these places, folders searched through, each once and sorted.

    Of a KG's folder, those that are kept in it.

    Raises ConversationUnreadableError when a place is missing or a folder holds none.
    """
    found: dict[Path, None] = {}
    for path in paths:
        inside = path / FOLDER if (path / FOLDER).is_dir() else path
        files = sorted(inside.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not files:
            raise ConversationUnreadableError(str(path), 0, f"no file ending in {SUFFIX} in this folder")
        found.update(dict.fromkeys(files))
    return list(found)


def read_conversation(path: Path) -> Conversation:
    """Read one file. A half last line is what a killed process leaves, and is passed over.

    Raises ConversationUnreadableError.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ConversationUnreadableError(str(path), 0, error.strerror or str(error)) from error
    whole, _, rest = content.rpartition(b"\n")
    lines = enumerate(whole.split(b"\n"), start=1)
    records = [_record(str(path), number, line) for number, line in lines if line.strip()]
    if not records or not isinstance(records[0], Heading):
        raise ConversationUnreadableError(str(path), 1, "found no heading; expected record 'conversation'")
    turns = tuple(each for each in records if isinstance(each, KeptTurn))
    feedback = tuple(each for each in records if isinstance(each, Feedback))
    return Conversation(str(path), records[0], turns, feedback, cut=bool(rest.strip()))


def _record(path: str, number: int, line: bytes) -> object:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise ConversationUnreadableError(path, number, f"not JSON: {error}") from error
    kind = found.get("record") if isinstance(found, dict) else None
    if kind not in KINDS:
        expected = ", ".join(map(repr, KINDS))
        raise ConversationUnreadableError(path, number, f"found record {kind!r}; expected one of: {expected}")
    schema = found.get("schema", SCHEMA)
    if not isinstance(schema, int) or schema > SCHEMA:
        reason = f"written with schema {schema!r}; this version reads up to {SCHEMA}: upgrade"
        raise ConversationUnreadableError(path, number, reason)
    try:
        return _adapter(kind).validate_python(found)
    except ValidationError as error:
        first = error.errors()[0]
        reason = f"not a {kind}: field '{'.'.join(map(str, first['loc']))}': {first['msg']}"
        raise ConversationUnreadableError(path, number, reason) from error


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])


# One conversation's file: records are appended whole, for their owner's eyes only.


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
    feedback = Feedback(turn, verdict, now(), comment, user)
    append_lines(path, [write_line(feedback)])
    return feedback


def append_lines(path: Path, lines: Sequence[str], first: str = "") -> None:
    """Append lines in one go, under a lock, and cut off what a killed process left half before them.

    `first` goes before them where the file holds nothing yet. Raises ConversationUnwritableError.
    """
    with _writing(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(path, os.O_RDWR | os.O_CREAT | os.O_APPEND) as file:
            begun = _cut_half_line(file) > 0 or not first
            content = "".join(line + "\n" for line in (lines if begun else [first, *lines])).encode("ascii")
            while content:
                content = content[os.write(file, content) :]
            os.fsync(file)


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
    kind = next(name for name, made in KINDS.items() if isinstance(record, made))
    return json.dumps({"record": kind, **asdict(record)}, ensure_ascii=True)


def now() -> str:
    """Return the time as it stands in records: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _stands_there(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Tell of what the disk refuses as a conversation that cannot be kept."""
    try:
        yield
    except OSError as error:
        raise ConversationUnwritableError(str(path), error.strerror or str(error)) from error


def _cut_half_line(file: int) -> int:
    """Return the size of what stays."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        size = os.pread(file, size, 0).rfind(b"\n") + 1
        os.ftruncate(file, size)
    return size


# Delete conversations: of a user, by name, or older than they may be kept.


DAY_S = 86_400


def forget_older(folder: Path, days: float) -> list[Path]:
    """Delete the files that nothing was added to for so many days; return them. Unreadable ones go too."""
    oldest = time.time() - days * DAY_S
    return [_delete(path) for path in sorted(folder.glob(f"*{SUFFIX}")) if path.stat().st_mtime < oldest]


def forget_named(folder: Path, ids: Sequence[str]) -> list[Path]:
    """Delete conversations by id; return them. Raises ConversationUnreadableError when one is not there."""
    paths = [folder / f"{name}{SUFFIX}" for name in ids]
    for path in paths:
        if path.parent != folder or not path.is_file():
            raise ConversationUnreadableError(str(path), 0, "no such conversation")
    return [_delete(path) for path in paths]


def forget_user(folder: Path, user: str) -> list[Path]:
    """Delete what a user asked and said; others' turns of the same conversation stay. Return the files touched.

    Raises ConversationUnreadableError at the first file that cannot be read: nothing is deleted then.
    """
    paths = sorted(folder.glob(f"*{SUFFIX}"))
    for path in paths:
        with _held(path):
            pass
    touched = []
    for path in paths:
        with _held(path) as kept:
            if kept is not None and _forget(kept, user):
                touched.append(path)
    return touched


@contextmanager
def _held(path: Path) -> Iterator[Conversation | None]:
    """Read a file while nobody else can write; None where it has gone, or where nothing was written to it yet."""
    with ExitStack() as opened:
        try:
            opened.enter_context(locked(path))
            empty = path.stat().st_size == 0
        except FileNotFoundError:
            empty = True
        except OSError as error:
            raise ConversationUnreadableError(str(path), 0, error.strerror or str(error)) from error
        yield None if empty else read_conversation(path)


def _forget(kept: Conversation, user: str) -> bool:
    turns = [turn for turn in kept.turns if (turn.user or kept.heading.user) != user]
    numbers = {turn.number for turn in turns}
    feedback = [one for one in kept.feedback if one.turn in numbers and one.user != user]
    if len(turns) == len(kept.turns) and len(feedback) == len(kept.feedback):
        return False
    path = Path(kept.path)
    if not turns:
        _delete(path)
        return True
    heading = replace(kept.heading, user="") if kept.heading.user == user else kept.heading
    lines = [write_line(heading), *map(write_line, turns), *map(write_line, feedback)]
    new = path.with_suffix(".new")
    with _writing(path):  # whole or not at all
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write("".join(line + "\n" for line in lines))
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(path)
    return True


def _delete(path: Path) -> Path:
    with _writing(path):
        path.unlink(missing_ok=True)
    return path

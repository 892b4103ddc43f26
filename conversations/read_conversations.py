"""Read kept conversations; a record that cannot be read is named by file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from conversations.errors import ConversationUnreadableError
from conversations.records import SCHEMA, Conversation, Feedback, Heading, KeptTurn

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
    records = list(_records(path, whole.split(b"\n") if whole else []))
    if not records or not isinstance(records[0], Heading):
        raise ConversationUnreadableError(str(path), 1, "found no heading; expected record 'conversation'")
    turns = tuple(each for each in records if isinstance(each, KeptTurn))
    feedback = tuple(each for each in records if isinstance(each, Feedback))
    return Conversation(str(path), records[0], turns, feedback, cut=bool(rest.strip()))


def _records(path: Path, lines: Sequence[bytes]) -> Iterator[object]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _record(str(path), number, line)


def _record(path: str, number: int, line: bytes) -> object:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise ConversationUnreadableError(path, number, f"not JSON: {error}") from error
    kind = found.get("record") if isinstance(found, dict) else None
    if kind not in KINDS:
        expected = ", ".join(map(repr, KINDS))
        raise ConversationUnreadableError(path, number, f"found record {kind!r}; expected one of: {expected}")
    _require_known_schema(path, number, found)
    try:
        return _adapter(kind).validate_python(found)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ConversationUnreadableError(
            path, number, f"not a {kind}: field '{field}': {first['msg']}"
        ) from error


def _require_known_schema(path: str, number: int, found: dict[str, object]) -> None:
    schema = found.get("schema", SCHEMA)
    if not isinstance(schema, int) or schema > SCHEMA:
        raise ConversationUnreadableError(
            path, number, f"written with schema {schema!r}; this version reads up to {SCHEMA}: upgrade"
        )


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])

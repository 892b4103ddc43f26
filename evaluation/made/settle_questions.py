"""Accept or reject questions that were made; only accepted ones are asked in an evaluation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from evaluation.errors import QuestionsUnreadableError

State = Literal["proposed", "accepted", "rejected"]
JsonObject = dict[str, object]


def read_items(path: Path) -> list[JsonObject]:
    """Read the objects of a file of questions, whatever their state. Raises QuestionsUnreadableError."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise QuestionsUnreadableError(str(path), 0, error.strerror or str(error)) from error
    return [_item(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def write_items(path: Path, items: Iterable[Mapping[str, object]]) -> None:
    """Write a file of questions anew, whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_text("".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items), encoding="utf-8")
    new.replace(path)


def add_items(path: Path, items: Sequence[JsonObject]) -> int:
    """Add the questions that the file does not have yet, by id; return how many those are."""
    known = read_items(path) if path.exists() else []
    ids = {item.get("id") for item in known}
    new = {item["id"]: item for item in items if item.get("id") not in ids}
    write_items(path, [*known, *new.values()])
    return len(new)


def settle(path: Path, ids: Sequence[str], state: State) -> None:
    """Set the state of these questions. Raises QuestionsUnreadableError when one is not there."""
    items = read_items(path)
    known = {str(item.get("id")) for item in items}
    for each in ids:
        if each not in known:
            raise QuestionsUnreadableError(str(path), 0, f"found no question with id {each!r}")
    write_items(path, [item | {"state": state} if str(item.get("id")) in ids else item for item in items])


def _item(path: Path, number: int, line: str) -> JsonObject:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise QuestionsUnreadableError(str(path), number, f"not JSON: {error}") from error
    if not isinstance(found, dict):
        raise QuestionsUnreadableError(str(path), number, "not a question: expected a JSON object")
    return found

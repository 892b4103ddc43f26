"""Which values of the rows an answer shows: with those, two wordings of one answer can be told from two answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agent.records import Answer
from conversations.strip_marks import strip_marks
from graph_store.records import Cell

MOST_VALUES = 200
LONGEST_VALUE = 120
_PART = re.compile(r"[^\W_]+")


def shown_values(answer: Answer) -> tuple[str, ...]:
    """Return the different values, in the order of their rows; long texts and truth values are left out."""
    text = strip_marks(answer.text, (line.path for line in answer.citations)).lower()
    words = set(_PART.findall(text))
    found: dict[str, None] = {}
    for value in _scalars(answer):
        if value not in found and _may_be_shown(value, words) and _stands_in(value.lower(), text):
            found[value] = None
            if len(found) == MOST_VALUES:
                break
    return tuple(found)


def _scalars(answer: Answer) -> Iterator[str]:
    for outcome in answer.outcomes:
        for row in outcome.rows:
            for cell in row.values.values():
                yield from _texts(cell)


def _texts(cell: Cell) -> Iterator[str]:
    if isinstance(cell, bool) or cell is None:
        return
    if isinstance(cell, str | int | float):
        yield str(cell).strip()
    elif isinstance(cell, Mapping):
        for value in cell.values():
            yield from _texts(value)
    elif isinstance(cell, Sequence):
        for value in cell:
            yield from _texts(value)


def _may_be_shown(value: str, words: set[str]) -> bool:
    """Look the first word up before the text is searched, which costs more."""
    first = _PART.search(value.lower())
    return first is not None and len(value) <= LONGEST_VALUE and first[0] in words


def _stands_in(value: str, text: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", text) is not None

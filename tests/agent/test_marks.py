"""How lines are marked."""

from __future__ import annotations

import pytest

from agent.render.draft import mark_lines
from graph_store.records import SourceLine


def lines(path: str, *numbers: int) -> tuple[SourceLine, ...]:
    return tuple(SourceLine(path, number, "") for number in numbers)


CASES = {
    "one line": (lines("a.cfg", 5), 1, 4, "[a.cfg:5]"),
    "lines of one file": (lines("a.cfg", 5, 7), 2, 4, "[a.cfg:5,7]"),
    "lines of two files": ((*lines("a.cfg", 5), *lines("b.cfg", 7)), 2, 4, "[a.cfg:5; b.cfg:7]"),
    "too many: first, last and total": (lines("a.log", 1, 2, 9, 10), 698, 4, "[a.log:1 … 10, 698 lines]"),
    "too many, of several files": (
        (*lines("a.cfg", 5), *lines("b.cfg", 7)),
        9,
        4,
        "[a.cfg:5 … b.cfg:7, 9 lines]",
    ),
    "room for one only": (lines("a.cfg", 5, 7), 2, 1, "[a.cfg:5, 2 lines]"),
    "no lines": ((), 0, 4, ""),
}


@pytest.mark.parametrize(("given", "total", "most", "expected"), CASES.values(), ids=CASES)
def test_mark_lines(given: tuple[SourceLine, ...], total: int, most: int, expected: str) -> None:
    assert mark_lines(given, total, most) == expected

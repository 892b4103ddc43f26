"""Answers computed from a few lines written here, and the lines that prove them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.gold.computations import (
    count_per_device,
    devices_with,
    devices_without,
    every,
    how_many,
    negative,
    on,
    one,
    pairs,
    per_device,
    top,
    yes,
)
from benchmarks.gold.errors import NotComputableError
from benchmarks.gold.make_questions import nest_lines
from benchmarks.gold.records import Compute, Lines

CURLY = """interfaces {
    lo0 {
        address 10.0.0.1/32;
    }
    ge0 {
        mtu 9000;
    }
}
"""
FLAT = """interface lo0
 address 10.0.0.2/32
!
interface ge0
"""
LINES: Lines = (*nest_lines("d/r1.cfg", CURLY), *nest_lines("d/r2.cfg", FLAT))
ADDRESS = r"(lo0) \| address (?P<v>[\d.]+)"

COMPUTED: dict[str, tuple[Compute, object, list[int]]] = {
    "a value is proven by its line and the enclosing line that was captured": (
        on("r1", one(ADDRESS)),
        "10.0.0.1",
        [2, 3],
    ),
    "indentation encloses lines without braces": (on("r2", one(ADDRESS)), "10.0.0.2", [1, 2]),
    "all distinct values are listed in order": (every(ADDRESS), ("10.0.0.1", "10.0.0.2"), [2, 3, 1, 2]),
    "pairs join the groups of a line": (on("r1", pairs(r"\| (\w+) \| mtu (\d+)")), ("ge0 9000",), [5, 6]),
    "lines are counted": (how_many(r"^interface ge0$"), 1, [4]),
    "the same name on two devices counts twice": (how_many(r"(lo0)$", distinct=True), 2, [2, 1]),
    "devices that have a line": (devices_with(r"mtu \d+"), ("r1",), [6]),
    "devices that lack a line are proven by nothing": (devices_without(r"mtu \d+"), ("r2",), []),
    "a value per device": (per_device(ADDRESS), ("r1: 10.0.0.1", "r2: 10.0.0.2"), [2, 3, 1, 2]),
    "a count per device": (count_per_device(r"address"), ("r1: 1", "r2: 1"), [3, 2]),
    "the most frequent value": (top(r"(lo0|interfaces)$"), ("lo0 (2)",), [2, 1]),
    "a yes": (yes(r"mtu (9000)"), ("yes",), [6]),
}


@pytest.mark.parametrize(("compute", "answer", "numbers"), COMPUTED.values(), ids=COMPUTED)
def test_computed(compute: Compute, answer: object, numbers: list[int]) -> None:
    computed = compute(LINES)
    assert (computed.answer, [line.number for line in computed.lines]) == (answer, numbers)


REFUSED: dict[str, tuple[Callable[[], Compute], str]] = {
    "two values are no single answer": (
        lambda: one(ADDRESS),
        "found values 10.0.0.1, 10.0.0.2, expected a single one",
    ),
    "a pattern without a line": (lambda: how_many("bgp"), "'bgp': found no line, expected at least one"),
    "a tie leaves the most frequent value open": (
        lambda: top(ADDRESS),
        "found counts [1, 1], expected no tie",
    ),
    "every device has it": (lambda: devices_without("address"), "found every device"),
    "a negative question about something that is there": (
        lambda: negative("mtu?", "MTU 9000", answer="None.").compute,
        "'MTU 9000': found d/r1.cfg:6, expected no line",
    ),
}


@pytest.mark.parametrize(("make", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(make: Callable[[], Compute], message: str) -> None:
    with pytest.raises(NotComputableError) as caught:
        make()(LINES)
    assert message in str(caught.value)


def test_a_closing_brace_encloses_nothing() -> None:
    assert [line.path for line in LINES if "9000" in line.text] == ["interfaces | ge0 | mtu 9000"]

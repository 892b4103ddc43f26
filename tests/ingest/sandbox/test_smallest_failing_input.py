"""Bisecting finds the few lines that make a parser fail."""

from __future__ import annotations

import time

import pytest

from ingest.sandbox import Sandbox, smallest_failing_input
from ingest.sandbox.errors import ParserRaisedError, ParserTimeLimitError
from ingest.sandbox.limits import SandboxLimits

NUMBERS = """
import re
LINE = re.compile(r"^(\\w+\\s?)*: (\\d+)$")
def parse(lines):
    depth = 0
    for line in lines:
        if line == "open":
            depth += 1
        elif line == "close":
            depth = 1 // depth - 1
        elif line.startswith("bad"):
            int(line)
        LINE.match(line)
    return []
def split(lines):
    return ["x" if line != "bad" else None for line in lines]
"""
GOOD = ["abc def: 1"] * 2000
CASES = {
    "one bad line": ([*GOOD, "bad 1", *GOOD], 2000, ("bad 1",)),
    "the first line": (["bad 1", *GOOD], 0, ("bad 1",)),
    "the last line": ([*GOOD, "bad 1"], 2000, ("bad 1",)),
    "the first of two": (["bad 1", *GOOD, "bad 2"], 0, ("bad 1",)),
    "another failure does not distract": ([*GOOD[:7], "close", *GOOD[:9], "bad 1"], 7, ("close",)),
}


@pytest.mark.parametrize(("lines", "first", "expected"), CASES.values(), ids=CASES)
def test_the_line_is_found(sandbox: Sandbox, lines: list[str], first: int, expected: tuple[str, ...]) -> None:
    found = smallest_failing_input(sandbox, NUMBERS, lines, parser="demo")
    assert found is not None
    assert (found.first, found.lines) == (first, expected)
    assert isinstance(found.error, ParserRaisedError)
    assert (found.error.parser, tuple(found.error.lines)) == ("demo", expected)


def test_lines_that_fail_only_together_stay_together(sandbox: Sandbox) -> None:
    source = (
        "def parse(lines):\n    seen = [x for x in lines if x in ('a', 'b')]\n"
        "    if seen == ['a', 'b']:\n        raise KeyError('both')\n    return []\n"
    )
    lines = [*["-"] * 100, "a", *["-"] * 5, "b", *["-"] * 300]
    found = smallest_failing_input(sandbox, source, lines)
    assert found is not None
    assert (found.first, found.lines) == (100, ("a", "-", "-", "-", "-", "-", "b"))


def test_an_input_that_does_not_fail_gives_nothing(sandbox: Sandbox) -> None:
    assert smallest_failing_input(sandbox, NUMBERS, GOOD) is None


def test_split_is_bisected_too(sandbox: Sandbox) -> None:
    found = smallest_failing_input(sandbox, NUMBERS, ["a", "bad", "c"], function="split")
    assert found is not None
    assert found.lines == ("bad",)


def test_a_catastrophic_line_is_found_within_the_time() -> None:
    lines = [*GOOD[:100], "a" * 60 + "!", *GOOD[:100]]
    start = time.monotonic()
    with Sandbox(workers=1, limits=SandboxLimits(time_base_s=0.3, grace_s=0.3)) as sandbox:
        found = smallest_failing_input(sandbox, NUMBERS, lines, within_s=20)
    assert found is not None
    assert isinstance(found.error, ParserTimeLimitError)
    assert found.lines == ("a" * 60 + "!",)
    assert time.monotonic() - start < 20

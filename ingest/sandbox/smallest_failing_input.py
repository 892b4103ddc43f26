"""Bisects the few lines that make a parser fail."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest.sandbox.errors import ParserError, ParserRaisedError
from ingest.sandbox.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class FailingInput:
    """Lines that fail on their own; `first` is the index of the first of them in the input."""

    first: int
    lines: tuple[str, ...]
    error: ParserError


def smallest_failing_input(
    sandbox: Sandbox,
    source: str,
    lines: Sequence[str],
    *,
    function: str = "parse",
    parser: str = "",
    within_s: float = 30.0,
) -> FailingInput | None:
    """Shrink a failing input to consecutive lines that fail in the same way; None when it does not fail.

    Halves while a half fails alone, then cuts the end and the beginning. When the time is up, returns the smallest
    found so far.
    """
    run = sandbox.run_split if function == "split" else sandbox.run_parse
    until_s = time.monotonic() + within_s
    found: FailingInput | None = None

    def fails(first: int, end: int) -> bool:
        """Keep the range if it fails like the one before."""
        nonlocal found
        if found and time.monotonic() > until_s:
            return False
        try:
            run(source, lines[first:end], parser=parser or function)
        except ParserError as error:
            if found and _way(error) != _way(found.error):
                return False
            found = FailingInput(first, tuple(lines[first:end]), error)
            return True
        return False

    first, end = 0, len(lines)
    if not fails(first, end):
        return None
    while end - first > 1:
        middle = (first + end) // 2
        if fails(first, middle):
            end = middle
        elif fails(middle, end):
            first = middle
        else:
            break
    end = _bisect(first, end, lambda middle: fails(first, middle))
    _bisect(end, first, lambda middle: fails(middle, end))
    return found


def _bisect(passes: int, fails: int, fails_at: Callable[[int], bool]) -> int:
    """Return the failing place next to one that passes."""
    while abs(fails - passes) > 1:
        middle = (passes + fails) // 2
        if fails_at(middle):
            fails = middle
        else:
            passes = middle
    return fails


def _way(error: ParserError) -> tuple[type, str]:
    return type(error), error.exception_type if isinstance(error, ParserRaisedError) else ""

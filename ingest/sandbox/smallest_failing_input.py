"""Bisects the few lines that make a parser fail."""

from __future__ import annotations

import time
from collections.abc import Sequence
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

    Halves while a half fails alone; where only both together do, cuts the end, then the beginning. When the
    time is up (a time limit costs its seconds at every try) the smallest found so far is returned.
    """
    search = _Search(sandbox, source, lines, function, parser or function, time.monotonic() + within_s)
    error = search.fails(0, len(lines))
    if error is None:
        return None
    search.keep(0, len(lines), error)
    search.halve()
    search.cut_end()
    search.cut_beginning()
    return FailingInput(search.first, tuple(lines[search.first : search.end]), search.error)


class _Search:
    """The smallest failing range so far, [first, end)."""

    first: int
    end: int
    error: ParserError

    def __init__(
        self, sandbox: Sandbox, source: str, lines: Sequence[str], function: str, parser: str, until_s: float
    ) -> None:
        self._sandbox, self._source, self._lines = sandbox, source, lines
        self._function, self._parser, self._until_s = function, parser, until_s

    def keep(self, first: int, end: int, error: ParserError) -> None:
        self.first, self.end, self.error = first, end, error

    def fails(self, first: int, end: int) -> ParserError | None:
        run = self._sandbox.run_split if self._function == "split" else self._sandbox.run_parse
        try:
            run(self._source, self._lines[first:end], parser=self._parser)
        except ParserError as error:
            return error
        return None

    def halve(self) -> None:
        while self.end - self.first > 1:
            middle = (self.first + self.end) // 2
            if not self._shrink(self.first, middle) and not self._shrink(middle, self.end):
                return

    def cut_end(self) -> None:
        passes = self.first
        while self.end - passes > 1 and self.end - self.first > 1:
            middle = (passes + self.end) // 2
            if not self._shrink(self.first, middle):
                passes = middle

    def cut_beginning(self) -> None:
        passes = self.end
        while passes - self.first > 1 and self.end - self.first > 1:
            middle = (self.first + passes) // 2
            if not self._shrink(middle, self.end):
                passes = middle

    def _shrink(self, first: int, end: int) -> bool:
        """Keep the range if it fails like the one before."""
        if first >= end or time.monotonic() > self._until_s:
            return False
        error = self.fails(first, end)
        if error is None or _way(error) != _way(self.error):
            return False
        self.keep(first, end, error)
        return True


def _way(error: ParserError) -> tuple[type, str]:
    return type(error), error.exception_type if isinstance(error, ParserRaisedError) else ""

"""The records of making gold questions: data lines with their enclosing lines, questions and computed answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeAlias

PATH_SEPARATOR = " | "


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a data file, counted from 1; `parents` are the lines that enclose it, outermost first."""

    file: str
    number: int
    text: str
    parents: tuple[Line, ...] = ()

    @property
    def own(self) -> str:
        """Return the text without indentation and block marks."""
        return self.text.strip().rstrip(" {;")

    @property
    def path(self) -> str:
        """Return the enclosing lines and this one as one text, for patterns to search."""
        return PATH_SEPARATOR.join([*(parent.own for parent in self.parents), self.own])

    @property
    def device(self) -> str:
        """Return the device that a configuration file is named after."""
        return PurePosixPath(self.file).stem.removesuffix("_rtr_config")


Lines: TypeAlias = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """Some number of a right answer lies between `low` and `high`, both included, read in `unit`."""

    low: float
    high: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Computed:
    """An answer computed from the data, with the lines that prove it.

    `must` are the strings that every right answer shows; None stands for the answer's own items.
    """

    answer: str | int | tuple[str, ...]
    lines: Lines = ()
    must: tuple[str, ...] | None = None
    any_of: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[Range, ...] = ()
    must_not: tuple[str, ...] = ()
    universe: tuple[str, ...] = ()
    note: str = ""

    @property
    def items(self) -> tuple[str, ...]:
        """Return the answer as a tuple of strings."""
        return self.answer if isinstance(self.answer, tuple) else (str(self.answer),)

    @property
    def shown(self) -> tuple[str, ...]:
        """Return what every right answer shows."""
        return self.items if self.must is None else self.must


Compute: TypeAlias = Callable[[Lines], Computed]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question and how its answer is computed; no line of the data matches a pattern of `absent`."""

    kind: str
    question: str
    compute: Compute
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DataSet:
    """The files of one data set (a glob below the data folder) and the questions about them."""

    name: str
    prefix: str
    files: str
    questions: tuple[Ask, ...]

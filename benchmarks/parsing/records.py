"""The records of a judgement: what is true of a file, and how much of it was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Group = tuple[str, str]
"""A record's type and its template."""


@dataclass(frozen=True, slots=True)
class TrueLine:
    """A line of a log with what the ground truth says of it; `content` is the line without its header."""

    number: int
    content: str
    template: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a parser says of a line: the group it is in, and the template of its content."""

    group: Group
    template: str


@dataclass(frozen=True, slots=True)
class WrongGroup:
    """A true template whose lines are no group of their own.

    `split` are the predicted groups that its lines fell into, `merged` the other true templates in
    these groups; both with line counts, the largest first.
    """

    template: str
    lines: int
    split: tuple[tuple[str, int], ...]
    merged: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class WrongTemplate:
    """How many lines of a true template have a predicted one that differs, both normalised."""

    template: str
    predicted: str
    lines: int


@dataclass(frozen=True, slots=True)
class LogAccuracy:
    """All figures of one log, 0 to 1. `unread` are lines that no record holds: they count as wrong.

    `parsing_merged` is the parsing accuracy where wildcards with a blank or dash between them count as one.
    """

    lines: int
    unread: int
    true_templates: int
    groups: int
    grouping: float
    grouping_f1: float
    parsing: float
    parsing_merged: float
    template_f1: float
    wrong_groups: tuple[WrongGroup, ...]
    wrong_templates: tuple[WrongTemplate, ...]


Role = Literal["name", "value", "word", "mask", "direction", "on", "off"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value that an entity has to hold, as it is written in line `number`.

    A name has to be a key or a single value, never one of a list; a value may be one of a list; a word may also
    stand in the name of a property or type; a mask may also be the length of the prefix of the address `of`; a
    direction must belong to the value `of`; on and off are a flag. `above`: an entity above may hold it.
    """

    text: str
    number: int
    role: Role = "value"
    of: str = ""
    above: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a configuration says, first in line `number`; `lines` are all that speak of it.

    `alone`: it needs an entity that stands for no other fact of its kind. `order` names the list in which it
    keeps its place. `unless` is a flag that must not be on.
    """

    kind: str
    path: str
    number: int
    name: str
    wanted: tuple[Wanted, ...]
    lines: tuple[int, ...] = ()
    alone: bool = True
    order: str = ""
    unless: str = ""


@dataclass(frozen=True, slots=True)
class Missed:
    """A fact that no entity holds whole, and what the nearest entity lacks; empty when no entity has its line."""

    fact: Fact
    lacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Invented:
    """An entity of a type that stands for facts elsewhere, on lines that state none."""

    path: str
    number: int
    type: str
    key: str


@dataclass(frozen=True, slots=True)
class FactReport:
    """What was found of a configuration's facts. `kinds` are (kind, expected, found), in order of the kinds."""

    kinds: tuple[tuple[str, int, int], ...]
    missed: tuple[Missed, ...]
    invented: tuple[Invented, ...]

    @property
    def share(self) -> float:
        """Return the share of the facts that were found; 1.0 where there are none."""
        expected = sum(row[1] for row in self.kinds)
        return sum(row[2] for row in self.kinds) / expected if expected else 1.0

"""What the stages of learning with a model pass on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from graph_store.records import SourceLine
from ingest.files.says_something import says_something

LinePlace = tuple[str, int]
"""A line: its path and number."""
Documents = Sequence[Sequence[SourceLine]]


def place(line: SourceLine) -> LinePlace:
    """Return where a line stands."""
    return line.path, line.number


def left_over(lines: Iterable[SourceLine], explained: Collection[LinePlace]) -> list[SourceLine]:
    """Return the lines that say something and are not explained."""
    return [line for line in lines if says_something(line.text) and place(line) not in explained]


@dataclass(frozen=True, slots=True)
class Division:
    """What step 1 learns: sections (name → what belongs there), and `split(lines)` that finds them."""

    sections: Mapping[str, str]
    source: str


@dataclass(frozen=True, slots=True)
class Section:
    """What step 2 learns of one section: its entity types, and `parse(lines)` that reads its lines.

    `types` are the JSON Schemas (Draft 2020-12) of the types' values.
    """

    name: str
    types: Mapping[str, Mapping[str, Any]]
    source: str


@dataclass(frozen=True, slots=True)
class LearnedFormat:
    """All that was learned of one format; `sections` lacks those without a parser."""

    division: Division
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """What running an artifact on lines showed.

    `problems` are hard: the model must mend them. `notes` are told with them. `explained` and `unseen` are places of
    lines; only a last resort explains unseen ones: a type that the model did not declare, or that of events without a
    template, whose `messages` are kept. Of `loose` ones several words are one value that no rule names.
    """

    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    explained: frozenset[LinePlace] = frozenset()
    unseen: frozenset[LinePlace] = frozenset()
    loose: frozenset[LinePlace] = frozenset()
    messages: tuple[str, ...] = ()

    @property
    def read(self) -> frozenset[LinePlace]:
        """What more than a last resort explains."""
        return self.explained - self.unseen


@dataclass(slots=True)
class StageReport:
    """What one stage took; `skipped` samples needed no call, `retries` are tries after the first.

    `stopped`: the model failed or the budget is spent.
    """

    stage: str
    samples: list[str] = field(default_factory=list)
    calls: int = 0
    skipped: int = 0
    retries: int = 0
    failures: list[str] = field(default_factory=list)
    stopped: bool = False

    def as_row(self) -> dict[str, Any]:
        """Return the report as a manifest keeps it."""
        return {name: value for name, value in asdict(self).items() if name != "stopped"}

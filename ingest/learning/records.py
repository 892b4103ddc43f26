"""The records that the stages of learning with a model pass on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from language_model.calls import Message

Place = tuple[str, int]
"""A line: its path and number."""
Types = Mapping[str, Mapping[str, Any]]
"""Entity type → the JSON Schema (Draft 2020-12) of its values."""


@dataclass(frozen=True, slots=True)
class Division:
    """What step 1 learns: sections (name → what belongs there), and `split(lines)` that finds them."""

    sections: Mapping[str, str]
    source: str


@dataclass(frozen=True, slots=True)
class Section:
    """What step 2 learns of one section: its entity types, and `parse(lines)` that reads its lines."""

    name: str
    types: Types
    source: str


@dataclass(frozen=True, slots=True)
class LearnedFormat:
    """All that was learned of one format; a section of the division without a parser is missing in `sections`."""

    division: Division
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What a stage wants to ask the model: `prompt` is the prompt file's name, `stage` the section or "split"."""

    stage: str
    prompt: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """What running an artifact on lines showed.

    `problems` are hard: the model must mend them. `notes` are told with them. `explained` and `unseen` are places of
    lines (path, number); unseen ones are explained by a last resort only: a type that the model did not declare, or
    that of events that no template fits, whose `messages` are kept. Of `loose` ones several words are one value that no
    rule names.
    """

    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    explained: frozenset[tuple[str, int]] = frozenset()
    unseen: frozenset[tuple[str, int]] = frozenset()
    loose: frozenset[tuple[str, int]] = frozenset()
    messages: tuple[str, ...] = ()


@dataclass(slots=True)
class StageReport:
    """What one stage took: calls of the model, refinements that were not needed, and tries after the first of a call.

    `stopped` says that the model failed, or may not be asked further.
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
        return {
            "stage": self.stage,
            "samples": self.samples,
            "calls": self.calls,
            "skipped": self.skipped,
            "retries": self.retries,
            "failures": self.failures,
        }

"""The records that the stages of ingest hand to each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graph_store.records import Entity, SourceLine

Kind = Literal["log", "configuration", "text"]
"""A text is prose: its lines are loaded and searched, and no parser is asked of them."""
Schema = Mapping[str, Any]
"""A JSON Schema (Draft 2020-12) with one definition per entity type."""


@dataclass(frozen=True, slots=True)
class Parser:
    """A learned parser. `name` is its folder's; `source` defines `parse(lines)`; `model` says who wrote it."""

    name: str
    kind: Kind
    schema: Schema
    source: str
    model: str = "builtin"
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedBatch:
    """Some lines of one document and the entities found in them, ready to load.

    `owned` are the numbers of the lines that some entity explains; `tokens` and `fields` count variable
    tokens, and those of them that stand in a typed, named field.
    """

    lines: tuple[SourceLine, ...]
    entities: tuple[Entity, ...]
    owned: frozenset[int]
    tokens: int = 0
    fields: int = 0
    not_found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did. `seconds` are by stage; `failures` name batches whose parser failed, and why.

    `prose` are files whose lines are searched only; they count in no figure but `documents`."""

    documents: int
    unchanged: int
    lines: int
    lines_explained: int
    entities: int
    relations: int
    labels: Mapping[str, int]
    unexplained: tuple[SourceLine, ...]
    variable_tokens: int
    tokens_in_fields: int
    values_not_found: tuple[str, ...]
    passed_over: tuple[tuple[str, str], ...]
    prose: tuple[str, ...]
    failures: tuple[str, ...]
    parsers: tuple[str, ...]
    sandbox: str
    model: str = "builtin"
    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def coverage(self) -> float:
        """The share of lines that some entity explains; 1.0 where there are none."""
        return self.lines_explained / self.lines if self.lines else 1.0

    @property
    def field_coverage(self) -> float:
        """The share of variable tokens (numbers, addresses, names with digits) that stand in typed, named fields."""
        return self.tokens_in_fields / self.variable_tokens if self.variable_tokens else 1.0

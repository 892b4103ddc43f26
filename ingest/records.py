"""The records that the stages of ingest pass on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from graph_store.records import Entity, Scalar, SourceLine

DAY = len("2026-11-25")
MOST_DAYS = 4_000
"""A log of more days, some ten years, keeps none: its times are hardly those of its records."""

Kind = Literal["log", "configuration", "capture", "text"]
"""A capture is what commands printed. A text is prose: its lines are loaded and searched, and no parser reads them."""
Schema = Mapping[str, Any]
"""A JSON Schema (Draft 2020-12) with one definition per entity type."""


PARSER_FORMAT = 2
"""1: the code that reads is pasted into every parser; 2: a parser is its tables and calls of `reading`."""


SHIPPED = "shipped"
"""Who wrote a parser that came with Wirelore."""


@dataclass(frozen=True, slots=True)
class Parser:
    """A learned parser. `name` is its folder's; `source` defines `parse(lines)`; `model` says who wrote it.

    `parts` are the files of its sections, by name; `edited` those that a person changed. `coverage` is the share of
    the samples' lines that it explained when it was learned. `learning` is for the manifest only. `format` is lower
    where an older version wrote it.
    """

    name: str
    kind: Kind
    schema: Schema
    source: str
    model: str = "builtin"
    samples: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    edited: tuple[str, ...] = ()
    coverage: float = 1.0
    learning: Mapping[str, Any] = field(default_factory=dict)
    format: int = PARSER_FORMAT

    @property
    def unknown(self) -> str:
        """The types and properties whose meaning no format that ships says, "*" for any: see `Document`."""
        known = self.model == SHIPPED and not self.edited and self.kind == "configuration"
        return " ".join(map(str, self.learning.get("unknown", ()))) if known else "*"

    @property
    def told(self) -> str:
        """The name, as reports say it: with those of the formats that ship, where it has several."""
        shipped = str(self.learning.get("shipped", ""))
        return f"{self.name} of {shipped}" if ", " in shipped else self.name

    @property
    def named(self) -> bool:
        """Whether a person chose the names of its types: they need not stand in the lines."""
        return bool(self.edited) or self.model == SHIPPED


@dataclass(frozen=True, slots=True)
class Sample:
    """What is read of a document to learn from: all lines of a configuration, some thousand of a log.

    `numbers` are the lines' numbers. `devices` are known ones, in small letters, without domains: a log's senders.
    `note` says why a document is taken for text that looks like something else.
    """

    path: str
    kind: Kind
    lines: tuple[str, ...]
    numbers: tuple[int, ...] = ()
    devices: frozenset[str] = frozenset()
    note: str = ""

    def source_lines(self) -> list[SourceLine]:
        """Return the lines with their places."""
        numbers = self.numbers or range(1, len(self.lines) + 1)
        return [SourceLine(self.path, number, text) for number, text in zip(numbers, self.lines, strict=True)]


@dataclass(frozen=True, slots=True)
class Drift:
    """A document that its parser explains less of than before: shares of lines, and the first `lines` that are left."""

    path: str
    parser: str
    before: float
    now: float
    lines: tuple[SourceLine, ...]
    learned: bool = False


class EntityTable(NamedTuple):
    """Log records of one type with the same properties, each alone on one line, in columns.

    `places` are their lines' indices in the batch, `numbers` the lines' numbers; ordinals ascend. `columns` has the
    values of each property in `names`. The rest is as in Entity.
    """

    type: str
    common: str
    names: tuple[str, ...]
    places: Sequence[int]
    numbers: Sequence[int]
    ordinals: Sequence[int]
    keys: Sequence[str]
    devices: Sequence[str]
    columns: Sequence[Sequence[Scalar]]

    def column(self, name: str) -> Sequence[Scalar]:
        """Return the values of a property; none where it has no such."""
        return self.columns[self.names.index(name)] if name in self.names else ()

    def entities(self) -> Iterator[Entity]:
        """Make the entities."""
        rows = zip(*self.columns, strict=True) if self.columns else repeat(())
        for number, ordinal, key, device, row in zip(
            self.numbers, self.ordinals, self.keys, self.devices, rows, strict=False
        ):
            values = dict(zip(self.names, row, strict=True))
            yield Entity(self.type, key, ordinal, values, (number,), device=device, common=self.common)


@dataclass(frozen=True, slots=True)
class ParsedBatch:
    """Some lines of one document and what was found in them, ready to load: `entities`, and more in `tables`.

    `owned` are the numbers of the lines that some entity explains; `tokens` and `fields` count variable tokens, and
    those in a typed, named field: in a long document of some batches, for all. `doubts` are about a whole capture.
    """

    lines: tuple[SourceLine, ...]
    entities: tuple[Entity, ...]
    owned: frozenset[int]
    tokens: int = 0
    fields: int = 0
    not_found: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    tables: tuple[EntityTable, ...] = ()

    def all_entities(self) -> Sequence[Entity]:
        """Return the entities, and make one of each record in a table; in their order."""
        if not self.tables:
            return self.entities
        made = (entity for table in self.tables for entity in table.entities())
        return sorted((*self.entities, *made), key=attrgetter("ordinal"))


@dataclass(slots=True)
class DocumentCounts:
    """What a document holds, counted batch by batch: lines, variable tokens, entities by type, children.

    `days` gives the first line of each day, as "2026-11-25"; `first_line` is the first that is still in the graph.
    `hosts` are the devices that the records of the added batches name.
    """

    lines: int = 0
    explained: int = 0
    tokens: int = 0
    fields: int = 0
    types: Counter[str] = field(default_factory=Counter)
    children: int = 0
    doubts: tuple[Doubt, ...] = ()
    days: dict[str, int] = field(default_factory=dict)
    first_line: int = 1
    hosts: set[str] = field(default_factory=set)

    @property
    def entities(self) -> int:
        """Return the number of entities: the first ordinal that is free."""
        return self.types.total()

    def add(self, batch: ParsedBatch) -> None:
        """Count one batch."""
        self.lines += len(batch.lines)
        self.explained += len(batch.owned)
        self.tokens += batch.tokens
        self.fields += batch.fields
        self.doubt(batch.doubts)
        kinds = [(entity.ordinal, entity.type, 1) for entity in batch.entities]
        kinds += [(table.ordinals[0], table.type, len(table.ordinals)) for table in batch.tables]
        for _, kind, count in sorted(kinds) if batch.tables else kinds:
            self.types[kind] += count
        self.children += sum(entity.parent is not None for entity in batch.entities)
        self.hosts.update(entity.device for entity in batch.entities if entity.device)
        for table in batch.tables:
            self.hosts.update(filter(None, table.devices))
        self._add_days(batch)

    def _add_days(self, batch: ParsedBatch) -> None:
        """Keep the line of the first record of each new day."""
        stamped = [
            (entity.ordinal, entity.values.get("timestamp"), entity.lines[0])
            for entity in batch.entities
            if entity.lines
        ]
        for table in batch.tables:
            times = [str(time) for time in table.column("timestamp")]
            if times and (min(times)[:DAY] not in self.days or max(times)[:DAY] != min(times)[:DAY]):
                stamped.extend(zip(table.ordinals, times, table.numbers, strict=True))
        for _, time, number in sorted(stamped) if batch.tables else stamped:
            if isinstance(time, str) and time[:DAY] not in self.days:
                self.days[time[:DAY]] = number

    def doubt(self, doubts: Sequence[Doubt]) -> None:
        """Keep what is doubtful; of what was so before, and is so again behind it, the first stays."""
        known = {each.reason for each in self.doubts}
        self.doubts = (*self.doubts, *(each for each in doubts if each.reason not in known))

    def to_json(self) -> str:
        """Write what the document's own properties do not say."""
        doubts = [[each.reason, list(each.lines), each.sentence] for each in self.doubts]
        days = {"days": self.days} if self.days and len(self.days) <= MOST_DAYS else {}
        return json.dumps({"types": self.types, "children": self.children, "doubts": doubts, **days})


@dataclass(frozen=True, slots=True)
class Spent:
    """What learning used of a model; `replayed` calls were recorded, and `cost_usd` is None if no price is known."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0
    replayed: int = 0


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is implausible about a file's records: the reason in one word, some lines, one sentence."""

    path: str
    reason: str
    lines: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class CutLine:
    """A line of which only the head was kept: `bytes` is how long it is, `kept` how many characters of it there are."""

    path: str
    number: int
    bytes: int
    kept: int


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did. `seconds` are by stage; `failures` name batches whose parser failed, and why.

    `copies` are files with the content of another, which is loaded and counted; `moved` are documents that were read
    from another place before; `dropped` are logs of which old lines went, and how many; `prose` are files that are
    only searched, and count in no figure but `documents`.
    """

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
    drifts: tuple[Drift, ...] = ()
    edited: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    shipped: tuple[tuple[str, int], ...] = ()
    model: str = "builtin"
    spent: Spent = Spent()
    doubts: tuple[Doubt, ...] = ()
    cut_lines: tuple[CutLine, ...] = ()
    not_loaded: tuple[tuple[str, str], ...] = ()
    copies: tuple[tuple[str, str], ...] = ()
    pruned: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    dropped: tuple[tuple[str, int], ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def coverage(self) -> float:
        """The share of lines that some entity explains; 1.0 where there are none."""
        return self.lines_explained / self.lines if self.lines else 1.0

    @property
    def field_coverage(self) -> float:
        """The share of variable tokens (numbers, addresses, names with digits) that stand in typed, named fields."""
        return self.tokens_in_fields / self.variable_tokens if self.variable_tokens else 1.0


Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class InducedParser:
    """A JSON Schema (Draft 2020-12) with one of `$defs` per entity type, and a source that defines `parse(lines)`."""

    schema: Mapping[str, Json]
    parse_source: str

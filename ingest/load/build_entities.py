"""Turns a parser's checked records into entities with source lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter

from graph_store.records import (
    ENTITY_PROPERTIES,
    EVENT,
    LINE_PROPERTIES,
    Entity,
    FieldLines,
    Scalar,
    SourceLine,
    Value,
)
from ingest.captures.capture_records import DEVICE
from ingest.concepts.common_labels import path_words, read_concepts
from ingest.files.read_times import TimeReader
from ingest.files.says_something import says_something
from ingest.load.locate_values import locate_values, missing_values
from ingest.load.prove_tables import prove_tables
from ingest.records import EntityTable, Schema
from ingest.sandbox import ParsedRecords, RawRecord, RecordTable


@dataclass(frozen=True, slots=True)
class _Kind:
    """What the schema says of one type: properties with another name in the graph, and values that all have."""

    stored: Mapping[str, str]
    constants: Mapping[str, Scalar]
    is_event: bool


ZONE_NAMES = ("tz", "timezone", "time_zone")
"""Properties that hold the zone of a record's time, where the time itself names none."""
_ZONE_NAMES = frozenset(ZONE_NAMES)
_ZONE = re.compile(r"[+-][0-9]{2}:?[0-9]{2}")
_OF_ANY_RECORD = frozenset(
    {"comment", "configuration", "entry", "event", "log", "negation", "other", "record", "root"}
)
"""Words of a type or an event that no line needs to have."""
_NAME_PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
RESERVED = ENTITY_PROPERTIES | {"labels"}
"""A learned property of such a name gets `_value` behind it; of a log record also one that lines have."""


@dataclass(slots=True)
class EntityBuilder:
    """Builds the entities of one document, batch after batch; ordinals go on counting.

    `times` reads times as UTC. `not_found` collects the values that their own lines do not show. `given` says that our
    own reader of captures made the records: it names their types, and their devices by the prompt. `named` says that
    a person named the parser's types: they keep their names.
    """

    path: str
    schema: Schema
    times: TimeReader
    ordinal: int = 0
    given: bool = False
    named: bool = False
    not_found: list[str] = field(default_factory=list)
    _kinds: dict[str, _Kind] = field(default_factory=dict)
    _constants: dict[str, dict[str, Scalar]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def build(self, records: Sequence[RawRecord], lines: Sequence[SourceLine]) -> list[Entity]:
        """Return the entities of one batch, parents before children, in file order."""
        entities: list[Entity] = []
        for record in records:
            self._add(entities, record, lines, None, (), "")
        return entities

    def build_batch(
        self, records: Sequence[RawRecord], lines: Sequence[SourceLine]
    ) -> tuple[list[Entity], list[EntityTable]]:
        """Build the entities of one batch as `build` does; those of records in tables as tables, where they can be."""
        if not isinstance(records, ParsedRecords) or not records.tables or self.given:
            return self.build(records, lines), []
        tables, others = prove_tables(records, lines, self._renamed)
        if not tables or any(record.children for record in others.values()):
            return self.build(records, lines), []
        entities: list[Entity] = []
        made: list[tuple[RecordTable, str, Mapping[str, Scalar]]] = []
        first, count = self.ordinal, len(records)
        written, zones = _written_times(tables, count)
        read: list[tuple[str, bool] | None] = []
        items: list[tuple[int, RawRecord | RecordTable]] = [*others.items()]
        items += [(table.places[0], table) for table in tables]
        for place, item in sorted(items, key=itemgetter(0)):
            read += self._read_times(written, zones, len(read), place)
            if isinstance(item, RawRecord):
                self.ordinal = first + place
                self._add(entities, item, lines, None, (), "")
            else:
                own = [lines[item.lines[0]]]
                kind = self._kinds[item.type]
                shown = self._shown_constants(item.type, kind, own) if kind.constants else {}
                made.append((item, self._name(item.type, own, lines), shown))
        read += self._read_times(written, zones, len(read), count)
        self.ordinal = first + count
        numbers = [line.number for line in lines]
        found = [
            _entity_table(part, name, shown, times, numbers, first)
            for table, name, shown in made
            for part, times in _by_times(table, read)
        ]
        return entities, found

    def _renamed(self, name: str) -> Mapping[str, str] | None:
        kind = self._kinds.get(name) or self._read_kind(name)
        return kind.stored if kind.is_event else None

    def _read_times(
        self, written: Sequence[str | None], zones: Mapping[int, Value], first: int, end: int
    ) -> list[tuple[str, bool] | None]:
        """Read the times of the records at these places."""
        if zones:
            return [
                None if written[place] is None else self._read_time(str(written[place]), zones.get(place))
                for place in range(first, end)
            ]
        read = self.times.read_as_text
        return [text if text is None else read(text) for text in written[first:end]]

    def _name(self, name: str, own: Sequence[SourceLine], lines: Sequence[SourceLine]) -> str:
        known = self._names.get(name)
        return known or (name if self.given or self.named else self._shown_name(name, own, lines))

    def _add(
        self,
        entities: list[Entity],
        record: RawRecord,
        lines: Sequence[SourceLine],
        parent: int | None,
        path: tuple[str, ...],
        above: str,
    ) -> None:
        """Add a record and what it holds; `path` has the words of the types around it, `above` the label there."""
        if len(record.lines) == 1:
            first, last = record.lines[0]
            own = lines[first : last + 1]
        else:
            own = [lines[index] for index in own_indices(record)]
        kind = self._kinds.get(record.type) or self._read_kind(record.type)
        values = dict(record.values)
        if None in values.values() or not kind.stored.keys().isdisjoint(values):
            stored = kind.stored
            values = {stored.get(name, name): value for name, value in values.items() if value is not None}
        stated = str(values.pop(DEVICE, "")) if self.given else ""
        field_lines, missing = _located(values, own, bool(record.children))
        for name in missing:
            self.not_found.append(f"{self.path}:{own[0].number if own else 0} {record.type}.{name}")
            del values[name]
        ordinal = self.ordinal
        self.ordinal += 1
        if kind.constants:
            values = {**self._shown_constants(record.type, kind, own), **values}
        self._add_time(values)
        key = values.pop("key", "")
        key = " ".join(map(str, key)) if isinstance(key, tuple) else str(key)
        name = self._name(record.type, own, lines)
        common = EVENT if kind.is_event else read_concepts().label_of(path, name)
        common = "" if common == above and not kind.is_event else common
        entities.append(
            Entity(
                type=name,
                key=key,
                ordinal=ordinal,
                values=values,
                lines=tuple([line.number for line in own if says_something(line.text)]),
                parent=parent,
                field_lines=field_lines,
                device=stated or (str(values.get("host", "")) if "timestamp_text" in values else ""),
                common=common,
            )
        )
        if record.children:
            inner = path_words(path, name, key)
            for child in record.children:
                self._add(entities, child, lines, ordinal, inner, common or above)

    def _shown_name(self, name: str, own: Sequence[SourceLine], lines: Sequence[SourceLine]) -> str:
        """Return a type's name with those of its words that the field or a line says, at best the record's own."""
        text = " ".join(line.text.lower() for line in own)
        parts = _NAME_PART.findall(name)
        shown = [
            part
            for part in parts
            if (word := part.lower()) in _known_words()
            or (root := word.removesuffix("s")) in text
            or any(root in line.text.lower() for line in lines)
        ]
        plain = len(shown) == len(parts) and re.fullmatch(r"[\w-]+", name)
        self._names[name] = name if plain else "".join(shown) or "Entry"
        if not plain:
            self.not_found.append(f"{self.path}:{own[0].number if own else 0} {name!r}")
        return self._names[name]

    def _shown_constants(self, name: str, kind: _Kind, own: Sequence[SourceLine]) -> dict[str, Scalar]:
        """Return the constants of a type that a record's lines show; of a kind of log record, what the first shows.

        What an event is called may be the words of its line in another order.
        """
        known = self._constants.get(name)
        if known is not None:
            return known
        _, missing = locate_values(kind.constants, own)
        text = " ".join(line.text.lower() for line in own)
        unshown = {
            each
            for each in missing
            if not (
                kind.is_event
                and all(word in text or word in _OF_ANY_RECORD for word in _words(kind.constants[each]))
            )
        }
        self.not_found += [f"{self.path}:{own[0].number if own else 0} {name}.{each}" for each in unshown]
        shown = {each: value for each, value in kind.constants.items() if each not in unshown}
        if kind.is_event:
            self._constants[name] = shown
        return shown

    def _read_kind(self, name: str) -> _Kind:
        definition = self.schema.get("$defs", {}).get(name, {})
        stored = {name: property_name(name, definition) for name in RESERVED | LINE_PROPERTIES}
        constants: dict[str, Scalar] = {
            property_name(name, definition): described["const"]
            for name, described in definition.get("properties", {}).items()
            if isinstance(described, Mapping) and isinstance(described.get("const"), str | int | float | bool)
        }
        renamed = {name: other for name, other in stored.items() if name != other}
        kind = self._kinds[name] = _Kind(renamed, constants, "x-labels" in definition)
        return kind

    def _add_time(self, values: dict[str, Value]) -> None:
        written = values.get("timestamp_text")
        if not isinstance(written, str):
            return
        zone = None
        if not _ZONE_NAMES.isdisjoint(values):
            zone = next(values[name] for name in ZONE_NAMES if name in values)
        read = self._read_time(written, zone)
        if read is not None:
            values["timestamp"], year_assumed = read
            if year_assumed:
                values["year_assumed"] = True

    def _read_time(self, written: str, zone: Value | None) -> tuple[str, bool] | None:
        read = None
        if isinstance(zone, str) and _ZONE.fullmatch(zone):
            read = self.times.read_as_text(written + zone)
        return read or self.times.read_as_text(written)


def _written_times(tables: Sequence[RecordTable], count: int) -> tuple[list[str | None], dict[int, Value]]:
    """Return what is written for the times of `count` records, by place, and the zones that some have beside them."""
    written: list[str | None] = [None] * count
    zones: dict[int, Value] = {}
    for table in tables:
        for place, text in zip(table.places, table.column("timestamp_text"), strict=False):
            if isinstance(text, str):
                written[place] = text
        zone = next((name for name in ZONE_NAMES if name in table.names), "")
        zones.update(zip(table.places, table.column(zone), strict=False))
    return written, zones


def _by_times(
    table: RecordTable, read: Sequence[tuple[str, bool] | None]
) -> Iterator[tuple[RecordTable, list[tuple[str, bool] | None]]]:
    """Part a table by whether its records have a time, and one whose year is assumed; with these times."""
    own = [read[place] for place in table.places]
    kinds = [time and time[1] for time in own]
    if len(set(kinds)) == 1:
        yield table, own
        return
    for kind in dict.fromkeys(kinds):
        rows = [row for row, found in enumerate(kinds) if found is kind]
        yield table.only(rows), [own[row] for row in rows]


def _entity_table(
    table: RecordTable,
    name: str,
    constants: Mapping[str, Scalar],
    times: Sequence[tuple[str, bool] | None],
    numbers: Sequence[int],
    first: int,
) -> EntityTable:
    """Add what `EntityBuilder` adds to a single record; `first` is the batch's first ordinal."""
    count = len(table.places)
    values: dict[str, Sequence[Scalar]] = {each: [value] * count for each, value in constants.items()}
    values.update(zip(table.names, table.columns, strict=True))
    if times[0] is not None:
        values["timestamp"] = [time[0] for time in times if time]
        if times[0][1]:
            values["year_assumed"] = [True] * count
    key = values.pop("key", None)
    host = values.get("host") if "timestamp_text" in values else None
    return EntityTable(
        type=name,
        common=EVENT,
        names=tuple(values),
        places=table.lines,
        numbers=[numbers[at] for at in table.lines],
        ordinals=[first + place for place in table.places],
        keys=[""] * count if key is None else list(map(str, key)),
        devices=[""] * count if host is None else list(map(str, host)),
        columns=list(values.values()),
    )


@cache
def _known_words() -> frozenset[str]:
    """Return the words of common labels, and those of any record."""
    labels = read_concepts().labels
    return _OF_ANY_RECORD | {part.lower() for label in labels for part in _NAME_PART.findall(label)}


def _words(value: Scalar) -> list[str]:
    return re.findall(r"[a-z0-9]+", str(value).lower())


def _located(
    values: Mapping[str, Value], own: Sequence[SourceLine], has_children: bool
) -> tuple[tuple[FieldLines, ...], list[str]]:
    """Return the lines that show each property, where there are several, and the properties that no line shows.

    A key that stands on every line of a merged entity is shown by the first.
    """
    if len(own) == 1:
        return (), missing_values(values, own[0])
    found, missing = locate_values(values, own)
    if not own:
        return (), missing
    first_only = "" if has_children else "key"
    return tuple(
        FieldLines(item.field, item.numbers[:1]) if item.field == first_only else item for item in found
    ), missing


def own_indices(record: RawRecord) -> list[int]:
    """Return the indices of a record's lines; a parent without any stands on those of its children."""
    if record.lines or not record.children:
        return [index for first, last in record.lines for index in range(first, last + 1)]
    return sorted({index for child in record.children for index in own_indices(child)})


def property_name(name: str, definition: Mapping[str, object]) -> str:
    """Return the name under which a property stands in the graph."""
    if "x-labels" in definition:
        return f"{name}_value" if name in RESERVED or name in LINE_PROPERTIES else name
    return f"{name}_value" if name in RESERVED and name != "key" else name


def scalar_items(value: Value) -> tuple[Scalar, ...]:
    """Return the items of a list value, or the value alone."""
    return value if isinstance(value, tuple) else (value,)

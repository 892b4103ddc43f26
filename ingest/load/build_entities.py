"""Turns a parser's checked records into entities with source lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

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
from ingest.records import Schema
from ingest.sandbox import RawRecord


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
        name = self._names.get(record.type) or (
            record.type if self.given or self.named else self._shown_name(record.type, own, lines)
        )
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
        read = None
        if not _ZONE_NAMES.isdisjoint(values):
            zone = next(values[name] for name in ZONE_NAMES if name in values)
            if isinstance(zone, str) and _ZONE.fullmatch(zone):
                read = self.times.read_as_text(written + zone)
        read = read or self.times.read_as_text(written)
        if read is not None:
            values["timestamp"], year_assumed = read
            if year_assumed:
                values["year_assumed"] = True


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

"""Looks at a parser's records beside their lines: what they claim twice, invent, get wrong and never fill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from jsonschema import Draft202012Validator

from graph_store.records import SourceLine
from ingest.locate_values import locate_values
from ingest.records import Schema
from ingest.sandbox import RawRecord

ROOT = "Configuration"
TYPES_CHECKED = 3_000
"""Records of one type whose values are held against the schema; more of them teach nothing new."""
LINES_KEPT = 5
VALUE_SHOWN = 80

Wrong = Literal["explained twice", "value not in its lines", "disagrees with the schema", "unknown section"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, seen `count` times, at first in `lines`; `about` is a type, a field or a section."""

    wrong: Wrong
    section: str
    about: str
    text: str
    lines: tuple[SourceLine, ...]
    count: int = 1


@dataclass(slots=True)
class RecordInspector:
    """Takes the records of one section (blank: of a parser without sections), document by document."""

    section: str
    schema: Schema
    findings: dict[tuple[Wrong, str], Finding] = field(default_factory=dict)
    filled: Counter[tuple[str, str]] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    validators: dict[str, Draft202012Validator | None] = field(default_factory=dict)

    def take(self, records: Sequence[RawRecord], document: Sequence[SourceLine]) -> None:
        """Look at the records of one document; their lines are indices into it."""
        for index in _claimed_twice(records):
            self._note("explained twice", "", "two records claim the same line", [document[index]])
        for record in all_records(records):
            self._look_at(record, document)

    def _look_at(self, record: RawRecord, document: Sequence[SourceLine]) -> None:
        self.seen[record.type] += 1
        values = {name: value for name, value in record.values.items() if value is not None}
        self.filled.update((record.type, name) for name in values)
        own = [document[index] for index in own_lines(record) or sorted(_lines_below(record))]
        located, missing = locate_values(values, own)
        for name in missing:
            shown = repr(values[name])
            shown = shown if len(shown) <= VALUE_SHOWN else f"{shown[:VALUE_SHOWN]}..."
            self._note(
                "value not in its lines",
                f"{record.type}.{name}",
                f"{shown} stands in none of the record's lines",
                own,
            )
        if self.seen[record.type] <= TYPES_CHECKED:
            places = {each.field: each.numbers for each in located}
            self._check_types(record.type, values, own, places)

    def _check_types(
        self,
        kind: str,
        values: Mapping[str, object],
        own: Sequence[SourceLine],
        places: Mapping[str, tuple[int, ...]],
    ) -> None:
        if kind not in self.validators:
            self.validators[kind] = _validator(self.schema, kind)
        validator = self.validators[kind]
        if validator is None:
            if kind != ROOT:
                self._note("disagrees with the schema", kind, "the schema has no such type", own)
            return
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        for error in validator.iter_errors(plain):
            where = ".".join(map(str, (kind, *error.absolute_path)))
            numbers = places.get(str(error.absolute_path[0]), ()) if error.absolute_path else ()
            shown = [line for line in own if line.number in numbers] or own
            self._note("disagrees with the schema", where, error.message[:200], shown)

    def _note(self, wrong: Wrong, about: str, text: str, lines: Sequence[SourceLine]) -> None:
        """Keep the first text of its kind, with the first line of each of the first places."""
        old = self.findings.get((wrong, about))
        if old is None:
            self.findings[wrong, about] = Finding(wrong, self.section, about, text, tuple(lines[:1]))
            return
        kept = old.lines if len(old.lines) >= LINES_KEPT else (*old.lines, *lines[:1])
        self.findings[wrong, about] = replace(old, lines=kept, count=old.count + 1)

    def never_filled(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each type that was seen, with the declared fields that no record of it has."""
        for kind, schema in self.schema.get("$defs", {}).items():
            declared = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
            wanted = [name for name, described in declared.items() if not _is_constant(described)]
            names = tuple(name for name in wanted if not self.filled[kind, name])
            if names and self.seen[kind]:
                yield kind, names


def all_records(records: Sequence[RawRecord]) -> Iterator[RawRecord]:
    """Yield records and those below them."""
    for record in records:
        yield record
        yield from all_records(record.children)


def own_lines(record: RawRecord) -> list[int]:
    """Return the indices of a record's own lines."""
    return [index for first, last in record.lines for index in range(first, last + 1)]


def _lines_below(record: RawRecord) -> set[int]:
    return {index for each in all_records([record]) for index in own_lines(each)}


def _claimed_twice(records: Sequence[RawRecord]) -> list[int]:
    """List lines that two records claim of which none stands below the other; a root's children count as its own."""
    lone = len(records) == 1 and records[0].type == ROOT
    claims = Counter(
        index for top in (records[0].children if lone else records) for index in _lines_below(top)
    )
    return sorted(index for index, count in claims.items() if count > 1)


def _validator(schema: Schema, kind: str) -> Draft202012Validator | None:
    """Return what checks a type's values; a field that is missing is told elsewhere."""
    found: Any = schema.get("$defs", {}).get(kind)
    if not isinstance(found, Mapping):
        return None
    return Draft202012Validator({key: value for key, value in found.items() if key != "required"})


def _is_constant(described: object) -> bool:
    """True for a field that every record has by its schema."""
    return isinstance(described, Mapping) and "const" in described

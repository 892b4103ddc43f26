"""Proves the values of records in columns: every one stands in the line of its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import contains
from typing import cast

from graph_store.records import Scalar, SourceLine
from ingest.files.says_something import says_something
from ingest.load.locate_values import NUMBERS, as_written, locate_values
from ingest.sandbox import ParsedRecords, RawRecord, RecordTable

ADDED = frozenset({"timestamp", "year_assumed"})
"""Properties that are added to a record with a time; one that has them already is in no table."""


def prove_tables(
    records: ParsedRecords, lines: Sequence[SourceLine], renamed: Callable[[str], Mapping[str, str] | None]
) -> tuple[list[RecordTable], dict[int, RawRecord]]:
    """Return tables, by the names in the graph, of the records whose lines show every value; the others by place.

    `renamed` gives the properties of a type with another name in the graph; None where its records are no events. No
    record is in a table whose line says nothing, was cut, or is the only line of another record, too.
    """
    alone = [one.lines[0][0] for one in records.others.values() if _is_on_one_line(one)]
    alone += [line for table in records.tables for line in table.lines]
    if len(set(alone)) < len(alone):
        return [], dict(enumerate(records))
    texts = [line.text for line in lines]
    unfit = {at for at, text in enumerate(texts) if not (text[:1].isalnum() or says_something(text))}
    unfit.update(at for at, line in enumerate(lines) if line.bytes)
    tables: list[RecordTable] = []
    others = dict(records.others)
    for table in records.tables:
        changed = renamed(table.type)
        names = table.names if not changed else tuple([changed.get(name, name) for name in table.names])
        rows = range(len(table.places))
        if changed is None or len(set(names)) < len(names) or not ADDED.isdisjoint(names):
            left = set(rows)
        else:
            left = _unproven(names, table, texts, lines)
            if unfit:
                left.update(row for row in rows if table.lines[row] in unfit)
        kept = table._replace(names=names)
        if left:
            apart = table.only(sorted(left))
            others.update(zip(apart.places, apart.records(), strict=True))
            kept = kept.only([row for row in rows if row not in left])
        if kept.places:
            tables.append(kept)
    return tables, others


def _is_on_one_line(record: RawRecord) -> bool:
    return len(record.lines) == 1 and record.lines[0][0] == record.lines[0][1]


def _unproven(
    names: Sequence[str], table: RecordTable, texts: Sequence[str], lines: Sequence[SourceLine]
) -> set[int]:
    """Return the rows with a value that their line does not show."""
    own = [texts[at] for at in table.lines]
    unproven: set[int] = set()
    for name, column in zip(names, table.columns, strict=True):
        shown = list(map(contains, own, _as_written(column)))
        if not all(shown):
            unproven.update(
                row
                for row, is_shown in enumerate(shown)
                if not is_shown and locate_values({name: column[row]}, (lines[table.lines[row]],))[1]
            )
    return unproven


def _as_written(column: Sequence[Scalar]) -> Iterable[str]:
    kinds = set(map(type, column))
    if kinds <= NUMBERS:
        return map(str, column)
    return cast(Sequence[str], column) if kinds == {str} else map(as_written, column)

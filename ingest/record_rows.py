"""Entities that stand alone on a line: their rows, and the statements that write both. A log record is its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graph_store.names import NAME, quote_name
from graph_store.records import ENTITY_PROPERTIES, Document, Entity
from graph_store.storable import storable_list
from ingest.node_ids import entity_id

Row = list[Any]
Properties = dict[str, Any]

NAMED_ROWS = 100
"""From so many rows on a statement names the properties of its entities, which spares sending and reading their names
with every row; for fewer, reading another statement would cost the server more."""

SEARCH_TEXT = "search_text: r[3], "
"""What lines of a store need whose own index reads it: see `WritableGraph.keeps_search_text`."""
LINE = (
    f"(:Line {{id: r[0], number: r[1], text: r[2], {SEARCH_TEXT}device: r[4], path: r[5], document: r[6]}})"
)
"""A line's properties are named where it is created: what is set afterwards is written a second time."""

_CREATE_NAMED = (
    "UNWIND $rows AS r CREATE (e:{names} {{id: r[5], key: r[6], device: r[7], ordinal: r[8], first_line: r[1], "
    "type: $type, path: $path, document: $document{further}}})-[:HAS_LINE]->(:Line {{id: r[0], number: r[1], "
    "text: r[2], search_text: r[3], device: r[4], path: $path, document: $document}})"
)
_RECORD_NAMED = (
    "UNWIND $rows AS r CREATE (:{names} {{id: r[0], number: r[1], first_line: r[1], text: r[2], search_text: r[3], "
    "key: r[6], device: r[7], ordinal: r[8], type: $type, path: $path, document: $document{further}}})"
)
_OWN_COLUMNS = 9
_CREATE_SET = f"UNWIND $rows AS r CREATE (e:%s)-[:HAS_LINE]->{LINE} SET e = r[7]"
_RECORD_SET = "UNWIND $rows AS r CREATE (e:%s) SET e = r"


class _Kind(NamedTuple):
    """What the rows of a group have in common."""

    names: str
    type: str
    path: str
    document: int
    properties: tuple[str, ...]
    is_record: bool


@dataclass(slots=True)
class RecordRows:
    """Rows of entities with their lines, by what they have in common.

    A row is the line's id, number, text, search text (nothing where the store needs none) and device, then the
    entity's id, key, device, ordinal and the values of its properties.
    """

    _groups: dict[_Kind, list[Row]] = field(default_factory=dict)

    def add(self, document: Document, names: str, line: Row, entity: Entity, is_record: bool) -> None:
        """Take an entity, with `names` for labels, and the first five columns of its line.

        A log record, which has no parent and no children, becomes one node with its line, under the line's id.
        """
        labels = f"Line:{names}" if is_record else names
        kind = _Kind(labels, entity.type, document.path, document.serial, tuple(entity.values), is_record)
        rows = self._groups.get(kind)
        if rows is None:
            rows = self._groups[kind] = []
        rows.append(
            [
                *line,
                line[0] if is_record else entity_id(document.serial, entity.ordinal),
                entity.key,
                entity.device or document.device,
                entity.ordinal,
                *[
                    storable_list(value) if type(value) is tuple else value
                    for value in entity.values.values()
                ],
            ]
        )

    def statements(self) -> Iterator[tuple[str, Sequence[Any], Mapping[str, Any]]]:
        """Yield what writes the rows: a statement, its rows, and the parameters that they share."""
        few: dict[tuple[str, bool], list[Row | Properties]] = {}
        for kind, rows in self._groups.items():
            stored = tuple(map(property_as_stored, kind.properties))
            if len(rows) >= NAMED_ROWS and _can_be_named(stored):
                yield _named(kind, stored), rows, _shared(kind)
            else:
                few.setdefault((kind.names, kind.is_record), []).extend(
                    _with_map(row, kind, stored) for row in rows
                )
        for (names, is_record), mapped in few.items():
            yield (_RECORD_SET if is_record else _CREATE_SET) % names, mapped, {}


def property_as_stored(name: str) -> str:
    """Return a property's name as servers take it: some keep those that begin with @ to themselves."""
    return f"_{name[1:]}" if name.startswith("@") else name


def entity_properties(document: Document, entity: Entity) -> Properties:
    """Return the properties of an entity's node."""
    row: Properties = {}
    for name, value in entity.values.items():
        row[property_as_stored(name)] = storable_list(value) if isinstance(value, tuple) else value
    row["id"] = entity_id(document.serial, entity.ordinal)
    row["type"] = entity.type
    row["key"] = entity.key
    row["device"] = entity.device or document.device
    row["path"] = document.path
    row["ordinal"] = entity.ordinal
    row["first_line"] = entity.lines[0] if entity.lines else 0
    row["document"] = document.serial
    return row


def _can_be_named(properties: tuple[str, ...]) -> bool:
    distinct = frozenset(properties)
    return (
        len(distinct) == len(properties)
        and distinct.isdisjoint(ENTITY_PROPERTIES)
        and all(map(NAME.fullmatch, properties))
    )


def _named(kind: _Kind, properties: tuple[str, ...]) -> str:
    columns = enumerate(properties, _OWN_COLUMNS)
    further = "".join(f", {quote_name(name)}: r[{column}]" for column, name in columns)
    statement = _RECORD_NAMED if kind.is_record else _CREATE_NAMED
    return statement.format(names=kind.names, further=further)


def _shared(kind: _Kind) -> Mapping[str, Any]:
    return {"type": kind.type, "path": kind.path, "document": kind.document}


def _with_map(row: Row, kind: _Kind, properties: tuple[str, ...]) -> Row | Properties:
    """Return the seven columns of a line, and the entity's properties in a map; of a record all in one map."""
    own = dict(zip(properties, row[_OWN_COLUMNS:], strict=True))
    fixed = dict(zip(("id", "key", "device", "ordinal"), row[5:_OWN_COLUMNS], strict=True))
    entity = {**own, **fixed, **_shared(kind), "first_line": row[1]}
    if kind.is_record:
        searched = {} if row[3] is None else {"search_text": row[3]}
        return {**entity, "number": row[1], "text": row[2], **searched}
    return [*row[:5], kind.path, kind.document, entity]

"""Reads the entities of one file back from a graph."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from graph_store.graph import ReadableGraph
from graph_store.records import ENTITY_PROPERTIES, LINE_PROPERTIES, Cell, Entity, FieldLines, Value

# What goes wrong while parsing is judged.


class ParsingJudgeError(Exception):
    """Any expected failure of this package; its message is meant for people."""


class UnreadableTruthError(ParsingJudgeError):
    """A file cannot be used; `path` and `line` (0 for the whole file) say where."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        self.path = path
        self.line = line
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {reason}")


class NotInGraphError(ParsingJudgeError):
    """The KG holds no document with the content of `path`; `documents` are those that it holds."""

    def __init__(self, path: str, documents: tuple[str, ...]) -> None:
        self.path = path
        self.documents = documents
        held = ", ".join(documents[:10]) or "nothing"
        super().__init__(f"{path}: no document of the KG has this content; expected one of: {held}")


ALL = 1_000_000
LONG_S = 120.0
OURS = ENTITY_PROPERTIES | LINE_PROPERTIES | {"labels"}
DOCUMENTS = "MATCH (d:Document) WHERE d.state = 'ready' RETURN d.path, d.sha256, d.serial ORDER BY d.serial"
NODES = "MATCH (e:Entity {document: $serial}) RETURN e"
LINES = "MATCH (e:Entity {document: $serial})-[h:HAS_LINE]->(l:Line) RETURN e.id, l.number, h.fields"
OWN_LINES = "MATCH (e:Entity {document: $serial}) WHERE e:Line RETURN e.id, e.number, null"
"""Of log records that are one node with their line."""
PARENTS = "MATCH (p:Entity {document: $serial})-[:HAS]->(e:Entity) RETURN e.id, p.ordinal"


def read_entities(graph: ReadableGraph, file: Path) -> tuple[Entity, ...]:
    """Read all entities of the newest document with the file's content, by ordinal.

    Raises NotInGraphError, UnreadableTruthError and the GraphErrors.
    """
    serial = _serial(graph, file)
    given = {"serial": serial}
    lines: dict[str, list[int]] = defaultdict(list)
    fields: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    found = [
        row
        for statement in (LINES, OWN_LINES)
        for row in graph.read(statement, given, row_limit=ALL, time_limit_s=LONG_S).rows
    ]
    for node, number, names in found:
        lines[str(node)].append(int(str(number)))
        for name in names if isinstance(names, list | tuple) else ():
            fields[str(node)][str(name)].append(int(str(number)))
    rows = graph.read(PARENTS, given, row_limit=ALL, time_limit_s=LONG_S).rows
    parents = {str(node): int(str(parent)) for node, parent in rows}
    entities = []
    for (node,) in graph.read(NODES, given, row_limit=ALL, time_limit_s=LONG_S).rows:
        if isinstance(node, Mapping):
            name = str(node["id"])
            entities.append(_entity(node, lines[name], fields[name], parents.get(name)))
    return tuple(sorted(entities, key=lambda entity: entity.ordinal))


def _serial(graph: ReadableGraph, file: Path) -> int:
    try:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise UnreadableTruthError(str(file), 0, str(error.strerror or error)) from error
    documents = graph.read(DOCUMENTS, row_limit=ALL).rows
    held = [(str(path), int(str(serial))) for path, sha256, serial in documents if sha256 == digest]
    if not held:
        raise NotInGraphError(str(file), tuple(str(path) for path, _, _ in documents))
    named = [serial for path, serial in held if path.rpartition("/")[2] == file.name]
    return named[-1] if named else held[-1][1]


def _entity(
    node: Mapping[str, Cell], lines: list[int], fields: Mapping[str, list[int]], parent: int | None
) -> Entity:
    return Entity(
        type=str(node["type"]),
        key=str(node.get("key") or ""),
        ordinal=int(str(node["ordinal"])),
        values={name: value for name, cell in node.items() if name not in OURS for value in _values(cell)},
        lines=tuple(sorted(set(lines))),
        parent=parent,
        field_lines=tuple(FieldLines(name, tuple(sorted(set(numbers)))) for name, numbers in fields.items()),
        device=str(node.get("device") or ""),
    )


def _values(cell: Cell) -> tuple[Value, ...]:
    """Return the property's value; nothing for what is none."""
    if isinstance(cell, str | bool | int | float):
        return (cell,)
    if isinstance(cell, list | tuple):
        return (tuple(item for item in cell if isinstance(item, str | bool | int | float)),)
    return ()

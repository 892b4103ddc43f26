"""Adds the source lines behind each row, narrowed to those that show what the question asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agent.evidence.choose_lines import MatchedNode, NodeId, choose_lines, is_line
from agent.evidence.matched_rows import KEPT_LINES, Matched, match_rows
from agent.evidence.value_companions import VALUE_LIMIT
from agent.records import Query
from graph_store.cypher_tokens import tokenize
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine, Table

# The statements that read the lines of what was matched: entities, lines, devices and documents.


PLAIN_LINE = "null AS fields, l.path, l.number, l.text, null AS kind, null AS key, null AS device"
NAMED_LINE = "null AS fields, l.path, l.number, l.text, null AS kind, id AS key, null AS device"
ENTITY_LINES = (
    "UNWIND $ids AS id WITH id MATCH (e:Entity {id: id})-[r:HAS_LINE]->(l:Line) "
    "RETURN id, r.fields AS fields, l.path, l.number, l.text, e.type AS kind, e.key AS key, e.device AS device"
)
LINES = (
    "UNWIND $ids AS id WITH id MATCH (l:Line {id: id}) RETURN id, null AS fields, l.path, l.number, l.text, "
    "l.type AS kind, l.key AS key, CASE WHEN l.type IS NULL THEN null ELSE l.device END AS device"
)
"""A log record on one line is that line's node."""
DEVICE_LINES = (
    "UNWIND $ids AS id WITH id MATCH (e:Configuration {device: id})-[:HAS_LINE]->(l:Line) "
    f"WHERE toLower(l.text) CONTAINS toLower(id) RETURN id, {NAMED_LINE}"
)
FIRST_DEVICE_LINE = (
    "MATCH (l:Line {device: $id}) WHERE toLower(l.text) CONTAINS toLower($id) "
    "WITH l, $id AS id LIMIT 1 "
    f"RETURN id, {NAMED_LINE}"
)
FIRST_OF_DEVICE = (
    "MATCH (f:Document {device: $id}) MATCH (l:Line {path: f.path, number: 1}) "
    f"WITH l, $id AS id LIMIT 1 RETURN id, {NAMED_LINE}"
)
"""Where no line says a device's name."""
DOCUMENT_LINES = f"UNWIND $ids AS id WITH id MATCH (l:Line {{path: id, number: 1}}) RETURN id, {PLAIN_LINE}"


FETCHED_LINES = 20_000
READ_NODES = 1000
"""Up to so many nodes, all lines are read; of more, those of the first and last nodes of each row."""


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """The lines behind one row; `lines` may be a part of `total`, which counts a node that was not read as one."""

    lines: tuple[SourceLine, ...] = ()
    total: int = 0


def collect_evidence(
    query: Query, table: Table, graph: ReadableGraph, time_limit_s: float
) -> tuple[RowEvidence, ...]:
    """Find the lines behind each of a table's rows; a row whose lines cannot be told has none.

    Raises GraphServerError when the graph is gone.
    """
    if not table.rows:
        return ()
    quoted = _quoted_lines(table) if is_line(query, table.columns) else ()
    if quoted:
        return quoted
    matched = match_rows(query, table, graph, time_limit_s)
    return _read_lines(query, table, matched, graph, time_limit_s)


def _quoted_lines(table: Table) -> tuple[RowEvidence, ...]:
    """Return the rows themselves where they are source lines: path, number and text."""
    places = {column.rpartition(".")[2]: place for place, column in enumerate(table.columns)}
    if not {"path", "number", "text"} <= set(places):
        return ()
    found = []
    for row in table.rows:
        path, number, text = (row[places[name]] for name in ("path", "number", "text"))
        if not (isinstance(path, str) and isinstance(number, int) and isinstance(text, str)):
            return ()
        found.append(RowEvidence((SourceLine(path, number, text),), 1))
    return tuple(found)


def _read_lines(
    query: Query, table: Table, rows: list[list[Matched]], graph: ReadableGraph, time_limit_s: float
) -> tuple[RowEvidence, ...]:
    wanted: dict[str, set[NodeId]] = defaultdict(set)
    few = sum(len(one.ids) for row in rows for one in row) <= READ_NODES
    for matched in (one for row in rows for one in row):
        matched.kept = _kept(matched, few)
        wanted[matched.handle.kind].update(matched.kept)
    nodes = {kind: _fetch(kind, ids, graph, time_limit_s) for kind, ids in wanted.items()}
    values = _asked_values(query)
    return tuple(
        _evidence(row, nodes, values, _texts(cells)) for row, cells in zip(rows, table.rows, strict=True)
    )


def _texts(cells: Sequence[Cell]) -> frozenset[str]:
    """Return the texts and numbers of a row, in lower case, those in lists and maps too."""
    found: set[str] = set()
    waiting = list(cells)
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            waiting += one.values()
        elif isinstance(one, Sequence) and not isinstance(one, str):
            waiting += one
        elif one is not None:
            found.add(str(one).lower())
    return frozenset(found)


def _kept(matched: Matched, few: bool) -> list[NodeId]:
    if matched.shown is not None:
        return matched.ids[: matched.shown]
    if matched.handle.per_value:
        return _first_and_last(matched.ids)
    return matched.ids if few and matched.handle.kind == "entity" else _ends(matched.ids)


Kept = TypeVar("Kept")


def _ends(many: list[Kept]) -> list[Kept]:
    return many if len(many) <= 2 * KEPT_LINES else [*many[:KEPT_LINES], many[-1]]


def _first_and_last(many: list[Kept]) -> list[Kept]:
    """Keep what shows one value each: as many as are read, with the last."""
    return many if len(many) <= VALUE_LIMIT else [*many[: VALUE_LIMIT - 1], many[-1]]


def _fetch(
    kind: str, ids: set[NodeId], graph: ReadableGraph, time_limit_s: float
) -> dict[NodeId, MatchedNode]:
    statements = {"device": DEVICE_LINES, "document": DOCUMENT_LINES, "line": LINES}
    found: dict[NodeId, MatchedNode] = {}
    _fetch_into(found, statements.get(kind, ENTITY_LINES), {"ids": sorted(ids, key=str)}, graph, time_limit_s)
    missing = ids - set(found)
    if kind == "entity" and missing:
        _fetch_into(found, LINES, {"ids": sorted(missing, key=str)}, graph, time_limit_s)
    for name in sorted(missing, key=str) if kind == "device" else ():
        _fetch_into(found, FIRST_DEVICE_LINE, {"id": name}, graph, time_limit_s)
        if name not in found:
            _fetch_into(found, FIRST_OF_DEVICE, {"id": name}, graph, time_limit_s)
    return found


def _fetch_into(
    found: dict[NodeId, MatchedNode],
    statement: str,
    parameters: Mapping[str, object],
    graph: ReadableGraph,
    time_limit_s: float,
) -> None:
    table = graph.read(statement, parameters, row_limit=FETCHED_LINES, time_limit_s=time_limit_s)
    for node, fields, path, number, text, kind, key, device in table.rows:
        if isinstance(node, int | str) and isinstance(number, int):
            names = frozenset(map(str, fields)) if isinstance(fields, Sequence) else None
            one = found.setdefault(
                node, MatchedNode(str(kind or ""), str(key or ""), device=str(device or ""))
            )
            one.lines[SourceLine(str(path), number, str(text))] = names


def _asked_values(query: Query) -> tuple[str, ...]:
    """Return the texts that the statement compares with, in lower case."""
    literals = [token.text[1:-1] for token in tokenize(query.statement) if token.kind == "string"]
    values = [value for value in query.parameters.values() if isinstance(value, str)]
    return tuple(text.lower() for text in [*literals, *values] if text)


def _left_out(row: Sequence[Matched]) -> int:
    """Count what was not read; the lines of a row that was matched on entities, too, are those of the entities."""
    others = [one for one in row if one.handle.kind != "line"]
    return sum(one.total - len(one.kept) for one in others or row)


def _evidence(
    row: list[Matched],
    nodes: Mapping[str, Mapping[NodeId, MatchedNode]],
    values: Sequence[str],
    cells: frozenset[str],
) -> RowEvidence:
    pairs = [
        (found, matched.handle)
        for matched in row
        for found in (nodes[matched.handle.kind].get(node) for node in matched.kept)
        if found is not None
    ]
    ordered = choose_lines(pairs, values, cells)
    left_out = _left_out(row)
    values_shown = any(one.handle.per_value for one in row)
    kept = _first_and_last(ordered) if values_shown else _ends(ordered)
    return RowEvidence(tuple(kept), len(ordered) + left_out)

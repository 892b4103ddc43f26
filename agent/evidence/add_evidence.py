"""Adds the source lines behind each row, narrowed to those that show what the question asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

from agent.evidence.choose_lines import MatchedNode, NodeId, cell_texts, choose_lines, is_line
from agent.evidence.companion import VALUE_LIMIT
from agent.evidence.matched_rows import KEPT_LINES, Matched, match_rows
from agent.records import Query
from graph_store.cypher_tokens import tokenize
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine, Table
from timeline.changes import CHANGE, read_changes_by_id

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
    f"WITH l, $id AS id LIMIT 1 RETURN id, {NAMED_LINE}"
)
FIRST_OF_DEVICE = (
    "MATCH (f:Document {device: $id}) MATCH (l:Line {path: f.path, number: 1}) "
    f"WITH l, $id AS id LIMIT 1 RETURN id, {NAMED_LINE}"
)
"""Where no line says a device's name."""
DOCUMENT_LINES = f"UNWIND $ids AS id WITH id MATCH (l:Line {{path: id, number: 1}}) RETURN id, {PLAIN_LINE}"
STATEMENTS = {"device": DEVICE_LINES, "document": DOCUMENT_LINES, "line": LINES}


FETCHED_LINES = 20_000
READ_NODES = 1000
"""Up to so many nodes, all lines are read; of more, those of the first and last nodes of each row."""
Kept = TypeVar("Kept")


RowEvidence = tuple[tuple[SourceLine, ...], int]
"""The lines behind one row, and how many there are: a node that was not read counts as one."""


def collect_evidence(
    query: Query, table: Table, graph: ReadableGraph, time_limit_s: float, failed: str = ""
) -> tuple[RowEvidence, ...]:
    """Find the lines behind each row, if they can be told; `failed` is a companion that was refused before."""
    if not table.rows:
        return ()
    quoted = _quoted_lines(table) if is_line(query, table.columns) else ()
    if quoted:
        return quoted
    rows = match_rows(query, table, graph, time_limit_s, failed)
    wanted: dict[str, set[NodeId]] = defaultdict(set)
    few = sum(len(one.ids) for row in rows for one in row) <= READ_NODES
    for matched in (one for row in rows for one in row):
        matched.kept = _kept(matched, few)
        wanted[matched.handle.kind].update(matched.kept)
    nodes = {kind: _fetch(kind, ids, graph, time_limit_s) for kind, ids in wanted.items()}
    literals = [token.text[1:-1] for token in tokenize(query.statement) if token.kind == "string"]
    compared = [*literals, *(value for value in query.parameters.values() if isinstance(value, str))]
    values = [text.lower() for text in compared if text]
    return tuple(
        _evidence(row, nodes, values, frozenset(text.lower() for text in cell_texts(cells)))
        for row, cells in zip(rows, table.rows, strict=True)
    )


def _quoted_lines(table: Table) -> tuple[RowEvidence, ...]:
    places = {column.rpartition(".")[2]: place for place, column in enumerate(table.columns)}
    found = []
    for row in table.rows:
        path, number, text = (row[places[name]] for name in ("path", "number", "text"))
        if not (isinstance(path, str) and isinstance(number, int) and isinstance(text, str)):
            return ()
        found.append(((SourceLine(path, number, text),), 1))
    return tuple(found)


def _kept(matched: Matched, few: bool) -> list[NodeId]:
    if matched.shown is not None:
        return matched.ids[: matched.shown]
    if matched.handle.per_value:
        return _first_and_last(matched.ids)
    return matched.ids if few and matched.handle.kind == "entity" else _ends(matched.ids)


def _ends(many: list[Kept]) -> list[Kept]:
    return many if len(many) <= 2 * KEPT_LINES else [*many[:KEPT_LINES], many[-1]]


def _first_and_last(many: list[Kept]) -> list[Kept]:
    """Keep what shows one value each: as many as are read, with the last."""
    return many if len(many) <= VALUE_LIMIT else [*many[: VALUE_LIMIT - 1], many[-1]]


def _fetch(
    kind: str, ids: set[NodeId], graph: ReadableGraph, time_limit_s: float
) -> dict[NodeId, MatchedNode]:
    found: dict[NodeId, MatchedNode] = {}

    def read(statement: str, parameters: Mapping[str, object]) -> None:
        table = graph.read(statement, parameters, row_limit=FETCHED_LINES, time_limit_s=time_limit_s)
        for node, fields, path, number, text, label, key, device in table.rows:
            if isinstance(node, int | str) and isinstance(number, int):
                names = frozenset(map(str, fields)) if isinstance(fields, Sequence) else None
                new = MatchedNode(str(label or ""), str(key or ""), device=str(device or ""))
                found.setdefault(node, new).lines[SourceLine(str(path), number, str(text))] = names

    read(STATEMENTS.get(kind, ENTITY_LINES), {"ids": sorted(ids, key=str)})
    missing = sorted(ids - set(found), key=str)
    if kind == "entity" and missing:
        read(LINES, {"ids": missing})
        for change in read_changes_by_id(graph, [node for node in missing if node not in found]):
            node = MatchedNode(CHANGE, change.key, device=change.device)
            found[change.id] = node
            node.lines.update(dict.fromkeys(change.lines))
    for name in missing if kind == "device" else ():
        read(FIRST_DEVICE_LINE, {"id": name})
        if name not in found:
            read(FIRST_OF_DEVICE, {"id": name})
    return found


def _evidence(
    row: list[Matched],
    nodes: Mapping[str, Mapping[NodeId, MatchedNode]],
    values: Sequence[str],
    cells: frozenset[str],
) -> RowEvidence:
    pairs = [
        (found, matched.handle)
        for matched in row
        for found in map(nodes[matched.handle.kind].get, matched.kept)
        if found is not None
    ]
    ordered = choose_lines(pairs, values, cells)
    kept = _first_and_last(ordered) if any(one.handle.per_value for one in row) else _ends(ordered)
    # The lines of a row that was matched on entities, too, are those of the entities.
    others = [one for one in row if one.handle.kind != "line"]
    left_out = sum(one.total - len(one.kept) for one in others or row)
    return tuple(kept), len(ordered) + left_out

"""The source lines behind each row: what the companion found, narrowed to the lines that show what was asked."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from agent.choose_lines import MatchedNode, NodeId, choose_lines
from agent.companion import derive_companions
from agent.companion_records import Companion, Handle
from agent.cypher_tokens import tokenize
from agent.evidence_statements import (
    DEVICE_LINES,
    DOCUMENT_LINES,
    ENTITY_LINES,
    FIRST_DEVICE_LINE,
    FIRST_OF_DEVICE,
    LINES,
)
from agent.records import Query
from agent.value_companions import EXTREMES, VALUE_LIMIT
from agent.whole_labels import find_label_ends
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine, Table

KEPT_LINES = 5
"""How many first lines of each row are kept where there are many, with the last one, which says how far they go."""
VALUES_ASKED = frozenset({"list", "summary"})
"""What asks which values there are: of each counted value, one node is shown, in an overview its first few."""
FEW_COUNTED = 50_000
"""Up to so many nodes, the first few of each value are looked for."""
COMPANION_ROWS = 2000
FETCHED_LINES = 20_000
READ_NODES = 1000
"""Up to so many nodes, all lines are read; of more, those of the first and last nodes of each row."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The lines behind one row; `lines` may be a part of `total`, which counts a node that was not read as one."""

    lines: tuple[SourceLine, ...] = ()
    total: int = 0


NO_EVIDENCE = Evidence()


@dataclass(slots=True)
class _Matched:
    """The nodes that one handle found for one row: `ids` in file order, `total` of them, `kept` of those read.

    `shown` is how many of them are to be shown, None for as many as are kept.
    """

    handle: Handle
    ids: list[NodeId]
    total: int
    kept: list[NodeId] = field(default_factory=list)
    shown: int | None = None


def collect_evidence(
    query: Query, table: Table, graph: ReadableGraph, time_limit_s: float
) -> tuple[Evidence, ...]:
    """Find the lines behind each of a table's rows; a row whose lines cannot be told has none.

    Raises GraphServerError when the graph is gone.
    """
    if not table.rows:
        return ()
    quoted = _quoted_lines(table)
    if quoted:
        return quoted
    matched = _match_rows(query, table, graph, time_limit_s)
    return _read_lines(query, table, matched, graph, time_limit_s)


def _quoted_lines(table: Table) -> tuple[Evidence, ...]:
    """Return the rows themselves where they are source lines: path, number and text."""
    places = {column.rpartition(".")[2]: place for place, column in enumerate(table.columns)}
    if not {"path", "number", "text"} <= set(places):
        return ()
    found = []
    for row in table.rows:
        path, number, text = (row[places[name]] for name in ("path", "number", "text"))
        if not (isinstance(path, str) and isinstance(number, int) and isinstance(text, str)):
            return ()
        found.append(Evidence((SourceLine(path, number, text),), 1))
    return tuple(found)


def _match_rows(
    query: Query, table: Table, graph: ReadableGraph, time_limit_s: float
) -> list[list[_Matched]]:
    """Run the companions; of each row, the nodes that it was matched on."""
    rows: list[list[_Matched]] = [[] for _ in table.rows]
    for companion in derive_companions(query.statement):
        found = _of_values(query, table, companion, graph, time_limit_s)
        if not all(found):
            plain = _run(query, table, companion, graph, time_limit_s)
            if companion.ends is not None and not any(plain):
                plain = _run(query, table, companion.ends, graph, time_limit_s)
            found = [one or other for one, other in zip(found, plain, strict=True)]
        for row, matched in zip(rows, found, strict=True):
            row += matched
    return rows


def shows_values(query: Query) -> bool:
    """Say whether a query asks which values there are; groups that a model counts are such, whatever it calls them."""
    reading = query.reading
    return reading is not None and (reading.by_model or reading.intent in VALUES_ASKED)


def _of_values(
    query: Query, table: Table, companion: Companion, graph: ReadableGraph, time_limit_s: float
) -> list[list[_Matched]]:
    """Run what stands for a companion, in half its time; a row has nothing unless each of them finds something."""
    found = [
        _run(query, table, one, graph, time_limit_s / 2 / len(companion.instead)) for one in companion.instead
    ]
    return [
        [matched for one in found for matched in one[place]]
        if found and all(one[place] for one in found)
        else []
        for place in range(len(table.rows))
    ]


def _run(
    query: Query, table: Table, companion: Companion, graph: ReadableGraph, time_limit_s: float
) -> list[list[_Matched]]:
    """Return what one companion matched for each row; nothing when the graph refuses it."""
    parameters: dict[str, object] = dict(query.parameters)
    shows_some = companion.by_value and len(table.rows) > 1 and shows_values(query)
    shown = KEPT_LINES if _is_overview(query) and _counted(table) <= FEW_COUNTED else 1
    if shows_some and shown == 1 and companion.ends is not None:
        companion = companion.ends
    if companion.extreme is not None:
        cells = [row[companion.extreme] for row in table.rows]
        parameters[EXTREMES] = [cell for cell in cells if isinstance(cell, int | float | str)]
    try:
        ends = find_label_ends(companion.label, graph, time_limit_s) if companion.label else None
        if ends is not None and len(table.rows) == 1:
            return [[_Matched(companion.handles[0], list(ends.ids), ends.count)]]
        beside = graph.read(
            companion.statement, parameters, row_limit=COMPANION_ROWS, time_limit_s=time_limit_s
        )
    except GraphServerError:
        raise
    except GraphError:
        return [[] for _ in table.rows]
    found = _join(table, beside, companion)
    for matched in (one for row in found for one in row if shows_some):
        matched.shown = shown
    return found


def _is_overview(query: Query) -> bool:
    """Tell an overview of our own, whose lines are shared out: a model's rows are many, and one line proves each."""
    reading = query.reading
    return reading is not None and reading.intent == "summary" and not reading.by_model


def _counted(table: Table) -> int:
    """Add up what the rows of a table count."""
    places = [place for place, column in enumerate(table.columns) if column.startswith("count")]
    cells = (row[place] for row in table.rows for place in places)
    return sum(cell for cell in cells if isinstance(cell, int))


def _join(table: Table, beside: Table, companion: Companion) -> list[list[_Matched]]:
    width = len(table.columns)
    keys = range(width) if companion.keys is None else companion.keys
    waiting: dict[str, list[tuple[Cell, ...]]] = defaultdict(list)
    rows: list[list[_Matched]] = []
    for row in reversed(beside.rows):
        if len(row) <= width:  # some graphs return nothing beside a *
            break
        waiting[_key(row, keys)].append(row)
    for row in table.rows:
        found = waiting.get(_key(row, keys))
        rows.append(list(_read_handles(found.pop()[width:], companion.handles)) if found else [])
    return rows


def _key(row: Sequence[Cell], keys: Iterable[int]) -> str:
    return json.dumps([row[key] for key in keys], default=str)


def _read_handles(cells: Sequence[Cell], handles: Sequence[Handle]) -> Iterable[_Matched]:
    place = 0
    for handle in handles:
        ids = _flatten(cells[place])
        total = len(ids)
        if handle.counted:
            count, last = cells[place + 1], cells[place + 2]
            total = count if isinstance(count, int) else total
            if total > len(ids) and isinstance(last, int | str):
                ids.append(last)
        place += 3 if handle.counted else 1
        if ids:
            yield _Matched(handle, ids, total)


def _flatten(cell: Cell) -> list[NodeId]:
    found: set[NodeId] = set()
    waiting: list[Cell] = [cell]
    while waiting:
        one = waiting.pop()
        if isinstance(one, int | str) and not isinstance(one, bool):
            found.add(one)
        elif isinstance(one, Sequence) and not isinstance(one, str):
            waiting += one
    return sorted(found, key=lambda node: (isinstance(node, str), node))


def _read_lines(
    query: Query, table: Table, rows: list[list[_Matched]], graph: ReadableGraph, time_limit_s: float
) -> tuple[Evidence, ...]:
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


def _kept(matched: _Matched, few: bool) -> list[NodeId]:
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
    literals = [token.text[1:-1] for token in tokenize(query.statement) if token.kind == "text"]
    values = [value for value in query.parameters.values() if isinstance(value, str)]
    return tuple(text.lower() for text in [*literals, *values] if text)


def _left_out(row: Sequence[_Matched]) -> int:
    """Count what was not read; the lines of a row that was matched on entities, too, are those of the entities."""
    others = [one for one in row if one.handle.kind != "line"]
    return sum(one.total - len(one.kept) for one in others or row)


def _evidence(
    row: list[_Matched],
    nodes: Mapping[str, Mapping[NodeId, MatchedNode]],
    values: Sequence[str],
    cells: frozenset[str],
) -> Evidence:
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
    return Evidence(tuple(kept), len(ordered) + left_out)

"""Reads the nodes that each row matched from the result of a companion statement."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agent.evidence.choose_lines import NodeId
from agent.evidence.companion import EXTREMES, Companion, Handle, derive_companions
from agent.records import Query
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, Table
from graph_store.schema import quote_name

KEPT_LINES = 5
"""How many first lines of each row are kept where there are many, with the last one, which says how far they go."""
VALUES_ASKED = frozenset({"list", "summary"})
"""What asks which values there are: of each counted value, one node is shown, in an overview its first few."""
FEW_COUNTED = 50_000
"""Up to so many nodes, the first few of each value are looked for."""
COMPANION_ROWS = 2000


@dataclass(slots=True)
class Matched:
    """The nodes of one row: `ids` in file order, `kept` of them are read, `shown` at most; None for any number."""

    handle: Handle
    ids: list[NodeId]
    total: int
    kept: list[NodeId] = field(default_factory=list)
    shown: int | None = None


def match_rows(
    query: Query, table: Table, graph: ReadableGraph, time_limit_s: float, failed: str
) -> list[list[Matched]]:
    """Run the companions, but for one that `failed` before; of each row, the nodes that it was matched on."""
    rows: list[list[Matched]] = [[] for _ in table.rows]
    for companion in derive_companions(query.statement):
        found = _of_values(query, table, companion, graph, time_limit_s)
        if not all(found):
            plain = _run(query, table, companion, graph, time_limit_s, failed)
            if companion.ends is not None and not any(plain):
                plain = _run(query, table, companion.ends, graph, time_limit_s, failed)
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
) -> list[list[Matched]]:
    """Run what stands for a companion, in half its time; a row has nothing unless each of them finds something."""
    half = time_limit_s / 2 / max(1, len(companion.instead))
    found = [_run(query, table, one, graph, half) for one in companion.instead]
    each = zip(*found, strict=True) if found else [()] * len(table.rows)
    return [[matched for one in row for matched in one] if all(row) else [] for row in each]


def _run(
    query: Query,
    table: Table,
    companion: Companion,
    graph: ReadableGraph,
    time_limit_s: float,
    failed: str = "",
) -> list[list[Matched]]:
    """Return what one companion matched for each row; nothing when the graph refuses it, or did before."""
    parameters: dict[str, object] = dict(query.parameters)
    shows_some = companion.by_value and len(table.rows) > 1 and shows_values(query)
    shown = KEPT_LINES if _is_overview(query) and _counted(table) <= FEW_COUNTED else 1
    if shows_some and shown == 1 and companion.ends is not None:
        companion = companion.ends
    if companion.statement == failed:
        return [[] for _ in table.rows]
    if companion.extreme is not None:
        cells = [row[companion.extreme] for row in table.rows]
        parameters[EXTREMES] = [cell for cell in cells if isinstance(cell, int | float | str)]
    try:
        ends = find_label_ends(companion.label, graph, time_limit_s) if companion.label else None
        if ends is not None and len(table.rows) == 1:
            count, ids = ends
            return [[Matched(companion.handles[0], [*ids], count)]]
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
    places = [place for place, column in enumerate(table.columns) if column.startswith("count")]
    cells = (row[place] for row in table.rows for place in places)
    return sum(cell for cell in cells if isinstance(cell, int))


def _join(table: Table, beside: Table, companion: Companion) -> list[list[Matched]]:
    width = len(table.columns)
    keys = range(width) if companion.keys is None else companion.keys
    waiting: dict[str, list[tuple[Cell, ...]]] = defaultdict(list)
    for row in reversed(beside.rows):
        if len(row) <= width:  # some graphs return nothing beside a *
            break
        waiting[_key(row, keys)].append(row[width:])
    found = (waiting.get(_key(row, keys)) for row in table.rows)
    rows = (list(_read_handles(cells.pop(), companion.handles)) if cells else [] for cells in found)
    return [[one for one in row if not one.handle.instead] or row for row in rows]


def _key(row: Sequence[Cell], keys: Iterable[int]) -> str:
    return json.dumps([row[key] for key in keys], default=str)


def _read_handles(cells: Sequence[Cell], handles: Sequence[Handle]) -> Iterable[Matched]:
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
            yield Matched(handle, ids, total)


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


# The first and the last nodes of a label of many, found by the first and last lines instead of reading them all.


MANY = 2000
"""Of up to so many nodes all are read."""
FIRST, LAST = 5, 1
TRIED_IDS = 300
"""So many of the first and of the last lines are tried; a label that is rarer among them is read through."""
ROWS_OF_IDS = 20 * TRIED_IDS
"""A line belongs to one entity, seldom to a few."""
_DOCUMENTS = (
    "MATCH (d:Document) WHERE d.entities > 0 RETURN d.serial AS serial, d.lines AS lines ORDER BY serial"
)
_DOCUMENT_LIMIT = 10_000


def find_label_ends(label: str, graph: ReadableGraph, time_limit_s: float) -> tuple[int, list[int]] | None:
    """Count a label's nodes, and find its ends; None where it has few nodes, or they are not among the ids tried."""
    name = quote_name(label)
    counted = graph.read(f"MATCH (n:{name}) RETURN count(*) AS count", row_limit=1, time_limit_s=time_limit_s)
    count = counted.rows[0][0] if counted.rows else 0
    if not isinstance(count, int) or count <= MANY:
        return None
    low, high = _ends_of_ids(graph, time_limit_s)
    statement = (
        f"UNWIND $ids AS id WITH id MATCH (l:Line {{id: id}})<-[:HAS_LINE]-(n:Entity) WHERE n:{name} "
        "RETURN id, n.id ORDER BY id"
    )
    found = graph.read(statement, {"ids": low + high}, row_limit=ROWS_OF_IDS, time_limit_s=time_limit_s)
    places = [(int(str(line)), int(str(node))) for line, node in found.rows]
    firsts = list(dict.fromkeys(node for line, node in places if low and line <= low[-1]))[:FIRST]
    lasts = list(dict.fromkeys(node for line, node in places if high and line >= high[0]))[-LAST:]
    if found.cut or len(firsts) < FIRST or len(lasts) < LAST or set(firsts) & set(lasts):
        return None
    return count, [*firsts, *lasts]


def _ends_of_ids(graph: ReadableGraph, time_limit_s: float) -> tuple[list[int], list[int]]:
    """List the lowest and the highest ids of lines, both ascending."""
    table = graph.read(_DOCUMENTS, row_limit=_DOCUMENT_LIMIT, time_limit_s=time_limit_s)
    if table.cut:
        return [], []
    spans = [
        range(serial * 2**32 + 1, serial * 2**32 + 1 + lines)
        for serial, lines in table.rows
        if isinstance(serial, int) and isinstance(lines, int)
    ]
    low: list[int] = []
    for span in spans:
        low += span[: TRIED_IDS - len(low)]
    high: list[int] = []
    for span in reversed(spans):
        high += reversed(span[-(TRIED_IDS - len(high)) :] if len(high) < TRIED_IDS else [])
    return low, high[::-1]

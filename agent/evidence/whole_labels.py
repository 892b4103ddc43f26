"""The first and the last nodes of a label of many, found by the ids that documents give instead of reading them all."""

from __future__ import annotations

from dataclasses import dataclass

from graph_store.graph import ReadableGraph
from graph_store.names import quote_name

MANY = 2000
"""Of up to so many nodes all are read."""
FIRST, LAST = 5, 1
TRIED_IDS = 300
"""So many of the lowest and of the highest ids are tried; a label that is rarer among them is read through."""
_ENTITIES = 2**31
_DOCUMENTS = "MATCH (d:Document) WHERE d.entities > 0 RETURN d.serial AS serial, d.entities AS entities ORDER BY serial"
_DOCUMENT_LIMIT = 10_000


@dataclass(frozen=True, slots=True)
class LabelEnds:
    """How many nodes a label has, and the ids of its first and last, ascending."""

    count: int
    ids: tuple[int, ...]


def find_label_ends(label: str, graph: ReadableGraph, time_limit_s: float) -> LabelEnds | None:
    """Find the ends of a label of entities; None where it has few, or its ends are not among the ids tried.

    Raises GraphError.
    """
    name = quote_name(label)
    counted = graph.read(f"MATCH (n:{name}) RETURN count(*) AS count", row_limit=1, time_limit_s=time_limit_s)
    count = counted.rows[0][0] if counted.rows else 0
    if not isinstance(count, int) or count <= MANY:
        return None
    low, high = _ends_of_ids(graph, time_limit_s)
    statement = (
        f"UNWIND $ids AS id WITH id MATCH (n:Entity {{id: id}}) WHERE n:{name} RETURN n.id AS id ORDER BY id"
    )
    found = graph.read(
        statement, {"ids": low + high}, row_limit=2 * TRIED_IDS, time_limit_s=time_limit_s
    ).rows
    ids = [row[0] for row in found if isinstance(row[0], int)]
    firsts = [one for one in ids if one <= low[-1]][:FIRST] if low else []
    lasts = [one for one in ids if one >= high[0]][-LAST:] if high else []
    if len(firsts) < FIRST or len(lasts) < LAST or firsts[-1] >= lasts[0]:
        return None
    return LabelEnds(count, (*firsts, *lasts))


def _ends_of_ids(graph: ReadableGraph, time_limit_s: float) -> tuple[list[int], list[int]]:
    """List the lowest and the highest ids that entities may have, both ascending."""
    table = graph.read(_DOCUMENTS, row_limit=_DOCUMENT_LIMIT, time_limit_s=time_limit_s)
    spans = [
        range(serial * 2**32 + _ENTITIES, serial * 2**32 + _ENTITIES + entities)
        for serial, entities in table.rows
        if isinstance(serial, int) and isinstance(entities, int)
    ]
    if table.cut:
        return [], []
    low: list[int] = []
    for span in spans:
        low += span[: TRIED_IDS - len(low)]
    high: list[int] = []
    for span in reversed(spans):
        high += reversed(span[-(TRIED_IDS - len(high)) :] if len(high) < TRIED_IDS else [])
    return low, high[::-1]

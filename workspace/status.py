"""Reads what `wirelore status` shows: counts, and with --relations the inferred relations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.load.load_graph import read_doubts

if TYPE_CHECKING:
    from graph_store.graph import ReadableGraph
    from graph_store.records import Cell
    from ingest.records import Doubt

ENTITIES = "MATCH (n:Entity) RETURN count(n) AS entities"
UNFINISHED = "MATCH (d:Document) WHERE d.state <> 'ready' RETURN d.path AS path ORDER BY path"
DOUBTFUL = (
    "MATCH (d:Document) WHERE d.state = 'ready' AND d.counts CONTAINS '\"doubts\": [[' "
    "RETURN d.path AS path, d.counts AS counts ORDER BY path"
)
DROPPED = "MATCH (d:Document) WHERE d.first_line > 1 RETURN sum(d.first_line - 1) AS lines"
MOST_PATHS = 1000


@dataclass(frozen=True, slots=True)
class GraphStatus:
    """The counts of a KG. `unfinished` are half-loaded documents, which are not served.

    `dropped` counts lines that were older than is retained; `doubts` say what is implausible about the records.
    """

    kg: str
    documents: int
    lines: int
    lines_explained: int
    coverage: float
    devices: int
    entities: int
    relations: int
    labels: dict[str, int]
    parsers: tuple[str, ...]
    unfinished: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    dropped: int


def read_status(graph: ReadableGraph, kg: str) -> GraphStatus:
    """Count what the graph holds. Coverage is 1.0 where there is no line."""
    found = graph.describe()
    unfinished = graph.read(UNFINISHED, row_limit=MOST_PATHS)
    doubtful = graph.read(DOUBTFUL, row_limit=MOST_PATHS).rows
    doubts = [doubt for path, counts in doubtful for doubt in read_doubts(str(path), str(counts))]
    lines = sum(document.lines for document in found.documents)
    explained = sum(document.lines_explained for document in found.documents)
    return GraphStatus(
        kg=kg,
        documents=len(found.documents),
        lines=lines,
        lines_explained=explained,
        coverage=explained / lines if lines else 1.0,
        devices=len(found.devices),
        entities=int(str(graph.read(ENTITIES).rows[0][0])),
        relations=sum(count for *_, count in found.relations),
        labels={label.name: label.count for label in found.labels},
        parsers=tuple(sorted({document.parser for document in found.documents if document.parser})),
        unfinished=tuple(str(row[0]) for row in unfinished.rows),
        doubts=tuple(doubts),
        dropped=int(str(graph.read(DROPPED).rows[0][0] or 0)),
    )


MOST_ROWS = 10_000
_COUNTS = "MATCH (s:Store {id: 1}) RETURN s.inferred"
_SHARES = (
    "MATCH (a:Type)-[r:REFERS_TO]->(b:Type) RETURN r.relation, a.name, r.property, b.name, r.share, r.score"
)
_UNDEFINED = (
    "MATCH (u:Undefined) OPTIONAL MATCH (u)<-[r]-(a:Entity) WHERE r.inferred IS NOT NULL "
    "RETURN u.key, u.expected, u.device, u.path, type(r), a.type, r.lines ORDER BY u.path, u.first_line"
)


@dataclass(frozen=True, slots=True)
class RelationCount:
    """How many relations of a name lead from a type's property to a type; share and score for references only."""

    inferred: str
    name: str
    source: str
    property: str
    target: str
    count: int
    share: float | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class UnresolvedReference:
    """A name that is used and defined nowhere on its device; `used_at` are lines that use it, as path:line."""

    name: str
    expected: tuple[str, ...]
    device: str
    relation: str
    source: str
    used_at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationsStatus:
    """The inferred relations by kind, the largest first, and the references that lead nowhere."""

    relations: tuple[RelationCount, ...]
    unresolved: tuple[UnresolvedReference, ...]


def read_relations(graph: ReadableGraph) -> RelationsStatus:
    """Read what the last ingest counted, which is as fast on a large KG."""
    rows = graph.read(_SHARES, row_limit=MOST_ROWS).rows
    shares = {tuple(map(str, row[:4])): (_number(row[4]), _number(row[5])) for row in rows}
    counts: list[RelationCount] = []
    for (text,) in graph.read(_COUNTS, row_limit=1).rows:
        for inferred, name, source, said, target, count in json.loads(str(text or "[]")):
            share, score = shares.get((name, source, said, target), (None, None))
            counts.append(RelationCount(inferred, name, source, said, target, count, share, score))
    counts.sort(key=lambda one: (one.inferred, -one.count, one.name, one.source, one.target))
    undefined = graph.read(_UNDEFINED, row_limit=MOST_ROWS).rows
    unresolved = [
        UnresolvedReference(
            name=str(key),
            expected=tuple(map(str, _items(expected))),
            device=str(device or ""),
            relation=str(relation or ""),
            source=str(source or ""),
            used_at=tuple(f"{path}:{line}" for line in _items(lines)),
        )
        for key, expected, device, path, relation, source, lines in undefined
    ]
    return RelationsStatus(tuple(counts), tuple(unresolved))


def _items(cell: Cell) -> Sequence[Cell]:
    return cell if isinstance(cell, Sequence) and not isinstance(cell, str | Mapping) else ()


def _number(cell: Cell) -> float | None:
    return float(cell) if isinstance(cell, int | float) else None

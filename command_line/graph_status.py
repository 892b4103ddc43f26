"""What is in a KG, for `wirelore status`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.known_documents import read_doubts

if TYPE_CHECKING:
    from graph_store.graph import ReadableGraph
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
    """The counts of a KG. `unfinished` are documents that an ingest left half loaded: they are not served.

    `dropped` counts those of the lines that were older than is retained. `doubts` say what is implausible about the
    records of documents that are served.
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
    doubtful = graph.read(DOUBTFUL, row_limit=MOST_PATHS)
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
        doubts=tuple(
            doubt for path, counts in doubtful.rows for doubt in read_doubts(str(path), str(counts))
        ),
        dropped=int(str(graph.read(DROPPED).rows[0][0] or 0)),
    )

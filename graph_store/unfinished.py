"""Finds out whether every document of a graph is whole."""

from __future__ import annotations

from graph_store.errors import UnfinishedGraphError
from graph_store.graph import ReadableGraph

NAMED = 3
_UNFINISHED = "MATCH (d:Document) WHERE d.state <> 'ready' RETURN d.path ORDER BY d.path"


def check_finished(graph: ReadableGraph) -> None:
    """Raise UnfinishedGraphError when an ingest is running or was interrupted: a part is never served as the whole."""
    table = graph.read(_UNFINISHED, row_limit=10_000)
    if table.rows:
        paths = tuple(str(path) for (path,) in table.rows)
        raise UnfinishedGraphError(paths[:NAMED], len(paths))

"""Checks whether every document in a graph is complete."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from graph_store.errors import IngestInterruptedError, IngestRunningError, UnfinishedGraphError
from graph_store.graph import ReadableGraph

NAMED = 3
_UNFINISHED = "MATCH (d:Document) WHERE d.state <> 'ready' RETURN d.path ORDER BY d.path"


_ERRORS = {None: UnfinishedGraphError, True: IngestRunningError, False: IngestInterruptedError}


@runtime_checkable
class KnowsIngests(Protocol):
    """A graph that can tell whether an ingest into it is running; None when it cannot tell."""

    def ingest_runs(self) -> bool | None: ...


def check_finished(graph: ReadableGraph) -> None:
    """Raise UnfinishedGraphError when an ingest is running or was interrupted: a part is never served as the whole."""
    table = graph.read(_UNFINISHED, row_limit=10_000)
    if table.rows:
        paths = tuple(str(path) for (path,) in table.rows)
        runs = graph.ingest_runs() if isinstance(graph, KnowsIngests) else None
        raise _ERRORS[runs](paths[:NAMED], len(paths))

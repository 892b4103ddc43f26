"""Checks whether every document in a graph is complete."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from graph_store.errors import IngestInterruptedError, IngestRunningError, UnfinishedGraphError
from graph_store.graph import ReadableGraph

NAMED = 3
_UNFINISHED = "MATCH (d:Document) WHERE d.state <> 'ready' RETURN d.path ORDER BY d.path"
_READY = "MATCH (d:Document {state: 'ready'}) RETURN count(d)"


_ERRORS = {None: UnfinishedGraphError, True: IngestRunningError, False: IngestInterruptedError}


@runtime_checkable
class KnowsIngests(Protocol):
    """A graph that can tell whether an ingest into it is running; None when it cannot tell."""

    def ingest_runs(self) -> bool | None: ...


def check_finished(graph: ReadableGraph) -> None:
    """Raise UnfinishedGraphError when an ingest is running or was interrupted: a part is never served as the whole."""
    if paths := _unfinished(graph):
        raise _ERRORS[_runs(graph)](paths[:NAMED], len(paths))


NOTHING_LOADED = "no document is loaded; run `wirelore ingest`, again where it was stopped"


def say_unfinished(graph: ReadableGraph) -> str:
    """Say what an ingest that runs, or was interrupted, has loaded so far; blank where everything is loaded."""
    paths, runs = _unfinished(graph), _runs(graph)
    ready = int(str(graph.read(_READY, row_limit=1).rows[0][0]))
    if not paths and not runs:
        return "" if ready else NOTHING_LOADED
    named = ", ".join(paths[:NAMED]) + (", ..." if len(paths) > NAMED else "")
    waiting = f" and {len(paths)} not ({named})" if paths else ""
    return f"{_ERRORS[runs].why}: {ready} document{'s are' if ready != 1 else ' is'} loaded whole{waiting}"


def _unfinished(graph: ReadableGraph) -> tuple[str, ...]:
    return tuple(str(path) for (path,) in graph.read(_UNFINISHED, row_limit=10_000).rows)


def _runs(graph: ReadableGraph) -> bool | None:
    return graph.ingest_runs() if isinstance(graph, KnowsIngests) else None

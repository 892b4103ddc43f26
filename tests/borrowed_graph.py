"""Empty graphs for tests, on real embedded servers that one worker's tests use one after the other."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.speed.wait_for_server import wait_for_server_end
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphError
from graph_store.open_graph import open_graph

SERIALS = """
    MATCH (d:Document) WHERE d.serial IS NOT NULL RETURN d.serial AS serial
    UNION MATCH (l:Line) WHERE l.document IS NOT NULL RETURN DISTINCT l.document AS serial
"""
_free: list[BoltGraph] = []
_folders: list[Path] = []


@contextmanager
def borrowed_graph() -> Iterator[BoltGraph]:
    """Open an empty graph that nobody else has meanwhile; a server takes a second to start, so it is used again.

    For tests of what is in a graph. Those of a KG's folder, or of what its server does, make one of their own.
    """
    graph = _take()
    try:
        yield graph
    except BaseException:
        graph.close()
        raise
    _free.append(graph)


def end_graphs() -> None:
    """End the servers, and remove their folders."""
    while _free:
        _free.pop().close()
    while _folders:
        folder = _folders.pop()
        wait_for_server_end(folder / "kg")
        shutil.rmtree(folder, ignore_errors=True)  # its supervisor removes a file at the same time


def emptied(store: BoltGraph) -> BoltGraph:
    """Delete everything in a store, its text index included."""
    held = store.read(SERIALS, row_limit=1000).rows
    store.write("MATCH (n) DETACH DELETE n")
    for (serial,) in held:
        store.delete_document(int(str(serial)))
    store.commit_lines(0)
    return store


def _take() -> BoltGraph:
    """Empty one that is free, unless its last test broke it; else open another one."""
    while _free:
        graph = _free.pop()
        with suppress(GraphError):
            return emptied(graph)
        graph.close()
    _folders.append(Path(tempfile.mkdtemp(prefix="wirelore-graph-")))
    return open_graph(str(_folders[-1] / "kg"), create=True, idle_s=0.2)

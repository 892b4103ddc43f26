"""Makes an embedded KG's text index agree with its graph again, after an ingest died between the two."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphServerError, LockedGraphError
from graph_store.graph import IndexedLine
from graph_store.kg_folder import hold_ingest_lock
from graph_store.line_search import EmbeddedLineSearch

TEXT_FOLDER = "text"
BATCH = 5000
LINES_BY_ID = """
    UNWIND range($first, $last) AS id WITH * MATCH (l:Line {id: id})
    RETURN l.id, l.document, l.search_text
"""


def open_line_search(folder: Path) -> EmbeddedLineSearch:
    """Open KG/text; one that cannot be read is thrown away, as it can be made from the graph."""
    try:
        return EmbeddedLineSearch(folder / TEXT_FOLDER)
    except GraphServerError:
        with _only_ingest(folder):
            shutil.rmtree(folder / TEXT_FOLDER)
        return EmbeddedLineSearch(folder / TEXT_FOLDER)


def mend_lines(folder: Path, graph: BoltGraph, search: EmbeddedLineSearch) -> None:
    """Rebuild the text index when its generation is not the graph's, unless another process is ingesting."""
    if search.index.generation() == graph.generation():
        return
    try:
        with _only_ingest(folder):
            _rebuild(graph, search)
    except LockedGraphError:
        return


@contextmanager
def _only_ingest(folder: Path) -> Iterator[None]:
    """Be the only ingest; who is that already stays it. Raises LockedGraphError when another process is."""
    with ExitStack() as held:
        try:
            held.enter_context(hold_ingest_lock(folder))
        except LockedGraphError as error:
            if error.pid != os.getpid():
                raise
        yield


def _rebuild(graph: BoltGraph, search: EmbeddedLineSearch) -> None:
    generation = graph.generation()
    if search.index.generation() == generation:
        return
    search.clear()
    for lines in _all_lines(graph):
        search.add(lines)
    search.commit(generation)


def _all_lines(graph: BoltGraph) -> Iterator[list[IndexedLine]]:
    documents = graph.read(
        "MATCH (d:Document) RETURN d.serial, coalesce(d.lines, 0) ORDER BY d.serial", row_limit=10**9
    )
    for serial, count in documents.rows:
        if not isinstance(serial, int) or not isinstance(count, int):
            continue
        for start in range(1, count + 1, BATCH):
            first = serial * 2**32 + start
            last = serial * 2**32 + min(start + BATCH - 1, count)
            found = graph.read(LINES_BY_ID, {"first": first, "last": last}, row_limit=BATCH)
            yield [IndexedLine(int(str(row[0])), serial, str(row[2] or "")) for row in found.rows]

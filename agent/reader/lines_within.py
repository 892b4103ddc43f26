"""Finds lines that have a word of a question inside of a longer one, where the index of words has nothing."""

from __future__ import annotations

from collections.abc import Mapping

from graph_store.errors import GraphError
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine

TIME_LIMIT_S = 3.0
_LINES = (
    "MATCH (l:Line) WHERE toLower(l.text) CONTAINS $word RETURN l.id, l.number, l.text ORDER BY l.id LIMIT 5"
)


def lines_within(graph: ReadableGraph, word: str, paths: Mapping[int, str]) -> tuple[SourceLine, ...] | None:
    """Return the first lines that have the word anywhere, in any case; None where that cannot be known in 3 seconds.

    `paths` are the files that questions see, by their serials.
    """
    try:
        rows = graph.read(_LINES, {"word": word.lower()}, time_limit_s=TIME_LIMIT_S).rows
    except GraphError:
        return None
    found = [(int(str(node)) >> 32, int(str(number)), str(text)) for node, number, text in rows]
    seen = tuple(SourceLine(paths[serial], number, text) for serial, number, text in found if serial in paths)
    return seen if seen or not found else None

"""Every source line of a graph, for the keyword dump."""

from __future__ import annotations

from collections.abc import Sequence

from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine

LINES_AT_ONCE = 5_000
LINES = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.path AS path, l.number AS number, l.text AS text"


def source_lines(graph: ReadableGraph, documents: Sequence[Document]) -> list[SourceLine]:
    """Read the lines of the documents, in the order of their paths."""
    found = []
    for document in sorted(documents, key=lambda each: each.path):
        numbers = range(1, document.lines + 1)
        for first in range(0, document.lines, LINES_AT_ONCE):
            ids = [document.serial * 2**32 + number for number in numbers[first : first + LINES_AT_ONCE]]
            rows = graph.read(LINES, {"ids": ids}, row_limit=LINES_AT_ONCE).rows
            found += [SourceLine(str(path), int(str(number)), str(text)) for path, number, text in rows]
    return sorted(found, key=lambda line: (line.path, line.number))

"""Reads lines of a graph: whole documents, and lines by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine
from retrieval.records import Line

AT_ONCE = 5_000
MOST_LINES = 200_000
"""Lines that are read for chunks; of what is longer, the first ones of each document, in equal shares."""
_RANGE = "MATCH (l:Line) WHERE l.id >= $low AND l.id < $high RETURN l.id, l.number, l.text, l.search_text ORDER BY l.id"
_COUNT = "MATCH (l:Line) WHERE l.id > $low AND l.id < $high RETURN count(l)"
_BY_ID = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.id, l.path, l.number, l.text"


def read_documents(
    graph: ReadableGraph, documents: Sequence[Document], most: int = MOST_LINES
) -> dict[Document, list[Line]]:
    """Read the lines of the documents, in the order of their paths; at most `most` in all."""
    counted = [_counted(graph, one) for one in sorted(documents, key=lambda one: one.path)]
    return {document: _read_document(graph, document, limit) for document, limit in share_out(counted, most)}


def _counted(graph: ReadableGraph, document: Document) -> Document:
    """Count the lines of prose: a document tells those that a parser was asked of only."""
    if document.lines:
        return document
    first = document.serial * 2**32
    rows = graph.read(_COUNT, {"low": first, "high": first + 2**31}, row_limit=1).rows
    return replace(document, lines=int(str(rows[0][0])) if rows else 0)


def share_out(documents: Sequence[Document], most: int) -> list[tuple[Document, int]]:
    """Say how many lines are read of each document: what short ones leave, long ones get."""
    left, limits = most, {}
    for place, document in enumerate(sorted(documents, key=lambda one: one.lines)):
        limits[document] = min(document.lines, left // (len(documents) - place))
        left -= limits[document]
    return [(document, limits[document]) for document in documents]


def _read_document(graph: ReadableGraph, document: Document, limit: int) -> list[Line]:
    found = []
    first = document.serial * 2**32 + 1
    for low in range(first, first + limit, AT_ONCE):
        high = min(low + AT_ONCE, first + limit)
        rows = graph.read(_RANGE, {"low": low, "high": high}, row_limit=AT_ONCE).rows
        found += [
            Line(int(str(key)), document, int(str(number)), str(text), str(words))
            for key, number, text, words in rows
        ]
    return found


def read_ids(graph: ReadableGraph, ids: Iterable[int]) -> dict[int, SourceLine]:
    """Read lines by their ids; those that are gone are left out."""
    found: dict[int, SourceLine] = {}
    wanted = sorted(set(ids))
    for start in range(0, len(wanted), AT_ONCE):
        rows = graph.read(_BY_ID, {"ids": wanted[start : start + AT_ONCE]}, row_limit=AT_ONCE).rows
        found |= {
            int(str(key)): SourceLine(str(path), int(str(number)), str(text))
            for key, path, number, text in rows
        }
    return found

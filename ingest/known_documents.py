"""Reads which documents the graph holds, and removes what an interrupted ingest left."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from graph_store.graph import WritableGraph
from graph_store.records import Cell, Document
from ingest.graph_rows import line_id
from ingest.load_graph import remove_documents
from ingest.records import DocumentCounts, Doubt

_DOCUMENTS = (
    "MATCH (d:Document) RETURN d.path, d.sha256, d.kind, d.serial, d.state, d.parser, d.device, d.bytes, "
    "d.lines, d.lines_explained, d.variable_tokens, d.tokens_in_fields, d.counts, d.first_line, d.location, d.source "
    "ORDER BY d.serial"
)
_GENERATION = "MATCH (s:Store {id: 1}) RETURN s.generation"
_ENDS = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.number, l.text"
_YEAR_ASSUMED = (
    "UNWIND range($first, $last) AS id MATCH (l:Line {id: id})<-[:HAS_LINE]-(e:Event) "
    "WHERE e.timestamp IS NOT NULL RETURN e.year_assumed ORDER BY l.id DESC LIMIT 1"
)
LAST_LINES = 200
"""Lines at a log's end among which its last record with a time is looked for."""


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A document that the graph holds whole. `counts` is None where an older version did not keep them."""

    document: Document
    counts: DocumentCounts | None


def known_documents(graph: WritableGraph) -> dict[str, KnownDocument]:
    """Remove what an interrupted ingest left, and return the whole documents by path."""
    table = graph.read(_DOCUMENTS, row_limit=1_000_000)
    ready: dict[str, KnownDocument] = {}
    cut: list[int] = []
    for row in table.rows:
        path, sha256, kind, serial, state, parser, device, size = row[:8]
        if state != "ready":
            cut.append(_number(serial))
            continue
        document = Document(
            path=str(path),
            sha256=str(sha256),
            kind=str(kind),
            serial=_number(serial),
            device=str(device or ""),
            parser=str(parser or ""),
            bytes=_number(size),
            location=str(row[14] or ""),
            source=str(row[15] or ""),
        )
        ready[document.path] = KnownDocument(document, _counts(document.path, row[8:14]))
    remove_documents(graph, cut, max(cut, default=0))
    return ready


def newest_serial(graph: WritableGraph, known: Mapping[str, KnownDocument]) -> int:
    """Return the highest serial ever given out, also to documents that are gone: none is given out twice."""
    rows = graph.read(_GENERATION, row_limit=1).rows
    kept = _number(rows[0][0]) if rows else 0
    return max((kept, *(each.document.serial for each in known.values())))


def assumes_years(graph: WritableGraph, known: KnownDocument) -> bool:
    """Say whether a log's times were read without their year: what comes behind may change it."""
    last = known.counts.lines if known.counts else 0
    first = max(1, last - LAST_LINES + 1)
    ids = {"first": line_id(known.document.serial, first), "last": line_id(known.document.serial, last)}
    rows = graph.read(_YEAR_ASSUMED, ids).rows
    return bool(rows and rows[0][0])


def end_lines(graph: WritableGraph, known: KnownDocument) -> dict[int, str]:
    """Return the texts of a document's first and last line by their numbers."""
    last = known.counts.lines if known.counts else 0
    ids = [line_id(known.document.serial, number) for number in dict.fromkeys((1, last))]
    return {_number(number): str(text) for number, text in graph.read(_ENDS, {"ids": ids}).rows}


def _counts(path: str, cells: tuple[Cell, ...]) -> DocumentCounts | None:
    lines, explained, tokens, fields, text, first_line = cells
    if not isinstance(text, str):
        return None
    more: Mapping[str, Cell] = json.loads(text)
    types, days = more.get("types"), more.get("days")
    return DocumentCounts(
        lines=_number(lines),
        explained=_number(explained),
        tokens=_number(tokens),
        fields=_number(fields),
        types={kind: _number(count) for kind, count in types.items()} if isinstance(types, Mapping) else {},
        children=_number(more.get("children")),
        doubts=read_doubts(path, text),
        days={day: _number(number) for day, number in days.items()} if isinstance(days, Mapping) else {},
        first_line=_number(first_line) or 1,
    )


def read_doubts(path: str, counts: str) -> tuple[Doubt, ...]:
    """Read what was doubtful about a document when it was loaded, from what it keeps of its counts."""
    return tuple(
        Doubt(path, reason, tuple(lines), sentence)
        for reason, lines, sentence in json.loads(counts).get("doubts", ())
    )


def _number(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0

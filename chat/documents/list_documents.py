"""Read what the page of loaded documents shows, and the lines that nothing explains."""

from __future__ import annotations

from chat.documents.documents_view import Loaded
from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine

MOST_DOCUMENTS = 100_000
DOCUMENTS = """\
MATCH (d:Document {state: 'ready'})
RETURN d.path, d.sha256, d.kind, d.serial, d.lines, d.lines_explained, d.device, d.entities ORDER BY d.path"""
ENTITIES = "MATCH (e:Entity {document: $serial}) RETURN count(e)"
"""For what an older version loaded: it did not keep their number."""
UNEXPLAINED = """\
MATCH (l:Line {document: $serial}) WHERE NOT (l)<-[:HAS_LINE]-() AND l.text =~ $says_something
RETURN l.number, l.text ORDER BY l.number"""
SAYS_SOMETHING = r".*[\p{L}\p{N}].*"
"""A line without a letter or digit separates others, and needs no explaining."""


def read_documents(graph: ReadableGraph) -> tuple[Loaded, ...]:
    """Read the documents that are loaded whole. Raises GraphError."""
    return tuple(_loaded(row, graph) for row in graph.read(DOCUMENTS, row_limit=MOST_DOCUMENTS).rows)


def read_unexplained(loaded: tuple[Loaded, ...], graph: ReadableGraph, most: int) -> tuple[SourceLine, ...]:
    """Read the first lines that no parser explains, document by document, the least explained first."""
    found: list[SourceLine] = []
    for one in sorted(loaded, key=_share):
        document = one.document
        if document.lines_explained >= document.lines or document.kind == "text" or len(found) >= most:
            continue
        wanted = {"serial": document.serial, "says_something": SAYS_SOMETHING}
        rows = graph.read(UNEXPLAINED, wanted, row_limit=most - len(found)).rows
        found += [SourceLine(document.path, int(str(number)), str(text)) for number, text in rows]
    return tuple(found)


def _share(one: Loaded) -> float:
    return one.document.lines_explained / one.document.lines if one.document.lines else 1.0


def _loaded(row: tuple[object, ...], graph: ReadableGraph) -> Loaded:
    path, sha256, kind, serial, lines, explained, device, entities = row
    document = Document(
        str(path),
        str(sha256),
        str(kind),
        _number(serial),
        _number(lines),
        _number(explained),
        str(device or ""),
    )
    if entities is None:
        entities = graph.read(ENTITIES, {"serial": document.serial}, row_limit=1).rows[0][0]
    return Loaded(document, _number(entities))


def _number(cell: object) -> int:
    return cell if isinstance(cell, int) else 0

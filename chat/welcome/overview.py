"""What the loaded graph holds, counted fast, for the greeting, `status` and the starters."""

from __future__ import annotations

from dataclasses import dataclass

from chat.welcome.findings_list import NOTHING_WRONG, FoundWrong, first_findings
from findings.keep import FINDING, read_findings
from graph_store.graph import ReadableGraph
from graph_store.records import Document

MOST_NAMED = 5
MOST_DOCUMENTS = 100_000
DOCUMENTS = """\
MATCH (d:Document) RETURN d.path, d.sha256, d.kind, d.serial, d.lines, d.lines_explained, d.device, d.parser, d.state
ORDER BY d.path"""
TYPES = "MATCH (t:Type) RETURN t.name, t.words"
ENTITIES = "MATCH (n:Entity) RETURN n.type, count(*) AS number ORDER BY number DESC, n.type"
EVENT_TYPES = "MATCH (n:Event) RETURN DISTINCT n.type"
DEVICES = "MATCH (d:Device) RETURN d.name ORDER BY d.name"


@dataclass(frozen=True, slots=True)
class TypeCount:
    """An entity type with its words, as in ("route", "map"); `is_event` for a log's."""

    name: str
    count: int
    words: tuple[str, ...]
    is_event: bool = False


@dataclass(frozen=True, slots=True)
class KgOverview:
    """What a KG holds; `types` have the most entities first. `unfinished` documents are not whole yet."""

    documents: tuple[Document, ...] = ()
    unfinished: tuple[str, ...] = ()
    types: tuple[TypeCount, ...] = ()
    devices: tuple[str, ...] = ()
    found_wrong: FoundWrong = NOTHING_WRONG

    @property
    def lines(self) -> int:
        return sum(document.lines for document in self.documents)

    @property
    def coverage(self) -> float:
        """The share of lines that a parser explained; 1.0 where there is no line."""
        explained = sum(document.lines_explained for document in self.documents)
        return explained / self.lines if self.lines else 1.0

    @property
    def entities(self) -> int:
        return sum(one.count for one in self.types)


def read_overview(graph: ReadableGraph) -> KgOverview:
    """Count what a graph holds. Raises GraphError."""
    found = graph.read(DOCUMENTS, row_limit=MOST_DOCUMENTS).rows
    documents = [_document(row) for row in found]
    return KgOverview(
        documents=tuple(one for one in documents if one.state == "ready"),
        unfinished=tuple(one.path for one in documents if one.state != "ready"),
        types=_types(graph),
        devices=tuple(str(row[0]) for row in graph.read(DEVICES, row_limit=MOST_DOCUMENTS).rows),
        found_wrong=first_findings(read_findings(graph)),
    )


def _document(row: tuple[object, ...]) -> Document:
    path, sha256, kind, serial, lines, explained, device, parser, state = row
    return Document(
        str(path),
        str(sha256),
        str(kind),
        int(str(serial)),
        int(str(lines or 0)),
        int(str(explained or 0)),
        str(device or ""),
        str(parser or ""),
        state=str(state),
    )


def _types(graph: ReadableGraph) -> tuple[TypeCount, ...]:
    words = {str(name): said for name, said in graph.read(TYPES, row_limit=MOST_DOCUMENTS).rows}
    events = {row[0] for row in graph.read(EVENT_TYPES, row_limit=MOST_DOCUMENTS).rows}
    counted = graph.read(ENTITIES, row_limit=MOST_DOCUMENTS).rows
    return tuple(
        TypeCount(str(name), int(str(number)), _words(words.get(str(name))), name in events)
        for name, number in counted
        if name != FINDING
    )


def _words(cell: object) -> tuple[str, ...]:
    return tuple(map(str, cell)) if isinstance(cell, tuple | list) else ()

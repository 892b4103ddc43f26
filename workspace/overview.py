"""Counts what a KG holds, and reads its documents, what is common in them, and what no parser explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from findings.keep import FINDING, read_findings
from findings.records import Finding
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, Document, SourceLine

MOST_READ = 100_000


ALL = """\
MATCH (d:Document)
RETURN d.path, d.sha256, d.kind, d.serial, d.lines, d.lines_explained, d.device, d.parser, d.state
ORDER BY d.path"""


COUNTED = "MATCH (d:Document {state: 'ready'}) RETURN d.serial, d.entities"


ENTITIES = "MATCH (e:Entity {document: $serial}) RETURN count(e)"
"""For what an older version loaded: it did not keep their number."""


UNEXPLAINED = """\
MATCH (l:Line {document: $serial}) WHERE NOT (l)<-[:HAS_LINE]-() AND l.text =~ $says_something
RETURN l.number, l.text ORDER BY l.number"""


SAYS_SOMETHING = r".*[\p{L}\p{N}].*"
"""A line without a letter or digit separates others, and needs no explaining."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document, with how many entities were found in it."""

    document: Document
    entities: int = 0

    @property
    def share(self) -> float:
        """The share of lines that a parser explained; 1.0 where there is no line."""
        return self.document.lines_explained / self.document.lines if self.document.lines else 1.0


def read_all(graph: ReadableGraph) -> tuple[Document, ...]:
    """Read the documents in any state, by path. Raises GraphError."""
    documents = []
    for row in graph.read(ALL, row_limit=MOST_READ).rows:
        path, sha256, kind = map(str, row[:3])
        serial, lines, explained = (int(str(cell or 0)) for cell in row[3:6])
        device, parser, state = (str(cell or "") for cell in row[6:])
        documents.append(Document(path, sha256, kind, serial, lines, explained, device, parser, state))
    return tuple(documents)


def read_documents(graph: ReadableGraph) -> tuple[Loaded, ...]:
    """Read the documents that are loaded whole. Raises GraphError."""
    counted = {row[0]: row[1] for row in graph.read(COUNTED, row_limit=MOST_READ).rows}
    loaded = []
    for document in read_all(graph):
        if document.state == "ready":
            entities = counted.get(document.serial)
            if entities is None:
                entities = graph.read(ENTITIES, {"serial": document.serial}, row_limit=1).rows[0][0]
            loaded.append(Loaded(document, int(str(entities))))
    return tuple(loaded)


def read_unexplained(loaded: Sequence[Loaded], graph: ReadableGraph, most: int) -> tuple[SourceLine, ...]:
    """Read the first lines that no parser explains, document by document, the least explained first."""
    found: list[SourceLine] = []
    for one in sorted(loaded, key=lambda one: one.share):
        document = one.document
        if one.share < 1 and document.kind != "text" and len(found) < most:
            wanted = {"serial": document.serial, "says_something": SAYS_SOMETHING}
            rows = graph.read(UNEXPLAINED, wanted, row_limit=most - len(found)).rows
            found += [SourceLine(document.path, int(str(number)), str(text)) for number, text in rows]
    return tuple(found)


TOLD = frozenset({"high", "medium"})
"""Severities that are told unasked."""


def first_findings(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Take those that are told unasked, the most severe first."""
    return tuple(one for one in findings if one.severity in TOLD)


TYPES = "MATCH (t:Type) RETURN t.name, t.words"


ENTITIES_BY_TYPE = "MATCH (n:Entity) RETURN n.type, count(*) AS number ORDER BY number DESC, n.type"


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
    found_wrong: tuple[Finding, ...] = ()

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

    def read(statement: str) -> tuple[tuple[Cell, ...], ...]:
        return graph.read(statement, row_limit=MOST_READ).rows

    documents = read_all(graph)
    words = {name: tuple(map(str, said)) for name, said in read(TYPES) if isinstance(said, tuple | list)}
    events = {row[0] for row in read(EVENT_TYPES)}
    types = (
        TypeCount(str(name), int(str(number)), words.get(name, ()), name in events)
        for name, number in read(ENTITIES_BY_TYPE)
        if name != FINDING
    )
    return KgOverview(
        documents=tuple(one for one in documents if one.state == "ready"),
        unfinished=tuple(one.path for one in documents if one.state != "ready"),
        types=tuple(types),
        devices=tuple(str(row[0]) for row in read(DEVICES)),
        found_wrong=first_findings(read_findings(graph)),
    )


MOST_DATASETS = 4


MOST_ROWS = 500


COMMON = """\
MATCH (n:Entity {document: $serial}) WITH n LIMIT 2000
RETURN n.type, n.device, count(*) AS number ORDER BY number DESC, n.type"""
"""Of a part of a document, so that a large one takes no longer."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """Documents of one format, told by the largest of them: its device, and its types with the most common first.

    Of a log, the device is the one that has the most events; blank where they have none.
    """

    kind: str
    device: str = ""
    types: tuple[TypeCount, ...] = ()


def read_datasets(overview: KgOverview, graph: ReadableGraph) -> tuple[Dataset, ...]:
    """Read what is common in each of the largest datasets. Raises GraphError."""
    known = {one.name: one for one in overview.types}
    return tuple(_read(document, known, graph) for document in choose_documents(overview.documents))


def choose_documents(documents: Sequence[Document]) -> tuple[Document, ...]:
    """Choose the largest document of each format: those with the most lines first, configurations and logs in turn."""
    lines = Counter[str]()
    largest: dict[str, Document] = {}
    for one in documents:
        if one.parser:
            lines[one.parser] += one.lines
            largest[one.parser] = max(largest.get(one.parser, one), one, key=lambda each: each.lines)
    ordered = [largest[parser] for parser, _ in lines.most_common()]
    kinds = [[one for one in ordered if one.kind == kind] for kind in sorted({one.kind for one in ordered})]
    return tuple(filter(None, chain.from_iterable(zip_longest(*kinds))))[:MOST_DATASETS]


def _read(document: Document, known: dict[str, TypeCount], graph: ReadableGraph) -> Dataset:
    types, devices = Counter[str](), Counter[str]()
    for name, device, number in graph.read(COMMON, {"serial": document.serial}, row_limit=MOST_ROWS).rows:
        types[str(name)] += int(str(number))
        if device:
            devices[str(device)] += int(str(number))
    device = document.device or next((name for name, _ in devices.most_common(1)), "")
    common = tuple(known[name] for name, _ in types.most_common() if name in known)
    return Dataset(document.kind, device, common)

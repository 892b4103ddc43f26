"""Counts what a KG holds, and reads its documents, what is common in them, and what no parser explains."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from findings.incidents import Incident, all_findings
from findings.kept import FINDING, read_incidents
from findings.records import Finding
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, Document, SourceLine, members_of
from ingest.records import Doubt

MOST_READ = 100_000


ALL = """\
MATCH (d:Document)
RETURN d.path, d.sha256, d.kind, d.serial, d.lines, d.lines_explained, d.device, d.parser, d.state
ORDER BY d.path"""


COUNTED = "MATCH (d:Document {state: 'ready'}) RETURN d.serial, d.entities"


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
    return tuple(
        Loaded(document, int(str(counted.get(document.serial) or 0)))
        for document in read_all(graph)
        if document.state == "ready"
    )


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


TYPES = "MATCH (t:Type) RETURN t.name, t.words"


ENTITIES_BY_TYPE = (
    "MATCH (n:Entity) RETURN n.type, count(*) AS number, collect(DISTINCT n.device) AS devices "
    "ORDER BY number DESC, n.type"
)


EVENT_TYPES = "MATCH (n:Event) RETURN DISTINCT n.type"


DEVICES = "MATCH (d:Device) RETURN d.name ORDER BY d.name"


@dataclass(frozen=True, slots=True)
class TypeCount:
    """An entity type with its words, as in ("route", "map"); `is_event` for a log's; `devices` have some."""

    name: str
    count: int
    words: tuple[str, ...]
    is_event: bool = False
    devices: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class KgOverview:
    """What a KG holds; `types` have the most entities first. `unfinished` documents are not whole yet."""

    documents: tuple[Document, ...] = ()
    unfinished: tuple[str, ...] = ()
    types: tuple[TypeCount, ...] = ()
    devices: tuple[str, ...] = ()
    incidents: tuple[Incident, ...] = ()

    @property
    def lines(self) -> int:
        return sum(document.lines for document in self.documents)

    @property
    def coverage(self) -> float:
        """The share of lines that a parser explained; 1.0 where there is no line."""
        explained = sum(document.lines_explained for document in self.documents)
        return explained / self.lines if self.lines else 1.0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all incidents, the most severe first."""
        return all_findings(self.incidents)

    @property
    def entities(self) -> int:
        return sum(one.count for one in self.types)


def read_overview(graph: ReadableGraph) -> KgOverview:
    """Count what a graph holds. Raises GraphError."""

    def read(statement: str) -> tuple[tuple[Cell, ...], ...]:
        return graph.read(statement, row_limit=MOST_READ).rows

    documents = read_all(graph)
    words = {name: tuple(map(str, parts)) for name, parts in read(TYPES) if isinstance(parts, tuple | list)}
    events = {row[0] for row in read(EVENT_TYPES)}
    types = (
        TypeCount(str(name), int(str(number)), words.get(name, ()), name in events, _names(devices))
        for name, number, devices in read(ENTITIES_BY_TYPE)
        if name != FINDING
    )
    return KgOverview(
        documents=tuple(one for one in documents if one.state == "ready"),
        unfinished=tuple(one.path for one in documents if one.state != "ready"),
        types=tuple(types),
        devices=tuple(str(row[0]) for row in read(DEVICES)),
        incidents=read_incidents(graph),
    )


def _names(cell: Cell) -> frozenset[str]:
    return frozenset(map(str, members_of(cell)))


MOST_DATASETS = 4


MOST_ROWS = 500


COMMON = """\
MATCH (n:Entity {document: $serial}) WITH n LIMIT 2000
RETURN n.type, n.device, count(*) AS number ORDER BY number DESC, n.type"""
"""Of a part of a document, so that a large one takes no longer."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """One format of documents: the device of the largest of them, and its types, the most common first.

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


ALL_ENTITIES = "MATCH (n:Entity) RETURN count(n) AS entities"
UNFINISHED = "MATCH (d:Document) WHERE d.state <> 'ready' RETURN d.path AS path ORDER BY path"
DOUBTFUL = (
    "MATCH (d:Document) WHERE d.state = 'ready' AND d.counts CONTAINS '\"doubts\": [[' "
    "RETURN d.path AS path, d.counts AS counts ORDER BY path"
)
DROPPED = "MATCH (d:Document) WHERE d.first_line > 1 RETURN sum(d.first_line - 1) AS lines"
MOST_PATHS = 1000


@dataclass(frozen=True, slots=True)
class GraphStatus:
    """The counts of a KG. `unfinished` are half-loaded documents, which are not served.

    `dropped` counts lines that were older than is retained; `doubts` say what is implausible about the records.
    """

    kg: str
    documents: int
    lines: int
    lines_explained: int
    coverage: float
    devices: int
    entities: int
    relations: int
    labels: dict[str, int]
    parsers: tuple[str, ...]
    unfinished: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    dropped: int


def read_status(graph: ReadableGraph, kg: str) -> GraphStatus:
    """Count what the graph holds. Coverage is 1.0 where there is no line."""
    from ingest.load.load_graph import read_doubts

    found = graph.describe()
    unfinished = graph.read(UNFINISHED, row_limit=MOST_PATHS)
    doubtful = graph.read(DOUBTFUL, row_limit=MOST_PATHS).rows
    doubts = [doubt for path, counts in doubtful for doubt in read_doubts(str(path), str(counts))]
    lines = sum(document.lines for document in found.documents)
    explained = sum(document.lines_explained for document in found.documents)
    return GraphStatus(
        kg=kg,
        documents=len(found.documents),
        lines=lines,
        lines_explained=explained,
        coverage=explained / lines if lines else 1.0,
        devices=len(found.devices),
        entities=int(str(graph.read(ALL_ENTITIES).rows[0][0])),
        relations=sum(count for *_, count in found.relations),
        labels={label.name: label.count for label in found.labels},
        parsers=tuple(sorted({document.parser for document in found.documents if document.parser})),
        unfinished=tuple(str(row[0]) for row in unfinished.rows),
        doubts=tuple(doubts),
        dropped=int(str(graph.read(DROPPED).rows[0][0] or 0)),
    )


MOST_RELATIONS = 10_000
_COUNTS = "MATCH (s:Store {id: 1}) RETURN s.inferred"
_SHARES = (
    "MATCH (a:Type)-[r:REFERS_TO]->(b:Type) RETURN r.relation, a.name, r.property, b.name, r.share, r.score"
)
_UNDEFINED = (
    "MATCH (u:Undefined) OPTIONAL MATCH (u)<-[r]-(a:Entity) WHERE r.inferred IS NOT NULL "
    "RETURN u.key, u.expected, u.device, u.path, type(r), a.type, r.lines ORDER BY u.path, u.first_line"
)


@dataclass(frozen=True, slots=True)
class RelationCount:
    """How many relations of a name lead from a type's property to a type; share and score for references only."""

    inferred: str
    name: str
    source: str
    property: str
    target: str
    count: int
    share: float | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class UnresolvedReference:
    """A name that is used and defined nowhere on its device; `used_at` are lines that use it, as path:line."""

    name: str
    expected: tuple[str, ...]
    device: str
    relation: str
    source: str
    used_at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationsStatus:
    """The inferred relations by kind, the largest first, and the references that lead nowhere."""

    relations: tuple[RelationCount, ...]
    unresolved: tuple[UnresolvedReference, ...]


def read_relations(graph: ReadableGraph) -> RelationsStatus:
    """Read what the last ingest counted, which is as fast on a large KG."""
    rows = graph.read(_SHARES, row_limit=MOST_RELATIONS).rows
    shares = {tuple(map(str, row[:4])): (_number(row[4]), _number(row[5])) for row in rows}
    counts: list[RelationCount] = []
    for (text,) in graph.read(_COUNTS, row_limit=1).rows:
        for inferred, name, source, property_name, target, count in json.loads(str(text or "[]")):
            share, score = shares.get((name, source, property_name, target), (None, None))
            counts.append(RelationCount(inferred, name, source, property_name, target, count, share, score))
    counts.sort(key=lambda one: (one.inferred, -one.count, one.name, one.source, one.target))
    undefined = graph.read(_UNDEFINED, row_limit=MOST_RELATIONS).rows
    unresolved = [
        UnresolvedReference(
            name=str(key),
            expected=tuple(map(str, _items(expected))),
            device=str(device or ""),
            relation=str(relation or ""),
            source=str(source or ""),
            used_at=tuple(f"{path}:{line}" for line in _items(lines)),
        )
        for key, expected, device, path, relation, source, lines in undefined
    ]
    return RelationsStatus(tuple(counts), tuple(unresolved))


def _items(cell: Cell) -> Sequence[Cell]:
    return cell if isinstance(cell, Sequence) and not isinstance(cell, str | Mapping) else ()


def _number(cell: Cell) -> float | None:
    return float(cell) if isinstance(cell, int | float) else None


LOCATIONS = (
    "MATCH (d:Document {state: 'ready'}) WHERE d.location IS NOT NULL RETURN d.location ORDER BY d.path"
)
PATHS = "MATCH (d:Document {state: 'ready'}) RETURN d.path AS path, d.lines AS lines ORDER BY path"
DEVICES_COUNTED = (
    "MATCH (e:Entity) WHERE e.device IS NOT NULL AND e.device <> '' "
    "RETURN e.device AS device, count(e) AS entities ORDER BY device"
)


def read_paths(graph: ReadableGraph) -> dict[str, int]:
    """Read the loaded documents: path → number of lines. Raises GraphError."""
    rows = graph.read(PATHS, row_limit=MOST_READ).rows
    return {str(path): int(str(lines)) for path, lines in rows}


def read_locations(graph: ReadableGraph) -> tuple[str, ...]:
    """Read where the files of the loaded documents are. Raises GraphError."""
    return tuple(str(row[0]) for row in graph.read(LOCATIONS, row_limit=MOST_READ).rows)


def read_devices(graph: ReadableGraph) -> dict[str, int]:
    """Read the devices: name → number of entities. Raises GraphError."""
    rows = graph.read(DEVICES_COUNTED, row_limit=MOST_READ).rows
    return {str(device): int(str(count)) for device, count in rows}

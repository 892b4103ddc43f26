"""The entity graph and its communities (hierarchical Leiden): configured entities, and what log records share.

A configured entity is a node. Log records are too many and too alike for that: a kind of record is a node, and so is
a value that records of several kinds share (an instance, an address); the edge between them weighs how many records
show it. So the graph grows with what there is, not with how often it was logged.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graph_store.graph import ReadableGraph
from graph_store.records import ENTITY_PROPERTIES, LINE_PROPERTIES, Cell
from retrieval.errors import MissingLibraryError

MOST_NODES = 100_000
"""Entities and log records that are read."""
MOST_VALUES = 2_000
"""Values that log records share: those of most kinds, then of most records."""
LINES_KEPT = 12
"""Of a node that many records make up, so many lines are kept."""
SHORTEST_VALUE = 4
OWN = ENTITY_PROPERTIES | {"labels"}
NOT_OF_RECORDS = (
    OWN
    | LINE_PROPERTIES
    | {"message", "template", "timestamp", "timestamp_text", "received_text", "path", "key"}
)
"""Properties of log records whose values are neither counted nor shared."""
_TIME = 600.0
_ENTITIES = (
    "MATCH (e:Entity) WHERE NOT e:Event AND NOT e:Finding AND NOT e:Change "
    "RETURN e.id AS id, e AS node ORDER BY id"
)
_EVENTS = "MATCH (e:Event) RETURN e.id AS id, e AS node ORDER BY id"
_LINES = (
    "MATCH (e:Entity)-[h:HAS_LINE]->(l:Line) WHERE NOT e:Event "
    "RETURN e.id AS id, l.id AS line, h.fields AS fields ORDER BY id, line"
)
_EVENT_LINES = (
    "MATCH (e:Event)-[:HAS_LINE]->(l:Line) RETURN e.id AS id, l.id AS line, null AS fields ORDER BY id, line"
)
_EDGES = (
    "MATCH (a:Entity)-[r]->(b:Entity) WHERE NOT a:Event AND NOT b:Event AND NOT a:Finding AND NOT b:Finding "
    "RETURN a.id AS source, type(r) AS kind, b.id AS target ORDER BY source, kind, target"
)
_SUBNETS = (
    "MATCH (a:Entity)-[r]->(s:Subnet) WHERE NOT a:Event "
    "RETURN a.id AS source, type(r) AS kind, s.prefix AS prefix ORDER BY source, kind, prefix"
)


@dataclass(slots=True)
class EntityNode:
    """A node; `count` entities or records make it up, `lines` are ids of the first lines that show it.

    `common` is what the field calls such an entity, as BgpNeighbor. `shown` has the id of a line that shows a property
    with a value; `values` counts the values of each property. `told` are sentences about it that prose says, each with
    the id of its line.
    """

    id: str
    type: str
    name: str
    device: str = ""
    common: str = ""
    values: dict[str, Counter[str]] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    shown: dict[tuple[str, str], int] = field(default_factory=dict)
    count: int = 0
    told: list[tuple[str, int]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Return what a person calls it."""
        name = f"{self.type} {self.name}".strip()
        return f"{name} on {self.device}" if self.device and self.device != self.name else name

    @property
    def kind(self) -> str:
        """Return its type, and what the field calls that."""
        return f"{self.type} ({self.common})" if self.common else self.type


@dataclass(frozen=True, slots=True)
class Edge:
    """Two nodes that belong together."""

    source: str
    target: str
    kind: str
    weight: float


@dataclass(frozen=True, slots=True)
class EntityGraph:
    """Nodes by their ids, and edges; `entities` says which node an entity of the graph is in."""

    nodes: Mapping[str, EntityNode]
    edges: tuple[Edge, ...]
    entities: Mapping[int, str]
    cut: bool = False

    def neighbours(self) -> dict[str, list[tuple[float, str]]]:
        """Return of each node the others with their weights, heaviest first."""
        found: dict[str, list[tuple[float, str]]] = defaultdict(list)
        for edge in self.edges:
            found[edge.source].append((edge.weight, edge.target))
            found[edge.target].append((edge.weight, edge.source))
        return {node: sorted(others, key=lambda one: (-one[0], one[1])) for node, others in found.items()}


def read_entity_graph(graph: ReadableGraph) -> EntityGraph:
    """Read the entity graph. Raises GraphError."""
    reader = _Reader(graph)
    configured = reader.add_entities()
    reader.connect_entities()
    events = reader.add_events()
    for statement in (_LINES, _EVENT_LINES):
        reader.add_lines(statement)
    return EntityGraph(
        reader.nodes, tuple(reader.edges), reader.of_entity, max(configured, events) >= MOST_NODES
    )


class _Reader:
    """The nodes, the edges, and of each entity its node and the other nodes that its lines show."""

    def __init__(self, graph: ReadableGraph) -> None:
        self._graph = graph
        self.nodes: dict[str, EntityNode] = {}
        self.edges: list[Edge] = []
        self.of_entity: dict[int, str] = {}
        self._shown_by: dict[int, list[str]] = defaultdict(list)

    def _read(self, statement: str) -> tuple[tuple[Cell, ...], ...]:
        return self._graph.read(statement, row_limit=MOST_NODES, time_limit_s=_TIME).rows

    def add_entities(self) -> int:
        """Make a node of each configured entity; returns how many there are."""
        rows = self._read(_ENTITIES)
        for key, cell in rows:
            held = cell if isinstance(cell, Mapping) else {}
            kind, name, device = (str(held.get(one, "")) for one in ("type", "key", "device"))
            made = EntityNode(str(_id(key)), kind, name, device, count=1)
            labels = held.get("labels")
            if isinstance(labels, Sequence):
                made.common = next((str(one) for one in labels if one not in ("Entity", kind)), "")
            made.values = {
                name: Counter({str(value): 1})
                for name, value in held.items()
                if name not in OWN and isinstance(value, str | int | float)
            }
            self.nodes[made.id] = made
            self.of_entity[_id(key)] = made.id
        return len(rows)

    def connect_entities(self) -> None:
        """Connect what is inside one another, and what refers to one another; a subnet is a node of its own."""
        for one, kind, other in self._read(_EDGES):
            source, target = _id(one), _id(other)
            if source in self.of_entity and target in self.of_entity:
                weight = 1.0 if kind == "HAS" else 2.0
                self.edges.append(Edge(self.of_entity[source], self.of_entity[target], str(kind), weight))
        for one, kind, prefix in self._read(_SUBNETS):
            source = _id(one)
            if source in self.of_entity:
                subnet = f"subnet:{prefix}"
                self.nodes.setdefault(subnet, EntityNode(subnet, "Subnet", str(prefix))).count += 1
                self.edges.append(Edge(self.of_entity[source], subnet, str(kind), 1.0))
                self._shown_by[source].append(subnet)

    def add_events(self) -> int:
        """Add the kinds of log records, and the values that several kinds share; returns how many records there are."""
        shown: dict[str, Counter[str]] = defaultdict(Counter)
        first: dict[str, list[int]] = defaultdict(list)
        rows = self._read(_EVENTS)
        for record, cell in rows:
            held, key = cell if isinstance(cell, Mapping) else {}, _id(record)
            kind = f"{held.get('path', '')}:{held.get('type', '')}"
            if kind not in self.nodes:
                name, device = str(held.get("template", ""))[:120], str(held.get("device", ""))
                self.nodes[kind] = EntityNode(kind, str(held.get("type", "")), name, device)
            node = self.nodes[kind]
            node.count += 1
            self.of_entity[key] = kind
            for name, value in held.items():
                if name in NOT_OF_RECORDS or type(value) not in (str, int, float):
                    continue
                node.values.setdefault(name, Counter())[str(value)] += 1
                node.shown.setdefault((name, str(value)), key)
                if isinstance(value, str) and len(value) >= SHORTEST_VALUE:
                    shown[value][kind] += 1
                    if len(first[value]) < LINES_KEPT:
                        first[value].append(key)
        shared = self._connect_values(shown)
        for value, records in first.items():
            if value in shared:
                for record in records:
                    self._shown_by[record].append(f"value:{value}")
        return len(rows)

    def _connect_values(self, shown: Mapping[str, Counter[str]]) -> frozenset[str]:
        """Connect kinds by the values that they share; a value that nearly every kind shows tells nothing."""
        kinds = len({kind for counts in shown.values() for kind in counts})
        shared = [value for value, counts in shown.items() if 1 < len(counts) <= max(2, kinds * 0.8)]
        shared.sort(key=lambda value: (-len(shown[value]), -shown[value].total(), value))
        for value in shared[:MOST_VALUES]:
            node = f"value:{value}"
            self.nodes[node] = EntityNode(node, "Value", value, count=shown[value].total())
            for kind, count in sorted(shown[value].items()):
                self.edges.append(Edge(kind, node, "SHOWS", 1 + math.log(count)))
        return frozenset(shared[:MOST_VALUES])

    def add_lines(self, statement: str) -> None:
        """Give nodes their lines; of records, `shown` held the record until here."""
        line_of: dict[int, int] = {}
        for key, line, fields in self._read(statement):
            entity, number = _id(key), _id(line)
            name = self.of_entity.get(entity, "")
            line_of.setdefault(entity, number)
            for node in filter(None, map(self.nodes.get, (name, *self._shown_by.get(entity, ())))):
                if len(node.lines) < LINES_KEPT:
                    node.lines.append(number)
            if name == str(entity):
                owner = self.nodes[name]
                shows = [one for one in owner.values if not isinstance(fields, Sequence) or one in fields]
                owner.shown |= {(one, value): number for one in shows for value in owner.values[one]}
        for node in self.nodes.values():
            node.shown = {pair: line_of.get(held, held) for pair, held in node.shown.items()}


def _id(cell: Cell) -> int:
    return int(str(cell))


# Communities of the entity graph: hierarchical Leiden, the coarsest level first.
# Source: Traag, Waltman, van Eck: From Louvain to Leiden (arXiv 1810.08473), as Microsoft's GraphRAG uses it.


SEED = 0
LARGEST_SHARE = 25
"""A community with more than one in so many of the nodes is divided again, but never one of fewer than `LEAST`."""
LEAST = 30


@dataclass(frozen=True, slots=True)
class Community:
    """Nodes that belong together more than to others; `level` 0 is the coarsest, `parent` None there."""

    number: int
    level: int
    parent: int | None
    members: tuple[str, ...]
    children: tuple[int, ...] = ()


def find_communities(graph: EntityGraph) -> tuple[Community, ...]:
    """Divide the graph; the same graph gives the same communities. What is alone is in none.

    Raises MissingLibraryError.
    """
    if not graph.edges:
        return ()
    try:
        from graspologic_native import hierarchical_leiden
    except ImportError as error:
        raise MissingLibraryError("communities", "graspologic-native") from error
    weights: dict[tuple[str, str], float] = defaultdict(float)
    for edge in graph.edges:
        if edge.source != edge.target:
            weights[min(edge.source, edge.target), max(edge.source, edge.target)] += edge.weight
    found = hierarchical_leiden(
        [(source, target, weight) for (source, target), weight in sorted(weights.items())],
        max_cluster_size=max(LEAST, len(graph.nodes) // LARGEST_SHARE),
        iterations=2,
        seed=SEED,
    )
    members: dict[int, list[str]] = defaultdict(list)
    placed: dict[int, tuple[int, int | None]] = {}
    children: dict[int, set[int]] = defaultdict(set)
    for one in found:
        members[one.cluster].append(one.node)
        placed[one.cluster] = one.level, one.parent_cluster
        if one.parent_cluster is not None:
            children[one.parent_cluster].add(one.cluster)
    return tuple(
        Community(number, level, parent, tuple(sorted(members[number])), tuple(sorted(children[number])))
        for number, (level, parent) in sorted(placed.items())
    )

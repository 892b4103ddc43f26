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
NEVER_SHARED = frozenset(
    {"message", "template", "timestamp", "timestamp_text", "received_text", "path", "key"}
)
OWN = ENTITY_PROPERTIES | {"labels"}
OWN_OF_RECORDS = OWN | LINE_PROPERTIES
_TIME = 600.0
_ENTITIES = "MATCH (e:Entity) WHERE NOT e:Event AND NOT e:Finding RETURN e.id AS id, e AS node ORDER BY id"
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
    nodes: dict[str, EntityNode] = {}
    of_entity: dict[int, str] = {}
    configured = _read(graph, _ENTITIES)
    for key, cell in configured:
        _add_entity(nodes, of_entity, int(str(key)), cell)
    shown_by: dict[int, list[str]] = defaultdict(list)
    edges = _configured_edges(graph, nodes, of_entity, shown_by)
    events = _read(graph, _EVENTS)
    edges += _add_events(nodes, of_entity, events, shown_by)
    for statement in (_LINES, _EVENT_LINES):
        _add_lines(graph, statement, nodes, of_entity, shown_by)
    cut = max(len(configured), len(events)) >= MOST_NODES
    return EntityGraph(nodes, tuple(edges), of_entity, cut)


def _read(graph: ReadableGraph, statement: str) -> tuple[tuple[Cell, ...], ...]:
    return graph.read(statement, row_limit=MOST_NODES, time_limit_s=_TIME).rows


def _add_entity(nodes: dict[str, EntityNode], of_entity: dict[int, str], key: int, cell: Cell) -> None:
    held = cell if isinstance(cell, Mapping) else {}
    made = EntityNode(
        str(key), str(held.get("type", "")), str(held.get("key", "")), str(held.get("device", "")), count=1
    )
    labels = held.get("labels")
    others = (
        [one for one in labels if one not in ("Entity", made.type)] if isinstance(labels, Sequence) else []
    )
    made.common = str(others[0]) if others else ""
    made.values = {
        name: Counter({str(value): 1})
        for name, value in held.items()
        if name not in OWN and isinstance(value, str | int | float)
    }
    nodes[made.id] = made
    of_entity[key] = made.id


def _configured_edges(
    graph: ReadableGraph,
    nodes: dict[str, EntityNode],
    of_entity: Mapping[int, str],
    shown_by: dict[int, list[str]],
) -> list[Edge]:
    """Connect what is inside one another, and what refers to one another; a subnet is a node of its own."""
    edges = [
        Edge(
            of_entity[int(str(source))], of_entity[int(str(target))], str(kind), 1.0 if kind == "HAS" else 2.0
        )
        for source, kind, target in _read(graph, _EDGES)
        if int(str(source)) in of_entity and int(str(target)) in of_entity
    ]
    for source, kind, prefix in _read(graph, _SUBNETS):
        if int(str(source)) in of_entity:
            subnet = f"subnet:{prefix}"
            nodes.setdefault(subnet, EntityNode(subnet, "Subnet", str(prefix))).count += 1
            edges.append(Edge(of_entity[int(str(source))], subnet, str(kind), 1.0))
            shown_by[int(str(source))].append(subnet)
    return edges


def _add_events(
    nodes: dict[str, EntityNode],
    of_entity: dict[int, str],
    events: tuple[tuple[Cell, ...], ...],
    shown_by: dict[int, list[str]],
) -> list[Edge]:
    """Add the kinds of log records, and the values that several kinds share; return what connects them."""
    shown: dict[str, Counter[str]] = defaultdict(Counter)
    first: dict[str, list[int]] = defaultdict(list)
    for key, cell in events:
        held = cell if isinstance(cell, Mapping) else {}
        kind = f"{held.get('path', '')}:{held.get('type', '')}"
        node = nodes.setdefault(
            kind,
            EntityNode(
                kind,
                str(held.get("type", "")),
                str(held.get("template", ""))[:120],
                str(held.get("device", "")),
            ),
        )
        node.count += 1
        of_entity[int(str(key))] = kind
        for name, value in held.items():
            if name in OWN_OF_RECORDS or not isinstance(value, str | int | float) or isinstance(value, bool):
                continue
            if name not in NEVER_SHARED:
                node.values.setdefault(name, Counter())[str(value)] += 1
                node.shown.setdefault((name, str(value)), int(str(key)))
                if isinstance(value, str) and len(value) >= SHORTEST_VALUE:
                    shown[value][kind] += 1
                    if len(first[value]) < LINES_KEPT:
                        first[value].append(int(str(key)))
    edges = _value_edges(nodes, shown)
    for value, records in first.items():
        if f"value:{value}" in nodes:
            for record in records:
                shown_by[record].append(f"value:{value}")
    return edges


def _value_edges(nodes: dict[str, EntityNode], shown: Mapping[str, Counter[str]]) -> list[Edge]:
    """Connect kinds by the values that they share; a value that nearly every kind shows tells nothing."""
    kinds = len({kind for counts in shown.values() for kind in counts})
    shared = [value for value, counts in shown.items() if 1 < len(counts) <= max(2, kinds * 0.8)]
    shared.sort(key=lambda value: (-len(shown[value]), -shown[value].total(), value))
    edges = []
    for value in shared[:MOST_VALUES]:
        node = f"value:{value}"
        nodes[node] = EntityNode(node, "Value", value, count=shown[value].total())
        edges += [
            Edge(kind, node, "SHOWS", 1 + math.log(count)) for kind, count in sorted(shown[value].items())
        ]
    return edges


def _add_lines(
    graph: ReadableGraph,
    statement: str,
    nodes: Mapping[str, EntityNode],
    of_entity: Mapping[int, str],
    shown_by: Mapping[int, list[str]],
) -> None:
    """Give nodes their lines; of records, `shown` held the record until here."""
    line_of: dict[int, int] = {}
    for key, line, fields in _read(graph, statement):
        entity, number = int(str(key)), int(str(line))
        line_of.setdefault(entity, number)
        for name in (of_entity.get(entity, ""), *shown_by.get(entity, ())):
            node = nodes.get(name)
            if node is not None and len(node.lines) < LINES_KEPT:
                node.lines.append(number)
        owner = nodes.get(of_entity.get(entity, ""))
        if owner is not None and owner.id == str(entity):
            shows = [one for one in owner.values if not isinstance(fields, Sequence) or one in fields]
            owner.shown |= {(one, value): number for one in shows for value in owner.values[one]}
    for node in nodes.values():
        node.shown = {pair: line_of.get(held, held) for pair, held in node.shown.items()}


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


def find_communities(graph: EntityGraph, seed: int = SEED) -> tuple[Community, ...]:
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
        seed=seed,
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

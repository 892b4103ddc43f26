"""Reads the part of the graph behind an answer: the nodes of the cited lines, and how they are related."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine

MOST_NODES = 40
MOST_LINES = 400
MOST_ROWS = 2000
MOST_PARENTS = 4
FILE = "read from"
"""Ties a node that no relation ties to anything to its file; this one is not in the graph."""

SERIALS = "MATCH (d:Document) WHERE d.path IN $paths AND d.state = 'ready' RETURN d.path, d.serial"
NODES = (
    "UNWIND $ids AS id WITH id MATCH (l:Line {id: id})<-[:HAS_LINE]-(e:Entity) "
    "RETURN l.id, e.id, e.type, e.key, e.device, e.path"
)
PARENTS = (
    "UNWIND $ids AS id WITH id MATCH (e:Entity {id: id})<-[:HAS]-(p:Entity) "
    "RETURN e.id, p.id, p.type, p.key, p.device, p.path"
)
RELATIONS = (
    "UNWIND $ids AS id WITH id MATCH (a:Entity {id: id})-[r]->(b:Entity) "
    "RETURN a.id, type(r), b.id, b.type, b.key, b.device, b.path"
)
REFERRING = (
    "UNWIND $ids AS id WITH id MATCH (a:Entity {id: id})<-[r]-(b:Entity) "
    "RETURN a.id, type(r), b.id, b.type, b.key, b.device, b.path"
)


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of the picture. `lines` are those that were cited; without any it only ties others together."""

    id: int
    kind: str
    name: str
    device: str = ""
    path: str = ""
    lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnRelation:
    """A relation of the picture, from one node's id to another's."""

    start: int
    kind: str
    end: int


@dataclass(frozen=True, slots=True)
class EvidenceGraph:
    """What is drawn; `left_out` counts nodes that the citations show and the picture has no room for."""

    nodes: tuple[DrawnNode, ...] = ()
    relations: tuple[DrawnRelation, ...] = ()
    left_out: int = 0


@dataclass(slots=True)
class _Found:
    nodes: dict[int, DrawnNode] = field(default_factory=dict)
    relations: dict[tuple[int, str, int], None] = field(default_factory=dict)

    def room(self) -> int:
        return MOST_NODES - len(self.nodes)


def read_evidence_graph(lines: Sequence[SourceLine], graph: ReadableGraph) -> EvidenceGraph:
    """Find the nodes whose own lines were cited, what they stand under and what they refer to. Raises GraphError."""
    cited = _cited_nodes(lines[:MOST_LINES], graph)
    found = _Found(dict(list(cited.items())[:MOST_NODES]))
    first = list(found.nodes)
    _add_parents(found, graph)
    _add_relations(found, graph, first)
    _add_files(found)
    return EvidenceGraph(
        tuple(found.nodes.values()),
        tuple(DrawnRelation(*key) for key in found.relations),
        len(cited) - len(first),
    )


def read_neighbours(node_id: int, graph: ReadableGraph) -> EvidenceGraph:
    """Find the nodes that relations tie to one node, in either direction. Raises GraphError."""
    nodes: dict[int, DrawnNode] = {}
    relations: dict[DrawnRelation, None] = {}
    left_out = set[int]()
    for statement in (RELATIONS, REFERRING):
        for _, kind, *other in _rows(graph, statement, {"ids": [node_id]}):
            if not isinstance(other[0], int):
                continue
            node = _node(other)
            if node.id not in nodes and len(nodes) >= MOST_NODES:
                left_out.add(node.id)
                continue
            nodes.setdefault(node.id, node)
            ends = (node_id, node.id) if statement == RELATIONS else (node.id, node_id)
            relations[DrawnRelation(ends[0], str(kind), ends[1])] = None
    return EvidenceGraph(tuple(nodes.values()), tuple(relations), len(left_out))


def _cited_nodes(lines: Sequence[SourceLine], graph: ReadableGraph) -> dict[int, DrawnNode]:
    """Return the nodes by id, in the order of the citations."""
    paths = list(dict.fromkeys(line.path for line in lines))
    serials = {str(path): int(str(serial)) for path, serial in _rows(graph, SERIALS, {"paths": paths})}
    by_id = {serials[line.path] * 2**32 + line.number: line for line in lines if line.path in serials}
    shown: dict[int, list[SourceLine]] = {}
    told: dict[int, Sequence[Cell]] = {}
    for line_id, *node in _rows(graph, NODES, {"ids": list(by_id)}):
        node_id = int(str(node[0]))
        shown.setdefault(node_id, []).append(by_id[int(str(line_id))])
        told[node_id] = node
    places = {line: place for place, line in enumerate(lines)}
    order = sorted(shown, key=lambda node_id: min(places[line] for line in shown[node_id]))
    return {node_id: _node(told[node_id], shown[node_id]) for node_id in order}


def _node(told: Sequence[Cell], lines: Iterable[SourceLine] = ()) -> DrawnNode:
    node_id, kind, name, device, path = told
    ordered = sorted(lines, key=lambda line: (line.path, line.number))
    return DrawnNode(
        int(str(node_id)),
        str(kind or ""),
        str(name or ""),
        str(device or ""),
        str(path or ""),
        tuple(ordered),
    )


def _add_parents(found: _Found, graph: ReadableGraph) -> None:
    asked = list(found.nodes)
    for _ in range(MOST_PARENTS):
        upper: list[int] = []
        for child, *parent in _rows(graph, PARENTS, {"ids": asked}):
            node = _node(parent)
            if node.id not in found.nodes and found.room() > 0:
                found.nodes[node.id] = node
                upper.append(node.id)
            if node.id in found.nodes:
                found.relations[node.id, "HAS", int(str(child))] = None
        asked = upper
        if not asked:
            return


def _add_relations(found: _Found, graph: ReadableGraph, asked: Sequence[int]) -> None:
    """Add what ties the nodes together, then what the cited ones refer to, as long as there is room."""
    beside: list[tuple[int, str, DrawnNode]] = []
    for start, kind, *other in _rows(graph, RELATIONS, {"ids": list(asked)}):
        if not isinstance(other[0], int):
            continue
        node = _node(other)
        if node.id in found.nodes:
            found.relations[int(str(start)), str(kind), node.id] = None
        elif kind != "HAS":
            beside.append((int(str(start)), str(kind), node))
    for start_id, kind_name, node in beside:
        if node.id in found.nodes or found.room() > 0:
            found.nodes.setdefault(node.id, node)
            found.relations[start_id, kind_name, node.id] = None


def _add_files(found: _Found) -> None:
    """Tie what nothing ties to anything to its file, where there is room."""
    tied = {end for start, _, other in found.relations for end in (start, other)}
    files: dict[str, int] = {}
    for node in [one for one in found.nodes.values() if one.id not in tied and one.path]:
        if node.path not in files:
            if found.room() <= 0:
                return
            files[node.path] = -len(files) - 1
            found.nodes[files[node.path]] = DrawnNode(files[node.path], "File", node.path, path=node.path)
        found.relations[files[node.path], FILE, node.id] = None


def _rows(
    graph: ReadableGraph, statement: str, parameters: Mapping[str, object]
) -> tuple[tuple[Cell, ...], ...]:
    return graph.read(statement, parameters, row_limit=MOST_ROWS).rows

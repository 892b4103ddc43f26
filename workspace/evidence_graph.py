"""Reads the part of the graph behind an answer: cited nodes, what they stand under, what they refer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.execute import QueryLimits, run_query
from agent.records import Query, Row
from agent.render.draft import HIDDEN
from findings.kept import FINDING
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine

MOST_NODES = 40
MOST_LINES = 400
MOST_ROWS = 2000
MOST_PARENTS = 4
FILE = "read from"
"""Ties a node that no relation ties to anything to its file; this one is not in the graph."""

SERIALS = "MATCH (d:Document) WHERE d.path IN $paths AND d.state = 'ready' RETURN d.path, d.serial"
NODES = """\
UNWIND $ids AS id WITH id MATCH (l:Line {id: id})<-[:HAS_LINE]-(e:Entity)
RETURN l.id, e.id, e.type, e.key, e.device, e.path"""
PARENTS = """\
UNWIND $ids AS id WITH id MATCH (e:Entity {id: id})<-[:HAS]-(p:Entity)
RETURN e.id, p.id, p.type, p.key, p.device, p.path"""
RELATIONS = """\
UNWIND $ids AS id WITH id MATCH (a:Entity {id: id})-[r]->(b:Entity)
RETURN a.id, type(r), b.id, b.type, b.key, b.device, b.path"""
REFERRING = RELATIONS.replace("-[r]->", "<-[r]-")


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
    nodes: dict[int, DrawnNode]
    relations: dict[DrawnRelation, None] = field(default_factory=dict)

    def add(self, node: DrawnNode) -> bool:
        """Add a node if there is room; return whether it is there."""
        if node.id not in self.nodes and len(self.nodes) >= MOST_NODES:
            return False
        self.nodes.setdefault(node.id, node)
        return True


def read_evidence_graph(lines: Sequence[SourceLine], graph: ReadableGraph) -> EvidenceGraph:
    """Find the nodes whose own lines were cited, what they stand under and what they refer to. Raises GraphError."""
    cited = _cited_nodes(lines[:MOST_LINES], graph)
    found = _Found(dict(list(cited.items())[:MOST_NODES]))
    first = list(found.nodes)
    _add_parents(found, graph)
    _add_relations(found, graph, first)
    _add_files(found)
    return EvidenceGraph(tuple(found.nodes.values()), tuple(found.relations), len(cited) - len(first))


def read_neighbours(node_id: int, graph: ReadableGraph) -> EvidenceGraph:
    """Find the nodes that relations tie to one node, in either direction. Raises GraphError."""
    found, left_out = _Found({}), set[int]()
    for statement in (RELATIONS, REFERRING):
        for _, kind, node in _related(graph, statement, [node_id]):
            if found.add(node):
                start, end = (node_id, node.id) if statement == RELATIONS else (node.id, node_id)
                found.relations[DrawnRelation(start, kind, end)] = None
            else:
                left_out.add(node.id)
    return EvidenceGraph(tuple(found.nodes.values()), tuple(found.relations), len(left_out))


def _related(
    graph: ReadableGraph, statement: str, ids: Sequence[int]
) -> Iterator[tuple[int, str, DrawnNode]]:
    for start, kind, *other in _rows(graph, statement, {"ids": ids}):
        if isinstance(other[0], int):
            yield int(str(start)), str(kind), _node(other)


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
    node_id, *names = told
    kind, name, device, path = (str(each or "") for each in names)
    ordered = sorted(lines, key=lambda line: (line.path, line.number))
    return DrawnNode(int(str(node_id)), kind, name, device, path, tuple(ordered))


def _add_parents(found: _Found, graph: ReadableGraph) -> None:
    asked = list(found.nodes)
    for _ in range(MOST_PARENTS):
        known = set(found.nodes)
        for child, *parent in _rows(graph, PARENTS, {"ids": asked}):
            node = _node(parent)
            if found.add(node):
                found.relations[DrawnRelation(node.id, "HAS", int(str(child)))] = None
        asked = [name for name in found.nodes if name not in known]
        if not asked:
            return


def _add_relations(found: _Found, graph: ReadableGraph, asked: Sequence[int]) -> None:
    """Add what ties the nodes together, then what the cited ones refer to, as long as there is room."""
    related = list(_related(graph, RELATIONS, asked))
    beside = [one for one in related if one[2].id not in found.nodes and one[1] != "HAS"]
    within = [one for one in related if one[2].id in found.nodes]
    for start, kind, node in (*within, *beside):
        if found.add(node):
            found.relations[DrawnRelation(start, kind, node.id)] = None


def _add_files(found: _Found) -> None:
    """Tie what nothing ties to anything to its file, where there is room."""
    tied = {end for one in found.relations for end in (one.start, one.end)}
    files: dict[str, int] = {}
    for node in [one for one in found.nodes.values() if one.id not in tied and one.path]:
        number = files.setdefault(node.path, -len(files) - 1)
        if not found.add(DrawnNode(number, "File", node.path, path=node.path)):
            return
        found.relations[DrawnRelation(number, FILE, node.id)] = None


def _rows(
    graph: ReadableGraph, statement: str, parameters: Mapping[str, object]
) -> tuple[tuple[Cell, ...], ...]:
    return graph.read(statement, parameters, row_limit=MOST_ROWS).rows


NODE = "MATCH (e:Entity {id: $id}) RETURN e"
ONE_NODE = QueryLimits(rows=1, time_s=10.0)
OF_THE_STORE = HIDDEN | {"key", "device"}
OF_A_FINDING = frozenset({"lines"})
"""Where a finding keeps the numbers of its lines in the graph; the lines themselves stand below."""


def read_node(node: int, graph: ReadableGraph) -> Row | None:
    """Read a node with its lines, its properties as columns; None where there is none. Raises GraphError."""
    found = run_query(Query("cypher", NODE, {"id": node}), graph, ONE_NODE)
    rows = [row for row in found.rows if "e" in row.values]
    return replace(rows[0], values=_properties(rows[0].values["e"])) if rows else None


def _properties(node: Cell) -> dict[str, Cell]:
    """Make columns of a node's properties, each by its name."""
    if not isinstance(node, dict):
        return {}
    hidden = OF_THE_STORE | OF_A_FINDING if node.get("type") == FINDING else OF_THE_STORE
    return {name: cell for name, cell in node.items() if name not in hidden and cell is not None}

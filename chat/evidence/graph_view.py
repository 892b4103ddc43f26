"""Draws the graph behind an answer for the page's graph library."""

from __future__ import annotations

from typing import Any

from agent.execute import QueryLimits, run_query
from agent.records import Outcome, Query, Row
from agent.render.draft import HIDDEN, show_cell
from agent.secrets.mask_secrets import SecretMask
from chat.evidence.evidence_graph import FILE, DrawnNode, EvidenceGraph, read_neighbours
from chat.evidence.evidence_view import mask_names
from chat.evidence.source_view import mask_rows
from chat.words.say import say, words_of
from findings.keep import FINDING
from graph_store.graph import ReadableGraph
from graph_store.records import Cell

NODE = "MATCH (e:Entity {id: $id}) RETURN e"
ONE_NODE = QueryLimits(rows=1, time_s=10.0)
OF_THE_STORE = HIDDEN | {"key", "device"}
OF_A_FINDING = frozenset({"lines"})
"""Where a finding keeps the numbers of its lines in the graph; the lines themselves stand below."""
LINES_SHOWN = 12


def say_size(graph: EvidenceGraph) -> str:
    """Say what is drawn: "12 nodes, 14 relations", and what has no room."""
    kinds = [one for one in graph.relations if one.kind != FILE]
    size = say("graph.size", nodes=len(graph.nodes), relations=len(kinds))
    return say("graph.no_room", size=size, left=graph.left_out) if graph.left_out else size


def page_graph(graph: EvidenceGraph) -> dict[str, Any]:
    """Give nodes and relations as the page draws and lists them, and the words that it needs."""
    nodes = [
        {"id": one.id, "name": _name(one), "kind": one.kind, "device": one.device, "cited": bool(one.lines)}
        for one in graph.nodes
    ]
    relations = [
        {"from": one.start, "to": one.end, "kind": one.kind.replace("_", " ").lower()}
        for one in graph.relations
    ]
    return {"wirelore": "graph", "nodes": nodes, "relations": relations, "words": words_of("graph.page")}


def node_asked_for(asked: object) -> int:
    """Read which node the page asks about; 0 where it asks something else."""
    match asked:
        case {"wirelore": "node", "node": int(node)} if not isinstance(node, bool) and 0 < node < 2**63:
            return node
    return 0


def describe_node(
    node: int, graph: ReadableGraph, mask: SecretMask, *, neighbours: bool, show_secrets: bool
) -> dict[str, Any]:
    """Give a node's properties and lines, and its neighbours where they are asked for. Raises GraphError."""
    found = mask.shown(_by_property(run_query(Query("cypher", NODE, {"id": node}), graph, ONE_NODE)))
    row = (found if show_secrets else mask_rows(found, graph, mask.redactor)).rows[:1]
    told = {
        "properties": [(name, show_cell(cell)) for one in row for name, cell in one.values.items()],
        "lines": [(line.path, line.number, line.text) for one in row for line in one.lines[:LINES_SHOWN]],
        "more": sum(max(0, one.total_lines - LINES_SHOWN) for one in row),
    }
    near = mask_names(read_neighbours(node, graph), mask) if neighbours else EvidenceGraph()
    return {**page_graph(near), "wirelore": "node", "node": node, **told}


def _by_property(found: Outcome) -> Outcome:
    """Make columns of a node's properties, so that each is masked by its name."""
    rows = [
        Row(_properties(row.values["e"]), row.lines, row.total_lines)
        for row in found.rows
        if "e" in row.values
    ]
    return Outcome(found.query, tuple(rows))


def _properties(node: Cell) -> dict[str, Cell]:
    if not isinstance(node, dict):
        return {}
    hidden = OF_THE_STORE | OF_A_FINDING if node.get("type") == FINDING else OF_THE_STORE
    return {name: cell for name, cell in node.items() if name not in hidden and cell is not None}


def _name(node: DrawnNode) -> str:
    """Name a node; a file's root entity is named for its device."""
    return node.device if node.kind == "Configuration" and node.device else node.name or node.kind

"""Writes the graph behind an answer for the page's graph library, and what it tells of a node that is clicked."""

from __future__ import annotations

from typing import Any

from agent.render.draft import show_cell
from chat.words.say import say, words_of
from graph_store.graph import ReadableGraph
from workspace.evidence_graph import FILE, EvidenceGraph, read_neighbours, read_node

LINES_SHOWN = 12


def say_size(graph: EvidenceGraph) -> str:
    """Say what is drawn: "12 nodes, 14 relations", and what has no room."""
    kinds = [one for one in graph.relations if one.kind != FILE]
    size = say("graph.size", nodes=len(graph.nodes), relations=len(kinds))
    return say("graph.no_room", size=size, left=graph.left_out) if graph.left_out else size


def page_graph(graph: EvidenceGraph) -> dict[str, Any]:
    """Give nodes and relations as the page draws and lists them, and the words that it needs."""
    nodes = []
    for one in graph.nodes:  # a file's root entity is named for its device
        name = one.device if one.kind == "Configuration" and one.device else one.name or one.kind
        told = {"id": one.id, "name": name, "kind": one.kind, "device": one.device, "cited": bool(one.lines)}
        nodes.append(told)
    tied = [(one.start, one.end, one.kind.replace("_", " ").lower()) for one in graph.relations]
    relations = [{"from": start, "to": end, "kind": kind} for start, end, kind in tied]
    return {"wirelore": "graph", "nodes": nodes, "relations": relations, "words": words_of("graph.page")}


def node_asked_for(asked: object) -> int:
    """Read which node the page asks about; 0 where it asks something else."""
    match asked:
        case {"wirelore": "node", "node": int(node)} if not isinstance(node, bool) and 0 < node < 2**63:
            return node
    return 0


def describe_node(node: int, graph: ReadableGraph, *, neighbours: bool) -> dict[str, Any]:
    """Give a node's properties and lines, and its neighbours where they are asked for. Raises GraphError."""
    row = read_node(node, graph)
    told = {
        "properties": [(name, show_cell(cell)) for name, cell in row.values.items()] if row else [],
        "lines": [(line.path, line.number, line.text) for line in row.lines[:LINES_SHOWN]] if row else [],
        "more": max(0, row.total_lines - LINES_SHOWN) if row else 0,
    }
    near = read_neighbours(node, graph) if neighbours else EvidenceGraph()
    return {**page_graph(near), "wirelore": "node", "node": node, **told}

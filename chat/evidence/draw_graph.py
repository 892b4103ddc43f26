"""The evidence subgraph as a Plotly figure: nodes and relations with their labels. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from statistics import fmean
from typing import Any

from chat.evidence.draw_chart import INK, escape_html, write_figure
from chat.evidence.evidence_graph import FILE, LINES_SHOWN, DrawnNode, DrawnRelation, EvidenceGraph
from chat.evidence.place_nodes import Placed, Point, place_nodes
from chat.words.say import say

COLOURS = ("#0f8a8f", "#b4651a", "#7d4fb3", "#2f6fd0", "#a8324a", "#5b7a1f", "#8a6d00", "#4a5d6e")
"""Of the kinds of nodes, in the order in which they come; the last one is of all others."""
EDGE, CONTEXT, SOFT = "#8796a3", "#c3ccd3", "#5c6b77"
NODE_PX = 15
LABEL_SIGNS, LABEL_LINES, KIND_SIGNS = 15, 2, 20
RELATION_SIGNS = 26
MOST_LABELLED = 24
"""So many relations are labelled one by one; of more, each kind once for every node that they start from."""
BREAK = re.compile(r"[a-z][A-Z]|[A-Za-z]\d|[-_/.: ].")
"""Between which two signs a name is broken, if it must be."""


def draw_graph(graph: EvidenceGraph) -> str:
    """Write the picture as the JSON of a figure."""
    placed = place_nodes([one.id for one in graph.nodes], [(one.start, one.end) for one in graph.relations])
    corner = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    layout = {
        "height": placed.height_px,
        "margin": {"l": 8, "r": 8, "t": 40, "b": 24},
        "xaxis": {"visible": False, "range": placed.width, "fixedrange": True},
        "yaxis": {"visible": False, "range": placed.height, "fixedrange": True},
        "annotations": [
            *_relation_labels(graph.relations, placed),
            *_node_labels(graph.nodes, placed),
            {**_note((0, 1), say("graph.hint"), size=10, color=SOFT), **corner, "yshift": 8},
        ],
        "hovermode": "closest",
    }
    return write_figure([*_lines(graph.relations, placed), *_nodes(graph.nodes, placed)], layout, "evidence")


def say_size(graph: EvidenceGraph) -> str:
    """Say what is drawn: "12 nodes, 14 relations", and what has no room."""
    kinds = [one for one in graph.relations if one.kind != FILE]
    size = say("graph.size", nodes=len(graph.nodes), relations=len(kinds))
    return say("graph.no_room", size=size, left=graph.left_out) if graph.left_out else size


def _nodes(nodes: Sequence[DrawnNode], placed: Placed) -> list[dict[str, Any]]:
    kinds = list(dict.fromkeys(node.kind for node in nodes))
    colours = [COLOURS[min(kinds.index(node.kind), len(COLOURS) - 1)] for node in nodes]
    fills = [colour if node.lines else CONTEXT for node, colour in zip(nodes, colours, strict=True)]
    trace = {
        "type": "scatter",
        "mode": "markers",
        "x": [placed.places[node.id][0] for node in nodes],
        "y": [placed.places[node.id][1] for node in nodes],
        "hovertext": [_say_node(node) for node in nodes],
        "hoverinfo": "text",
        "marker": {"size": NODE_PX, "color": fills, "line": {"color": colours, "width": 2.5}},
    }
    return [trace]


def _lines(relations: Sequence[DrawnRelation], placed: Placed) -> list[dict[str, Any]]:
    """Draw relations as lines, each kind in one go."""
    traces = []
    for kind, group in groupby(sorted(relations, key=lambda one: one.kind), key=lambda one: one.kind):
        points = [point for one in group for point in (*placed.way(one.start, one.end), (None, None))]
        dash = "dot" if kind == FILE else "solid" if kind == "HAS" else "5px,3px"
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": [x for x, _ in points],
                "y": [y for _, y in points],
                "line": {"color": EDGE, "width": 1.3, "dash": dash, "shape": "spline"},
                "hoverinfo": "skip",
            }
        )
    return traces


def _relation_labels(relations: Sequence[DrawnRelation], placed: Placed) -> list[dict[str, Any]]:
    """Label relations; where there are many, those of one kind from one node together."""
    together: dict[tuple[int, str, int], list[Point]] = {}
    turns = Counter[int]()
    for one in relations:
        alone = one.end if len(relations) <= MOST_LABELLED and one.kind != "HAS" else 0
        point = placed.label(one.start, one.end, turns[one.start])
        together.setdefault((one.start, one.kind, alone), []).append(point)
        turns[one.start] += 1
    return [
        _note(
            (fmean(x for x, _ in points), fmean(y for _, y in points)),
            escape_html(_short(kind.replace("_", " ").lower(), RELATION_SIGNS)),
            size=9,
            color=SOFT,
        )
        for (_, kind, _), points in together.items()
    ]


def _node_labels(nodes: Sequence[DrawnNode], placed: Placed) -> list[dict[str, Any]]:
    return [_note(placed.places[node.id], _label(node), size=11, shift=-9) for node in nodes]


def _label(node: DrawnNode) -> str:
    """Write a node's name, and under it what kind of node it is; of one without a name, where it is from."""
    place = f"{node.lines[0].path.rpartition('/')[2]}:{node.lines[0].number}" if node.lines else ""
    below = escape_html(_middle_cut(node.kind if _title(node) != node.kind else place, KIND_SIGNS))
    return _wrapped(_title(node)) + (f'<br><span style="font-size:9px">{below}</span>' if below else "")


def _title(node: DrawnNode) -> str:
    """Name a node; a file's root entity is named for its device."""
    return node.device if node.kind == "Configuration" and node.device else node.name or node.kind


def _note(place: Point, text: str, *, size: int, color: str = INK, shift: int = 0) -> dict[str, Any]:
    return {
        "x": place[0],
        "y": place[1],
        "text": text,
        "showarrow": False,
        "font": {"size": size, "color": color},
        "yshift": shift,
        "bgcolor": "rgba(255,255,255,0.75)",
        "borderpad": 0,
        "yanchor": "top" if shift else "middle",
    }


def _say_node(node: DrawnNode) -> str:
    """Say all that the picture knows of a node, with the first of its lines."""
    head = " ".join(filter(None, [f"<b>{escape_html(node.kind)}</b>", escape_html(node.name)]))
    where = say("graph.on_device", device=escape_html(node.device)) if node.device else ""
    lines = [
        f"{escape_html(line.path)}:{line.number}  {escape_html(_short(line.text.strip(), 70))}"
        for line in node.lines
    ]
    more = say("graph.more_lines", left=len(lines) - LINES_SHOWN) if len(lines) > LINES_SHOWN else ""
    return "<br>".join(filter(None, [head, where, *lines[:LINES_SHOWN], more]))


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _wrapped(name: str) -> str:
    """Write a name in up to two lines; of a longer one the middle is left out: names differ at their ends."""
    text = _middle_cut(name, LABEL_SIGNS * LABEL_LINES)
    if len(text) <= LABEL_SIGNS:
        return f"<b>{escape_html(text)}</b>"
    middle = len(text) // 2
    breaks = [place for place in range(1, len(text)) if BREAK.match(text[place - 1 : place + 1])]
    near = min(breaks, key=lambda place: abs(place - middle), default=middle)
    place = near if max(near, len(text) - near) <= LABEL_SIGNS + 2 else middle
    return f"<b>{escape_html(text[:place])}<br>{escape_html(text[place:])}</b>"


def _middle_cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2 - 1]}…{text[-(most // 2) :]}"

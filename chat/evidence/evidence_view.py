"""Shows what an answer rests on: its rows as a table, CSV and chart, its graph, and its source lines. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from agent.records import Outcome, Row
from agent.render.choose_chart import Series, choose_chart
from agent.render.draft import show_cell
from agent.render.tables import rows_as_csv
from chat.evidence.citation_links import write_link
from chat.words.markdown import show_code, show_plain
from chat.words.say import say, words_of
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine
from workspace.citations import Citation, FileLines
from workspace.evidence_graph import FILE, EvidenceGraph, read_neighbours, read_node
from workspace.evidence_rows import Evidence
from workspace.original_lines import read_texts
from workspace.versions import named_version

SOURCE = "source"
PLACES = frozenset({"path", "number"})
"""Columns that say themselves where a row is from."""


def first_chart(evidence: Evidence) -> Series | None:
    """Return the chart of an answer whose rows are all there; a part of the moments would tell a wrong story."""
    charts = (choose_chart(one) for one in evidence.outcomes if one.query.kind == "cypher" and not one.cut)
    return next(filter(None, charts), None)


def column_names(outcome: Outcome) -> tuple[str, ...]:
    """Name the columns as the statement does; the last one says where a row is from, unless others do."""
    names = list(outcome.rows[0].values) if outcome.rows else []
    has_lines = any(row.lines for row in outcome.rows)
    told = {name.rpartition(".")[2] for name in names} >= PLACES
    return (*names, SOURCE) if has_lines and not told and SOURCE not in names else tuple(names)


def write_frame(outcome: Outcome) -> str:
    """Write the rows as JSON for the page's table, which takes no dots in a column's name and no truth values."""
    names = column_names(outcome)
    rows = [_cells(row, names) for row in outcome.rows]
    shown = [name.replace(".", " ").replace("_", " ").strip("`") for name in names]
    return json.dumps({"index": list(range(len(rows))), "columns": shown, "data": rows}, ensure_ascii=False)


def write_csv(outcome: Outcome) -> str:
    """Write the rows as CSV."""
    names = column_names(outcome)
    return rows_as_csv(names, [_cells(row, names) for row in outcome.rows])


def _cells(row: Row, names: Sequence[str]) -> list[str | int | float | None]:
    """Say a row's cells in the order of the columns; numbers stay, to be sorted as such."""
    values = {SOURCE: say_places(row.lines, row.total_lines), **row.values}
    return [_simple(values.get(name)) for name in names]


def _simple(cell: Cell) -> str | int | float | None:
    if cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool)):
        return cell
    return show_cell(cell)


def say_places(lines: Sequence[SourceLine], total: int) -> str:
    """Say where a row is from: "a.cfg:7,9", "a.cfg:7,9 … 698 lines"."""
    by_path: dict[str, list[str]] = {}
    for line in lines:
        by_path.setdefault(line.path, []).append(str(line.number))
    said = "; ".join(f"{path}:{','.join(numbers)}" for path, numbers in by_path.items())
    return say("evidence.more_places", places=said, total=total) if total > len(lines) else said


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


AROUND = 6
NEAR = 2
LENGTH = "MATCH (d:Document {path: $path, state: 'ready'}) RETURN d.lines"
MOST_LINES = 400
CITED, OTHER, LEFT_OUT = "▶", " ", "⋯"


def view_source(citation: Citation, graph: ReadableGraph, kg: str) -> str:
    """Write the lines that a citation names and those around them, as Markdown. Raises GraphError.

    Lines of a version that is not loaded any more are those that are kept beside the KG.
    """
    alone = len(citation.places) == 1
    shown = []
    for place in citation.places:
        window = citation.window if alone else None
        numbers = tuple(window[:MOST_LINES]) if window else numbers_around(place.numbers)
        length = _length(place.path, graph)
        kept = None if length else named_version(kg, place.path)
        if kept:
            length = len(kept.lines)
            texts = {number: kept.lines[number - 1] for number in numbers if number <= length}
        else:
            texts = read_texts(place.path, numbers, graph, MOST_LINES)
        lines = tuple(SourceLine(place.path, number, text) for number, text in texts.items())
        heading = ("" if alone else f"**{show_plain(place.path)}** · ") + say_numbers(place.numbers)
        code = f"{show_code(draw_lines(lines, place.numbers))}\n\n{_pages(place, length)}" if lines else ""
        shown.append(f"{heading}\n\n{code or say('source.gone')}")
    return "\n\n".join(shown)


def _length(path: str, graph: ReadableGraph) -> int:
    """Return how many lines a loaded document has, 0 where there is none."""
    found = graph.read(LENGTH, {"path": path}, row_limit=1).rows
    return int(str(found[0][0] or 0)) if found else 0


def _pages(place: FileLines, lines: int) -> str:
    """Link the pages of the whole file; of a long one the first, the last and those near the first cited line."""
    if not lines:
        return ""
    here, last = (place.numbers[0] - 1) // MOST_LINES, (lines - 1) // MOST_LINES
    pages = sorted({0, last, *range(max(0, here - NEAR), min(last, here + NEAR) + 1)})
    links = []
    for first in (page * MOST_LINES + 1 for page in pages):
        until = min(lines, first + MOST_LINES - 1)
        here_too = [number for number in place.numbers if first <= number <= until] or place.numbers[:1]
        shown = f"{place.path}:{','.join(map(str, here_too))} @{first}-{until}"
        links.append(write_link(f"{first:,}\u2013{until:,}", shown))
    return f"{say('source.pages', lines=lines)} {' · '.join(links)}"


def numbers_around(cited: Sequence[int], around: int = AROUND) -> tuple[int, ...]:
    """Number the lines to show, ascending: the cited ones first, as many of the others as there is room for."""
    near = {number for one in cited[:MOST_LINES] for number in range(max(1, one - around), one + around + 1)}
    return tuple(sorted(near)[:MOST_LINES])


def say_numbers(numbers: Sequence[int]) -> str:
    """Say which lines: "line 7", "lines 51, 54"."""
    shown = ", ".join(map(str, numbers[:8])) + (" …" if len(numbers) > 8 else "")
    return say("source.line" if len(numbers) == 1 else "source.lines", numbers=shown)


def draw_lines(lines: Sequence[SourceLine], cited: Iterable[int]) -> str:
    """Draw lines with their numbers, the cited ones marked, and a gap where some are left out."""
    marked = frozenset(cited)
    width = len(str(lines[-1].number))
    drawn = [
        f"{CITED if line.number in marked else OTHER} {line.number:>{width}}  {line.text}".rstrip()
        for line in lines
    ]
    gaps = [place for place, (one, other) in enumerate(pairwise(lines), 1) if other.number - one.number > 1]
    for place in reversed(gaps):
        drawn.insert(place, f"{OTHER} {LEFT_OUT:>{width}}")
    return "\n".join(drawn)

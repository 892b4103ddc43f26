"""Shows an answer's rows on the page: as a table that can be sorted, as CSV, and the first chart. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence

from agent.records import Outcome, Row
from agent.render.choose_chart import Series, choose_chart
from agent.render.draft import show_cell
from agent.render.tables import rows_as_csv
from chat.words.say import say
from graph_store.records import Cell, SourceLine
from workspace.evidence_rows import Evidence

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

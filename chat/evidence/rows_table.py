"""Rows as a table that the page can sort, and as a CSV file. Pure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from agent.records import Answer, Outcome, Row
from agent.render.words import show_cell
from chat.words.say import say
from graph_store.records import Cell, SourceLine

SOURCE = "source"
PLACES = frozenset({"path", "number"})
"""Columns that say themselves where a row is from."""
MOST_OUTCOMES = 3
RISKY = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run as a formula."""


def telling_outcomes(answer: Answer) -> tuple[Outcome, ...]:
    """Return the outcomes that have rows, the graph's first; only those that tell what is cited, where anything is."""
    found = [one for one in answer.outcomes if one.rows and not one.error]
    waiting, telling = set(answer.citations), []
    for one in sorted(found, key=lambda one: one.query.kind):
        lines = {line for row in one.rows for line in row.lines}
        if waiting & lines:
            telling.append(one)
            waiting -= lines
    return tuple((telling or (found if answer.status == "answered" else []))[:MOST_OUTCOMES])


def column_names(outcome: Outcome) -> tuple[str, ...]:
    """Name the columns as the statement does; the last one says where a row is from, unless others do."""
    names = list(outcome.rows[0].values) if outcome.rows else []
    has_lines = any(row.lines for row in outcome.rows)
    told = {name.rpartition(".")[2] for name in names} >= PLACES
    return (*names, SOURCE) if has_lines and not told and SOURCE not in names else tuple(names)


def write_frame(outcome: Outcome) -> str:
    """Write the rows as JSON for the page's table, which takes no dots in a column's name and no truth values."""
    names = column_names(outcome)
    rows = [[_simple(_cell(row, name, names)) for name in names] for row in outcome.rows]
    shown = [name.replace(".", " ").replace("_", " ").strip("`") for name in names]
    return json.dumps({"index": list(range(len(rows))), "columns": shown, "data": rows}, ensure_ascii=False)


def write_csv(outcome: Outcome) -> str:
    """Write the rows as CSV; no cell begins as a formula does."""
    names = column_names(outcome)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_safe(_simple(_cell(row, name, names))) for name in names] for row in outcome.rows)
    return text.getvalue()


def say_places(lines: Sequence[SourceLine], total: int) -> str:
    """Say where a row is from: "a.cfg:7,9", "a.cfg:7,9 … 698 lines"."""
    by_path: dict[str, list[str]] = {}
    for line in lines:
        by_path.setdefault(line.path, []).append(str(line.number))
    said = "; ".join(f"{path}:{','.join(numbers)}" for path, numbers in by_path.items())
    return say("evidence.more_places", places=said, total=total) if total > len(lines) else said


def _cell(row: Row, name: str, names: Sequence[str]) -> Cell:
    is_source = name == SOURCE and name == names[-1] and name not in row.values
    return say_places(row.lines, row.total_lines) if is_source else row.values.get(name)


def _simple(cell: Cell) -> str | int | float | None:
    """Keep numbers, to be sorted as such."""
    if cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool)):
        return cell
    return show_cell(cell)


def _safe(cell: str | int | float | None) -> str | int | float | None:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(RISKY) else cell

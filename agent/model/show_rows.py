"""Rows as numbered lines for a prompt, as many as a budget of tokens holds; what is cut is said. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.records import Outcome, Row
from agent.render.rows import bare
from graph_store.records import Cell
from language_model.calls import CountTokens

LONGEST_CELL = 400
MOST_ITEMS = 60
HIDDEN = frozenset({"score"})
KINDS = {"cypher": "graph", "lucene": "text"}


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One row as it is shown; `query` is the place of its outcome among those shown."""

    number: int
    query: int
    row: Row = field(compare=False)


@dataclass(frozen=True, slots=True)
class ShownRows:
    """The text for the prompt, the rows in it, and of each query how many rows there are (None: not known)."""

    text: str
    rows: tuple[ShownRow, ...]
    totals: tuple[int | None, ...]

    def of_query(self, query: int) -> tuple[ShownRow, ...]:
        """Return the rows of one query."""
        return tuple(row for row in self.rows if row.query == query)

    def is_whole(self, query: int) -> bool:
        """Say whether all rows of a query are shown."""
        return self.totals[query] == len(self.of_query(query))


def show_rows(found: Sequence[Outcome], tokens: int, count_tokens: CountTokens) -> ShownRows:
    """Show the rows that have lines. Each query gets an equal part of the budget, and what those before it left."""
    texts: list[str] = []
    rows: list[ShownRow] = []
    totals: list[int | None] = []
    left = tokens
    for query, outcome in enumerate(found):
        proven = [row for row in outcome.rows if row.total_lines]
        shown, spent = _fitting(proven, len(rows), left // (len(found) - query), count_tokens)
        left -= spent
        totals.append(_total(outcome, len(proven)))
        rows += [ShownRow(len(rows) + place, query, row) for place, row in enumerate(proven[: len(shown)], 1)]
        texts += [_heading(query, outcome, len(shown), totals[-1]), *shown]
    return ShownRows("\n".join(texts), tuple(rows), tuple(totals))


def _fitting(
    rows: Sequence[Row], before: int, tokens: int, count_tokens: CountTokens
) -> tuple[list[str], int]:
    """Return the first rows as text, one at least, and what they cost."""
    shown: list[str] = []
    spent = 0
    for number, row in enumerate(rows, before + 1):
        text = f"{number} {_cells(row)}"
        cost = count_tokens(text) + 1
        if shown and spent + cost > tokens:
            break
        shown.append(text)
        spent += cost
    return shown, spent


def _total(outcome: Outcome, proven: int) -> int | None:
    """Count the rows there are, with those that a limit left out; rows without lines do not count."""
    if not outcome.cut:
        return proven
    return outcome.total_rows


def _heading(query: int, outcome: Outcome, shown: int, total: int | None) -> str:
    columns = ", ".join(bare(name) for name in _visible(outcome.rows[0].values)) if outcome.rows else ""
    kind = KINDS[outcome.query.kind]
    if total == shown:
        count = "the only row" if shown == 1 else f"all {shown} rows"
    else:
        count = f"the first {shown} of {'more' if total is None else total} rows; the others are not shown"
    return f"Query {query + 1} ({kind}), columns {columns}; {count}:"


def _visible(values: Mapping[str, Cell]) -> dict[str, Cell]:
    return {name: cell for name, cell in values.items() if bare(name) not in HIDDEN}


def _cells(row: Row) -> str:
    cells = [_short(cell) for cell in _visible(row.values).values()]
    return json.dumps(cells, ensure_ascii=False, separators=(",", ":"), default=str)


def _short(cell: Cell) -> Cell:
    if isinstance(cell, str):
        return cell if len(cell) <= LONGEST_CELL else f"{cell[:LONGEST_CELL]}… ({len(cell)} characters)"
    if isinstance(cell, Mapping):
        return {name: _short(one) for name, one in cell.items()}
    if isinstance(cell, Sequence):
        items: list[Cell] = [_short(one) for one in cell[:MOST_ITEMS]]
        return [*items, f"… ({len(cell)} items)"] if len(cell) > MOST_ITEMS else items
    return cell

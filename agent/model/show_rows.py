"""Shows rows as numbered lines in a prompt, within a token budget, and says what was cut. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from agent.evidence.ties import ends_with_limit
from agent.model.near_values import compared_values
from agent.records import Outcome, Query, Row
from agent.render.draft import bare
from graph_store.cypher_tokens import split_clauses, tokenize
from graph_store.records import Cell
from graph_store.text_search.tokenize_line import search_tokens
from language_model.calls import CountTokens

LONGEST_CELLS = (400, 200)
"""Characters of a cell that are shown: fewer where not all rows would fit. What is cut is its middle."""
AROUND = 40
"""Characters before and behind what was asked for in the middle of a cell, which are not cut."""
SHORTEST_ASKED = 4
LONGEST_ASKED = 160
LONG_TEXT = 20
"""Characters from which on a text tells which line it is of."""
NUMBER_TOKENS = 3
WEIGHTS = {"cypher": 4, "lucene": 1, "passages": 1}
"""How queries share the budget when they want more than it: rows of the graph answer, lines of a search support."""
MOST_BESIDE, MOST_LINES = 5, 10
"""Lines of a text search that are shown, beside rows of the graph and alone."""
RANKED = re.compile(r"\border by (?:\w+\.)?score\b", re.IGNORECASE)
"""In a search whose lines are as many as fit best, not a list that was asked for."""
TOLD_SHARE = 0.5
"""Of a word's weight, for each line that is chosen and has it already."""
MOST_ITEMS = 60
COUNTED = re.compile(
    r"count|number_of|times|packets|bytes|total|records|sessions|amount|how_many|hits|failures"
)
"""Names of columns whose numbers can be added up."""
HIDDEN = frozenset({"score"})
SEPARATOR = " | "
"""Between cells; one that holds it stands in quotes."""
KINDS = {"cypher": "graph", "lucene": "text", "passages": "text"}


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
    limited: frozenset[int] = frozenset()
    """Queries of the graph whose own LIMIT may leave out what was asked for."""
    lists: frozenset[int] = frozenset()
    """Queries of the graph all of whose rows are asked for."""
    queries: tuple[Query, ...] = ()

    def of_query(self, query: int) -> tuple[ShownRow, ...]:
        """Return the rows of one query."""
        return tuple(row for row in self.rows if row.query == query)

    def sums(self, query: int) -> dict[str, int]:
        """Return the totals of the columns that count something; none where rows are missing."""
        rows = self.of_query(query)
        is_whole = self.is_whole(query) and query not in self.limited
        return column_totals([row.row for row in rows]) if is_whole and rows else {}

    def is_whole(self, query: int) -> bool:
        """Say whether all rows of a query are shown."""
        return self.totals[query] == len(self.of_query(query))


def show_rows(
    found: Sequence[Outcome], tokens: int, count_tokens: CountTokens, question: str = ""
) -> ShownRows:
    """Show the rows with lines, mostly those of the graph; no line of a search that such a row tells already.

    Of the lines of a search those that hold most of the words that few have, of the `question` and the search.
    """
    proven = [[row for row in outcome.rows if row.total_lines] for outcome in found]
    beside = any(rows for one, rows in zip(found, proven, strict=True) if one.query.kind == "cypher")
    most = MOST_BESIDE if beside else MOST_LINES
    untold = _without_told(found, proven)
    asked = [_asked_for(outcome.query) for outcome in found]
    kept = [
        _fullest(rows, f"{question} {' '.join(words)}", most)
        if one.query.kind == "lucene" and (beside or RANKED.search(one.query.statement))
        else rows
        for one, rows, words in zip(found, untold, asked, strict=True)
    ]
    longest = LONGEST_CELLS[0]
    for longest in LONGEST_CELLS:
        costs = [
            [count_tokens(_cells(row, longest, asked[query])) + NUMBER_TOKENS for row in rows]
            for query, rows in enumerate(kept)
        ]
        if sum(map(sum, costs)) <= tokens:
            break
    weights = [WEIGHTS[outcome.query.kind] for outcome in found]
    shares = _shares([sum(each) for each in costs], weights, tokens)
    texts: list[str] = []
    shown_rows: list[ShownRow] = []
    totals: list[int | None] = []
    for query, (outcome, part) in enumerate(zip(found, shares, strict=True)):
        fitting = sum(1 for spent in accumulate(costs[query]) if spent <= part)
        shown = kept[query][: max(fitting, 1)]
        again = len(proven[query]) - len(untold[query])
        total: int | None = len(untold[query])
        if outcome.cut:  # rows that were cut count, but not those told already
            total = None if outcome.total_rows is None else outcome.total_rows - again
        totals.append(total)
        if shown or not again:
            texts.append(_heading(query, outcome, shown, total, again))
        for row in shown:
            shown_rows.append(ShownRow(len(shown_rows) + 1, query, row))
            texts.append(f"{len(shown_rows)} {_cells(row, longest, asked[query])}")
    ends = [one.query.kind == "cypher" and limits_itself(one.query, len(one.rows)) for one in found]
    limited = frozenset(at for at, is_limited in enumerate(ends) if is_limited)
    listing = [one.query.reading is not None and one.query.reading.intent == "list" for one in found]
    lists = frozenset(at for at, one in enumerate(found) if one.query.kind == "cypher" and listing[at])
    queries = tuple(outcome.query for outcome in found)
    return ShownRows("\n".join(texts), tuple(shown_rows), tuple(totals), limited, lists, queries)


def column_totals(rows: Sequence[Row]) -> dict[str, int]:
    """Add up the columns of whole numbers that their names say are amounts."""
    columns = {name: [row.values.get(name) for row in rows] for name in rows[0].values}
    return {
        name: sum(cell for cell in cells if isinstance(cell, int))
        for name, cells in columns.items()
        if COUNTED.search(name) and all(type(cell) is int for cell in cells)
    }


def _without_told(found: Sequence[Outcome], proven: Sequence[Sequence[Row]]) -> list[Sequence[Row]]:
    """Leave out lines of searches that rows of the graph tell."""
    graph = [rows for outcome, rows in zip(found, proven, strict=True) if outcome.query.kind == "cypher"]
    cells = [cell for rows in graph for row in rows for cell in row.values.values()]
    told = [cell for cell in cells if isinstance(cell, str) and len(cell) >= LONG_TEXT]
    return [
        rows if outcome.query.kind == "cypher" else [row for row in rows if not _is_told(row, told)]
        for outcome, rows in zip(found, proven, strict=True)
    ]


def _fullest(rows: Sequence[Row], asked: str, most: int) -> Sequence[Row]:
    """Choose the lines with most of the words asked for: what few lines have counts more, what is told already less.

    In the order of `rows`; all of them where there are no more than `most`.
    """
    if len(rows) <= most:
        return rows
    words = {
        token.lower() for token in search_tokens(asked) if len(token) >= SHORTEST_ASKED or token.isdigit()
    }
    held = [
        words.intersection(token.lower() for line in row.lines for token in search_tokens(line.text))
        for row in rows
    ]
    having = Counter(word for each in held for word in each)
    weights = {word: math.log1p(len(rows) / count) for word, count in having.items()}
    chosen: list[int] = []
    while len(chosen) < most:
        left = [at for at in range(len(rows)) if at not in chosen]
        best = max(left, key=lambda at: (sum(weights[word] for word in held[at]), -at))
        chosen.append(best)
        weights.update({word: TOLD_SHARE * weights[word] for word in held[best]})
    return [rows[at] for at in sorted(chosen)]


def _is_told(row: Row, told: Sequence[str]) -> bool:
    """Tell whether texts that are shown already hold most of a row's one line."""
    if len(row.lines) != 1 or row.total_lines != 1:
        return False
    line = row.lines[0].text
    return any(2 * len(text) > len(line) and text in line for text in told)


def _shares(wanted: Sequence[int], weights: Sequence[int], tokens: int) -> list[int]:
    """Divide a budget by weights: who wants less than its part leaves the rest to the others."""
    shares = [0] * len(wanted)
    left, waiting = tokens, sum(weights)
    for place in sorted(range(len(wanted)), key=lambda one: wanted[one] / weights[one]):
        shares[place] = min(wanted[place], left * weights[place] // waiting)
        left -= shares[place]
        waiting -= weights[place]
    return shares


def _heading(query: int, outcome: Outcome, rows: Sequence[Row], total: int | None, again: int) -> str:
    shown = len(rows)
    columns = ", ".join(bare(name) for name in _visible(outcome.rows[0].values)) if outcome.rows else ""
    kind = KINDS[outcome.query.kind]
    besides = f"; {again} more are lines of rows above" if again else ""
    what = f"Query {query + 1} ({kind}{_asked(outcome.query)}), columns {columns}"
    is_whole = shown == total and not limits_itself(outcome.query, len(outcome.rows))
    sums = column_totals(rows) if is_whole and shown > 1 else {}
    totals = "".join(f"; total {bare(name)} {number}" for name, number in sums.items())
    return f"{what}; {_count(outcome, shown, total)}{totals}{besides}:"


def _asked(query: Query) -> str:
    """Say in one line what a statement of the graph looked for: its note, or its patterns and conditions."""
    if query.kind != "cypher":
        return ""
    if query.reading is not None and query.reading.note:
        return f": {query.reading.note}"
    clauses = split_clauses(tokenize(query.statement))
    start = next((one.start for one in clauses if one.keyword == "RETURN"), len(query.statement))
    text = " ".join(query.statement[:start].split())
    for name, value in query.parameters.items():
        text = re.sub(rf"\${re.escape(name)}\b", repr(value).replace("\\", r"\\"), text)
    return f": {text if len(text) <= LONGEST_ASKED else text[:LONGEST_ASKED] + '…'}" if text else ""


def tell_empty(found: Sequence[Outcome]) -> str:
    """Say of each statement of the graph that found nothing what it looked for."""
    return "\n".join(
        f"A query ({KINDS[one.query.kind]}{_asked(one.query)}) found nothing: no row says so, and none can be cited."
        for one in found
        if one.query.kind == "cypher"
    )


def _count(outcome: Outcome, shown: int, total: int | None) -> str:
    """Say how many rows there are: of a statement with a LIMIT of its own, nobody knows how many it left out."""
    if total != shown:
        of = "more" if total is None else total
        if outcome.query.kind == "lucene":
            or_more = " or more" if limits_itself(outcome.query, len(outcome.rows)) else ""
            return f"the {shown} of {of}{or_more} lines that have most of the words asked for"
        return f"the first {shown} of {of} rows; the others are not shown"
    if is_tie(outcome.query, len(outcome.rows)):
        return "the first 2 rows, which are equal in what they were sorted by: name both; there may be more"
    if limits_itself(outcome.query, len(outcome.rows)):
        rows = "1 row" if shown == 1 else f"{shown} rows"
        return f"{rows}, as many as the statement's own LIMIT allows: there may be more"
    return "the only row" if shown == 1 else f"all {shown} rows"


def limits_itself(query: Query, rows: int) -> bool:
    """Tell whether a statement ends with a LIMIT that its rows reach; the one row of LIMIT 1 is meant to be alone."""
    return rows > 1 and ends_with_limit(query) == str(rows) and not is_tie(query, rows)


def is_tie(query: Query, rows: int) -> bool:
    """Tell whether the one row that was asked for has an equal."""
    return query.reading is not None and query.reading.and_next and rows > 1


def _visible(values: Mapping[str, Cell]) -> dict[str, Cell]:
    return {name: cell for name, cell in values.items() if bare(name) not in HIDDEN}


def _cells(row: Row, longest: int, asked: Sequence[str] = ()) -> str:
    """Write cells as a reader would copy them: no escapes, one line."""
    return SEPARATOR.join(_written(_short(cell, longest, asked)) for cell in _visible(row.values).values())


def _asked_for(query: Query) -> tuple[str, ...]:
    """Return the texts that a statement compares with, and the words of a search, in small letters."""
    values = compared_values(query)
    words = values if query.kind == "cypher" else (one for value in values for one in value.split())
    return tuple(one for word in words if len(one := word.strip("*\"'()~").lower()) >= SHORTEST_ASKED)


def _written(cell: Cell) -> str:
    if cell is None or isinstance(cell, bool):
        return {None: "null", True: "true", False: "false"}[cell]
    if isinstance(cell, Mapping):
        return "{" + ", ".join(f"{name}: {_written(one)}" for name, one in cell.items()) + "}"
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return "[" + ", ".join(map(_written, cell)) + "]"
    text = " ".join(str(cell).split())
    return f'"{text}"' if not text or SEPARATOR.strip() in text else text


def _short(cell: Cell, longest: int, asked: Sequence[str]) -> Cell:
    if isinstance(cell, str):
        return cell if len(cell) <= longest else _cut(cell, longest, asked)
    if isinstance(cell, Mapping):
        return {name: _short(one, longest, asked) for name, one in cell.items()}
    if isinstance(cell, Sequence):
        items: list[Cell] = [_short(one, longest, asked) for one in cell[:MOST_ITEMS]]
        return [*items, f"… ({len(cell)} items)"] if len(cell) > MOST_ITEMS else items
    return cell


def _cut(text: str, longest: int, asked: Sequence[str]) -> str:
    """Leave out the middle of a text, but what was asked for there with what stands around it."""
    half = longest // 2
    folded, last = text.lower(), len(text) - half
    places = (folded.find(word, half, last) for word in asked if word not in folded[:half] + folded[last:])
    at = min((place for place in places if place >= 0), default=-1)
    middle = f"{text[max(half, at - AROUND) : min(last, at + AROUND)]} … " if at >= 0 else ""
    return f"{text[:half]} … {middle}{text[last:]} ({len(text)} characters)"

"""Says which numbers of a line count what it cites: rows, values of a column, totals, the things of a list. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.model.known_values import Claim, find_claims
from agent.model.row_evidence import RowEvidence
from agent.model.show_rows import COUNTED, ShownRows
from agent.model.signed_words import CLAUSE, stems_of
from agent.render.draft import show_cell

LIST_WORDS = 5
JOINT = re.compile(r",?(?<!\s)\s+and\s+|,\s+|;\s+")
TOTAL = re.compile(r"\b(?:in total|altogether|in all|total|sum|together)\b", re.IGNORECASE)
OF_MORE = re.compile(
    r"\b(?:first|last|latest|newest|oldest|top|shown|at least|more than|of (?:the |all )?`?\d+)\b",
    re.IGNORECASE,
)
"""Words that tell a number of rows from that of all there are."""
UNIT_BEHIND = re.compile(r"\s+([^\W\d_]+)")


def counts(
    claim: Claim, text: str, cited: Sequence[RowEvidence], shown: ShownRows, rows: Sequence[RowEvidence]
) -> set[float]:
    """Return the numbers that count what is cited; `rows` are all that are shown.

    A number of what a column counts ("2 sessions"), or one "in total", is a total of columns and no number of rows.
    """
    queries = {row.query for row in cited}
    noun = UNIT_BEHIND.match(text[claim.end :])
    cells = [(name, cell) for row in cited for name, cell in row.values.items()]
    amounts = {name for name, cell in cells if type(cell) is int and COUNTED.search(name)}
    named = {name for name in amounts if noun and stems_of(noun[1]) <= stems_of(name)}
    of_things = noun and any(stems_of(noun[1]) <= stems_of(name) for name, _ in cells if name not in amounts)
    totals = bool(named) or (bool(amounts) and not of_things and TOTAL.search(text) is not None)
    found: set[float] = set()
    for query in queries:
        sums, of_query = shown.sums(query), [row for row in rows if row.query == query]
        whole = claim.counts and len(sums) == 1 and all(row in cited for row in of_query)
        if (totals or whole) and _is_of_all(claim, text, of_query):
            found |= {float(total) for name, total in sums.items() if not named or name in named}
    if totals:
        return found
    items = _list_items(text)
    found |= {float(len(cited)), float(len(items))}
    lists = [pair for row in cited for pair in row.listing.items()]
    found |= {float(len(items)) for name, items in lists if noun and stems_of(noun[1]) <= stems_of(name)}
    for query in queries:
        number, all_rows = shown.totals[query], shown.of_query(query)
        found.add(float(sum(row.query == query for row in cited)))
        if query in shown.limited or not shown.is_whole(query):  # what was shown is not all there is
            is_part = OF_MORE.search(text) or len(items) == len(all_rows)
            found -= set() if is_part else {float(len(all_rows))}
            found |= {float(number)} if number not in (None, len(all_rows)) else set()
        else:
            found.add(float(len(all_rows)))
            for column in all_rows[0].row.values:
                values = {show_cell(row.row.values.get(column)) for row in all_rows}
                found.add(float(len(values - {""})))
    return found


def _is_of_all(claim: Claim, text: str, rows: Sequence[RowEvidence]) -> bool:
    """Say whether what a line names up to a total, and in its clause, is named of each row of the total."""
    end = CLAUSE.search(text, claim.end)
    before = find_claims(text[: end.start()] if end else text)
    named = [one for one in before if one.start != claim.start and not one.counts]
    having = [
        [row for row in rows if row.columns_of(one)] or [row for row in rows if row.has(one)] for one in named
    ]
    of_some = [among for among in having if len(among) < len(rows)]
    return not of_some or all(any(row in among for among in of_some) for row in rows)


def _list_items(text: str) -> list[str]:
    """Return the things that a text lists, behind its colon if it has one."""
    listed = text.rpartition(": ")[2]
    items = [item for item in JOINT.split(listed) if item.strip()]
    return items if len(items) > 1 and all(len(item.split()) <= LIST_WORDS for item in items) else []

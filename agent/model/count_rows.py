"""Says which numbers of a line count what it cites: rows, values of a column, totals, the things of a list. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from agent.model.known_values import NUMBER_WORDS, Claim, find_claims
from agent.model.row_evidence import RowEvidence
from agent.model.show_rows import COUNTED, ShownRows
from agent.model.signed_words import CLAUSE, WORD, signed_words, stems_of, word_lists
from agent.render.draft import show_cell

LIST_WORDS = 5
JOINT = re.compile(r",?(?<!\s)\s+and\s+|,\s+|;\s+")
TOTAL = re.compile(r"\b(?:in total|altogether|in all|total|sum|together)\b", re.IGNORECASE)
OF_MORE = re.compile(
    r"\b(?:first|last|latest|newest|oldest|top|shown|at least|more than|of (?:the |all )?`?\d+)\b",
    re.IGNORECASE,
)
"""Words that tell a number of rows from that of all there are."""
PART = re.compile(rf"(?<![\w.:/`-])(one|\d+|{'|'.join(NUMBER_WORDS)})(?= [a-z])", re.IGNORECASE)
OTHERS = re.compile(r"\b(?:other|others|remaining)\s+$", re.IGNORECASE)
"""Before a number of what is like the clause, and not like the one before it."""
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
    some = [_fulfilling(claim, text, row.query, rows) for row in cited[:1]]
    if some and some[0] and OTHERS.search(text[: claim.start]):
        return {float(one) for one in some[0]}
    found |= {float(one) for each in some for one in each} | _differences(claim, text, cited)
    items = _list_items(text)
    parts = _parts(claim, text)
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
    return found | ({float(claim.value)} if parts and parts in found else set())


def _parts(claim: Claim, text: str) -> float:
    """Add up the numbers of a list that a number is in: "two hosts and one network"."""
    words = [one[1].lower() for one in PART.finditer(text)]
    numbers = [float(one) if one.isdigit() else NUMBER_WORDS.get(one, 1) for one in words]
    return float(sum(numbers)) if len(numbers) > 1 and claim.counts else 0.0


def _fulfilling(claim: Claim, text: str, query: int, rows: Sequence[RowEvidence]) -> set[int]:
    """Count the rows of a query that have what the clause of a number says: its values, or nothing in a column."""
    end = CLAUSE.search(text, claim.end)
    clause = text[claim.end : end.start() if end else None]
    own = [row for row in rows if row.query == query]
    said = [one for one in find_claims(clause) if one.quoted or not one.counts]
    values = [one for one in said if any(row.has_cell(one) for row in own)]
    found = {sum(all(row.has_cell(one) for one in values) for row in own)} if values else set()
    lacking = {form for form, _, negated in signed_words(clause) if negated}
    lacked = [row for row in own for name in row.columns_called(lacking) if row.is_nothing(name)]
    return found | ({len(lacked)} if lacked else set())


def _differences(claim: Claim, text: str, cited: Sequence[RowEvidence]) -> set[float]:
    """Return the difference of two numbers of a column that a line names, where it compares them."""
    if word_lists()["compares"].isdisjoint(WORD.findall(text.lower())):
        return set()
    numbers = [one for one in find_claims(text) if one.kind == "number" and one.start != claim.start]
    columns = [frozenset().union(*(row.columns_of(one) for row in cited)) for one in numbers]
    pairs = combinations(zip(numbers, columns, strict=True), 2)
    return {abs(float(one.value) - float(two.value)) for (one, of), (two, other) in pairs if of & other}


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

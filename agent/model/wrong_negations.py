"""Finds the words of a line whose negation is that of no row: "is not shut down", "without a description". Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from agent.model.cited_line import CitedLine
from agent.model.denied_values import with_lists
from agent.model.known_values import Claim
from agent.model.signed_words import (
    WORD,
    Signs,
    clauses_in,
    opposed,
    signed_words,
    stem_of,
    stems_in,
    words_by_stem,
)

AND = re.compile(r"\s(?:and|or)\s")
BRACKETED = re.compile(r"\([^()]*\)")
"""What is said of the last value of a list alone: "`a` and `b` (passive)"."""
DENIED_BEFORE_COUNT = re.compile(
    r"(?P<denied>\b(?:no|not|without) (?:[^\W\d_]+ ){0,4}[^\W\d_]+) `?0+`? (?P<unit>[^\W\d_]+)", re.IGNORECASE
)
"""What a row denies in these words, and how often: "no free leases 0 times"."""


def wrong_negations(
    line: CitedLine, masked: str, claims: Sequence[Claim], denied_claims: Collection[Claim]
) -> list[str]:
    """Return the words that rows say with the opposite sign; `masked` is the line without its values.

    A word that is denied before a value which rows deny as well is denied of that value alone.
    """
    lists = dict(with_lists(masked))
    return [
        word
        for (start, end), clause in _with_verbs(masked)
        if not any(start <= one.start < lists.get(start, end) for one in denied_claims)
        for word in _of_clause(line, claims, start, end, clause)
    ]


def _of_clause(line: CitedLine, claims: Sequence[Claim], start: int, end: int, clause: str) -> list[str]:
    """Return the words of a clause whose opposite the rows say that it is about: those with most of its values.

    `start` and `end` are where its values stand.
    """
    things = [one for one in claims if not line.is_device(one)]
    inside = [one for one in things if start <= one.start < end]
    named = {one.value.lower() for one in claims if line.is_device(one) and start <= one.start < end}
    cited = [row for row in line.cited if named & row.own_devices] or [*line.cited]
    about = [row for row in cited if inside and all(row.has_cell(one) for one in inside)]
    about = about or [row for row in cited if any(row.has_cell(one) for one in things)] or [*cited]
    columns = _joined(signs for row in about for signs in (row.of_columns, row.of_properties))
    naming = [row for row in cited if inside and all(row.has(one) for one in inside)]
    texts = _joined(row.of_texts for row in about)
    signed = _joined(signs for row in {*about, *naming} for signs in (row.of_texts, row.of_labels))
    cells = _joined(row.of_cells for row in about)
    denied_by_row = {
        form
        for row in about
        for form, signs in row.of_columns.items()
        if signs == {True} or (True in signs and not any(row.has_in_lines_only(one) for one in claims))
    }
    affirmed = {form for form, signs in texts.items() if signs == {False}} - denied_by_row
    headings = {word for row in about for word in row.headings}
    called = words_by_stem(clause)
    of_things = (row for row in cited if any(row.has_cell(one) for one in inside))
    filled = frozenset().union(*(row.filled for row in of_things))
    plain, field = stems_in("plain"), stems_in("field")
    counted = {
        stem_of(match["unit"])
        for match in DENIED_BEFORE_COUNT.finditer(clause)
        if any(match["denied"].lower() in said.lower() for row in cited for said in row.said)
    }
    lacking = {form for form, _, negated in signed_words(clause) if negated}
    own = [
        row
        for row in about
        if all(row.has(one) for one in inside if not one.counts)
        and not any(row.has_in_lines_only(one) for one in claims if not one.counts)
    ]
    told = [(row, name) for row in own for name in row.columns_called(lacking)]
    whole = {form for form, _, _ in signed_words(clause)} if lacking else {*()}
    empty = [(row, name) for row in own for name in row.columns_called(whole)]
    if empty and all(row.is_nothing(name) for row, name in empty):
        lacking, told = whole, empty
    lacked = frozenset().union(*(row.column_words(name) for row, name in told))
    without = sum(row.is_nothing(name) for row, name in told)
    numbers = (float(one.value) for one in claims if one.counts and start <= one.start < end)
    lacks = without == len(told) or float(without) in numbers
    wrong = []
    nowhere = any(
        not any(row.says(one, sign) for row in line.cited for sign in (True, False))
        for one in lacking - plain - field
    )
    for form, denied, negated in signed_words(clause):
        if negated and nowhere and form not in lacked | opposed():  # "no standby address" denies no address
            continue
        if (negated and form in counted) or (lacks and form in lacked & lacking):
            continue
        if negated and form in lacked - plain:
            wrong.append(called.get(form, form))
            continue
        as_columns = denied in columns.get(form, {denied}) or denied in cells.get(form, ())
        if form in field:
            is_wrong = negated and form in filled
        else:
            is_wrong = (denied and form in affirmed) or ((denied or form not in headings) and not as_columns)
        opposite = not denied and form in opposed() and signed.get(form) == {True}
        if form not in plain and (is_wrong or opposite):
            wrong.append(called.get(form, form))
    return wrong


def _joined(signs: Iterable[Signs]) -> dict[str, set[bool]]:
    found: dict[str, set[bool]] = {}
    for one in signs:
        for form, denied in one.items():
            found.setdefault(form, set()).update(denied)
    return found


def _with_verbs(masked: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield where the values of each clause stand, and its words; of "0 and 0 are not up" the first has those, too."""
    spans = clauses_in(masked)
    for (start, end), (_, behind) in pairwise([*spans, (len(masked), len(masked))]):
        clause, after = masked[start:end], masked[end:behind]
        yield (start, end), clause
        if (
            "0" in clause
            and AND.match(after)
            and all(stem_of(word) in stems_in("plain") for word in WORD.findall(clause))
        ):
            yield (start, end), BRACKETED.sub(" ", after)

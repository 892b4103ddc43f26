"""Finds what a line calls by another column's name, or puts at the other end of a way: "`3` with status `7`". Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

from agent.model.count_rows import UNIT_BEHIND
from agent.model.known_values import Claim
from agent.model.row_evidence import RowEvidence, unjoined
from agent.model.show_rows import COUNTED
from agent.model.signed_words import CLAUSE, WORD, short_for, stem_of, stems_in, stems_of

END_BEFORE = re.compile(
    r"\b([^\W\d_]+)\s+(?:(?:the|an?|zone|port|address|interface|network|prefix|host|ip)\s+){0,2}`?$",
    re.IGNORECASE,
)
"""The word before a value that may say at which end of a way it is: "from zone `dmz`"."""
ENDS = ("at_source", "at_destination")
OF_SO_MANY = re.compile(r"(?<![\w/.:-])\d+`?\s+of\s+(?:the\s+|all\s+)?`?$")
BETWEEN = re.compile(r"\b(?:over|of|in|on|for|from|with|by|at|to|per|than|through)\b", re.IGNORECASE)
TO = re.compile(r"`?\s+to\s+(?:the\s+)?`?")


def misnamed_values(
    claims: Sequence[Claim], text: str, cited: Sequence[RowEvidence], is_count: Callable[[Claim], bool]
) -> list[str]:
    """Return the values that the line calls by what other columns are, or by the other end of a way.

    And those of which it says that so many others are a part, where they count nothing.
    """
    wrong = []
    for claim, behind in zip_longest(claims, claims[1:]):
        cells = [(row, name) for row in cited for name in row.cell_columns(claim)]
        columns = [row.column_words(name) for row, name in cells]
        numeric = any(name in row.number_columns for row in cited for name in row.columns_of(claim))
        if numeric and claim.value.isdigit() and _is_of_another(claim, claims, text, cited):
            wrong.append(claim.value)
        unit = UNIT_BEHIND.match(text[claim.end :])
        units = [column & stems_in("units") for column in columns]
        if unit and claim.kind == "number" and all(units) and units:
            form = stem_of(unit[1])
            if form in stems_in("units") and not any(form in one for one in units):
                wrong.append(unit[1])
        ways = [*map(unjoined, columns), *(key for row in cited for key in row.keys_of(claim))]
        ends = [side for way in ways for side in ENDS if way <= stems_in(side, "ends")]
        side = END_BEFORE.search(text[: claim.start])
        if side and ways and len(ends) == len(ways):
            form = stem_of(side[1])
            if form in stems_in(*ENDS) and form not in stems_in(*set(ends)):
                wrong.append(claim.value)
        if behind and TO.fullmatch(text[claim.end : behind.start]):
            ways_said = (f"{claim.value} to {behind.value}", f"{behind.value} to {claim.value}")
            said = [any(row.has(Claim("quote", way, 0, 0)) for row in cited) for way in ways_said]
            wrong += [behind.value] * (said == [False, True])
        if claim.kind == "number" and OF_SO_MANY.search(text[: claim.start]):
            counted = any(COUNTED.search(name) for row in cited for name in row.cell_columns(claim))
            wrong += [] if counted or is_count(claim) else [claim.value]
    return wrong


def _is_of_another(claim: Claim, claims: Sequence[Claim], text: str, cited: Sequence[RowEvidence]) -> bool:
    """Say whether a line calls a number as another column of numbers is called, and not as its own.

    The words right before and behind it count first; else a column of which the line has no value.
    """
    columns = {(row, name) for row in cited for name in row.number_columns}
    held = {name for row in cited for name in row.columns_of(claim)}
    own = frozenset().union(*(row.said_words(name) for row, name in columns if name in held))
    others = [(row, name) for row, name in columns if name not in held]
    near = _words_beside(claim, claims, text, cited)
    lists = [
        (row, name) for row in cited for name, items in row.listing.items() if len(items) != int(claim.value)
    ]
    beside = [len(near & row.column_words(name)) for row, name in [*others, *lists]]
    if near & own or any(beside):
        return max(beside, default=0) > len(near & own)
    taken = {name for row in cited for one in claims for name in row.cell_columns(one)}
    told = frozenset().union(*(row.said_words(name) for row in cited for name in taken & {*row.values}))
    said = stems_of(text).union(map(short_for, stems_of(text)))
    named = frozenset().union(*(stems_of(name) for name in taken))
    left = frozenset().union(
        *(
            row.column_words(name)
            for row, name in others
            if name not in taken and type(row.values[name]) is int
        )
    )
    told = told.union(map(short_for, told))
    return any(short_for(one) not in told for one in left & said - told - named) and not own - left & said


def _words_beside(
    claim: Claim, claims: Sequence[Claim], text: str, cited: Sequence[RowEvidence]
) -> frozenset[str]:
    """Return the stems of the two words before a value, and of the one behind it, up to other values.

    The word between two numbers is the first one's where it is what that is called: "46 times 401".
    """
    last = max((one for one in claims if one.end <= claim.start), key=lambda one: one.end, default=None)
    begin = last.end if last else 0
    if last and (own := UNIT_BEHIND.match(text, begin)):
        called = (row.said_words(name) for row in cited for name in row.cell_columns(last))
        begin = own.end() if stem_of(own[1]) in frozenset().union(*called) else begin
    before = BETWEEN.split(CLAUSE.split(text[begin : claim.start])[-1])[-1]
    unit = UNIT_BEHIND.match(text[claim.end :])
    beside = " ".join([*WORD.findall(before)[-2:], unit[1] if unit else ""])
    return stems_of(beside).union(map(short_for, stems_of(beside))) - stems_in("plain")

"""Finds words of quantity that rows do not bear out: "all", "both", and "only" where others have the same. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.model.cited_line import CitedLine
from agent.model.known_values import Claim
from agent.model.row_evidence import RowEvidence
from agent.model.signed_words import WORD, clauses_in, signed_words, word_lists


def wrong_quantities(
    line: CitedLine, masked: str, claims: Sequence[Claim], rows: Sequence[RowEvidence]
) -> list[str]:
    """Return the words of quantity that are wrong; `masked` is the line without its values, `rows` are all shown."""
    cited = line.cited
    wrong: list[str] = []
    values = [one for one in claims if (one.quoted or not one.counts) and not line.is_device(one)]
    told = [one for one in values if one.quoted or not one.value.isalpha()]  # not "VLAN" of all rows
    listed = [one for row in cited for one in row.only_part_of_lists(values)]
    partly = not claims or listed or (told and not all(any(row.has(one) for one in told) for row in cited))
    for start, end in clauses_in(masked):
        words = [word.lower() for word in WORD.findall(masked[start:end])]
        inside = [one for one in values if start <= one.start < end]
        quantity = word_lists()["all"].intersection(words)
        if quantity and (partly or _is_of_some(masked[start:end], inside, values, cited)):
            wrong += sorted(one for one in quantity if not any(one in row.words for row in cited))
        first = next(iter(words), "")
        begins = re.match(r"\W*[^\W\d]", masked[start:end]) is not None
        about = [one for one in claims if start <= one.start and (one.start < end or not start)]
        signed = [*signed_words(masked[start : end if start else None])]
        if begins and first in word_lists()["only"] and about and _is_of_others(line, about, signed, rows):
            wrong.append(first)
    return wrong


def _is_of_some(
    clause: str, inside: Sequence[Claim], values: Sequence[Claim], cited: Sequence[RowEvidence]
) -> bool:
    """Say whether rows have another value, or another sign, than a clause says of all of them."""
    if not word_lists()["others"].isdisjoint(WORD.findall(clause.lower())):
        return False
    for row in cited:
        for form, denied, _ in signed_words(clause):
            signs = row.of_columns.get(form, {denied}) | row.of_texts.get(form, frozenset())
            if denied not in signs:
                return True
    columns = {name for row in cited for one in inside for name in row.cell_columns(one)}
    for column in columns - {name for row in cited for name in row.device_columns}:
        of_things: dict[tuple[str, ...], bool] = {}
        for row in cited:
            thing = tuple(str(cell) for name, cell in row.values.items() if name != column)
            has = any(column in row.cell_columns(one) for one in values)
            of_things[thing] = of_things.get(thing, False) or has
        if not all(of_things.values()):
            return True
    return False


def _is_of_others(
    line: CitedLine,
    claims: Sequence[Claim],
    words: Sequence[tuple[str, bool, bool]],
    rows: Sequence[RowEvidence],
) -> bool:
    """Say whether another row has all that a line says of its first value, and of those like it, alone."""
    named = [one for one in claims if one.quoted or not one.counts]
    alone = [one for one in named if one is named[0] or line.is_alike(named[0], one)]
    said = [one for one in named if one not in alone]
    queries = {row.query for row in line.cited}
    others = (row for row in rows if row.query in queries and not any(row.has(one) for one in alone))
    told = said or any(form in row.of_columns for row in line.cited for form, _, _ in words)
    return (
        bool(named)
        and bool(told)
        and any(
            all(row.has(one) for one in said)
            and all(denied in row.of_columns.get(form, {denied}) for form, denied, _ in words)
            for row in others
        )
    )

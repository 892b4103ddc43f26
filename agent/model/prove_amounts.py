"""Proves the numbers of a statement: each stands in a row with its own noun, or counts or adds up rows. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from agent.model.known_values import CALENDAR, NUMBER_WORDS, TIMES, Claim
from agent.model.row_evidence import RowEvidence
from agent.model.show_rows import COUNTED
from agent.model.signed_words import short_for, signed_words, stems_in, stems_of, word_lists

NEIGHBOR = r"([^\W\d_]+)"
BEFORE = re.compile(r"(?<![^\W\d_])" + NEIGHBOR + r"\W{0,2}$")
BEHIND = re.compile(r"`?[\s-]" + NEIGHBOR + r"(?:\s" + NEIGHBOR + ")?")
BOUND = re.compile(
    r"\b(?:over|under|above|below|between|more than|less than|fewer than|at least|at most|up to|about|nearly"
    r"|almost|around|exceeds?|per|\d or)\s+`?$",
    re.IGNORECASE,
)
"""Makes another number of the one behind it."""
PER = re.compile(r"`?\s+\w+\s+(?:per|every|an?)\s", re.IGNORECASE)
TOTAL = re.compile(r"\b(?:in total|altogether|in all|total|sum|together)\b", re.IGNORECASE)
OF_ALL = re.compile(r"\d`?\s+of\s+(?:the\s+)?`?$")
OF = re.compile(r"`?\s+of\s+(?:the\s+)?`?\d")
PLAIN_NUMBER = re.compile(r"[\d,]*\d(?:\.\d+)?")
ROW_NOUNS = stems_of("times records events entries findings rows lines messages")


def is_proved(
    claim: Claim,
    text: str,
    others: Sequence[Claim],
    cited: Sequence[RowEvidence],
    whole: Sequence[RowEvidence],
    agrees: Callable[[RowEvidence], bool],
    totals: Collection[int | None],
) -> bool:
    """Say whether a number is what it is said to be.

    `others` are the values beside it; `whole` all rows of the queries that are cited, none where some are not shown;
    `agrees` says whether a row's columns have the words beside the number with their signs.
    """
    said = text[claim.start : claim.end].strip("`")
    if (
        not PLAIN_NUMBER.fullmatch(said)
        and claim.value.isdigit()
        and said.lower() not in {*NUMBER_WORDS, *TIMES}
    ):
        return any(
            re.search(rf"(?<![\w.]){re.escape(said.lower())}(?!\w)", one.lower())
            for row in cited
            for one in row.texts
        )
    if BOUND.search(text[: claim.start]) or PER.match(text[claim.end :]):
        return _in_text(claim, text, cited)
    behind = BEHIND.match(text[claim.end :])
    words = " ".join(filter(None, behind.groups())) if behind else ""
    # Of each word behind the number two forms: its own, and what rows write for it.
    noun = [word for form, _, _ in signed_words(words) for word in (form, *stems_of(short_for(form)))]
    noun = [] if noun and noun[0] in stems_in("plain") else noun
    homes = [row for row in cited if all(row.has(one) for one in others)] or list(cited)
    if claim.quoted and not noun and any(_stands(claim, row) for row in homes):
        return True
    before = stems_of(_neighbors(text, claim.start, claim.end)[0])
    adds_up = TOTAL.search(text) is not None and len(cited) > 1
    if not adds_up and (
        any(_is_cell(claim, noun, before, row) for row in homes) or _in_text(claim, text, homes)
    ):
        return True
    if not claim.counts and noun:
        return False
    if float(claim.value) in totals and (OF_ALL.search(text[: claim.start]) or not (others or whole)):
        return True
    like = [row for row in whole if all(row.has(one) for one in others) and agrees(row)]
    of_value = any(one.value.lower() not in row.own_devices for one in others for row in like)
    return _counts(claim, noun, text, like, cited, whole, of_value)


def _is_cell(claim: Claim, noun: Sequence[str], before: frozenset[str], row: RowEvidence) -> bool:
    for name, cell in row.values.items():
        if str(cell) == claim.value or (isinstance(cell, float) and _rounds(cell, claim.value)):
            words = row.column_words(name)
            amount = type(cell) is int and (COUNTED.search(name) is not None or words & stems_of("count"))
            if not noun or words & set(noun) or (amount and ROW_NOUNS & set(noun[:2])):
                return True
            named = before & words or (before & row.of_conditions.keys() and noun[0] in row.signs)
            if not amount and named:
                return True
            if amount and set(noun[:2]) & {*row.of_texts, *row.of_conditions} - _named_by(row):
                return True
    return False


def _named_by(row: RowEvidence) -> frozenset[str]:
    """Return the stems of what the columns are called."""
    return frozenset().union(*(row.column_words(name) for name in row.values))


def _stands(claim: Claim, row: RowEvidence) -> bool:
    """Say whether a text has a number that is no part of a name, of a time or of a date."""
    return any(
        before[1].title() not in CALENDAR if (before := BEFORE.search(one[: found.start()])) else True
        for one in row.texts
        for found in re.finditer(rf"(?<![\w.:/-]){re.escape(claim.value)}(?![\w:/-])(?!\.\d)", one)
    )


def _rounds(cell: float, value: str) -> bool:
    return round(cell, len(value.partition(".")[2])) == float(value)


def _in_text(claim: Claim, text: str, rows: Sequence[RowEvidence]) -> bool:
    """Say whether a text has the number beside the same word, and counts nothing else with it."""
    before, behind = _neighbors(text, claim.start, claim.end)
    for row in rows:
        for one in row.texts:
            for found in re.finditer(rf"(?<![\w.:/-]){re.escape(claim.value)}(?![\w:/-])(?!\.\d)", one):
                first, last = _neighbors(one, *found.span())
                if first in word_lists()["turns"] and first != before:
                    continue
                if (behind and behind == last and (first != "of" or before == first)) or (
                    before
                    and before == first
                    and (not behind or not last or stems_of(behind) <= stems_in("plain"))
                ):
                    return True
    return False


def _neighbors(text: str, start: int, end: int) -> tuple[str, str]:
    before, behind = BEFORE.search(text[:start]), BEHIND.match(text[end:])
    return before[1].lower() if before else "", behind[1].lower() if behind else ""


def _counts(
    claim: Claim,
    noun: Sequence[str],
    text: str,
    like: Sequence[RowEvidence],
    cited: Sequence[RowEvidence],
    whole: Sequence[RowEvidence],
    of_value: bool,
) -> bool:
    """Say whether a number counts rows, or different values of the column that its noun names, or adds them up."""
    number = float(claim.value)
    summed = [
        sum(int(str(row.values[name])) for row in like)
        for name in (like[0].values if like else ())
        if all(type(row.values.get(name)) is int for row in like)
        and (COUNTED.search(name) or like[0].column_words(name) & stems_of("count"))
    ]
    if (
        like
        and TOTAL.search(text)
        and number in summed
        and (not noun or set(noun[:2]) & (ROW_NOUNS | like[0].signs.keys()))
    ):
        return True
    if OF.match(text[claim.end :]) or OF_ALL.search(text[: claim.start]):
        return number in {len(cited), len(whole)}
    different = bool(set(noun) & stems_in("counted"))
    named = {name for row in like for name in row.values if different or row.column_words(name) & set(noun)}
    keys = [{(row.own_devices, str(row.values.get(name))) for row in like} for name in named]
    said = not like or of_value or not like[0].is_narrowed(text)
    if said and number in {*map(len, keys), *(len({value for _, value in one}) for one in keys)}:
        return True
    is_row = not noun or bool(set(noun) & (ROW_NOUNS | (like[0].of_conditions.keys() if like else set())))
    return is_row and said and not summed and number == len(like)

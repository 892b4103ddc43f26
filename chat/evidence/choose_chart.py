"""Which rows ask for a chart: one number for each name or moment, or many moments to be counted. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from agent.clauses import aggregates, split_clauses, split_list
from agent.records import Outcome
from agent.render.words import column_words, show_cell
from chat.words.say import say, words_of
from graph_store.cypher_tokens import tokenize
from graph_store.records import Cell

MOST_BARS = 12
ADDED_UP = frozenset({"count", "sum"})
"""Aggregates of which those of all the others are the sum."""
FEWEST_BARS = 3
FEWEST_MOMENTS = 5
MOST_BUCKETS = 60
NAMELESS = "(none)"
MOMENT = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?")
TO_THE_SECOND = len("2026-11-02T10:15:30")
CUTS = (("minute", 16), ("hour", 13), ("day", 10), ("month", 7))
"""A length of time → how much of an ISO text names it."""


@dataclass(frozen=True, slots=True)
class Series:
    """One number for each label; `left_out` labels are not among them, the others have the largest numbers.

    Where it is of a part of the rows, `rows` says of how many, and `total_rows` how many there are, if that is known.
    """

    kind: Literal["bars", "time"]
    labels: tuple[str, ...]
    numbers: tuple[float, ...]
    label_name: str
    number_name: str
    left_out: int = 0
    rows: int = 0
    total_rows: int = 0


def choose_chart(outcome: Outcome) -> Series | None:
    """Choose the chart that rows ask for; None where they ask for none."""
    if outcome.error or not outcome.rows:
        return None
    series = _grouped(outcome) or _moments(outcome)
    if series is None or not outcome.cut:
        return series
    return replace(series, rows=len(outcome.rows), total_rows=outcome.total_rows or 0)


def is_plain_count(outcome: Outcome) -> bool:
    """Say whether rows are numbers alone, of nothing that has a name."""
    if outcome.error or not outcome.rows or outcome.query.kind != "cypher":
        return False
    keys, numbers = _result_columns(outcome)
    return bool(numbers) and not keys


def _grouped(outcome: Outcome) -> Series | None:
    """Read rows that a statement made of a name and an aggregate."""
    keys, numbers = _result_columns(outcome)
    if not keys or not numbers or len(outcome.rows) < FEWEST_BARS:
        return None
    number = numbers[0]
    pairs = [
        (_label([row.values.get(key) for key in keys]), float(value))
        for row in outcome.rows
        for value in [row.values.get(number)]
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    if len(pairs) < FEWEST_BARS:
        return None
    label_name = ", ".join(map(column_words, keys))
    if len(keys) == 1 and all(MOMENT.fullmatch(label) for label, _ in pairs):
        pairs.sort()
        return _series("time", pairs, label_name, column_words(number), 0)
    pairs.sort(key=lambda pair: -pair[1])
    if pairs[0][1] == pairs[-1][1]:
        return None  # bars of one length tell nothing
    shown, others = pairs[:MOST_BARS], pairs[MOST_BARS:]
    left_out = max(0, (outcome.total_rows or len(pairs)) - MOST_BARS)
    if others and not outcome.cut and _is_added_up(outcome, number):
        label = say("chart.others", number=len(others))
        shown, left_out = [*shown, (label, sum(value for _, value in others))], 0
    return _series("bars", shown, label_name, column_words(number), left_out)


def _is_added_up(outcome: Outcome, column: str) -> bool:
    returned = next(
        one for one in split_clauses(tokenize(outcome.query.statement)) if one.keyword == "RETURN"
    )
    item = split_list(returned.tokens)[list(outcome.rows[0].values).index(column)]
    return not any(token.word == "DISTINCT" for token in item) and item[0].text.lower() in ADDED_UP


def _series(
    kind: Literal["bars", "time"],
    pairs: Sequence[tuple[str, float]],
    label_name: str,
    number_name: str,
    left_out: int,
) -> Series:
    labels, numbers = zip(*pairs, strict=True)
    return Series(kind, labels, numbers, label_name, number_name, left_out)


def _result_columns(outcome: Outcome) -> tuple[list[str], list[str]]:
    """Return the columns of names and those of aggregated numbers, in order; none where that cannot be told."""
    returned = [one for one in split_clauses(tokenize(outcome.query.statement)) if one.keyword == "RETURN"]
    columns = list(outcome.rows[0].values)
    if len(returned) != 1:
        return [], []
    tokens = returned[0].tokens
    items = split_list(tokens[1:] if tokens and tokens[0].word == "DISTINCT" else tokens)
    if len(items) != len(columns):
        return [], []
    summed = [aggregates(item) for item in items]
    numbers = [
        column
        for column, one in zip(columns, summed, strict=True)
        if one and any(_is_number(row.values.get(column)) for row in outcome.rows)
    ]
    return [column for column, one in zip(columns, summed, strict=True) if not one], numbers


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _label(cells: Sequence[Cell]) -> str:
    return " · ".join(show_cell(cell) or NAMELESS for cell in cells)


def _moments(outcome: Outcome) -> Series | None:
    """Count the moments that rows name, by as short a time as gives few enough bars."""
    for column in outcome.rows[0].values:
        texts = [str(row.values.get(column)) for row in outcome.rows]
        if len(texts) >= FEWEST_MOMENTS and _all_moments(outcome, column) and len(texts[0]) > CUTS[0][1]:
            return _count(texts, column_words(column))
    return None


def rows_between(outcome: Outcome, first: str, last: str) -> Outcome:
    """Keep the rows whose moment, in their first column of moments, is in a range of ISO texts."""
    low, high = (text.replace(" ", "T")[:TO_THE_SECOND] for text in (first, last))
    column = next((name for name in outcome.rows[0].values if _all_moments(outcome, name)), "")
    rows = tuple(
        row
        for row in outcome.rows
        if column and low <= str(row.values[column]).replace(" ", "T")[:TO_THE_SECOND] <= high
    )
    return replace(outcome, rows=rows, cut=False, total_rows=len(rows))


def _all_moments(outcome: Outcome, column: str) -> bool:
    cells = [row.values.get(column) for row in outcome.rows]
    return all(isinstance(cell, str) and MOMENT.fullmatch(cell) for cell in cells)


def _count(texts: Sequence[str], name: str) -> Series | None:
    for unit, length in CUTS:
        counted = Counter(text[:length] for text in texts)
        if _span(min(counted), max(counted), unit) <= MOST_BUCKETS:
            break
    pairs = sorted((label, float(number)) for label, number in counted.items())
    return (
        _series(
            "time",
            pairs,
            say("chart.by_time", name=name, unit=words_of("chart.unit")[unit]),
            say("chart.rows"),
            0,
        )
        if len(pairs) > 1
        else None
    )


def _span(first: str, last: str, unit: str) -> float:
    """Say how many lengths of time lie between two ISO texts, at least as many as bars."""
    if unit == "month":
        return 0
    days = (_read(last) - _read(first)).total_seconds() / 86_400
    return days * {"minute": 1440, "hour": 24, "day": 1}[unit]


def _read(text: str) -> datetime:
    full = text.replace(" ", "T")
    return datetime.fromisoformat(f"{full}:00" if len(full) == len("2026-01-01T00") else full)

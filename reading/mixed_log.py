"""Reads a log that several formats share, as a syslog server writes it: each record by the tables that begin it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reading.header_patterns import either_time, expand
from reading.log import read_log
from reading.time_formats import BY_NAME

Tables = Mapping[str, Any]
"""The arguments of `read_log`, by their names."""
FIRST_PLACE = 60
"""Where in a line of no format its time begins at the latest, if it begins a record."""
_TIMES = re.compile(either_time(" | ".join(BY_NAME)))


def read_mixed(
    lines: Sequence[str],
    formats: Mapping[str, Tables],
    header: Sequence[str] = (),
    events: Sequence[tuple[str, str]] = (),
) -> list[dict[str, Any]]:
    """Return the records of a log in which records of several formats stand between one another, in order.

    A record is read by the first of `formats` one of whose headers it begins with; one that begins with a time and in
    none of these ways by `header`. `events` are further rows for all of them.
    """
    tables = [*formats.values(), {"header": header or [r"(?=\S)"], "events": ()}]
    parts = _part(lines, [_begins(each["header"]) for each in formats.values()], _begins(header))
    records = list[dict[str, Any]]()
    for place, numbers in enumerate(parts):
        own = tables[place]
        found = read_log(
            [lines[number] for number in numbers],
            **{**own, "events": [*own.get("events", ()), *events], "templates": True},
        )
        for record in found:
            record["lines"] = [
                span for first, last in record["lines"] for span in _spans(numbers[first : last + 1])
            ]
            records.append(record)
    return sorted(records, key=lambda record: int(record["lines"][0][0]))


def _begins(header: str | Sequence[str]) -> list[re.Pattern[str]]:
    return [re.compile(expand(each)) for each in ([header] if isinstance(header, str) else header)]


def _part(
    lines: Sequence[str], begins: Sequence[Sequence[re.Pattern[str]]], others: Sequence[re.Pattern[str]]
) -> list[list[int]]:
    """Return the numbers of the lines that each format reads, and last of those that none begins.

    A line that begins no record belongs to the one before it.
    """
    parts: list[list[int]] = [[] for _ in range(len(begins) + 1)]
    owner = len(begins)
    for number, line in enumerate(lines):
        if line.strip() and not line[0].isspace():
            owner = next(
                (place for place, some in enumerate(begins) if any(each.match(line) for each in some)),
                len(begins) if _is_other(line, others) else owner,
            )
        parts[owner].append(number)
    return parts


def _is_other(line: str, others: Sequence[re.Pattern[str]]) -> bool:
    return any(each.match(line) for each in others) or _TIMES.search(line, 0, FIRST_PLACE) is not None


def _spans(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield runs of numbers that follow one another, as first and last."""
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield [first, last]
            first = number
        last = number
    yield [first, last]

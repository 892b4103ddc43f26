"""Writes conditions on records by the times that their lines show, however far these are from UTC. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from agent.question_times import Window
from timeline.show_timeline import shift_time

MOST_DAYS = 31
Offsets = Mapping[int, frozenset[tuple[int, str]]]
"""The serials and devices by the minutes that their written clocks are ahead of UTC."""


def window_test(window: Window, logged: Iterable[str], offsets: Offsets) -> tuple[str, dict[str, object]]:
    """Return the condition on a `node`, and its parameters, that its written time is in a window.

    `logged` are the dates that logs have.
    """
    dates = window.dates(logged)
    tests: list[str] = []
    parameters: dict[str, object] = {}
    if window.days:
        tests.append("substring(node.timestamp, 0, 10) IN $days")
        parameters["days"] = list(dates)
    if window.start:
        joined = "OR" if window.start > window.end else "AND"
        clock = "substring(node.timestamp, 11, 5)"
        tests.append(f"({clock} >= $from {joined} {clock} < $to)")
        parameters |= {"from": window.start, "to": window.end}
    whole = " AND ".join(tests)
    for place, minutes, of in _owned(offsets, parameters) if len(dates) <= MOST_DAYS else ():
        spans = []
        parts = (part for date in dates for part in spans_of(date, window, minutes))
        for at, (begin, end) in enumerate(parts):
            parameters |= {f"from{place}_{at}": begin, f"to{place}_{at}": end}
            spans.append(f"(node.timestamp >= $from{place}_{at} AND node.timestamp < $to{place}_{at})")
        whole = f"((NOT {of} AND {whole}) OR ({of} AND ({' OR '.join(spans) or 'false'})))"
    return whole, parameters


def span_test(begin: str, end: str, offsets: Offsets) -> tuple[str, dict[str, object]]:
    """Return the condition on a `node`, and its parameters, that its written time is between two written times."""
    parameters: dict[str, object] = {"begin": begin, "end": end}
    whole = "node.timestamp >= $begin AND node.timestamp < $end"
    for place, minutes, of in _owned(offsets, parameters):
        parameters |= {f"begin{place}": shift_time(begin, -minutes), f"end{place}": shift_time(end, -minutes)}
        inside = f"node.timestamp >= $begin{place} AND node.timestamp < $end{place}"
        whole = f"((NOT {of} AND {whole}) OR ({of} AND {inside}))"
    return whole, parameters


def _owned(offsets: Offsets, parameters: dict[str, object]) -> Iterator[tuple[int, int, str]]:
    """Yield a number, minutes, and the condition that a `node` is of a clock so far ahead; add its parameters.

    A log of one zone is meant as a whole: devices of later lines write it, too.
    """
    for place, (minutes, owners) in enumerate(offsets.items()):
        if not minutes:
            continue
        serials = {serial for serial, _ in owners}
        others = {serial for one, some in offsets.items() if one != minutes for serial, _ in some}
        parameters |= {
            f"documents{place}": sorted(serials & others),
            f"alone{place}": sorted(serials - others),
        }
        parameters[f"devices{place}"] = sorted({device for _, device in owners})
        of = f"(node.document IN $documents{place} AND coalesce(node.device, '') IN $devices{place})"
        yield place, minutes, f"(node.document IN $alone{place} OR {of})"


def spans_of(date: str, window: Window, minutes: int = 0) -> list[tuple[str, str]]:
    """Return from when to when a window is on one day, as texts in UTC, of a clock that is ahead of it."""
    midnight = datetime.fromisoformat(date) - timedelta(minutes=minutes)

    def at(clock: str) -> str:
        time = midnight + timedelta(hours=int(clock[:2]), minutes=int(clock[3:]))
        return time.isoformat(timespec="minutes")

    return [(at(start), at(end)) for start, end in window.hours]


def minutes_ahead(offsets: Offsets, serials: Container[int], devices: Container[str]) -> set[int]:
    """Return by how many minutes the clocks of these logs and devices are ahead of UTC, as they are written."""
    near = [(minutes, owner) for minutes, some in offsets.items() for owner in some if owner[0] in serials]
    exact = {minutes for minutes, (_, device) in near if device in devices}
    return exact or {minutes for minutes, _ in near} or {0}

"""Finds records by the time of day that their lines show, however far that is from UTC, in which times are kept."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from agent.question_times import Window
from agent.value_index import ValueIndex
from timeline.show_timeline import shift_time

MOST_DOCUMENTS = 40
"""Logs that are looked at for one question; of more, times are taken as UTC."""
LOOKED_AT = 300
"""Lines at the beginning of a log that show how its devices write their times."""
MOST_DAYS = 31
_CLOCK = re.compile(r"(?<!\d)([01]\d|2[0-3]):([0-5]\d):[0-5]\d")
_BEGINNING = (
    "MATCH (l:Line) WHERE l.id >= $low AND l.id <= $high AND l.timestamp IS NOT NULL "
    "RETURN l.timestamp AS stamp, l.timestamp_text AS written, l.device AS device"
)
Offsets = Mapping[int, frozenset[tuple[int, str]]]
"""The serials and devices by the minutes that their written clocks are ahead of UTC."""


class WrittenTimes:
    """Knows how far the clocks of one graph's logs are from UTC; make a new one when the graph has changed."""

    def __init__(self, look_up: ValueIndex) -> None:
        self._look_up = look_up
        self._known: dict[int, frozenset[tuple[int, str]]] = {}

    def offsets(self, serials: Sequence[int]) -> Offsets:
        """Compare the clocks as they are written with the times in UTC, where a few logs begin."""
        found: dict[int, set[tuple[int, str]]] = {}
        for serial in serials if len(serials) <= MOST_DOCUMENTS else ():
            for minutes, device in self.clocks(serial):
                found.setdefault(minutes, set()).add((serial, device))
        return {minutes: frozenset(owners) for minutes, owners in found.items()}

    def clocks(self, serial: int) -> frozenset[tuple[int, str]]:
        """Return by how many minutes clocks of a log are ahead of UTC, each with its device."""
        if serial not in self._known:
            self._known[serial] = frozenset(self._read(serial))
        return self._known[serial]

    def _read(self, serial: int) -> Iterator[tuple[int, str]]:
        low = serial * 2**32
        rows = self._look_up.rows(_BEGINNING, {"low": low, "high": low + LOOKED_AT}, LOOKED_AT)
        for stamp, written, device in rows:
            clock, utc = _CLOCK.search(str(written or "")), _CLOCK.search(str(stamp))
            if clock and utc:
                hours, minutes = (int(clock[part]) - int(utc[part]) for part in (1, 2))
                yield (60 * hours + minutes + 720) % 1440 - 720, str(device or "")


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
        tests.append("substring(node.timestamp, 11, 5) >= $from AND substring(node.timestamp, 11, 5) < $to")
        parameters |= {"from": window.start, "to": window.end}
    whole = " AND ".join(tests)
    for place, minutes, of in _owned(offsets, parameters) if len(dates) <= MOST_DAYS else ():
        spans = []
        for at, date in enumerate(dates):
            begin, end = span(date, window, minutes)
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


def span(date: str, window: Window, minutes: int = 0) -> tuple[str, str]:
    """Return the beginning and the end of a window on one day, as texts in UTC, of a clock that is ahead of it."""
    day = datetime.fromisoformat(date)
    begin, end = (
        day + timedelta(hours=int(clock[:2]), minutes=int(clock[3:]))
        for clock in (window.start or "00:00", window.end or "24:00")
    )
    ahead = timedelta(minutes=minutes)
    return tuple((one - ahead).isoformat(timespec="minutes") for one in (begin, end))  # type: ignore[return-value]


def minutes_ahead(offsets: Offsets, serials: Container[int], devices: Container[str]) -> set[int]:
    """Return by how many minutes the clocks of these logs and devices are ahead of UTC, as they are written."""
    near = [(minutes, owner) for minutes, some in offsets.items() for owner in some if owner[0] in serials]
    exact = {minutes for minutes, (_, device) in near if device in devices}
    return exact or {minutes for minutes, _ in near} or {0}

"""Finds records by the time of day that their lines show, however far that is from UTC, in which times are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from agent.question_times import Window
from agent.value_index import ValueIndex

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
"""The serials and devices by the minutes that their written clocks are ahead of UTC; only those that are."""


class WrittenTimes:
    """Knows how far the clocks of one graph's logs are from UTC; make a new one when the graph has changed."""

    def __init__(self, look_up: ValueIndex) -> None:
        self._look_up = look_up
        self._known: dict[int, frozenset[tuple[int, str]]] = {}

    def offsets(self, serials: Sequence[int]) -> Offsets:
        """Compare the clocks as they are written with the times in UTC, where a few logs begin.

        Of logs that write different zones nothing is returned: what they say can only be put in order in UTC.
        """
        offsets = self._offsets(serials)
        known = {serial for owners in offsets.values() for serial, _ in owners}
        return offsets if len(offsets) == 1 and known == set(serials) else {}

    def are_mixed(self, serials: Sequence[int]) -> bool:
        """Say whether these logs write different zones."""
        return bool(self._offsets(serials)) and not self.offsets(serials)

    def clocks(self, serial: int) -> frozenset[tuple[int, str]]:
        """Return by how many minutes clocks of a log are ahead of UTC, each with its device."""
        if serial not in self._known:
            self._known[serial] = frozenset(self._read(serial))
        return self._known[serial]

    def _offsets(self, serials: Sequence[int]) -> Offsets:
        found: dict[int, set[tuple[int, str]]] = {}
        for serial in serials if len(serials) <= MOST_DOCUMENTS else ():
            for minutes, device in self.clocks(serial):
                found.setdefault(minutes, set()).add((serial, device))
        return {minutes: frozenset(owners) for minutes, owners in found.items() if minutes}

    def ahead(self, serials: Sequence[int]) -> int:
        """Return the minutes that the clocks of all these logs are ahead of UTC; 0 where they are not all the same."""
        return next(iter(self.offsets(serials)), 0)

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
    for place, (minutes, owners) in enumerate(offsets.items() if len(dates) <= MOST_DAYS else ()):
        of = f"(node.document IN $documents{place} AND node.device IN $devices{place})"
        parameters[f"documents{place}"] = sorted({serial for serial, _ in owners})
        parameters[f"devices{place}"] = sorted({device for _, device in owners})
        spans = []
        for at, date in enumerate(dates):
            begin, end = span(date, window, minutes)
            parameters |= {f"from{place}_{at}": begin, f"to{place}_{at}": end}
            spans.append(f"(node.timestamp >= $from{place}_{at} AND node.timestamp < $to{place}_{at})")
        whole = f"((NOT {of} AND {whole}) OR ({of} AND ({' OR '.join(spans) or 'false'})))"
    return whole, parameters


def span(date: str, window: Window, minutes: int) -> tuple[str, str]:
    """Return the beginning and the end of a window on one day, as texts in UTC, of a clock that is ahead of it."""
    day = datetime.fromisoformat(date)
    begin, end = (
        day + timedelta(hours=int(clock[:2]), minutes=int(clock[3:]))
        for clock in (window.start or "00:00", window.end or "24:00")
    )
    ahead = timedelta(minutes=minutes)
    return tuple((one - ahead).isoformat(timespec="minutes") for one in (begin, end))  # type: ignore[return-value]

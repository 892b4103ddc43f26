"""Reads how far the clocks of logs are from UTC, in which times are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.time_conditions import Offsets
from agent.value_index import ValueIndex

MOST_DOCUMENTS = 40
"""Logs that are looked at for one question; of more, times are taken as UTC."""
LOOKED_AT = 300
"""Lines at the beginning of a log that show how its devices write their times."""
_CLOCK = re.compile(r"(?<!\d)([01]\d|2[0-3]):([0-5]\d):[0-5]\d")
_BEGINNING = (
    "MATCH (l:Line) WHERE l.id >= $low AND l.id <= $high AND l.timestamp IS NOT NULL "
    "RETURN l.timestamp AS stamp, l.timestamp_text AS written, l.device AS device"
)


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

"""Tells the clocks of logs apart: names UTC where lines write another zone, and leaves out what two files tell."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from findings.incidents import shown_time
from findings.log_records import LogReader, RecordCount
from findings.logs import Seen

_CLOCK = re.compile(r"(?<!\d)\d{1,2}:\d\d(?!\d)")
_TIMES = re.compile(r'"[^"]*"|\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?!:?\d)(?! UTC)')
"""What is quoted, and times beside it."""
MOST_AHEAD_S = 14 * 3_600
QUARTER_S = 900


def with_zone(seen: Seen, stamps: Mapping[int, tuple[str, str]]) -> Seen:
    """Name UTC behind the times of a finding whose lines write them by a clock of another zone.

    `stamps` are the times of lines by their ids, as `LogReader.written` returns them.
    """
    own = [stamps[line] for line in seen.lines if line in stamps]
    as_written = {shown_time(stamp) for stamp, text in own if _minutes(stamp) == _minutes(text)}
    in_utc = {shown_time(stamp) for stamp, _ in own} - as_written

    def named(found: re.Match[str]) -> str:
        time = found[0]
        is_utc = time in in_utc or not (as_written or time.startswith('"'))
        return f"{time} UTC" if is_utc else time

    return replace(seen, message=_TIMES.sub(named, seen.message)) if in_utc else seen


def _minutes(text: str) -> int | None:
    """Return the minutes of a clock on its dial of twelve hours: a text may say AM or PM. None without a clock."""
    found = _CLOCK.search(text)
    hours, _, minutes = found[0].partition(":") if found else ("", "", "")
    return (60 * int(hours) + int(minutes)) % 720 if found else None


def once(logs: LogReader, counts: Iterable[RecordCount]) -> list[RecordCount]:
    """Leave out what a second file tells of the same events of a device, by the same clock or that of another zone.

    What counts most stays; of equal counts, that of the file that has most records of the device.
    """
    several = list(counts)
    sizes: Counter[tuple[int, str]] = Counter()
    for one in several:
        sizes[_document(one), one.device] += one.count
    kept: dict[tuple[str, str, str], list[RecordCount]] = defaultdict(list)
    for one in sorted(several, key=lambda one: (-one.count, -sizes[_document(one), one.device])):
        others = kept[one.device, one.subject, one.state.lstrip(": ")]
        if not any(_are_among(logs, one, other) for other in others):
            others.append(one)
    stays = {id(one) for others in kept.values() for one in others}
    return [one for one in several if id(one) in stays]


def _document(one: RecordCount) -> int:
    return one.first_line // 2**32


def _are_among(logs: LogReader, one: RecordCount, other: RecordCount) -> bool:
    """Tell whether another file tells of the same events, and maybe of more between them.

    The device's clock shows the same in both, to the second: at the first record or at the last, or, of equal counts,
    at both.
    """
    if not one.device or _document(one) == _document(other):
        return False
    begins, ends = (
        (datetime.fromisoformat(shown_time(here)) - datetime.fromisoformat(shown_time(there))).total_seconds()
        for here, there in ((one.first, other.first), (one.last, other.last))
    )
    if begins < ends or (begins > ends and one.count == other.count):
        return False
    return _show_the_same(logs, begins, one.first_line, other.first_line) or (
        begins != ends and _show_the_same(logs, ends, one.last_line, other.last_line)
    )


def _show_the_same(logs: LogReader, apart_s: float, *lines: int) -> bool:
    """Tell whether lines that are so far apart write one time by clocks of two zones, or are not apart."""
    if apart_s % QUARTER_S or abs(apart_s) > MOST_AHEAD_S:
        return False
    clocks = [_minutes(text) for _, text in logs.written(lines).values()] if apart_s else []
    return not apart_s or (len(clocks) == 2 and clocks[0] is not None and clocks[0] == clocks[1])

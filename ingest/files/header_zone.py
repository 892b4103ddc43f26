"""Tells in which zone the headers of a log are written that name none, by times in its messages that name one.

A syslog server writes one clock in front of what all devices send: `Nov 12 22:03:12 r1 7: Nov 12 22:03:12.736 CET: ...`
is written in CET, and so are the headers of devices that name no zone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ingest.files.read_times import TimeMatch, find_time, named_zone, read_time, zone_in
from reading.time_formats import BY_NAME, PLACES, ZONES

FEWEST, ENOUGH = 2, 50
"""Lines that have to tell a zone, and that are asked."""
SHARE = 0.9
"""Of them, so many have to tell the same one."""
_NEAR = timedelta(minutes=2)
"""How long a message may be on its way."""
_LEAP_YEAR = 2000
_MAY_NAME_ZONE = re.compile(
    r"(?:[0-9]{6}|:[0-9]{1,2})(?:[.,:][0-9]{1,9})?(?: ?[AaPp][Mm](?:\.[0-9]{1,9})?)? ?\(?"
    rf"(?:[+-][0-9]{{2}}|{'|'.join(ZONES)})"
)
"""A clock with a zone, which has to be in every line that tells one; asked first."""


def header_zone(lines: Sequence[str]) -> tzinfo:
    """Return the zone of a log's headers; UTC where its lines do not tell."""
    told = Counter[str]()
    for line in lines:
        if _MAY_NAME_ZONE.search(line) and (name := _zone_told(line)):
            told[name] += 1
        if told.total() == ENOUGH:
            break
    name, count = told.most_common(1)[0] if told else ("", 0)
    if count < FEWEST or count < SHARE * told.total():
        return UTC
    try:
        return ZoneInfo(name) if "/" in name else named_zone(name)
    except ZoneInfoNotFoundError:
        return UTC


def _zone_told(line: str) -> str:
    """Return the zone whose clock a line's header shows, as the time behind it tells; "" where it does not."""
    head = find_time(line)
    inner = find_time(line, head.end) if head and not zone_in(line, head) else None
    zone = zone_in(line, inner) if inner else ""
    if not head or not inner or not zone or not BY_NAME[inner.format].has_date:
        return ""
    written, utc = (_moment(line, one) for one in (head, inner))
    if written is None or utc is None:
        return ""
    if abs(written - utc) <= _NEAR:
        return "UTC"
    there = utc.astimezone(named_zone(zone)).replace(tzinfo=UTC)
    return PLACES.get(zone, zone) if abs(written - there) <= _NEAR else ""


def _moment(line: str, time: TimeMatch) -> datetime | None:
    """Read a time in one year, which both may not write."""
    read = read_time(line[time.start : time.end], time.format, _LEAP_YEAR)
    return (
        None
        if read is None
        else read.replace(year=_LEAP_YEAR, day=min(read.day, 28) if read.month == 2 else read.day)
    )

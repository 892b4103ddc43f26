"""Tells when each log ended at the latest, to date headers without a year.

A file's last change says it, unless the file was copied: logs that name years say how far their changes are off,
and the name of a rotated log has its last day (`messages-20240107`). A weekday that stands beside a date, the day on
which summer time begins or ends, and 29 February fit few years.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import PurePosixPath
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ingest.files.read_times import TimeMatch, TimeReader, find_time, named_zone, read_time, zone_in
from ingest.records import Sample
from reading.time_formats import BY_NAME, PLACES, ZONES

ENOUGH = 20
"""So many lines that tell a log's year are believed."""
LAST_LINES = 20
_DAY = timedelta(days=1)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_EPOCH = re.compile(r"[\[(](1[0-9]{9})\.[0-9]{1,9}[:\])]")
_DAY_IN_NAME = re.compile(
    r"(?<![0-9])(20[0-9]{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12][0-9]|3[01])(?![0-9])"
)


def reference_times(samples: Sequence[Sample], changed: Mapping[str, datetime]) -> dict[str, datetime]:
    """Return for each log a moment behind its last line, in the zone of its headers.

    That is its change, or years earlier if its folder's lines tell.
    """
    logs = [sample for sample in samples if sample.kind == "log"]
    own = {log.path: years_off(log.lines, changed[log.path]) for log in logs}
    folders: dict[PurePosixPath, Counter[int]] = defaultdict(Counter)
    for path, years in own.items():
        if years is not None:
            folders[PurePosixPath(path).parent][years] += 1
    found = {}
    for path, years in own.items():
        beside = folders[PurePosixPath(path).parent].most_common(1)
        off = years if years is not None else beside[0][0] if beside else 0
        day = None if years is not None else day_in_name(path)
        if day is not None and day <= changed[path]:
            found[path] = day
            continue
        found[path] = _in_year(changed[path], changed[path].year + off)
    return {log.path: found[log.path].astimezone(header_zone(log.lines)) for log in logs}


def day_in_name(path: str) -> datetime | None:
    """Return the end of the day that a file's name has, in UTC: `messages-20240107`, `fw1.2024-01-07.log`."""
    named = _DAY_IN_NAME.search(PurePosixPath(path).name)
    try:
        day = datetime.fromisoformat("-".join(named.groups())) if named else None
    except ValueError:
        return None
    return day and day.replace(hour=23, minute=59, second=59, tzinfo=UTC)


def years_off(lines: Sequence[str], changed: datetime) -> int | None:
    """Say how many years lie between those that a file's change suggests and what its lines say, if they do."""
    heads = ((line, find_time(line)) for line in lines)
    first = next(((line, head) for line, head in heads if head and BY_NAME[head.format].has_date), None)
    if first is None:
        return None
    line, head = first
    if BY_NAME[head.format].has_year:
        ends = [time for line in lines[-LAST_LINES:] if (time := _first_with_year(line))]
        return max(ends).year - _suggested(max(ends), changed) if ends else None
    begun = TimeReader(_LEAP).read(line[head.start : head.end])
    if begun is None:
        return None
    suggested = _suggested(begun.utc, changed)
    year = first_year(lines) or year_of_calendar(lines, suggested)
    return None if year is None else year - suggested


def first_year(lines: Sequence[str]) -> int | None:
    """Say in which year a log begins whose headers name none, from times in its messages that do.

    A login logged on 3 November "at 07:33:09 UTC Mon Nov 3 2025" was in 2025. A time that is further than a day from
    its header's (when a certificate ends) says nothing.
    """
    trial = TimeReader(_LEAP)
    found = Counter[int]()
    for place, line in enumerate(lines):
        if place and not _YEAR.search(line) and not _EPOCH.search(line):
            continue
        head = find_time(line)
        if head is None or BY_NAME[head.format].has_year or not BY_NAME[head.format].has_date:
            continue
        logged = trial.read(line[head.start : head.end])
        written = _first_with_year(line, head.end) or _epoch(line, head.end)
        if logged is None or written is None:
            continue
        years = (written.year - 1, written.year, written.year + 1)
        nearest = min((_in_year(logged.utc, year) for year in years), key=lambda one: abs(one - written))
        if abs(nearest - written) <= _DAY:
            found[nearest.year - (logged.utc.year - _LEAP.year)] += 1
            if found.total() == ENOUGH:
                break
    return found.most_common(1)[0][0] if found else None


def year_of_calendar(lines: Sequence[str], latest: int) -> int | None:
    """Say in which year a log begins, the latest, that has its days, its weekdays and its names of summer time.

    None where the latest year fits, or none of a few does: devices may keep one zone's name all the year.
    """
    trial, begun = TimeReader(_LEAP), 0
    dated: set[tuple[int, datetime, str, str]] = set()
    for line in lines:
        head = find_time(line)
        if head is None or BY_NAME[head.format].has_year or not BY_NAME[head.format].has_date:
            continue
        text, zone = line[head.start : head.end], zone_in(line, head)
        logged = trial.read(text)
        if logged is None:
            continue
        begun = begun or logged.utc.year
        local = logged.utc.replace(tzinfo=None, microsecond=0) + timedelta(minutes=ZONES.get(zone, 0))
        day = text.lstrip("*.")[:3].lower()
        if zone in PLACES or day in _WEEKDAYS or (local.month, local.day) == (2, 29):
            dated.add((local.year - begun, local, zone, day))
    if not dated:
        return None
    fitting = (year for year in range(latest, latest - _YEARS, -1) if all(_fits(year, *one) for one in dated))
    year = next(fitting, latest)
    return year if year != latest else None


def _fits(year: int, later: int, local: datetime, zone: str, day: str) -> bool:
    """Tell whether a local time has its weekday, and its zone's name, in a year."""
    moment = _in_year(local, year + later)
    if moment.day != local.day or (day in _WEEKDAYS and _WEEKDAYS[moment.weekday()] != day):
        return False
    try:
        place = ZoneInfo(PLACES[zone]) if zone in PLACES else None
    except ZoneInfoNotFoundError:
        place = None
    offset = timedelta(minutes=ZONES.get(zone, 0))
    return place is None or any(place.utcoffset(moment.replace(fold=fold)) == offset for fold in (0, 1))


_YEARS = 6
"""No two of so many years have all weekdays alike."""
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LEAP = datetime(2000, 12, 31, 23, 59, 59, tzinfo=UTC)
"""The end of a year that has every day."""


def _first_with_year(line: str, start: int = 0) -> datetime | None:
    found = find_time(line, start)
    if found is None or not BY_NAME[found.format].has_year:
        return None
    return read_time(line[found.start : found.end], found.format, 0)


def _epoch(line: str, start: int) -> datetime | None:
    """Return the moment that seconds since 1970 tell: `<info>  [1704063619.3312]`, `audit(1704063619.331:7)`."""
    found = _EPOCH.search(line, start)
    return datetime.fromtimestamp(int(found[1]), UTC) if found else None


def _suggested(moment: datetime, changed: datetime) -> int:
    """Return the year of a moment without one, as far as the file's change tells it (as `TimeReader` does)."""
    return changed.year - (_in_year(moment, changed.year) > changed + _DAY)


def _in_year(moment: datetime, year: int) -> datetime:
    short = (moment.month, moment.day) == (2, 29) and year % 4
    return moment.replace(year=year, day=28 if short else moment.day)


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

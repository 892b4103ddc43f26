"""Finds and reads the times that logs write, with and without year and zone, as UTC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import NamedTuple

from reading.time_formats import BY_NAME, FORMATS, MAY_HOLD_TIME, MONTHS, ZONES, TimeFormat

MONTH_NUMBERS = {name: number for number, name in enumerate(MONTHS, start=1)}
HEADER_CHARACTERS = 40
CACHED_MINUTES = 50_000
MINUTE_CHARACTERS = len("2024-01-20T10:30:")
_SECONDS = frozenset(f"{second:02}" for second in range(60))


@dataclass(frozen=True, slots=True)
class TimeMatch:
    """A time inside a text: where it stands (end exclusive) and the name of its format."""

    start: int
    end: int
    format: str


class ReadTime(NamedTuple):
    """A time in UTC. A year (or date) that the text does not give is assumed from the reference."""

    utc: datetime
    year_assumed: bool


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(BY_NAME[name].pattern)


@cache
def _searches() -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    """Each format as it is looked for in a line."""
    return tuple(
        (item.name, item.anywhere, re.compile(item.before + item.pattern + item.after)) for item in FORMATS
    )


def find_time(text: str, start: int = 0) -> TimeMatch | None:
    """Find the first time at or after `start`; where two formats begin alike, the fuller one.

    Bare numbers and bare clocks count only near the beginning of the text, where a log has its time.
    """
    if not MAY_HOLD_TIME.search(text, start):
        return None
    best: TimeMatch | None = None
    for name, anywhere, pattern in _searches():
        found = pattern.search(text, start)
        while found and not _plausible(found, anywhere):
            found = pattern.search(text, found.start() + 1)
        if found and (best is None or (found.start(), -found.end()) < (best.start, -best.end)):
            best = TimeMatch(found.start(), found.end(), name)
    return best


def _plausible(found: re.Match[str], anywhere: bool) -> bool:
    if not anywhere and (found.start() > HEADER_CHARACTERS or _inside_word(found)):
        return False
    return _instant(found.groupdict(), 2000, UTC) is not None


def _inside_word(found: re.Match[str]) -> bool:
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    return (
        before.isalnum() or after.isalnum() or before in ("-", "/", "_", ".") or after in ("-", "/", "_", "%")
    )


def zone_in(line: str, time: TimeMatch) -> str:
    """Return the zone that a time in a line names; "" for none."""
    found = _pattern(time.format).fullmatch(line[time.start : time.end])
    return (found.groupdict().get("zone") or "") if found else ""


def read_time(text: str, format_name: str, reference_year: int) -> datetime | None:
    """Read a whole text in the format of that name; None when it is none. Without a zone it is in UTC."""
    found = _pattern(format_name).fullmatch(text)
    return _instant(found.groupdict(), reference_year, UTC) if found else None


def _instant(pieces: dict[str, str | None], year: int, zone: tzinfo) -> datetime | None:
    """Return the moment in UTC; `year` and `zone` are for what is not written."""
    try:
        epoch = pieces.get("epoch")
        if not epoch:
            return _from_pieces(pieces, year, zone)
        whole, _, fraction = epoch.partition(".")
        microseconds = int(whole[:10]) * 1_000_000 + int((whole[10:] + fraction + "000000")[:6])
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
    except (ValueError, OverflowError):
        return None


def _from_pieces(pieces: dict[str, str | None], year: int, zone: tzinfo) -> datetime:
    given, short, name = pieces.get("year"), pieces.get("short_year"), pieces.get("month_name")
    if given:
        year = int(given)
    elif short:
        year = int(short) + (1900 if int(short) >= 70 else 2000)
    month = MONTH_NUMBERS[name[:3].lower()] if name else int(pieces.get("month") or 1)
    day = int(pieces.get("day") or 1)
    if month > 12 >= day:
        month, day = day, month
    if (month, day) == (2, 29) and not (given or short):
        year -= year % 4
    hour, second = int(pieces["hour"] or 0), int(pieces.get("second") or 0)
    half, named = pieces.get("half"), pieces.get("zone")
    if half:
        hour = hour % 12 + (12 if half in "pP" else 0)
    fraction = pieces.get("fraction") or (pieces.get("millisecond") or "").zfill(3)
    microsecond = int((fraction + "00000")[:6])
    there = named_zone(named) if named else zone
    moment = datetime(
        year, month, day, hour, int(pieces["minute"] or 0), min(second, 59), microsecond, there
    )  # fmt: skip
    return moment.astimezone(UTC)


@cache
def named_zone(text: str) -> tzinfo:
    """Return a zone by its name, or by its offset: `CET`, `+0100`, `-03:30`."""
    if text[0] not in "+-":
        minutes = ZONES[text]
    else:
        digits = text[1:].replace(":", "").ljust(4, "0")
        minutes = (int(digits[:2]) * 60 + int(digits[2:])) * (-1 if text[0] == "-" else 1)
    return timezone(timedelta(minutes=minutes)) if minutes else UTC


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the seconds stand in a text of that length; length 0 when they do not."""

    length: int = 0
    second: int = 0
    fraction: int = 0
    end: int = 0

    @classmethod
    def of(cls, text: str, found: re.Match[str]) -> _Layout:
        groups = found.re.groupindex
        if "second" not in groups or found["second"] is None or "millisecond" in groups:
            return cls()
        second, end = found.span("second")
        fraction = end
        if "fraction" in groups and found["fraction"] is not None:
            fraction, end = found.span("fraction")
        return cls(len(text), second, fraction, end)

    def without_seconds(self, text: str) -> str:
        return text[: self.second] + text[self.end :]

    def seconds(self, text: str) -> str | None:
        """Return the seconds with six digits of their fraction; nothing when other characters stand there."""
        seconds = text[self.second : self.second + 2]
        if seconds not in _SECONDS:
            return None
        if self.end == self.second + 2:
            return f"{seconds}.000000"
        fraction = text[self.fraction : self.end]
        return f"{seconds}.{fraction[:6]:0<6}" if fraction.isascii() and fraction.isdigit() else None


class TimeReader:
    """Reads the times of one document, in its order.

    `reference` is a moment at or after its last line. Years that are not written follow from it and from the order of
    the lines: a step from December to January enters the next year. Minutes are kept as they are written.
    """

    def __init__(self, reference: datetime, zone: tzinfo = UTC) -> None:
        self._reference, self._zone = reference.astimezone(UTC), zone
        self._last: datetime | None = None
        self._format = ""
        self._layout = _Layout()
        self._minutes: dict[str, tuple[str, bool]] = {}

    def __getstate__(self) -> dict[str, object]:
        """Leave out, where it goes to another process, what that reads again just as fast: minutes with their year."""
        kept = {text: minute for text, minute in self._minutes.items() if minute[1]}
        return {**self.__dict__, "_minutes": kept}

    def read(self, text: str) -> ReadTime | None:
        """Read a text that is a time and nothing else; nothing when it is none."""
        found = self.read_as_text(text)
        return None if found is None else ReadTime(datetime.fromisoformat(found[0]), found[1])

    def read_as_text(self, text: str) -> tuple[str, bool] | None:
        """Read as `read` does; returns ISO 8601 in UTC with microseconds, and whether the year is assumed."""
        layout = self._layout
        if len(text) == layout.length:
            minute, seconds = self._minutes.get(layout.without_seconds(text)), layout.seconds(text)
            if minute is not None and seconds is not None:
                return f"{minute[0]}{seconds}Z", minute[1]
        return self._read_new(text)

    def _read_new(self, text: str) -> tuple[str, bool] | None:
        found = _pattern(self._format).fullmatch(text) if self._format else None
        found = found or self._recognise(text)
        if found is None:
            return None
        format_, pieces = BY_NAME[self._format], found.groupdict()
        utc = self._moment(pieces, format_)
        if utc is None:
            return None
        year_changed = self._last is not None and utc.year != self._last.year
        if not format_.has_year:
            self._last = utc
        layout = _Layout.of(text, found)
        if year_changed or layout != self._layout or len(self._minutes) >= CACHED_MINUTES:
            self._minutes.clear()
        self._layout = layout
        written = utc.isoformat(timespec="microseconds").replace("+00:00", "Z")
        if layout.length:
            minute = written[:MINUTE_CHARACTERS]
            self._minutes[layout.without_seconds(text)] = minute, not format_.has_year
        return written, not format_.has_year

    def _recognise(self, text: str) -> re.Match[str] | None:
        for item in FORMATS:
            found = _pattern(item.name).fullmatch(text)
            if found and _instant(found.groupdict(), 2000, UTC):
                self._format = item.name
                return found
        return None

    def _moment(self, pieces: dict[str, str | None], written: TimeFormat) -> datetime | None:
        """Return the moment in UTC, with the likeliest year where none is written."""
        if written.has_year:
            return _instant(pieces, 0, self._zone)
        if not written.has_date:
            pieces = {**pieces, "month": str(self._reference.month), "day": str(self._reference.day)}
        year = self._last.year if self._last else self._reference.year
        utc = _instant(pieces, year, self._zone)
        if utc is None:
            return None
        if self._last is not None:
            step = utc - self._last
            if abs(step) > timedelta(days=183):
                utc = _instant(pieces, year + (1 if step < timedelta() else -1), self._zone)
        elif utc > self._reference + timedelta(days=1):
            utc = _instant(pieces, year - 1, self._zone)
        return utc

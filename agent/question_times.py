"""Reads the times that a question names: dates, weekdays, times of day, "since Monday". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from agent.reader.english import operations, word_list, word_table
from agent.reader.question_terms import read_terms

_CLOCK = re.compile(
    r"(?<![\w:.])(?P<hour>[01]?\d|2[0-3])(?:(?::(?P<minute>[0-5]\d)(?::[0-5]\d)?)\s*(?P<half>am|pm)?|\s*(?P<only>am|pm))(?![\w:])",
    re.IGNORECASE,
)
_BARE_HOUR = re.compile(
    r"\b(?:between|from)\s+(?P<hour>[01]?\d|2[0-3])(?=\s+(?:and|to|till|until)\s+\d)", re.I
)
_HOURS = re.compile(
    r"\b(between|from)\s+([01]?\d|2[0-3])\s+(?:and|to|till|until)\s+([01]?\d|2[0-3])(?![\w:.]|\s*(?:am|pm)\b)",
    re.I,
)
_DATE = re.compile(r"(?<![\w.-])(?P<date>\d{4}-\d\d-\d\d)(?:[T ](?P<clock>\d\d:\d\d))?")
_ORDINAL = re.compile(
    r"\b(?:the\s+)?(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
    r"(?=\s*(?:$|[?.,;!)]|(?:and|to|till|until|at|from|between|around|after|before|in|on|was|were|did)\b))",
    re.IGNORECASE,
)
"""A day of any month; before a noun, as in "the 2nd port", it counts things."""
_POINTED = re.compile(r"(?<![\w.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:19|20)\d\d)(?![\w.])")
NEAR_MINUTES, ROUGH_MINUTES = 5, 30
"""On both sides of a time of day that is named alone: to the minute, or by the hour and roughly."""
_DAY_OF_TERM = re.compile(r"(?:\d{4})?-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Window:
    """A time that a question names: `days` are ends of dates ("-05", "-11-05") or weekdays, none for any day.

    `start` and `end` are times of day ("02:00"), the end outside; "" for all day. Of a night, which begins at 20:00 and
    ends at 06:00, both parts of the day are meant: "friday night" is said of either.
    """

    days: tuple[str, ...] = ()
    start: str = ""
    end: str = ""

    @property
    def hours(self) -> tuple[tuple[str, str], ...]:
        """Return the parts of a day that are meant, from a time to another."""
        if self.start > self.end:
            return ("00:00", self.end), (self.start, "24:00")
        return ((self.start or "00:00", self.end or "24:00"),)

    def dates(self, logged: Iterable[str]) -> tuple[str, ...]:
        """Return the dates, of those that logs have, that are meant."""
        return tuple(
            day for day in logged if not self.days or day.endswith(self.days) or _weekday(day) in self.days
        )


_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY = re.compile(
    rf"(?<![\w.-])(?:on\s++)?(?:last\s++)?(?P<day>{'|'.join(_DAYS)}|mon|tues?|wed|weds|thu|thurs?|fri|sat|sun)(?![\w.-])",
    re.I,
)
"""A day of the week, also for short."""
_UNITS = {"minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_SINCE = re.compile(
    rf"\b(?:since|after|from)\s++(?:last\s++)?(?P<day>{'|'.join(_DAYS)}|yesterday|today|this morning)\b"
    rf"|\b(?:(?:in|over|within|during)\s++)?(?:the\s++)?(?:last|past)\s++(?:(?P<count>\d{{1,4}})\s*+)?(?P<unit>{'|'.join(_UNITS)})s?\b"
    r"|\bsince\s++(?P<date>\d{4}-\d\d-\d\d)(?:[T ](?P<clock>\d\d:\d\d))?"
    r"|\b(?P<alone>yesterday|today)\b",
    re.IGNORECASE,
)


def read_since(text: str, now: datetime) -> tuple[str, str]:
    """Read "since Monday", "yesterday", "in the last 2 hours" or "since 2026-11-24"; return what is left, too.

    Days begin at midnight (UTC); the last Monday is meant, today's on a Monday.
    """
    found = _SINCE.search(text)
    if found is None:
        return "", text
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    day = (found["day"] or found["alone"] or "").lower()
    if found["date"]:
        begin = f"{found['date']}T{found['clock'] or '00:00'}:00+00:00"
    elif found["unit"]:
        length = int(found["count"] or 1) * _UNITS[found["unit"].lower()]
        begin = (now - timedelta(seconds=length)).isoformat(timespec="seconds")
    else:
        back = (now.weekday() - _DAYS.index(day)) % 7 if day in _DAYS else int(day == "yesterday")
        begin = (midnight - timedelta(days=back)).isoformat(timespec="seconds")
    return begin, f"{text[: found.start()]} {text[found.end() :]}"


def read_window(text: str, said: set[str]) -> tuple[Window | None, str]:
    """Read dates, times of day and periods ("night"); return what is left of the question, too."""
    dates = [match["date"] for match in _DATE.finditer(text)]
    clocks = [f"{match['clock']}" for match in _DATE.finditer(text) if match["clock"]]
    rest = _DATE.sub(" ", text)
    dates += [f"{match['year']}-{match['month']:0>2}-{match['day']:0>2}" for match in _POINTED.finditer(rest)]
    rest = _POINTED.sub(" ", rest)
    terms = [term for term in read_terms(rest) if term.days]
    days = [day for term in terms for day in term.days if _DAY_OF_TERM.fullmatch(day)]
    for term in terms:
        rest = rest.replace(term.text, " ")
    days += [f"-{int(match['day']):02}" for match in _ORDINAL.finditer(rest)]
    rest = _ORDINAL.sub(" ", rest)
    spoken = (match["day"].lower()[:3] for match in WEEKDAY.finditer(rest))
    days += [day for short in spoken for day in _DAYS if day.startswith(short)]
    rest = WEEKDAY.sub(" ", rest)
    if said & operations()["past"] | said & operations()["happen"] or dates or days:
        rest = _HOURS.sub(r"\1 \2:00 and \3:00 ", rest)
    found = list(_CLOCK.finditer(rest))
    halves = [(match["half"] or match["only"] or "").lower() for match in found]
    for match, half in zip(found, halves, strict=True):
        hour = int(match["hour"]) % 12 + (12 if half == "pm" else 0) if half else int(match["hour"])
        clocks.append(f"{hour:02}:{match['minute'] or '00'}")
    bare = _BARE_HOUR.search(rest)
    if bare and len(clocks) == 1 and halves:
        later = int(bare["hour"]) % 12 + (12 if halves[0] == "pm" else 0)
        clocks.insert(0, f"{later if halves[0] else int(bare['hour']):02}:00")
        rest = rest[: bare.start("hour")] + " " + rest[bare.end("hour") :]
    rest = _CLOCK.sub(" ", rest)
    if not clocks:
        clocks = [
            clock for name, span in word_table("periods").items() if name in said for clock in span.split("-")
        ][:2]
    if not dates and not days and not clocks:
        return None, text
    start, end = "", ""
    if clocks:
        is_rough = said & word_list("roughly") or clocks[0].endswith(":00")
        minutes = ROUGH_MINUTES if is_rough else NEAR_MINUTES
        start, end = clocks[0], clocks[1] if len(clocks) > 1 else _later(clocks[0], minutes)
        start = start if len(clocks) > 1 else _later(start, -minutes)
    return Window(tuple(dict.fromkeys([*dates, *days])), start, end), rest


def _weekday(day: str) -> str:
    return _DAYS[date.fromisoformat(day).weekday()] if _DAY_OF_TERM.fullmatch(day) else ""


def _later(clock: str, minutes: int) -> str:
    """Add minutes to a time of day, within the day."""
    hour, minute = map(int, clock.split(":"))
    total = min(max(hour * 60 + minute + minutes, 0), 24 * 60)
    return f"{total // 60:02}:{total % 60:02}"

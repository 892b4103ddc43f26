"""Reads days, clocks and lengths of time, so that a line may write them otherwise than its rows do. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import combinations

from agent.model.known_values import NUMBER_WORDS
from reading.time_formats import MONTHS

_NAME = rf"(?P<name>(?:{'|'.join(MONTHS)})[a-z]{{0,6}})\.?"
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = rf"(?:(?P<weekday>{'|'.join(WEEKDAYS)})[a-z]{{0,6}},? {{1,3}})?"
_YEAR = r"(?P<year>(?:19|20)\d{2})"
_DAY = r"(?<![\w.:/-])(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_BEFORE_NAME = rf"(?:\b{_YEAR} )?(?<![^\W_]){_WEEKDAY}(?<![^\W_])(?<!\b\d )(?<!\b\d\d )"
_BEHIND_DAY = r"(?![\w:]|[./-]\d)(?:(?:,? | \d\d:\d\d:\d\d )(?P<after>(?:19|20)\d{2})(?!\d))?"
_NUMBERS = r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)"
_NAME_FIRST = rf"{_BEFORE_NAME}{_NAME} {{1,2}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?{_BEHIND_DAY}"
_DAY_FIRST = rf"\b{_WEEKDAY}{_DAY}(?: of)?[ /-]{_NAME}(?:(?:[ /-]|, ){_YEAR}(?!\d))?(?![^\W\d_])"
DAYS = tuple(re.compile(form, re.IGNORECASE) for form in (_NUMBERS, _NAME_FIRST, _DAY_FIRST))
"""A day as rows and people write it: 2026-11-12, Thu Nov 12 02:00:03 2026, 12/Nov/2026, 12 November."""
DAY_OF_YEAR = re.compile(r"'(?P<month>\d{2})-(?P<day>\d{2})'")
"""As a statement compares it."""
FIRST_OF_SPAN = re.compile(
    r"(?<![\w.:/-])(\d{1,2})(?:st|nd|rd|th)?(?: (?:to|and|until|till|through) |\s?[-\u2013]\s?)$"
)
CLOCK = re.compile(r"(?:(?<![\d:.])|(?<=\d{4}:))(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?![\d:])")
BESIDE = 12
"""Characters between a day and its clock: "T", " at ", " time="."""
SECONDS = {
    **dict.fromkeys(("second", "seconds", "sec", "secs", "s"), 1),
    **dict.fromkeys(("minute", "minutes", "min", "mins", "m"), 60),
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h"), 3600),
    **dict.fromkeys(("day", "days"), 86400),
}
_PART = rf"(?P<number>\d+(?:\.\d+)?|{'|'.join(NUMBER_WORDS)})(?P<half> and a half)?[ -]?(?P<unit>{'|'.join(SECONDS)})"
PART = re.compile(rf"(?<![\w.:/-]){_PART}\b", re.IGNORECASE)
JOINT = re.compile(r"(?:,? and |, | )?")
MOST_MOMENTS = 6
"""Of rows among which a line need not name both ends of a length of time."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, a second of a day, or both. A clock without seconds is one of `minutes`."""

    month: int = 0
    day: int = 0
    year: int = 0
    weekday: int | None = None
    second: int | None = None
    minutes: bool = False

    def is_shown_by(self, other: Moment, years: Collection[int]) -> bool:
        """Say whether a moment of a row is at this day and clock, as far as it is told."""
        if self.month:
            if (self.month, self.day) != (other.month, other.day):
                return False
            if self.year and other.year and self.year != other.year:
                return False
            if self.weekday is not None:
                known = [other.year] if other.year else [*years]
                if len(known) != 1 or _weekday(known[0], self.month, self.day) != self.weekday:
                    return False
        return self.second is None or self.has_clock_of(other)

    def has_clock_of(self, other: Moment) -> bool:
        """Say whether both are at one time of the day, as exact as this one is told."""
        if self.second is None or other.second is None:
            return False
        return self.second // 60 == other.second // 60 if self.minutes else self.second == other.second

    @property
    def at(self) -> timedelta | None:
        """Return how far it is from the beginning of a year; None of what has no clock."""
        if self.second is None:
            return None
        try:
            day = datetime(self.year or 2000, self.month or 1, self.day or 1) - datetime(1970, 1, 1)
        except ValueError:
            return None
        return day + timedelta(seconds=self.second)


@dataclass(frozen=True, slots=True)
class Said:
    """A moment or a length with its place in a text."""

    start: int
    end: int
    moment: Moment


def moments_in(text: str) -> list[Said]:
    """Return the days of a text, each with the clock beside it, and the clocks without a day."""
    days = list(_days(text))
    clocks = [(found.start(), found.end(), _clock(found)) for found in CLOCK.finditer(text)]
    taken = set[int]()
    found = []
    for start, end, day in days:
        beside = [
            (max(at - end, start - stop, 0), at, clock)
            for at, stop, clock in clocks
            if at not in taken and max(at - end, start - stop) <= BESIDE
        ]
        _, at, clock = min(beside, key=lambda one: one[0], default=(0, -1, Moment()))
        taken.add(at)
        moment = Moment(day.month, day.day, day.year, day.weekday, clock.second, clock.minutes)
        found.append(Said(start, end, moment))
    return found + [Said(at, stop, clock) for at, stop, clock in clocks if at not in taken]


def _days(text: str) -> Iterator[tuple[int, int, Moment]]:
    taken: list[tuple[int, int]] = []
    for form in DAYS:
        for found in form.finditer(text):
            start, end = found.span()
            if any(start < stop and begin < end for begin, stop in taken):
                continue
            taken.append((start, end))
            parts = found.groupdict()
            month = int(parts.get("month") or 0) or MONTHS.index(parts["name"][:3].lower()) + 1
            year = int(parts.get("year") or parts.get("after") or 0)
            weekday = parts.get("weekday")
            number = WEEKDAYS.index(weekday[:3].lower()) if weekday else None
            yield start, end, Moment(month, int(parts["day"]), year, number)
            first = FIRST_OF_SPAN.search(text[:start]) if "name" in parts and not weekday else None
            if first:
                yield first.start(), start, Moment(month, int(first[1]), year)


def _weekday(year: int, month: int, day: int) -> int | None:
    try:
        return date(year, month, day).weekday()
    except ValueError:
        return None


def _clock(found: re.Match[str]) -> Moment:
    second = int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3] or 0)
    return Moment(second=second, minutes=found[3] is None)


def days_compared(statement: str) -> list[Moment]:
    """Return the days that a statement compares with: '2026-11-12', '11-12'."""
    short = (Moment(int(one["month"]), int(one["day"])) for one in DAY_OF_YEAR.finditer(statement))
    return [*short, *(one.moment for one in moments_in(statement) if one.moment.month)]


def shown_days(text: str, moments: Collection[Moment], years: Collection[int]) -> list[tuple[int, int]]:
    """Return where a text names days that moments of rows show, with the clocks that it gives them."""
    said = moments_in(text)
    days = [one for one in said if one.moment.month]
    clocks = [one.moment for one in said if not one.moment.month]
    shown = [one for one in days if any(one.moment.is_shown_by(other, years) for other in moments)]
    if len(shown) < len(days):
        return [(one.start, one.end) for one in shown]
    for clock in clocks if days else ():
        at = [other for other in moments if clock.has_clock_of(other) and other.month]
        of_days = {(one.moment.month, one.moment.day) for one in days}
        if at and not any((other.month, other.day) in of_days for other in at):
            return []
    return [(one.start, one.end) for one in shown]


def shown_lengths(
    text: str, named: str, moments: Sequence[Moment], seconds: Iterable[float]
) -> list[tuple[int, int]]:
    """Return where a text tells lengths of time that lie between moments of rows: of those named where it names two.

    `named` is the text with what it quotes, `seconds` are lengths that rows tell.
    """
    told = [one.moment for one in moments_in(named)]
    at = {one: one.at for one in moments if one.at is not None}
    ends = {at[one] for one in at for own in told if own.has_clock_of(one)}
    every = sorted(set(at.values()))
    if len(ends) > 1:
        pairs = list(combinations(sorted(ends), 2))
    elif len(every) <= MOST_MOMENTS:
        pairs = [pair for pair in combinations(every, 2) if not ends or ends & {*pair}]
    else:
        pairs = [(every[0], one) for one in ends or every[-1:]] + [(one, every[-1]) for one in ends]
    known = [(later - sooner).total_seconds() for sooner, later in pairs] + [*seconds]
    return [
        (start, end)
        for start, end, length, unit in _lengths(text)
        if any(abs(one - length) < unit and one for one in known)
    ]


def _lengths(text: str) -> Iterator[tuple[int, int, float, int]]:
    """Yield lengths of one or several parts, "1 hour and 48 minutes", in seconds, with their smallest unit."""
    begun: tuple[int, int, float, int] | None = None
    for found in PART.finditer(text):
        unit = SECONDS[found["unit"].lower()]
        number = found["number"].lower()
        amount = float(NUMBER_WORDS.get(number, 0) or number) + (0.5 if found["half"] else 0)
        if begun and begun[3] > unit and JOINT.fullmatch(text[begun[1] : found.start()]):
            begun = (begun[0], found.end(), begun[2] + amount * unit, unit)
            continue
        if begun:
            yield begun
        begun = (found.start(), found.end(), amount * unit, unit)
    if begun:
        yield begun

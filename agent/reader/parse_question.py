"""What a question holds: its terms, the devices and the time that it names, and what it wants done with them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType

from agent.reader.english import operations, phrases, word_list, word_table
from agent.reader.question_terms import Term, read_terms

_CLOCK = re.compile(
    r"(?<![\w:.])(?P<hour>[01]?\d|2[0-3])(?:(?::(?P<minute>[0-5]\d)(?::[0-5]\d)?)\s*(?P<half>am|pm)?|\s*(?P<only>am|pm))(?![\w:])",
    re.IGNORECASE,
)
_BARE_HOUR = re.compile(
    r"\b(?:between|from)\s+(?P<hour>[01]?\d|2[0-3])(?=\s+(?:and|to|till|until)\s+\d)", re.I
)
_DATE = re.compile(r"(?<![\w.-])(?P<date>\d{4}-\d\d-\d\d)(?:[T ](?P<clock>\d\d:\d\d))?")
_ORDINAL = re.compile(
    r"\b(?:the\s+)?(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
    r"(?=\s*(?:$|[?.,;!)]|(?:and|to|till|until|at|from|between|around|after|before|in|on|was|were|did)\b))",
    re.IGNORECASE,
)
"""A day of any month; before a noun, as in "the 2nd port", it counts things."""
_POINTED = re.compile(r"(?<![\w.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:19|20)\d\d)(?![\w.])")
TOKEN = re.compile(r"\w[\w.:/-]*\w")
SPOKEN = re.compile(r"\w[\w.:/-]*\w|\w")
"""A word or value of a question, however short."""
_NO_TERMS = ("lack", "compare", "happen", "each", "overview", "trouble", "high", "low")
"""Operations whose words say nothing else; but for those with other meanings: the longest is a duration."""
NEAR_MINUTES, ROUGH_MINUTES = 5, 30
"""On both sides of a time of day that is named alone: to the minute, or by the hour and roughly."""
_DAY_OF_TERM = re.compile(r"(?:\d{4})?-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Window:
    """A time that a question names: `days` are ends of dates ("-05", "-11-05", "2025-11-05"), none for any day.

    `start` and `end` are times of day ("02:00"), the end outside; "" for all day.
    """

    days: tuple[str, ...] = ()
    start: str = ""
    end: str = ""

    def dates(self, logged: Iterable[str]) -> tuple[str, ...]:
        """Return the dates, of those that logs have, that are meant."""
        return tuple(day for day in logged if not self.days or day.endswith(self.days))


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question taken apart. `wants` are the operations that its words name."""

    text: str
    terms: tuple[Term, ...]
    devices: tuple[str, ...]
    window: Window | None
    wants: frozenset[str]
    since: str = ""
    """When the time begins that a question names by now: "since Monday", "in the last 2 days" (ISO 8601, UTC)."""
    documents: tuple[int, ...] = ()
    """Serials of the files whose names or folders the question names, where it does not mean all."""

    @property
    def is_timeless(self) -> bool:
        """Tell whether a question names no time and no files."""
        return self.window is None and not self.since and not self.documents

    @property
    def asks_for_events(self) -> bool:
        """Tell whether a question is about what happened, or names a time of day or a date."""
        return self.window is not None or "happen" in self.wants

    @property
    def plain(self) -> str:
        """Return the text in lower case, without what stands for another word: "switched off"."""
        return _phrases().sub(" ", self.text.lower())

    @property
    def builds(self) -> frozenset[str]:
        """Return the words that are no terms and build the sentence, or change what it means."""
        named = {part for term in self.terms for part in re.findall("[a-z]+", term.text.lower())}
        spoken = {word.partition("'")[0] for word in re.findall("[a-z']+", self.plain)} - named
        return frozenset(spoken & (word_list("function") | word_list("unsure")))


@cache
def _phrases() -> re.Pattern[str]:
    long = sorted((" ".join(one) for one in phrases() if len(one) > 1), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, long))})\b")


def read_asked(
    text: str, devices_of: Callable[[Term], tuple[str, ...]], now: datetime | None = None
) -> ParsedQuestion:
    """Take a question apart; a word that only names an operation, a device or a time is no term.

    "since Monday" is a time only where `now` is given, in UTC.
    """
    words = re.findall(
        r"(?<!\S)[a-z]/[a-z]?(?!\S)|[a-z']+", _phrases().sub(" ", text.lower().replace("\u2019", "'"))
    )
    said = {word.partition("'")[0] for word in words}
    wants = frozenset(name for name, listed in operations().items() if said & listed)
    since, text_without = read_since(text, now) if now else ("", text)
    window, rest = _read_window(text_without, said)
    terms: list[Term] = []
    devices: list[str] = []
    for token in TOKEN.findall(rest):
        if named := devices_of(Term(token, MappingProxyType({}))):
            devices += named
            rest = rest.replace(token, " ", 1)
    for term in read_terms(rest):
        named = devices_of(term)
        devices += named
        is_time = window is not None and term.text.lower() in word_table("periods")
        if not (named or term.days or is_time or _only_operates(term)):
            terms.append(term)
    return ParsedQuestion(text, tuple(terms), tuple(dict.fromkeys(devices)), window, wants, since)


_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
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


def _only_operates(term: Term) -> bool:
    word = term.text.lower()
    return any(word in operations()[name] for name in _NO_TERMS) and len(term.stems) < 3


def _read_window(text: str, said: set[str]) -> tuple[Window | None, str]:
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


def _later(clock: str, minutes: int) -> str:
    """Add minutes to a time of day, within the day."""
    hour, minute = map(int, clock.split(":"))
    total = min(max(hour * 60 + minute + minutes, 0), 24 * 60)
    return f"{total // 60:02}:{total % 60:02}"

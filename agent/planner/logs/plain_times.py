"""Says in dates and clock times what a question says of them in plain words: "on the 3rd", "in the morning"."""

from __future__ import annotations

import re

from agent.reader.value_index import ValueIndex
from agent.planner.words.lexicon import Lexicon
from agent.planner.words.question_words import MONTH, MONTHS

_BEFORE = r"\b(?:on|of|since|until|till|from|between|after|before|by|and|to)"
_BEHIND = (
    r"(?=\s*[?.!,;]*$|[,;]| (?:of the month|at|in|on|from|to|between|and|or|after|before|until|till|by|for|per|did|"
    r"was|were|had|went|came)\b)"
)
_ORDINAL = re.compile(
    rf"(?P<before>{_BEFORE}) (?P<said>(?:the )?(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)){_BEHIND}(?: of the month\b)?",
    re.IGNORECASE,
)
_DATE = (
    rf"(?:\d{{4}}-\d\d-\d\d|{MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH})"
)
_SHARED_MONTH = re.compile(
    rf"\b(?P<month>{MONTH}) (?P<first>\d{{1,2}})(?:st|nd|rd|th)? (?P<joint>and|or|to) "
    rf"(?:the )?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?{_BEHIND}",
    re.IGNORECASE,
)
_PARTS = {"morning": "06:00 and 12:00", "afternoon": "12:00 and 18:00", "evening": "18:00 and 24:00"}
_PART = re.compile(
    rf"\b(?:on|in|during) the (?P<part>{'|'.join(_PARTS)})(?: (?:of|on)(?: the)? (?P<day>{_DATE}))?{_BEHIND}",
    re.IGNORECASE,
)
_HOUR = r"\d{1,2}(?::\d\d)?"
_HALF_DAY = re.compile(rf"\b(?P<hour>{_HOUR}) ?(?P<half>[ap])\.?m\b\.?", re.IGNORECASE)
_HOURS = re.compile(
    rf"\b(?P<joint>between|from) (?P<first>\d{{1,2}})(?: o'?clock)? (?P<end>and|to) (?P<last>\d{{1,2}})"
    rf"(?= o'?clock\b|,? on (?:the )?{_DATE})(?: o'?clock\b)?",
    re.IGNORECASE,
)
_DAY_HOURS = 24


def plain_times(text: str, lexicon: Lexicon, look_up: ValueIndex) -> tuple[str, str]:
    """Return a question with dates and clock times for plain words, and how these were read; unread ones stay."""
    if not lexicon.events:
        return text, ""
    notes: list[str] = []

    def put(said: str, plain: str) -> str:
        if said != plain:
            notes.append(f"'{said}' was read as '{plain}'")
        return plain

    days = {found["day"]: _date(int(found["day"]), look_up) for found in _ORDINAL.finditer(text)}
    if all(days.values()):
        text = _ORDINAL.sub(lambda found: f"{found['before']} {put(found['said'], days[found['day']])}", text)
    text = _SHARED_MONTH.sub(lambda found: put(found[0], _days_of_month(found)), text)
    text = _HALF_DAY.sub(lambda found: put(found[0], _of_half_day(found["hour"], found["half"])), text)
    text = _HOURS.sub(lambda found: put(found[0], _span(found)), text)
    text = _PART.sub(lambda found: put(found[0], _part(found)), text)
    return text, f"{', '.join(notes)}." if notes else ""


def _date(day: int, look_up: ValueIndex) -> str:
    """Return the only day of the logs that has such a number in its month; blank where that may be several."""
    rows = look_up.rows(
        "MATCH (e:Event) WHERE e.timestamp IS NOT NULL RETURN DISTINCT left(e.timestamp, 10) AS date", {}
    )
    dates = {str(row[0]) for row in rows}
    fitting = {one for one in dates if one.endswith(f"-{day:02}")}
    months = {one[:7] for one in fitting or dates}
    return f"{MONTHS[int(months.pop()[5:]) - 1].title()} {day}" if len(months) == 1 else ""


def _days_of_month(found: re.Match[str]) -> str:
    """Write "May 11 and 12" as "May 11 and May 12"."""
    return f"{found['month']} {found['first']} {found['joint']} {found['month']} {found['last']}"


def _of_half_day(hour: str, half: str) -> str:
    """Write "6 pm" as "18:00"."""
    hours, _, minutes = hour.partition(":")
    if not 1 <= int(hours) <= _DAY_HOURS // 2:
        return f"{hour}{half}m"
    return f"{int(hours) % 12 + 12 * (half.lower() == 'p'):02}:{minutes or '00'}"


def _span(found: re.Match[str]) -> str:
    first, last = int(found["first"]), int(found["last"])
    if not first < last <= _DAY_HOURS:
        return found[0]
    return f"{found['joint']} {first:02}:00 {found['end']} {last:02}:00"


def _part(found: re.Match[str]) -> str:
    day = f"on {found['day']} " if found["day"] else ""
    return f"{day}between {_PARTS[found['part'].lower()]}"

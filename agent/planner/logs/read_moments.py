"""Reads the times that a question names as tests on events: after, before, between, on a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.planner.plan_records import CLOCK, DAY, Condition, Test
from agent.planner.words.lexicon import EVENT
from agent.planner.words.question_words import Mention, Word

_FROM = frozenset(["since", "from", "between", "starting"])
_AFTER = frozenset(["after"])
_BEFORE = frozenset(["before"])
_UNTIL = frozenset(["until", "till", "to", "by", "ending"])
_ENDING = frozenset(["and", "to", "until", "till", "-"])
_JOINING = frozenset(["on", "at", "of"])
"""What stands between the clock time and the day of one moment."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A time of the question: its text, and the word before it."""

    text: str
    before: str

    @property
    def is_day(self) -> bool:
        return ":" not in self.text


def read_moments(tokens: Sequence[Word | Mention]) -> tuple[Condition, ...]:
    """Make a test of every time; a second one behind "and" or "to" ends a span that the first began.

    The day that ends a span belongs to it, and one after which something was does not. Several days, or several
    clock times, of which none begins a span are alternatives.
    """
    tests: list[Condition] = []
    open_span = False
    for moment in _moments(tokens):
        if open_span and moment.before in _ENDING:
            test: Test = "through" if moment.is_day else "before"
        elif moment.before in _AFTER:
            test = "beyond" if moment.is_day else "after"
        elif moment.before in _UNTIL:
            test = "through" if moment.is_day else "before"
        else:
            test = "after" if moment.before in _FROM else "before" if moment.before in _BEFORE else "starts"
        open_span = moment.before in _FROM | _AFTER
        _add(tests, _condition(moment.text, test))
    return tuple(tests)


def _moments(tokens: Sequence[Word | Mention]) -> list[_Moment]:
    """List the times; of several days, each with the clock time right beside it."""
    places = [token.index for token in tokens if isinstance(token, Mention) and token.shape == "time"]
    days = [place for place in places if ":" not in tokens[place].text]
    found: list[_Moment] = []
    taken: set[int] = set()
    for place, behind in zip(places, (*places[1:], -1), strict=False):
        if place in taken:
            continue
        before = tokens[place - 1].text.lower() if place else ""
        between = [token.text.lower() for token in tokens[place + 1 : behind]] if behind > 0 else []
        pair = {place, behind}
        whole = len(days) > 1 or before == "since"
        if whole and behind > 0 and len(pair & set(days)) == 1 and set(between) <= _JOINING:
            day, clock = (place, behind) if place in days else (behind, place)
            found.append(_Moment(f"{tokens[day].text}T{_padded(tokens[clock].text)}", before))
            taken.add(behind)
        else:
            found.append(_Moment(tokens[place].text, before))
    return found


def _add(tests: list[Condition], condition: Condition) -> None:
    """Add a test; the times that two tests of one kind name are alternatives."""
    for place, one in enumerate(tests):
        if one.test == condition.test == "starts" and one.property == condition.property:
            tests[place] = replace(one, values=(*one.values, *condition.values))
            return
    tests.append(condition)


def _padded(clock: str) -> str:
    return re.sub(r"^(\d):", r"0\1:", clock)


def _condition(text: str, test: Test) -> Condition:
    written = _padded(text.replace(" ", "T"))
    if re.match(r"\d{4}-", written):
        return Condition(EVENT, "timestamp", test, (written.rstrip("Z"),))
    if written.startswith("--"):
        return Condition(EVENT, DAY, test, (written[2:],))
    return Condition(EVENT, CLOCK, test, (written,))

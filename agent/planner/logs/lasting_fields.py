"""Finds the field of log records that says how long something took, by its unit: "in 120ms"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from agent.planner.logs.event_words import EventProperty
from agent.planner.logs.measures import DURATION_STEMS, is_duration, is_measure
from agent.reader.english import stem
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_TIME = stem("time")
_HOW_LONG = frozenset(map(stem, ("duration", "latency", "delay")))
SECOND = "s"


def asks_length(words: Sequence[Word], heads: Iterable[Word | None]) -> tuple[Word, ...]:
    """Return the words that ask for a length of time: "slowest", "duration", "time" as what is asked for."""
    asked = {one.index for one in heads if one is not None and one.stem == _TIME}
    return tuple(one for one in words if one.stem in DURATION_STEMS | _HOW_LONG or one.index in asked)


def is_lasting(
    found: EventProperty, words: Sequence[Word], plain_unit: Callable[[EventProperty], str]
) -> bool:
    """Tell whether a number says how long, by its unit or its name."""
    return (
        is_duration(found) or bool(match_words(found.words, words).positions) or plain_unit(found) == SECOND
    )


def lasting_field(
    words: Sequence[Word], usable: Sequence[EventProperty], plain_unit: Callable[[EventProperty], str]
) -> str:
    """Return the field that says how long: the one whose name the words say best; else the only one."""
    fields = [one for one in usable if is_measure(one) and is_lasting(one, words, plain_unit)]
    fits = sorted(
        ((sum(match_words(one.words, words).positions.values()), one.count, one.name) for one in fields),
        reverse=True,
    )
    if len(fits) == 1 or (len(fits) > 1 and fits[0][0] > fits[1][0]):
        return fits[0][2]
    return ""

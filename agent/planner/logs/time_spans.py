"""Reads "which hour", "on which day" as a wish to count log records by a span of time, and writes that span."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.planner.words.lexicon import Label
from agent.planner.words.question_words import Mention, Word

SPANS = {"second": "19", "minute": "16", "hour": "13", "day": "10", "date": "10", "month": "7", "year": "4"}
"""How many characters of a time stamp name a span."""

CLOCK_HOUR = "clock hour"
"""Stands for the hour of the day, whatever the day."""

_YEAR_IS_GUESSED = "year_assumed"
_AFTER_YEAR = 5
_PLURALS = {f"{word}s": length for word, length in SPANS.items()}


def span_of(word: Word | Mention) -> str:
    """Return how many characters name the span that a word says; blank when it says none."""
    lowered = word.text.lower() if isinstance(word, Word) else ""
    return SPANS.get(lowered, "") or _PLURALS.get(lowered, "")


def asked_span(tokens: Sequence[Word | Mention], positions: Sequence[int]) -> str:
    """Return the span that a phrase asks for: "which hour", "which hour of the day"."""
    span = span_of(tokens[positions[-1]]) if positions else ""
    behind = [token.text.lower() for token in tokens[positions[-1] + 1 : positions[-1] + 4]] if span else []
    if span == SPANS["hour"] and behind[:1] == ["of"] and "day" in behind:
        return CLOCK_HOUR
    return span


def write_span(variable: str, span: str, events: Iterable[Label]) -> tuple[str, str]:
    """Write the span of a record's time stamp as an expression, with its column; a guessed year is left out."""
    time = f"{variable}.timestamp"
    if span == CLOCK_HOUR:
        return f"substring({time}, 11, 2) + ':00'", "hour"
    column = next(word for word, length in SPANS.items() if length == span)
    guessed = all(_YEAR_IS_GUESSED in label.properties for label in events)
    start = _AFTER_YEAR if guessed and int(span) > _AFTER_YEAR else 0
    text = f"replace(substring({time}, {start}, {int(span) - start}), 'T', ' ')"
    return (f"{text} + ':00'" if column == "hour" else text), column

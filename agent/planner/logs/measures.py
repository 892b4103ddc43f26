"""Which number or length of time of log records a question measures, and how it is compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from agent.planner.logs.event_words import EventProperty
from agent.planner.logs.read_scales import spells_units
from agent.reader.english import stem
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention, Word
from graph_store.names import quote_name

MEASURED = ("maximum", "minimum", "average")
"""What is asked of measures."""
LENGTH_STEMS = frozenset(
    stem(word) for word in ["long", "longest", "shortest", "slowest", "fastest", "took", "take"]
)
DURATION_STEMS = frozenset(
    stem(word) for word in ["longest", "shortest", "slowest", "fastest", "duration", "latency"]
)
_STATES = frozenset(["open", "alive", "active", "running", "up", "connected", "last", "lasted", "live"])
_GREATEST = frozenset(["most", "fewest", "least", "highest", "lowest", "largest", "smallest", "biggest"])
_SIZES = frozenset(
    stem(word)
    for word in [
        "byte",
        "size",
        "length",
        "duration",
        "time",
        "second",
        "memory",
        "disk",
        "packet",
        "ms",
        "total",
    ]
)
_PLURAL = re.compile(r"\w{3,}(?<![sui])s")
_REACH = 4
_ONE_RECORD = ("with", "having", "had")
_UNITS = ((" hour", 3600), (" min", 60))


def is_measure(found: EventProperty) -> bool:
    """Tell whether a field holds numbers, also with units, or lengths of time."""
    return found.is_number or is_duration(found) or spells_units(found.examples)


def _is_amount(found: EventProperty) -> bool:
    """Tell whether a number field is called by what it counts: "lines_changed", "retries"."""
    return found.is_number and any(_PLURAL.fullmatch(word) for word in found.name.split("_"))


def _adds_up(found: EventProperty) -> bool:
    return found.is_number or spells_units(found.examples)


def is_duration(found: EventProperty) -> bool:
    """Tell whether a field holds lengths of time written as text: "02:11", "<1 sec"."""
    return found.kinds == {"duration"} and not spells_units(found.examples)


def write_duration_text(name: str, variable: str) -> str:
    """Write a length of time that is written as text as a number; of "02:11" the seconds."""
    value = f"{variable}.{quote_name(name)}"
    parts = f"reduce(total = 0.0, part IN split({value}, ':') | total * 60 + toFloat(part))"
    number = f"coalesce(toFloat(split(replace({value}, '<', ''), ' ')[0]), 0.0)"
    cases = " ".join(f"WHEN {value} CONTAINS '{unit}' THEN {number} * {size}" for unit, size in _UNITS)
    return f"CASE WHEN {value} CONTAINS ':' THEN {parts} {cases} ELSE {number} END"


def most_of(
    tokens: Sequence[Word | Mention],
    words: Sequence[Word],
    properties: Iterable[EventProperty],
    has_unit: Callable[[EventProperty], bool],
) -> tuple[tuple[str, ...], frozenset[int], bool]:
    """Read "the most bytes received": the field, what it explains, and whether one record is to have it.

    "The connection with the most bytes" is one record; "which host received the most bytes" wants the sum. Several
    fields come back when the question does not tell them apart. A number is a size by its name, or as it `has_unit`.
    """
    numbers = [one for one in properties if _adds_up(one)]
    by_name = {one.name: one for one in numbers}
    for token in tokens:
        if not isinstance(token, Word) or token.text.lower() not in _GREATEST:
            continue
        behind = {word.index for word in words if 0 < word.index - token.index <= _REACH}
        matches = {one.name: match_words(one.words, words) for one in numbers}
        sure = {
            one: frozenset(place for place, weight in matches[one.name].positions.items() if weight >= 1.0)
            for one in numbers
        }
        fitting = {
            one.name: places
            for one, places in sure.items()
            if places & behind and (_SIZES & set(one.words) or has_unit(one) or _is_amount(one))
        }
        full = {name: places for name, places in fitting.items() if not matches[name].missed}
        best = full or fitting
        if best:
            most = max(len(places) for places in best.values())
            names = tuple(sorted(name for name, places in best.items() if len(places) == most))
            before = [other.text.lower() for other in tokens[max(0, token.index - 2) : token.index]]
            of_one = any(word in before for word in _ONE_RECORD)
            first = by_name[names[0]]
            return names, best[names[0]], of_one or not (_SIZES & set(first.words) or _is_amount(first))
    return (), frozenset(), False


def summed(
    text: str, tokens: Sequence[Word | Mention], words: Sequence[Word], properties: Iterable[EventProperty]
) -> tuple[str, frozenset[int]]:
    """Read "how many bytes were sent", "total size": the number field to add up, and what it explains."""
    if not re.search(r"\bhow (?:many|much)\b|\b(?:total|sum of|sum)\b", text.lower()):
        return "", frozenset()
    asking = {"many", "much", "total", "sum"}
    for token in tokens:
        if token.text.lower() not in asking:
            continue
        near = [word for word in words if token.index < word.index]
        for one in (one for one in properties if _adds_up(one) and _SIZES & set(one.words)):
            matched = match_words(one.words, near)
            full = {place for place, weight in matched.positions.items() if weight >= 1.0}
            if not matched.missed and len(full) >= len(one.words) and min(full) - token.index <= 3:
                return one.name, frozenset(full)
    return "", frozenset()


def lasting_words(tokens: Sequence[Word | Mention]) -> frozenset[int]:
    """Return where a word of state belongs to a length of time: "was open the longest"."""
    long = {one.index for one in tokens if isinstance(one, Word) and one.stem in LENGTH_STEMS}
    return frozenset(
        one.index
        for one in tokens
        if one.text.lower() in _STATES and any(0 < abs(place - one.index) <= 2 for place in long)
    )


def measures_among(names: Iterable[str], properties: Collection[EventProperty]) -> list[str]:
    """Return which of some names are measures."""
    known = {one.name for one in properties if is_measure(one)}
    return [name for name in names if name in known]

"""Ties dates of a question to properties that hold dates: "installed before 2023", "the oldest by install date"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.plan_records import Condition, Target, Test
from agent.planner.scope import Scope
from agent.planner.words.lexicon import HEADER, INTERNAL, Label, Property
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention, Word

_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")
_BOUND = re.compile(r"(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?")
_BOUNDS = frozenset({"before", "after", "since", "until", "by", "in", "from", "during", "on", "than"})
_BY_AGE = re.compile(r"\b(?:oldest|newest|latest|earliest|most recent(?:ly)?)\b", re.IGNORECASE)
_EARLIER, _LATER = frozenset({"earlier", "older"}), frozenset({"later", "newer"})


def date_property(scope: Scope, label: Label) -> Property | None:
    """Return the label's property with dates that the question names; the only one where it names none."""
    dated = [one for one in label.properties.values() if _holds_dates(one)]
    told = [(match_words(one.words, scope.words), one) for one in dated]
    named = [(sum(matched.positions.values()) - 0.2 * matched.missed, one) for matched, one in told]
    best = max(
        (score for (score, _), (matched, _) in zip(named, told, strict=True) if matched.positions),
        default=None,
    )
    if best is None:
        return dated[0] if len(dated) == 1 else None
    chosen = [one for score, one in named if score >= best - 1e-6]
    return chosen[0] if len(chosen) == 1 else None


def bounds_in(scope: Scope) -> Iterator[Mention]:
    """List the years and days of a question that stand behind "before", "after", "since" or the like."""
    for token in scope.tokens:
        if isinstance(token, Mention) and _BOUND.fullmatch(token.text) and _bound(scope, token):
            yield token


def date_bound(scope: Scope, target: Target, mention: Mention) -> Condition | None:
    """Read a year or day as a test on a property of the target with dates; None where that has no such property."""
    label = scope.lexicon.labels.get(target.label)
    found = date_property(scope, label) if label else None
    word = _bound(scope, mention)
    if found is None or not word:
        return None
    test, value = _test(word, mention.text)
    return Condition(found.label, found.name, test, (value,))


def without_dates(scope: Scope, target: Target) -> tuple[str, ...]:
    """Return the word that asks for the oldest or newest, where no property of the target says which that is."""
    label = scope.lexicon.labels.get(target.label)
    said = _BY_AGE.search(scope.text)
    return (said[0],) if said and label and date_property(scope, label) is None else ()


def _bound(scope: Scope, mention: Mention) -> str:
    said = [token.text.lower() for token in scope.tokens[: mention.index] if isinstance(token, Word)][-2:]
    if not said or said[-1] not in _BOUNDS:
        return ""
    if said[-1] == "than":
        return "before" if said[0] in _EARLIER else "after" if said[0] in _LATER else ""
    return said[-1]


def _test(word: str, date: str) -> tuple[Test, str]:
    if word == "before":
        return "before", date
    if word == "after":
        return "after", _behind(date)
    if word in ("since", "from"):
        return "after", date
    if word in ("until", "by"):
        return "before", _behind(date)
    return "starts", date


def _behind(date: str) -> str:
    """Return a text that sorts behind all times of a year, month or day, and before what follows."""
    return f"{date}-99" if date.count("-") < 2 else f"{date}U"


def _holds_dates(found: Property) -> bool:
    texts = [str(one) for one in found.examples]
    hidden = found.name in HEADER | INTERNAL
    return not hidden and bool(texts) and all(_DATE.fullmatch(text) for text in texts)

"""Finds words of a question about logs that no reading of records can heed: times of today, nouns no field tells."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from agent.planner.plan_records import Condition
from agent.planner.words.question_words import Mention, Word

Tokens = Sequence[Word | Mention]

_NOW = frozenset(["today", "tonight", "currently", "presently", "still", "yet", "now", "nowadays"])
"""What is so now, or was on the day of asking, no record tells."""
_RELATIVE = frozenset(["last", "this", "past", "previous", "next"])
_SPAN = re.compile(r"(?:second|minute|hour|day|night|morning|afternoon|evening|week|weekend|month|year)s?")
_EXCLUDING = frozenset(["besides", "except", "excluding", "than", "from"])
_BEFORE_EXCLUDING = {"than": ("other", "else"), "from": ("apart", "aside")}
_TOLD_BY_FIELDS = re.compile(
    r"(?:service|application|app|command|program|process|location|client|server)(?:e?s)?"
)
"""Plain nouns that only a field can tell, unlike those that records themselves answer: problem, change, packet."""


def of_now(tokens: Tokens) -> tuple[str, ...]:
    """Return the words that tell a time by the day of asking: "still", "last night", "the past three hours"."""
    return tuple(dict.fromkeys(_of_now([token.text.lower() for token in tokens])))


def is_excluded(tokens: Tokens, place: int) -> bool:
    """Tell whether a value is named as what is not meant: "other than root"."""
    before = [token.text.lower() for token in tokens[max(0, place - 4) : place]]
    for offset in range(len(before) - 1, -1, -1):
        word = before[offset]
        if word in _EXCLUDING:
            leading = _BEFORE_EXCLUDING.get(word)
            return leading is None or (offset > 0 and before[offset - 1] in leading)
        if word in ("in", "on", "by", "to", "did", "and"):
            return False
    return False


def with_excluded(conditions: Sequence[Condition], tokens: Tokens) -> list[Condition]:
    """Deny the tests for a plain word that is named as what is not meant: "who else than admin"."""
    named = {token.text.lower() for token in tokens if is_excluded(tokens, token.index)}
    excluded = {one for one in named if one not in _EXCLUDING}
    return [
        replace(one, negated=True)
        if one.test in ("equal", "line") and {str(value).lower() for value in one.values} <= excluded
        else one
        for one in conditions
    ]


def left_excluded(conditions: Sequence[Condition], tokens: Tokens) -> tuple[str, ...]:
    """Return what is named as what is not meant, where no test is denied."""
    if any(one.negated for one in conditions):
        return ()
    return tuple(token.text for token in tokens[1:] if is_excluded(tokens, token.index))[:1]


def left_head(head: Word, explained: Collection[int]) -> tuple[str, ...]:
    """Return the plain noun that is asked for, where nothing of the reading accounts for it."""
    return (
        (head.text,) if head.index not in explained and _TOLD_BY_FIELDS.fullmatch(head.text.lower()) else ()
    )


def _of_now(lowered: Sequence[str]) -> list[str]:
    spans = [
        f"{before} {word}"
        for before, word in pairwise(lowered)
        if before in _RELATIVE and _SPAN.fullmatch(word)
    ]
    far = [
        f"last {between} {word}"
        for before, between, word in zip(lowered, lowered[1:], lowered[2:], strict=False)
        if before in ("last", "past") and _SPAN.fullmatch(word)
    ]
    return [*(word for word in lowered if word in _NOW), *spans, *far]

"""Finds words of a question about logs that would change the answer, and that no reading of records heeds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from agent.planner.plan_records import Condition
from agent.planner.words.question_words import Mention, Word

Tokens = Sequence[Word | Mention]

_NOW = frozenset(["today", "tonight", "currently", "presently", "still", "yet", "now", "nowadays"])
"""What is so now, or was on the day of asking, no record tells."""
_ORDINAL = re.compile(
    r"second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|next|previous"
)
_RELATIVE = frozenset(["last", "this", "past", "previous", "next"])
_SPAN = re.compile(r"(?:second|minute|hour|day|night|morning|afternoon|evening|week|weekend|month|year)s?")
_EXCLUDING = frozenset(["besides", "except", "excluding", "than", "from"])
_BEFORE_EXCLUDING = {"than": ("other",), "from": ("apart", "aside")}
_SPANNED = re.compile(
    r"\b(?P<said>(?:less|more|fewer|longer|shorter|sooner|later|earlier) than|within|at (?:least|most)|under|over) "
    r"(?:the next |an? )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)? ?"
    r"(?:second|minute|hour|day|week|month|year)s?\b"
)
"""A length of time that something is compared with."""
_COMPARED = frozenset(["least", "more", "most", "less", "after", "before"])
_TOLD_BY_FIELDS = re.compile(
    r"(?:service|application|app|command|program|process|location|client|server)(?:e?s)?"
)
"""Plain nouns that only a field can tell, unlike those that records themselves answer: problem, change, packet."""


def unheeded(tokens: Tokens, conditions: Sequence[Condition], is_wanted: bool) -> tuple[str, ...]:
    """Return the words that the tests on records leave out of account."""
    lowered = [token.text.lower() for token in tokens]
    found = [*_of_now(lowered), *_ordinals(tokens), *_excluded(tokens, conditions)]
    found += ["never"] if "never" in lowered and not any(one.negated for one in conditions) else []
    spanned = _SPANNED.search(" ".join(lowered))
    if spanned and not any(one.test in _COMPARED for one in conditions):
        found.append(spanned["said"])
    alternatives = any(len(one.values) > 1 and one.test == "equal" for one in conditions)
    if "both" in lowered and alternatives and is_wanted:
        found.append("both")
    return tuple(dict.fromkeys(found))


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


def _ordinals(tokens: Tokens) -> list[str]:
    """Return "second" of "the second login", not that of "a second"."""
    return [
        token.text
        for token, behind in pairwise(tokens)
        if token.index
        and _ORDINAL.fullmatch(token.text.lower())
        and tokens[token.index - 1].text.lower() in ("the", "which", "what")
        and (isinstance(behind, Word) and behind.sort in ("generic", "content"))
    ]


def _excluded(tokens: Tokens, conditions: Sequence[Condition]) -> list[str]:
    """Return the word that excludes a value which no test denies."""
    denied = any(one.negated for one in conditions)
    places = [
        token.index for token in tokens if isinstance(token, Mention) and is_excluded(tokens, token.index)
    ]
    return [tokens[place].text for place in places if not denied]

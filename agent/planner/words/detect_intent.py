"""Recognises what a question asks for: the intent, and the phrases that name what is wanted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.words.find_phrases import Phrase, Tokens, find_phrases, lower_word, noun_groups, top_number
from agent.planner.words.question_words import Word
from agent.records import Intent

UNITS = frozenset(
    [
        "second",
        "seconds",
        "millisecond",
        "milliseconds",
        "ms",
        "minute",
        "minutes",
        "hour",
        "hours",
        "byte",
        "bytes",
        "kb",
        "mb",
        "gb",
        "percent",
    ]
)
_COUNT = re.compile(
    r"\bhow (?:many|often)\b|(?:^|\b(?:the|total|a|overall|exact) )(?:number|count|amount|total) of\b|^\s*count\b"
)
_PATTERNS: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    (
        "most_common",
        re.compile(
            r"\b(?:most|least) (?:common|frequent|popular|often|used|repeated|seen)\w*|"
            r"(?<!how )\b(?:frequently|commonly)\b|\bthe (?:most|fewest|least)\b|"
            r"\bmost (?!recent)\w+s\b|\b(?:busiest|quietest)\b"
        ),
    ),
    ("average", re.compile(r"\b(?:average|mean|typical|typically|usual|usually|median)\b")),
    (
        "maximum",
        re.compile(
            r"\b(?:longest|highest|largest|max|maximum|biggest|slowest|greatest|strongest|hottest|heaviest)\b"
        ),
    ),
    (
        "minimum",
        re.compile(
            r"\b(?:shortest|lowest|smallest|min|minimum|fastest|quickest|least|weakest|coldest|lightest)\b"
        ),
    ),
    (
        "last",
        re.compile(r"\b(?:latest|last|most recent|newest|final)\b(?! (?:\d+ )?(?:hours?|minutes?|days?))"),
    ),
    ("first", re.compile(r"\b(?:earliest|first|oldest)\b")),
)
_SUMMARY = re.compile(
    r"\bsummari[sz]e\b|\boverview\b|\bwhat (?:kinds?|types?|sorts?) of (?:information|events|messages|requests)\b|"
    r"\bwhat information\b|\bfunction of\b|\bpatterns?\b"
)
_EXISTS = re.compile(r"^\s*(?:is|are|was|were|does|do|did|has|have|had|can)\b")
_FEWEST = re.compile(r"\b(?:least|fewest|rarest|quietest)\b")
_BOUND = re.compile(r"\bat (?:least|most)\b")
_LASTING = re.compile(r"\b(how long\b[^?]*?)\blast(?:s|ed)?\b")
_DISTINCT = re.compile(r"\b(?:distinct|unique|different|separate)\b")
_NEGATION = frozenset(
    ["no", "not", "without", "never", "lack", "lacks", "lacking", "missing", "neither", "nor", "cannot"]
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for; `phrases[0]` is the main thing. `group` are the positions behind "per" or "by"."""

    intent: Intent
    phrases: tuple[Phrase, ...]
    fewest: bool = False
    distinct: bool = False
    counts_times: bool = False
    about_fields: bool = False
    plural: bool = False
    negations: tuple[int, ...] = ()
    group: tuple[int, ...] = ()
    top: int = 0


def detect_intent(text: str, tokens: Tokens) -> Asked:
    """Read the intent from the words of a question, and its phrases from their order."""
    lowered = re.sub(r"(?<!\w)['\"`\u201c\u2018].*?['\"`\u201d\u2019](?!\w)", " ", text.lower())
    lowered = _LASTING.sub(r"\1", _BOUND.sub(" ", lowered))
    phrases = find_phrases(tokens)
    top = top_number(tokens)
    return Asked(
        "most_common" if top else _intent(lowered, tokens, phrases),
        phrases,
        bool(_FEWEST.search(lowered)),
        bool(_DISTINCT.search(lowered)),
        bool(re.match(r"\s*how (?:many times|often)\b", lowered)),
        bool(re.search(r"\b(?:information|fields?|data)\b", lowered)),
        bool(phrases) and bool(phrases[0].positions) and not _is_single(tokens, phrases[0]),
        _negations(tokens),
        _group(tokens),
        top[1] if top else 0,
    )


def _intent(lowered: str, tokens: Tokens, phrases: Sequence[Phrase]) -> Intent:
    counted = _COUNT.search(lowered) is not None and not _counts_units(lowered)
    if _SUMMARY.search(lowered):
        return "summary"
    for intent, pattern in _PATTERNS:
        if pattern.search(lowered) and not (counted and intent in ("last", "first", "average")):
            return intent
    if counted:
        return "count"
    if _EXISTS.match(lowered):
        return "exists"
    return "lookup" if phrases and _is_single(tokens, phrases[0]) else "list"


def _counts_units(lowered: str) -> bool:
    counted = re.search(r"\bhow many (\w+)", lowered)
    return counted is not None and counted[1] in UNITS


def _is_single(tokens: Tokens, phrase: Phrase) -> bool:
    last = tokens[phrase.positions[-1]] if phrase.positions else None
    return isinstance(last, Word) and not last.text.lower().endswith("s")


def _negations(tokens: Tokens) -> tuple[int, ...]:
    return tuple(
        token.index
        for token in tokens
        if isinstance(token, Word)
        and (
            token.text.lower() in _NEGATION
            or token.text.lower() in ("don", "doesn", "isn", "aren", "didn", "wasn", "hasn", "haven")
        )
    )


def _group(tokens: Tokens) -> tuple[int, ...]:
    for token in tokens:
        word = token.text.lower() if isinstance(token, Word) else ""
        after = lower_word(tokens, token.index + 1)
        if (
            word == "per"
            or (word in ("for", "on", "by", "of", "from") and after in ("each", "every"))
            or (word == "by" and after)
        ):
            groups, _ = noun_groups(
                tokens, token.index + (1 if word == "per" or after not in ("each", "every") else 2)
            )
            if groups:
                return groups[0]
        if word == "each" and token.index and token.index + 1 < len(tokens):
            groups, _ = noun_groups(tokens, token.index + 1)
            if groups:
                return groups[0]
    return ()

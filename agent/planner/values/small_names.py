"""Finds names of persons that are small words of English, where a name has to stand: "did per log out"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.logs.fields_by_kind import PERSONS
from agent.reader.value_index import ValueIndex
from agent.reader.english import stem
from agent.planner.words.lexicon import HEADER, INTERNAL, Lexicon
from agent.planner.words.question_words import Mention, Word

_NEVER_SUBJECTS = frozenset(
    [
        "as",
        "at",
        "can",
        "could",
        "don",
        "for",
        "from",
        "into",
        "may",
        "might",
        "must",
        "of",
        "onto",
        "per",
        "shall",
    ]
) | frozenset(["should", "since", "than", "until", "upon", "via", "will", "with", "would"])
"""No sentence has one of these right behind "did" or "by": they lead to a noun, or help a verb."""
_BEFORE_NOUNS = frozenset({"a", "an", "my", "no", "our", "the", "your"})
"""What has to lead to a noun, and is a name where only what was done follows: "did an log in?"."""
_DO = frozenset({"did", "does", "didn", "doesn"})
_BE = frozenset({"is", "was", "has", "had", "isn", "wasn", "hasn", "hadn"})
_DONE = re.compile(r"\w{2,}ed|log(?:in|out|on|off)|been|not|ever|already|never", re.IGNORECASE)
_LEADING = frozenset({"by", "of", "for", "from"})
_FOLLOWING = frozenset({"", "at", "on", "in", "between", "after", "before", "since", "from", "and", "or"})
_Tokens = Sequence[Word | Mention]


def small_names(tokens: _Tokens, lexicon: Lexicon, look_up: ValueIndex) -> dict[int, bool]:
    """Return where a small word stands for somebody named so; true where a field of log records holds the name.

    Else only texts of records say it, behind a noun for a person. The word stands behind "did", behind "has" or "was"
    before what was done, or behind "by" or a noun for a person at the end of what is said.
    """
    found: dict[int, bool] = {}
    for token in tokens:
        small = isinstance(token, Word) and token.sort == "function"
        if not small or not _stands_as_name(tokens, token.index):
            continue
        if _is_held(token.text, lexicon, look_up):
            found[token.index] = True
        elif _is_told(token.text, lexicon):
            found[token.index] = False
    return found


def _stands_as_name(tokens: _Tokens, place: int) -> bool:
    before, behind = _said(tokens, place - 1), _said(tokens, place + 1)
    word = _said(tokens, place)
    if word in _BEFORE_NOUNS:
        return before in _DO | _BE and bool(behind) and _is_last(tokens, place + 2)
    if word not in _NEVER_SUBJECTS:
        return False
    is_noun = stem(before) in PERSONS and before != "by"
    if is_noun:
        before = _said(tokens, place - (3 if _said(tokens, place - 2) == "the" else 2))
    if before in _DO:
        return bool(behind)
    if before in _BE:
        return _DONE.fullmatch(behind) is not None
    return before in (_LEADING if is_noun else {"by"}) and behind in _FOLLOWING


def _is_last(tokens: _Tokens, place: int) -> bool:
    """Tell whether nothing more is said from a place on."""
    return all(isinstance(one, Word) and one.sort == "break" for one in tokens[place:])


def _said(tokens: _Tokens, place: int) -> str:
    """Return a word in lower case; blank at an end, and where something else stands."""
    token = tokens[place] if 0 <= place < len(tokens) else None
    return token.text.lower() if isinstance(token, Word) and token.sort != "break" else ""


def _is_held(name: str, lexicon: Lexicon, look_up: ValueIndex) -> bool:
    """Tell whether a field of log records that says who did something has a name for its value."""
    for one in look_up.find(name):
        label = lexicon.labels.get(one.label)
        if label is None or not label.is_event or one.match != "whole" or one.property in HEADER | INTERNAL:
            continue
        if one.property in label.properties and set(PERSONS) & set(label.properties[one.property].words):
            return True
    return False


def _is_told(name: str, lexicon: Lexicon) -> bool:
    """Tell whether a kind of log records says a name behind a noun for a person: "operator will logged out"."""
    pattern = re.compile(rf"\b([^\W\d_]+)[ =:]+{re.escape(name)}\b", re.IGNORECASE)
    templates = (label.properties["template"] for label in lexicon.events if "template" in label.properties)
    nouns = (found[1] for one in templates for text in one.examples for found in pattern.finditer(str(text)))
    return any(stem(noun) in PERSONS and noun.lower() != "by" for noun in nouns)

"""The facts that a text states, as far as they can be told without understanding it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from evaluation.match_answer import normalize, shows
from evaluation.score_answer import DENIALS

DENIED = "a denial"
"""The fact that something is not so: a text that denies and one that does not say different things."""
_TOKEN = re.compile(r"'[^'\n]+'|\"[^\"\n]+\"|`[^`\n]+`|[^\s,;()\[\]{}\"'`]+")
_EDGES = ".,:;!?'\"`*()"
_NUMBER = re.compile(r"(?<![\w./:-])\d+(?:\.\d+)?(?![\w/:-]|\.\d)")
"""A number that stands alone, and is no part of a name."""
_NAME = re.compile(r"\d|[^\W_][_/:.@-][^\W_]|[A-Z][^a-z]*[A-Z]")
"""Looks like a name or a value: digits, parts joined by signs, capitals."""


def find_facts(text: str, values: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names, numbers and quoted words of a text, and these values of rows that it shows."""
    tokens = [token for token in _TOKEN.findall(text) if token[0] in "'\"`" or _NAME.search(token)]
    stripped = [*(token.strip(_EDGES) for token in tokens), *values, *_NUMBER.findall(normalize(text))]
    found = dict.fromkeys(filter(None, (normalize(each).strip() for each in stripped)))
    return (*found, DENIED) if denies(text) else tuple(found)


def missing_facts(facts: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the facts that a text does not state."""
    plain = normalize(text)
    return tuple(fact for fact in facts if not _states(fact, plain, text))


def _states(fact: str, plain: str, text: str) -> bool:
    if fact == DENIED:
        return denies(text)
    if _NUMBER.fullmatch(fact):
        return fact in _NUMBER.findall(plain)
    return fact in plain and shows(plain, fact)


def denies(text: str) -> bool:
    """Tell whether a text holds a word of denial."""
    plain = normalize(text)
    return any(word in plain and shows(plain, word) for word in DENIALS)

"""Finds the parts of a question that no statement heeds: small words, exclusions, what is denied, a second question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from agent.planner.accounts.small_words import OPERATORS
from agent.planner.accounts.used_names import Used
from agent.planner.scope import Scope
from agent.reader.english import stem
from agent.planner.words.question_words import Mention

_EXCLUDING = re.compile(
    r"\b(?:(?:apart|aside) from|except(?:ing)?(?: for)?|excluding|other than|besides|not counting|ignoring|"
    r"leaving out)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\S[, ]+(?:and )?(?P<asks>(?:where|why|when|how) (?:do|does|did|is|are|was|were|has|have|can)\b)(?P<rest>[^?.]*)",
    re.IGNORECASE,
)
_ALLOWED = re.compile(
    r"^\s*who (?:else )?(?:can|may|is allowed to|is able to) (?P<deed>(?!not\b)\w+)", re.IGNORECASE
)
_DENYING = frozenset(
    map(stem, ("cannot", "not", "no", "never", "without", "unable", "failed", "refused", "denied"))
)


def open_operators(scope: Scope, used: Used) -> Iterator[str]:
    """Return the small words that no statement heeds."""
    for one in OPERATORS if used.is_one_reading else ():
        said = one.said.search(scope.text)
        if said is not None and not one.heeded(used) and not used.says(said[0].strip()):
            yield said[0].strip()
    yield from _excluded(scope, used)
    yield from _denied(scope, used)
    yield from _clauses(scope, used)
    yield from _amounts(scope, used)
    yield from _ends(scope, used)
    yield from _allowed(scope, used)


def _allowed(scope: Scope, used: Used) -> Iterator[str]:
    """Return what somebody may do, where nothing that is told is called so: a contact "can read" nothing."""
    found = _ALLOWED.search(scope.text)
    if found is not None and not used.says(found["deed"]):
        yield found[0].strip()


def _excluded(scope: Scope, used: Used) -> Iterator[str]:
    """Return the words that leave a value out which no test denies."""
    for said in _EXCLUDING.finditer(scope.text):
        behind = scope.text[said.end() :].lower()
        named = [one for one in scope.tokens if isinstance(one, Mention) and one.text.lower() in behind[:40]]
        if not (used.denied(named[0].text) if named else used.denies):
            yield said[0]


def _denied(scope: Scope, used: Used) -> Iterator[str]:
    """Return the "not" that no test says; of two values on both sides of it, that one parameter denies together."""
    for place in scope.asked.negations:
        word = scope.tokens[place]
        if not used.denies and not (_DENYING & used.stems):
            yield word.text
            continue
        sides = [
            {
                held
                for one in scope.tokens
                if isinstance(one, Mention) and (one.index < place) is before
                for _, _, held in used.parameters_of(one.text)
                if isinstance(held, tuple) and used.denied(one.text)
            }
            for before in (True, False)
        ]
        if sides[0] & sides[1]:
            yield word.text


def _clauses(scope: Scope, used: Used) -> Iterator[str]:
    """Return the words of a second question inside the first, "and where does it point", that nothing stands for."""
    found = _CLAUSE.search(scope.text)
    if found is None:
        return
    start = scope.text[: found.start("rest")].count(" ")
    words = [word for word in scope.words if word.text in found["rest"].split() and word.index >= start]
    if words and not used.explained(words):
        yield f"{found['asks']}{found['rest']}".strip()


def _amounts(scope: Scope, used: Used) -> Iterator[str]:
    """Return "how much traffic" where nothing that is called so is told, and nothing is added up."""
    found = re.search(r"\bhow much (?P<noun>\w+)", scope.text, re.IGNORECASE)
    if found is None or re.search(r"\b(?:sum|avg|max|min)\(", used.text):
        return
    nouns = [word for word in scope.words if word.text == found["noun"]]
    if not used.explained(nouns):
        yield found[0]


def _ends(scope: Scope, used: Used) -> Iterator[str]:
    """Return what says that two values are the ends of one thing, where either of them will do for the statement."""
    named = [one for one in scope.tokens if isinstance(one, Mention)]
    for first, second in pairwise(named):
        between = [one.text.lower() for one in scope.tokens[first.index + 1 : second.index]]
        before = scope.tokens[first.index - 1].text.lower() if first.index else ""
        joint = "to" if between == ["to"] else "between" if between == ["and"] and before == "between" else ""
        devices = [one for one in scope.located if one.devices and one.mention in (first, second)]
        if devices and (joint != "to" or not used.is_one_reading):
            continue
        shared = {held for _, _, held in used.parameters_of(first.text) if isinstance(held, tuple)}
        if joint and shared & {
            held for _, _, held in used.parameters_of(second.text) if isinstance(held, tuple)
        }:
            yield f"{first.text} {joint} {second.text}" if joint == "to" else joint

"""Finds what a question says before its "no", and no statement about configurations asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.planner.plan_records import Condition, Meaning
from agent.planner.scope import Scope
from agent.planner.words.lexicon import EVENT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention, Word

_HAS_BUT = re.compile(
    r"\b(?:has|have|having|with|use|uses|run|runs) (?P<held>[^,.?]+?),? (?:but|and|yet) "
    r"(?:(?:has|have|is|are|do|does|with) )?(?:no|not|without|lack|lacks)\b",
    re.IGNORECASE,
)
_BEHIND = frozenset({"no", "without", "lack", "lacks", "lacking", "missing", "never"})


def open_before_not(scope: Scope, meanings: Sequence[Meaning]) -> Iterator[str]:
    """Return the words before a "no" that nothing stands for but what is denied."""
    for meaning in meanings:
        denied = [one for one in meaning.conditions if one.negated and one.property not in ("", "id", "key")]
        if meaning.target.label == EVENT or not denied or not scope.asked.negations:
            continue
        start = scope.asked.negations[0]
        before = [word for word in scope.words if word.index < start]
        held = _HAS_BUT.search(scope.text)
        said = set(re.findall(r"\w+", held["held"])) if held else set()
        asked = match_words(_asked(scope, meaning), before).positions
        if said:
            yield from (word.text for word in before if word.text in said and word.index not in asked)
        elif scope.tokens[start].text.lower() in _BEHIND:
            names = tuple(word for one in denied for word in _words(scope, one))
            only = match_words(names, before).positions
            tied = _tied(scope, before)
            yield from (
                word.text
                for word in before
                if word.sort == "content" and word.index in only and word.index not in {*asked, *tied}
            )


def _asked(scope: Scope, meaning: Meaning) -> tuple[str, ...]:
    """Return the words for what is asked for and what it has to have, by name or value."""
    labels = scope.lexicon.labels
    kept = [one for one in meaning.conditions if not one.negated]
    kinds = {one for one in (meaning.target.label, *(one.label for one in kept)) if one in labels}
    over = {name for kind in kinds for name in labels[kind].above if name in labels}
    values = [part for one in kept for value in one.values for part in str(value).lower().split()]
    return (
        *(word for kind in {*kinds, *over} for word in labels[kind].words),
        *(word for one in kept for word in _words(scope, one)),
        *values,
    )


def _words(scope: Scope, condition: Condition) -> tuple[str, ...]:
    label = scope.lexicon.labels.get(condition.label)
    found = label.properties.get(condition.property) if label is not None else None
    return found.words if found is not None else ()


def _tied(scope: Scope, before: Sequence[Word]) -> set[int]:
    """Return the places of words that say what a value is: "VLAN 20"."""
    return {
        word.index
        for word in before
        for token in scope.tokens[word.index + 1 : word.index + 2]
        if isinstance(token, Mention)
    }

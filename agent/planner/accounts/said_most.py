"""Finds "the most" of what a statement about configurations does not count, or by what it does not count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.planner.configurations.inventories import is_inventory
from agent.planner.plan_records import Meaning, Statement, Target
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import EVENT, ROOT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_HAS_MOST = re.compile(
    r"\b(?:which|what) (?P<owner>[\w -]+?) (?:has|have|with) the (?P<most>most|fewest|least) (?P<parts>[\w -]+?)"
    r"(?= (?:on|in|of|at|for|by|with|per)\b|[?.,]|\s*$)",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"count\((?:DISTINCT (?P<variable>\w+)|\*)\)")
_ITSELF = re.compile(r"\bn\.`?key`? AS [^,]+, count\(DISTINCT n\)")
_FITS = 0.6


def open_most(scope: Scope, pairs: Sequence[tuple[Meaning | None, Statement]]) -> Iterator[str]:
    """Return "the most X" where no X are counted, by another thing than is asked for, or each thing as one."""
    said = _HAS_MOST.search(scope.text)
    for meaning, one in pairs:
        if meaning is None or meaning.target.label == EVENT or scope.asked.intent != "most_common":
            continue
        if _ITSELF.search(one.text) and not (said is None and scope.asked.top):
            yield _superlative(scope)
        elif said is not None and not (
            _counts(scope, meaning, one, said["parts"]) and _by(scope, meaning, said["owner"])
        ):
            yield f"the {said['most']} {said['parts']}"


def _superlative(scope: Scope) -> str:
    return next((word for word in ("fewest", "least") if word in scope.text.lower()), "most")


def _counts(scope: Scope, meaning: Meaning, statement: Statement, parts: str) -> bool:
    """Tell whether the entities that are counted are called by the noun behind "the most", and do not only have one."""
    counted = _COUNTED.search(statement.text)
    variable = (counted["variable"] if counted else None) or "n"
    label = re.search(rf"\({variable}:`?(\w+)`?\)", statement.text)
    found = scope.lexicon.labels.get(label[1]) if label else None
    head = _spoken(scope, parts)[-1:]
    held = (
        scope.lexicon.labels[one.label].properties[one.property].words
        for one in meaning.conditions
        if one.test == "present" and one.property in scope.lexicon.labels[one.label].properties
    )
    if found is not None and is_inventory(scope, Target(found.name)):
        return True  # whose words for kinds of devices are tests
    return (
        found is not None
        and bool(head)
        and not any(match_words(words, head).positions for words in held)
        and match_words(found.words, head).positions.get(head[0].index, 0.0) >= _FITS
    )


def _by(scope: Scope, meaning: Meaning, owner: str) -> bool:
    """Tell whether values that entities are counted by are what is asked for, and no names that devices share."""
    words = [word for word in _spoken(scope, owner) if word.stem not in DEVICE_STEMS]
    target = meaning.target
    if not target.property:
        return True
    named = match_words(scope.lexicon.labels[target.label].properties[target.property].words, words)
    if not words or len(named.positions) < len(words):
        return False
    return not any(
        label.name != ROOT and has_key(label) and not match_words(label.words, words).missed
        for label in scope.lexicon.things
    )


def _spoken(scope: Scope, text: str) -> list[Word]:
    parts = set(re.findall(r"\w+", text))
    return [word for word in scope.words if word.text in parts]

"""Fields of log records that hold the state before and the one after: "went to idle" tests the one after."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.planner.plan_records import Condition, Meaning
from agent.planner.words.lexicon import EVENT, Label, Lexicon

_PAIRS = (("from", "to"), ("old", "new"), ("previous", "current"), ("previous", "new"), ("before", "after"))
_STATES = frozenset({"state", "status", "mode", "phase", "role", "health"})
"""What is moved between; addresses and ports have two sides that stay what they are."""


def field_after(name: str, fields: Collection[str]) -> str:
    """Return the field of the state after that belongs to one of the state before, or is that already; or blank."""
    return _other(name, fields, 1)


def field_before(name: str, fields: Collection[str]) -> str:
    """Return the field of the state before that belongs to one of the state after, or is that already; or blank."""
    return _other(name, fields, 0)


def with_states_after(meaning: Meaning, text: str, lexicon: Lexicon) -> Meaning:
    """Test the state after, but for values that a question names as what was moved from."""
    kinds = [one for one in lexicon.events if not meaning.labels or one.name in meaning.labels]
    fields = frozenset(name for label in kinds for name in label.properties)
    tests = [test for one in meaning.conditions for test in _settled(one, text, fields, kinds)]
    return meaning if tests == [*meaning.conditions] else replace(meaning, conditions=tuple(tests))


def _settled(
    condition: Condition, text: str, fields: Collection[str], kinds: Sequence[Label]
) -> list[Condition]:
    if condition.test == "line" and len(condition.values) == 1:
        return [_as_state(condition, kinds, fields) or condition]
    after = next(
        (found for name in (condition.property, *condition.also) if (found := field_after(name, fields))), ""
    )
    before = field_before(after, fields) if after else ""
    if condition.test != "equal" or not before:
        return [condition]
    left = tuple(one for one in condition.values if _is_left(str(one), text))
    reached = tuple(one for one in condition.values if one not in left)
    sides = [(before, left), (after, reached)]
    return [replace(condition, property=name, values=values, also=()) for name, values in sides if values]


def _as_state(condition: Condition, kinds: Sequence[Label], fields: Collection[str]) -> Condition | None:
    """Read a word that lines show as the state after, where few kinds of records are meant that all have it."""
    value = str(condition.values[0]).lower()
    names = {name for name in fields if field_after(name, fields) == name}
    for name in sorted(names):
        if not all(name in label.properties for label in kinds):
            continue
        held = {str(one) for label in kinds for one in label.properties[name].examples}
        same = tuple(sorted(one for one in held if one.lower() == value))
        if same:
            return Condition(EVENT, name, "equal", same, negated=condition.negated)
    return None


def _is_left(value: str, text: str) -> bool:
    return bool(
        re.search(rf"\b(?:from|left|leav\w+|out of) (?:the )?{re.escape(value)}\b", text, re.IGNORECASE)
    )


def _other(name: str, fields: Collection[str], side: int) -> str:
    parts = name.split("_")
    for pair in _PAIRS:
        for place, part in enumerate(parts):
            if part not in pair or not {*parts[:place], *parts[place + 1 :]} <= _STATES:
                continue
            named = ["_".join([*parts[:place], word, *parts[place + 1 :]]) for word in pair]
            if all(one in fields for one in named):
                return named[side]
    return ""

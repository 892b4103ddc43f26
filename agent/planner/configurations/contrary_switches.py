"""Switches that say the same by being on and by being off: `shutdown` and `enabled: false`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.plan_records import Condition
from agent.reader.english import stem
from agent.planner.words.lexicon import Label, Property
from agent.planner.words.question_words import Word
from graph_store.records import Scalar

ON = frozenset(map(stem, ("enable", "enabled", "active", "activated")))
OFF = frozenset(map(stem, ("disable", "disabled", "shutdown", "shut", "inactive", "deactivated")))

_STATES = frozenset(map(stem, ("status", "state", "admin", "administrative")))
_OFF_VALUES = frozenset({"down", "off", "disable", "disabled", "inactive", "shutdown", "shut"})
_YES, _NO = frozenset({"yes", "true", "on", "enable", "enabled"}), frozenset({"no", "false"}) | _OFF_VALUES
_NO_WORDS = frozenset({"no", "false", "off", "disable", "disabled"})
_MOST_VALUES = 12

_ASKS_ON = re.compile(
    r"\b(?:is|are|am|be) (?:all |currently |administratively |admin )?(?:enabled|active|switched on|turned on)\b"
    r"(?! (?:for|on|in|with|by|at|under|between|globally)\b)",
    re.IGNORECASE,
)


def switched_on(label: Label, text: str) -> list[Condition]:
    """Read "are enabled" as not switched off by any switch that the label has; nothing where it has none."""
    if not _ASKS_ON.search(text):
        return []
    switches = [one for one in label.properties.values() if one.is_flag]
    off = sorted(one.name for one in switches if _says(one, OFF))
    on = tuple(sorted(one.name for one in switches if _says(one, ON)))
    stated = stated_off(label)
    if off:
        others = tuple(off[1:])
        return [Condition(label.name, off[0], "on", negated=True, also=others, contrary=on, stated=stated)]
    if on:
        return [Condition(label.name, name, "equal", (False,), negated=True, stated=stated) for name in on]
    return [Condition(label.name, name, "equal", values, negated=True) for name, values in stated]


def stated_off(label: Label) -> tuple[tuple[str, tuple[Scalar, ...]], ...]:
    """Return the properties that say by some of their values that a thing is off: `status down`, `disabled yes`."""
    found: list[tuple[str, tuple[Scalar, ...]]] = []
    for one in sorted(label.properties.values(), key=lambda one: one.name):
        words = set(one.words)
        if one.is_flag or not words & (_STATES | ON | OFF) or one.distinct > _MOST_VALUES:
            continue
        said = _YES if words & OFF else _NO if words & ON else _OFF_VALUES
        values = tuple(text for text in one.examples if str(text).lower() in said)
        if values:
            found.append((one.name, values))
    return tuple(found)


def said_on(found: Property) -> tuple[Scalar, ...]:
    """Return the values by which a property that says yes or no in words says yes; none where it says anything else."""
    told = {str(one).lower() for one in found.examples}
    if found.is_flag or not told or not told <= _YES | _NO_WORDS:
        return ()
    return tuple(one for one in found.examples if str(one).lower() in _YES) or ("yes",)


def contrary_switches(label: Label, found: Property) -> tuple[str, ...]:
    """Return the label's switches that say by being off what this one says by being on."""
    other = _other(found)
    return tuple(
        sorted(one.name for one in label.properties.values() if other and one.is_flag and _says(one, other))
    )


def said_contrary(found: Property, words: Sequence[Word]) -> tuple[Word, ...]:
    """Return the words that say the contrary of what a switch says by being on."""
    other = _other(found)
    return tuple(word for word in words if other and word.stem in other)


def _other(found: Property) -> frozenset[str]:
    if len(found.words) != 1:
        return frozenset()
    return OFF if _says(found, ON) else ON if _says(found, OFF) else frozenset()


def _says(found: Property, words: frozenset[str]) -> bool:
    return len(found.words) == 1 and found.words[0] in words

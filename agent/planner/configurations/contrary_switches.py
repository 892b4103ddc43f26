"""Switches that say the same by being on and by being off: `shutdown` and `enabled: false`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.plan_records import Condition
from agent.planner.words.english import stem
from agent.planner.words.lexicon import Label, Property
from agent.planner.words.question_words import Word

ON = frozenset(map(stem, ("enable", "enabled", "active", "activated")))
OFF = frozenset(map(stem, ("disable", "disabled", "shutdown", "shut", "inactive", "deactivated")))

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
    if off:
        return [Condition(label.name, off[0], "on", negated=True, also=tuple(off[1:]), contrary=on)]
    return [Condition(label.name, name, "equal", (False,), negated=True) for name in on]


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

"""Ties numbers of a question that no property beside them is called for: "tcp port 445", "ports that run at 1000"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Condition, Target
from agent.planner.scope import Scope
from agent.planner.words.lexicon import ROOT
from agent.planner.words.question_words import Mention


@dataclass(frozen=True, slots=True)
class TiedNumbers:
    """Tests that numbers became; those that no line shows; those that stand somewhere, but are not explained."""

    conditions: tuple[Condition, ...]
    missing: tuple[str, ...]
    untied: tuple[str, ...]
    explained: frozenset[int]


def tie_numbers(
    scope: Scope, target: Target, numbers: Sequence[Mention], conditions: Sequence[Condition]
) -> TiedNumbers:
    """Look for numbers in the lines of what other values describe, else in the target's one property that has it."""
    tied = [one for one in conditions if one.test == "equal" and one.values and not one.negated]
    found: list[Condition] = []
    missing: list[str] = []
    untied: list[str] = []
    explained: set[int] = set()
    for mention in numbers:
        if not scope.look_up.mentions(mention.text):
            missing.append(mention.text)
        elif tied:
            found.append(Condition(tied[-1].label, "", "line", (mention.text,)))
            explained.add(mention.index - 1)
        elif len(held := _held_by_target(scope, target, mention.text)) == 1:
            found += held
        else:
            untied.append(mention.text)
    return TiedNumbers(tuple(found), tuple(missing), tuple(untied), frozenset(explained))


def _held_by_target(scope: Scope, target: Target, number: str) -> list[Condition]:
    """Return a test for each property of the target that has the number as a value."""
    label = scope.lexicon.labels.get(target.label)
    if label is None:
        return []
    names = dict.fromkeys([*(["key"] if label.name != ROOT else []), *label.properties])
    held = ((name, scope.look_up.holds(label.name, name, number)) for name in names)
    return [Condition(label.name, name, "equal", values) for name, values in held if values]

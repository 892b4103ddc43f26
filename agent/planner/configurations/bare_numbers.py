"""Ties numbers of a question that no property beside them is called for: "tcp port 445", "ports that run at 1000"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.planner.plan_records import Condition, Target
from agent.planner.scope import Scope
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words, near
from agent.planner.words.question_words import Mention
from graph_store.names import quote_name
from graph_store.records import Scalar


@dataclass(frozen=True, slots=True)
class TiedNumbers:
    """Tests that numbers became; those that nothing of the target's has; those that several of its properties have."""

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
            continue
        if tied:
            found.append(Condition(tied[-1].label, "", "line", (mention.text,)))
            explained.add(mention.index - 1)
            continue
        held = [] if _is_named(scope, target, mention) else _held_by_target(scope, target, mention.text)
        if len(held) == 1:
            found += held
        else:
            (untied if held else missing).append(mention.text)
    return TiedNumbers(tuple(found), tuple(missing), tuple(untied), frozenset(explained))


def _is_named(scope: Scope, target: Target, mention: Mention) -> bool:
    """Tell whether a word beside the number names a property of the target: "a rate of 40" is no burst."""
    label = scope.lexicon.labels.get(target.label)
    if label is None:
        return False
    beside = near(scope.words, mention.index)
    own = match_words(label.words, beside).positions
    others = [word for word in beside if word.index not in own and word.sort != "function"]
    return any(match_words(one.words, others).positions for one in label.properties.values())


def _held_by_target(scope: Scope, target: Target, number: str) -> list[Condition]:
    """Return a test for each property of the target that has the number as a value; one statement tells them all."""
    label = scope.lexicon.labels.get(target.label)
    if label is None:
        return []
    statement = (
        f"MATCH (n:{quote_name(label.name)}) UNWIND keys(n) AS name UNWIND ([] + n[name]) AS value "
        "WITH DISTINCT name, value WHERE toLower(toString(value)) = $text RETURN name, value"
    )
    held: dict[str, tuple[Scalar, ...]] = {}
    for name, value in scope.look_up.rows(statement, {"text": number}):
        is_learned = name in label.properties and (name != "key" or label.name != ROOT)
        if is_learned and isinstance(value, str | int | float):
            held[str(name)] = (*held.get(str(name), ()), value)
    return [Condition(label.name, name, "equal", values) for name, values in sorted(held.items())]

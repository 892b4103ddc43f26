"""Finds how entities of two labels belong together by name: one has a property that holds the other's key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agent.planner.plan_records import Heir, Join, Meaning
from agent.planner.scope import Scope
from agent.planner.values.tie_values import FAR, distance
from agent.reader.english import stem
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label

_MOST_TESTED = 40
HANDING_ON = frozenset(stem(word) for word in ("group", "template", "parent", "inherit", "profile", "class"))
"""What the properties are called by which entities take over what others say."""


def join_by_name(scope: Scope, meaning: Meaning) -> Meaning:
    """Add the joins that far conditions need; a condition that has none leaves its values unlinked."""
    joins: list[Join] = []
    unlinked = list(meaning.unlinked)
    anchor = meaning.target.label
    for condition in meaning.conditions:
        far = anchor and condition.label != anchor and distance(scope, anchor, condition.label) >= FAR
        if not far or ROOT in (anchor, condition.label) or condition.negated:
            continue
        join = _find(scope, anchor, condition.label)
        if join is not None:
            joins.append(join)
        else:
            unlinked += [str(value) for value in condition.values] or [condition.label]
    return replace(meaning, joins=tuple(dict.fromkeys(joins)), unlinked=tuple(unlinked))


def _find(scope: Scope, target: str, other: str) -> Join | None:
    for label, name in _candidates(scope, other):
        if scope.look_up.refers(label, name, target):
            return Join(other, label, name, to_target=True)
    for label, name in _candidates(scope, target):
        if scope.look_up.refers(label, name, other):
            return Join(other, label, name, to_target=False)
    return None


def _candidates(scope: Scope, start: str) -> Iterator[tuple[str, str]]:
    """List the properties of a label and of those below it that may hold names."""
    below = scope.lexicon.labels[start].below
    tested = 0
    for name in (start, *sorted(below, key=lambda other: (below[other], other))):
        label = scope.lexicon.labels[name]
        for property_name in naming_properties(label):
            if tested < _MOST_TESTED and (name, property_name) != (start, "key"):
                tested += 1
                yield name, property_name


def naming_properties(label: Label) -> Iterator[str]:
    """List the properties of a label that may hold names of other entities, its key among them."""
    for found in label.properties.values():
        if found.name != "key" and (found.name in INTERNAL or found.name in HEADER or found.is_flag):
            continue
        if any(
            isinstance(one, str | int) and not isinstance(one, bool) and str(one) for one in found.examples
        ):
            yield found.name


def add_heirs(scope: Scope, meaning: Meaning) -> Meaning:
    """Say where entities that have a property not get it from: a template of theirs, or their owner."""
    target = meaning.target
    conditions = tuple(
        replace(one, heir=_sure(scope, _heir(scope, one.label, one.property))) if one.test != "line" else one
        for one in meaning.conditions
    )
    apart = {one.label for one in conditions} - {target.label}
    heir = None if apart or not target.label else _heir(scope, target.label, target.property)
    return replace(meaning, conditions=conditions, heir=heir)


def _sure(scope: Scope, heir: Heir | None) -> Heir | None:
    """Keep an owner only where it is called a group or the like: an interface does not hand on its description."""
    if heir is None or heir.by or HANDING_ON & set(scope.lexicon.labels[heir.label].words):
        return heir
    return None


def _heir(scope: Scope, label_name: str, property_name: str) -> Heir | None:
    """Find what hands a property on that not all entities of a label have themselves."""
    label = scope.lexicon.labels[label_name]
    found = label.properties.get(property_name)
    if found is None or found.name == "key" or label_name == ROOT or found.count >= label.count:
        return None
    for name, steps in sorted(label.above.items(), key=lambda one: one[1]):
        if name != ROOT and property_name in scope.lexicon.labels[name].properties:
            return Heir(name, "", steps)
    for name in list(naming_properties(label))[:_MOST_TESTED]:
        handing_on = name != property_name and HANDING_ON & set(label.properties[name].words)
        if name != "key" and handing_on and scope.look_up.refers(label.name, name, label.name):
            return Heir(label.name, name, 0)
    return None

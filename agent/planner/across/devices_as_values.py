"""Reads the name of a device as a value that something else holds: the switches whose uplink goes to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.planner.configurations.read_things import read_things
from agent.planner.plan_records import Meaning, Target
from agent.planner.scope import Scope
from agent.planner.try_readings import finds_something
from agent.planner.values.locate_values import Located
from agent.planner.words.label_names import owner_of
from agent.planner.words.lexicon import ROOT

Things = Sequence[Meaning]


def as_values(scope: Scope, things: Things) -> tuple[Scope, Things] | None:
    """Return another reading, in which devices are values, where the first one finds nothing on them.

    None where the first one is as good, or where the other one leaves a word open or finds nothing either.
    """
    if not scope.devices or scope.asked.negations or not things:
        return None
    open_words = things[0].unlinked or things[0].missing
    if not open_words and any(finds_something(scope, [one]) for one in things):
        return None
    beside = {found.label for one in scope.located if not one.devices for found in one.occurrences}
    located = tuple(_as_value(one, beside) for one in scope.located)
    if located == scope.located:
        return None
    other = replace(scope, located=located)
    names = {
        one.mention.text.lower() for one, before in zip(located, scope.located, strict=True) if one != before
    }
    for meaning in read_things(other):
        tied = {
            str(value).lower() for one in meaning.conditions if one.test == "equal" for value in one.values
        }
        whole = not (meaning.unlinked or meaning.missing) and names <= tied
        if whole and finds_something(other, [meaning]):
            held = ", ".join(
                one.property.replace("_", " ") for one in meaning.conditions if names & _texts(one.values)
            )
            note = f"read as: {', '.join(sorted(names))} is the {held}, not whose file is searched"
            return other, [replace(meaning, target=_what_has_it(other, meaning), note=meaning.note or note)]
    return None


def _as_value(located: Located, beside: Collection[str]) -> Located:
    """Take a device for the values that it is; where another value stands on the same kind of thing, for that one."""
    held = [one for one in located.occurrences if one.label != ROOT and one.property != "key"]
    held = [one for one in held if one.label in beside] or held
    return replace(located, devices=(), occurrences=tuple(held)) if located.devices and held else located


def _what_has_it(scope: Scope, meaning: Meaning) -> Target:
    """Ask for what has the thing that holds the value, where devices are asked for: in a list they are its entries."""
    if meaning.target.label:
        return meaning.target
    label = scope.lexicon.labels[meaning.conditions[0].label]
    owner = owner_of(scope.lexicon, label)
    return Target(owner[1].name if owner else label.name)


def _texts(values: Sequence[object]) -> set[str]:
    return {str(value).lower() for value in values}

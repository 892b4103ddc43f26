"""Further readings of a question for devices: its value in other properties that say a word of the question, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agent.planner.plan_records import Condition, Meaning
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.tie_values import place_words
from agent.planner.words.match_words import match_words
from graph_store.names import quote_name
from graph_store.records import Scalar

_SHORTEST = 3


def in_other_places(scope: Scope, meaning: Meaning) -> list[Meaning]:
    """Return the meaning for each other place of its value: makes of devices say the same in different words."""
    denied = scope.asked.negations or meaning.missing or meaning.unlinked
    if meaning.target.label or scope.devices or denied or len(meaning.conditions) != 1:
        return []
    held = meaning.conditions[0]
    if held.test != "equal" or not held.values or held.negated:
        return []
    return [replace(meaning, conditions=(one,), extras=()) for one in _elsewhere(scope, held)]


def with_others_counted(scope: Scope, meaning: Meaning, others: list[Meaning]) -> Meaning:
    """Say beside a count which devices have the value in another place."""
    own = _devices(scope, meaning.conditions[0]) if others else set[str]()
    more = {name for one in others for name in _devices(scope, one.conditions[0])} - own
    if scope.asked.intent != "count" or not more:
        return meaning
    return replace(meaning, note=f"in other words it is also on {', '.join(sorted(more))}, not counted")


def _elsewhere(scope: Scope, held: Condition) -> Iterator[Condition]:
    values = {str(value) for value in held.values}
    places: dict[tuple[str, str], list[Scalar]] = {}
    for located in scope.located:
        found = [one for one in located.occurrences if one.label in scope.lexicon.labels]
        if values & {str(one.value) for one in found}:
            for one in found:
                places.setdefault((one.label, one.property), []).append(one.value)
    for (name, holder), spelled in places.items():
        label = scope.lexicon.labels[name]
        other = (name, holder) != (held.label, held.property) and not label.is_event
        if other and _says(scope, place_words(label, holder)):
            yield replace(held, label=name, property=holder, values=tuple(dict.fromkeys(spelled)))


def _says(scope: Scope, names: tuple[str, ...]) -> bool:
    """Tell whether names say a word of the question, or begin with one: a loghost is about logs."""
    said = [
        word.stem for word in scope.words if len(word.stem) >= _SHORTEST and word.stem not in DEVICE_STEMS
    ]
    begun = any(name.startswith(stemmed) for name in names for stemmed in said)
    return begun or bool(match_words(names, scope.words).positions)


def _devices(scope: Scope, held: Condition) -> set[str]:
    value = f"any(one IN ([] + n.{quote_name(held.property)}) WHERE one IN $values)"
    statement = f"MATCH (n:{quote_name(held.label)}) WHERE {value} RETURN DISTINCT n.device"
    return {str(row[0]) for row in scope.look_up.rows(statement, {"values": held.values})}

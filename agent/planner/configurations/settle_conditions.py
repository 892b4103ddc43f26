"""Settles the conditions of a reading: joins alternatives, turns round what is negated, and places words of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.planner.plan_records import Condition
from agent.planner.scope import Scope
from agent.reader.english import stem
from agent.planner.words.lexicon import ROOT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention, Word
from agent.planner.words.taken_back import is_taken_back
from graph_store.records import Scalar


def negate(scope: Scope, conditions: Sequence[Condition]) -> list[Condition]:
    """Turn round the condition that the words behind a "not" name, but not what lines take back: it says so itself."""
    if not scope.asked.negations:
        return list(conditions)
    behind = [word for word in scope.words if word.index > scope.asked.negations[0]]
    weights = [_names(scope, condition, behind) for condition in conditions]
    turned = weights.index(max(weights)) if weights and max(weights) > 0 else -1
    return [
        replace(one, negated=True) if place == turned and not says_not(one) else one
        for place, one in enumerate(conditions)
    ]


def says_not(condition: Condition) -> bool:
    """Tell whether a condition asks for what a line takes back."""
    return is_taken_back(condition.property) or is_taken_back(condition.label)


def of_named_things(scope: Scope, conditions: Sequence[Condition]) -> list[Condition]:
    """Ask for devices with a thing that lacks something, where the "not" follows the thing: "a door without a lock".

    Where it stands before the thing, devices are asked for that have no such thing at all.
    """
    denied = [one for one in conditions if one.negated and one.property]
    if len(denied) != 1 or denied[0].label == ROOT or not scope.asked.negations:
        return list(conditions)
    before = [word for word in scope.words if word.index < scope.asked.negations[0]]
    named = match_words(scope.lexicon.labels[denied[0].label].words, before)
    there = any(one.label == denied[0].label and not one.negated for one in conditions)
    if named.missed or not named.positions or there:
        return list(conditions)
    return [Condition(denied[0].label), *conditions]


def _start(scope: Scope, words: Sequence[Word]) -> int:
    """Return where the negation stands in the text."""
    negation = scope.tokens[scope.asked.negations[0]].text.lower()
    return max(scope.text.lower().find(negation), 0) if words or negation else 0


def _names(scope: Scope, condition: Condition, words: Sequence[Word]) -> float:
    label = scope.lexicon.labels[condition.label]
    if condition.test == "line":
        behind = scope.text.lower()[_start(scope, words) :]
        return 2.0 if str(condition.values[0]) in behind else 0.0
    found = label.properties.get(condition.property)
    names = found.words if found and condition.property != "key" else label.words
    values = tuple(stem(str(value)) for value in condition.values)
    held = {str(value).lower() for value in condition.values}
    behind_it = scope.tokens[scope.asked.negations[0] + 1 :]
    valued = any(isinstance(one, Mention) and one.text.lower() in held for one in behind_it)
    return sum(match_words((*names, *values), words).positions.values()) + (1.0 if valued else 0.0)


def everywhere(scope: Scope, conditions: Sequence[Condition]) -> list[Condition]:
    """Deny a value of devices in all the places that hold it: makes of devices say the same in different words."""
    settled: list[Condition] = []
    for one in conditions:
        denies = one.negated and one.test == "equal" and one.values
        settled += [one, *(_elsewhere(scope, one) if denies else ())]
    return list(dict.fromkeys(settled))


def _elsewhere(scope: Scope, denied: Condition) -> Iterator[Condition]:
    held = {str(value) for value in denied.values}
    places: dict[tuple[str, str], list[Scalar]] = {}
    for located in scope.located:
        values = {str(one.value) for one in located.occurrences}
        for one in located.occurrences if values & held else ():
            label = scope.lexicon.labels.get(one.label)
            if label is not None and not label.is_event:
                places.setdefault((one.label, one.property), []).append(one.value)
    for (kind, name), spelled in places.items():
        yield replace(denied, label=kind, property=name, values=tuple(dict.fromkeys(spelled)))


def place_lines(conditions: Sequence[Condition]) -> list[Condition]:
    """Look for words in the lines of what the question names besides, not in those of the whole configuration."""
    bare = [one for one in conditions if not one.property and one.test == "equal"]
    if len(bare) != 1 or not any(one.test == "line" and one.label == ROOT for one in conditions):
        return list(conditions)
    return [
        replace(one, label=bare[0].label) if one.test == "line" and one.label == ROOT else one
        for one in conditions
        if one is not bare[0]
    ]


def merged(conditions: Sequence[Condition]) -> list[Condition]:
    """Join tests of one property for several values: any of them will do."""
    merged: dict[tuple[str, str, str], Condition] = {}
    for condition in conditions:
        place = (condition.label, condition.property, condition.test)
        before = merged.get(place)
        if before and condition.test == "equal":
            condition = replace(condition, values=tuple(dict.fromkeys((*before.values, *condition.values))))
        merged[place] = condition
    return list(merged.values())

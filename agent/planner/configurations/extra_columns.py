"""Finds the further columns that a question asks for beside its target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.planner.plan_records import Condition, Meaning, Target
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.tie_values import ADDRESS_STEMS, holds_addresses
from agent.reader.english import stem, stems_of
from agent.planner.words.lexicon import INTERNAL
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_SAYING = {stem("called"): "name", stem("named"): "name", stem("described"): "description"}
"""Words that ask for a property by what it does."""

_RANKS = frozenset(
    map(stem, ("primary", "secondary", "tertiary", "first", "second", "third", "main", "backup", "alternate"))
)
"""Words that tell one of several from the others of its kind."""


def extra_columns(
    scope: Scope, target: Target, conditions: Sequence[Condition]
) -> tuple[tuple[str, str], ...]:
    """Find the further columns that are asked for beside the target: of its label, or of what it is tied to."""
    labels = dict.fromkeys(
        filter(None, (target.label, *(one.label for one in conditions if not one.negated)))
    )
    extras: list[tuple[str, str]] = []
    for phrase in scope.asked.phrases:
        inside = scope.at(phrase.positions)
        if not inside or any(word.stem in DEVICE_STEMS for word in inside):
            continue
        if target.label and not target.property and _asks_key(scope, target.label, inside):
            continue
        alone = len(inside) == 1
        if any(
            match_words(scope.lexicon.labels[label].words, inside).positions for label in list(labels)[:1]
        ):
            inside = [
                word
                for word in inside
                if not match_words(scope.lexicon.labels[next(iter(labels))].words, [word]).positions
            ]
        scored = [one for label in labels for one in _scored_columns(scope, label, inside)]
        best = max((score for score, *_ in scored), default=0.0)
        found = [
            (label, name)
            for score, label, name in scored
            if score >= max(0.25, best - 1e-6) or (alone and _is_sibling(scope, target, (label, name)))
        ]
        if (target.label, target.property) in found:
            found = [one for one in found if alone and _is_sibling(scope, target, one)]
        extras += found
    extras += [*_called(scope, target), *_ranked(scope, target)]
    return tuple(dict.fromkeys(one for one in extras if one != (target.label, target.property)))


def _called(scope: Scope, target: Target) -> list[tuple[str, str]]:
    """Return the property that says what an entity is called or described as, where the question asks so."""
    label = scope.lexicon.labels.get(target.label)
    asked = {_SAYING[word.stem] for word in scope.words if word.stem in _SAYING}
    return [(target.label, name) for name in sorted(asked) if label and name in label.properties]


def _ranked(scope: Scope, target: Target) -> list[tuple[str, str]]:
    """Return what only a rank tells from the target, where the question names none: the secondary server, too."""
    label = scope.lexicon.labels.get(target.label)
    if (
        not label
        or target.property not in label.properties
        or any(word.stem in _RANKS for word in scope.words)
    ):
        return []
    words = stems_of(target.property)
    return [
        (label.name, name)
        for name in label.properties
        if _RANKS & {*words, *stems_of(name)} and _without_ranks(stems_of(name)) == _without_ranks(words)
    ]


def _without_ranks(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in _RANKS]


def _asks_key(scope: Scope, name: str, inside: Sequence[Word]) -> bool:
    """Tell whether only addresses are asked for, of entities that have addresses for names."""
    key = scope.lexicon.labels[name].properties.get("key")
    return key is not None and holds_addresses(key) and all(word.stem in ADDRESS_STEMS for word in inside)


def _is_sibling(scope: Scope, target: Target, other: tuple[str, str]) -> bool:
    """Tell whether two properties are one family, of which all are asked for: "which features are enabled"."""
    first, second = target.property.split("_")[0], other[1].split("_")[0]
    spoken = bool(match_words(stems_of(first), scope.words).positions)
    return spoken and scope.asked.plural and other[0] == target.label and first == second != other[1]


def _scored_columns(scope: Scope, label: str, inside: Sequence[Word]) -> Iterator[tuple[float, str, str]]:
    for found in scope.lexicon.labels[label].properties.values():
        matched = match_words(found.words, inside)
        if matched.positions and found.name not in INTERNAL:
            yield sum(matched.positions.values()) - 0.2 * matched.missed, label, found.name


def asked_beside(scope: Scope, meaning: Meaning) -> list[str]:
    """Return what is asked for beside the target by an "and", and is none of the columns: "address and AS"."""
    if not meaning.target.property:
        return []
    columns = [(meaning.target.label, meaning.target.property), *meaning.extras]
    columns += [(one.label, one.property) for one in meaning.conditions if one.property]
    words = {
        word
        for label, name in columns
        if name in scope.lexicon.labels[label].properties
        for word in (*scope.lexicon.labels[label].words, *scope.lexicon.labels[label].properties[name].words)
    }
    joints = [one.index for one in scope.tokens if one.text.lower() == "and"]
    beside = {place + step: place - step for place in joints for step in (-1, 1)}
    return [
        word.text
        for word in scope.words
        if beside.get(word.index) in meaning.explained
        and word.index not in meaning.explained
        and word.stem in ADDRESS_STEMS
        and not match_words(sorted(words), [word]).positions
    ]

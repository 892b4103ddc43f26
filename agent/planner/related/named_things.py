"""What the nouns and names of a question about relations stand for, and whether these explain the question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.values.locate_values import Located
from agent.reader.english import stem
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import ROOT, Lexicon
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from graph_store.records import Scalar

_SAID = 0.7
"""How much of a word a label has to say, to be what it stands for."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A noun of the question: the labels that it may stand for, and its positions."""

    labels: tuple[str, ...]
    positions: frozenset[int]


@dataclass(frozen=True, slots=True)
class NamedThing:
    """An entity that the question names: the labels and spellings of its key; `positions` say its kind, too."""

    labels: tuple[str, ...]
    keys: tuple[Scalar, ...]
    positions: frozenset[int]


def kind_among(scope: Scope, words: Sequence[Word]) -> Kind | None:
    """Find the labels that the words name: all whose names say as many of the first words that any says."""
    ranked: list[tuple[float, str, frozenset[int]]] = []
    for label in scope.lexicon.things:
        positions = match_words(label.words, words).positions
        run = first_run(place for place, weight in positions.items() if weight >= _SAID)
        if label.name != ROOT and has_key(label) and run:
            lacking = len(label.words) - len(run)
            ranked.append((len(run) - 0.3 * lacking - 0.05 * min(run), label.name, run))
    if not ranked:
        return None
    noun = max(ranked, key=lambda one: (one[0], one[1]))[2]
    alike = sorted((-score, name) for score, name, places in ranked if noun <= places)
    return Kind(tuple(name for _, name in alike), noun)


def first_run(positions: Iterable[int]) -> frozenset[int]:
    """Return the first positions that follow each other."""
    run: list[int] = []
    for position in sorted(positions):
        if run and position > run[-1] + 1:
            break
        run.append(position)
    return frozenset(run)


def named_thing(scope: Scope, said: Collection[str] = ()) -> NamedThing | None:
    """Return the only entity that the question names by its key; None when there are several, or none."""
    others = other_names(scope, said)
    if len(others) != 1 or others[0].is_missing:
        return None
    found = [
        one
        for one in others[0].occurrences
        if one.property == "key" and one.label in scope.lexicon.labels and one.label != ROOT
    ]
    found = [one for one in found if not scope.lexicon.labels[one.label].is_event]
    position = others[0].mention.index
    before = [word for word in scope.words if 0 < position - word.index <= 3 or word.index == position + 1]
    said = {one.label: match_words(scope.lexicon.labels[one.label].words, before) for one in found}
    told = {name: sum(matched.positions.values()) for name, matched in said.items()}
    best = max(told.values(), default=0.0)
    labels = sorted(
        (name for name in told if told[name] >= best - 1e-6),
        key=lambda name: (said[name].missed, name),
    )
    if not labels:
        return None
    places = frozenset(place for name in labels for place in said[name].positions) if best else frozenset()
    keys = tuple(dict.fromkeys(one.value for one in found if one.label in labels))
    return NamedThing(tuple(labels), keys, places | {position})


def leaves_words(scope: Scope, explained: Collection[int], said: Collection[str]) -> bool:
    """Tell whether content words are left that neither stand at explained places nor are among some stems."""
    return any(
        word.index in scope.content
        and word.index not in explained
        and word.stem not in said
        and word.stem not in DEVICE_STEMS
        for word in scope.words
    )


def stems(*words: str) -> frozenset[str]:
    """Return the stems of some words."""
    return frozenset(stem(word) for word in words)


def is_referenced(lexicon: Lexicon, label: str) -> bool:
    """Tell whether entities of other labels refer to those of a label by name."""
    return any(end == label for _, _, end in lexicon.references)


def other_names(scope: Scope, said: Collection[str]) -> list[Located]:
    """Return the names and values of a question that are no devices, and no English after all: "unused"."""
    return [
        one
        for one in scope.located
        if not one.devices and not (one.mention.maybe and stem(one.mention.text) in DEVICE_STEMS.union(said))
    ]

"""Finds which properties name which things, by what they hold on each device, where a question speaks of both."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.planner.scope import Scope
from agent.planner.words.label_names import has_key, is_vague, owner_of
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from graph_store.names import quote_name

_ITEMS = re.compile(r"[,\s]+")
_RANGE = re.compile(r"(\d{1,5})-(\d{1,5})")
_LONGEST_RANGE = 4096
_SYNTAX = re.compile(r"[a-z]+")
_MOST_PLACES = 60
_HALF = 0.5

Held = Mapping[str, frozenset[str]]
"""The items that a property holds, by device."""


@dataclass(frozen=True, slots=True)
class Place:
    """A property of a label, or the key of one."""

    label: str
    property: str


@dataclass(frozen=True, slots=True)
class Use:
    """A property that names things of some labels, each by one of theirs; `explained` are the words for both."""

    user: Place
    named: tuple[Place, ...]
    explained: frozenset[int]


class Uses:
    """Reads from the graph what properties hold, once each."""

    def __init__(self, scope: Scope, nouns: Sequence[Word]) -> None:
        self.scope = scope
        self.nouns = tuple(nouns)
        self._held: dict[Place, Held] = {}

    def held(self, place: Place) -> Held:
        """Return the items that a property holds, by device; lists and ranges are taken apart."""
        if place not in self._held:
            value = f"n.{quote_name(place.property)}"
            text = (
                f"MATCH (n:{quote_name(place.label)}) WHERE {value} IS NOT NULL UNWIND ([] + {value}) AS value "
                "RETURN n.device AS device, collect(DISTINCT toString(value)) AS held"
            )
            rows = self.scope.look_up.rows(text, {})
            self._held[place] = {
                str(device): frozenset(item for one in held for item in items(str(one)))
                for device, held in rows
                if isinstance(held, list | tuple)
            }
        return self._held[place]

    @cached_property
    def said(self) -> Mapping[str, frozenset[int]]:
        """The labels with names that the question speaks of, and where."""
        found: dict[str, frozenset[int]] = {}
        for label in self.scope.lexicon.things:
            places = match_words(label.words, self.nouns).positions
            sure = frozenset(place for place, weight in places.items() if weight >= _HALF)
            if label.name != ROOT and has_key(label) and sure and not _is_entry(self.scope, label):
                found[label.name] = sure
        return {
            name: sure
            for name, sure in found.items()
            if not any(sure < one for one in found.values())
            and not any(sure <= found.get(over, set()) for over in self.scope.lexicon.labels[name].above)
        }

    def all(self) -> Iterator[Use]:
        """List the properties that name things that the question speaks of, or that it names themselves."""
        for place, words, own in self._users():
            ends = [one for one in self._ends(place) if self._names(place, one)]
            spoken = [one for one in ends if one.label in self.said]
            kept = tuple(spoken or (ends if own else ()))
            if kept:
                told = frozenset[int]().union(*(self.said.get(one.label, frozenset()) for one in kept))
                yield Use(place, kept, words | told)

    def _users(self) -> Iterator[tuple[Place, frozenset[int], bool]]:
        """List the properties that the question may mean, with the words for them and for what has them."""
        ranked: list[tuple[float, Place, frozenset[int], bool]] = []
        for label in self.scope.lexicon.things:
            over = [word for other in (label.name, *label.above) for word in self._words(other)]
            around = frozenset(match_words(over, self.nouns).positions)
            for name in names_in(label):
                own = match_words(label.properties[name].words, self.nouns)
                sure = frozenset(place for place, weight in own.positions.items() if weight >= _HALF)
                related = any(start == label.name for start, _, _ in self.scope.lexicon.references)
                if sure or around or related:
                    weight = 2 * len(sure) + len(around) + 0.5 * related - 0.1 * own.missed
                    ranked.append((weight, Place(label.name, name), sure | around, bool(sure)))
        ranked.sort(key=lambda one: (-one[0], one[1].label, one[1].property))
        for _, place, explained, own_words in ranked[:_MOST_PLACES]:
            yield place, explained, own_words

    def _words(self, label: str) -> Sequence[str]:
        return () if label == ROOT else self.scope.lexicon.labels[label].words

    def _ends(self, place: Place) -> Iterator[Place]:
        """List what a property may name: what it refers to, and the kinds of things that the question names."""
        for label in sorted(self._related(place) | set(self.said)):
            if label == place.label or label in self.scope.lexicon.labels[place.label].above:
                continue
            own = self.scope.lexicon.labels[label]
            identities = [Place(label, "key"), *(Place(label, name) for name in _identities(own))]
            best = max(identities, key=lambda one: len(self._shared(place, one)))
            if self._shared(place, best) or self._is_called(place, own):
                yield best

    def _related(self, place: Place) -> set[str]:
        """Return the kinds that ingest has found a property to refer to, on any device."""
        relation = place.label if place.property == "key" else place.property
        return {
            end
            for start, kind, end in self.scope.lexicon.references
            if start == place.label and kind.replace("_", "").lower() == relation.replace("_", "").lower()
        }

    def _is_called(self, place: Place, named: Label) -> bool:
        """Tell whether a property is called as a kind of thing that its device has, too: a neighbor's route map."""
        user = self.scope.lexicon.labels[place.label]
        words = set(user.properties[place.property].words)
        there = self.held(Place(named.name, "key")).keys() & self.held(place).keys()
        return place.property != "key" and set(named.words) <= words and bool(there)

    def _shared(self, place: Place, named: Place) -> frozenset[tuple[str, str]]:
        theirs = self.held(named)
        return frozenset(
            (device, item)
            for device, items_there in self.held(place).items()
            for item in items_there & theirs.get(device, frozenset())
        )

    def _names(self, place: Place, named: Place) -> bool:
        """Tell whether a property surely names things: most of what it holds does, or its own words say so."""
        user, kind = self.scope.lexicon.labels[place.label], self.scope.lexicon.labels[named.label]
        words = user.words if place.property == "key" else user.properties[place.property].words
        affine = bool(set(words) & set(kind.words)) and not self._is_of_another(place, words, named)
        affine = affine or bool(self._related(place) & set(self.said))
        if place.property == "key" and (user.below or not any(one != ROOT for one in user.above)):
            return False
        shared = self._shared(place, named)
        theirs = self.held(named)
        called = frozenset(item for found in theirs.values() for item in found)
        held = [
            one
            for device, found in self.held(place).items()
            for one in found
            if device in theirs and not is_syntax(one, called)
        ]
        if all(item.isdigit() for _, item in shared):
            return affine
        return affine or len(shared) >= _HALF * len(held)

    def _is_of_another(self, place: Place, words: Sequence[str], named: Place) -> bool:
        """Tell whether a name says another kind, and as many of its things, where it shares but a word with this one.

        An access VLAN names a VLAN, though there is an access list of the same number.
        """
        said, kind = set(words), set(self.scope.lexicon.labels[named.label].words)
        others = (
            one.name
            for one in self.scope.lexicon.things
            if one.name != ROOT and has_key(one) and set(one.words) <= said and not set(one.words) & kind
        )
        least = max(len(self._shared(place, named)), 1)
        return not kind <= said and any(
            len(self._shared(place, Place(one, "key"))) >= least for one in others
        )


def items(text: str) -> Iterator[str]:
    """Take a list apart, and ranges of numbers in it: "10,20-22"."""
    parts = [part for part in _ITEMS.split(text) if part]
    for part in parts if len(parts) > 1 else [text]:
        span = _RANGE.fullmatch(part)
        if span and 0 <= int(span[2]) - int(span[1]) < _LONGEST_RANGE:
            yield from map(str, range(int(span[1]), int(span[2]) + 1))
        else:
            yield part


def names_in(label: Label) -> list[str]:
    """List the properties of a label that may hold names or numbers of other things."""
    names = ["key"] if has_key(label) and label.name != ROOT else []
    for found in label.properties.values():
        hidden = found.name in INTERNAL or found.name in HEADER or found.name == "key"
        texts = [one for one in found.examples if isinstance(one, str | int) and not isinstance(one, bool)]
        if not hidden and texts and not any(re.search(r"\w \w", str(one)) for one in texts[:3]):
            names.append(found.name)
    return names


def _identities(label: Label) -> Iterable[str]:
    """List the other properties by which things of a label may be named: no two have the same one on a device."""
    for found in label.properties.values():
        hidden = found.name in INTERNAL or found.name in HEADER or found.is_flag
        if not hidden and re.search(r"(?:id|name|number|tag)(?:_value)?$", found.name):
            yield found.name


def _is_entry(scope: Scope, label: Label) -> bool:
    """Tell whether things of a label are numbered parts of others: entries of a list are named by nothing."""
    owner = owner_of(scope.lexicon, label)
    return owner is not None and is_vague(label) and set(owner[1].words) < set(label.words)


def is_syntax(item: str, named: Collection[str]) -> bool:
    """Tell a word of the syntax from a name: lower-case letters only, where no thing of the kind is called so."""
    return bool(_SYNTAX.fullmatch(item)) and not any(_SYNTAX.fullmatch(one) for one in named)

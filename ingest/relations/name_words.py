"""Splits names into words, weighed by how distinctive they are, and names relations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from ingest.relations.records import KEY, TypeProperty

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_HEAD, _INNER = 0.6, 0.35
_OWNER = 0.6
OWN_RELATIONS = frozenset({"HAS", "HAS_LINE", "HAS_DOCUMENT", "IN_SUBNET", "INSIDE", "COVERS", "MENTIONS"})


def split_words(name: str) -> tuple[str, ...]:
    """Split route_map, routeMap or RouteMap into its words, in the singular."""
    return tuple(singular(word) for word in _WORD.findall(name))


def singular(word: str) -> str:
    """Take off a plural's ending."""
    word = word.lower()
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    )


def relation_name(place: TypeProperty) -> str:
    """Name a reference after its property, or after the type whose key refers: ROUTE_MAP, NEIGHBOR_ROUTE_MAP."""
    name = place.type if place.property == KEY else place.property
    words = [word.upper() for word in _WORD.findall(name)]
    text = "_".join(words) or "REFERS_TO"
    text = f"N{text}" if text[0].isdigit() else text
    return f"{text}_NAME" if text in OWN_RELATIONS else text


@dataclass(slots=True)
class NameWords:
    """The words of every type; a word that many types share tells less than one that few have."""

    types: Mapping[str, tuple[str, ...]]
    _weights: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = Counter(word for words in self.types.values() for word in set(words))
        self._weights = {word: 1 / sqrt(count) for word, count in counts.items()}

    def of(self, kind: str) -> tuple[str, ...]:
        """Return the words of a type."""
        return self.types.get(kind) or split_words(kind)

    def affinity(self, place: TypeProperty, target: str) -> float:
        """Say how much a place speaks of a type, from 0 to 1: 1 where the place says all of the type's words."""
        wanted, own = self.of(target), self.of(place.type)
        if place.property == KEY:
            return self._cover(wanted, own)
        property_words = split_words(place.property)
        direct = self._cover(wanted, property_words)
        last = 0.0
        if property_words and property_words[-1] in wanted:
            last = _HEAD if property_words[-1] == wanted[-1] else _INNER
        owner = 0.0 if place.type == target else _OWNER * self._cover(wanted, (*property_words, *own))
        return max(direct, last + 0.3 * direct, owner)

    def alike(self, one: str, other: str) -> bool:
        """Tell whether two types go by words in common that tell most about one of them."""
        first, second = self.of(one), self.of(other)
        return max(self._cover(first, second), self._cover(second, first)) >= 0.5

    def _cover(self, wanted: Iterable[str], present: Iterable[str]) -> float:
        weights = {word: self._weights.get(word, 1.0) for word in wanted}
        whole, known = sum(weights.values()), set(present)
        return sum(weight for word, weight in weights.items() if word in known) / whole if whole else 0.0

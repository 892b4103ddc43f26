"""Finds an entity's common label: the field's word for what a vendor calls something else."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from ingest.learn.builtin.configurations.describe_types import split_words as words_of
from ingest.relations.name_words import singular

_FILE = Path(__file__).with_name("concepts.toml")
_PLAIN = re.compile(r"[a-z]+(?:[-_][a-z]+)*$")
_NUMBER, _LONGEST = "#", 3
_OUTERMOST = "Configuration"
_MOST_KEPT = 20_000
"""Names, and places whose label is remembered: most entities stand in few."""
_NEUTRAL = frozenset({"ip", "ipv4", "ipv6"})
"""Words that change nothing about what a thing is."""


@dataclass(frozen=True, slots=True)
class Concepts:
    """Labels with the phrases that mean them, by a phrase's last word, the longest first.

    `keys` are the statements that name one such thing: the words before the name. `no_names` stand there and are none.
    `named` are the words at the end of a name that say what it refers to. `predefined` begin names that a make defines.
    """

    phrases: Mapping[str, Sequence[Meaning]]
    labels: frozenset[str]
    keys: frozenset[tuple[str, ...]]
    no_names: frozenset[str]
    named: Mapping[tuple[str, ...], frozenset[str]]
    predefined: tuple[str, ...]
    _labels: dict[tuple[tuple[str, ...], str], str] = field(default_factory=dict)

    def is_no_name(self, key: tuple[str, ...], word: str) -> bool:
        """Tell whether a word behind a key is one of the syntax, or goes on to a longer key."""
        longer = (*key, word)
        numbered = (*key, _NUMBER) in self.keys and not any(map(str.isdigit, word))
        is_word = numbered or word in self.no_names or f"{key[-1]} {word}" in self.no_names
        return is_word or any(other[: len(longer)] == longer for other in self.keys)

    def referred_by(self, name: str) -> frozenset[str]:
        """Return the common labels of what a property, or a type that is only a name, may refer to."""
        words = split_words(name)
        endings = (words[-n:] for n in range(min(len(words), _LONGEST), 0, -1))
        return next((self.named[ending] for ending in endings if ending in self.named), frozenset())

    def label_of(self, path: Sequence[str], own: str) -> str:
        """Return the common label of a type under the words of `path`; a blank where no phrase fits."""
        place = (tuple(path), own)
        known = self._labels.get(place)
        if known is None:
            words = split_words(own)
            fitting = self.phrases.get(words[-1], ()) if words else ()
            known = next((meant.label for meant in fitting if meant.fits(path, words)), "")
            if len(self._labels) >= _MOST_KEPT:
                self._labels.clear()
            self._labels[place] = known
        return known


@dataclass(frozen=True, slots=True)
class Meaning:
    """A phrase that means a label, unless one of the words `outside` stands in the path."""

    label: str
    phrase: tuple[frozenset[str], ...]
    outside: frozenset[str]

    def fits(self, path: Sequence[str], own: Sequence[str]) -> bool:
        """Tell whether the phrase ends a type's name, and no other word of the name tells more."""
        count = 0
        for word, wanted in zip(reversed(own), reversed(self.phrase), strict=False):
            if word not in wanted:
                break
            count += 1
        if not count or not self.outside.isdisjoint(path):
            return False
        above, inherited = iter(path), self.phrase[: len(self.phrase) - count]
        if not all(any(word in wanted for word in above) for wanted in inherited):
            return False
        return _NEUTRAL.union(path, *self.phrase).issuperset(own[: len(own) - count])


@lru_cache(_MOST_KEPT)
def split_words(name: str) -> tuple[str, ...]:
    """Split a label, or words of a file, into lower-case words in the singular: Ipv6AccessLists."""
    return tuple(map(singular, words_of(name)))


def path_words(path: Sequence[str], kind: str, key: str) -> tuple[str, ...]:
    """Return the path of what stands in an entity: with its type's words, and its key where that is a word."""
    if kind == _OUTERMOST:
        return tuple(path)
    return (*path, *split_words(kind), *(split_words(key) if _PLAIN.match(key) else ()))


@cache
def read_concepts(file: Path = _FILE) -> Concepts:
    """Read the concepts. Raises tomllib.TOMLDecodeError."""
    concepts = tomllib.loads(file.read_text(encoding="utf-8"))
    no_names = frozenset(concepts.pop("no_names", ()))
    predefined = tuple(concepts.pop("predefined", ()))
    phrases: dict[str, list[Meaning]] = defaultdict(list)
    keys: set[tuple[str, ...]] = set()
    named: dict[tuple[str, ...], frozenset[str]] = {}
    for label, concept in concepts.items():
        key_words = concept.get("key", ())
        split = [tuple(key.split()) for key in key_words]
        keys.update(split, (key[:-1] for key in split if key[-1] == _NUMBER))
        for ending in (tuple(map(singular, phrase.split())) for phrase in concept.get("named", ())):
            named[ending] = named.get(ending, frozenset()) | {label}
        statements = [key.replace("-", " ") for key in key_words if not key.endswith(_NUMBER)]
        outside = frozenset(concept.get("outside", ()))
        # Statements of several words that name one such thing are phrases of its type, too.
        for phrase in dict.fromkeys((*concept["words"], *(each for each in statements if " " in each))):
            compiled = tuple(
                frozenset(word for part in words.split("|") for word in split_words(part))
                for words in phrase.split()
            )
            for last in compiled[-1]:
                phrases[last].append(Meaning(label, compiled, outside))
    for found in phrases.values():
        found.sort(key=lambda one: -len(one.phrase))
    return Concepts(phrases, frozenset(concepts), frozenset(keys), no_names, named, predefined)

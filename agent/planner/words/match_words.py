"""Compares the words of a question with the words of labels and properties."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from agent.planner.words.abbreviations import extends, joined_name
from agent.reader.english import aliases, opposites, short_names
from agent.planner.words.question_words import Mention, Word

_SHORT, _LONG = 4, 7
_MOST_REMEMBERED = 1 << 16
"""So many words of questions with a name, and names: one question compares its few words with each name many times."""
NEAR = 3
"""How many tokens away from a value the words that describe it may stand."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Question positions with their weight from 0 to 1, and how many of the name's words the question lacks."""

    positions: Mapping[int, float]
    missed: int

    def weight(self, among: Collection[int]) -> float:
        """Add up the weights of some positions."""
        return sum(weight for position, weight in self.positions.items() if position in among)


def match_words(names: Sequence[str], words: Iterable[Word]) -> Matched:
    """Find the question's words in a name, given as stems."""
    positions: dict[int, float] = {}
    covered: set[str] = set()
    spoken, whole = list(words), tuple(names)
    _match_compounds(whole, spoken, positions, covered)
    for word in spoken:
        fitting = fitting_names(word.stem, whole)
        if fitting:
            positions[word.index] = max(positions.get(word.index, 0.0), *fitting.values())
            covered.update(other for other, weight in fitting.items() if weight >= 0.4)
    return Matched(positions, sum(1 for name in whole if name not in covered) if covered else len(whole))


@lru_cache(_MOST_REMEMBERED)
def fitting_names(stemmed: str, names: tuple[str, ...] | frozenset[str]) -> Mapping[str, float]:
    """Return the names that a question's stem may stand for, with their weights; "temp" is short for temperature."""
    fitting = {other: weight for other, weight in aliases(stemmed).items() if other in names}
    if not fitting and len(stemmed) > _LONG:
        fitting = {name: 0.7 for name in names if len(name) >= _SHORT and stemmed.startswith(name)}
    if not fitting:
        fitting = {name: 0.8 for name in names if extends(name, stemmed)}
    return MappingProxyType(fitting)


def _match_compounds(
    names: tuple[str, ...], words: Sequence[Word], positions: dict[int, float], covered: set[str]
) -> None:
    """Match one word with two: "hostname" with "host name", and the other way round; "access list" with "acl"."""
    joined = _joined(names)
    for word in words if joined else ():
        if word.stem in joined:
            positions[word.index] = 1.0
            covered.update(joined[word.stem])
    for first, second in pairwise(words):
        short = short_names().get((first.stem, second.stem))
        if second.index == first.index + 1 and short in names:
            positions[first.index] = positions[second.index] = 1.0
            covered.add(short)
        both = joined_name(first.stem, second.stem, names) if second.index == first.index + 1 else ""
        if both:
            positions[first.index] = positions[second.index] = 1.0
            covered.add(both)


@lru_cache(_MOST_REMEMBERED)
def _joined(names: tuple[str, ...]) -> Mapping[str, tuple[str, str]]:
    return MappingProxyType({first + second: (first, second) for first, second in pairwise(names)})


def contradicts(names: Sequence[str], words: Iterable[Word]) -> bool:
    """Tell whether a name says the contrary of a word: remote where the question says local."""
    said = {word.stem for word in words}
    return any(
        opposites().get(one) in names and one not in names for one in said if opposites().get(one) not in said
    )


def plain_words(tokens: Iterable[Word | Mention]) -> tuple[Word, ...]:
    """Return the words that may name something."""
    return tuple(
        token for token in tokens if isinstance(token, Word) and token.sort in ("generic", "content")
    )


def near(words: Iterable[Word], position: int) -> tuple[Word, ...]:
    """Return the words close before a position, or right behind it."""
    return tuple(word for word in words if -NEAR <= word.index - position <= 1)


def is_alternative(tokens: Sequence[Word | Mention], position: int, explained: Collection[int]) -> bool:
    """Tell whether an "or" stands between a position and one that is explained: either will do."""
    for step in (-1, 1):
        between = position + step
        if (
            0 <= between < len(tokens)
            and tokens[between].text.lower() == "or"
            and between + step in explained
        ):
            return True
    return False


def is_plain(word: Word) -> bool:
    """Tell an English word from a name: one in capitals ("EIGRP") names something that is there or not."""
    return word.text.islower()

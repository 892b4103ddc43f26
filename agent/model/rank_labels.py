"""Ranks a graph's labels by how much a question mentions them. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from agent.reader.english import stem, word_table
from graph_store.records import Description, LabelDescription, PropertyDescription
from graph_store.text_search.tokenize_line import search_tokens

NAME_WEIGHT = 2.0
VALUE_WEIGHT = 1.5
PROPERTY_WEIGHT = 1.0
WITHIN_WEIGHT = 0.7
"""Of a word within an example that says more: `portal` in "vip-portal"."""
MANY_WEIGHT = 0.25
"""Of each power of ten in a label's count: of labels that fit alike, the one with more nodes is meant."""
WIDE_WEIGHT = 0.7
"""Of each power of ten in a label's properties beyond ten: of many, one often has a word by chance."""
OTHER_SHARE = 0.4
"""Of a word that the question does not say, but that means the same."""
RELATED_SHARE, PARENT_SHARE = 0.15, 0.3
"""Of the best score of what a label is related to, and of what it stands under."""
ELSEWHERE_SHARE = 0.3
"""Of the score of a label that none of the devices has which a question is about."""
CONFIGURATION = "Configuration"
"""The label that each device with a configuration has, and that most others stand under."""
NAMING = frozenset({"key", "template"})
"""Properties that say what a thing is, or a kind of records: first where the question says nothing else."""
LONGEST_ENDING = 3
SHORTEST_STEM = 3
PLURAL = re.compile(r"(?<=\w{2})ies$")
PLACE_WEIGHT = 1.5
"""Of a label and property where a value of the question was found."""
AGAIN_SHARE = 0.5
"""Of a word's weight, for each property before that says it as well."""
LINES_SHARE = 0.6
"""Of a label that only has lines with the value."""
RECORD_WEIGHT = 1.5
"""Of kinds of log records, where a question asks for what happened."""
DATED = re.compile(
    r"\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d{4}-\d{2}-\d{2}\b"
    r"|\b(?:\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
    r"(?:\s+\d{1,2}(?:st|nd|rd|th)?(?!\S))?\b|\b\d{1,2}(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
"""A day or a time of a question, which names no value."""
HAPPENED = re.compile(
    r"\b(?:when|since|ago|yesterday|today|tonight|night|morning|how (?:often|many times)|most often|times"
    r"|what time|happen\w*|logs?|logged|records?|events?|errors?|alarms?|alerts?|attempts?"
    r"|fail(?:ed|ures?|s)?|(?:reject|den[iy]|block|drop|refus)\w*|who (?:changed|logged|did|got)"
    r"|(?:go|goes|went|got|was|were|been|came|come) (?:up|down|back|lost|in|into))\b",
    re.IGNORECASE,
)
"""Words that ask for what happened, which logs tell."""
NUMBER_OF = re.compile(r"\b(\d{3})s\b")
"""As in "502s"."""
Places = Mapping[tuple[str, str], int]
"""Label and property → in how many such places the value stands that was found there."""
NO_PLACES: Places = {}
PART = re.compile(r"[A-Z]+(?![^\W\dA-Z_])|[A-Z]?[^\W\dA-Z_]+\d*")
SIGN = re.compile(r"[\W_]+")
SMALL_WORDS = frozenset(
    """
    a an the of in on at to is are was were be which what who whose when where why how many much does do did for and
    or not no with by from that this these those there any all has have had it its me tell give times device devices
    """.split()  # noqa: SIM905 - a list of words reads better without quotes
)


@dataclass(frozen=True, slots=True)
class LabelRank:
    """A label with its properties in order; a score of 0 means that the question says nothing of it.

    `elsewhere` says that none of the devices that the question is about is known to have it.
    """

    label: LabelDescription
    score: float
    properties: tuple[PropertyDescription, ...]
    elsewhere: bool = False


def in_order(rank: LabelRank) -> tuple[float, bool, int, str]:
    """Return what labels are sorted by: their scores, then their devices, counts and names."""
    return -rank.score, rank.elsewhere, -rank.label.count, rank.label.name


def is_dated(question: str) -> bool:
    """Say whether a question speaks of a day, a time, or a part of a day."""
    return DATED.search(question) is not None or not word_table("periods").keys().isdisjoint(_parts(question))


def rank_labels(
    description: Description,
    question: str,
    devices: Collection[str] = (),
    places: Places = NO_PLACES,
    others: str = "",
    records: Collection[str] = (),
) -> tuple[LabelRank, ...]:
    """Score labels by the question's words: in their names, their properties' names, and example values.

    Words that few labels have count more; a device's name is none. What is related to a label of the question counts
    a little; what none of the `devices` has counts less, but in `places` where the question's values were found.
    `records` are the kinds of log records, which count more where the question asks for what happened.
    """
    happened = HAPPENED.search(question) or is_dated(question)
    question = NUMBER_OF.sub(r"\1", DATED.sub(" ", question))
    scorer = _Scorer(description.labels, question, others, description.devices, places)
    own = [scorer.rank(label) for label in description.labels]
    scores = {rank.label.name: rank.score for rank in own}
    near = _near(description, scores)
    ranked = [
        replace(
            rank,
            score=(rank.score + near[rank.label.name])
            * (RECORD_WEIGHT if happened and rank.label.name in records else 1.0),
        )
        for rank in own
    ]
    found = {label for label, _ in places}
    elsewhere = {
        label.name
        for label in description.labels
        if devices and label.devices and not set(devices) & set(label.devices) and label.name not in found
    }
    placed = (
        replace(rank, score=ELSEWHERE_SHARE * rank.score, elsewhere=True)
        if rank.label.name in elsewhere
        else rank
        for rank in ranked
    )
    return tuple(sorted(placed, key=in_order))


def said_words(text: str, names: Iterable[str] = ()) -> frozenset[str]:
    """Return a text's words and their parts in lower case, without the small ones of the language and `names`."""
    whole = {token.lower() for token in search_tokens(text)}
    left_out = whole.intersection(name.lower() for name in names)
    if left_out:
        text = re.sub(
            "|".join(map(re.escape, sorted(left_out, key=len, reverse=True))), " ", text, flags=re.IGNORECASE
        )
    return frozenset((whole - left_out | set(_parts(text))) - SMALL_WORDS)


class _Scorer:
    """Knows the question's words, and how rare each is among the labels."""

    def __init__(
        self,
        labels: Sequence[LabelDescription],
        question: str,
        others: str,
        devices: Sequence[str],
        places: Places,
    ) -> None:
        self._places = {
            place: PLACE_WEIGHT * math.log1p(len(labels) / count) for place, count in places.items()
        }
        self._asked = said_words(question, devices)
        self._said = self._asked | said_words(others, devices)
        self._beginnings: dict[str, list[str]] = defaultdict(list)
        for each in sorted(self._said):
            self._beginnings[each[:SHORTEST_STEM]].append(each)
        self._forms: dict[str, frozenset[str]] = {}
        holding: Counter[str] = Counter()
        for label in labels:
            names = (label.name, *label.words)
            held = self._matched(chain(_words(names), *map(_words_of, label.properties)))
            holding.update(held.union(*(set().union(*self._shown(one)) for one in label.properties)))
        self._rarity = {word: math.log1p(len(labels) / count) for word, count in holding.items()}

    def rank(self, label: LabelDescription) -> LabelRank:
        """Score a label by what it says of the question's words; properties that say more of them go first."""
        scored = {one.name: self._of_property(label, one) for one in label.properties}
        named = max(
            (self._of_name((label.name,)), self._of_name(label.words)), key=lambda each: sum(each.values())
        )
        lines = self._places.get((label.name, ""), 0.0)
        best: dict[str, float] = {**named, "": LINES_SHARE * lines} if lines else dict(named)
        for words in scored.values():
            for word, weight in words.items():
                best[word] = max(best.get(word, 0.0), weight)
        ordered = self._ordered(label, scored)
        many = 1.0 + MANY_WEIGHT * math.log10(max(label.count, 1))
        wide = 1.0 + WIDE_WEIGHT * math.log10(max(len(label.properties), 10) / 10)
        return LabelRank(label, many * sum(sorted(best.values())) / wide, tuple(ordered))

    def _ordered(
        self, label: LabelDescription, scored: Mapping[str, Mapping[str, float]]
    ) -> list[PropertyDescription]:
        """Order properties by the words that they say, each of which counts less where one before says it as well."""
        left = sorted(label.properties, key=lambda one: (one.name not in NAMING, -one.count, one.name))
        fitting, others = (
            [one for one in left if scored[one.name]],
            [one for one in left if not scored[one.name]],
        )
        share: dict[str, float] = defaultdict(lambda: 1.0)
        first: list[PropertyDescription] = []
        while fitting:
            worth = [
                sum(share[word] * weight for word, weight in scored[one.name].items()) * _spread(one, label)
                for one in fitting
            ]
            first.append(fitting.pop(worth.index(max(worth))))
            for word in scored[first[-1].name]:
                share[word] *= AGAIN_SHARE
        return first + others

    def _of_property(self, label: LabelDescription, one: PropertyDescription) -> dict[str, float]:
        """Return the question's words that a property says, each with its weight."""
        whole, within = self._shown(one)
        found = {word: WITHIN_WEIGHT * self._weight(word) for word in within}
        found |= {word: PROPERTY_WEIGHT * self._weight(word) for word in self._matched(_words_of(one))}
        found |= {word: VALUE_WEIGHT * self._weight(word) for word in whole}
        place = self._places.get((label.name, one.name), 0.0)
        return found | {"": place} if place else found

    def _shown(self, one: PropertyDescription) -> tuple[set[str], set[str]]:
        """Return the question's words that examples are, and those that stand within them."""
        told = [str(value).lower() for value in one.examples if not isinstance(value, bool)]
        whole = set(self._said.intersection(told)) | self._matched(word for word in told if word.isalpha())
        parts = _words(tuple(value for value in one.examples if isinstance(value, str)))
        return whole, self._matched(word for word in parts if len(word) >= SHORTEST_STEM)

    def _of_name(self, names: tuple[str, ...]) -> dict[str, float]:
        named = self._matched(_words(names))
        parts = {part for name in names for part in _parts(name)} if named else ()
        share = NAME_WEIGHT * math.sqrt(min(1.0, len(named) / max(len(parts), 1)))
        return {word: share * self._weight(word) for word in named}

    def _weight(self, word: str) -> float:
        return self._rarity[word] * (1.0 if word in self._asked else OTHER_SHARE)

    def _matched(self, words: Iterable[str]) -> set[str]:
        """Return the question's words that names say, in any form."""
        return {form for word in words for form in self._forms_of(word)}

    def _forms_of(self, word: str) -> frozenset[str]:
        if word not in self._forms:
            alike = self._beginnings.get(word[:SHORTEST_STEM], ())
            self._forms[word] = frozenset(form for form in alike if _same(form, word))
        return self._forms[word]


def _words_of(one: PropertyDescription) -> frozenset[str]:
    return _words((one.name, *one.words))


@lru_cache(maxsize=100_000)
def _words(names: tuple[str, ...]) -> frozenset[str]:
    """Return names as they are, in lower case, and the words in them."""
    return frozenset(
        word
        for name in names
        for word in (*name.lower().split(), *SIGN.split(name.lower()), *_parts(name))
        if word
    )


def _parts(name: str) -> list[str]:
    """Cut a name or a text into words in lower case: AccessList, access_list, access-list."""
    return [part.lower() for part in PART.findall(name)]


def _same(one: str, other: str) -> bool:
    """Tell whether two words are forms of one: policy and policies, rejects and rejected."""
    short, long = sorted((PLURAL.sub("y", one), PLURAL.sub("y", other)), key=len)
    ending = long[len(short) :]
    is_stem = len(short) >= SHORTEST_STEM and len(ending) <= LONGEST_ENDING and ending.isalpha()
    return (
        short == long or (is_stem and long.startswith(short)) or (one.isalpha() and stem(one) == stem(other))
    )


def _near(description: Description, own: Mapping[str, float]) -> dict[str, float]:
    """Return what each label gets of those that it is related to, and of those that it stands under."""
    related: dict[str, float] = {}
    for source, _, target, _ in description.relations:
        for name, other in ((source, target), (target, source)):
            related[name] = max(related.get(name, 0.0), own.get(other, 0.0) if name != other else 0.0)
    return {
        label.name: RELATED_SHARE * related.get(label.name, 0.0)
        + PARENT_SHARE
        * max((own.get(one, 0.0) for one in label.parents if one != CONFIGURATION), default=0.0)
        for label in description.labels
    }


def _spread(one: PropertyDescription, label: LabelDescription) -> float:
    """Return from 0.5 to 1 how many nodes of a label have a property."""
    return 0.5 + 0.5 * one.count / max(label.count, 1)

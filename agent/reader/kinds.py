"""Ranks the kinds of things and of log records of a graph by the words of a question. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.reader.english import split_name, stem, stems_of
from agent.reader.question_terms import Term
from agent.tables.numbered import is_of, others_in
from agent.value_index import ValueOccurrence
from graph_store.records import Description, LabelDescription
from reading.common_properties import common_name

ROOT = "Configuration"
OWN_LABELS = frozenset({"Entity", "Event", "Subnet", "Undefined", "Finding", "Change", "Negation"})
"""Labels that ingest adds, and that are no kind of thing of the files."""
PLACES = frozenset({"id", "type", "device", "path", "ordinal", "first_line", "document", "number", "text"})
OF_RECORDS = frozenset(
    {"message", "template", "timestamp", "timestamp_text", "year_assumed", "received_text"}
)
FEW_VALUES = 4
"""A property of records with so few values tells what kind they are, as a name does."""
OF_PROPERTY = 0.6
OF_VALUE = 0.5
OF_OCCURRENCE = 1.2
LEAST_SHARE = 0.15
NEARLY_ROOT = 0.8
MOST_SETTINGS = 6
MOST_TOUCHED = 4
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*")


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a kind; `words` are stems of its own and common name, `values` of its commonest values."""

    name: str
    words: frozenset[str]
    values: frozenset[str]
    count: int
    distinct: int
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A label of the graph; `names` are what it is called, each as stems. `spans`: the learned types it is made of."""

    label: str
    count: int
    names: tuple[tuple[str, ...], ...]
    properties: tuple[Property, ...]
    parents: tuple[str, ...]
    spans: tuple[str, ...]
    is_record: bool
    sampled: bool = False

    def property(self, name: str) -> Property | None:
        """Return a property by its name."""
        return next((one for one in self.properties if one.name == name), None)


@dataclass(frozen=True, slots=True)
class RankedKind:
    """A kind with its score. `named` are the terms that its name has.

    `touched` are the properties by the texts of the terms that name them or are among their values, `asked` those that
    are named.
    """

    kind: Kind
    score: float
    named: tuple[str, ...]
    touched: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, tuple[str, ...]]


def read_kinds(description: Description) -> tuple[Kind, ...]:
    """Return all kinds of things and records; a learned type that a common label spans whole goes by that name too."""
    counts = {label.name: label.count for label in description.labels}
    whole: dict[str, list[LabelDescription]] = {}
    folded = set[str]()
    by_name = {label.name: label for label in description.labels}
    for label in description.labels:
        for name, count in label.spans:
            if name != label.name and counts.get(name) == count and name in by_name:
                whole.setdefault(label.name, []).append(by_name[name])
                if len(label.spans) == 1:
                    folded.add(name)
    return tuple(
        _kind(label, whole.get(label.name, ()))
        for label in description.labels
        if label.name not in OWN_LABELS | folded
    )


def _kind(label: LabelDescription, spanned: Sequence[LabelDescription]) -> Kind:
    is_record = any(one.name in ("message", "template") for one in label.properties)
    names = [stems_of(label.name), *(stems_of(one.name) for one in spanned)]
    names += [tuple(map(stem, one.words)) for one in (label, *spanned) if one.words and not label.spans]
    properties = []
    for one in label.properties:
        if one.name in PLACES | OF_RECORDS or (one.name == "key" and is_record):
            continue
        texts = [str(value) for value in one.examples if not isinstance(value, bool)]
        common = stems_of(common_name(label.name, one.name))
        words = frozenset((*stems_of(one.name), *common, *map(stem, one.words)))
        is_number = bool(one.examples) and all(type(value) in (int, float) for value in one.examples)
        properties.append(Property(one.name, words, _value_stems(texts), one.count, one.distinct, is_number))
    if is_record:
        texts = [
            str(value)
            for one in label.properties
            if one.name == "template"
            or (one.name in ("component", "event", "process", "action") and one.distinct <= FEW_VALUES)
            for value in one.examples
        ]
        names.append(tuple(sorted(_value_stems(texts))))
    spans = tuple(name for name, _ in label.spans)
    unique = tuple(dict.fromkeys(name for name in names if name))
    return Kind(
        label.name, label.count, unique, tuple(properties), label.parents, spans, is_record, label.sampled > 0
    )


def _value_stems(texts: Iterable[str]) -> frozenset[str]:
    words = (word for text in texts for word in _WORD.findall(text[:300]))
    return frozenset(stem(part) for word in words for part in (word, *split_name(word)))


def rank_kinds(
    kinds: Sequence[Kind], terms: Sequence[Term], occurrences: Mapping[str, Sequence[ValueOccurrence]]
) -> tuple[RankedKind, ...]:
    """Rank by what the names, the properties and the values of each kind share with the terms; the best first."""
    weights = _weights(kinds, terms)
    ranked = [_rank(kind, terms, weights, occurrences) for kind in kinds]
    found = [one for one in ranked if one.score > 0]
    return tuple(
        sorted(found, key=lambda one: (-one.score, one.kind.is_record, -one.kind.count, one.kind.label))
    )


def is_name(kinds: Sequence[Kind], term: Term) -> bool:
    """Tell whether a term is, as it is written, a word of some kind's name."""
    return any(
        term.stems.get(word) == 1.0
        for kind in kinds
        if not kind.is_record
        for name in kind.names
        for word in name
    )


def is_word(kinds: Sequence[Kind], term: Term) -> bool:
    """Tell whether a word stands in the name of some kind, or of a property of one."""
    return any(
        _share(term, name) > 0
        for kind in kinds
        for name in (*kind.names, *(one.words for one in kind.properties))
    )


def _weights(kinds: Sequence[Kind], terms: Sequence[Term]) -> dict[str, float]:
    """Weigh each term: one that the names of many kinds have says less."""
    most = math.log(2 + len(kinds))
    weights = {}
    for term in terms:
        having = sum(any(_share(term, name) for name in kind.names) for kind in kinds)
        weights[term.text] = term.weight * (0.4 + 0.6 * math.log((2 + len(kinds)) / (1 + having)) / most)
    return weights


def _share(term: Term, words: Iterable[str]) -> float:
    """Return how surely a word of a name is what a term says."""
    return max((term.stems.get(word, 0.0) for word in words), default=0.0)


def _rank(
    kind: Kind,
    terms: Sequence[Term],
    weights: Mapping[str, float],
    occurrences: Mapping[str, Sequence[ValueOccurrence]],
) -> RankedKind:
    if kind.label == ROOT:
        return _rank_root(kind, terms, weights)
    named_score, named = max(
        (_of_name(name, terms, weights, kind.is_record) for name in kind.names), default=(0.0, ())
    )
    score = named_score
    touched: dict[str, tuple[str, ...]] = {}
    asked: dict[str, tuple[str, ...]] = {}
    for term in terms:
        found = _touched(kind, term)
        held = [
            one.property
            for one in occurrences.get(term.text, ())
            if one.label in (kind.label, *kind.spans)
            and (term.is_value or one.property not in PLACES | OF_RECORDS)
            and (named or not term.before or is_of(term, one))
        ]
        if held:
            if term.is_value:
                score += OF_OCCURRENCE * max(term.weight, 0.5)
                score += OF_VALUE * max(others_in(one, term, terms) for one in held) if term.before else 0.0
            elif term.text not in named:
                score += weights[term.text]
            touched[term.text] = tuple(dict.fromkeys(held))
        elif found:
            score += weights[term.text] * found[0].share if term.text not in named else 0.0
            touched[term.text] = tuple(one.name for one in found)
            if by_name := tuple(one.name for one in found if one.by_name):
                asked[term.text] = by_name
    return RankedKind(kind, score, named, touched, asked)


def _rank_root(kind: Kind, terms: Sequence[Term], weights: Mapping[str, float]) -> RankedKind:
    """Rank statements outside every block: each property is a thing of its own, called by its words."""
    scored = [(*_of_name(stems_of(one.name), terms, weights, False), one.name) for one in kind.properties]
    best = max((score for score, _, _ in scored), default=0.0)
    chosen = [(matched, name) for score, matched, name in scored if score > 0 and score >= NEARLY_ROOT * best]
    touched: dict[str, tuple[str, ...]] = {}
    for matched, name in chosen[:MOST_SETTINGS]:
        for text in matched:
            touched[text] = (*touched.get(text, ()), name)
    return RankedKind(kind, best, (), touched, touched)


def _of_name(
    name: Sequence[str], terms: Sequence[Term], weights: Mapping[str, float], is_record: bool
) -> tuple[float, tuple[str, ...]]:
    shares = {term.text: _share(term, name) for term in terms}
    matched = {text: share for text, share in shares.items() if share >= 0.4}
    if not matched:
        return 0.0, ()
    part = 1.0 if is_record else min(1.0, len(matched) / len(name))
    total = sum(weights[text] * share for text, share in matched.items())
    return total * (0.4 + 0.6 * part), tuple(matched)


@dataclass(frozen=True, slots=True)
class _Touched:
    share: float
    name: str
    by_name: bool


def _touched(kind: Kind, term: Term) -> list[_Touched]:
    """Return the properties that a term names, or whose commonest values have it, the surest first."""
    found = []
    for one in kind.properties:
        own = 0.0
        if one.name != "key":
            own = OF_PROPERTY * _share(term, one.words) * (0.5 + 0.5 / max(len(stems_of(one.name)), 1))
        value = OF_VALUE * _share(term, one.values) if one.values else 0.0
        if max(own, value) >= LEAST_SHARE:
            found.append(_Touched(max(own, value), one.name, own >= LEAST_SHARE))
    found.sort(key=lambda one: (-one.share, one.name))
    meant = [common_name(kind.label, one.name) for one in found]
    kept = list(dict.fromkeys(meant))[:MOST_TOUCHED]
    return [one for one, name in zip(found, meant, strict=True) if name in kept]

"""The entity types and properties of a graph, found by the words that name them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.evidence.node_patterns import PLACES
from agent.reader.english import aliases, stem, stems_of
from graph_store.records import Description, LabelDescription

EVENT = "Event"
ROOT = "Configuration"
OWN_LABELS = frozenset({"Entity", EVENT, "Subnet", "Undefined", "Finding"})
"""Labels that ingest adds, and that are no kind of thing of the files."""
OWN_PROPERTIES = PLACES | {"number", "template", "timestamp_text"}
SURE = 0.9
"""What an alias must weigh to stand for a word in an answer that is claimed."""
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F]*:")
_GROUPS = frozenset(map(stem, ("group", "template", "inherit")))
_TAKEN_BACK = re.compile(r"no_(?!of(?:_|$))\w+|No[A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a kind; `words` are stems."""

    name: str
    words: tuple[str, ...]
    is_flag: bool


@dataclass(frozen=True, slots=True)
class KnownLabel:
    """A label of the graph; `words` are stems, `parents` the labels that it hangs under."""

    label: str
    words: tuple[str, ...]
    properties: tuple[Property, ...]
    parents: tuple[str, ...]
    is_record: bool
    is_common: bool = False
    """It is a common label of the field: it spans all learned types that are such things."""
    is_mixed: bool = False
    """Some are named by an address, and others are groups of such: neighbors and peer groups under one label."""


class Vocabulary:
    """All kinds of one graph."""

    def __init__(self, description: Description) -> None:
        self.devices = description.devices
        self._relations = description.relations
        counts = {one.name: one.count for one in description.labels}
        self._covered = {
            one.name: tuple(name for name, count in one.spans if count == counts.get(name))
            for one in description.labels
        }
        """The learned types that a common label spans whole."""
        self._spans = {
            one.name: tuple(name for name, _ in one.spans) or (one.name,) for one in description.labels
        }
        self.kinds = tuple(
            _kind(one)
            for one in description.labels
            if one.name not in OWN_LABELS and not _TAKEN_BACK.fullmatch(one.name)
        )

    def all_have(self, kind: KnownLabel, name: str) -> bool:
        """Tell whether each learned type of a kind shows a property somewhere: else its lack would say nothing."""
        spanned = [one for one in self.kinds if one.label in self._spans.get(kind.label, ())]
        return bool(spanned) and all(name in {each.name for each in one.properties} for one in spanned)

    def relation(self, kind: KnownLabel, other: KnownLabel) -> str:
        """Return how things of a kind surely relate to those of another, as a pattern; "" where they do not."""
        sources, targets = ({*self._spans.get(one.label, ()), one.label} for one in (kind, other))
        related = [name for source, name, to, _ in self._relations if source in sources and to in targets]
        if related:
            return "-->" if "HAS" not in related else ""
        above, seen = sources, set[str]()
        while True:
            above = {one for each in self.kinds if each.label in above for one in each.parents}
            if above <= seen:
                return ""
            if above & targets:
                return "<-[:HAS*1..4]-"
            seen |= above

    @cached_property
    def stems(self) -> frozenset[str]:
        """All stems that name a kind or a property, but for the names of kinds of log records."""
        words: set[str] = set()
        for kind in self.kinds:
            words.update(() if kind.is_record else kind.words)
            for one in kind.properties:
                words.update(() if kind.is_record and one.name == "key" else one.words)
        return frozenset(words)

    def named(self, stems: Sequence[str]) -> tuple[KnownLabel, ...]:
        """Return the kinds of things that words name, all of them."""
        kinds = tuple(
            kind
            for kind in self.kinds
            if not kind.is_record and any(same_words(stems, words) for words in self._names(kind))
        )
        common = tuple(kind for kind in kinds if kind.is_common)
        covered = {name for kind in common for name in self._covered.get(kind.label, ())}
        return (*common, *(kind for kind in kinds if not kind.is_common and kind.label not in covered))

    def _names(self, kind: KnownLabel) -> tuple[tuple[str, ...], ...]:
        """Return the names of a kind: a common label has its own, and those of the learned types that it spans."""
        if not kind.is_common:
            return (kind.words,)
        spanned = (one.words for one in self.kinds if one.label in self._covered[kind.label])
        return (stems_of(kind.label), *spanned)

    def others(self, kind: KnownLabel) -> tuple[KnownLabel, ...]:
        """Return other kinds that may be meant by the words of a kind as well: a bridge interface, beside an interface.

        What hangs under something else is not meant where the kind itself stands at the top of a configuration.
        A common label spans what is meant: there are no others.
        """
        if kind.is_common:
            return ()
        return tuple(
            one
            for one in self.kinds
            if not one.is_record
            and one.label != kind.label
            and one.words[-len(kind.words) :] == kind.words
            and kind.label not in one.parents
            and (ROOT in one.parents or ROOT not in kind.parents)
        )


def same_words(asked: Sequence[str], words: Sequence[str]) -> bool:
    """Tell whether words of a question are those of a name, or surely stand for them."""
    return len(asked) == len(words) and all(
        aliases(one).get(word, 0.0) >= SURE for one, word in zip(asked, words, strict=True)
    )


def _kind(label: LabelDescription) -> KnownLabel:
    words = _stems(label.words) or stems_of(label.name)
    properties = tuple(
        Property(
            one.name,
            words if one.name == "key" else tuple(dict.fromkeys((*_stems(one.words), *stems_of(one.name)))),
            bool(one.examples) and all(isinstance(example, bool) for example in one.examples),
        )
        for one in label.properties
        if one.name not in OWN_PROPERTIES and not _TAKEN_BACK.fullmatch(one.name)
    )
    is_record = any(one.name == "message" for one in label.properties)
    keys = [str(example) for one in label.properties if one.name == "key" for example in one.examples]
    addresses = sum(_ADDRESS.match(key) is not None for key in keys)
    is_mixed = 0 < addresses < len(keys) and any(_GROUPS & set(one.words) for one in properties)
    return KnownLabel(label.name, words, properties, label.parents, is_record, bool(label.spans), is_mixed)


def _stems(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stemmed for word in words for stemmed in (stems_of(word) or (stem(word),))))

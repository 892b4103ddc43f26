"""The graph's labels and properties as a planner sees them: their words as stems, and what hangs under what."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from agent.reader.english import aliases, said_stems, split_name, stem, stems_of
from agent.planner.words.joined_names import split_joined
from agent.planner.words.taken_back import is_taken_back
from graph_store.records import Description, LabelDescription, PropertyDescription, Scalar

ROOT = "Configuration"
EVENT = "Event"
HEADER = frozenset({"timestamp", "timestamp_text", "message", "template", "event"})
INTERNAL = frozenset(
    {
        "id",
        "type",
        "key",
        "device",
        "path",
        "ordinal",
        "number",
        "document",
        "first_line",
        "timestamp",
        "template",
    }
)
"""Properties that ingest adds to every entity, and that nobody asks for by name."""

OWN_LABELS = frozenset({"Entity", EVENT, "Subnet", "Undefined"})
"""Labels that ingest adds, and that are no kind of thing of the files."""

NO_REFERENCES = frozenset(
    {
        "HAS",
        "HAS_LINE",
        "HAS_DOCUMENT",
        "IN_SUBNET",
        "ADDRESS_OWNED_BY",
        "ADDRESS_IN",
        "COVERS",
        "INSIDE",
        "MENTIONS",
    }
)
"""Relations that no property named something by."""

_FARTHEST = 4
_NEAR_OWNER = 3


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a label; `words` are stems."""

    label: str
    name: str
    words: tuple[str, ...]
    kinds: tuple[str, ...]
    count: int
    distinct: int
    examples: tuple[Scalar, ...]

    @property
    def is_flag(self) -> bool:
        """Tell whether the property only ever says on or off."""
        if not self.examples:
            return self.kinds == ("boolean",)
        return all(isinstance(example, bool) for example in self.examples)

    @property
    def is_number(self) -> bool:
        """Tell whether the property holds measures, where no line takes it back."""
        values = [example for example in self.examples if not isinstance(example, bool)]
        return bool(values) and all(isinstance(example, int | float) for example in values)


@dataclass(frozen=True, slots=True)
class Label:
    """An entity type; `above` and `below` are the labels over and under it, with the number of HAS steps."""

    name: str
    words: tuple[str, ...]
    count: int
    properties: Mapping[str, Property]
    above: Mapping[str, int]
    below: Mapping[str, int]
    template_words: frozenset[str] = frozenset()

    @property
    def is_event(self) -> bool:
        """Tell whether the entities are records of a log."""
        return "message" in self.properties and "timestamp" in self.properties


class Lexicon:
    """All labels, by name, and the words that occur in them."""

    def __init__(self, description: Description) -> None:
        parents = {label.name: label.parents for label in description.labels}
        children = _turned(parents)
        self.devices = description.devices
        self.log_paths = tuple(one.path for one in description.documents if one.kind == "log")
        self.labels: dict[str, Label] = {
            label.name: _label(label, _reach(label.name, parents), _reach(label.name, children))
            for label in description.labels
            if label.name not in OWN_LABELS
        }
        self._owners: dict[tuple[str, str], str] = {}
        self.relations = description.relations
        self.references = tuple(
            (start, relation, end)
            for start, relation, end, _ in description.relations
            if relation not in NO_REFERENCES and {start, end} <= set(self.labels)
        )
        self.address_owners = frozenset(
            start for start, relation, _, _ in description.relations if relation == "IN_SUBNET"
        )

    @cached_property
    def stated(self) -> Lexicon:
        """The same without the names of what lines take back; itself where there are none."""
        labels = {name: _stated(label) for name, label in self.labels.items() if not is_taken_back(name)}
        if labels == self.labels:
            return self
        other = copy.copy(self)
        for name in [one for one in vars(other) if isinstance(getattr(Lexicon, one, None), cached_property)]:
            del vars(other)[name]
        other.labels, other._owners = labels, {}
        other.references = tuple(one for one in self.references if {one[0], one[2]} <= set(labels))
        other.address_owners = self.address_owners & set(labels)
        return other

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All stems of the names of labels and properties."""
        words: set[str] = set()
        for label in self.labels.values():
            words.update(() if label.is_event else label.words)
            for found in label.properties.values():
                words.update(() if label.is_event and found.name == "key" else found.words)
        return frozenset(words)

    @cached_property
    def events(self) -> tuple[Label, ...]:
        """The labels of log records."""
        return tuple(label for label in self.labels.values() if label.is_event)

    @cached_property
    def things(self) -> tuple[Label, ...]:
        """The labels of everything else."""
        return tuple(label for label in self.labels.values() if not label.is_event)

    @cached_property
    def device_names(self) -> frozenset[str]:
        """All names of devices, in lower case, except those that are the name of a label or property, too."""
        names = {name.lower() for name in self.devices}
        own = {word for label in self.things for word in label.words}
        return frozenset(name for name in names if stem(name) not in own)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """All stems that follow each other in the name of a property: far and port of far_port."""
        found = (one.words for label in self.things for one in label.properties.values())
        return frozenset(pair for words in found for pair in pairwise(words))

    @cached_property
    def property_names(self) -> frozenset[str]:
        """All names of properties that have several words."""
        return frozenset(name for label in self.labels.values() for name in label.properties if "_" in name)

    @cached_property
    def said_by(self) -> Mapping[str, int]:
        """How many event types say a word in their templates."""
        return Counter(word for label in self.events for word in label.template_words)

    def has(self, label: str, name: str) -> bool:
        """Tell whether a property of a label is spoken of here; those of labels that ingest adds always are."""
        return not (is_taken_back(label) and label not in self.labels) and not (
            label in self.labels and is_taken_back(name) and name not in self.labels[label].properties
        )

    def knows(self, stemmed: str) -> bool:
        """Tell whether a question's word, or what it may stand for, is in the name of a label or property."""
        return any(other in self.vocabulary for other in aliases(stemmed))

    def steps(self, label: str, other: str) -> int | None:
        """Return how many HAS steps `other` is below (positive) or above (negative) a label, 0 for itself."""
        if label == other:
            return 0
        found = self.labels[label]
        if other in found.below:
            return found.below[other]
        return -found.above[other] if other in found.above else None

    def common_owner(self, label: str, other: str) -> str:
        """Return the nearest label over both, other than a whole configuration; blank when it is not near."""
        known = self._owners.get((label, other))
        if known is None:
            known = self._owners[label, other] = self._nearest_owner(label, other)
        return known

    def _nearest_owner(self, label: str, other: str) -> str:
        over, others = self.labels[label].above, self.labels[other].above
        shared = {name: over[name] + others[name] for name in over if name in others and name != ROOT}
        near = {name: steps for name, steps in shared.items() if steps <= _NEAR_OWNER}
        return min(near, key=lambda name: (near[name], name), default="")


def _stated(label: Label) -> Label:
    """Leave out of a label what lines take back."""
    return replace(
        label,
        properties={name: one for name, one in label.properties.items() if not is_taken_back(name)},
        above={name: steps for name, steps in label.above.items() if not is_taken_back(name)},
        below={name: steps for name, steps in label.below.items() if not is_taken_back(name)},
    )


def _label(label: LabelDescription, above: Mapping[str, int], below: Mapping[str, int]) -> Label:
    is_log = any(found.name == "message" for found in label.properties)
    properties = {
        found.name: _of_log(_property(label, found), found) if is_log else _property(label, found)
        for found in label.properties
        if found.count or not is_log
    }
    examples = next((found.examples for found in label.properties if found.name == "template"), ())
    words = _stems(label.words) or stems_of(label.name)
    template = frozenset(stemmed for example in examples for stemmed in said_stems(str(example)))
    return Label(label.name, words, label.count, properties, above, below, template | frozenset(words))


def _property(label: LabelDescription, found: PropertyDescription) -> Property:
    own = (_stems(label.words) or stems_of(label.name)) if found.name == "key" else ()
    words = own or tuple(dict.fromkeys((*_stems(found.words), *stems_of(found.name))))
    return Property(label.name, found.name, words, found.kinds, found.count, found.distinct, found.examples)


def _of_log(read: Property, found: PropertyDescription) -> Property:
    """Read the two words of a joined name where the field of a log is called so: srcip."""
    parts = [part for word in (*found.words, found.name) for part in split_name(word)]
    pieces = [split_joined(part) for part in parts]
    if found.name == "key" or all(len(piece) == 1 for piece in pieces):
        return read
    return replace(read, words=tuple(dict.fromkeys(stem(word) for piece in pieces for word in piece)))


def _stems(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stemmed for word in words for stemmed in (stems_of(word) or (stem(word),))))


def _turned(parents: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    children: dict[str, tuple[str, ...]] = {}
    for name, over in parents.items():
        for parent in over:
            children[parent] = (*children.get(parent, ()), name)
    return children


def _reach(name: str, steps: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    reached: dict[str, int] = {}
    edge = {name}
    for distance in range(1, _FARTHEST + 1):
        edge = {
            other
            for label in edge
            for other in steps.get(label, ())
            if other not in reached and other != name
        }
        reached.update(dict.fromkeys(edge, distance))
    return reached

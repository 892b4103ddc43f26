"""Counts, device by device, how many of each property's values are keys of each type."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.relations.index_mentions import (
    NameIndex,
    is_address,
    is_number,
    is_particular,
    is_plain,
    read_names,
)
from ingest.relations.records import KEY, ConfigNode, Device, TypeProperty

KEPT = 20
RARE = 4


@dataclass(slots=True)
class Inclusion:
    """What is known of the values of a place that are keys of a type: pairs of device and value."""

    matched: int = 0
    rarity: float = 0.0
    devices: int = 0
    numbers: int = 0
    addresses: int = 0
    particular: int = 0
    values: set[str] = field(default_factory=set)


@dataclass(slots=True)
class TypeCounts:
    """How the entities of a type stand: how many say more than their name, or have parts; the topmost's depth."""

    entities: int = 0
    telling: int = 0
    described: int = 0
    depth: int = 99
    flags: Counter[str] = field(default_factory=Counter)
    common: Counter[str] = field(default_factory=Counter)

    @property
    def has_content(self) -> bool:
        """Tell whether entities of the type usually say more than a name and switches."""
        return self.telling > 0.2 * self.entities


@dataclass(slots=True)
class InclusionCounts:
    """The counts over all devices that were added."""

    types: dict[str, TypeCounts] = field(default_factory=lambda: defaultdict(TypeCounts))
    inclusions: dict[tuple[TypeProperty, str], Inclusion] = field(
        default_factory=lambda: defaultdict(Inclusion)
    )
    totals: dict[TypeProperty, Counter[frozenset[str]]] = field(default_factory=lambda: defaultdict(Counter))
    words: set[str] = field(default_factory=set)

    def add(self, device: Device, index: NameIndex) -> None:
        """Count one device."""
        self._count_types(device)
        held = _held(device)
        places: Counter[str] = Counter()
        for names in held.values():
            places.update(names.keys())
        for place, names in held.items():
            self.totals[place][index.types] += len(names)
            found: set[str] = set()
            for name, own in names.items():
                for kind, ids in index.types_of(name).items():
                    if kind == place.type and (place.property == KEY or set(ids) <= own):
                        continue
                    found.add(kind)
                    self._match(self.inclusions[place, kind], name, places[name] - 1)
            for kind in found:
                self.inclusions[place, kind].devices += 1

    def total(self, place: TypeProperty, kind: str) -> int:
        """Count the values of a place on the devices that have the type."""
        return sum(count for types, count in self.totals[place].items() if kind in types)

    def _match(self, inclusion: Inclusion, name: str, elsewhere: int) -> None:
        number, address = is_number(name), is_address(name)
        inclusion.matched += 1
        inclusion.numbers += number
        inclusion.addresses += address
        inclusion.particular += not (number or address) and is_particular(name)
        common = number or is_plain(name)
        inclusion.rarity += 0.0 if address else min(1.0, (1 if common else RARE) / max(1, elsewhere))
        if len(inclusion.values) < KEPT:
            inclusion.values.add(name)

    def _count_types(self, device: Device) -> None:
        parents = {node.parent for node in device.nodes.values()}
        for node in device.nodes.values():
            counts = self.types[node.type]
            counts.entities += 1
            counts.depth = min(counts.depth, node.depth)
            described = any(name != KEY for name in node.values)
            counts.described += described
            counts.telling += described or node.id in parents
            counts.flags.update(node.flags)
            counts.common[node.common] += 1


def _held(device: Device) -> dict[TypeProperty, dict[str, set[int]]]:
    """Collect the names that each place of a device holds, with the entities that hold them."""
    held: dict[TypeProperty, dict[str, set[int]]] = defaultdict(dict)
    for node in device.nodes.values():
        for name_of_property, name in named_by(node):
            held[TypeProperty(node.type, name_of_property)].setdefault(name, set()).add(node.id)
    return held


def named_by(node: ConfigNode) -> Iterator[tuple[str, str]]:
    """Yield the properties of an entity with the names written in them; its own name names nothing else."""
    for name_of_property, texts in node.values.items():
        for text in texts:
            for name, written in read_names(text):
                if written and (name_of_property == KEY or name != node.key):
                    yield name_of_property, name

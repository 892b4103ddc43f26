"""Decides from counts and words which properties refer to which types, and resolves them. Knows no syntax.

Foreign keys are found by inclusion: a property whose values are nearly all keys of one type refers to it, unless that
can be chance. Against chance speak words of the type in the property's name, and values that few other properties
hold. Small numbers and the syntax's own words need the words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ingest.concepts.common_labels import read_concepts
from ingest.relations.index_mentions import (
    NameIndex,
    is_address,
    is_number,
    is_particular,
    is_plain,
    read_names,
)
from ingest.relations.name_words import NameWords, relation_name
from ingest.relations.records import KEY, ConfigNode, Device, Missing, Reference, Relation, TypeProperty

SURE = 0.99
NAMED = 0.6
HALF_NAMED = 0.3
MOST_TARGETS = 6


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A type that a place may refer to; `whole` is its share of the values on all devices, not only its own."""

    kind: str
    target: TypeCounts
    inclusion: Inclusion
    share: float
    whole: float
    affinity: float

    @property
    def numeric(self) -> bool:
        return 2 * self.inclusion.numbers > self.inclusion.matched

    @property
    def rarity(self) -> float:
        return self.inclusion.rarity / self.inclusion.matched

    @property
    def rank(self) -> tuple[float, ...]:
        """Return what the best candidate has most of."""
        named = round(self.affinity, 1) * min(1.0, self.share + 0.2)
        described = self.target.described / max(1, self.target.entities)
        return (named, self.share, -self.target.depth, described, self.affinity, self.rarity)


def choose_references(counts: InclusionCounts, words: NameWords) -> list[Reference]:
    """Return the properties that refer, each with the types that its values name."""
    candidates: dict[TypeProperty, list[_Candidate]] = defaultdict(list)
    for (place, kind), inclusion in counts.inclusions.items():
        candidate = _candidate(place, kind, inclusion, counts, words)
        # the type defines things at all, and these are called by more than addresses
        defines = candidate.target.has_content or candidate.target.depth <= 1
        addresses = 2 * inclusion.addresses > inclusion.matched
        if defines and not (addresses and (place.property != KEY or candidate.affinity < SURE)):
            candidates[place].append(candidate)
    found = [_choose(place, some, counts, words) for place, some in sorted(candidates.items())]
    return list(_without_circles([one for one in found if one is not None]))


def _candidate(
    place: TypeProperty, kind: str, inclusion: Inclusion, counts: InclusionCounts, words: NameWords
) -> _Candidate:
    target, source = counts.types[kind], counts.types[place.type]
    meant = _meant_by(place)
    marked = place.property != KEY and target.flags[place.property] > 0
    marked = marked or any(target.common[label] and not source.common[label] for label in meant)
    return _Candidate(
        kind,
        target,
        inclusion,
        share=inclusion.matched / max(1, counts.total(place, kind)),
        whole=inclusion.matched / max(1, sum(counts.totals[place].values())),
        affinity=1.0 if marked else words.affinity(place, kind),
    )


def _meant_by(place: TypeProperty) -> frozenset[str]:
    """Return the common labels of what the field calls so; the type's name may say more: the `source` of a policy."""
    return read_concepts().referred_by(
        place.type if place.property == KEY else f"{place.type} {place.property}"
    )


def _is_likely(place: TypeProperty, candidate: _Candidate, counts: InclusionCounts) -> bool:
    if place.property == KEY:
        return _is_named_part(counts.types[place.type], candidate.target, candidate)
    affinity, share, found = candidate.affinity, candidate.share, candidate.inclusion
    if affinity >= NAMED:
        return share >= (0.5 if candidate.numeric else 0.3)
    if affinity >= HALF_NAMED and candidate.whole >= 0.6 and candidate.rarity >= 0.3:
        return True
    if candidate.numeric:
        return _is_rare_number(candidate)
    most = share >= 0.8 and candidate.whole >= 0.6
    return most and candidate.rarity >= 0.5 and (found.particular > 0 or len(found.values) > 1)


def _is_rare_number(candidate: _Candidate) -> bool:
    """Without words in common numbers refer only when they are many, stand nowhere else, and are all keys."""
    found = candidate.inclusion
    return (
        candidate.share >= 0.9
        and candidate.rarity >= 0.5
        and found.matched >= 4
        and len(found.values) >= 3
        and found.matched >= 1.5 * found.devices
    )


def _is_named_part(source: TypeCounts, target: TypeCounts, candidate: _Candidate) -> bool:
    """Keys refer to keys where the type says the other's words and more, or says little but the name."""
    if source.depth < target.depth or (source.depth == target.depth and source.has_content):
        return False
    found = candidate.inclusion
    if candidate.affinity >= SURE:
        return candidate.share >= 0.5
    if candidate.numeric:
        some = candidate.affinity >= HALF_NAMED and candidate.share >= 0.8 and candidate.rarity >= 0.5
        return _is_rare_number(candidate) or (some and len(found.values) > 1)
    if candidate.rarity < 0.3:
        return False
    if source.has_content:
        return candidate.share >= 0.9 and found.matched >= 3 and 2 * found.particular > found.matched
    return candidate.share >= 0.8 and (found.particular > 0 or len(found.values) > 1)


def _choose(
    place: TypeProperty, candidates: Sequence[_Candidate], counts: InclusionCounts, words: NameWords
) -> Reference | None:
    """Take the best likely candidate, and those that are called alike and explain values that it does not."""
    ranked = sorted(candidates, key=lambda one: (*(-part for part in one.rank), one.kind))
    likely = [one for one in ranked if _is_likely(place, one, counts)]
    if not likely:
        return None
    best = likely[0]
    chosen = [best]
    explained = set(best.inclusion.values)
    for other in ranked:
        if other is not best and other.inclusion.values - explained and _joins(other, best, likely, words):
            chosen.append(other)
            explained |= other.inclusion.values
    chosen = chosen[:MOST_TARGETS]
    whole = sum(counts.totals[place].values())
    matched = sum(one.inclusion.matched for one in chosen)
    share = min(1.0, max(best.share, matched / max(1, whole)))
    return Reference(
        place=place,
        relation=relation_name(place),
        targets=tuple(one.kind for one in chosen),
        share=round(share, 3),
        affinity=round(best.affinity, 3),
        support=max(one.inclusion.matched for one in chosen),
        numbers=best.numeric,
        telling=best.affinity >= NAMED or share >= 0.5,
    )


def _joins(other: _Candidate, best: _Candidate, likely: Sequence[_Candidate], words: NameWords) -> bool:
    """Tell whether a type is another kind of what the best is: a numbered list beside the named ones."""
    alike = words.alike(best.kind, other.kind)
    if other in likely:
        return alike or min(other.affinity, best.affinity) >= NAMED
    named = alike and other.affinity >= HALF_NAMED
    return (named or min(other.affinity, best.affinity) >= SURE) and other.target.depth <= best.target.depth


def _without_circles(found: Sequence[Reference]) -> Iterator[Reference]:
    """Leave out keys that name each other: neither then defines the other."""
    keyed = {(one.place.type, kind) for one in found if one.place.property == KEY for kind in one.targets}
    for one in found:
        if one.place.property != KEY:
            yield one
            continue
        kinds = tuple(kind for kind in one.targets if (kind, one.place.type) not in keyed)
        if kinds:
            yield replace(one, targets=kinds)


# Turns what was decided about properties into relations between one device's entities.

MOST_OF_ONE_NAME = 50
COMMON = 3
NO_NAMES = frozenset({"all", "any", "none", "default"})
"""Stand in the place of a name for every thing or for none; one that is defined is a name all the same."""


class Resolved(NamedTuple):
    """One device's references: those whose name is defined, and the names that are not."""

    relations: tuple[Relation, ...]
    missing: tuple[Missing, ...]


def resolve_references(
    device: Device,
    index: NameIndex,
    references: Mapping[TypeProperty, Reference],
    words: frozenset[str],
) -> Resolved:
    """Return the relations of a device's entities by name.

    A name of several entities means those of the likeliest type, in the same document if it is there; else those of
    the kind that the property names. A lower-case word among `words`, of types and properties, is the syntax's own.
    """
    places: dict[str, set[TypeProperty]] = defaultdict(set)
    for node in device.nodes.values():
        for property_name, name in named_by(node):
            places[name].add(TypeProperty(node.type, property_name))
    relations: dict[Relation, None] = {}
    waiting: dict[tuple[int, str, tuple[str, ...]], list[tuple[int, Reference]]] = defaultdict(list)
    for node in device.nodes.values():
        for reference, name, written in _named(node, references):
            targets = _targets(node, name, reference, index, device.nodes)
            found = (_relation(node, device.nodes[one], reference, name) for one in targets)
            relations.update(dict.fromkeys(found))
            is_word = name.lower() in NO_NAMES or (
                is_plain(name) and (reference.numbers or name in words or len(places[name]) >= COMMON)
            )
            known = targets or not written or is_word or is_address(name) or "negated" in node.flags
            if known or not reference.telling or name.startswith(read_concepts().predefined):
                continue
            if not any(
                kind in reference.targets for kind in index.types_of(name)
            ):  # no name of what encloses it
                waiting[node.id >> 32, name, reference.targets].append((node.id, reference))
    missing = (Missing(*key, tuple(waiting[key])) for key in sorted(waiting))
    return Resolved(tuple(relations), tuple(missing))


def _relation(node: ConfigNode, target: ConfigNode, reference: Reference, name: str) -> Relation:
    return Relation(
        node.id,
        reference.relation,
        target.id,
        reference.place.property,
        "reference",
        name,
        target.first_line,
        target_type=target.type,
        score=reference.score,
    )


def _named(
    node: ConfigNode, references: Mapping[TypeProperty, Reference]
) -> Iterator[tuple[Reference, str, bool]]:
    """Yield the names in an entity's properties that refer, each with whether it was written out."""
    for property_name, texts in node.values.items():
        reference = references.get(TypeProperty(node.type, property_name))
        for text in texts if reference else ():
            for name, written in read_names(text):
                if reference and (property_name == KEY or name != node.key):
                    yield reference, name, written


def _targets(
    node: ConfigNode, name: str, reference: Reference, index: NameIndex, nodes: Mapping[int, ConfigNode]
) -> Sequence[int]:
    found, above, parent = index.types_of(name), {node.id}, node.parent
    while parent is not None and parent in nodes:
        above.add(parent)
        parent = nodes[parent].parent
    for kind in reference.targets:
        ids = [one for one in found.get(kind, ()) if one not in above]
        near = [one for one in ids if one >> 32 == node.id >> 32]
        if ids:
            return (near or ids)[:MOST_OF_ONE_NAME]
    place = reference.place
    meant = _meant_by(place)
    others = [one for ids in found.values() for one in ids]
    alike = [one for one in others if nodes[one].common in meant - {node.common}]
    # a part of something is called by the names of both: unit 0 of an interface
    parts = [one for one in others if nodes[one].key != name]
    return [one for one in alike or parts if one not in above][:MOST_OF_ONE_NAME]


# Counts, device by device, how many of each property's values are keys of each type.

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
    parts: set[tuple[str, str]] = field(default_factory=set)
    """Types with those whose parts they are: the number of an entry names no other list."""

    def add(self, device: Device, index: NameIndex) -> None:
        """Count one device."""
        self._count_types(device)
        held: dict[TypeProperty, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        for node in device.nodes.values():
            for property_name, name in named_by(node):
                held[TypeProperty(node.type, property_name)][name].add(node.id)
        places = Counter(name for names in held.values() for name in names)
        for place, names in held.items():
            self.totals[place][index.types] += len(names)
            found: set[str] = set()
            for name, own in names.items():
                for kind, ids in index.types_of(name).items():
                    if kind == place.type and (place.property == KEY or set(ids) <= own):
                        continue
                    if place.property == KEY and (place.type, kind) in self.parts:
                        continue
                    found.add(kind)
                    _match(self.inclusions[place, kind], name, places[name] - 1)
            for kind in found:
                self.inclusions[place, kind].devices += 1

    def total(self, place: TypeProperty, kind: str) -> int:
        """Count the values of a place on the devices that have the type."""
        return sum(count for types, count in self.totals[place].items() if kind in types)

    def _count_types(self, device: Device) -> None:
        parents = {node.parent for node in device.nodes.values()}
        for node in device.nodes.values():
            counts = self.types[node.type]
            counts.entities += 1
            counts.depth = min(counts.depth, node.depth)
            above = None if node.parent is None else device.nodes.get(node.parent)
            if above is not None:
                self.parts.add((node.type, above.type))
            described = any(name != KEY for name in node.values)
            counts.described += described
            counts.telling += described or node.id in parents
            counts.flags.update(node.flags)
            counts.common[node.common] += 1


def _match(inclusion: Inclusion, name: str, elsewhere: int) -> None:
    number, address = is_number(name), is_address(name)
    inclusion.matched += 1
    inclusion.numbers += number
    inclusion.addresses += address
    inclusion.particular += not (number or address) and is_particular(name)
    common = number or is_plain(name)
    inclusion.rarity += 0.0 if address else min(1.0, (1 if common else RARE) / max(1, elsewhere))
    if len(inclusion.values) < KEPT:
        inclusion.values.add(name)


def named_by(node: ConfigNode) -> Iterator[tuple[str, str]]:
    """Yield the properties of an entity with the names written in them; its own name names nothing else."""
    for name_of_property, texts in node.values.items():
        for text in texts:
            for name, written in read_names(text):
                if (written or " " in name) and (name_of_property == KEY or name != node.key):
                    yield name_of_property, name

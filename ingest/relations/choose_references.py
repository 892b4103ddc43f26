"""Decides from counts and words which properties refer to which types, and resolves them. Knows no syntax.

The method is that of finding foreign keys by inclusion dependencies: a property whose values are nearly all keys of
one type refers to it, unless that can be chance. What speaks against chance: the property's name says the type's
words; the values are names that few other properties hold. Small numbers and the syntax's own words are held by
many, so that they need the words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ingest.concepts.common_labels import read_concepts
from ingest.relations.count_inclusions import Inclusion, InclusionCounts, TypeCounts, named_by
from ingest.relations.index_mentions import NameIndex, is_address, is_plain, read_names
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
    share: float
    whole: float
    affinity: float
    rarity: float
    inclusion: Inclusion
    depth: int
    described: float

    @property
    def numeric(self) -> bool:
        return 2 * self.inclusion.numbers > self.inclusion.matched

    @property
    def rank(self) -> tuple[float, ...]:
        """Return what the best candidate has most of."""
        named = round(self.affinity, 1) * min(1.0, self.share + 0.2)
        return (named, self.share, -self.depth, self.described, self.affinity, self.rarity)


def choose_references(counts: InclusionCounts, words: NameWords) -> list[Reference]:
    """Return the properties that refer, each with the types that its values name."""
    candidates: dict[TypeProperty, list[_Candidate]] = defaultdict(list)
    for (place, kind), inclusion in counts.inclusions.items():
        candidate = _candidate(place, kind, inclusion, counts, words)
        if _is_possible(place, candidate, counts):
            candidates[place].append(candidate)
    found = [_choose(place, some, counts, words) for place, some in sorted(candidates.items())]
    return list(_without_circles([one for one in found if one is not None]))


def _candidate(
    place: TypeProperty, kind: str, inclusion: Inclusion, counts: InclusionCounts, words: NameWords
) -> _Candidate:
    said = place.type if place.property == KEY else place.property
    meant = read_concepts().referred_by(said)
    marked = place.property != KEY and counts.types[kind].flags[place.property] > 0
    marked = marked or bool(
        meant and counts.types[kind].common[meant] and not counts.types[place.type].common[meant]
    )
    return _Candidate(
        kind=kind,
        share=inclusion.matched / max(1, counts.total(place, kind)),
        whole=inclusion.matched / max(1, sum(counts.totals[place].values())),
        affinity=1.0 if marked else words.affinity(place, kind),
        rarity=inclusion.rarity / inclusion.matched,
        inclusion=inclusion,
        depth=counts.types[kind].depth,
        described=counts.types[kind].described / max(1, counts.types[kind].entities),
    )


def _is_possible(place: TypeProperty, candidate: _Candidate, counts: InclusionCounts) -> bool:
    """Tell whether a type defines things at all, and whether these are called by more than addresses."""
    target, found = counts.types[candidate.kind], candidate.inclusion
    defines = target.has_content or target.depth <= 1
    addresses = 2 * found.addresses > found.matched
    return defines and not (addresses and (place.property != KEY or candidate.affinity < SURE))


def _is_likely(place: TypeProperty, candidate: _Candidate, counts: InclusionCounts) -> bool:
    if place.property == KEY:
        return _is_named_part(counts.types[place.type], counts.types[candidate.kind], candidate)
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
    return alike and other.affinity >= HALF_NAMED and other.depth <= best.depth


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


@dataclass(frozen=True, slots=True)
class Resolved:
    """One device's references: those whose name is defined, and the names that are not."""

    relations: tuple[Relation, ...]
    missing: tuple[Missing, ...]


@dataclass(slots=True)
class _Open:
    """Names without a definition, with what uses them, by document and what was expected."""

    users: dict[tuple[int, str, tuple[str, ...]], list[tuple[int, Reference]]] = field(
        default_factory=lambda: defaultdict(list)
    )


def resolve_references(
    device: Device,
    index: NameIndex,
    references: Mapping[TypeProperty, Reference],
    words: frozenset[str],
) -> Resolved:
    """Return the relations of a device's entities by name.

    A name of several entities refers to those of the likeliest type, in the same document if it is there; where none is
    of these types, to those that the field calls what the property names. `words`
    are those of all types and properties: a lower-case word among them that is defined nowhere is the syntax's own,
    as is one that stands for all.
    """
    places = _places_of(device)
    relations: list[Relation] = []
    waiting = _Open()
    for node in device.nodes.values():
        for place, name, written in _named(node, references):
            reference = references[place]
            targets = _targets(node, name, reference, index, device.nodes)
            relations.extend(_relation(node, device.nodes[target], reference, name) for target in targets)
            is_word = is_plain(name) and (
                reference.numbers or name in words or name in NO_NAMES or len(places[name]) >= COMMON
            )
            known = targets or not written or is_word or is_address(name) or "negated" in node.flags
            if not known and reference.telling and not _is_own(index, name, reference):
                waiting.users[node.id >> 32, name, reference.targets].append((node.id, reference))
    missing = tuple(
        Missing(serial, name, expected, tuple(users))
        for (serial, name, expected), users in sorted(waiting.users.items(), key=lambda item: item[0])
    )
    return Resolved(tuple(dict.fromkeys(relations)), missing)


def _named(
    node: ConfigNode, references: Mapping[TypeProperty, Reference]
) -> Iterator[tuple[TypeProperty, str, bool]]:
    for name_of_property, texts in node.values.items():
        place = TypeProperty(node.type, name_of_property)
        if place in references:
            for text in texts:
                for name, written in read_names(text):
                    if name_of_property == KEY or name != node.key:
                        yield place, name, written


def _targets(
    node: ConfigNode, name: str, reference: Reference, index: NameIndex, nodes: Mapping[int, ConfigNode]
) -> Sequence[int]:
    found = index.types_of(name)
    above = set(_above(node, nodes)) | {node.id}
    for kind in reference.targets:
        ids = [one for one in found.get(kind, ()) if one not in above]
        near = [one for one in ids if one >> 32 == node.id >> 32]
        if ids:
            return (near or ids)[:MOST_OF_ONE_NAME]
    place = reference.place
    meant = read_concepts().referred_by(place.type if place.property == KEY else place.property)
    alike = [one for ids in found.values() for one in ids if meant and nodes[one].common == meant]
    if node.common == meant:
        alike = []
    # a part of something is called by the names of both: unit 0 of an interface
    parts = [one for ids in found.values() for one in ids if nodes[one].key != name]
    return [one for one in alike or parts if one not in above][:MOST_OF_ONE_NAME]


def _is_own(index: NameIndex, name: str, reference: Reference) -> bool:
    """Tell whether a name is that of what encloses the entity itself."""
    return any(kind in reference.targets for kind in index.types_of(name))


def _above(node: ConfigNode, nodes: Mapping[int, ConfigNode]) -> Iterator[int]:
    parent = node.parent
    while parent is not None and parent in nodes:
        yield parent
        parent = nodes[parent].parent


def _relation(node: ConfigNode, target: ConfigNode, reference: Reference, name: str) -> Relation:
    return Relation(
        source=node.id,
        name=reference.relation,
        target=target.id,
        property=reference.place.property,
        inferred="reference",
        value=name,
        target_line=target.first_line,
        target_type=target.type,
        score=reference.score,
    )


def _places_of(device: Device) -> Mapping[str, set[TypeProperty]]:
    places: dict[str, set[TypeProperty]] = defaultdict(set)
    for node in device.nodes.values():
        for name_of_property, name in named_by(node):
            places[name].add(TypeProperty(node.type, name_of_property))
    return places

"""Turns what was decided about properties into relations between one device's entities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.concepts.common_labels import read_concepts
from ingest.relations.count_inclusions import named_by
from ingest.relations.index_mentions import NameIndex, is_address, is_plain, read_names
from ingest.relations.records import KEY, ConfigNode, Device, Missing, Reference, Relation, TypeProperty

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

"""Indexes what a log record of a device may mention: its entities by name, and the owners of its addresses."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from ingest.relations.collect_addresses import Addresses, addresses_of
from ingest.relations.index_names import NameIndex
from ingest.relations.read_addresses import read_address
from ingest.relations.read_names import is_particular
from ingest.relations.records import Device, Node

MOST_TARGETS = 4

Target = tuple[int, int, str]
"""An entity's id, the line where it is named, and its type."""


@dataclass(frozen=True, slots=True)
class Mentionable:
    """What may be mentioned of one device, by the text that mentions it; `digest` tells two states apart."""

    names: Mapping[str, tuple[Target, ...]]
    digest: str


def index_mentions(device: Device, index: NameIndex, addresses: Addresses) -> Mentionable:
    """Return the device's names that look given, and its addresses; plain words and numbers mention nothing."""
    names: dict[str, tuple[Target, ...]] = {}
    parents = {node.parent for node in device.nodes.values()}
    for name, kinds in index.found.items():
        if not is_particular(name) and read_address(name) is None:
            continue
        nodes = [device.nodes[one] for ids in kinds.values() for one in ids]
        best = min(_rank(node, node.id in parents) for node in nodes)
        some = [node for node in nodes if _rank(node, node.id in parents)[:2] == best[:2]]
        names[_normal(name)] = tuple((node.id, node.first_line, node.type) for node in some[:MOST_TARGETS])
    serials = {source.serial for source in device.sources}
    for node in device.nodes.values():
        for _, address in addresses_of(node):
            owners = [one for one in addresses.owners_of(address) if one.node >> 32 in serials]
            if owners:
                text = f"{address.version}:{address.number}"
                found = (
                    *names.get(text, ()),
                    *((owner.node, owner.line, owner.place.type) for owner in owners),
                )
                names[text] = tuple(dict.fromkeys(found))[:MOST_TARGETS]
    digest = hashlib.sha256(repr(sorted(names.items())).encode()).hexdigest()[:16]
    return Mentionable(names, digest)


def find_mentioned(text: str, known: Mentionable) -> tuple[Target, ...]:
    """Look up a value of a log record: the whole of it, as it stands or as an address."""
    return known.names.get(_normal(text), ())


def _normal(text: str) -> str:
    address = read_address(text)
    return f"{address.version}:{address.number}" if address is not None else text


def _rank(node: Node, is_parent: bool) -> tuple[bool, int, int]:
    """Put what says more than its name first, then what stands higher."""
    bare = not is_parent and len(node.values) < 2
    return (bare, node.depth, node.id)

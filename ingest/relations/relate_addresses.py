"""Relates one device's entities by address: to their subnets, to who owns an address, to the prefixes they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ingest.relations.collect_addresses import Addresses, addresses_of, find_vrfs, nearest
from ingest.relations.read_addresses import BITS, Address, is_of_a_host
from ingest.relations.records import Device, Node, Relation

IN_SUBNET, ADDRESS_IN, COVERS, OWNED = "IN_SUBNET", "ADDRESS_IN", "COVERS", "ADDRESS_OWNED_BY"


def relate_addresses(device: Device, addresses: Addresses) -> list[Relation]:
    """Return the relations of a device's entities by address; each is written once."""
    serials = frozenset(source.serial for source in device.sources)
    vrfs = find_vrfs(device)
    relations: dict[tuple[int, str, int | str], Relation] = {}
    for node in device.nodes.values():
        lengths = {
            (address.version, address.number)
            for _, address in addresses_of(node)
            if address.length is not None
        }
        for name, address in addresses_of(node):
            if address.length is None and (address.version, address.number) in lengths:
                continue
            vrf = vrfs.get(node.id, "")
            for relation in _relations(node, name, address, addresses, serials, vrf):
                ends = (relation.source, relation.name, relation.target)
                relations.setdefault(ends, replace(relation, vrf=vrf))
    return list(relations.values())


def _relations(
    node: Node, name: str, address: Address, addresses: Addresses, serials: frozenset[int], vrf: str
) -> Iterator[Relation]:
    bits = BITS[address.version]
    owners = addresses.owners_of(address)
    length = bits if address.length is None else address.length
    text = _text(address)
    if any(owner.node == node.id for owner in owners):
        if length < bits:
            yield _to_prefix(node, IN_SUBNET, str(address.network()), name, text)
        else:
            yield from _inside(node, name, address, addresses)
        return
    is_network = address.length is not None and address.network().first == address.number
    is_pair = length == bits - 1 and bool(owners)
    if is_network and not is_pair and (length < bits or is_of_a_host(address)):
        yield _to_prefix(node, COVERS, str(address.network()), name, text)
    if (is_network and length < bits and not is_pair) or not is_of_a_host(address):
        return
    for owner in nearest(owners, serials, vrf):
        yield Relation(
            node.id,
            OWNED,
            owner.node,
            name,
            "address",
            text,
            owner.line,
            owner.place.property,
            owner.place.type,
        )
    if not is_network or is_pair:
        yield from _inside(node, name, address, addresses)


def _inside(node: Node, name: str, address: Address, addresses: Addresses) -> Iterator[Relation]:
    prefix = addresses.holding(address)
    if prefix is not None:
        yield _to_prefix(node, ADDRESS_IN, str(prefix), name, _text(address))


def _to_prefix(node: Node, relation: str, prefix: str, name: str, text: str) -> Relation:
    return Relation(node.id, relation, prefix, name, "address", text, target_type="Subnet")


def _text(address: Address) -> str:
    alone = str(address.network(BITS[address.version])).partition("/")[0]
    return alone if address.length is None else f"{alone}/{address.length}"

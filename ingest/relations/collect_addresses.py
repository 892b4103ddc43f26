"""Collects the addresses of all configurations: their owners, and the prefixes that are mentioned."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_interface
from typing import NamedTuple

from ingest.concepts.common_labels import read_concepts
from ingest.relations.records import KEY, ConfigNode, Device, TypeProperty

HOSTS_SHARE = 0.8
MOST_OWNERS = 8
VRF, BGP_VRF = "Vrf", "BgpVrf"
DEFAULT_VRFS = frozenset({"default", "global", "base", "master"})


class Owner(NamedTuple):
    """An entity that has an address, with its network's length, the place that holds it, and its VRF."""

    node: int
    line: int
    length: int
    place: TypeProperty
    vrf: str = ""


@dataclass(slots=True)
class _Kind:
    """How the addresses with a length look that a place holds: those of hosts in a network, or of networks."""

    hosts: int = 0
    networks: int = 0
    addresses: int = 0

    @property
    def owns(self) -> bool:
        return self.hosts > 0 and self.hosts >= HOSTS_SHARE * (self.hosts + self.networks)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Who owns an address, by version and number, and the known prefixes by version and length, longest first."""

    owners: dict[tuple[int, int], tuple[Owner, ...]]
    prefixes: dict[int, dict[int, frozenset[int]]]

    def owners_of(self, address: Address) -> tuple[Owner, ...]:
        """Return the entities that have an address."""
        return self.owners.get(address[:2], ())

    def around(self, prefix: Prefix) -> Prefix | None:
        """Return the smallest known prefix that holds a prefix and is larger; 0.0.0.0/0 says nothing."""
        for length, networks in self.prefixes.get(prefix.version, {}).items():
            if 0 < length < prefix.length:
                wider = Address(prefix.version, prefix.first, None).network(length)
                if wider.first in networks:
                    return wider
        return None

    def holding(self, address: Address) -> Prefix | None:
        """Return the smallest known prefix that an address lies in.

        A prefix of the address alone counts if something has the address, as loopbacks do: a filter may name any
        host.
        """
        alone = address.network(BITS[address.version])
        wider = self.around(alone)
        owned = any(owner.length == alone.length for owner in self.owners_of(address))
        known = alone.first in self.prefixes.get(address.version, {}).get(alone.length, frozenset())
        return alone if known and (owned or wider is None) else wider

    def all_prefixes(self) -> Iterator[Prefix]:
        """Yield every known prefix."""
        for version, lengths in self.prefixes.items():
            for length, networks in lengths.items():
                yield from (Prefix(version, first, length) for first in sorted(networks))


@dataclass(slots=True)
class AddressCounts:
    """What is collected over the devices that were added."""

    kinds: dict[TypeProperty, _Kind] = field(default_factory=lambda: defaultdict(_Kind))
    held: list[tuple[str, Owner, Address]] = field(default_factory=list)
    named: set[Prefix] = field(default_factory=set)

    def add(self, device: Device) -> None:
        """Collect one device's addresses."""
        device_name = device.name or device.sources[0].path
        vrfs = find_vrfs(device)
        for node in device.nodes.values():
            for name, address in addresses_of(node):
                if address.length is None:
                    continue
                place = TypeProperty(node.type, name)
                kind = self.kinds[place]
                kind.addresses += 1
                size = BITS[address.version] - address.length
                is_network = address.network().first == address.number
                kind.hosts += size == 1 or (size > 1 and not is_network)
                kind.networks += size > 1 and is_network
                if is_of_a_host(address) and (size < 2 or not is_network):
                    vrf = vrfs.get(node.id, "")
                    self.held.append(
                        (device_name, Owner(node.id, node.first_line, address.length, place, vrf), address)
                    )
                if is_network and (size or is_of_a_host(address)):
                    self.named.add(address.network())

    def settle(self) -> Addresses:
        """Decide who owns: what mostly holds hosts' addresses; in one VRF of a device what holds most of them."""
        best: dict[tuple[int, int], dict[tuple[str, str], tuple[tuple[int, TypeProperty], list[Owner]]]]
        best = defaultdict(dict)
        prefixes: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        for prefix in self.named:
            prefixes[prefix.version][prefix.length].add(prefix.first)
        for device, owner, address in self.held:
            kind = self.kinds[owner.place]
            if not kind.owns:
                continue
            rank, among = (kind.addresses, owner.place), best[address[:2]]
            found = among.get((device, owner.vrf))
            if found is None or rank > found[0]:
                found = among[device, owner.vrf] = (rank, [])
            if found[0] == rank:
                found[1].append(owner)
            if owner.length < BITS[address.version]:
                network = address.network()
                prefixes[network.version][network.length].add(network.first)
        owners = {
            number: tuple(owner for _, some in devices.values() for owner in some)
            for number, devices in best.items()
        }
        ordered = {
            version: {length: frozenset(lengths[length]) for length in sorted(lengths, reverse=True)}
            for version, lengths in prefixes.items()
        }
        return Addresses(owners, ordered)


def addresses_of(node: ConfigNode) -> Iterator[tuple[str, Address]]:
    """Yield the addresses in an entity's properties, with the property's name; 10.0.0.1/0 is of no network."""
    for name, texts in node.values.items():
        for text in texts:
            address = read_address(text.strip("\"' ;"))
            if address is None:
                continue
            if address.length == 0 and address.number:
                address = Address(address.version, address.number, None)
            yield name, address


def nearest(owners: Sequence[Owner], serials: frozenset[int], vrf: str) -> Sequence[Owner]:
    """Prefer owners in the same VRF of the device itself, then elsewhere in a VRF of that name, then a few others."""
    own = [owner for owner in owners if owner.node >> 32 in serials and owner.vrf == vrf]
    others = [owner for owner in owners if owner.node >> 32 not in serials]
    alike = [owner for owner in others if owner.vrf == vrf] or others
    return own or (alike if len(alike) <= MOST_OWNERS else ())


def find_vrfs(device: Device) -> dict[int, str]:
    """Return the VRF of each entity that is in one: it says so, what encloses it does, or a VRF lists its name."""
    listed = {
        (node.id >> 32, name): node.key
        for node in device.nodes.values()
        if node.common == VRF
        for property_name, names in node.values.items()
        if property_name.rsplit("_", 1)[-1] == "interface"
        for name in names
    }
    found: dict[int, str] = {}
    for node in device.nodes.values():  # parents first
        named = node.key if node.common in (VRF, BGP_VRF) else ""
        for name, texts in node.values.items():
            if name != KEY and VRF in read_concepts().referred_by(name):
                named = texts[0]
        vrf = named or listed.get((node.id >> 32, node.key), "") or found.get(node.parent or 0, "")
        if vrf and vrf.lower() not in DEFAULT_VRFS:
            found[node.id] = vrf
    return found


# Reads addresses and prefixes, of both versions, as numbers that can be compared.

_LOOKS = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9A-Fa-f]*+:[0-9A-Fa-f]*+:)[0-9A-Fa-f:.]++)(?:/\d{1,3})?"
)
BITS = {4: 32, 6: 128}


class Prefix(NamedTuple):
    """A network: its version, first address and length."""

    version: int
    first: int
    length: int

    def __str__(self) -> str:
        network = IPv4Network if self.version == 4 else IPv6Network
        return str(network((self.first, self.length)))

    @property
    def last(self) -> int:
        """Return its last address."""
        return self.first | ((1 << (BITS[self.version] - self.length)) - 1)


class Address(NamedTuple):
    """An address; `length` is that of its network, or None where none is written."""

    version: int
    number: int
    length: int | None

    def network(self, length: int | None = None) -> Prefix:
        """Return its network, or the one of another length around it."""
        bits = BITS[self.version]
        wanted = next((one for one in (length, self.length) if one is not None), bits)
        size = bits - wanted
        return Prefix(self.version, self.number >> size << size, wanted)


@lru_cache(maxsize=65_536)
def read_address(text: str) -> Address | None:
    """Read 10.0.0.1, 10.0.0.1/24, 2001:db8::1 or 2001:db8::1/64; None where a text is something else."""
    if not _LOOKS.fullmatch(text):
        return None
    try:
        found = ip_interface(text)
    except ValueError:
        return None
    length = found.network.prefixlen if "/" in text else None
    return Address(found.version, int(found.ip), length)


def is_of_a_host(address: Address) -> bool:
    """Tell whether an address can be one that a host has: no mask, multicast, loopback or link-local address."""
    host = (IPv4Address if address.version == 4 else IPv6Address)(address.number)
    if host.is_multicast or host.is_loopback or host.is_unspecified or host.is_link_local:
        return False
    return address.version == 6 or 0 < address.number >> 24 < 240


def as_digits(version: int, number: int) -> str:
    """Write an address as 8 or 32 hexadecimal digits: texts that sort as the addresses do."""
    return f"{number:0{BITS[version] // 4}x}"

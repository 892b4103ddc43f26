"""Checks that the routers of a subnet agree about their virtual address: VRRP, HSRP and GLBP."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from itertools import combinations

from findings.facts import Interface, LineFact, Network, owned_by
from findings.ipv4 import ipv4_address, ipv4_subnets
from findings.records import Finding, Subject
from findings.words import read_words

DEFAULT_PRIORITY = 100


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of one interface, with the virtual addresses that it has there."""

    interface: Interface
    protocol: str
    number: str
    said: tuple[LineFact, ...]
    heads: tuple[LineFact, ...]

    @property
    def addresses(self) -> frozenset[str]:
        return frozenset(one.value.partition("/")[0] for one in self.said)

    @property
    def name(self) -> str:
        return f"{self.protocol} group {self.number}"


def virtual_gateways(network: Network) -> Iterator[Finding]:
    """Find routers of one subnet that have other virtual addresses in one group, or one address in other groups."""
    subnets: dict[tuple[str, str], list[_Group]] = defaultdict(list)
    outside: dict[str, list[Finding]] = defaultdict(list)
    for interface in network.interfaces:
        if not interface.is_down:
            for group in _groups(interface):
                outside[interface.device] += _outside(group)
                for net in {address.owned.network for address in interface.addresses}:
                    if any(ip_address(one) in net for one in group.addresses):
                        subnets[interface.vrf, str(net)].append(group)
    for found in outside.values():
        yield from found if len(found) == 1 else ()  # several are meant so, or their addresses were changed
    for groups in subnets.values():
        owned = [owned_by([group.interface]) for group in groups]
        for (one, here), (other, there) in combinations(zip(groups, owned, strict=True), 2):
            if one.interface.device != other.interface.device:
                yield from _unequal(one, other) if not here & there else ()
                yield from _stays_master(one, other)
                yield from _stays_master(other, one)
                yield from _other_version(one, other)


def _stays_master(one: _Group, other: _Group) -> Iterator[Finding]:
    """Yield that one end has the higher priority also with all that it loses when what it tracks fails."""
    if one.name != other.name or not one.addresses & other.addresses:
        return
    tracks = [each for each in one.interface.told.get("gateway_track", ()) if each.fields["of"] == one.number]
    said = [
        [
            each
            for each in end.interface.told.get("gateway_priority", ())
            if each.fields.get("of") == end.number
        ]
        for end in (one, other)
    ]
    here, there = (int(told[-1].value) if told and told[-1].value else DEFAULT_PRIORITY for told in said)
    lost = sum(int(each.value or 0) for each in tracks)
    if all(each.value for each in tracks) and lost and here > here - lost > there:
        message = (
            f"{one.interface.device} {one.interface.name} stays the master of {one.name} when what it tracks fails: "
            f"{here} less {lost} is more than the priority {there} of {other.interface.device}."
        )
        devices = (one.interface.device, other.interface.device)
        about = tuple(Subject("interface", end.interface.device, end.interface.name) for end in (one, other))
        lines = (
            *(each.line for each in tracks),
            *(each.line for told in said for each in told),
            other.said[0].line,
        )
        yield Finding("virtual-gateway", "medium", devices, message, tuple(dict.fromkeys(lines)), about=about)


def _other_version(one: _Group, other: _Group) -> Iterator[Finding]:
    """Yield that the ends of a group of HSRP have other versions, which an interface says for all of its groups."""
    told = [end.interface.told.get("gateway_version", ()) for end in (one, other)]
    says = [each[-1].value if each else _HSRP for each in told]
    of_group = any("of" in each[-1].fields for each in told if each)
    if one.name == other.name and one.protocol == "hsrp" and says[0] != says[1] and not of_group:
        ends = [f"{end.interface.device} {end.interface.name}" for end in (one, other)]
        default = [text if each else f"{text} (the default)" for text, each in zip(says, told, strict=True)]
        message = (
            f"The ends of {one.name} speak other versions: {ends[0]} {default[0]}, {ends[1]} {default[1]}."
        )
        devices = (one.interface.device, other.interface.device)
        about = tuple(Subject("interface", end.interface.device, end.interface.name) for end in (one, other))
        lines = tuple(
            each[-1].line if each else end.said[0].line for each, end in zip(told, (one, other), strict=True)
        )
        yield Finding("virtual-gateway", "high", devices, message, lines, about=about)


_HSRP = "1"
"""The version of HSRP that no line says."""


def _outside(group: _Group) -> Iterator[Finding]:
    """Yield the virtual addresses that are in no subnet of the group's interface."""
    nets = ipv4_subnets([group.interface])
    lost = [
        one
        for one in group.said
        if nets and not any(ip_address(one.value.partition("/")[0]) in net for net in nets)
    ]
    if lost:
        where = f"{group.interface.device} {group.interface.name}"
        message = f"The virtual address {lost[0].value} of {group.name} is in no subnet of {where}."
        lines = (lost[0].line, *(one.line for one in group.interface.addresses))
        about = (Subject("interface", group.interface.device, group.interface.name),)
        yield Finding("virtual-gateway", "high", (group.interface.device,), message, lines, about=about)


def _groups(interface: Interface) -> Iterator[_Group]:
    said: dict[tuple[str, str], list[LineFact]] = defaultdict(list)
    for one in interface.told.get("virtual_address", ()):
        if ipv4_address(one.value.partition("/")[0]):
            said[_protocol(one), one.fields.get("group", "0")].append(one)
    for (protocol, number), found in said.items():
        heads = (
            one
            for one in interface.told.get("virtual_group", ())
            if (_protocol(one), one.fields.get("group")) == (protocol, number)
        )
        yield _Group(interface, protocol, number, tuple(found), tuple(heads))


def _protocol(said: LineFact) -> str:
    """Return what makes agree to call the protocol of a group: some write "standby" for HSRP."""
    written = said.fields.get("protocol", "vrrp").lower()
    return read_words().setting_values.get(written, written)


def _unequal(one: _Group, other: _Group) -> Iterator[Finding]:
    same_group = one.name == other.name
    shared = one.addresses & other.addresses
    if same_group == bool(shared):
        return
    ends = (one, other)
    where = [f"{each.interface.device} {each.interface.name}" for each in ends]
    if same_group:
        has = [" and ".join(sorted(each.addresses)) for each in ends]
        message = (
            f"{where[0]} and {where[1]} are in {one.name}, but with different virtual addresses: "
            f"{has[0]} and {has[1]}."
        )
    else:
        message = (
            f"{where[0]} and {where[1]} have the virtual address {min(shared)}, but in different groups: "
            f"{one.name} and {other.name}."
        )
    devices = tuple(each.interface.device for each in ends)
    about = tuple(Subject("interface", each.interface.device, each.interface.name) for each in ends)
    lines = tuple(said.line for each in ends for said in (*each.heads, *each.said))
    yield Finding("virtual-gateway", "high", devices, message, lines, about=about)

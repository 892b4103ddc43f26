"""Finds the interfaces between which a packet passes a device: where its source is, and where its destination is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from ipaddress import IPv4Address, IPv4Network

from findings.facts import DeviceFacts
from findings.filters.records import Packet
from findings.ipv4 import ipv4_address, ipv4_subnets, is_private
from findings.next_hops import destination_of, next_hop_of

Way = tuple[IPv4Network, str, bool]
"""A network, the interface that leads to it, and whether that is in it."""
COMES_IN = "one that comes in through {} (where its source is)"
LEAVES = "one that leaves through {} (where its destination is)"


def place_packet(device: DeviceFacts, packet: Packet) -> tuple[Packet, tuple[str, ...]]:
    """Fill in the interfaces that are not said, as far as addresses and static routes tell; with what is assumed.

    The longest prefix decides. Nothing is filled in where the device has VRFs, where a route might be learned that is
    longer than a static one, or where both addresses are behind one interface; no way out where the destination may be
    translated, unless it is a private one.
    """
    if len({interface.vrf for interface in device.interfaces if interface.addresses}) > 1:
        return packet, ()
    ways = list(_ways(device))
    source, destination = ipv4_address(packet.source), ipv4_address(packet.destination)
    into = packet.in_interface or _interface_to(source, ways, device)
    out = packet.out_interface
    if not out and (not device.all("translates_destinations") or is_private(destination)):
        out = _interface_to(destination, ways, device)
    if into == out:
        return packet, ()
    assumed = (
        *([COMES_IN.format(into)] if into and not packet.in_interface else []),
        *([LEAVES.format(out)] if out and not packet.out_interface else []),
    )
    return replace(packet, in_interface=into, out_interface=out), assumed


def _interface_to(address: IPv4Address | None, ways: list[Way], device: DeviceFacts) -> str:
    """Return the interface that leads to an address; blank where that is not known, or where it is the device's own."""
    if address is None or any(own.owned.ip == address for one in device.interfaces for own in one.addresses):
        return ""
    longest = max((net.prefixlen for net, _, _ in ways if address in net), default=-1)
    best = {(name, near) for net, name, near in ways if net.prefixlen == longest and address in net}
    if len(best) != 1:
        return ""
    ((name, near),) = best
    return name if near or not device.all("learns_routes") else ""


def _ways(device: DeviceFacts) -> Iterator[Way]:
    near = [(net, one.name) for one in device.interfaces if not one.is_down for net in ipv4_subnets([one])]
    yield from ((net, name, True) for net, name in near)
    for route in device.all("static_route"):
        to, hop = destination_of(route), next_hop_of(route)
        names = {name for net, name in near if hop is not None and hop in net}
        if to is not None and len(names) == 1:
            yield to, names.pop(), False

"""Checks the two ends of tunnels: where they lead, their subnets, keys, ports and networks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from itertools import combinations

from findings.agreement import unequal_settings
from findings.facts import (
    Interface,
    LineFact,
    Network,
    OwnedAddress,
    owned_by,
    plain_name,
)
from findings.ipv4 import ipv4_network, ipv4_subnets, may_be_translated
from findings.links import find_links, has_area, share_subnet
from findings.records import MOST_LINES, Finding, Subject
from findings.vpns import all_vpns, met_vpns


def flood_lists(network: Network) -> Iterator[Finding]:
    """Find ends of VXLAN that send to another one which does not send back: its list has other addresses."""
    lists: dict[str, dict[str, LineFact]] = defaultdict(dict)
    for device in network.devices:
        for one in device.all("flood_list"):
            lists[device.device] |= dict.fromkeys(one.value.split(), one)
    owns = {
        device.device: {str(each.owned.ip) for one in device.interfaces for each in one.addresses}
        for device in network.devices
    }
    for name, told in lists.items():
        for other, back in lists.items():
            meant = [one for ip, one in told.items() if ip in owns[other]]
            if other != name and meant and owns[name].isdisjoint(back):
                lost = [one for ip, one in back.items() if ip not in network.owners]
                message = (
                    f"{name} sends what is for all of a VXLAN to {other}, and {other} sends none back: its list has "
                    f"{' and '.join(sorted(back))}."
                )
                lines = tuple(dict.fromkeys(one.line for one in (*meant, *(lost or back.values()))))[
                    :MOST_LINES
                ]
                yield Finding("tunnel-ends", "high", (name, other), message, lines)


def tunnel_ends(network: Network) -> Iterator[Finding]:
    """Find tunnels whose ends do not fit: destination, subnet, key and mode, and ports and networks of WireGuard."""
    for link in find_links(network):
        if link.subnet:
            for one, other in (link.ends, link.ends[::-1]):
                yield from _leads_elsewhere(one, other, network)
                yield from _peer_differs(one, other, network)
    yield from _refused_routes(network)
    yield from _allowed_twice(network)
    yield from unequal_settings(network, "tunnel-ends", "shutdown")
    joined = {(end.device, end.name) for link in find_links(network) if link.subnet for end in link.ends}
    for one, other in _beside_source(network):
        yield from () if (one.device, one.name) in joined else _leads_elsewhere(one, other, network)
    bound = [(one.bound, other.bound) for one, other in met_vpns(network, all_vpns(network))]
    for one, other in (*_pairs(network), *((one, other) for one, other in bound if one and other)):
        yield from _subnets_differ(one, other)


def _beside_source(network: Network) -> Iterator[tuple[Interface, Interface]]:
    """Yield tunnels to an address that nobody has, in the subnet where the one tunnel back begins, with that tunnel."""
    tunnels = [one for one in network.interfaces if one.told.get("tunnel_to") and not one.is_down]
    for one in tunnels:
        goal, own = one.told["tunnel_to"][-1].value, _sources(one, network)
        back = [each for each in tunnels if each.told["tunnel_to"][-1].value in own]
        sources = [
            owner
            for each in back
            for text in _sources(each, network)
            for owner in network.owners.get(text, ())
        ]
        nets = [address.owned.network for owner in sources for address in owner.addresses]
        if len(back) == 1 and goal not in network.owners and any(ip_address(goal) in net for net in nets):
            yield one, back[0]


def _leads_elsewhere(one: Interface, other: Interface, network: Network) -> Iterator[Finding]:
    """Yield that a tunnel does not lead to where its other end begins."""
    to, from_, sources = (
        one.told.get("tunnel_to", ()),
        other.told.get("tunnel_from", ()),
        _sources(other, network),
    )
    if not (to and other.told.get("tunnel_to") and _sources(one, network) and sources):
        return
    goal = to[-1]
    if goal.value not in sources and not may_be_translated(goal.value, sources):
        begins = f"begins at {' or '.join(sorted(sources))}"
        yield _finding(one, other, f"leads to {goal.value}", begins, [goal, *from_[-1:]])


def _peer_differs(one: Interface, other: Interface, network: Network) -> Iterator[Finding]:
    """Yield that an end of WireGuard sends to another port than the other listens on, or refuses its address."""
    to, listens = one.told.get("peer_port", ()), other.told.get("listen_port", ())
    if to and listens and listens[-1].value not in {fact.value for fact in to}:
        sends, hears = f"sends to port {to[-1].value}", f"listens on port {listens[-1].value}"
        yield _finding(one, other, sends, hears, [to[-1], listens[-1]])
    goal, owned = one.told.get("peer_to", ()), network.by_device[other.device]
    nets = [address.owned for each in owned for address in each.addresses]
    far = ip_address(goal[-1].value) if goal else None
    if far and any(far in each.network for each in nets) and far not in {each.ip for each in nets}:
        yield _finding(one, other, f"leads to {far}", "does not have that address", [goal[-1]])
    allowed = one.told.get("peer_networks", ())
    within = [ipv4_network(text) for fact in allowed for text in fact.value.split(",")]
    theirs = [address for address in other.addresses if address.owned.version == 4]
    if allowed and theirs and not any(net and theirs[0].owned.ip in net for net in within):
        says = f"has the address {theirs[0].owned.ip}"
        yield _finding(one, other, f"allows only {allowed[-1].value}", says, [*allowed, theirs[0]])
    if allowed and has_area(one, network.named[one.device]) and has_area(other, network.named[other.device]):
        for lan in (each for each in owned if each.name != other.name and not each.is_down):
            area = has_area(lan, network.named[other.device])
            here = [net for net in ipv4_subnets([lan]) if net.prefixlen < _HOST]
            lacking = [net for net in here if not any(each and each.overlaps(net) for each in within)]
            if area and lacking:
                says = f"tells it of {lacking[0]} by OSPF"
                yield _finding(
                    one, other, f"allows only {allowed[-1].value}", says, [*allowed, area, lan.addresses[0]]
                )
    hops = {str(address.owned.ip) for address in theirs}
    for route in network.named[one.device].all("static_route") if allowed else ():
        routed = ipv4_network(route.fields.get("address", ""), route.fields.get("mask", ""))
        if routed and route.value in hops and not any(net and net.overlaps(routed) for net in within):
            says = f"is the next hop to {routed}"
            yield _finding(one, other, f"allows only {allowed[-1].value}", says, [*allowed, route])


def _refused_routes(network: Network) -> Iterator[Finding]:
    """Yield networks that a device routes into WireGuard though no peer of that interface is allowed them."""
    for device in network.devices:
        allowed: dict[str, list[LineFact]] = defaultdict(list)
        for one in device.all("peer_networks"):
            allowed[plain_name(one.fields["interface"])].append(one)
        for route in device.all("static_out") if allowed else ():
            peers = allowed.get(plain_name(route.value), [])
            routed = ipv4_network(route.fields["address"], route.fields.get("mask", ""))
            nets = [ipv4_network(text) for one in peers for text in one.value.split(",")]
            if peers and routed and not any(net and net.overlaps(routed) for net in nets):
                says = " and ".join(one.value for one in peers)
                message = (
                    f"{device.device} sends {routed} into {route.value}, whose peers are allowed only {says}."
                )
                lines = (route.line, *(one.line for one in peers))[:MOST_LINES]
                yield Finding("tunnel-ends", "high", (device.device,), message, lines)


def _allowed_twice(network: Network) -> Iterator[Finding]:
    """Yield networks that two peers of one interface of WireGuard are allowed: only one of them gets each packet."""
    for device in network.devices:
        told = [
            (one, net)
            for one in device.all("peer_networks")
            for text in one.value.split(",")
            if (net := ipv4_network(text)) and net.prefixlen and not net.is_multicast
        ]
        for (one, net), (other, wider) in combinations(told, 2):
            if (
                one.line != other.line
                and one.fields["interface"] == other.fields["interface"]
                and net.overlaps(wider)
            ):
                if one.fields.get("peer") and one.fields.get("peer") == other.fields.get("peer"):
                    continue
                message = (
                    f"On {device.device}, two peers of {one.fields['interface']} are allowed the same addresses: "
                    f"{net} and {wider}."
                )
                yield Finding("tunnel-ends", "medium", (device.device,), message, (one.line, other.line))


def _finding(
    one: Interface, other: Interface, says: str, theirs: str, facts: Sequence[LineFact | OwnedAddress]
) -> Finding:
    theirs = f"its other end, {other.name} of {other.device}, {theirs}"
    message = f"The tunnel {one.name} of {one.device} {says}, but {theirs}."
    about = tuple(Subject("interface", end.device, end.name) for end in (one, other))
    lines = tuple(fact.line for fact in facts)
    return Finding("tunnel-ends", "high", (one.device, other.device), message, lines, about=about)


def _pairs(network: Network) -> Iterator[tuple[Interface, Interface]]:
    """Yield the two interfaces of each tunnel whose ends lead to each other, and to nobody else twice."""
    leads: dict[tuple[str, str], list[Interface]] = defaultdict(list)
    for one in network.interfaces:
        for goal in one.told.get("tunnel_to", ())[-1:]:
            owners = {owner.device for owner in network.owners.get(goal.value, ())} - {one.device}
            if len(owners) == 1 and not one.is_down:
                leads[one.device, owners.pop()].append(one)
    for (device, other), found in leads.items():
        back = leads.get((other, device), [])
        if device < other and len(found) == len(back) == 1:
            yield found[0], back[0]


def _subnets_differ(one: Interface, other: Interface) -> Iterator[Finding]:
    """Yield that the ends of a tunnel have addresses, and no subnet in common."""
    here, there = ([each for each in end.addresses if each.owned.version == 4] for end in (one, other))
    ends = ((one, here, other, there), (other, there, one, here))
    far = [end.told.get("tunnel_remote", ()) for end in (one, other)]
    if not (here and there):
        return
    if all(far):
        for (end, _, peer, theirs), said in zip(ends, far, strict=True):
            if said[-1].value not in {str(each.owned.ip) for each in theirs}:
                has = f"has {theirs[0].owned.ip}"
                yield _finding(end, peer, f"expects {said[-1].value} there", has, [said[-1], theirs[0]])
    elif not any(far) and not share_subnet(here, there):
        yield _finding(one, other, f"has {here[0].owned}", f"has {there[0].owned}", [here[0], there[0]])


def _sources(interface: Interface, network: Network) -> frozenset[str]:
    """Return the addresses that a tunnel may begin at: the one that it says, or those of the interface that it says."""
    told = interface.told.get("tunnel_from", ())
    if not told:
        return frozenset()
    source = told[-1].value
    if source[:1].isdigit():
        return frozenset({source})
    named = [one for one in network.by_device[interface.device] if plain_name(one.name) == plain_name(source)]
    return owned_by(named)


_HOST = 32

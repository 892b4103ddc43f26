"""Checks the two ends of tunnels: where they lead, and what they offer for IPsec."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, ip_address
from itertools import combinations

from findings.agreement import unequal_settings
from findings.facts import (
    DeviceFacts,
    Interface,
    LineFact,
    Network,
    OwnedAddress,
    owned_by,
    plain_name,
    secret_of,
)
from findings.ipv4 import ipv4_network, ipv4_subnets
from findings.links import find_links, has_area
from findings.records import MOST_LINES, Finding, Subject
from findings.words import read_words
from graph_store.records import SourceLine


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
    bound = [(one.bound, other.bound) for one, other in _met(network, _all_vpns(network))]
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
    if goal.value not in sources and not _may_be_translated(goal.value, sources):
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
    elif not any(far) and not any(
        near.owned.ip in far_end.owned.network or far_end.owned.ip in near.owned.network
        for near in here
        for far_end in there
    ):
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


def _may_be_translated(goal: str, sources: frozenset[str]) -> bool:
    """Tell whether a public address may stand for a private one."""
    return not ip_address(goal).is_private and all(ip_address(one).is_private for one in sources)


@dataclass(frozen=True, slots=True)
class _Vpn:
    """One end of a VPN: what it offers, by what it is called, and the interface that it is bound to."""

    device: str
    name: str
    to: LineFact
    offers: Mapping[str, tuple[LineFact, ...]]
    selectors: tuple[LineFact, ...]
    secrets: tuple[LineFact, ...]
    bound: Interface | None


def vpn_ends(network: Network) -> Iterator[Finding]:
    """Find VPNs whose ends offer nothing in common for a setting, or have other secrets or selectors."""
    vpns = _all_vpns(network)
    yield from _lost(network, vpns)
    for one, other in _met(network, vpns):
        yield from _unequal(one, other)
        yield from _other_secrets(one, other)
        yield from _other_selectors(one, other)
        for near, far in ((one, other), (other, one)):
            yield from _unexpected_id(network, near, far)


def _unexpected_id(network: Network, one: _Vpn, other: _Vpn) -> Iterator[Finding]:
    """Yield that an end expects another name of the other end than that calls itself."""
    expects = [
        each for each in network.named[one.device].all("vpn_remote_id") if each.fields["vpn"] == one.name
    ]
    calls = [
        each for each in network.named[other.device].all("vpn_local_id") if each.fields["vpn"] == other.name
    ]
    if expects and calls and expects[-1].value != calls[-1].value:
        message = (
            f"{one.device} expects {expects[-1].value} as the id of its VPN's other end, "
            f"{other.device} calls itself {calls[-1].value}."
        )
        lines = (expects[-1].line, calls[-1].line)
        yield Finding("vpn-ends", "high", (one.device, other.device), message, lines)


def vpn_targets(network: Network) -> Iterator[tuple[str, str, str, SourceLine]]:
    """Yield each VPN that leads to an address of one other device: device, interface or name, the other, the line."""
    for vpn in _all_vpns(network):
        owners = {one.device for one in network.owners.get(vpn.to.value, ())} - {vpn.device}
        if len(owners) == 1:
            yield vpn.device, vpn.bound.name if vpn.bound else vpn.name, owners.pop(), vpn.to.line


def _all_vpns(network: Network) -> list[_Vpn]:
    return [vpn for device in network.devices for vpn in _vpns(device, network)]


def _met(network: Network, vpns: Sequence[_Vpn]) -> Iterator[tuple[_Vpn, _Vpn]]:
    """Yield the VPNs whose ends lead to each other, where each of the two devices has one to the other."""
    syntax = {device.device: _PATHS.get(device.syntax, device.syntax) for device in network.devices}
    leads: dict[tuple[str, str], list[_Vpn]] = defaultdict(list)
    for vpn in vpns:
        owners = {one.device for one in network.owners.get(vpn.to.value, ())} - {vpn.device}
        if len(owners) == 1:
            leads[vpn.device, owners.pop()].append(vpn)
    for (device, other), found in leads.items():
        back = leads.get((other, device), [])
        if device < other and syntax[device] == syntax[other]:
            for one in found:
                ends = back if len(found) == len(back) == 1 else _begun_there(network, one, back)
                if len(ends) == 1:
                    yield one, ends[0]


def _begun_there(network: Network, one: _Vpn, others: Sequence[_Vpn]) -> list[_Vpn]:
    """Return those VPNs that begin where one leads to, and lead to where it begins."""
    own = _begins_at(network, one)
    return [end for end in others if one.to.value in _begins_at(network, end) and end.to.value in own]


def _begins_at(network: Network, vpn: _Vpn) -> frozenset[str]:
    """Return the addresses of the interface that a VPN says it begins at."""
    port = plain_name(vpn.to.fields.get("on", ""))
    return owned_by([each for each in network.by_device.get(vpn.device, ()) if plain_name(each.name) == port])


def _lost(network: Network, vpns: Sequence[_Vpn]) -> Iterator[Finding]:
    """Yield VPNs that lead to an address that nobody has, while a device that they may be meant for leads back."""
    for one in vpns:
        owners = {owner.device for owner in network.owners.get(one.to.value, ())} - {one.device}
        theirs = [each for each in vpns if each.device in owners] if len(owners) == 1 else []
        own = owned_by(network.by_device[one.device])
        if (
            len(theirs) == 1
            and theirs[0].to.value not in network.owners
            and not network.named[one.device].all("address_from_elsewhere")
            and not _may_be_translated(theirs[0].to.value, own)
        ):
            other = theirs[0]
            message = (
                f"The VPN {other.name} of {other.device} leads to {other.to.value}, which nobody has, though "
                f"{one.name} of {one.device} leads to {other.device}."
            )
            lines = (other.to.line, one.to.line)
            yield Finding("vpn-ends", "high", (other.device, one.device), message, lines)


_HOST = 32
_PATHS = {"set": "braces"}
"""Ways in which makes write the same configuration, and one name for both."""


def _vpns(device: DeviceFacts, network: Network) -> Iterator[_Vpn]:
    parts: dict[str, set[str]] = defaultdict(set)
    for one in device.all("vpn_part"):
        parts[one.fields["vpn"]].add(one.fields["part"])
    interfaces = {plain_name(one.name): one for one in network.by_device.get(device.device, ())}
    bound = {one.fields.get("vpn", ""): plain_name(one.value) for one in device.all("vpn_interface")}
    to = {one.fields["vpn"]: one for one in device.all("vpn_to")}
    secrets = device.all("vpn_secret")
    for name, goal in to.items():
        offers: dict[str, list[LineFact]] = defaultdict(list)
        for one in device.all("vpn_setting"):
            part = one.fields.get("part", "")
            if part in parts[name] | {name, ""}:
                sort, _, of = part.partition(" ")
                offers[f"{one.fields['key']} of {sort}" if of else one.fields["key"]].append(one)
        selectors = tuple(
            one for one in device.all("vpn_selector") if one.fields.get("vpn") in parts[name] | {name}
        )
        on = interfaces.get(bound.get(name) or bound.get("", ""))
        every = {key: tuple(several) for key, several in offers.items()}
        yield _Vpn(device.device, name, goal, every, selectors, secrets, on)


def _other_secrets(one: _Vpn, other: _Vpn) -> Iterator[Finding]:
    ends = (one, other)
    known = [{*map(secret_of, end.secrets)} for end in ends]
    if all(known) and "" not in known[0] | known[1] and known[0].isdisjoint(known[1]):
        message = f"The ends of a VPN have no secret in common: {one.device} {one.name}, {other.device} {other.name}."
        lines = tuple(fact.line for end in ends for fact in end.secrets)
        yield Finding("vpn-ends", "high", (one.device, other.device), message, lines)


def _other_selectors(one: _Vpn, other: _Vpn) -> Iterator[Finding]:
    """Yield the pair of networks that one end wants in the tunnel, and the other does not."""
    ends = [
        _selected(end, *order) for end, order in ((one, ("local", "remote")), (other, ("remote", "local")))
    ]
    if not all(ends) or any(net.prefixlen == 0 for pairs in ends for pair in pairs for net in pair):
        return
    lacks = [sorted(ends[0].keys() - ends[1]), sorted(ends[1].keys() - ends[0])]
    if any(lacks):
        says = []
        for end, pairs, lacking in zip((one, other), ends, lacks, strict=True):
            pair = (lacking or sorted(pairs))[0]
            local, remote = pair if end is one else pair[::-1]
            says.append(f"{end.device} {end.name} has {local} to {remote}")
        message = f"The ends of a VPN select different networks: {', '.join(says)}."
        shown = [
            fact
            for pairs, lacking in zip(ends, lacks, strict=True)
            for key in lacking or pairs
            for fact in pairs[key]
        ]
        lines = tuple(dict.fromkeys(fact.line for fact in shown))[:MOST_LINES]
        yield Finding("vpn-ends", "high", (one.device, other.device), message, lines)


def _selected(vpn: _Vpn, *order: str) -> dict[tuple[IPv4Network, ...], list[LineFact]]:
    """Return the pairs of networks of a VPN in that order, with what says them."""
    found: dict[tuple[IPv4Network, ...], list[LineFact]] = defaultdict(list)
    for one in vpn.selectors:
        nets = [
            ipv4_network(*one.fields.get(side, "").split()) if side in one.fields else None for side in order
        ]
        if all(nets):
            found[tuple(net for net in nets if net)].append(one)
    return found


def _unequal(one: _Vpn, other: _Vpn) -> Iterator[Finding]:
    ends = (one, other)
    for key in dict.fromkeys((*one.offers, *other.offers)):
        default = read_words().setting_defaults.get(key.partition(" ")[0], "")
        values = [
            {
                _plain_offer(word)
                for fact in end.offers.get(key, ())
                for word in fact.value.replace(",", " ").split()
            }
            for end in ends
        ]
        offered = [some or ({default} if default else set()) for some in values]
        if not all(offered) or offered[0] & offered[1]:
            continue
        says = [
            " ".join(sorted(some)) + ("" if told else " (the default)")
            for some, told in zip(offered, values, strict=True)
        ]
        message = (
            f"The ends of a VPN have no {key} in common: {one.device} {one.name} has {says[0]}, "
            f"{other.device} {other.name} has {says[1]}."
        )
        lines = tuple(fact.line for end in ends for fact in end.offers.get(key, (end.to,)))
        yield Finding("vpn-ends", "high", (one.device, other.device), message, lines)


def _plain_offer(word: str) -> str:
    """Return an algorithm or group as makes agree to write it: aes256 for aes-256-cbc, 14 for group14."""
    plain = _DECORATION.sub("", word.lower())
    return plain.removeprefix("dh").removeprefix("group")


_DECORATION = re.compile(r"cbc|[^a-z0-9]")

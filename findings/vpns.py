"""Checks the two ends of VPNs: what they offer for IPsec, their secrets, their networks and what they are called."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network

from findings.facts import DeviceFacts, Interface, LineFact, Network, owned_by, plain_name, secret_of
from findings.ipv4 import ipv4_network, may_be_translated
from findings.records import MOST_LINES, Finding
from findings.words import read_words
from graph_store.records import SourceLine


@dataclass(frozen=True, slots=True)
class Vpn:
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
    vpns = all_vpns(network)
    yield from _lost(network, vpns)
    for one, other in met_vpns(network, vpns):
        yield from _unequal(one, other)
        yield from _other_secrets(one, other)
        yield from _other_selectors(one, other)
        for near, far in ((one, other), (other, one)):
            yield from _unexpected_id(network, near, far)


def _unexpected_id(network: Network, one: Vpn, other: Vpn) -> Iterator[Finding]:
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
    for vpn in all_vpns(network):
        owners = {one.device for one in network.owners.get(vpn.to.value, ())} - {vpn.device}
        if len(owners) == 1:
            yield vpn.device, vpn.bound.name if vpn.bound else vpn.name, owners.pop(), vpn.to.line


def all_vpns(network: Network) -> list[Vpn]:
    return [vpn for device in network.devices for vpn in _vpns(device, network)]


def met_vpns(network: Network, vpns: Sequence[Vpn]) -> Iterator[tuple[Vpn, Vpn]]:
    """Yield the VPNs whose ends lead to each other, where each of the two devices has one to the other."""
    syntax = {device.device: _PATHS.get(device.syntax, device.syntax) for device in network.devices}
    leads: dict[tuple[str, str], list[Vpn]] = defaultdict(list)
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


def _begun_there(network: Network, one: Vpn, others: Sequence[Vpn]) -> list[Vpn]:
    """Return those VPNs that begin where one leads to, and lead to where it begins."""
    own = _begins_at(network, one)
    return [end for end in others if one.to.value in _begins_at(network, end) and end.to.value in own]


def _begins_at(network: Network, vpn: Vpn) -> frozenset[str]:
    """Return the addresses of the interface that a VPN says it begins at."""
    port = plain_name(vpn.to.fields.get("on", ""))
    return owned_by([each for each in network.by_device.get(vpn.device, ()) if plain_name(each.name) == port])


def _lost(network: Network, vpns: Sequence[Vpn]) -> Iterator[Finding]:
    """Yield VPNs that lead to an address that nobody has, while a device that they may be meant for leads back."""
    for one in vpns:
        owners = {owner.device for owner in network.owners.get(one.to.value, ())} - {one.device}
        theirs = [each for each in vpns if each.device in owners] if len(owners) == 1 else []
        own = owned_by(network.by_device[one.device])
        if (
            len(theirs) == 1
            and theirs[0].to.value not in network.owners
            and not network.named[one.device].all("address_from_elsewhere")
            and not may_be_translated(theirs[0].to.value, own)
        ):
            other = theirs[0]
            message = (
                f"The VPN {other.name} of {other.device} leads to {other.to.value}, which nobody has, though "
                f"{one.name} of {one.device} leads to {other.device}."
            )
            lines = (other.to.line, one.to.line)
            yield Finding("vpn-ends", "high", (other.device, one.device), message, lines)


_PATHS = {"set": "braces"}
"""Ways in which makes write the same configuration, and one name for both."""


def _vpns(device: DeviceFacts, network: Network) -> Iterator[Vpn]:
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
        yield Vpn(device.device, name, goal, every, selectors, secrets, on)


def _other_secrets(one: Vpn, other: Vpn) -> Iterator[Finding]:
    ends = (one, other)
    known = [{*map(secret_of, end.secrets)} for end in ends]
    if all(known) and "" not in known[0] | known[1] and known[0].isdisjoint(known[1]):
        message = f"The ends of a VPN have no secret in common: {one.device} {one.name}, {other.device} {other.name}."
        lines = tuple(fact.line for end in ends for fact in end.secrets)
        yield Finding("vpn-ends", "high", (one.device, other.device), message, lines)


def _other_selectors(one: Vpn, other: Vpn) -> Iterator[Finding]:
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


def _selected(vpn: Vpn, *order: str) -> dict[tuple[IPv4Network, ...], list[LineFact]]:
    """Return the pairs of networks of a VPN in that order, with what says them."""
    found: dict[tuple[IPv4Network, ...], list[LineFact]] = defaultdict(list)
    for one in vpn.selectors:
        nets = [
            ipv4_network(*one.fields.get(side, "").split()) if side in one.fields else None for side in order
        ]
        if all(nets):
            found[tuple(net for net in nets if net)].append(one)
    return found


def _unequal(one: Vpn, other: Vpn) -> Iterator[Finding]:
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

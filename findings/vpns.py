"""Checks the two ends of VPNs: what they offer for IPsec, their secrets, their networks and what they are called."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network

from findings.facts import (
    DeviceFacts,
    Interface,
    LineFact,
    Network,
    kept_with_facts,
    owned_by,
    plain_name,
    secret_of,
)
from findings.ipv4 import ipv4_network, may_be_translated
from findings.records import MOST_LINES, Finding
from findings.words import VpnSetting, read_words
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
    if expects and calls and _plain_id(expects[-1]) != _plain_id(calls[-1]):
        message = (
            f"{one.device} expects {expects[-1].value} as the id of its VPN's other end, "
            f"{other.device} calls itself {calls[-1].value}."
        )
        lines = (expects[-1].line, calls[-1].line)
        yield Finding("vpn-ends", "high", (one.device, other.device), message, lines)


def _plain_id(fact: LineFact) -> str:
    """Return a name as makes agree to write it: some put an @ before one that is no address."""
    return fact.value.removeprefix("@").lower()


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
    leads: dict[tuple[str, str], list[Vpn]] = defaultdict(list)
    for vpn in vpns:
        owners = {one.device for one in network.owners.get(vpn.to.value, ())} - {vpn.device}
        if len(owners) == 1:
            leads[vpn.device, owners.pop()].append(vpn)
    for (device, other), found in leads.items():
        back = leads.get((other, device), [])
        if device < other:
            for one in found:
                ends = back if len(found) == len(back) == 1 else _begun_there(network, one, back)
                if len(ends) == 1:
                    yield one, ends[0]
    yield from _met_from_elsewhere(network, vpns, leads)


def _met_from_elsewhere(
    network: Network, vpns: Sequence[Vpn], leads: Mapping[tuple[str, str], Sequence[Vpn]]
) -> Iterator[tuple[Vpn, Vpn]]:
    """Yield VPNs back of devices whose own address is given to them: to the only one for the same networks."""
    lost = [one for one in vpns if one.to.value not in network.owners]
    for (device, other), found in leads.items():
        if (other, device) not in leads and network.named[device].all("address_from_elsewhere"):
            for back in found:
                ends = [one for one in lost if one.device == other and _overlap(one, back)]
                if len(ends) == 1:
                    yield ends[0], back


def _overlap(one: Vpn, other: Vpn) -> bool:
    """Tell whether two ends select networks that overlap on both sides."""
    return any(
        all(
            near.prefixlen and far.prefixlen and near.overlaps(far)
            for near, far in zip(here, there, strict=True)
        )
        for here in _selected(one, "local", "remote")
        for there in _selected(other, "remote", "local")
    )


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


def _vpns(device: DeviceFacts, network: Network) -> Iterator[Vpn]:
    below: dict[str, set[str]] = defaultdict(set)
    for one in device.all("vpn_part"):
        below[one.fields["vpn"]].add(one.fields["part"])
    interfaces = {plain_name(one.name): one for one in network.by_device.get(device.device, ())}
    bound = {one.fields.get("vpn", ""): plain_name(one.value) for one in device.all("vpn_interface")}
    guarded = (one for one in device.all("vpn_by_tunnel") if "guard" in one.fields)
    to = {one.fields["vpn"]: one for one in (*device.all("vpn_to"), *guarded) if one.value}
    settings = read_words().vpn_settings
    for name, goal in to.items():
        parts, new = {name}, [name]
        while new:
            found = below[new.pop()] - parts
            parts |= found
            new += found
        offers = {
            setting.kind: tuple(
                one for one in device.all(setting.kind) if one.fields.get("part", name) in parts
            )
            for setting in settings
        }
        selectors = tuple(one for one in _selectors(device) if one.fields.get("vpn") in parts)
        on = interfaces.get(bound.get(name) or bound.get("", ""))
        yield Vpn(device.device, name, goal, offers, selectors, device.all("vpn_secret"), on)


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


@kept_with_facts
def _selectors(device: DeviceFacts) -> tuple[LineFact, ...]:
    """Return what says the networks of VPNs, with networks in the place of the names of objects."""
    named = {one.fields["name"]: one.value for one in device.all("named_network")}

    def fields_of(one: LineFact) -> Mapping[str, str]:
        said = {side: one.fields[side] for side in ("local", "remote") if side in one.fields}
        plain = {side: re.sub("^(?:object|host) ", "", text) for side, text in said.items()}
        return {**one.fields, **{side: named.get(text, text) for side, text in plain.items()}}

    return tuple(LineFact(one.kind, fields_of(one), one.line) for one in device.all("vpn_selector"))


def _selected(vpn: Vpn, *order: str) -> dict[tuple[IPv4Network, ...], list[LineFact]]:
    """Return the pairs of networks of a VPN in that order, with what says them."""
    found: dict[tuple[IPv4Network, ...], list[LineFact]] = defaultdict(list)
    if any("unread" in one.fields for one in vpn.selectors):
        return {}
    for one in vpn.selectors:
        nets = [
            ipv4_network(*one.fields.get(side, "").split(maxsplit=1)) if side in one.fields else None
            for side in order
        ]
        if not all(nets):
            return {}
        found[tuple(net for net in nets if net)].append(one)
    return found


def _unequal(one: Vpn, other: Vpn) -> Iterator[Finding]:
    ends = (one, other)
    newer = any("2" in _offers(fact, _VERSION) for end in ends for fact in end.offers[_VERSION.kind])
    for setting in read_words().vpn_settings:
        if newer and not setting.words:  # each end has its own then
            continue
        told = [end.offers[setting.kind] for end in ends]
        offered = [set().union(*(_offers(fact, setting) for fact in several)) for several in told]
        unread = any(not _offers(fact, setting) for several in told for fact in several)
        if not all(offered) or offered[0] & offered[1] or unread:
            continue
        verb = "have no {} in common" if setting.words else "differ in the {}"
        unit = "" if setting.words else " s"
        says = [
            f"{end.device} {end.name} has {' '.join(sorted(some))}{unit}"
            + ("" if any(fact.value for fact in several) else " (the default)")
            for end, some, several in zip(ends, offered, told, strict=True)
        ]
        message = f"The ends of a VPN {verb.format(setting.name)}: {says[0]}, {says[1]}."
        lines = tuple(dict.fromkeys(fact.line for several in told for fact in several))[:MOST_LINES]
        devices = (one.device, other.device)
        yield Finding("vpn-ends", setting.severity, devices, message, lines)


def _offers(fact: LineFact, setting: VpnSetting) -> set[str]:
    """Return what a fact offers, as all makes agree to call it; a time in seconds."""
    value = fact.value or next(
        (name.removeprefix(_UNSAID) for name in fact.fields if name.startswith(_UNSAID)), ""
    )
    if setting.words:
        words = read_words().offers[setting.words]
        return {word for word, pattern in words.items() if pattern.search(value)}
    number = re.search(r"\d+", value)
    unit = re.search(r"[dhms]", value)
    return {str(int(number[0]) * _SECONDS[unit[0] if unit else "s"])} if number else set()


_VERSION = VpnSetting("vpn_version", "IKE version", "version")
_UNSAID = "unsaid_"
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}

"""Checks the two ends of tunnels: where they lead, and what they offer for IPsec."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import ip_address

from findings.facts import DeviceFacts, Interface, LineFact, Network, plain_name
from findings.links import find_links
from findings.records import Finding, Subject
from findings.words import read_words


def tunnel_ends(network: Network) -> Iterator[Finding]:
    """Find tunnels whose destination is not where the other end begins."""
    for link in find_links(network):
        ends = [(one, one.told.get("tunnel_to", ()), _sources(one, network)) for one in link.ends]
        if not (link.subnet and all(to and sources for _, to, sources in ends)):
            continue
        for (one, to, _), (other, _, sources) in (ends, ends[::-1]):
            goal = to[-1]
            if goal.value in sources or _may_be_translated(goal.value, sources):
                continue
            message = (
                f"The tunnel {one.name} of {one.device} leads to {goal.value}, but its other end, {other.name} of "
                f"{other.device}, begins at {' or '.join(sorted(sources))}."
            )
            about = tuple(Subject("interface", end.device, end.name) for end in (one, other))
            begins = [told.line for told in other.told.get("tunnel_from", ())]
            lines = (goal.line, *begins[-1:])
            yield Finding("tunnel-ends", "high", (one.device, other.device), message, lines, about=about)


def _sources(interface: Interface, network: Network) -> frozenset[str]:
    """Return the addresses that a tunnel may begin at: the one that it says, or those of the interface that it says."""
    told = interface.told.get("tunnel_from", ())
    if not told:
        return frozenset()
    source = told[-1].value
    if source[:1].isdigit():
        return frozenset({source})
    named = [one for one in network.by_device[interface.device] if plain_name(one.name) == plain_name(source)]
    return frozenset(str(address.owned.ip) for one in named for address in one.addresses)


def _may_be_translated(goal: str, sources: frozenset[str]) -> bool:
    """Tell whether a public address may stand for a private one."""
    return not ip_address(goal).is_private and all(ip_address(one).is_private for one in sources)


@dataclass(frozen=True, slots=True)
class _Vpn:
    """One end of a VPN: what it offers, by what it is called."""

    device: str
    name: str
    to: LineFact
    offers: Mapping[str, tuple[LineFact, ...]]


def vpn_ends(network: Network) -> Iterator[Finding]:
    """Find VPNs whose ends offer nothing in common for a setting."""
    syntax = {device.device: device.syntax for device in network.devices}
    vpns = [vpn for device in network.devices for vpn in _vpns(device)]
    leads: dict[tuple[str, str], list[_Vpn]] = defaultdict(list)
    for vpn in vpns:
        owners = {one.device for one in network.owners.get(vpn.to.value, ())} - {vpn.device}
        if len(owners) == 1:
            leads[vpn.device, owners.pop()].append(vpn)
    for (device, other), found in leads.items():
        back = leads.get((other, device), [])
        if device < other and len(found) == len(back) == 1 and syntax[device] == syntax[other]:
            yield from _unequal(found[0], back[0])


def _vpns(device: DeviceFacts) -> Iterator[_Vpn]:
    parts: dict[str, set[str]] = defaultdict(set)
    for one in device.all("vpn_part"):
        parts[one.fields["vpn"]].add(one.fields["part"])
    to = {one.fields["vpn"]: one for one in device.all("vpn_to")}
    for name, goal in to.items():
        offers: dict[str, list[LineFact]] = defaultdict(list)
        for one in device.all("vpn_setting"):
            if one.fields["part"] in parts[name] | {name}:
                sort, _, of = one.fields["part"].partition(" ")
                offers[f"{one.fields['key']} of {sort}" if of else one.fields["key"]].append(one)
        yield _Vpn(device.device, name, goal, {key: tuple(several) for key, several in offers.items()})


def _unequal(one: _Vpn, other: _Vpn) -> Iterator[Finding]:
    ends = (one, other)
    for key in dict.fromkeys((*one.offers, *other.offers)):
        default = read_words().setting_defaults.get(key.partition(" ")[0], "")
        values = [
            {word for fact in end.offers.get(key, ()) for word in fact.value.replace(",", " ").split()}
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

"""Checks that the ends of a link agree about OSPF and about the protocol of their bundle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from findings.facts import DeviceFacts, Interface, LineFact, Network
from findings.links import Link, find_links, has_area, is_ethernet, link_finding, meet
from findings.records import Finding
from findings.words import read_words


@dataclass(frozen=True, slots=True)
class _Setting:
    """A setting of OSPF that both ends must have alike; where one says nothing it has `default`, if that is known."""

    kind: str
    name: str
    default: str = ""


_SETTINGS = (
    _Setting("ospf_hello", "OSPF hello interval", "10"),
    _Setting("ospf_dead", "OSPF dead interval"),
    _Setting("ospf_network_type", "OSPF network type", "broadcast"),
    _Setting("ospf_authentication", "OSPF authentication", "none"),
)
_PLAIN_TYPES = frozenset({"broadcast", "point-to-point"})
"""Types of networks whose intervals are those of a link that says nothing."""
PASSIVE, PASSIVE_OR_ACTIVE, STATIC = "passive", "lacp", "static"


def link_ospf(network: Network) -> Iterator[Finding]:
    """Find links whose ends run OSPF with other intervals, network types or authentication."""
    devices = {device.device: device for device in network.devices}
    for link in find_links(network):
        ends = [(one, devices[one.device]) for one in link.ends]
        if not meet(link) or any(one.one("passive") for one in link.ends):
            continue
        for setting in _SETTINGS:
            told = [_said(one, setting.kind) for one in link.ends]
            known = [
                found is not None or _is_default(setting, *end) for found, end in zip(told, ends, strict=True)
            ]
            if any(told) and all(known):
                yield from _differ("link-ospf", link, setting, told)


def _said(interface: Interface, kind: str) -> LineFact | None:
    """Return what says a setting's value; None where only its block is there."""
    found = interface.one(kind)
    return found if found and found.value else None


def _is_default(setting: _Setting, interface: Interface, device: DeviceFacts) -> bool:
    """Tell whether an end that does not say a setting surely has its default."""
    if not setting.default or not has_area(interface, device) or device.all("ospf_elsewhere"):
        return False
    types = interface.told.get("ospf_network_type", ())
    if any(_meaning(one.value) not in _PLAIN_TYPES for one in types):
        return False
    return setting.kind == "ospf_authentication" or is_ethernet(interface)


def _differ(kind: str, link: Link, setting: _Setting, told: list[LineFact | None]) -> Iterator[Finding]:
    means = [_meaning(one.value) if one else setting.default for one in told]
    if means[0] != means[1]:
        says = [one.value if one else f"{setting.default} (the default)" for one in told]
        lines = [one.line if one else end.line for one, end in zip(told, link.ends, strict=True)]
        yield link_finding(kind, link, setting.name, says, lines)


def _meaning(value: str) -> str:
    """Return what a value means, however a make writes it."""
    word = value.lower()
    return read_words().setting_values.get(word, word.removesuffix("s") if word[:-1].isdigit() else word)


def link_lacp(network: Network) -> Iterator[Finding]:
    """Find links of bundles that cannot form: LACP at one end only, or passive at both."""
    for link in find_links(network):
        told = [one.told.get("lacp", ()) for one in link.ends]
        are_bundles = [
            bool(said or one.told.get("bundle_by_hand")) for one, said in zip(link.ends, told, strict=True)
        ]
        if not any(told) or not all(are_bundles):
            continue
        modes = [_meaning(said[-1].value) if said else STATIC for said in told]
        if (STATIC in modes) != (modes == [STATIC, STATIC]) or modes == [PASSIVE, PASSIVE]:
            says = [said[-1].value if said else "no LACP (the default)" for said in told]
            lines = [said[-1].line if said else one.line for one, said in zip(link.ends, told, strict=True)]
            yield link_finding("link-lacp", link, "LACP", says, lines)

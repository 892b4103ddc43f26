"""Checks that what must be unique is: router IDs in a network, route distinguishers on a device, and the like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from findings import addresses
from findings.facts import LineFact, Network
from findings.ipv4 import ipv4_address
from findings.links import find_links
from findings.records import Finding, Severity, Subject
from findings.words import read_words

_MOST_OWNERS = 3
"""A number that more devices have is shared on purpose, or the files are not of one network."""


def duplicates(network: Network) -> Iterator[Finding]:
    """Find numbers that two linked devices of a network have, or two things of one device.

    Low where it is an address that two interfaces own: that is told, and the cause.
    """
    networks = _networks(network)
    owned_twice = {about.name for one in addresses.duplicates(network) for about in one.about}
    for identity in read_words().identities:
        owners: dict[tuple[str, str], dict[str, LineFact]] = defaultdict(dict)
        for device in network.devices:
            for one in (one for one in device.all(identity.kind) if one.value):
                within = device.device if identity.of_device else networks.get(device.device, "")
                owner = one.fields.get("of", "") if identity.of_device else device.device
                owners[within, f"{one.value.lower()} {one.fields.get('part', '')}"].setdefault(owner, one)
        for (within, _), found in owners.items():
            if within and 1 < len(found) <= _MOST_OWNERS:
                names = " and ".join(sorted(found))
                devices = (within,) if identity.of_device else tuple(found)
                value = next(iter(found.values())).value
                where = f"On {within}, " if identity.of_device else ""
                message = f"{where}{names} have the same {identity.name} {value}."
                lines = tuple(one.line for one in found.values())
                about = tuple(Subject("address", one, value) for one in devices if ipv4_address(value))
                severity: Severity = "low" if value in owned_twice else "high"
                yield Finding("duplicate-id", severity, devices, message, lines, about=about)


def _networks(network: Network) -> Mapping[str, str]:
    """Return one name for all devices that links or BGP sessions join, directly or over others; none for others."""
    names: dict[str, str] = {}
    joined = [(link.one.device, link.other.device) for link in find_links(network)]
    for device in network.devices:
        for neighbor in device.neighbors:
            owners = {one.device for one in network.owners.get(neighbor.peer, ())}
            joined += [(device.device, owner) for owner in owners if len(owners) == 1]
    for ends in joined:
        one, other = (names.setdefault(end, end) for end in ends)
        if one != other:
            names.update({device: one for device, name in names.items() if name == other})
    return names

"""Checks what a device's own filter lets in to its services from everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from findings.facts import Network
from findings.filters.first_match import Packet, decide
from findings.filters.read_filters import read_filters
from findings.records import Finding
from findings.words import read_words

_ANYBODY = "1.2.3.4"
"""An address of the Internet that no device has, and no list of addresses that may not be there."""


def open_services(network: Network) -> Iterator[Finding]:
    """Find services that an entry of the filter of what comes to the device itself permits to everybody."""
    words = read_words()
    for device in network.devices:
        filters = read_filters(device)
        own = [one for one in filters if one.name.lower() in words.own_filters]
        for service in words.own_services if own else ():
            told = device.all(service.kind)
            if not told or any(device.all(kind) for kind in service.unless):
                continue
            packet = Packet(
                source=_ANYBODY, protocol=service.protocol, destination_port=service.port, state="new"
            )
            verdicts = [decide(one, packet, filters) for one in own]
            found = next((one for one in verdicts if one.action == "permit" and one.entry), None)
            if found and found.entry and not any(one.action == "deny" for one in verdicts):
                message = (
                    f"{device.device} lets everybody reach its {service.name}: entry {found.entry.called} of "
                    f"{found.filter.name} asks neither who calls nor where."
                )
                lines = tuple(dict.fromkeys((*found.entry.lines, told[0].line)))[:8]
                yield Finding("open-access", "medium", (device.device,), message, lines)

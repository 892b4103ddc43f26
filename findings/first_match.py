"""What a filter does with a packet: the entry that decides, as far as that is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address

from findings.errors import NoSuchFilterError, UnknownPacketError
from findings.facts import read_network
from findings.filters import Entry, Filter, read_filters
from findings.sides import PORTS, address_number
from findings.words import read_words
from graph_store.graph import ReadableGraph


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet; what is blank or None is not known."""

    source: str = ""
    destination: str = ""
    protocol: str = ""
    source_port: int | None = None
    destination_port: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """`action` is "permit", "deny", or blank where it is not known.

    `entry` is the one that decides, or None where none does; `open` are those before it that may match as well, since
    they ask for more than is known of the packet or of them.
    """

    filter: Filter
    action: str
    entry: Entry | None
    open: tuple[Entry, ...]


def test_filter(graph: ReadableGraph, device: str, filter_name: str, packet: Packet) -> Verdict:
    """Tell what a filter of a device does with a packet.

    Raises NoSuchFilterError, and UnknownPacketError when the packet cannot be read.
    """
    filters = [
        found
        for one in read_network(graph, (device,)).devices
        if one.device.lower() == device.lower()
        for found in read_filters(one)
    ]
    named = [one for one in filters if one.name.lower() == filter_name.lower()]
    if not named:
        raise NoSuchFilterError(device, filter_name, tuple(one.name for one in filters))
    return decide(named[0], packet)


test_filter.__test__ = False  # type: ignore[attr-defined]  # for pytest: this is no test


def decide(found: Filter, packet: Packet) -> Verdict:
    """Find the first entry that surely matches. The action is known only if all before it would do the same."""
    numbers = _numbers(packet)
    open_entries: list[Entry] = []
    for entry in found.entries:
        holds = matches(entry, numbers) if entry.action != "next" else False
        if holds and entry.action:
            return Verdict(found, _agreed(entry.action, open_entries), entry, tuple(open_entries))
        if holds is not False:
            open_entries.append(entry)
    return Verdict(found, _agreed(found.default, open_entries), None, tuple(open_entries))


def matches(entry: Entry, numbers: dict[str, int | None]) -> bool | None:
    """Tell whether an entry matches; None when that depends on what is not known."""
    held = [side.holds(numbers.get(name)) for name, side in entry.sides.items()]
    if False in held:
        return False
    return None if None in held or entry.open else True


def _agreed(action: str, before: Iterable[Entry]) -> str:
    return action if action and all(entry.action == action for entry in before) else ""


def _numbers(packet: Packet) -> dict[str, int | None]:
    words = read_words().filters
    protocol = words.protocols.get(packet.protocol.lower())
    if packet.protocol.isdigit():
        protocol = int(packet.protocol)
    if packet.protocol and protocol is None and packet.protocol.lower() not in words.any_protocol:
        known = ", ".join(words.protocols)
        raise UnknownPacketError(
            f"unknown protocol {packet.protocol!r}; expected a number or one of: {known}"
        )
    service = None
    if protocol is not None and packet.destination_port is not None:
        service = protocol * PORTS + packet.destination_port
    return {
        "source": _address(packet.source),
        "destination": _address(packet.destination),
        "protocol": protocol,
        "source_port": packet.source_port,
        "destination_port": packet.destination_port,
        "service": service,
    }


def _address(text: str) -> int | None:
    try:
        return address_number(ip_address(text)) if text else None
    except ValueError as error:
        raise UnknownPacketError(
            f"{text!r} is no address; expected one as in 10.0.0.1 or 2001:db8::1"
        ) from error

"""Checks what filters do to a device's own traffic: services for everybody, sessions and replies that they drop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address
from itertools import product

from findings.agreement import runs
from findings.facts import DeviceFacts, Interface, LineFact, Network, owned_by, plain_name
from findings.filters.first_match import Verdict, decide
from findings.filters.read_filters import read_filters
from findings.filters.records import PLACES, Filter, FilterEntry, Packet
from findings.filters.sides import ANY
from findings.links import find_links, is_loopback
from findings.records import MOST_LINES, Finding, Subject
from findings.words import read_words
from graph_store.records import SourceLine

_ANYBODY = "1.2.3.4"
"""An address of the Internet that no device has, and no list of addresses that may not be there."""


def open_services(network: Network) -> Iterator[Finding]:
    """Find services that an entry of the filter of what comes to the device itself permits to everybody."""
    words = read_words()
    for device in network.devices:
        filters = read_filters(device)
        own = [one for one in filters if one.name.lower() in words.own_filters]
        dropping, accepting = (
            {one.of for one in device.all(kind)} for kind in ("dropping_rule", "accepting_default")
        )
        if dropping and accepting:  # what drops nothing is told as a setting
            drops = [one for one in own if one.name.lower() not in accepting - dropping]
            yield from _open_to_all(device, drops, filters)
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
                lines = tuple(dict.fromkeys((*found.entry.lines, told[0].line)))[:MOST_LINES]
                yield Finding("open-access", "medium", (device.device,), message, lines)


def _open_to_all(device: DeviceFacts, own: Sequence[Filter], filters: Sequence[Filter]) -> Iterator[Finding]:
    """Find filters with entries that deny something, and none that denies what nobody asked for."""
    packet = Packet(source=_ANYBODY, protocol="tcp", destination_port=_ANY_PORT, state="new")
    for verdict in (decide(one, packet, filters) for one in own):
        if verdict.action == "permit" and not verdict.entry:
            name = verdict.filter.name
            message = (
                f"{device.device} lets everybody in: {name} accepts by default, and no entry denies the rest."
            )
            lines = verdict.lines or tuple(one.lines[0] for one in verdict.filter.entries)
            yield Finding("open-access", "medium", (device.device,), message, tuple(lines[:MOST_LINES]))


@dataclass(frozen=True, slots=True)
class _Session:
    """What a device must let in: its packets, of which one must pass, the interface, and what says that it is there."""

    what: str
    packets: tuple[Packet, ...]
    interface: Interface
    lines: tuple[SourceLine, ...]
    about: tuple[Subject, ...] = ()


def blocked_sessions(network: Network) -> Iterator[Finding]:
    """Find sessions whose packets the device's own filter drops, whichever end begins them."""
    far = {
        (link.ends[end].device, link.ends[end].name): link.ends[1 - end]
        for link in find_links(network)
        for end in (0, 1)
    }
    for device in network.devices:
        bound = list(_bound(device))
        for session in _sessions(device, network, far) if bound else ():
            for found, where, said in bound:
                if where is not None and plain_name(session.interface.name) not in where:
                    continue
                here = [replace(one, in_interface=session.interface.name) for one in session.packets]
                verdicts = [decide(found, one, read_filters(device)) for one in here]
                if all(one.action == "deny" for one in verdicts):
                    yield _blocked(device, session, verdicts[0], said)
                    break


def _blocked(device: DeviceFacts, session: _Session, verdict: Verdict, said: SourceLine | None) -> Finding:
    name = verdict.filter.name
    where = (
        f"entry {verdict.entry.called} of {name} denies it"
        if verdict.entry
        else f"no entry of {name} permits it"
    )
    message = f"{device.device} drops {session.what} on {session.interface.name}: {where}."
    lines = (*verdict.lines, *session.lines, *((said,) if said else ()))
    shown = tuple(dict.fromkeys(lines))[:MOST_LINES]
    return Finding("own-traffic", "high", (device.device,), message, shown, about=session.about)


def _bound(device: DeviceFacts) -> Iterator[tuple[Filter, frozenset[str] | None, SourceLine | None]]:
    """Yield the filters of what comes in for the device, with the interfaces that they judge, or None for all."""
    words, filters = read_words(), read_filters(device)
    yield from ((one, None, None) for one in filters if one.name.lower() in words.own_filters)
    named = {name: one for one in filters for name in (one.other, one.name)}
    for one in device.all("filter_on"):
        if one.fields["of"] in words.inward and one.value in named:
            name = plain_name(one.interface)
            yield named[one.value], None if name.startswith("lo") else frozenset({name}), one.line
    zones = _zones(device)
    local = {one.value for one in device.all("local_zone")}
    for one in device.all("zone_filter"):
        if one.fields["to"] in local and one.value in named:
            yield named[one.value], zones.get(one.fields["from"], frozenset()), one.line


def _zones(device: DeviceFacts) -> Mapping[str, frozenset[str]]:
    zones: dict[str, set[str]] = defaultdict(set)
    for one in device.all("zone_member"):
        zones[one.fields["of"]].update(map(plain_name, one.value.split()))
    return {name: frozenset(members) for name, members in zones.items()}


_Far = Mapping[tuple[str, str], Interface]
"""The other end of the link that an interface is one end of."""


def _sessions(device: DeviceFacts, network: Network, far: _Far) -> Iterator[_Session]:
    """Yield the neighbors in BGP, ends of VPNs, and what neighbors on links send, with the interfaces they come to."""
    up = [one for one in network.by_device.get(device.device, ()) if one.addresses and not one.is_down]
    for neighbor in (one for one in device.neighbors if not one.shut_down):
        for one, own in _facing(up, neighbor.peer, neighbor.vrf):
            to = Packet(source=neighbor.peer, destination=own, protocol="tcp")
            packets = (
                replace(to, destination_port=179, source_port=_ANY_PORT, state="new"),
                replace(to, source_port=179, destination_port=_ANY_PORT, state="established"),
            )
            about = (Subject("neighbor", device.device, neighbor.peer),)
            yield _Session(f"its BGP neighbor {neighbor.peer}", packets, one, neighbor.lines, about)
    for goal in device.all("vpn_to"):
        for one in (each for each in up if plain_name(each.name) == plain_name(goal.fields.get("on", ""))):
            packet = Packet(goal.value, str(one.addresses[0].owned.ip), "udp", 500, 500, state="new")
            yield _Session(f"the VPN from {goal.value}", (packet,), one, (goal.line,))
    for one, protocol in product(up, read_words().own_protocols):
        said = (
            None
            if any(map(device.all, protocol.unsure)) or one.one(protocol.off)
            else runs(one, device, protocol.kind)
        )
        peer = (
            _partner(one, said, protocol.protocol, network)
            if protocol.group
            else far.get((one.device, one.name))
        )
        if said and peer and peer.addresses and not is_loopback(one):
            source, port = str(peer.addresses[0].owned.ip), protocol.port or None
            packet = Packet(source, protocol.to, protocol.protocol, port, port, state="new")
            about = (Subject("interface", one.device, one.name),)
            yield _Session(f"{protocol.name} from {peer.device}", (packet,), one, (said.line,), about)


_ANY_PORT = 50_000
"""What the end that begins a connection may have."""


def _partner(
    interface: Interface, said: LineFact | None, protocol: str, network: Network
) -> Interface | None:
    """Return another device's interface in one subnet and group of a protocol for virtual gateways."""
    group = said.fields.get("group") if said and said.fields.get("protocol") == protocol else None
    nets = {address.owned.network for address in interface.addresses}
    found = (
        one
        for one in network.interfaces
        if one.device != interface.device and any(address.owned.network in nets for address in one.addresses)
        for each in one.told.get("virtual_address", ())
        if each.fields.get("group") == group
    )
    return next(found, None) if group else None


def _facing(up: Sequence[Interface], peer: str, vrf: str) -> Iterator[tuple[Interface, str]]:
    """Yield the interface in whose subnet a neighbor is, with its address there."""
    try:
        ip = ip_address(peer)
    except ValueError:
        return
    for one in up:
        for address in one.addresses:
            if ip in address.owned.network and one.vrf == vrf and address.owned.network.prefixlen:
                yield one, str(address.owned.ip)
                return


def dropped_replies(network: Network) -> Iterator[Finding]:
    """Find connections that a filter lets begin, while the filter of the other way drops all replies."""
    for device in network.devices:
        if device.all("accepts_established"):
            continue
        named = {one.name: one for one in read_filters(device)}
        ways = {(one.fields["from"], one.fields["to"]): one for one in device.all("zone_filter")}
        for (begin, end), one in ways.items():
            there, back = named.get(one.value), ways.get((end, begin))
            if there and back and (other := named.get(back.value)):
                replies = Packet(
                    protocol="tcp", source_port=443, destination_port=50_000, state="established"
                )
                if _lets_begin(there) and decide(other, replies, tuple(named.values())).action == "deny":
                    yield _no_reply(device, f"from {begin} to {end}", there, other, (one.line, back.line))
        for found in named.values():
            if (
                found.name in read_words().passing_filters or (found.whole and "filter" in found.name)
            ) and _never_replies(found):
                yield _no_reply(device, "", found, found, ())


def dropped_forwards(network: Network) -> Iterator[Finding]:
    """Find ports that are forwarded from the outside, while the filter of what passes drops them."""
    for device in network.devices:
        filters = read_filters(device)
        passing = [one for one in filters if one.name in read_words().passing_filters]
        for one in device.all("forwarded") if passing else ():
            port, inside = one.fields.get("port", ""), one.fields.get("inside", "")
            mapped = {
                each.fields.get("inner", port)
                for each in device.all("mapped_port")
                if each.fields.get("outer") == port
            }
            if not (port and inside):
                continue
            ports = [int(each) for each in mapped or {port} if each]
            owners = [
                each.name for each in device.interfaces if one.fields.get("address") in owned_by([each])
            ]
            come_in = one.fields.get("on") or next(iter(owners), "")
            packets = [
                Packet(_ANYBODY, inside, protocol, _ANY_PORT, each, come_in, state="new")
                for protocol in ("tcp", "udp")
                for each in ports
            ]
            verdicts = [decide(passing[0], packet, filters) for packet in packets]
            if len(passing) == 1 and all(verdict.action == "deny" for verdict in verdicts):
                forwards = f"{device.device} forwards port {port} to {inside}"
                message = f"{forwards}, and {passing[0].name}, with what it jumps to, denies that."
                lines = tuple(dict.fromkeys((one.line, *verdicts[0].lines)))[:MOST_LINES]
                yield Finding("own-traffic", "medium", (device.device,), message, lines)


def _no_reply(
    device: DeviceFacts, way: str, there: Filter, back: Filter, lines: Sequence[SourceLine]
) -> Finding:
    what = f"connections {way}" if way else "connections"
    message = (
        f"{device.device} lets {what} begin by {there.name}, and {back.name} drops what comes back: no entry "
        "accepts what is established."
    )
    entry = next((one for one in there.entries if _begins(one)), None)
    shown = (
        *lines,
        *(entry.lines[:2] if entry else ()),
        *(one.lines[0] for one in back.entries),
        *back.default_lines,
    )
    return Finding("own-traffic", "high", (device.device,), message, tuple(dict.fromkeys(shown))[:MOST_LINES])


def _begins(entry: FilterEntry) -> bool:
    return entry.action == "permit" and entry.sides.get("state", ANY).holds("new") is not False


def _lets_begin(found: Filter) -> bool:
    return any(map(_begins, found.entries)) or found.default == "permit"


def _never_replies(found: Filter) -> bool:
    """Tell whether a filter of both ways denies the rest, and has an entry whose replies no entry can match.

    Only where all entries that permit say from where to where, in names of one sort.
    """
    denies = found.default == "deny" or any(
        one.action == "deny" and not one.sides and not one.open for one in found.entries
    )
    permits = [one for one in found.entries if one.action != "deny"]
    begins = [one for one in permits if _begins(one)]
    sorts = {name for one in begins for name in PLACES if name in one.sides}
    pairs = next(
        (pair for pair in (("from", "to"), ("in_interface", "out_interface")) if sorts == {*pair}), None
    )
    if not denies or not begins or len(begins) != len(permits) or pairs is None:
        return False
    ways = [tuple(one.sides.get(name) for name in pairs) for one in begins]
    if not all(first and last for first, last in ways):
        return False
    return not any(
        one[0].names & other[1].names and one[1].names & other[0].names
        for one, other in product(ways, ways)
        if one[0] and one[1] and other[0] and other[1]
    )

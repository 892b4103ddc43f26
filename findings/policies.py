"""Checks the policies of firewalls against addresses and routes: entries that nothing can match, and missing NAT."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network

from findings.facts import DeviceFacts, Interface, LineFact, Network, plain_name
from findings.filters.first_match import decide
from findings.filters.read_filters import filters_by_name, read_filters
from findings.filters.records import Filter, FilterEntry, Packet
from findings.filters.sides import ANY, VERSION
from findings.idle_entries import asks_port, carried_on
from findings.ipv4 import PRIVATE, ipv4_address, ipv4_network, ipv4_subnets, is_private
from findings.links import is_small
from findings.records import MOST_LINES, Finding, Subject
from findings.words import read_words

_MOST_LINES = 12
_SIDES = (("source", "from"), ("destination", "to"))


def unmatched_entries(network: Network) -> Iterator[Finding]:
    """Find entries whose sources or destinations are not behind the interfaces that the entry names.

    Where a routing protocol may tell of more, they are in no subnet of any device. Nothing is found where the interface
    leads everywhere.
    """
    for device in network.devices:
        learns = bool(device.all("learns_routes"))
        own = ipv4_subnets(device.interfaces)
        everywhere = [net for net in ipv4_subnets(network.interfaces) if learns and net not in own]
        if device.all("address_from_elsewhere") or (learns and len(network.devices) == 1):
            continue
        for found, entry in _permits(device):
            for side, where in _SIDES:
                asked, names = entry.sides.get(side, ANY), entry.sides.get(where, ANY).names
                nets = _behind(device, names)
                if (
                    nets
                    and asked != ANY
                    and not asked.names
                    and not any(map(asked.meets, (*nets, *everywhere)))
                ):
                    message = (
                        f"In {found.name} on {device.device}, entry {entry.name} never matches: "
                        f"none of its {side}s is behind {' or '.join(sorted(names))}."
                    )
                    about = (Subject("entry", device.device, entry.called),)
                    yield Finding(
                        "unmatched-entry",
                        "medium",
                        (device.device,),
                        message,
                        entry.lines[:_MOST_LINES],
                        about=about,
                    )


def translated_before(network: Network) -> Iterator[Finding]:
    """Find entries for addresses that are others by the time the entry is asked: NAT of destinations comes first."""
    for device in network.devices:
        forwards = {
            one.fields["address"]: one
            for one in device.all("forwarded")
            if {"address", "inside"} <= one.fields.keys()
        }
        filters = read_filters(device) if forwards else ()
        own = [one for one in filters if read_words().not_behind_nat.search(one.name)]
        skipped = {one.name for one in own} | {entry.target for one in own for entry in one.entries}
        for found, entry in (
            (one, entry) for one in filters if one.name not in skipped for entry in one.entries
        ):
            asked = entry.sides.get("destination", ANY)
            hosts = {
                str(IPv4Address(low % VERSION))
                for low, high in asked.ranges
                if low == high and low // VERSION == 4
            }
            if (
                entry.action != "permit"
                or asked.names
                or len(hosts) != len(asked.ranges)
                or not hosts <= forwards.keys()
            ):
                continue
            nats = [forwards[host] for host in sorted(hosts)]
            if all(asks_port(entry, one.fields.get("port", "")) for one in nats):
                became = (f"{one.fields['address']} has become {one.fields['inside']}" for one in nats)
                message = (
                    f"In {found.name} on {device.device}, entry {entry.called} never matches: "
                    f"{' and '.join(became)} by then."
                )
                lines = (*entry.lines, *(one.line for one in nats))[:_MOST_LINES]
                about = (Subject("entry", device.device, entry.called),)
                yield Finding("unmatched-entry", "medium", (device.device,), message, lines, about=about)


def open_guests(network: Network) -> Iterator[Finding]:
    """Find entries that let guests go everywhere: they name no destination, and leave by any or an inner interface."""
    for device in network.devices:
        inner = {plain_name(one.name) for one in device.interfaces if _is_inner(one)}
        for found in read_filters(device):
            for place, entry in enumerate(found.entries):
                text = " ".join(line.text for line in entry.lines)
                places = {"to", "out_interface", "destination", "destination_list"} & entry.sides.keys()
                named = _WHENCE & entry.sides.keys()
                ways = {name for each in _WAYS & places for name in map(plain_name, entry.sides[each].names)}
                if ways and ways <= inner and not entry.sides.keys() & _SERVICES:
                    places -= _WAYS
                before = any(
                    one.action != "permit" and not _apart(one, entry) for one in found.entries[:place]
                )
                if (
                    entry.action == "permit"
                    and (found.whole or found.name in read_words().passing_filters)
                    and named
                    and not (places or before or entry.open or "state" in entry.sides)
                    and read_words().guests.search(text)
                ):
                    behind = f"all behind {' and '.join(sorted(ways))}" if ways else "every network"
                    besides = "no service" if ways else "no interface to leave by"
                    message = (
                        f"In {found.name} on {device.device}, entry {entry.called} lets guests reach {behind}: "
                        f"it names no destination, and {besides}."
                    )
                    yield Finding(
                        "any-to-any", "medium", (device.device,), message, entry.lines[:_MOST_LINES]
                    )


_WAYS = frozenset({"to", "out_interface"})
_SERVICES = frozenset({"service", "protocol", "destination_port", "application"})


def _is_inner(interface: Interface) -> bool:
    """Tell whether an interface has private addresses alone, and is not called one to the outside."""
    nets = ipv4_subnets([interface])
    private = bool(nets) and all(any(net.subnet_of(one) for one in PRIVATE) for net in nets)
    return private and not interface.told.get("outside")


def _apart(one: FilterEntry, other: FilterEntry) -> bool:
    """Tell whether no packet is asked about in both entries, as far as the side that it comes from tells."""
    for name in _WHENCE & one.sides.keys() & other.sides.keys():
        here, there = one.sides[name], other.sides[name]
        meet = any(low <= last and first <= high for low, high in here.ranges for first, last in there.ranges)
        if not meet and here.names.isdisjoint(there.names) and bool(here.names) == bool(there.names):
            return True
    return one.sides.keys() == {"state"}


_WHENCE = frozenset({"from", "in_interface", "source", "source_list"})


def lists_without_exits(network: Network) -> Iterator[Finding]:
    """Find lists of interfaces that are called the outside, and lack every one by which a default route leads."""
    words = read_words()
    for device in network.devices:
        lists: dict[str, dict[str, LineFact]] = defaultdict(dict)
        for one in device.all("listed_port"):
            lists[one.of][plain_name(one.value)] = one
        exits = _exits(device) | {plain_name(one.value): one for one in device.all("dialled_exit")}
        unknown = {one.value for one in device.all("list_of_lists")}
        above = carried_on(device) if exits and lists else {}
        for name, ports in lists.items() if exits else ():
            meant = ports.keys() | {each for port in ports for each in above.get(port, {})}
            if words.outsides.search(name) and name not in unknown and not meant & exits.keys():
                message = (
                    f"On {device.device}, the list {name} has {' and '.join(one.value for one in ports.values())}, and "
                    f"the default route leads by {' and '.join(one.value for one in exits.values())}."
                )
                lines = tuple(one.line for one in (*ports.values(), *exits.values()))[:_MOST_LINES]
                yield Finding("missing-part", "medium", (device.device,), message, lines)


def _exits(device: DeviceFacts) -> dict[str, LineFact]:
    """Return the interfaces by which default routes lead, by plain names, with what says so."""
    exits = {plain_name(one.value): one for one in device.all("static_out") if one.fields["address"] == _ALL}
    for one in device.all("static_route"):
        hop = ipv4_address(one.value) if one.fields.get("address", _ALL) == _ALL else None
        for port in device.interfaces if hop else ():
            if any(hop in net for net in ipv4_subnets([port])):
                exits[plain_name(port.name)] = one
    return exits


def not_translated(network: Network) -> Iterator[Finding]:
    """Find subnets behind an inside interface that no list of NAT permits, where it permits those of others."""
    for device in network.devices:
        by_name = filters_by_name(device) if device.all("nat_by_list") else {}
        lists = [by_name[one.value] for one in device.all("nat_by_list") if one.value in by_name]
        if not lists or device.all("nat_otherwise"):
            continue
        translated: list[tuple[Interface, IPv4Network]] = []
        left_out: list[tuple[Interface, IPv4Network]] = []
        for one in device.interfaces:
            for net in ipv4_subnets([one]) if "nat_inside" in one.told and not one.is_down else ():
                packet = Packet(str(net[0] + net.num_addresses // 2), _ANYWHERE, "tcp", 40000, 443)
                actions = {decide(each, packet, read_filters(device)).action for each in lists}
                if is_private(net[0]):
                    (left_out if actions == {"deny"} else translated).append((one, net))
        for one, net in left_out if translated and not any(is_small(str(net)) for _, net in left_out) else ():
            message = (
                f"{device.device} translates nothing that comes from {net} behind {one.name}, which is inside: "
                f"{' and '.join(sorted({each.name for each in lists}))} permits other subnets alone."
            )
            said = [each.line for each in (*one.told["nat_inside"], *device.all("nat_by_list"))]
            lines = (*said, *(line for each in lists for entry in each.entries for line in entry.lines))
            about = (Subject("interface", device.device, one.name),)
            yield Finding("missing-nat", "medium", (device.device,), message, lines[:MOST_LINES], about=about)


_ANYWHERE = "198.41.0.4"
"""An address of the Internet that is in no network of somebody's own."""


def nat_elsewhere(network: Network) -> Iterator[Finding]:
    """Find NAT of sources that names other interfaces than those by which default routes lead, all with addresses."""
    for device in network.devices:
        told = device.all("translated_out")
        if not told or device.all("translated_anyhow") or device.all("address_from_elsewhere"):
            continue
        lists: dict[str, set[str]] = defaultdict(set)
        for one in device.all("listed_port"):
            lists[one.of].add(plain_name(one.value))
        named = {port for one in told for port in lists.get(one.value, {plain_name(one.value)})}
        exits = _exits(device)
        if exits and not named & exits.keys():
            message = (
                f"{device.device} translates sources on {' and '.join(sorted(named))}, and its default route leads by "
                f"{' and '.join(sorted(exits))}."
            )
            lines = (*(one.line for one in told), *(one.line for one in exits.values()))
            yield Finding(
                "missing-nat", "medium", (device.device,), message, tuple(dict.fromkeys(lines))[:_MOST_LINES]
            )


_ALL = "0.0.0.0/0"


def missing_nat(network: Network) -> Iterator[Finding]:
    """Find entries that let private addresses out to everywhere, by an interface with a public one, as they are."""
    for device in network.devices:
        translated = {one.fields["of"] for one in device.all("translated")}
        outside = {one.fields["interface"].lower() for one in device.all("outside")}
        for found, entry in _permits(device) if translated and not device.all("translates_all") else ():
            names, source = entry.sides.get("to", ANY).names, entry.sides.get("source", ANY)
            own = [net for name in names & outside for net in _subnets(device, name)]
            is_public = bool(own) and not any(net.subnet_of(private) for net in own for private in PRIVATE)
            if (
                is_public
                and names <= outside
                and "destination" not in entry.sides
                and entry.name not in translated
                and source.ranges
                and not source.names
                and source.is_within(PRIVATE)
            ):
                message = (
                    f"In {found.name} on {device.device}, entry {entry.name} lets private addresses out to "
                    f"{' and '.join(sorted(names))} without NAT."
                )
                yield Finding("missing-nat", "medium", (device.device,), message, entry.lines[:_MOST_LINES])


def _permits(device: DeviceFacts) -> Iterator[tuple[Filter, FilterEntry]]:
    for found in read_filters(device):
        yield from ((found, entry) for entry in found.entries if found.whole and entry.action == "permit")


def _subnets(device: DeviceFacts, name: str) -> list[IPv4Network]:
    return ipv4_subnets([one for one in device.interfaces if plain_name(one.name) == plain_name(name)])


def _behind(device: DeviceFacts, names: frozenset[str]) -> Sequence[IPv4Network]:
    """Return the networks behind interfaces or zones; none where one of them may lead everywhere, or is not known."""
    nets: list[IPv4Network] = []
    members: dict[str, list[str]] = defaultdict(list)
    for one in device.all("zone_member"):
        members[one.fields["of"].lower()] += one.value.split()
    for name in (port for each in names for port in members.get(each, [each])):
        here = _subnets(device, name)
        routes = [
            ipv4_network(one.fields.get("address", "0.0.0.0/0"), one.fields.get("mask", ""))
            for one in device.all("static_route")
            if plain_name(one.fields.get("on", "")) == plain_name(name)
            or any((hop := ipv4_address(one.value)) and hop in net for net in here)
        ]
        found = [*here, *(net for net in routes if net)]
        if not here or any(net.prefixlen == 0 for net in found):
            return ()
        nets += found
    return nets

"""Joins findings that share a cause into incidents: the same link, port, session or address, at the same time. Pure.

Both ends of a link are one place, with the sessions over it. What a configuration says holds at any time.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address
from itertools import combinations

from findings.facts import Interface, Network, plain_name
from findings.incidents import Incident, rank
from findings.links import Link, find_links, is_called
from findings.records import Finding, Subject

SLACK = timedelta(minutes=10)
"""What lies so close together in time counts as simultaneous: the ends of a link log by clocks of their own."""
DASH = " \N{EN DASH} "
"""Stands between the two ends of a link in an incident's `where`."""
_WORD = re.compile(r"[^\s(),;]+")
_GOES_ON = datetime.max - SLACK
SharedPlace = tuple[str, ...]
"""What two findings may share: ("port", device, name), ("link", its ends), ("session", two devices) and the like."""


def join_incidents(findings: Sequence[Finding], network: Network) -> tuple[Incident, ...]:
    """Put each finding into one incident; the most severe incidents with the widest reach come first."""
    places = _Places(network)
    found = [frozenset(place for one in finding.about for place in places.of(one)) for finding in findings]
    leader = list(range(len(findings)))

    def lead(at: int) -> int:
        while leader[at] != at:
            at = leader[at]
        return at

    for one, other in _sharing(findings, found):
        leader[lead(other)] = lead(one)
    groups: dict[int, list[int]] = defaultdict(list)
    for at in range(len(findings)):
        groups[lead(at)].append(at)
    made = [_incident([findings[at] for at in group], places) for group in groups.values()]
    return rank(made)


def _sharing(
    findings: Sequence[Finding], places: Sequence[frozenset[SharedPlace]]
) -> Iterator[tuple[int, int]]:
    """Yield pairs that have a place in common and overlap in time."""
    at_place: dict[SharedPlace, list[int]] = defaultdict(list)
    for at, found in enumerate(places):
        for place in found:
            at_place[place].append(at)
    spans = [_span(one) for one in findings]
    for place, several in at_place.items():
        for one, other in combinations(several, 2):
            (first, last), (began, ended) = spans[one], spans[other]
            if place[0] == "device":
                whole = any(each.kind == "device" for at in (one, other) for each in findings[at].about)
                if not (whole and findings[one].since and findings[other].since):
                    continue  # a device joins what it does as a whole with what its links do, nothing else
                # What goes on for hours is no cause, and no effect, of all that the device does in them.
                last, ended = (first if last == _GOES_ON else last), (began if ended == _GOES_ON else ended)
            if first <= ended + SLACK and began <= last + SLACK:
                yield one, other


def _span(finding: Finding) -> tuple[datetime, datetime]:
    """Return when a finding begins and ends; a margin of both is left, so that SLACK can be added."""
    first = _moment(finding.since) if finding.since else datetime.min
    return first, _moment(finding.until) if finding.until else _GOES_ON


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(f"{text}:00" if len(text) == 13 else text).replace(tzinfo=None)
    except ValueError:
        return datetime.min


def _incident(findings: Sequence[Finding], places: _Places) -> Incident:
    found = {_key(port): port for one in findings for each in one.about for port in places.ports(each)}
    ports = tuple(found.values())
    link = next((link for link in places.links if {_key(end) for end in link.ends} == found.keys()), None)
    devices = dict.fromkeys(name for one in findings for name in one.devices)
    addresses = dict.fromkeys(each.name for one in findings for each in one.about if each.kind == "address")
    if link is not None:
        where = name_ends(link.ends)
    elif len(ports) == 1:
        where = name_ends(ports)
    elif addresses:
        where = f"{', '.join(addresses)} on {' and '.join(devices)}"
    else:
        files = dict.fromkeys(line.path for one in findings for line in one.lines)
        where = ", ".join(devices or files)
    return Incident(where, tuple(findings), tuple(map(_named, ports)) if len(findings) > 1 else ())


def name_ends(ends: Iterable[Interface]) -> str:
    """Name a link by its ends, or a port: "edge1 ge-0/0/2.0 - branch-ash GigabitEthernet0/0/0", with a longer dash."""
    return DASH.join(f"{one.device} {one.name}" for one in ends)


def _key(port: Interface) -> tuple[str, str]:
    return port.device, plain_name(port.name)


def _named(port: Interface) -> str:
    told = port.one("description")
    text = told.value.strip().strip('"') if told else ""
    return f"{port.device} {port.name}{f' ({text})' if text else ''}"


# Where a finding is: which interface, link or session its subject is.


class _Places:
    """Finds the interface that a log or a check names, and what is at its other end."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.links = find_links(network)
        self._by_name = {_key(one): one for one in network.interfaces}
        self._of: dict[tuple[str, str], list[Link]] = defaultdict(list)
        for link in self.links:
            for end in link.ends:
                for each in filter(None, (end, end.parent)):
                    self._of[_key(each)].append(link)

    def of(self, subject: Subject) -> Iterator[SharedPlace]:
        """Yield all places of a subject."""
        if subject.kind == "device":
            yield "device", subject.device
            return
        if subject.kind == "address":
            yield "address", subject.name
            return
        if subject.kind == "entry":
            return  # each filter has entries of these names
        port = self._port(subject)
        yield "device", subject.device
        if port is not None:
            yield "port", *_key(port)
            for link in self._of[_key(port)]:
                yield "link", *sorted(" ".join(_key(end)) for end in link.ends)
                yield from (("device", end.device) for end in link.ends)
        elif subject.kind == "neighbor" and (far := self._far_device(subject)):
            yield "session", *sorted((subject.device, far))
            yield "device", far
        else:
            yield subject.kind, subject.device, plain_name(subject.name)

    def ports(self, subject: Subject) -> Iterator[Interface]:
        """Yield the interface of a subject, and the other end of its link where it has one link."""
        if subject.kind in ("interface", "neighbor") and (port := self._port(subject)):
            links = self._of[_key(port)]
            yield from links[0].ends if len(links) == 1 else (port,)

    def _port(self, subject: Subject) -> Interface | None:
        words = _WORD.findall(subject.name)
        if subject.kind == "interface":
            return self._called(subject.device, subject.name)
        named = filter(None, (self._called(subject.device, word) for word in words))
        return next(named, None) or next(
            filter(None, (self._towards(subject.device, one) for one in words)), None
        )

    def _called(self, device: str, name: str) -> Interface | None:
        """Return the interface of that name, in full or short; the only one."""
        exact = self._by_name.get((device, plain_name(name)))
        if exact or not any(sign.isdigit() for sign in name) or name.count(".") == 3:
            return exact
        several = self._network.by_device.get(device, ())
        found = [one for one in several if is_called(one.name, plain_name(name))]
        return found[0] if len(found) == 1 else None

    def _towards(self, device: str, address: str) -> Interface | None:
        """Return the interface in whose subnet a neighbor's address is."""
        owners = self._network.owners.get(address.lower(), ())
        for one in self._network.by_device.get(device, ()):
            for owned in one.addresses:
                net = owned.owned.network
                if net.num_addresses > 1 and (
                    _in(address, net) and all(each.device != device for each in owners)
                ):
                    return one
        return None

    def _far_device(self, subject: Subject) -> str:
        devices = {
            owner.device
            for word in _WORD.findall(subject.name)
            for owner in self._network.owners.get(word.lower(), ())
        } - {subject.device}
        return devices.pop() if len(devices) == 1 else ""


def _in(address: str, net: IPv4Network | IPv6Network) -> bool:
    try:
        return ip_address(address) in net
    except ValueError:
        return False

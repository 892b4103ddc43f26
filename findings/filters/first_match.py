"""Finds the filter entry that decides about a packet, and entries that can never match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address
from itertools import combinations, takewhile

from findings.errors import NoSuchFilterError, UnknownPacketError, UnreadDeviceError
from findings.facts import DeviceFacts, LineFact, Network, read_network
from findings.filters.read_filters import UNORDERED, read_filters
from findings.filters.records import PLACES, STATES, Filter, FilterEntry, Packet
from findings.filters.sides import (
    ANY,
    EVERY_VERSION,
    ICMP,
    VERSION,
    NumberRange,
    Side,
    address_number,
    service_range,
)
from findings.filters.ways import place_packet
from findings.records import Finding, Severity, Subject
from findings.references import idle_lines
from findings.words import read_filter_words, read_words
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from reading.spoken_names import name_some

Numbers = Mapping[str, int | str | NumberRange | None]
"""What is known of a packet, as the sides of entries hold it."""
MOST_JUMPS = 16
EITHER = {"port": ("source_port", "destination_port")}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`action` is "permit", "deny", or blank where it is not known.

    `entry` is the one that decides, or None where none does; `open` are those before it that may match as well, since
    they ask for more than is known of the packet or of them. `assumed` is what the packet was taken for besides;
    `otherwise` are the entries that may match before if it is not that.
    """

    filter: Filter
    action: str
    entry: FilterEntry | None
    open: tuple[FilterEntry, ...]
    assumed: tuple[str, ...] = ()
    otherwise: tuple[FilterEntry, ...] = ()

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """The lines that decide: of the entry, or of what happens to what no entry matches."""
        if self.entry:
            return self.entry.lines
        return self.filter.default_lines if self.action else ()


def test_filter(graph: ReadableGraph, device: str, filter_name: str, packet: Packet) -> Verdict:
    """Tell what a filter of a device does with a packet.

    Raises NoSuchFilterError, or UnreadDeviceError, and UnknownPacketError when the packet cannot be read.
    """
    network = read_network(graph, (device,))
    parts = [one for one in network.devices if one.device.lower() == device.lower()]
    if not parts:
        raise UnreadDeviceError(device, [f"{line.path}:{line.number}: {why}" for line, why in network.unread])
    filters = [found for one in parts for found in read_filters(one)]
    found = named_filter(device, filter_name, filters, packet)
    return decide_for_first(found, packet, parts)


test_filter.__test__ = False  # type: ignore[attr-defined]  # for pytest: this is no test


def named_filter(device: str, name: str, filters: Sequence[Filter], packet: Packet) -> Filter:
    """Return the filter of that name; words around a name, as of its block or table, may be left out, or be there.

    Of two filters of one name, that for the packet's version of IP is meant. Raises NoSuchFilterError, also where the
    name may stand for several.
    """
    bare, families = _bare_name(name), read_filter_words().hook_families
    named = [one for one in filters if bare == _bare_name(one.name)]
    named = named or [one for one in filters if bare == one.other.lower()]
    said = {families[word] for word in name.lower().split() if word in families}
    fit = [one for one in named if one.version in ((said - {0}) or {*_versions(packet), 0})]
    named = fit or named
    named = [one for one in named if one.name.lower() == name.lower()] or named
    if len(named) > 1 and not (named[0].hook and len({one.hook for one in named}) == 1):
        raise NoSuchFilterError(device, name, tuple(one.name for one in named))
    if not named:
        raise NoSuchFilterError(device, name, tuple(one.name for one in filters))
    return named[-1]


def _bare_name(name: str) -> str:
    words = [word for word in name.lower().split() if word[0] != "("]
    return " ".join(word for word in words if word not in read_filter_words().name_words) or " ".join(words)


FIRST = "the first packet of its connection"
FROM_OUTSIDE = "one that does not come in through {}"
_FIRST, _PLACED, _OUTSIDE = range(3)
"""What may be assumed of a packet."""


def decide_for_first(found: Filter, packet: Packet, parts: Sequence[DeviceFacts]) -> Verdict:
    """Decide; where it hangs on it, as for the first packet of a connection, which passes where its addresses are.

    What tests of filters ask about is such a packet (as in Batfish's testFilters, whose flows are new by default). No
    more is assumed than the verdict needs. `parts` are the configurations of the device, one of which has the filter.
    """
    filters = [each for part in parts for each in read_filters(part)]
    plain = decide(found, packet, filters)
    if plain.action:
        return plain
    loopbacks = read_filter_words().loopbacks
    inner = sorted({name for one in plain.open for name in _places_in(one) & loopbacks})
    placed, ways = place_packet(next(part for part in parts if found in read_filters(part)), packet)
    may_assume = [
        *([_FIRST] if not packet.state else []),
        *([_PLACED] if ways else []),
        *([_OUTSIDE] if inner and not packet.in_interface else []),
    ]
    for some in (some for size in range(1, len(may_assume) + 1) for some in combinations(may_assume, size)):
        taken = placed if _PLACED in some else packet
        taken = replace(taken, state="new") if _FIRST in some else taken
        own, *others = (
            _without_loopbacks(one, loopbacks) if _OUTSIDE in some else one for one in (found, *filters)
        )
        verdict = decide(own, taken, others)
        if verdict.action:
            words = {_FIRST: (FIRST,), _PLACED: ways, _OUTSIDE: (FROM_OUTSIDE.format(" or ".join(inner)),)}
            assumed = tuple(each for one in some for each in words[one])
            otherwise = tuple(one for one in plain.open if one != verdict.entry)
            return replace(verdict, filter=found, assumed=assumed, otherwise=otherwise)
    return plain


def _places_in(entry: FilterEntry) -> frozenset[str]:
    return entry.sides["in_interface"].names if "in_interface" in entry.sides else frozenset()


def _without_loopbacks(found: Filter, loopbacks: frozenset[str]) -> Filter:
    """Leave out the entries that ask for what comes in through a loopback interface."""
    kept = (one for one in found.entries if not (_places_in(one) and _places_in(one) <= loopbacks))
    return replace(found, entries=tuple(kept))


def decide(found: Filter, packet: Packet, filters: Sequence[Filter] = ()) -> Verdict:
    """Find the first entry that surely matches. The action is known only if all before it would do the same.

    `filters` are those that entries of this one may jump to, and those of the same hook: each of these lets the packet
    pass, or the one that does not is the one of the verdict.
    """
    if found.version < 0 or (found.version and _versions(packet) - {found.version}):
        return Verdict(found, "", None, ())  # not one that it judges
    numbers, by_name = _numbers(packet), {one.name: one for one in filters}
    own = _decide(found, numbers, by_name, 0)
    doubtful: list[FilterEntry] = []
    for other in sorted(filters, key=lambda one: one.priority):
        if other.name == found.name and own.action == "deny":
            break
        if other.name == found.name or not found.hook or other.hook != found.hook:
            continue
        version = other.version
        versions = _versions(packet)
        if version and versions and version not in versions:
            continue
        verdict = _decide(other, numbers, by_name, 0)
        if verdict.action == "deny" and (not version or versions):
            return verdict
        if verdict.action != "permit":
            doubtful += verdict.open or ((verdict.entry,) if verdict.entry else ())
    if doubtful and own.action == "permit":
        return replace(own, action="", open=(*doubtful, *own.open))
    return own


def _versions(packet: Packet) -> set[int]:
    """Return the version of IP that the addresses are of; none where none is given."""
    numbers = (_address(packet.source), _address(packet.destination))
    return {number // VERSION for number in numbers if number is not None}


def _held(entry: FilterEntry, numbers: Numbers, found: Filter) -> list[bool | None]:
    """Tell of each side whether it matches; `port` is either of the two ports."""
    held: list[bool | None] = []
    for name, side in entry.sides.items():
        each = [side.holds(_comparable(one, numbers, found)) for one in EITHER.get(name, (name,))]
        held.append(True if True in each else None if None in each else False)
    return held


def _decide(found: Filter, numbers: Numbers, filters: Mapping[str, Filter], depth: int) -> Verdict:
    open_entries: list[FilterEntry] = []
    action, decides = found.default, None
    if any(UNORDERED in entry.open for entry in found.entries):
        found = replace(found, entries=_most_specific(found, numbers))
    for entry in found.entries:
        held = _held(entry, numbers, found)
        if entry.version not in (0, found.version, numbers["family"]) and False not in held:
            if entry.version == 4 or numbers["family"] is None:
                open_entries.append(replace(entry, action=""))
            continue
        if entry.action == "next" or False in held:
            continue
        sure = not entry.open and None not in held
        if entry.target:
            inner = filters.get(entry.target)
            if inner is None or depth > MOST_JUMPS:
                open_entries.append(entry)
                continue
            there = _decide(inner, numbers, filters, depth + 1)
            comes_back = there.action == "return" or not (there.entry or inner.default)
            if there.open or (not sure and not comes_back):
                decided = [replace(entry, action=there.action)] if there.entry is None else [there.entry]
                open_entries += [*there.open, *([] if comes_back else decided)]
            if comes_back and entry.action == "return":  # it went there for good
                there = replace(there, action="return", entry=entry)
            elif comes_back:
                continue
            if sure:
                action, decides = there.action, there.entry
                break
            open_entries += [entry] if comes_back else []
            continue
        if entry.action and sure:
            action, decides = entry.action, entry
            break
        open_entries.append(entry)
    if action == "return" and found.default:
        action = found.default
    if decides is None and found.same_zone not in ("", action) and not depth:
        action = {"interzone": action, "intrazone": found.same_zone}.get(_of_zones(numbers, found) or "", "")
    if decides is None and found.name.startswith("ipv6 ") and _discovers_neighbors(numbers):
        action = ""  # most makes let that pass, and say so nowhere
    agreed = action if all(entry.action == action for entry in open_entries) else ""
    return Verdict(found, agreed, decides, tuple(open_entries))


def _most_specific(found: Filter, numbers: Numbers) -> tuple[FilterEntry, ...]:
    """Return the entries that may match, first the one that asks for most, where one asks for all that the others do.

    That is what a device asks first which orders its entries itself (VRP, depth-first); else they are as they are.
    """
    may_match = [entry for entry in found.entries if False not in _held(entry, numbers, found)]
    for first in may_match:
        if all(asks_no_more(other, first) for other in may_match):
            plain = replace(first, open=tuple(each for each in first.open if each != UNORDERED))
            return (plain, *(other for other in may_match if other is not first))
    return found.entries


def _discovers_neighbors(numbers: Numbers) -> bool:
    """Tell whether a packet is, or may be, one that IPv6 needs to find its neighbors."""
    words = read_filter_words()
    types = {numbers[1] for name, numbers in words.icmp_types.items() if name.startswith("nd-")}
    return numbers["protocol"] == words.protocols["icmpv6"] and numbers["icmp_type"] in {None, *types}


def _of_zones(numbers: Numbers, found: Filter) -> str | None:
    """Tell whether a packet stays in its zone; None where that is not known."""
    zones = {found.zone_of.get(str(numbers[side]), numbers[side]) for side in ("from", "to")}
    return None if None in zones else "intrazone" if len(zones) == 1 else "interzone"


def _comparable(name: str, numbers: Numbers, found: Filter) -> int | str | NumberRange | None:
    """Return what is known of one side; of an interface only if the filter can tell it from those that it names."""
    if name == "zones":
        return _of_zones(numbers, found)
    value = numbers.get(name)
    zones = name in ("from", "to") and value not in found.interfaces
    return None if zones or (name in PLACES[2:] and value in found.lists) else value


def _numbers(packet: Packet) -> Numbers:
    words = read_filter_words()
    source, destination = _address(packet.source), _address(packet.destination)
    address = destination if source is None else source
    family = None if address is None else address // VERSION
    if family == 6 and packet.protocol.lower() == "icmp":
        packet = replace(packet, protocol="icmpv6", icmp_type=None)  # of which a type may be meant
    protocol = words.protocols.get(packet.protocol.lower())
    if packet.protocol.isdigit():
        protocol = int(packet.protocol)
    if packet.protocol and protocol is None and packet.protocol.lower() not in words.any_protocol:
        known = ", ".join(words.protocols)
        raise UnknownPacketError(
            f"unknown protocol {packet.protocol!r}; expected a number or one of: {known}"
        )
    if packet.state and packet.state.lower() not in STATES:
        raise UnknownPacketError(f"unknown state {packet.state!r}; expected one of: {', '.join(STATES)}")
    service = None
    if protocol is not None:
        given = (
            (packet.icmp_type, None) if protocol in ICMP else (packet.destination_port, packet.source_port)
        )
        ports = [None if port is None else (port, port) for port in given]
        service = service_range(protocol, *ports)
    return {
        "source": source,
        "destination": destination,
        "source_list": source,
        "destination_list": destination,
        "family": family,
        "protocol": protocol,
        "source_port": packet.source_port,
        "destination_port": packet.destination_port,
        "service": service,
        "from": packet.in_interface.lower() or None,
        "to": packet.out_interface.lower() or None,
        "in_interface": packet.in_interface.lower() or None,
        "out_interface": packet.out_interface.lower() or None,
        "state": packet.state.lower() or None,
        "icmp_type": packet.icmp_type,
    }


def _address(text: str) -> int | None:
    try:
        return address_number(ip_address(text)) if text else None
    except ValueError as error:
        raise UnknownPacketError(
            f"{text!r} is no address; expected one as in 10.0.0.1 or 2001:db8::1"
        ) from error


# Entries of a filter that can never match, since one before them matches everything that they do.


DECIDES = frozenset({"permit", "deny"})
MOST_NAMED = 6
MOST_LINES = 12


def shadowed_entries(network: Network) -> Iterator[Finding]:
    """Find entries that one earlier entry shadows; those with the same one to the same effect at once.

    A last entry that denies the rest is how a list ends: behind one that permits everything it is no contradiction.
    Low as well in a filter that is used nowhere.
    """
    yield from _unreached_entries(network)
    for device in network.devices:
        for found in read_filters(device):
            groups: dict[tuple[int, bool], list[FilterEntry]] = defaultdict(list)
            for place, entry in enumerate(found.entries):
                first = next((n for n in range(place) if _shadows(found.entries[n], entry)), None)
                if first is not None:
                    groups[first, found.entries[first].action == entry.action].append(entry)
            for (first, same), entries in groups.items():
                last = entries[0]
                ends = last is found.entries[-1] and last.action == "deny" and not (_asked(last) or last.open)
                is_low = same or ends or last.lines[0] in idle_lines(device)
                yield _finding(found, entries, found.entries[first], "low" if is_low else "high")


def without_effect(found: Filter) -> tuple[FilterEntry, ...]:
    """Return the entries that never match, and the last ones, which do what happens without them."""
    last = takewhile(lambda entry: found.default and entry.action == found.default, reversed(found.entries))
    never = (
        entry
        for place, entry in enumerate(found.entries)
        if any(_shadows(earlier, entry) for earlier in found.entries[:place])
    )
    return (*last, *never)


def _unreached_entries(network: Network) -> Iterator[Finding]:
    """Find entries of policies for routes behind one that asks for nothing and ends the policy."""
    for device in network.devices:
        policies: dict[str, dict[str, dict[str, LineFact]]] = defaultdict(lambda: defaultdict(dict))
        places = {one.line: at for at, one in enumerate(device.statements) if not one.doubtful}
        said = [one for one in (*device.all("policy_ends"), *device.all("policy_asks")) if one.line in places]
        for one in sorted(said, key=lambda one: places[one.line]):
            entry = one.fields.get("term", f"at line {one.line.number}")
            policies[one.fields["policy"]][entry].setdefault(one.kind, one)
        for policy in policies.keys() - {one.fields["policy"] for one in device.all("policy_jumps")}:
            entries = dict(
                sorted(policies[policy].items(), key=lambda one: int(one[0]) if one[0].isdigit() else 0)
            )
            named = list(entries)
            ends = [place for place, said in enumerate(entries.values()) if list(said) == ["policy_ends"]]
            later = [name for name in named[ends[0] + 1 :] if "policy_asks" in entries[name]] if ends else []
            if later:
                last = entries[named[ends[0]]]["policy_ends"]
                message = (
                    f"In the {policy} on {device.device}, what comes behind {last.value} in entry {named[ends[0]]} is "
                    f"never reached, since that has no condition: {', '.join(later[:MOST_NAMED])}."
                )
                lines = (last.line, *(entries[name]["policy_asks"].line for name in later[:MOST_LINES]))
                yield Finding("shadowed-entry", "medium", (device.device,), message, lines)


def open_policies(network: Network) -> Iterator[Finding]:
    """Find entries of a firewall's policy that permit everything, or all to the inside, where the rest is denied."""
    for device in network.devices:
        for found in read_filters(device):
            for entry in found.entries if found.whole and found.default == "deny" else ():
                asked = _asked(entry)
                if asked.get("from", ANY).names & {one.fields["interface"] for one in device.all("outside")}:
                    asked = {name: side for name, side in asked.items() if name not in ("from", "to")}
                where = " from the outside" if {"from", "to"} & (entry.sides.keys() - asked.keys()) else ""
                goals = asked["to"].names if asked.keys() == {"to"} else frozenset()
                if goals and not any(map(read_words().outsides.search, goals)):
                    written = [
                        one for one in sorted(goals) if any(one in line.text.lower() for line in entry.lines)
                    ]
                    asked, where = {}, f" to {' and '.join(written)}"
                if entry.action == "permit" and not asked and not entry.open:
                    message = (
                        f"In {found.name} on {device.device}, entry {entry.called} permits everything{where}."
                    )
                    yield Finding("any-to-any", "high", (device.device,), message, entry.lines[:MOST_LINES])


def _asked(entry: FilterEntry) -> dict[str, Side]:
    """Return the sides that an entry asks something of."""
    return {
        name: side
        for name, side in entry.sides.items()
        if not any(side.covers(whole) for whole in EVERY_VERSION)
    }


def _shadows(earlier: FilterEntry, later: FilterEntry) -> bool:
    """Tell whether an entry surely decides over everything that a later one matches."""
    if earlier.open or earlier.action not in DECIDES or later.action not in DECIDES:
        return False
    return asks_no_more(earlier, later)


def asks_no_more(one: FilterEntry, other: FilterEntry) -> bool:
    """Tell whether everything that the other entry matches is matched by this one."""
    return all(side.covers(other.sides.get(name, ANY)) for name, side in one.sides.items())


def _finding(
    found: Filter, entries: Sequence[FilterEntry], earlier: FilterEntry, severity: Severity
) -> Finding:
    named = name_some([entry.called for entry in entries[:MOST_NAMED]], len(entries))
    what, never, it = (
        ("entry", "never matches", "it") if len(entries) == 1 else ("entries", "never match", "they")
    )
    effect = "does the same" if earlier.action == entries[0].action else "does the opposite"
    message = (
        f"In {found.name} on {found.device}, {what} {named} ({entries[0].action}) {never}: "
        f"entry {earlier.called} ({earlier.action}) comes first, matches all that {it} would and {effect}."
    )
    lines = entries[0].lines if len(entries) == 1 else tuple(entry.lines[0] for entry in entries)
    shown = tuple(dict.fromkeys((*lines[:MOST_LINES], *earlier.lines)))
    about = tuple(Subject("entry", found.device, entry.called) for entry in entries)
    return Finding("shadowed-entry", severity, (found.device,), message, shown, about=about)

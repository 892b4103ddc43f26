"""Reads what a filter entry asks of one side of a packet: number ranges, and objects that stand for them.

Addresses are numbers with their version in front, so that IPv4 and IPv6 never meet; services are numbers of protocol,
destination port and source port, one behind the other.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address, ip_network
from typing import Literal

from findings.facts import DeviceFacts, plain_name
from findings.statements import LEVEL, ConfigStatement
from findings.words import FilterWords, Patterns, read_filter_words

VERSION = 2**128
HIGHEST = 8 * VERSION
PORTS = 65536
_MOST_PORTS = 4096
"""Of a service with source ports: each destination port makes a range."""
_MOST_BITS = 8
"""Of a wildcard so many may stand before one that counts: each makes twice as many ranges."""
_BETWEEN = re.compile(r"[,\n\u2423]")
_SPAN = re.compile(r"(\d+)(?:-(\d+))?")
NumberRange = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Side:
    """Matches a number in one of the ranges, and whatever the names stand for."""

    ranges: tuple[NumberRange, ...] = ()
    names: frozenset[str] = frozenset()

    def covers(self, other: Side) -> bool:
        """Tell whether everything that the other matches is matched by this one, surely."""
        if self == ANY:
            return True
        merged = _merged(self.ranges)
        return other.names <= self.names and all(
            any(first <= low and high <= last for first, last in merged) for low, high in other.ranges
        )

    def holds(self, number: int | str | NumberRange | None) -> bool | None:
        """Tell whether a number matches, or a name where sides hold names alone; None when that is not known.

        A range is a number of which no more is known.
        """
        if self == ANY:
            return True
        if isinstance(number, str):
            return number in self.names
        if number is None:
            return None
        low, high = number if isinstance(number, tuple) else (number, number)
        if any(first <= low and high <= last for first, last in _merged(self.ranges)):
            return True
        touched = any(first <= high and low <= last for first, last in self.ranges)
        return None if self.names or touched else False

    def meets(self, net: IPv4Network) -> bool:
        """Tell whether it matches an address of a network."""
        low, high = address_number(net[0]), address_number(net[-1])
        return any(first <= high and low <= last for first, last in self.ranges)

    def is_within(self, nets: Iterable[IPv4Network]) -> bool:
        """Tell whether each range lies in one of some networks."""
        ends = [(address_number(net[0]), address_number(net[-1])) for net in nets]
        return all(any(low <= first and last <= high for low, high in ends) for first, last in self.ranges)


ANY = Side(((0, HIGHEST),))
EVERY_VERSION = tuple(
    Side(((version * VERSION, version * VERSION + 2**bits - 1),)) for version, bits in ((4, 32), (6, 128))
)
"""All addresses of each version of IP."""


def join_sides(sides: Iterable[Side]) -> Side:
    """Return what any of the sides matches."""
    found = list(sides)
    if ANY in found:
        return ANY
    ranges = tuple(span for side in found for span in side.ranges)
    return Side(ranges, frozenset(name for side in found for name in side.names))


def other_side(side: Side) -> Side | None:
    """Return what a side leaves of its version of IP, or of all numbers below 65536; None where it is not known."""
    if side.names or not side.ranges:
        return None
    low, high = side.ranges[0][0] // VERSION * VERSION, side.ranges[-1][1] // VERSION * VERSION
    if low != high:
        return None
    return without_side(Side(((low, low + (VERSION if low else PORTS) - 1),)), side)


def without_side(side: Side, less: Side) -> Side:
    """Return a side without the ranges of another one."""
    left: list[NumberRange] = []
    for low, high in side.ranges:
        for first, last in _merged(less.ranges):
            if first <= high and last >= low:
                left += [(low, first - 1)] if low < first else []
                low = last + 1
        left += [(low, high)] if low <= high else []
    return Side(tuple(left), side.names)


def most_specific_side(prefixes: Sequence[tuple[Side, bool]]) -> Side:
    """Return what prefixes match of which some are exceptions (True): the longest one that holds an address decides."""
    found = Side()
    for prefix, is_exception in sorted(
        prefixes, key=lambda each: each[0].ranges[0][0] - each[0].ranges[0][1]
    ):
        found = without_side(found, prefix) if is_exception else join_sides([found, prefix])
    return found


def _merged(ranges: tuple[NumberRange, ...]) -> list[NumberRange]:
    merged: list[NumberRange] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def address_number(ip: IPv4Address | IPv6Address) -> int:
    """Return an address as the number that sides hold."""
    return ip.version * VERSION + int(ip)


def address_side(text: str) -> Side | None:
    """Read 10.0.0.0/8, 10.0.0.1, 10.0.0.1-10.0.0.9, or "10.0.0.0 255.0.0.0"; None when it is none of these."""
    try:
        if "-" in text:
            first, last = (ip_address(part) for part in text.split("-", 1))
            return Side(((address_number(first), address_number(last)),))
        net = ip_network("/".join(text.removeprefix("host ").split()), strict=False)
    except ValueError:
        return None
    return Side(((address_number(net[0]), address_number(net[-1])),))


def wildcard_side(address: str, wildcard: str) -> Side | None:
    """Read an address with the bits that do not count; None when too many of them stand apart."""
    try:
        start = int(IPv4Address(address))
        free = int(IPv4Address(wildcard if "." in wildcard else int(wildcard)))
    except ValueError:
        return None
    if free == 2**32 - 1:
        return ANY
    behind = free & ~(free + 1)  # the free bits at the end, which make one range
    apart = [1 << bit for bit in range(32) if (free & ~behind) >> bit & 1]
    if len(apart) > _MOST_BITS:
        return None
    firsts = [4 * VERSION + (start & ~free)]
    for bit in apart:
        firsts += [first + bit for first in firsts]
    return Side(tuple((first, first + behind) for first in sorted(firsts)))


def span_side(text: str, names: dict[str, int], offset: int = 0) -> Side | None:
    """Read a number, 1024-65535, several with commas between them, or a name; None when it is none of these."""
    ranges = []
    for part in text.split(","):
        found = _SPAN.fullmatch(part)
        number = names.get(part.lower())
        if found:
            ranges.append((offset + int(found[1]), offset + int(found[2] or found[1])))
        elif number is not None:
            ranges.append((offset + number, offset + number))
        else:
            return None
    return Side(tuple(ranges))


PORT_TESTS = {"eq": 0, "neq": 1, "gt": 1, "lt": 1, "range": 2}
"""What stands before ports, and how many there are at most; 0 for any number."""
LAST_PORT = 65535


def tested_side(test: str, ports: Sequence[int]) -> Side | None:
    """Return the ports that a test lets through; None where it has not as many as it needs."""
    if len(ports) != (PORT_TESTS[test] or len(ports)) or not ports:
        return None
    first = ports[0]
    match test:
        case "eq":
            return Side(tuple((port, port) for port in ports))
        case "range":
            return Side(((first, ports[1]),))
        case "gt":
            return Side(((first + 1, LAST_PORT),))
        case "lt":
            return Side(((0, first - 1),))
    return Side(((0, first - 1), (first + 1, LAST_PORT)))


ICMP = (1, 58)
"""The protocols whose types stand in the place of destination ports, for IPv4 and IPv6."""
_EVERY_PORT = (0, LAST_PORT)


def service_range(protocol: int, ports: NumberRange | None, source_ports: NumberRange | None) -> NumberRange:
    """Return the numbers of a service; ports that are not known are all."""
    (low, high), (first, last) = ports or _EVERY_PORT, source_ports or _EVERY_PORT
    return (protocol * PORTS + low) * PORTS + first, (protocol * PORTS + high) * PORTS + last


def ports_side(text: str, names: dict[str, int]) -> Side | None:
    """Read `eq 80`, `range 8440 8450`, `gt 1023`, or what stands without a test; None when it is none of these."""
    test, *rest = text.split()
    if test not in PORT_TESTS:
        return span_side(text, names)
    ports = [span_side(word, names) for word in rest]
    return tested_side(test, [port.ranges[0][0] for port in ports if port]) if all(ports) else None


# Names of a device's configuration that stand for addresses, ports and services, with what they hold.


_DEEPEST = 8
_MOST_KEY_WORDS = 3
_UNKNOWN: dict[str, str] = {}
"""Stands among what a name holds where a line that is not understood may take something out."""
_OF_SERVICES = frozenset({"name", "protocol", "value", "source"})
_ENDS = re.compile(rf"{LEVEL}| ")
"""Where a head may end, and what is said of it begins."""
Sort = Literal["addresses", "ports", "services", "interfaces"]


def words_of(device: DeviceFacts) -> FilterWords:
    """Return what the filters of a device are written with, with the names of ports of its make."""
    words = read_filter_words()
    texts = [one.line.text for one in device.statements]
    own = [one.ports for one in words.own_ports if any(map(one.signs.search, texts))]
    return replace(words, ports={**words.ports, **own[0]}) if own else words


class Objects:
    """Looks up what the names of a device hold; a name that is not known stays a name."""

    def __init__(self, device: DeviceFacts, words: FilterWords) -> None:
        patterns: dict[Sort, Patterns] = {
            "addresses": words.address_objects,
            "ports": words.port_objects,
            "services": words.service_objects,
            "interfaces": words.interface_lists,
        }
        self._words = words
        self._scope = ""
        names = (pattern.search(one.text) for one in device.statements for pattern in words.names)
        self._named = {found["name"]: found["value"] for found in names if found}
        self._held: dict[tuple[Sort, str], list[dict[str, str]]] = defaultdict(list)
        heads: dict[str, tuple[Sort, str]] = {}
        unread = list[ConfigStatement]()
        for statement in device.statements:
            is_read = False
            for sort, several in patterns.items():
                for found in filter(None, (pattern.search(statement.text) for pattern in several)):
                    fields = {key: value for key, value in found.groupdict().items() if value}
                    self._held[sort, found["name"]].append(fields)
                    heads[statement.text[: found.end("name")]], is_read = (sort, found["name"]), True
            if not is_read and not statement.opens and not statement.takes:
                unread.append(statement)
        longest = max(map(len, heads), default=-1)
        for one in unread:  # what a name holds beside what is understood of it is not known
            for end in _ENDS.finditer(one.text, 0, longest + len(LEVEL)):
                head = heads.get(one.text[: end.start()])
                if head is None:
                    continue
                said = one.text[end.end() :].removeprefix("create ").split()
                if self._words.off_words.isdisjoint(said) and not self._is_unheeded(said):
                    adds = self._words.adding.intersection(said[:1])
                    self._held[head].append({"other": said[0]} if adds else _UNKNOWN)
        known = {plain_name(one.name) for one in device.interfaces}
        lists = {name for sort, name in self._held if sort == "interfaces"}
        self.lists = frozenset(map(str.lower, lists))
        self.interfaces = frozenset(known.union(self.lists, *map(self.members, lists)))
        """The names of interfaces, and of lists of them, in lower case."""
        for interface in device.interfaces if device.syntax in words.own_networks else ():
            for owned in interface.addresses:
                for name, value in (
                    (interface.name, owned.owned.network),
                    (interface.name + words.own_addresses, owned.owned.ip),
                ):
                    self._held["addresses", name].append({"value": str(value)})

    def within(self, scope: str) -> Objects:
        """Return the same names as they are meant in a scope, such as a table with sets of its own."""
        own = copy(self)
        own._scope = scope
        return own

    def _is_unheeded(self, words: Sequence[str]) -> bool:
        """Tell whether what is said of an object does not change what it holds."""
        unheeded = self._words.unheeded | self._words.unheeded_in_objects
        return any(" ".join(words[:size]) in unheeded for size in range(1, _MOST_KEY_WORDS + 1))

    def address(self, word: str) -> str:
        """Return the address that a word is a name of; else the word itself."""
        return self._named.get(word, word)

    def knows(self, sort: Sort, name: str) -> bool:
        """Tell whether something of this sort has the name."""
        return (sort, name) in self._held

    def side(self, sort: Sort, name: str) -> Side:
        """Return what is behind a name; not known where it holds one thing in one scope, and another in another."""
        return join_sides(self._sides(sort, name, 0))

    def members(self, name: str, depth: int = 0) -> frozenset[str]:
        """Return the interfaces that a name stands for, and the name; all names are in lower case."""
        parts = self._held.get(("interfaces", name), ()) if depth <= _DEEPEST else ()
        inner = (
            word for part in parts for word in re.split(r"[\s,]+", part.get("member", "").strip("[]{} "))
        )
        return frozenset({name.lower()}).union(*(self.members(word, depth + 1) for word in inner if word))

    def zones(self) -> dict[str, str]:
        """Return the only list that each interface is in; all names are in lower case."""
        lists = {name for sort, name in self._held if sort == "interfaces"}
        held = [(member, name.lower()) for name in lists for member in self.members(name) - {name.lower()}]
        counts = Counter(member for member, _ in held)
        return {member: name for member, name in held if counts[member] == 1}

    def _parts(self, sort: Sort, name: str) -> list[dict[str, str]]:
        """Return what is said of a name in its scope; where that is not known, and it differs, nothing is known."""
        scoped: dict[str, list[dict[str, str]]] = defaultdict(list)
        for part in self._held.get((sort, name), ()):
            plain = {key: value for key, value in part.items() if key != "scope"}
            scoped[part.get("scope", "")].append(plain)
        beside = [part for part in scoped[""] if "name" not in part]
        scoped[""] = [part for part in scoped[""] if "name" in part]
        near = {self._scope, ""} if self._scope and self._scope in scoped else scoped.keys()
        said = [scoped[scope] for scope in near if scoped[scope]]
        differ = any(one != said[0] for one in said)
        return [_UNKNOWN] if differ else [*(said[0] if said else ()), *beside]

    def _sides(self, sort: Sort, name: str, depth: int) -> Iterator[Side]:
        parts = self._parts(sort, name)
        less = [address_side(part["less"]) for part in parts if "less" in part]
        named = (each for part in parts for each in part.get("without", "").strip("[] ").split())
        less += [join_sides(self._sides(sort, each, depth + 1)) for each in named]
        if not less:
            yield from self._sides_of(sort, name, parts, depth)
            return
        held = join_sides(
            self._sides_of(
                sort, name, [part for part in parts if not {"less", "without"} & part.keys()], depth
            )
        )
        taken = [side for side in less if side and not side.names]
        is_known = len(taken) == len(less) and not held.names and held != ANY
        yield without_side(held, join_sides(taken)) if is_known else Side((), frozenset({name}))

    def _sides_of(self, sort: Sort, name: str, parts: Sequence[dict[str, str]], depth: int) -> Iterator[Side]:
        if sort == "services" and not parts and name in self._words.services:
            for text in self._words.services[name].split():
                protocol, _, ports = text.partition("/")
                yield self._service(protocol, ports)
            return
        unknown = Side((), frozenset({name}))
        excludes = any(" !" in f" {part.get(key, '')}" for part in parts for key in ("value", "member"))
        if not parts or depth > _DEEPEST or _UNKNOWN in parts or excludes:
            yield unknown
            return
        merged = {key: value for part in parts for key, value in part.items()}
        alike = all(part and part.items() <= merged.items() for part in parts)
        if sort == "services" and alike and {"protocol", "name"} <= merged.keys() <= _OF_SERVICES:
            parts = [merged]
        if sort == "addresses" and alike and merged.keys() == {"name", "value", "last"}:
            parts = [merged]
        for part in parts:
            if "same" in part:
                yield from self._sides(sort, part["same"], depth + 1)
            elif "member" in part:
                for member in part["member"].strip("[] ").split():
                    yield from self._sides(sort, member, depth + 1)
            elif "whole" in part:
                yield self._service(part["whole"], "")
            elif "value" not in part and "source" not in part:
                yield unknown
            elif sort == "addresses" and "last" in part:
                yield address_side(f"{part['value']}-{part['last']}") or unknown
            elif sort == "addresses":
                for each in _listed(part["value"]):
                    value = self._words.behind_elements.sub("", each)
                    value = " ".join(map(self.address, value.split()))
                    yield from (
                        [found] if (found := address_side(value)) else self._sides(sort, value, depth + 1)
                    )
            elif sort == "ports":
                for value in _listed(part["value"]):
                    yield ports_side(value.replace(":", "-"), self._words.ports) or unknown
            elif "protocol" not in part:
                yield unknown
            else:
                value = part.get("value", "")
                for each in value.split() if value[:1].isdigit() else [value]:
                    ports, _, source = each.partition(":")
                    yield self._service(part["protocol"], ports, part.get("source", source))

    def _service(self, protocol: str, ports: str, source_ports: str = "") -> Side:
        """Return the numbers of a protocol, or two of them, with its ports; with all of them where none are named."""
        unknown = Side((), frozenset({f"{protocol} {ports} {source_ports}".strip()}))
        if protocol in self._words.any_protocol and not ports and not source_ports:
            return ANY
        numbers = [span_side(one, self._words.protocols) for one in re.split("[-_]", protocol)]
        side, source = self._ports(ports, protocol), self._ports(source_ports)
        if side is None or source is None or not all(numbers):
            return unknown
        offsets = [number.ranges[0][0] for number in numbers if number]
        spans = [service_range(offset, span, _EVERY_PORT) for offset in offsets for span in side.ranges]
        if source.ranges != (_EVERY_PORT,):
            singles = [
                port for low, high in side.ranges for port in range(low, min(high, low + _MOST_PORTS) + 1)
            ]
            if len(singles) > _MOST_PORTS:
                return unknown
            spans = [
                service_range(offset, (port, port), span)
                for offset in offsets
                for port in singles
                for span in source.ranges
            ]
        return Side(tuple(spans))

    def _ports(self, text: str, protocol: str = "") -> Side | None:
        """Read ports, or types of ICMP in their place; all of them where none are named."""
        names = self._words.ports
        if self._words.protocols.get(protocol) in ICMP:
            version = ICMP.index(self._words.protocols[protocol])
            names = {name: numbers[version] for name, numbers in self._words.icmp_types.items()}
        return ports_side(text, names) if text else Side((_EVERY_PORT,))


def _listed(text: str) -> list[str]:
    """Return the values of a list in brackets with blanks, or of one with commas, perhaps in braces."""
    parts = text[1:-1].split() if text[:1] == "[" else _BETWEEN.split(text.strip("{} "))
    return [part.strip() for part in parts if part.strip()]

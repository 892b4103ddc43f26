"""Reads what one entry of a filter asks for, from words, blocks or phrases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from findings.filters.records import PLACES, STATES
from findings.filters.sides import (
    ANY,
    LAST_PORT,
    PORT_TESTS,
    Objects,
    Side,
    address_side,
    join_sides,
    most_specific_side,
    other_side,
    ports_side,
    span_side,
    tested_side,
    wildcard_side,
)
from findings.words import FilterWords

_GROUPS = frozenset({"object-group", "addrgroup", "net-group", "object", "group"})
_PORT_GROUPS = frozenset({"portgroup", "port-group", *_GROUPS})
_ANY = {"any": ANY, "any4": address_side("0.0.0.0/0"), "any6": address_side("::/0")}
_PORTS = frozenset({"source_port", "destination_port", "port"})
_SIDES = frozenset({"source", "destination", "source-port", "destination-port"})


@dataclass(slots=True)
class EntryReading:
    """What has been read of an entry."""

    words: FilterWords
    objects: Objects
    sides: dict[str, Side] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    version: int = 0
    """Of IP, where the entry is for one alone: in a list for IPv6, `icmp` is that of IPv6."""

    def ask(self, name: str, side: Side | None, text: str) -> None:
        """Take what is asked of a side, or keep the text open when it is not understood."""
        if side is None:
            self.open.append(text)
        elif side != ANY:
            self.sides[name] = side

    def read_entry(self, rest: list[str], standard: bool, masks: bool) -> tuple[str, str]:
        """Read an entry's words; returns its number and its action."""
        names_sides = rest[0] == "rule"
        if rest[0] in ("rule", "seq", "sequence"):
            rest = rest[1:]
        number = rest.pop(0) if rest[0].isdigit() else ""
        action = rest.pop(0)
        if names_sides or not _SIDES.isdisjoint(rest):
            self._read_named(rest)
            return number, action
        if (
            not standard and len(rest) > 1 and rest[0] in _GROUPS
        ):  # of protocols, or of services with their ports
            self.ask("service", self.objects.side("services", rest[1]), rest[1])
            rest = rest[2:]
        elif not standard and rest:
            self.read_protocol([rest.pop(0)])
        for side in ("source",) if standard else ("source", "destination"):
            rest = self._read_address(rest, side, masks)
            rest = rest if standard else self._read_port(rest, f"{side}_port")
        self._leave_open(rest)
        return number, action

    def _leave_open(self, rest: list[str]) -> None:
        """Keep what is not understood open, but for what is logged and how; a range of times may stand behind that."""
        logs = next((at for at, word in enumerate(rest) if word in self.words.log_words), len(rest))
        later = [at for at in range(logs, len(rest)) if rest[at] == "time-range"]
        asked = [*rest[:logs], *(rest[later[0] :] if later else [])]
        if len(asked) == 1 and asked[0] in self.words.states:
            self.ask("state", Side((), frozenset(self.words.states[asked[0]].split())), asked[0])
        elif len(asked) - (asked[:1] == ["icmp-type"]) == 1 and self.sides.get("protocol") in self._of_icmp():
            self.ask("icmp_type", self._icmp_side(asked[-1:]), asked[-1])
        else:
            self.open.extend(asked)

    def _of_icmp(self) -> list[Side | None]:
        return [span_side(one, self.words.protocols) for one in ("icmp", "icmpv6")]

    def _icmp_side(self, given: Sequence[str]) -> Side | None:
        """Return the numbers of types of ICMP; None where one is not known."""
        version = int(self.sides.get("protocol") == self._of_icmp()[1])
        names = {
            name: numbers[version] for name, numbers in self.words.icmp_types.items() if numbers[version] >= 0
        }
        sides = [span_side(one, names) for one in given]
        return join_sides(one for one in sides if one) if all(sides) else None

    def _read_named(self, rest: list[str]) -> None:
        """Read words that say before each address and port which it is."""
        if rest and rest[0] not in _SIDES:
            self.read_protocol([rest.pop(0)])
        while rest:
            word = rest.pop(0)
            if word in ("source", "destination"):
                rest = self._read_address(rest, word, masks=False)
            elif word in ("source-port", "destination-port"):
                rest = self._read_port(rest, word.replace("-", "_"))
            elif word == "icmp-type" and rest and not rest[1:2]:
                self.ask("icmp_type", self._icmp_side([rest.pop()]), word)
            elif word in self.words.states:
                self.ask("state", Side((), frozenset(self.words.states[word].split())), word)
            elif word not in self.words.log_words:
                self.open.append(word)

    def read_protocol(self, given: Sequence[str]) -> None:
        """Read the names and numbers of protocols."""
        numbers: list[Side | None] = []
        for lowered in map(str.lower, given):
            if lowered in self.words.any_protocol:
                return
            both = ["tcp", "udp"] if lowered in ("tcp_udp", "tcpudp") else [lowered]
            both = ["icmpv6"] if both == ["icmp"] and self.version > 4 else both
            numbers.extend(span_side(one, self.words.protocols) for one in both)
        known = [one for one in numbers if one is not None]
        joined = join_sides(known) if known and len(known) == len(numbers) else None
        self.ask("protocol", joined, " ".join(given))

    def _read_address(self, rest: list[str], side: str, masks: bool) -> list[str]:
        """Read an address at the start of the words; returns the words behind it."""
        if not rest:
            self.open.append(f"no {side}")
            return rest
        first, second = self.objects.address(rest[0]), self.objects.address(rest[1]) if len(rest) > 1 else ""
        if first in _ANY:
            self.ask(side, _ANY[first], first)
            return rest[1:]
        if self.objects.knows("addresses", rest[0]):
            self.ask(side, self.objects.side("addresses", rest[0]), rest[0])
            return rest[1:]
        if first in _GROUPS and second:
            self.ask(side, self.objects.side("addresses", second), second)
        elif first == "host":
            self.ask(side, address_side(second), f"host {second}")
        elif "/" in first or not re.fullmatch(r"[\d.]+", second):
            self.ask(side, address_side(first), first)
            return rest[1:]
        else:
            found = address_side(f"{first} {second}") if masks else wildcard_side(first, second)
            self.ask(side, found, f"{first} {second}")
        return rest[2:]

    def _read_port(self, rest: list[str], side: str) -> list[str]:
        """Read ports at the start of the words, if they are there; returns the words behind them."""
        if len(rest) > 1 and rest[0] in _PORT_GROUPS and self.objects.knows("ports", rest[1]):
            self.ask(side, self.objects.side("ports", rest[1]), rest[1])
            return rest[2:]
        if not rest or rest[0] not in PORT_TESTS:
            return rest
        test, rest = rest[0], rest[1:]
        ports: list[int] = []
        while rest and len(ports) < (PORT_TESTS[test] or len(ports) + 1):
            found = span_side(rest[0], self.words.ports)
            if found is None:
                break
            ports.append(found.ranges[0][0])
            rest = rest[1:]
        if not ports:
            self.open.append(" ".join([test, *rest[:1]]))
            return rest[1:]
        self.ask(side, tested_side(test, ports), test)
        return rest

    def read_condition(self, meaning: str, given: list[str], *, negated: bool = False) -> None:
        """Read what a block or a phrase says of one side; what is `negated` is not asked for."""
        is_address = meaning.removesuffix("_list") in ("source", "destination")
        if len(given) == 1 and given[0].startswith("!") and not is_address and meaning not in PLACES:
            negated, given = not negated, [given[0].removeprefix("!")]
        if any(one in self.words.everything for one in given) and not negated:
            return
        text = " ".join(["not", *given] if negated else given)
        if negated and meaning == "service":  # what is neither this protocol nor this port is no one range
            self.open.append(text)
            return
        if is_address:
            side = self._addresses_side(given)
        elif meaning in PLACES:
            names = [name for one in given for name in one.split(",") if name]
            side = self._interfaces_side(names, negated)
            if negated or any(name.startswith("!") for name in names):  # of an unknown one nothing is known
                meaning = PLACES[PLACES.index(meaning) % 2]
                side = None if meaning in self.sides else side
            negated = False
        elif meaning == "service":
            side = join_sides(self.objects.side("services", one) for one in given)
        elif meaning in _PORTS and given[0] in PORT_TESTS:
            side = ports_side(" ".join(given), self.words.ports)
        elif meaning in _PORTS:
            ports = self.words.ports
            spans = (_span(one) for one in given)
            sides = (span_side(one, ports) or self.objects.side("ports", _bare(one)) for one in spans)
            side = join_sides(sides)
        elif meaning == "icmp_type":
            side = self._icmp_side(given)
        elif meaning == "protocol":
            numbers = [span_side(one.lower(), self.words.protocols) for one in given]
            side = join_sides(one for one in numbers if one) if all(numbers) else None
        elif meaning == "family":
            versions = [self.words.families.get(one.lower(), -1) for one in given]
            side = (
                ANY
                if 0 in versions
                else Side(tuple((one, one) for one in versions if one > 0))
                if -1 not in versions
                else None
            )
        else:
            words = frozenset(name.lower() for one in given for name in one.split(","))
            if meaning == "state" and words - {*STATES, *self.words.on_values}:
                self.open.append(text)
                return
            side = Side((), frozenset(STATES) - words if negated and meaning == "state" else words)
            negated = negated and meaning != "state"
        if negated and side is not None:
            side = other_side(side)
        self.ask(meaning, side, text)

    def _interfaces_side(self, given: Sequence[str], negated: bool) -> Side | None:
        """Return the interfaces, and the lists that have them; all others that are known behind `!`."""
        names = [_bare(name.removeprefix("!")) for name in given]
        held = frozenset[str]().union(*map(self.objects.members, names))
        if any(name.endswith(("*", "+")) for name in held):
            return None
        if not negated and not any(name.startswith("!") for name in given):
            return Side((), held)
        known = self.objects.interfaces
        return Side((), known - held) if held <= known and len(given) == 1 else None

    def _addresses_side(self, given: Sequence[str]) -> Side | None:
        """Read addresses and names of them; the one before `except` is left out, the one behind `!` not asked for."""
        prefixes: list[tuple[Side, bool]] = []
        for one in given:
            if one == "except" and prefixes:
                prefixes[-1] = (prefixes[-1][0], True)
                continue
            name = _bare(one.removeprefix("!"))
            found = address_side(name) or self.objects.side("addresses", name)
            side = other_side(found) if one.startswith("!") else found
            if side is None:
                return None
            prefixes.append((side, False))
        if not any(is_exception for _, is_exception in prefixes):
            return join_sides(side for side, _ in prefixes)
        if any(side.names or len(side.ranges) != 1 for side, _ in prefixes):
            return None
        return most_specific_side(prefixes)


def _span(text: str) -> str:
    """Write 20:30, 1024: and :1023 as spans of ports."""
    first, sign, last = text.partition(":")
    return f"{first or 0}-{last or LAST_PORT}" if sign and not (first and last) else text.replace(":", "-")


def _bare(name: str) -> str:
    """Return a name without the sign that says that it is one: `@blocked`, `$LAN`."""
    return name.lstrip("@$")


def action_of(values: Sequence[str], words: FilterWords) -> str:
    """Return "permit" or "deny" where values begin with words for one of them, else nothing."""
    firsts = {value.split()[0].lower() for value in values if value.split()}
    permits, denies = not firsts.isdisjoint(words.permits), not firsts.isdisjoint(words.denies)
    return "" if permits == denies else "permit" if permits else "deny"

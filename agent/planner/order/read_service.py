"""Reads what an entry of an access list asks beside addresses: a protocol, ports, and what is not understood. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

Meets = Literal["no", "all", "more"]
"""Whether a packet meets what is asked: not, wholly, or as far as it is known."""

SERVICES = {
    "ftp-data": 20, "ftp": 21, "ssh": 22, "telnet": 23, "smtp": 25, "tacacs": 49, "domain": 53, "dns": 53,
    "bootps": 67, "bootpc": 68, "tftp": 69, "http": 80, "www": 80, "pop3": 110, "sunrpc": 111, "ntp": 123,
    "imap": 143, "snmp": 161, "snmptrap": 162, "bgp": 179, "ldap": 389, "https": 443, "isakmp": 500, "syslog": 514,
    "ldaps": 636, "radius": 1812, "bfd": 3784, "rdp": 3389, "sip": 5060,
}  # fmt: skip
"""Names of ports, as the registry of services has them, and the commonest short ones."""
_ANY_PROTOCOL = frozenset({"", "ip", "ipv4", "any", "all"})
_NO_CONDITION = frozenset({"log", "log-input", "count"})
_BOUNDS: dict[str, Callable[[int, Sequence[int]], bool]] = {
    "eq": lambda port, given: port in given,
    "neq": lambda port, given: port not in given,
    "gt": lambda port, given: port > given[0],
    "lt": lambda port, given: port < given[0],
    "range": lambda port, given: given[0] <= port <= given[-1],
}


@dataclass(frozen=True, slots=True)
class Ports:
    """A test on ports; `given` is empty where one of them is not understood."""

    test: str
    given: tuple[int, ...]

    def hold(self, port: int) -> bool | None:
        """Tell whether a port is among them; None when that cannot be told."""
        return _BOUNDS[self.test](port, self.given) if self.given else None


@dataclass(frozen=True, slots=True)
class Service:
    """What is asked of a packet beside its addresses; `others` are words that are not understood."""

    protocol: str = ""
    source: Ports | None = None
    destination: Ports | None = None
    others: tuple[str, ...] = ()

    def meets(self, protocol: str, port: int | None) -> Meets:
        """Tell whether a packet of a protocol to a port meets it; what is not known of the packet is left open."""
        own = self.protocol if self.protocol not in _ANY_PROTOCOL else ""
        if own and protocol and own != protocol:
            return "no"
        held = self.destination.hold(port) if self.destination and port is not None else None
        if held is False:
            return "no"
        unknown = (own and not protocol) or self.source or self.others or (self.destination and held is None)
        return "more" if unknown else "all"


def read_service(words: Sequence[str], operands: Sequence[tuple[int, ...]]) -> Service:
    """Read the words behind "permit" or "deny"; `operands` are the places of the addresses among them."""
    first = operands[0][0] if operands else len(words)
    taken = {place for places in operands for place in places}
    protocol = words[0].lower() if first > 0 and words and words[0].isalpha() else ""
    taken |= {0} if protocol else set()
    ports: list[Ports | None] = []
    for places in operands[:2]:
        found = _read_ports(words, places[-1] + 1)
        ports.append(found[0] if found else None)
        taken |= found[1] if found else set()
    ports += [None] * (2 - len(ports))
    left = [word.lower() for place, word in enumerate(words) if place not in taken]
    return Service(protocol, ports[0], ports[1], tuple(word for word in left if word not in _NO_CONDITION))


def _read_ports(words: Sequence[str], start: int) -> tuple[Ports, set[int]] | None:
    test = words[start].lower() if start < len(words) else ""
    if test not in _BOUNDS:
        return None
    end = start + 2
    while end < len(words) and port_number(words[end]) is not None and test in ("eq", "neq", "range"):
        end += 1
    numbers = [port_number(word) for word in words[start + 1 : end]]
    known = tuple(one for one in numbers if one is not None)
    return Ports(test, known if len(known) == len(numbers) else ()), set(range(start, end))


def port_number(word: str) -> int | None:
    """Return the port that a number or the name of a service stands for; None for anything else."""
    return int(word) if word.isdigit() else SERVICES.get(word.lower())

"""Reads one line of an access list or prefix list: what it does, and which addresses it holds. Pure."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from agent.planner.order.named_sides import in_order
from agent.planner.order.read_service import Service, read_service

ALLOWING = frozenset({"permit", "permits", "permitted", "accept", "allow", "pass"})
DENYING = frozenset({"deny", "denies", "denied", "drop", "reject", "discard", "block"})
_NOTES = frozenset({"remark", "description", "comment"})
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_PREFIX = re.compile(r"(\d{1,3}(?:\.\d{1,3}){3})/(\d{1,2})")
_ALL = 0xFFFFFFFF
_PLAIN = frozenset({"ip", "ipv4", "log", "log-input", "seq", "any"})


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses whose bits agree with `address` wherever `free` has none."""

    address: int
    free: int

    def holds(self, low: int, high: int) -> bool:
        """Tell whether all addresses from `low` to `high` are among them; they are one, or a prefix."""
        return (low | self.free) == (self.address | self.free) and ((low ^ high) & ~self.free & _ALL) == 0

    @property
    def is_all(self) -> bool:
        """Tell whether every address is among them."""
        return self.free == _ALL


ANY = Addresses(0, _ALL)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a line says: `operands` are source and destination, or one of them; `rest` what it asks besides.

    `service` is that part of the rest that is understood.
    """

    allows: bool
    operands: tuple[Addresses, ...]
    rest: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    length: int | None = None
    service: Service = field(default=Service(), compare=False)

    @property
    def is_route(self) -> bool:
        """Tell whether a prefix list's entry is understood whole: "eq" is the length that a route has to have."""
        length = self.rest[0] == "eq" and self.rest[1].isdigit() if len(self.rest) == 2 else False
        return not self.rest or length

    def holds_route(self, low: int, high: int, length: int) -> bool:
        """Tell whether a prefix list's entry matches a route of some length."""
        if not self.operands or self.length is None or not self.operands[0].holds(low, high):
            return False
        if self.rest[:1] == ("eq",) and self.rest[1:2]:
            return self.is_route and length == int(self.rest[1])
        if self.least is None and self.most is None:
            return length == self.length
        most = self.most if self.most is not None else 32
        return (self.least if self.least is not None else self.length) <= length <= most


def read_entry(text: str) -> Entry | None:
    """Read a line; None for a remark, or for one that does not say whether it lets through."""
    words = text.replace(";", " ").split()
    start = next((place for place, word in enumerate(words) if word.lower() in ALLOWING | DENYING), None)
    if start is None or any(word.lower() in _NOTES for word in words[:start]):
        return None
    behind = in_order(words[start + 1 :])
    bounds = {
        name: int(value) for name, value in pairwise(behind) if name in ("ge", "le") and value.isdigit()
    }
    found = list(_operands(behind))
    taken = {place for _, places, _ in found for place in places}
    rest = tuple(
        word
        for place, word in enumerate(behind)
        if place not in taken
        and word.lower() not in _PLAIN
        and word not in bounds
        and not _is_bound(behind, place)
    )
    lengths = [length for _, _, length in found if length is not None]
    return Entry(
        words[start].lower() in ALLOWING,
        tuple(one for one, _, _ in found),
        rest,
        bounds.get("ge"),
        bounds.get("le"),
        lengths[0] if lengths else None,
        read_service(behind, [places for _, places, _ in found]),
    )


def _is_bound(words: Sequence[str], place: int) -> bool:
    return place > 0 and words[place - 1] in ("ge", "le")


def _operands(words: Sequence[str]) -> Iterator[tuple[Addresses, tuple[int, ...], int | None]]:
    place = 0
    while place < len(words):
        word = words[place].lower()
        prefix = _PREFIX.fullmatch(word)
        if prefix and int(prefix[2]) <= 32:
            free = (1 << (32 - int(prefix[2]))) - 1
            yield Addresses(_number(prefix[1]), free), (place,), int(prefix[2])
        elif re.fullmatch(r"any\d?", word):
            yield ANY, (place,), None
        elif word == "host" and _is_address(words, place + 1):
            yield Addresses(_number(words[place + 1]), 0), (place, place + 1), None
            place += 1
        elif (
            _is_address(words, place)
            and _is_address(words, place + 1)
            and _free_bits(words[place + 1]) is not None
        ):
            free = _free_bits(words[place + 1]) or 0
            yield Addresses(_number(word), free), (place, place + 1), None
            place += 1
        elif _is_address(words, place):
            yield Addresses(_number(word), 0), (place,), None
        place += 1


def _is_address(words: Sequence[str], place: int) -> bool:
    return place < len(words) and _ADDRESS.fullmatch(words[place]) is not None


def _free_bits(mask: str) -> int | None:
    """Return the bits that a wildcard mask (0.0.0.255) or a mask (255.255.255.0) leaves free; None for neither."""
    number = _number(mask)
    inverted = number ^ _ALL
    if inverted & (inverted + 1) == 0 and number >> 31:
        return inverted
    return number if not number >> 31 or number == _ALL else None


def _number(address: str) -> int:
    total = 0
    for part in address.split("."):
        total = total * 256 + min(int(part), 255)
    return total


def read_range(text: str) -> tuple[int, int, int] | None:
    """Return the first and last address and the length of an address or prefix; None when it is no IPv4 one."""
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    if network.version != 4:
        return None
    return int(network.network_address), int(network.broadcast_address), network.prefixlen

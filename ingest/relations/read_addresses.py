"""Reads addresses and prefixes, of both versions, as numbers that can be compared."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import ip_interface
from typing import NamedTuple

_LOOKS = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9A-Fa-f]*+:[0-9A-Fa-f]*+:)[0-9A-Fa-f:.]++)(?:/\d{1,3})?"
)
BITS = {4: 32, 6: 128}


class Prefix(NamedTuple):
    """A network: its version, first address and length."""

    version: int
    first: int
    length: int

    def __str__(self) -> str:
        return str(ip_interface((self.first, self.length)).network) if self.version == 6 else _dotted(self)

    @property
    def last(self) -> int:
        """Return its last address."""
        return self.first | ((1 << (BITS[self.version] - self.length)) - 1)

    def is_of_one(self) -> bool:
        """Tell whether it holds a single address."""
        return self.length == BITS[self.version]


class Address(NamedTuple):
    """An address; `length` is that of its network, or None where none is written."""

    version: int
    number: int
    length: int | None

    def network(self, length: int | None = None) -> Prefix:
        """Return its network, or the one of another length around it."""
        bits = BITS[self.version]
        wanted = self.length if length is None else length
        size = bits - (bits if wanted is None else wanted)
        return Prefix(self.version, self.number >> size << size, bits - size)


@lru_cache(maxsize=65_536)
def read_address(text: str) -> Address | None:
    """Read 10.0.0.1, 10.0.0.1/24, 2001:db8::1 or 2001:db8::1/64; None where a text is something else."""
    if not _LOOKS.fullmatch(text):
        return None
    try:
        found = ip_interface(text)
    except ValueError:
        return None
    length = found.network.prefixlen if "/" in text else None
    return Address(found.version, int(found.ip), length)


def is_of_a_host(address: Address) -> bool:
    """Tell whether an address can be one that a host has: no mask, multicast, loopback or link-local address."""
    host = ip_interface(address.number if address.version == 4 else (address.number, 128)).ip
    if host.is_multicast or host.is_loopback or host.is_unspecified or host.is_link_local:
        return False
    return address.version == 6 or 0 < address.number >> 24 < 240


def as_digits(version: int, number: int) -> str:
    """Write an address as 8 or 32 hexadecimal digits: texts that sort as the addresses do."""
    return f"{number:0{BITS[version] // 4}x}"


def _dotted(prefix: Prefix) -> str:
    parts = ".".join(str(prefix.first >> shift & 255) for shift in (24, 16, 8, 0))
    return f"{parts}/{prefix.length}"

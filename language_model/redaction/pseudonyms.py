"""Replaces addresses with pseudonyms that keep shared prefixes."""

from __future__ import annotations

import hashlib
import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from reading.values import ANY_MAC

_DOTTED = r"\d{1,3}(?:\.\d{1,3}){3}"
_MAC = rf"(?P<mac>(?<![\w:.-])(?!\d{{6}}-\d{{6}}(?!\w)){ANY_MAC}(?![\w:]))"
"""Two times six decimal digits are a date and a time, `251128-054800`, far sooner than a MAC."""
_V4 = (
    rf"(?P<v4>(?<![\w.]){_DOTTED}(?!\w|\.\d))"
    rf"(?:/(?P<length4>\d{{1,2}})(?!\d)|\s+(?:mask\s+)?(?P<mask>{_DOTTED})(?![.\w]))?"
)
_V6 = (
    rf"(?P<v6>(?<![\w:.])(?:[0-9A-Fa-f]{{0,4}}:){{2,7}}(?:{_DOTTED}|[0-9A-Fa-f]{{0,4}})(?![\w:(]))"
    r"(?:/(?P<length6>\d{1,3}))?"
)
_ADDRESS = re.compile(f"{_MAC}|{_V6}|{_V4}")
_ALL = 0xFFFFFFFF
_KEPT_BITS = {32: 0, 48: 8, 128: 3}
"""First bits that stay, by an address's size: a MAC's flags, IPv6's global prefix 2000::/3."""


class Pseudonyms:
    """A prefix-preserving renaming under one secret key (Xu and others, Crypto-PAn, 2002, with BLAKE2 for its cipher).

    Masks, wildcards, 0.0.0.0, loopback, link-local and multicast addresses stay: they name nobody. What was
    given out once is left as it is when it comes back, so that renaming twice is renaming once.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._known: dict[tuple[int, int], int] = {}
        self._given: set[tuple[int, int]] = set()

    def replace(self, line: str) -> str:
        """Rename every address of a line, each in the notation it had."""
        may_hold = re.search(r"\d\.\d|[0-9A-Fa-f]?[:.-][0-9A-Fa-f:]", line)
        return _ADDRESS.sub(self._one, line) if may_hold else line

    def _one(self, match: re.Match[str]) -> str:
        if match["mac"]:
            return self._mac(match["mac"])
        if match["v6"]:
            return self._v6(match["v6"], match["length6"])
        renamed = self._v4(match["v4"], _host_bits(match["length4"], match["mask"]))
        if not match["mask"]:
            return renamed + match[0][len(match["v4"]) :]
        between = match.string[match.end("v4") : match.start("mask")]
        return renamed + between + self._v4(match["mask"], 0)

    def _v4(self, text: str, host_bits: int) -> str:
        try:
            address = IPv4Address(text)
        except AddressValueError:
            return text
        number = int(address)
        stays = address.is_loopback or address.is_multicast or address.is_link_local or number >= 0xF0000000
        if stays or _is_mask(number) or number < 1 << 24:
            return text
        return str(IPv4Address(self._rename(number, 32, host_bits)))

    def _v6(self, text: str, length: str | None) -> str:
        try:
            address = IPv6Address(text)
        except AddressValueError:
            return text
        if address.is_loopback or address.is_multicast or address.is_link_local or address.is_unspecified:
            return text
        host_bits = max(128 - int(length), 0) if length else 0
        return str(IPv6Address(self._rename(int(address), 128, host_bits)))

    def _mac(self, text: str) -> str:
        digits = re.sub(r"[^0-9A-Fa-f]", "", text)
        number = int(digits, 16)
        if number in (0, (1 << 48) - 1) or number >> 40 & 1:
            return text
        made = iter(f"{self._rename(number, 48, 0):012x}")
        renamed = re.sub(r"[0-9A-Fa-f]", lambda _: next(made), text)
        return renamed.upper() if digits.isupper() else renamed

    def _rename(self, number: int, size: int, host_bits: int) -> int:
        if (number, size) in self._given:
            return number
        renamed = self._known.get((number, size))
        if renamed is None:
            flips = 0
            for bit in range(_KEPT_BITS[size], size):
                prefix = (number >> (size - bit)).to_bytes(17, "big") + bytes((bit, size))
                flips = flips << 1 | hashlib.blake2b(prefix, key=self._key, digest_size=1).digest()[0] & 1
            renamed = self._known[number, size] = number ^ flips
        if host_bits and not number & ((1 << host_bits) - 1):
            renamed &= ~((1 << host_bits) - 1)
        self._given.add((renamed, size))
        return renamed


def _host_bits(length: str | None, mask: str | None) -> int:
    if length:
        return max(32 - int(length), 0)
    try:
        number = int(IPv4Address(mask)) if mask else _ALL
    except AddressValueError:
        return 0
    return (min(number, number ^ _ALL)).bit_length() if _is_mask(number) else 0


def _is_mask(number: int) -> bool:
    """Say whether ones and zeros meet once: a mask 255.255.0.0 or a wildcard 0.0.255.255."""
    low = min(number, number ^ _ALL)
    return not low & (low + 1)

"""Compares addresses and MACs by what they mean: `2001:DB8::22` is `2001:0db8:0:0:0:0:0:22`. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Network, IPv6Address

from reading.values import ANY_MAC

_OCTETS = re.compile(
    rf"{ANY_MAC}|[0-9a-f]{{1,2}}(?::[0-9a-f]{{1,2}}){{5}}|[0-9a-f]{{1,2}}(?:-[0-9a-f]{{1,2}}){{5}}"
)
_LENGTH = re.compile(r"/\d{1,3}")
_PREFIX = re.compile(r"(\d{1,3}(?:\.\d{1,3}){3})/(\d|[12]\d|3[012])")


@lru_cache(maxsize=1 << 16)
def plain(value: str) -> str:
    """Write an IPv6 address, with or without a prefix length, or a MAC in one spelling; other texts in lower case."""
    value = value.lower()
    if _OCTETS.fullmatch(value):
        return ":".join(_octets(value))
    address, slash, length = value.partition("/")
    if address.count(":") < 2:
        return value
    try:
        return f"{IPv6Address(address).compressed}{slash}{length}"
    except AddressValueError:
        return value


def is_same(value: str, other: str) -> bool:
    """Tell whether two texts are one address, also where only the other has a prefix length."""
    if value == other or not (":" in value or "-" in value or "." in value):
        return value == other
    first, second = plain(value), plain(other)
    return first == second or (
        second.startswith(f"{first}/") and bool(_LENGTH.fullmatch(second[len(first) :])) and ":" in first
    )


def spelling_query(value: str) -> str:
    """Write the search for all spellings of an IPv6 address, a MAC, or a prefix of IPv4; blank for another text."""
    value = value.lower()
    if prefix := _PREFIX.fullmatch(value):
        network = IPv4Network(f"0.0.0.0/{prefix[2]}")
        masks = (network.netmask, network.hostmask)
        return " OR ".join([rf"{prefix[1]}\/{prefix[2]}", *(f'"{prefix[1]} {mask}"' for mask in masks)])
    if _OCTETS.fullmatch(value):
        parts = [f"0?{one[1]}" if one[0] == "0" else one for one in _octets(value)]
        return f"/{'[:.-]?'.join(parts)}/"
    address, slash, length = plain(value).partition("/")
    if address.count(":") < 2 or "." in address:
        return ""
    try:
        groups = IPv6Address(address).exploded.split(":")
    except AddressValueError:
        return ""
    written = [
        f"0{{0,{4 - len(short)}}}{short}" if (short := one.lstrip("0")) else "0{0,4}" for one in groups
    ]
    written = [f"[0:]+{one}" if at in (0, 7) and one == "0{0,4}" else one for at, one in enumerate(written)]
    ends = rf"\/{length}" if slash else r"(\/[0-9]{1,3})?"
    return f"/{':?'.join(written)}{ends}/"


def _octets(value: str) -> list[str]:
    parts = re.split("[.:-]", value)
    if len(parts) == 6:
        return [one.zfill(2) for one in parts]
    digits = "".join(parts)
    return [digits[at : at + 2] for at in range(0, 12, 2)]

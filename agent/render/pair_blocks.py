"""Pairs what two devices have for one use: by what it is described as, its subnet, then its name. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from ipaddress import IPv4Interface

from reading.values import INTERFACE_NAME

_DESCRIBED = re.compile(
    r"(?:set )?(?:description|alias|comment)[ =:]+[\"']?(?P<text>[^\"';]+)", re.IGNORECASE
)
_ADDRESS = re.compile(
    r"(?P<ip>\d{1,3}(?:\.\d{1,3}){3})(?:/(?P<length>\d{1,2})| (?P<mask>255(?:\.\d{1,3}){3}))"
)
_FAR = re.compile(
    r"(?:\b(?:to|from|towards|link|uplink|downlink)\s+|(?<![\w/-])(?=[a-z0-9]+[-_]))(?=\S*[a-z])(?=\S*\d)([a-z][\w-]+)"
)
"""A device's name, or a circuit's: it stands behind "to", or has a hyphen; a number is in it."""
_HOST = 31
"""A prefix so long is of one device, or of a link that only one of two similar ones has."""
Marks = Sequence[frozenset[Hashable]]
"""What tells the use of a thing, the surest first: its description, its subnets, the names in its description."""


def marks_of(texts: Iterable[str], devices: Sequence[str]) -> Marks:
    """Read what tells the use of a thing from its lines; `devices` are those that are compared."""
    described, subnets = set[Hashable](), set[Hashable]()
    names = set[Hashable]()
    for text in texts:
        text = text.strip()
        if found := _DESCRIBED.match(text):
            said = found["text"].lower().strip()
            for device in devices:
                said = said.replace(device.lower(), "*")
            described.add(said)
            names |= {name for name in _FAR.findall(said) if not INTERFACE_NAME.match(name)}
        elif "address" in text and (given := _ADDRESS.search(text)):
            subnets |= _subnet(given["ip"], given["length"] or given["mask"])
    return frozenset(described), frozenset(subnets), frozenset(names)


def _subnet(address: str, mask: str) -> set[Hashable]:
    try:
        net = IPv4Interface(f"{address}/{mask}").network
    except ValueError:
        return set()
    return {net} if net.prefixlen < _HOST else set()


def pair_alike(one: Mapping[str, Marks], other: Mapping[str, Marks]) -> list[tuple[str, str]]:
    """Pair names of two sides, in the order of the first: by a mark that one on each side has, then equal names.

    Names of which the first words differ are of other kinds.
    """
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for level in range(3):
        left, right = _by_mark(one, level, pairs), _by_mark(other, level, taken)
        for mark, names in left.items():
            if len(names) == len(right.get(mark, ())) == 1:
                (name,), (second,) = names, right[mark]
                if name not in pairs and second not in taken and _kind(name) == _kind(second):
                    pairs[name] = second
                    taken.add(second)
    pairs |= {name: name for name in one if name in other and name not in pairs and name not in taken}
    return [(name, pairs[name]) for name in one if name in pairs]


def _by_mark(side: Mapping[str, Marks], level: int, but: Container[str]) -> dict[Hashable, list[str]]:
    found: dict[Hashable, list[str]] = defaultdict(list)
    for name, marks in side.items():
        for mark in marks[level] if name not in but else ():
            found[mark].append(name)
    return found


def _kind(name: str) -> str:
    words = name.split()
    return words[0] if len(words) > 1 else ""

"""Indexes what a device's log records may mention: its entities by name, and owners of addresses."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ingest.relations.collect_addresses import Addresses, addresses_of, read_address
from ingest.relations.records import Device

# What a property's value may name: a name, the names of a list, the numbers of a range.


_LIST = re.compile(r"[\w./:-]+(?:,[\w./:-]+)+")
_RANGE = re.compile(r"(\d{1,5})-(\d{1,5})")
_PLAIN = re.compile(r"[a-z]+")
MOST_OF_A_RANGE = 4096
LONGEST = 128
MOST_WORDS = 4


def read_names(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the names in a value, each with whether it was written out; `10-12` yields numbers that were not.

    A name that something is to be other than, as `!lan`, is named, too. A few words are a name where something is
    called so; whether a text is one its words do not tell, so they do not count as written out.
    """
    text = text.strip("\"' ;").lstrip("!")
    is_list = _LIST.fullmatch(text) is not None
    if not text or (len(text) > LONGEST and not is_list):
        return
    if any(map(str.isspace, text)):
        if len(text.split(None, MOST_WORDS)) <= MOST_WORDS:
            yield text, False
        return
    for item in text.split(",") if is_list else (text,):
        numbers = _RANGE.fullmatch(item)
        first, last = map(int, numbers.groups()) if numbers else (0, 0)
        if first < last < first + MOST_OF_A_RANGE:
            yield from ((str(number), False) for number in range(first, last + 1))
        else:
            yield item, True


def is_number(name: str) -> bool:
    """Tell whether a name is only a number: many things are numbered alike."""
    return name.isdecimal()


def is_plain(name: str) -> bool:
    """Tell whether a name is one lower-case word, as the syntax's own words are."""
    return _PLAIN.fullmatch(name) is not None


def is_address(name: str) -> bool:
    """Tell whether a name is an address or a prefix."""
    return read_address(name) is not None


def is_particular(name: str) -> bool:
    """Tell whether a name looks given, not a word of prose: it holds a letter, and a digit or a sign inside."""
    inner = name[1:-1]
    return (
        len(name) >= 3
        and any(map(str.isalpha, name))
        and (any(map(str.isdigit, name)) or any(sign in inner for sign in "-_./:"))
    )


# Indexes what the entities of one device are called, so that a name is looked up and never searched for.

JOINTS = ".:/"


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The entities of a device by name and type."""

    found: Mapping[str, Mapping[str, tuple[int, ...]]]
    types: frozenset[str]

    def types_of(self, name: str) -> Mapping[str, tuple[int, ...]]:
        """Return what a name stands for: ids by type."""
        return self.found.get(name, {})


def index_names(device: Device) -> NameIndex:
    """Index the keys of a device's entities.

    A number that names a part, as unit 0 of an interface, is found by both names (`xe-0/0/0.0`), and alone only where
    every entity of the type has another.
    """
    keys: dict[str, Counter[str]] = defaultdict(Counter)
    for node in device.nodes.values():
        if node.depth > 1 and is_number(node.key):
            keys[node.type][node.key] += 1
    numbered = {kind for kind, counts in keys.items() if len(counts) < 2 or max(counts.values()) > 1}
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for node in device.nodes.values():
        above = device.nodes.get(-1 if node.parent is None else node.parent)
        names = [name for name, _ in read_names(node.key)]
        if above is not None and is_number(node.key):
            whole = [f"{above.key}{joint}{node.key}" for joint in JOINTS] if above.key else []
            names = whole if node.depth > 1 and node.type in numbered else whole + names
        for name in names:
            found[name][node.type].append(node.id)
    return NameIndex(
        {name: {kind: tuple(ids) for kind, ids in kinds.items()} for name, kinds in found.items()},
        frozenset(node.type for node in device.nodes.values() if node.key),
    )


MOST_TARGETS = 4
_PORT = re.compile(r"([A-Za-z][A-Za-z-]+)(\d{1,4}(?:/\d{1,4}){1,4}(?:[.:]\d{1,5})?)")

Target = tuple[int, int, str]
"""An entity's id, the line where it is named, and its type."""


@dataclass(frozen=True, slots=True)
class Mentionable:
    """What may be mentioned of one device, by the text that mentions it; `digest` tells two states apart."""

    names: Mapping[str, tuple[Target, ...]]
    digest: str


def index_mentions(device: Device, index: NameIndex, addresses: Addresses) -> Mentionable:
    """Return the device's names that look given, and its addresses; plain words and numbers mention nothing."""
    names: dict[str, tuple[Target, ...]] = {}
    parents = {node.parent for node in device.nodes.values()}
    for name, kinds in index.found.items():
        if not is_particular(name) and read_address(name) is None:
            continue
        ranked: dict[tuple[bool, int], list[Target]] = defaultdict(list)
        for node in (device.nodes[one] for ids in kinds.values() for one in ids):
            bare = node.id not in parents and len(node.values) < 2
            ranked[bare, node.depth].append((node.id, node.first_line, node.type))
        # what says more than its name comes first, then what stands higher
        names[_normal(name)] = tuple(ranked[min(ranked)][:MOST_TARGETS])
    shorts: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if short := _short(name):
            shorts[short].append(name)
    names |= {
        short: names[some[0]] for short, some in shorts.items() if len(some) == 1 and short not in names
    }
    serials = {source.serial for source in device.sources}
    for node in device.nodes.values():
        for _, address in addresses_of(node):
            owners = [one for one in addresses.owners_of(address) if one.node >> 32 in serials]
            if owners:
                text = f"{address.version}:{address.number}"
                found = (
                    *names.get(text, ()),
                    *((owner.node, owner.line, owner.place.type) for owner in owners),
                )
                names[text] = tuple(dict.fromkeys(found))[:MOST_TARGETS]
    digest = hashlib.sha256(repr(sorted(names.items())).encode()).hexdigest()[:16]
    return Mentionable(names, digest)


def find_mentioned(text: str, known: Mentionable) -> tuple[Target, ...]:
    """Look up a value of a log record: the whole of it, as it stands, as an address or as a port's short name."""
    return known.names.get(_normal(text)) or (known.names.get(_short(text), ()) if "/" in text else ())


def _short(text: str) -> str:
    """Write the first two letters of a port's name, and its number: gi1/0/22; blank for what is no port."""
    found = _PORT.fullmatch(text)
    return f"{found[1][:2].lower()}{found[2]}" if found else ""


def _normal(text: str) -> str:
    address = read_address(text)
    return f"{address.version}:{address.number}" if address is not None else text

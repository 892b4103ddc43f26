"""Turns a network's configurations into facts of one form, each with its line.

The only reader of configurations here: checks see facts. What a make calls things is in words.toml. Statements are read
from the lines, not from learned entities, so that the findings are the same whichever parser explained a file, or none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, wraps
from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from itertools import accumulate, takewhile
from operator import itemgetter
from typing import TypeVar
from weakref import WeakKeyDictionary

from findings.names import Named, read_names
from findings.statements import GLUE, LEVEL, ConfigStatement, read_statements
from findings.words import read_words
from formats.device_names import differing_names
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from language_model.redaction.stand_in import STAND_IN

Owned = IPv4Interface | IPv6Interface
DEFAULT_VRFS = frozenset({"", "default", "global", "root", "inet.0", "master"})
_DOCUMENTS = (
    "MATCH (d:Document {kind: 'configuration', state: 'ready'}) "
    "RETURN d.serial, d.path, d.lines, d.device ORDER BY d.serial"
)
_LINES = (
    "UNWIND $spans AS span UNWIND range(span[0], span[1]) AS id MATCH (l:Line {id: id}) "
    "RETURN l.id, l.number, l.text ORDER BY l.id"
)
_TOGETHER = 5_000
"""Lines of small documents that are read at once."""
_FREE_TEXT = re.compile(r"(?:^| )(?:description|remark|comments?|alias|banner|location|contact)(?: |$)")
_WORD = re.compile(r"\"[^\"]*\"|[^\s\[\],;]+")
_MOST_LINES = 5_000_000
_FORMS = {"set": "braces"}
_TIME_LIMIT_S = 300.0


@dataclass(frozen=True, slots=True)
class LineFact:
    """One thing that one line says; `value` is the group of that name, or blank."""

    kind: str
    fields: Mapping[str, str]
    line: SourceLine

    @property
    def value(self) -> str:
        return self.fields.get("value", "")

    @property
    def interface(self) -> str:
        """The interface that it is said of, with its unit."""
        unit = self.fields.get("unit")
        return self.fields["interface"] + (f".{unit}" if unit else "")

    @property
    def of(self) -> str:
        """What it is said of: the group of that name, and what tells it from others of one name."""
        return " ".join(filter(None, (self.fields.get("of", ""), self.fields.get("of_part", ""))))


@dataclass(frozen=True, slots=True)
class OwnedAddress:
    """An address that an interface owns."""

    owned: Owned
    line: SourceLine
    secondary: bool = False


@dataclass(frozen=True, slots=True)
class Interface:
    """An interface, or one of its units; `parent` is the port that a unit is of."""

    device: str
    name: str
    vrf: str
    addresses: tuple[OwnedAddress, ...]
    told: Mapping[str, tuple[LineFact, ...]]
    parent: Interface | None = None

    def one(self, kind: str) -> LineFact | None:
        """Return what is told last of that kind, of the interface or else of its port."""
        found = self.told.get(kind)
        if found:
            return found[-1]
        return self.parent.one(kind) if self.parent else None

    @property
    def line(self) -> SourceLine:
        """Return the line that names the interface first; what is said of all of them names none."""
        named = [one for each in self.told.values() for one in each if "assumed" not in one.fields]
        return min((one.line for one in named), key=lambda line: line.number)

    @property
    def is_down(self) -> bool:
        """Tell whether it is shut down by its configuration."""
        off = self.told.get("shutdown")
        later = self.told.get("no_shutdown")
        here = bool(off) and not (later and off and later[-1].line.number > off[-1].line.number)
        here = here or ("needs_enable" in self.told and "enabled" not in self.told)
        return here or (self.parent is not None and self.parent.is_down)


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A BGP neighbor by address; `remote` is the AS that is expected of it, blank where that is not told."""

    device: str
    vrf: str
    peer: str
    remote: str
    own: str
    lines: tuple[SourceLine, ...]
    shut_down: bool = False
    local_as: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class WordPlace:
    """Where a word stands; `free` says in free text, `outer` in a statement that may define what other ones use."""

    line: SourceLine
    words: str
    free: bool
    outer: bool


@dataclass(frozen=True, eq=False)
class DeviceFacts:
    """What one device's configuration says."""

    device: str
    syntax: str
    statements: tuple[ConfigStatement, ...]
    told: Mapping[str, tuple[LineFact, ...]]
    interfaces: tuple[Interface, ...]
    neighbors: tuple[Neighbor, ...]
    definitions: tuple[Named, ...]
    uses: tuple[Named, ...]

    def all(self, kind: str) -> tuple[LineFact, ...]:
        """Return everything that is told of that kind."""
        return self.told.get(kind, ())

    @property
    def form(self) -> str:
        """Return how it is written; one name for what a make may write in two ways."""
        return _FORMS.get(self.syntax, self.syntax)

    @cached_property
    def first_words(self) -> frozenset[str]:
        """Return the words that its statements begin with."""
        return frozenset(one.text.partition(" ")[0] for one in self.statements)

    @cached_property
    def places(self) -> Mapping[str, Sequence[WordPlace]]:
        """Return where each word stands, in lower case."""
        kept: dict[str, list[WordPlace]] = defaultdict(list)
        for statement in self.statements:
            text = statement.line.text.lower()
            free = bool(_FREE_TEXT.search(text.strip()))
            outer = statement.opens or LEVEL not in statement.text
            place = WordPlace(statement.line, text, free, outer)
            for word in {part for whole in _WORD.findall(text) for part in (whole, *whole.split("="))}:
                kept[word.strip("!\"'")].append(place)
        return kept


@dataclass(frozen=True, eq=False)
class Network:
    """The facts of all devices, by name; `unread` are the files whose statements could not be read, and why."""

    devices: tuple[DeviceFacts, ...]
    unread: tuple[tuple[SourceLine, str], ...] = ()

    @cached_property
    def interfaces(self) -> tuple[Interface, ...]:
        """Return the interfaces of all devices."""
        return tuple(one for device in self.devices for one in device.interfaces)

    @cached_property
    def by_device(self) -> Mapping[str, Sequence[Interface]]:
        """Return the interfaces of each device."""
        found: dict[str, list[Interface]] = defaultdict(list)
        for interface in self.interfaces:
            found[interface.device].append(interface)
        return found

    @cached_property
    def named(self) -> Mapping[str, DeviceFacts]:
        """Return the devices by their names."""
        return {device.device: device for device in self.devices}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Return the names of the devices by those in small letters."""
        return {name.lower(): name for name in self.named}

    @cached_property
    def owners(self) -> Mapping[str, Sequence[Interface]]:
        """Return which interfaces own an address, by its text."""
        found: dict[str, list[Interface]] = defaultdict(list)
        for interface in self.interfaces:
            for address in interface.addresses:
                found[str(address.owned.ip)].append(interface)
        return found

    @cached_property
    def virtual_addresses(self) -> frozenset[str]:
        """Return the addresses that routers share."""
        told = (one for device in self.devices for one in device.all("virtual_address"))
        return frozenset(one.value.partition("/")[0] for one in told)


_Facts = TypeVar("_Facts", DeviceFacts, Network)
_Value = TypeVar("_Value")


def kept_with_facts(read: Callable[[_Facts], _Value]) -> Callable[[_Facts], _Value]:
    """Keep what many checks read of the same facts, while these are there."""
    kept: WeakKeyDictionary[_Facts, _Value] = WeakKeyDictionary()

    @wraps(read)
    def read_once(facts: _Facts) -> _Value:
        if facts not in kept:
            kept[facts] = read(facts)
        return kept[facts]

    return read_once


def read_network(graph: ReadableGraph, only: Sequence[str] = ()) -> Network:
    """Read the configurations of a graph, or those of the devices in `only`, whose names are compared without case.

    Of several versions of one device's file the newest counts. A file that fails does not stop the others, and one that
    names several devices says nothing for sure.
    """
    return build_network(_configurations(graph, {name.lower() for name in only}))


def build_network(configurations: Iterable[tuple[Sequence[SourceLine], str]]) -> Network:
    """Read configurations, each its lines and its device, as `read_network` does. Pure."""
    newest: dict[tuple[str, str], DeviceFacts] = {}
    unread: list[tuple[SourceLine, str]] = []
    for lines, device in configurations:
        if named := differing_names([line.text for line in lines]):
            names = ", ".join(one.name for one in named)
            unread.append(
                (lines[named[1].line], f"it names several devices ({names}), whose settings are mixed")
            )
            continue
        if huge := next(filter(None, map(_huge_number, lines)), None):
            unread.append(huge)
            continue
        try:
            syntax, statements = read_statements(lines)
            newest[device, syntax] = read_device(device, syntax, statements)
        except Exception as error:  # the border between files, as when they are loaded
            unread.append((lines[0], f"{type(error).__name__}: {error}"))
    return Network(tuple(facts for _, facts in sorted(newest.items(), key=itemgetter(0))), tuple(unread))


MOST_DIGITS = 1_000
"""Of a number; Python refuses to read many more, and no device has them."""
_DIGITS = re.compile(r"\d++")


def _huge_number(line: SourceLine) -> tuple[SourceLine, str] | None:
    """Return a line with a number that is too long to be read, and that it is."""
    most = max(map(len, _DIGITS.findall(line.text)), default=0) if len(line.text) > MOST_DIGITS else 0
    return (
        (line, f"a number of {most:,} digits; at most {MOST_DIGITS:,} are read")
        if most > MOST_DIGITS
        else None
    )


def _configurations(graph: ReadableGraph, wanted: set[str]) -> Iterator[tuple[list[SourceLine], str]]:
    """Yield the lines and the device of each configuration, oldest first; small ones are read together."""
    documents = [
        (int(str(serial)), str(path), int(str(count or 0)), str(device or path))
        for serial, path, count, device in graph.read(_DOCUMENTS, row_limit=100_000).rows
        if not wanted or str(device or path).lower() in wanted
    ]
    while documents:
        sizes = accumulate(count for _, _, count, _ in documents)
        some = max(1, len(list(takewhile(lambda size: size <= _TOGETHER, sizes))))
        together, documents = documents[:some], documents[some:]
        paths = {serial: path for serial, path, _, _ in together}
        spans = [[serial * 2**32 + 1, serial * 2**32 + count] for serial, _, count, _ in together if count]
        rows = graph.read(_LINES, {"spans": spans}, row_limit=_MOST_LINES, time_limit_s=_TIME_LIMIT_S).rows
        lines: dict[int, list[SourceLine]] = defaultdict(list)
        for node, number, text in rows:
            serial = int(str(node)) >> 32
            lines[serial].append(SourceLine(paths[serial], int(str(number)), str(text)))
        yield from ((lines[serial], device) for serial, _, _, device in together)


def read_device(device: str, syntax: str, statements: Sequence[ConfigStatement]) -> DeviceFacts:
    """Read what a device's statements say. Pure."""
    found: dict[str, list[LineFact]] = defaultdict(list)
    for statement in statements:
        for kind, fields in () if statement.off else _says_of_each(statement.text):
            found[kind] += [LineFact(kind, one, statement.line) for one in _each(fields)]
    found = {**_in_main_table(found), **_vlans_of_ports(found)}
    told = _assumed({kind: tuple(_whole(several)) for kind, several in found.items()})
    return DeviceFacts(
        device,
        syntax,
        tuple(statements),
        told,
        _interfaces(device, told),
        _neighbors(device, told),
        *read_names(statements),
    )


def _each(fields: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield the fields once for each member of the list in the group `each`, or in one called after the field."""
    group = next((name for name in fields if name.startswith("each")), "")
    name = group.removeprefix("each_") if group != "each" else "of"
    yield from ({**fields, name: one} for one in fields[group].split(",")) if group else (fields,)


def _in_main_table(found: Mapping[str, list[LineFact]]) -> Mapping[str, list[LineFact]]:
    """Take the largest table of a device for its global one, where every interface is in a table with a name."""
    sizes = Counter(one.value for one in found.get("named_table", ()))
    main = next((table for table, _ in sizes.most_common(1)), "")
    if main in DEFAULT_VRFS:
        return found
    return {
        kind: [
            LineFact(kind, {**one.fields, "vrf": ""}, one.line) if one.fields.get("vrf") == main else one
            for one in several
            if kind != "vrf" or one.value != main
        ]
        for kind, several in found.items()
    }


def _vlans_of_ports(found: Mapping[str, list[LineFact]]) -> Mapping[str, list[LineFact]]:
    """Return the VLANs of trunks and of access ports, where ports name VLANs and say elsewhere which they are."""
    named = (one for one in found.get("vlan", ()) if "name" in one.fields and one.value)
    numbers = {one.fields["name"]: one.value for one in named}
    trunks = {one.interface for one in found.get("port_tags", ())}
    added = {kind: list(found.get(kind, ())) for kind in ("trunk_vlans", "access_vlan")}
    for one in found.get("port_vlans", ()):
        value = one.value if one.value[:1].isdigit() else numbers.get(one.value, "")
        kind = "trunk_vlans" if one.interface in trunks else "access_vlan"
        added[kind] += [LineFact(kind, {**one.fields, "value": value}, one.line)] if value else []
    return {kind: several for kind, several in added.items() if several}


def _whole(several: Sequence[LineFact]) -> Iterator[LineFact]:
    """Put together what is said of one `entry` in several lines: one fact for each value, or one without values."""
    entries: dict[str, list[LineFact]] = defaultdict(list)
    for one in several:
        if "entry" in one.fields:
            entries[one.fields["entry"]].append(one)
        else:
            yield one
    for parts in entries.values():
        shared = {name: value for one in parts for name, value in one.fields.items() if name != "value"}
        for one in [one for one in parts if one.value] or parts[:1]:
            yield LineFact(one.kind, {**shared, **one.fields}, one.line)


def _assumed(told: Mapping[str, tuple[LineFact, ...]]) -> Mapping[str, tuple[LineFact, ...]]:
    """Add what a device says of all its interfaces as said of each, but for those of which it says otherwise."""
    added = dict(told)
    for setting in read_words().assumed_settings:
        if setting.where not in told:
            continue
        named = {
            plain_name(one.interface): one.interface
            for kind, several in told.items()
            for one in several
            if "interface" in one.fields and kind != setting.unless
        }
        others = {plain_name(one.interface) for one in told.get(setting.unless, ())}
        if others <= named.keys() and len({one.value for one in told.get(setting.process, ())}) < 2:
            others |= {name.rpartition(".")[0] for name in others}  # the ports of units
            assumed = (shown for name, shown in named.items() if name not in others)
            line = told[setting.where][0].line
            new = tuple(
                LineFact(setting.kind, {"interface": name, "assumed": "yes"}, line) for name in assumed
            )
            added[setting.kind] = (*new, *told.get(setting.kind, ()))
        else:
            added[setting.unsure] = (*told.get(setting.unsure, ()), *told[setting.where])
    return added


def _says_of_each(text: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield what a statement tells, and what it would tell of each member alone of the list at its end."""
    told = _says(text)
    yield from told
    if listed := _LIST.search(text):
        kinds = {kind for kind, _ in told}
        for member in listed["members"].split():
            yield from (one for one in _says(text[: listed.start()] + member) if one[0] not in kinds)


_LIST = re.compile(r"\[ ?(?P<members>[^\[\]]*)\]$")


@lru_cache(maxsize=20_000)
def _says(text: str) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """Return the kinds of facts that a statement tells, with their fields; many devices say the same."""
    word = text.partition(" ")[0]
    return tuple(
        (kind, {name: value.replace(GLUE, " ") for name, value in found.groupdict().items() if value})
        for kind, pattern in _compiled(word if word in _patterns_by_word() else "")
        if (found := pattern.search(text))
    )


@cache
def _compiled(word: str) -> Sequence[tuple[str, re.Pattern[str]]]:
    """Compile the patterns that fit statements by their first word once one begins so: most makes are never read."""
    return [(kind, _compile(pattern)) for kind, pattern in _patterns_by_word()[word]]


_compile = cache(re.compile)
"""A pattern that fits any word stands under each."""


@cache
def _patterns_by_word() -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return the patterns that fit statements by their first word; under "" those that fit any word."""
    ordered = [(kind, pattern) for kind, patterns in read_words().says.items() for pattern in patterns]
    words = [_first_words(pattern) for _, pattern in ordered]
    return {
        word: [each for each, begins in zip(ordered, words, strict=True) if not begins or word in begins]
        for word in {"", *(word for begins in words for word in begins)}
    }


def _first_words(pattern: str) -> frozenset[str]:
    """Return the words of which what a pattern matches begins with one; none where it may begin otherwise."""
    found: set[str] = set()
    for choice in _split(pattern.removeprefix("^"), "|") if pattern.startswith("^") else ("",):
        group = _GROUP.match(choice)
        inside, behind = _split(choice[group.end() :], ")", 1) if group else ("", "")
        word = _WORD_AND_BLANK.match(choice)
        if word:
            found.add(word[1])
        elif group and not behind.startswith(("?", "*", "{")):
            inner = [each if _BARE.fullmatch(each) is None else each + behind for each in _split(inside, "|")]
            words = [_first_words(f"^{each}") for each in inner]
            if not all(words):
                return frozenset()
            found |= frozenset().union(*words)
        else:
            return frozenset()
    return frozenset(found)


_GROUP = re.compile(r"\((?:\?:|\?P<\w+>)")
_BARE = re.compile(r"[\w-]+")
_WORD_AND_BLANK = re.compile(r"([\w-]+) (?![?*{])")
_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]?|.")
"""One sign of a pattern: an escaped one, a class of signs, or any other."""


def _split(pattern: str, at: str, most: int = -1) -> Sequence[str]:
    """Split a pattern at a sign that stands in no group."""
    parts, level = [""], 0
    for sign in _SIGN.findall(pattern):
        if sign == at and level == 0 and most:
            parts.append("")
            most -= 1
        else:
            level += {"(": 1, ")": -1}.get(sign, 0)
            parts[-1] += sign
    return parts


def plain_name(name: str) -> str:
    """Return an interface's name as names are compared: without spaces, in lower case."""
    return name.replace(" ", "").lower()


def _interfaces(device: str, told: Mapping[str, Sequence[LineFact]]) -> tuple[Interface, ...]:
    by_name: dict[str, dict[str, list[LineFact]]] = defaultdict(lambda: defaultdict(list))
    shown: dict[str, str] = {}
    for one in (one for several in told.values() for one in several if "interface" in one.fields):
        name = one.interface
        shown.setdefault(plain_name(name), name.replace(" ", ""))
        by_name[plain_name(name)][one.kind].append(one)
    made: dict[str, Interface] = {}
    for name in sorted(by_name, key=lambda one: ("on_port" in by_name[one], one)):  # a port before its units
        found = {kind: tuple(each) for kind, each in by_name[name].items()}
        on = found["on_port"][-1].fields if "on_port" in found else {}
        on_port = plain_name(on["value"] + on.get("number", "")) if on else name.rpartition(".")[0]
        port = made.get(on_port)
        made[name] = Interface(device, shown[name], _vrf(found, port), tuple(_addresses(found)), found, port)
    return tuple(made.values())


def _vrf(told: Mapping[str, Sequence[LineFact]], parent: Interface | None) -> str:
    parts = [told[kind][-1].value.lower() for kind in ("vdom", "vrf") if kind in told]
    named = "/".join(part for part in parts if part not in DEFAULT_VRFS)
    return named or (parent.vrf if parent and not parts and not parent.told.get("address") else "")


def _addresses(told: Mapping[str, Sequence[LineFact]]) -> Iterator[OwnedAddress]:
    seen = set()
    lengths = {one.line.number: one.value for one in told.get("address_length", ())}
    for one in told.get("address", ()):
        behind = (lengths[at] for at in sorted(lengths) if at >= one.line.number)
        mask = one.fields.get("mask") or next(behind, "")
        try:
            owned = ip_interface(one.fields["address"] + (f"/{mask}" if mask else ""))
        except ValueError:
            continue
        if owned not in seen and not owned.ip.is_unspecified:
            seen.add(owned)
            yield OwnedAddress(owned, one.line, "secondary" in one.fields)


def in_vrf(one: LineFact) -> str:
    """Return the VRF that a fact names; blank for the default one."""
    vrf = (one.fields.get("vrf") or one.fields.get("vrf0") or "").lower()
    return "" if vrf in DEFAULT_VRFS else vrf


def _neighbors(device: str, told: Mapping[str, Sequence[LineFact]]) -> tuple[Neighbor, ...]:
    groups = {one.fields["peer"]: one for one in told.get("bgp_group_as", ())}
    internal = {one.fields["peer"] for one in told.get("bgp_internal", ())}
    off = {(in_vrf(one), one.fields["peer"]) for one in told.get("bgp_shutdown", ())}
    local = {one.fields["peer"] for one in told.get("bgp_local_as", ())}
    by_peer: dict[tuple[str, str], list[LineFact]] = defaultdict(list)
    for one in (*told.get("bgp_neighbor", ()), *told.get("bgp_member", ())):
        if re.match(r"[\da-fA-F]*[.:]", one.fields["peer"]):
            by_peer[in_vrf(one), one.fields["peer"]].append(one)
    made = []
    for (vrf, peer), parts in by_peer.items():
        own = parts[0].fields.get("as") or own_as(told, vrf)
        group = next((one.fields["group"] for one in parts if "group" in one.fields), "")
        said = [one for one in parts if "remote" in one.fields]
        if not said and group in groups:
            said = [groups[group]]
        remote = said[-1].fields["remote"] if said else own if group in internal else ""
        remote = {"internal": own, "external": ""}.get(remote, remote)
        lines = tuple(dict.fromkeys((*(one.line for one in said), parts[0].line)))
        is_local = peer in local or group in local
        is_off = not off.isdisjoint(((vrf, peer), (vrf, group)))
        made.append(Neighbor(device, vrf, peer, remote, own, lines, is_off, is_local, group))
    return tuple(made)


def owned_by(interfaces: Iterable[Interface]) -> frozenset[str]:
    """Return the addresses that interfaces have, without their masks."""
    return frozenset(str(address.owned.ip) for one in interfaces for address in one.addresses)


_ALIKE = 0.6
"""The share of the first words of both devices' statements that each must have."""


def written_alike(one: DeviceFacts, other: DeviceFacts) -> bool:
    """Tell whether two devices are configured with the same words, as devices of one make and role are."""
    shared = one.first_words & other.first_words
    return one.form == other.form and len(shared) >= _ALIKE * max(
        len(one.first_words), len(other.first_words)
    )


def secret_of(fact: LineFact) -> str:
    """Return what tells a secret from another one: the hash of what was clear text; blank where there is none."""
    found = STAND_IN.fullmatch(fact.value)
    return (found["hash"] or "") if found and found["kind"] in ("clear", "type7") else ""


def own_as(told: Mapping[str, Sequence[LineFact]], vrf: str) -> str:
    """Return a device's AS in a VRF; blank where none is told, or several."""
    found = [one for one in told.get("bgp_as", ()) if one.fields.get("as")]
    for facts in ([one for one in found if in_vrf(one) == vrf], found):
        numbers = {one.fields["as"] for one in facts}
        if len(numbers) == 1:
            return numbers.pop()
    return ""

"""Turns a network's configurations into facts of one form, each with its line.

The only reader of configurations here: checks see facts. What a make calls things is in words.toml. Statements are read
from the lines, not from learned entities, so that the findings are the same whichever parser explained a file, or none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from operator import itemgetter

from findings.statements import GLUE, ConfigStatement, read_statements
from findings.words import read_words
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine

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
        """Return the line that names the interface first."""
        return min((one.line for each in self.told.values() for one in each), key=lambda line: line.number)

    @property
    def is_down(self) -> bool:
        """Tell whether it is shut down by its configuration."""
        off = self.told.get("shutdown")
        later = self.told.get("no_shutdown")
        here = bool(off) and not (later and off and later[-1].line.number > off[-1].line.number)
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


@dataclass(frozen=True, slots=True)
class Named:
    """A name where it is defined, or used."""

    kind: str
    name: str
    line: SourceLine


@dataclass(frozen=True)
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

    @cached_property
    def places(self) -> Mapping[str, Sequence[tuple[int, bool]]]:
        """Return where each word stands, in lower case: line number, and whether in free text."""
        kept: dict[str, list[tuple[int, bool]]] = defaultdict(list)
        for statement in self.statements:
            text = statement.line.text.lower()
            free = bool(_FREE_TEXT.search(text.strip()))
            for word in {part for whole in _WORD.findall(text) for part in (whole, *whole.split("="))}:
                kept[word.strip("!\"'")].append((statement.line.number, free))
        return kept


@dataclass(frozen=True)
class Network:
    """The facts of all devices, by name."""

    devices: tuple[DeviceFacts, ...]

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
    def owners(self) -> Mapping[str, Sequence[Interface]]:
        """Return which interfaces own an address, by its text."""
        found: dict[str, list[Interface]] = defaultdict(list)
        for interface in self.interfaces:
            for address in interface.addresses:
                found[str(address.owned.ip)].append(interface)
        return found


def read_network(graph: ReadableGraph, only: Sequence[str] = ()) -> Network:
    """Read the configurations of a graph, or those of the devices in `only`, whose names are compared without case.

    Of several versions of one device's file the newest counts.
    """
    wanted = {name.lower() for name in only}
    newest: dict[tuple[str, str], tuple[str, tuple[ConfigStatement, ...]]] = {}
    for lines, device in _configurations(graph, wanted):
        syntax, statements = read_statements(lines)
        newest[device, syntax] = (device, statements)
    return Network(
        tuple(
            read_device(device, syntax, statements)
            for (_, syntax), (device, statements) in sorted(newest.items())
        )
    )


def _configurations(graph: ReadableGraph, wanted: set[str]) -> Iterator[tuple[list[SourceLine], str]]:
    documents = [
        (int(str(serial)), str(path), int(str(count or 0)), str(device or path))
        for serial, path, count, device in graph.read(_DOCUMENTS, row_limit=100_000).rows
        if not wanted or str(device or path).lower() in wanted
    ]
    while documents:
        some, count = 0, 0
        while some < len(documents) and (not some or count + documents[some][2] <= _TOGETHER):
            count += documents[some][2]
            some += 1
        yield from _read_lines(graph, documents[:some])
        documents = documents[some:]


def _read_lines(
    graph: ReadableGraph, documents: Sequence[tuple[int, str, int, str]]
) -> Iterator[tuple[list[SourceLine], str]]:
    """Yield the lines and the device of each of some documents: serial, path, number of lines, device."""
    spans = [[serial * 2**32 + 1, serial * 2**32 + count] for serial, _, count, _ in documents if count]
    table = graph.read(_LINES, {"spans": spans}, row_limit=_MOST_LINES, time_limit_s=_TIME_LIMIT_S)
    lines: dict[int, list[SourceLine]] = defaultdict(list)
    paths = {serial: path for serial, path, _, _ in documents}
    for node, number, text in table.rows:
        serial = int(str(node)) >> 32
        lines[serial].append(SourceLine(paths[serial], int(str(number)), str(text)))
    for serial, _, _, device in documents:
        yield lines[serial], device


def read_device(device: str, syntax: str, statements: Sequence[ConfigStatement]) -> DeviceFacts:
    """Read what a device's statements say. Pure."""
    told: dict[str, list[LineFact]] = defaultdict(list)
    for statement in statements:
        for kind, fields in _says(statement.text):
            told[kind].append(LineFact(kind, fields, statement.line))
    kept = {kind: tuple(found) for kind, found in told.items()}
    return DeviceFacts(
        device,
        syntax,
        tuple(statements),
        kept,
        _interfaces(device, kept),
        _neighbors(device, kept),
        tuple(_named(statements, defines=True)),
        tuple(_named(statements, defines=False)),
    )


@lru_cache(maxsize=20_000)
def _says(text: str) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """Return the kinds of facts that a statement tells, with their fields; many devices say the same."""
    return tuple(
        (kind, {name: _spaced(value) for name, value in found.groupdict().items() if value})
        for kind, patterns in read_words().says.items()
        for pattern in patterns
        if (found := pattern.search(text))
    )


def _spaced(value: str) -> str:
    return value.replace(GLUE, " ")


def _named(statements: Sequence[ConfigStatement], *, defines: bool) -> Iterator[Named]:
    found = [
        (place, kind, name, statement.line)
        for statement in statements
        for place, kind, name in _names_in(statement.text, defines)
    ]
    yield from (Named(kind, name, line) for _, kind, name, line in sorted(found, key=itemgetter(0)))


@lru_cache(maxsize=20_000)
def _names_in(text: str, defines: bool) -> tuple[tuple[int, str, str], ...]:
    """Return the names that a statement defines or uses: the place of the pattern, the kind, the name."""
    patterns = [
        (kind.kind, pattern)
        for kind in read_words().name
        for pattern in (kind.defines if defines else kind.uses)
    ]
    return tuple(
        (place, kind, name)
        for place, (kind, pattern) in enumerate(patterns)
        if (found := pattern.search(text))
        for name in _names(found.groupdict())
    )


def _names(fields: Mapping[str, str | None]) -> list[str]:
    if fields.get("name"):
        return [_spaced(str(fields["name"]))]
    return [_spaced(name) for name in (fields.get("names") or "").strip("[] ").split()]


def plain_name(name: str) -> str:
    """Return an interface's name as names are compared: without spaces, in lower case."""
    return name.replace(" ", "").lower()


def _interfaces(device: str, told: Mapping[str, Sequence[LineFact]]) -> tuple[Interface, ...]:
    by_name: dict[str, dict[str, list[LineFact]]] = {}
    shown: dict[str, str] = {}
    for kind, all_told in told.items():
        for one in all_told:
            if "interface" not in one.fields:
                continue
            unit = one.fields.get("unit")
            name = one.fields["interface"] + (f".{unit}" if unit else "")
            shown.setdefault(plain_name(name), name.replace(" ", ""))
            by_name.setdefault(plain_name(name), {}).setdefault(kind, []).append(one)
    made: dict[str, Interface] = {}
    for name in sorted(by_name, key=lambda one: ("on_port" in by_name[one], one)):  # a port before its units
        parent = made.get(name.rpartition(".")[0])
        found = {kind: tuple(each) for kind, each in by_name[name].items()}
        port = made.get(plain_name(found["on_port"][-1].value)) if "on_port" in found else parent
        made[name] = Interface(device, shown[name], _vrf(found, port), tuple(_addresses(found)), found, port)
    return tuple(made.values())


def _vrf(told: Mapping[str, Sequence[LineFact]], parent: Interface | None) -> str:
    parts = [told[kind][-1].value.lower() for kind in ("vdom", "vrf") if told.get(kind)]
    named = "/".join(part for part in parts if part not in DEFAULT_VRFS)
    return named or (parent.vrf if parent and not parts and not parent.told.get("address") else "")


def _addresses(told: Mapping[str, Sequence[LineFact]]) -> Iterator[OwnedAddress]:
    seen = set()
    for one in told.get("address", ()):
        lengths = {each.line.number: each.value for each in told.get("address_length", ())}
        mask = one.fields.get("mask") or next(
            (lengths[at] for at in sorted(lengths) if at > one.line.number), ""
        )
        text = one.fields["address"] + (f"/{mask}" if mask else "")
        try:
            owned = ip_interface(text)
        except ValueError:
            continue
        if owned not in seen and not owned.ip.is_unspecified:
            seen.add(owned)
            yield OwnedAddress(owned, one.line, "secondary" in one.fields)


def _in_vrf(one: LineFact) -> str:
    vrf = (one.fields.get("vrf") or one.fields.get("vrf0") or "").lower()
    return "" if vrf in DEFAULT_VRFS else vrf


def _neighbors(device: str, told: Mapping[str, Sequence[LineFact]]) -> tuple[Neighbor, ...]:
    groups = {one.fields["peer"]: one for one in told.get("bgp_group_as", ())}
    internal = {one.fields["peer"] for one in told.get("bgp_internal", ())}
    off = {(_in_vrf(one), one.fields["peer"]) for one in told.get("bgp_shutdown", ())}
    local = {one.fields["peer"] for one in told.get("bgp_local_as", ())}
    by_peer: dict[tuple[str, str], list[LineFact]] = defaultdict(list)
    for one in (*told.get("bgp_neighbor", ()), *told.get("bgp_member", ())):
        if re.match(r"[\da-fA-F]*[.:]", one.fields["peer"]):
            by_peer[_in_vrf(one), one.fields["peer"]].append(one)
    made = []
    for (vrf, peer), parts in by_peer.items():
        own = own_as(told, vrf, parts[0].fields.get("as", ""))
        group = next((one.fields["group"] for one in parts if "group" in one.fields), "")
        said = [one for one in parts if "remote" in one.fields]
        if not said and group in groups:
            said = [groups[group]]
        remote = said[-1].fields["remote"] if said else own if group in internal else ""
        remote = {"internal": own, "external": ""}.get(remote, remote)
        lines = [*(one.line for one in said), parts[0].line]
        made.append(
            Neighbor(
                device, vrf, peer, remote, own, tuple(dict.fromkeys(lines)), (vrf, peer) in off,
                peer in local or group in local,
            )
        )  # fmt: skip
    return tuple(made)


def own_as(told: Mapping[str, Sequence[LineFact]], vrf: str, said: str = "") -> str:
    """Return a device's AS in a VRF; blank where none is told, or several."""
    found = [one for one in told.get("bgp_as", ()) if one.fields.get("as")]
    inside = {one.fields["as"] for one in found if _in_vrf(one) == vrf}
    everywhere = {one.fields["as"] for one in found}
    return (
        said or next((iter(each) for each in (inside, everywhere) if len(each) == 1), iter([""])).__next__()
    )

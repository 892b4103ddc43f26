"""Draws the map of a network: devices, their links in layers, and the way between two.

A link is proven by what says so: a subnet of two, descriptions, LLDP or CDP, a VPN's peer, a BGP session.
What only one end says is not sure. The map knows links, not which way packets are routed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address
from itertools import islice, pairwise
from typing import Any, Literal

from findings.facts import Interface, LineFact, Network, plain_name
from findings.incidents import Incident
from findings.join_incidents import DASH
from findings.links import (
    area_number,
    bundle_of,
    described_device,
    find_links,
    has_area,
    is_bundle,
    is_called,
    is_small,
    is_virtual,
    lans,
)
from findings.ports import number_set
from findings.records import SEVERITIES
from findings.vpns import vpn_targets
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine

NodeKind = Literal["device", "outside", "subnet"]
LAYERS = ("physical", "l3", "vpn", "ospf", "bgp")
"""Besides these there is a layer for each VLAN: "vlan 10"."""
PATHS = frozenset({"physical", "l3", "vpn"})
"""The layers over which packets go."""
MOST_PATHS = 3
_OUT_OF_BAND = re.compile(r"(?:mgmt|management|oobm?|fxp|meth|me-?\d|em\d)", re.IGNORECASE)
"""How ports that forward no traffic are called: a way through them is taken where nothing else leads there."""
_CAPTURED = (
    "MATCH (e:{label}) WHERE e.device IS NOT NULL MATCH (l:Line {{id: e.document * 4294967296 + e.first_line}}) "
    "RETURN e, l.path, l.number, l.text"
)
_MOST = 100_000
_LABELS = {"LldpNeighbor": "LLDP", "CdpNeighbor": "CDP"}
_LOCAL = ("local_interface", "local_port", "local_intf", "interface")
_FAR = ("neighbor_name", "neighbor", "system_name", "remote_name", "neighbor_id", "sysname")
_FAR_PORT = (
    "neighbor_interface",
    "neighbor_port_id",
    "neighbor_port",
    "remote_port",
    "port_id",
    "remote_interface",
)


@dataclass(frozen=True, slots=True)
class LinkProof:
    """What says that a link is there, and on which lines."""

    how: str
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class MapNode:
    """A device; what only neighbors tell of (`outside`); or a subnet with more than two devices.

    `findings` counts by severity; `severity` is the worst, blank where nothing was found.
    """

    name: str
    kind: NodeKind = "device"
    severity: str = ""
    findings: int = 0


@dataclass(frozen=True, slots=True)
class MapLink:
    """A link of one layer; `ports` are the interfaces at its ends, blank where nothing tells; `label` its subnet or AS.

    `sure` is False where only one of two known devices says so. `vlans` are those that both ends are told to carry.
    """

    one: str
    other: str
    layer: str
    ports: tuple[str, str] = ("", "")
    label: str = ""
    proofs: tuple[LinkProof, ...] = ()
    sure: bool = True
    severity: str = ""
    vlans: frozenset[int] = frozenset()

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """Return the lines of all proofs, each once."""
        return tuple(dict.fromkeys(line for proof in self.proofs for line in proof.lines))


@dataclass(frozen=True, slots=True)
class NetworkMap:
    """Nodes and links of all layers, in the order of their names."""

    nodes: tuple[MapNode, ...]
    links: tuple[MapLink, ...]

    def layer(self, name: str) -> NetworkMap:
        """Keep the links of a layer, and the nodes that they join; all where it is "". Raises ValueError."""
        wanted = name.strip().lower()
        if not wanted:
            return self
        vlan = re.fullmatch(r"vlan ?(\d+)", wanted)
        if vlan:
            links = [one for one in self.links if one.layer == "physical" and int(vlan[1]) in one.vlans]
        elif wanted in LAYERS:
            links = [one for one in self.links if one.layer == wanted]
        else:
            raise ValueError(f"unknown layer {name!r}; expected one of: {', '.join(LAYERS)}, vlan NUMBER")
        joined = {end for link in links for end in (link.one, link.other)}
        kept = [one for one in self.nodes if one.name in joined or (one.kind == "device" and not vlan)]
        return NetworkMap(tuple(kept), tuple(links))


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a way: the links between two nodes, the best proven first."""

    one: str
    other: str
    links: tuple[MapLink, ...]


@dataclass(frozen=True, slots=True)
class DevicePath:
    """The shortest ways between two devices; without any, `reached` and `missed` are what each of them reaches."""

    one: str
    other: str
    ways: tuple[tuple[Hop, ...], ...] = ()
    reached: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    asked: tuple[str, str] = ("", "")
    """The addresses that the ends were asked for by; blank for a name."""

    @property
    def ends(self) -> tuple[str, str]:
        """Name both ends; one that an address stands for with it: "core1 (for 10.0.0.20)"."""
        pairs = zip((self.one, self.other), self.asked, strict=True)
        one, other = (f"{name} (for {address})" if address else name for name, address in pairs)
        return one, other


def draw_map(
    network: Network, captured: Sequence[MapLink] = (), incidents: Sequence[Incident] = ()
) -> NetworkMap:
    """Join what configurations and captures tell of links. Pure."""
    devices = {one.device for one in network.devices}
    found = [
        *_of_links(network),
        *_of_descriptions(network),
        *captured,
        *_of_lans(network),
    ]
    found += _of_vpns(network)
    found += _of_sessions(network)
    grave = {one.where: one.severity for one in reversed(incidents)}
    links = [_judge(link, network, grave) for link in _without_bundles(_merge(found), network)]
    names = dict.fromkeys(devices, "device")
    for link in links:
        for end in (link.one, link.other):
            names.setdefault(end, "subnet" if "/" in end and link.layer in ("l3", "ospf") else "outside")
    counts: dict[str, list[str]] = defaultdict(list)
    for incident in incidents:
        for finding in incident.findings:
            for device in finding.devices:
                counts[device].append(finding.severity)
    nodes = [
        MapNode(name, _kind(kind), min(counts[name], key=_rank, default=""), len(counts[name]))
        for name, kind in sorted(names.items())
    ]
    return NetworkMap(tuple(nodes), tuple(links))


def _kind(text: str) -> NodeKind:
    return "subnet" if text == "subnet" else "outside" if text == "outside" else "device"


def _rank(severity: str) -> int:
    return next((at for at, one in enumerate(SEVERITIES) if one == severity), len(SEVERITIES))


def _of_links(network: Network) -> Iterator[MapLink]:
    devices = {device.device: device for device in network.devices}
    for link in find_links(network):
        one, other = link.ends
        lines = _addresses(link.ends, link.subnet) if link.subnet else _descriptions(link.ends)
        proof = LinkProof("subnet" if link.subnet else "description", lines)
        ports = (one.name, other.name)
        if link.subnet:
            yield MapLink(one.device, other.device, "l3", ports, link.subnet, (proof,))
            areas = [has_area(end, devices[end.device]) for end in link.ends]
            if all(areas) and not any(end.one("passive") for end in link.ends):
                proven = (LinkProof("OSPF", tuple(area.line for area in areas if area)),)
                yield MapLink(one.device, other.device, "ospf", ports, _area_label(areas), proven)
        ports_alone = not any(is_virtual(end) for end in link.ends)
        if (not link.subnet or is_small(link.subnet)) and (ports_alone or all(map(is_bundle, link.ends))):
            yield MapLink(one.device, other.device, "physical", (_port(one), _port(other)), "", (proof,))


def _area_label(areas: Sequence[LineFact | None]) -> str:
    return " and ".join(dict.fromkeys(f"area {area_number(one.value)}" for one in areas if one))


def _of_descriptions(network: Network) -> Iterator[MapLink]:
    """Yield what descriptions of ports say of other devices; sure where the other one tells of this, be it at a LAG."""
    named = [
        (interface, far)
        for interface in network.interfaces
        if not interface.is_down and (far := described_device(interface, network))
    ]
    told = {(interface.device, device) for interface, (device, _) in named}
    for interface, (device, port) in named:
        if not is_virtual(interface):
            yield MapLink(
                interface.device,
                device,
                "physical",
                (_port(interface), _port(port) if port else ""),
                "",
                (LinkProof("description", _descriptions([interface])),),
                sure=(device, interface.device) in told,
            )


def read_captured(network: Network, graph: ReadableGraph) -> tuple[MapLink, ...]:
    """Read the neighbors that LLDP and CDP saw. Raises GraphError."""
    return tuple(_of_captures(network, graph))


def _of_captures(network: Network, graph: ReadableGraph) -> Iterator[MapLink]:
    known = {one.device.lower(): one.device for one in network.devices}
    for label, how in _LABELS.items():
        for node, path, number, text in graph.read(_CAPTURED.format(label=label), row_limit=_MOST).rows:
            values: Mapping[str, Any] = node if isinstance(node, Mapping) else {}
            far = _first(values, _FAR)
            if far and values.get("device"):
                device = str(values["device"])
                name = (
                    known.get(far.lower())
                    or known.get(far.partition(".")[0].partition("(")[0].lower())
                    or far
                )
                line = SourceLine(str(path), int(str(number)), str(text))
                ports = (
                    _full(network, device, _first(values, _LOCAL)),
                    _full(network, name, _first(values, _FAR_PORT)),
                )
                yield MapLink(device, name, "physical", ports, "", (LinkProof(how, (line,)),))


def _of_lans(network: Network) -> Iterator[MapLink]:
    """Yield a link to each subnet that more than two devices are in, and one of OSPF where several run it there."""
    for subnet, members in lans(network):
        for one in members:
            lines = _addresses([one], subnet)
            yield MapLink(one.device, subnet, "l3", (one.name, ""), "", (LinkProof("subnet", lines),))
        active = (one for one in members if not one.one("passive"))
        areas = [(one, area) for one in active if (area := has_area(one, network.named[one.device]))]
        for one, area in areas if len(areas) > 1 else ():
            proof = LinkProof("OSPF", (area.line,))
            yield MapLink(one.device, subnet, "ospf", (one.name, ""), _area_label([area]), (proof,))


def _of_vpns(network: Network) -> Iterator[MapLink]:
    """Yield what the peer of a VPN is, where its address is one device's; sure where that one leads back."""
    found = tuple(vpn_targets(network))
    ends = {(device, far) for device, _, far, _ in found}
    for device, name, far, line in found:
        proof = LinkProof("IPsec", (line,))
        yield MapLink(device, far, "vpn", (name, ""), "IPsec", (proof,), sure=(far, device) in ends)


def _of_sessions(network: Network) -> Iterator[MapLink]:
    for device in network.devices:
        for neighbor in device.neighbors:
            if neighbor.shut_down:
                continue
            owners = {one.device for one in network.owners.get(neighbor.peer.lower(), ())} - {device.device}
            kind = (
                ""
                if not (neighbor.remote and neighbor.own)
                else "iBGP"
                if neighbor.remote == neighbor.own
                else "eBGP"
            )
            label = (
                kind
                if owners
                else " ".join(filter(None, (kind, neighbor.remote and f"AS {neighbor.remote}")))
            )
            far = owners.pop() if len(owners) == 1 else neighbor.peer
            yield MapLink(
                device.device, far, "bgp", ("", ""), label, (LinkProof("BGP", neighbor.lines),), sure=False
            )


def _first(values: Mapping[str, Any], names: Sequence[str]) -> str:
    return next((str(values[name]) for name in names if values.get(name)), "")


def _full(network: Network, device: str, short: str) -> str:
    names = [one.name for one in network.by_device.get(device, ()) if is_called(one.name, plain_name(short))]
    return names[0] if len(names) == 1 else short


def _port(interface: Interface) -> str:
    return (interface.parent or interface).name


def _addresses(ends: Iterable[Interface], subnet: str) -> tuple[SourceLine, ...]:
    return tuple(each.line for end in ends for each in end.addresses if str(each.owned.network) == subnet)


def _descriptions(ends: Iterable[Interface]) -> tuple[SourceLine, ...]:
    return tuple(facts[-1].line for end in ends if (facts := end.told.get("description")))


def _merge(found: Iterable[MapLink]) -> list[MapLink]:
    """Make one link of what several sources tell of the same ends; a blank port is the one that is told elsewhere."""
    kept: dict[tuple[str, str, str], list[MapLink]] = defaultdict(list)
    for link in map(_in_order, found):
        alike = kept[link.layer, link.one, link.other]
        at = next((at for at, one in enumerate(alike) if _same(one, link)), None)
        if at is None:
            alike.append(link)
            continue
        before = alike[at]
        both = {proof.how: proof for proof in (*link.proofs, *before.proofs)}
        proofs = tuple(
            LinkProof(
                how,
                tuple(
                    dict.fromkeys(
                        line
                        for each in (before, link)
                        for proof in each.proofs
                        if proof.how == how
                        for line in proof.lines
                    )
                ),
            )
            for how in reversed(both)
        )
        ports = (before.ports[0] or link.ports[0], before.ports[1] or link.ports[1])
        paths = {line.path for proof in proofs for line in proof.lines}
        sure = before.sure or link.sure or len(paths) > 1
        alike[at] = replace(before, ports=ports, proofs=proofs, sure=sure, label=before.label or link.label)
    return sorted(
        (one for some in kept.values() for one in some),
        key=lambda one: (LAYERS.index(one.layer), one.one, one.other, one.ports),
    )


def _without_bundles(links: Sequence[MapLink], network: Network) -> list[MapLink]:
    """Leave out a link of two bundles where those of their members are known."""
    named = {(one.device, one.name): one for one in network.interfaces}
    joined = set()
    for link in links:
        ends = [named.get(end) for end in zip((link.one, link.other), link.ports, strict=True)]
        bundles = [bundle_of(end, network) if end else None for end in ends]
        joined.add(tuple((one.device, one.name) if one else None for one in bundles))
    return [
        one
        for one in links
        if one.layer != "physical" or ((one.one, one.ports[0]), (one.other, one.ports[1])) not in joined
    ]


def _in_order(link: MapLink) -> MapLink:
    if link.one <= link.other:
        return link
    return replace(link, one=link.other, other=link.one, ports=(link.ports[1], link.ports[0]))


def _same(one: MapLink, other: MapLink) -> bool:
    pairs = zip(map(plain_name, one.ports), map(plain_name, other.ports), strict=True)
    if one.layer == "l3":
        return one.ports == other.ports and one.label == other.label
    return all(not here or not there or here == there for here, there in pairs)


def _judge(link: MapLink, network: Network, grave: Mapping[str, str]) -> MapLink:
    """Add the severity of what was found at a link, and the VLANs that both ends carry."""
    ends = [
        [one for one in network.by_device.get(device, ()) if plain_name(one.name) == plain_name(port)]
        for device, port in zip((link.one, link.other), link.ports, strict=True)
    ]
    named = [
        f"{device} {port}" for device, port in zip((link.one, link.other), link.ports, strict=True) if port
    ]
    found = [severity for where, severity in grave.items() if _is_at(where, named)]
    severity = min(found, key=_rank, default="")
    carried = [_carried(end[0], network) if end else frozenset[int]() for end in ends]
    bundles = [end[0].one("bundle") if end else None for end in ends]
    lag = f"LAG {bundles[0].value}" if bundles[0] and bundles[1] and link.layer == "physical" else link.label
    return replace(link, severity=severity, vlans=carried[0] & carried[1], label=lag)


def _is_at(where: str, ends: Sequence[str]) -> bool:
    """Tell whether an incident is at a link: at both of its ends or one, or at units of them."""
    parts = where.split(DASH)
    return all(any(part == end or part.startswith(f"{end}.") for end in ends) for part in parts)


def _carried(port: Interface, network: Network) -> frozenset[int]:
    """Return the VLANs of a port; a member of a bundle that says none has those of the bundle."""
    kinds = ("access_vlan", "native_vlan", "voice_vlan", "trunk_vlans", "encapsulation")
    told = [fact.value for kind in kinds for fact in port.told.get(kind, ())]
    bundle = None if told else bundle_of(port, network)
    return _carried(bundle, network) if bundle and bundle is not port else number_set(",".join(told))


# The way between two devices.


def find_way(drawn: NetworkMap, one: str, other: str) -> DevicePath:
    """Find the shortest ways over physical and L3 links and VPNs; case is not compared. Raises ValueError."""
    import networkx

    names = {node.name.lower(): node.name for node in drawn.nodes}
    start, end = (names.get(each.lower(), "") for each in (one, other))
    for asked, name in ((one, start), (other, end)):
        if not name:
            known = ", ".join(sorted(node.name for node in drawn.nodes if node.kind == "device")[:30])
            raise ValueError(f"no device is called {asked}; there are {known}")
    links = [link for link in drawn.links if link.layer in PATHS]
    net = networkx.Graph()
    net.add_nodes_from(names.values())
    for link in links:  # what only one end says is gone over where nothing else leads there
        known = net.get_edge_data(link.one, link.other, {}).get("weight", 9.0)
        aside = 4.0 * any(map(_OUT_OF_BAND.match, link.ports))
        net.add_edge(link.one, link.other, weight=min(known, aside + (1.0 if link.sure else 1.5)))
    try:
        paths = list(islice(networkx.all_shortest_paths(net, start, end, weight="weight"), MOST_PATHS))
    except networkx.NetworkXNoPath:
        reached, missed = (
            tuple(sorted(networkx.node_connected_component(net, each) - {each})) for each in (start, end)
        )
        return DevicePath(start, end, (), reached, missed)
    return DevicePath(start, end, tuple(tuple(_hops(path, links)) for path in paths))


def _hops(path: Sequence[str], links: Sequence[MapLink]) -> Iterator[Hop]:
    for one, other in pairwise(path):
        between = [link for link in links if {link.one, link.other} == {one, other}]
        between.sort(key=lambda link: (not link.sure, LAYERS.index(link.layer)))
        yield Hop(one, other, tuple(between))


def owner_of(network: Network, name: str) -> str:
    """Return the device that owns an address, or the only one in its subnet; a name as it is.

    Raises ValueError where there are several.
    """
    try:
        address = ip_address(name)
    except ValueError:
        return name
    owners = {one.device for one in network.owners.get(str(address), ())}
    around = sorted(
        (
            (each.owned.network.prefixlen, one.device)
            for one in network.interfaces
            for each in one.addresses
            if address in each.owned.network
        ),
        reverse=True,
    )
    near = {device for length, device in around if length == around[0][0]}
    found = owners or near
    if len(found) > 1:
        raise ValueError(f"{name} is at several devices, name one of them: {', '.join(sorted(found))}")
    return found.pop() if found else name

"""A network of two makes of devices and a log of two kinds of records, loaded by hand as the graph model says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from graph_store.bolt_graph import BoltGraph
from graph_store.graph import IndexedLine
from graph_store.names import quote_name
from graph_store.records import Value
from graph_store.text_search.tokenize_line import search_text


@dataclass(frozen=True, slots=True)
class Node:
    """One entity with its line and what stands inside it."""

    type: str
    key: str
    line: str
    values: Mapping[str, Value] = field(default_factory=dict)
    inside: tuple[Node, ...] = ()


def interface(key: str, address: str, **values: Value) -> Node:
    """Make an interface as the first make of devices has it: the address stands on it."""
    told: dict[str, Value] = {"ip_address": address.split("/")[0], "ip_address_prefix": address, **values}
    return Node("Interface", key, f"interface {key} ip address {address}", told)


def neighbor(key: str, **values: Value) -> Node:
    """Make a BGP neighbor."""
    return Node(
        "Neighbor",
        key,
        f"neighbor {key} {' '.join(f'{name} {value}' for name, value in values.items())}",
        values,
    )


DEVICES: Mapping[str, tuple[Node, ...]] = {
    "r1": (
        interface("Loopback0", "10.0.0.1/32"),
        interface("GigabitEthernet0/1", "10.1.1.1/24", mtu=9000, description="to r2"),
        interface("GigabitEthernet0/2", "10.1.3.1/30", shutdown=True),
        Node(
            "RouterBgp",
            "65001",
            "router bgp 65001",
            {},
            (
                neighbor("CORE", peer_group=True, remote_as=65002),
                neighbor("10.1.1.2", peer_group="CORE", route_map="RM-GONE"),
            ),
        ),
        Node("RouterOspf", "1", "router ospf 1", {"area": 0}),
        Node(
            "RouteMap",
            "RM-OUT",
            "route-map RM-OUT permit 10",
            {},
            (
                Node(
                    "RouteMapEntry",
                    "",
                    "match prefix-list PL-A",
                    {"match_prefix_list": "PL-A", "set_metric": 50},
                ),
            ),
        ),
        Node("PrefixList", "PL-A", "prefix-list PL-A permit 10.0.0.0/8"),
        Node("PrefixList", "PL-B", "prefix-list PL-B permit 10.9.0.0/16"),
    ),
    "r2": (
        interface("GigabitEthernet0/1", "10.1.1.2/24", mtu=1500),
        interface("GigabitEthernet0/3", "10.9.9.9/24"),
        Node("RouterBgp", "65002", "router bgp 65002", {}, (neighbor("10.1.1.1", remote_as=65001),)),
    ),
    "j1": (
        Node(
            "Interface",
            "ge-0/0/0",
            "ge-0/0/0",
            {},
            (Node("Unit", "0", "unit 0 address 10.1.3.2/30", {"family_inet_address": "10.1.3.2/30"}),),
        ),
        Node(
            "Interface",
            "ge-0/0/1",
            "ge-0/0/1",
            {},
            (Node("Unit", "0", "unit 0 address 10.9.9.9/24", {"family_inet_address": "10.9.9.9/24"}),),
        ),
        Node("Protocol", "ospf", "protocols ospf"),
        Node("ServiceGroup", "WEB", "service-group WEB members http https", {"members": ("http", "https")}),
        Node("Vlan", "20", "vlan 20 name guests", {"name": "guests"}),
        Node(
            "Comment",
            "",
            "! Running configuration last done at 14:30:59",
            {"text": "Running configuration last done at 14:30:59"},
        ),
    ),
}


def _events() -> Iterator[Node]:
    for minute in range(20):
        status = 500 if minute % 5 == 4 else 200
        verb = "GET" if minute % 4 else "POST"
        line = f"2026-01-05 10:{minute:02d}:00 INFO {verb} /v2/servers status {status} time 0.{minute:02d}"
        day, clock, level, method, path, _, _, _, seconds = line.split()
        told: dict[str, Value] = {
            "method": method,
            "request_path": path,
            "status": status,
            "time": float(seconds),
        }
        yield _event(
            "RequestStatus",
            line,
            level,
            "<method> <path> status <status> time <time>",
            told,
            f"{day}T{clock}Z",
        )
    for minute in range(3):
        line = f"2026-01-05 11:{minute:02d}:00 WARNING session s-{minute} closed for user alice"
        told = {"session": f"s-{minute}", "user": "alice"}
        yield _event(
            "SessionClosed",
            line,
            "WARNING",
            "session <session> closed for user <user>",
            told,
            line[:19].replace(" ", "T") + "Z",
        )


def _event(kind: str, line: str, level: str, template: str, told: Mapping[str, Value], moment: str) -> Node:
    header: dict[str, Value] = {
        "timestamp": moment,
        "timestamp_text": line[:19],
        "level": level,
        "message": line[20 + len(level) + 1 :],
        "template": template,
        "event": kind,
    }
    return Node(kind, "", line, {**header, **told})


def load_two_makes(graph: BoltGraph) -> None:
    """Load the devices and the log."""
    for serial, (device, nodes) in enumerate(DEVICES.items(), start=1):
        graph.write("CREATE (:Device {name: $device, aliases: []})", {"device": device})
        root = Node(
            "Configuration",
            "",
            f"hostname {device}",
            {"hostname": device, "ntp_server": f"192.0.2.{serial}"},
            nodes,
        )
        _load(graph, serial, f"{device}.cfg", "configuration", device, (root,))
    _load(graph, len(DEVICES) + 1, "api.log", "log", "", tuple(_events()))
    graph.commit_lines(1)


def _load(graph: BoltGraph, serial: int, path: str, kind: str, device: str, nodes: tuple[Node, ...]) -> None:
    placed = list(_placed(nodes, None, []))
    graph.write(
        "CREATE (:Document {path: $path, kind: $kind, serial: $serial, state: 'ready', device: $device, sha256: '', "
        "lines: $lines, lines_explained: $lines, parser: ''})",
        {"path": path, "kind": kind, "serial": serial, "device": device, "lines": len(placed)},
    )
    lines = []
    for ordinal, (node, parent) in enumerate(placed):
        line, entity = serial * 2**32 + ordinal + 1, serial * 2**32 + 2**31 + ordinal
        place: dict[str, Value] = {"device": device, "path": path, "document": serial}
        told = {**place, **node.values, "id": entity, "type": node.type, "key": node.key, "ordinal": ordinal}
        text = {
            **place,
            "id": line,
            "number": ordinal + 1,
            "text": node.line,
            "search_text": search_text(node.line),
        }
        labels = ":".join(map(quote_name, ["Entity", *(["Event"] if kind == "log" else []), node.type]))
        graph.write(
            f"CREATE (e:{labels}) SET e = $told CREATE (l:Line) SET l = $text CREATE (e)-[:HAS_LINE]->(l)",
            {"told": told, "text": text},
        )
        if parent is not None:
            graph.write(
                "MATCH (p:Entity {id: $parent}) MATCH (e:Entity {id: $id}) CREATE (p)-[:HAS]->(e)",
                {"parent": serial * 2**32 + 2**31 + parent, "id": entity},
            )
        lines.append(IndexedLine(line, serial, search_text(node.line)))
    graph.add_lines(lines)


def _placed(
    nodes: tuple[Node, ...], parent: int | None, seen: list[Node]
) -> Iterator[tuple[Node, int | None]]:
    for node in nodes:
        place = len(seen)
        seen.append(node)
        yield node, parent
        yield from _placed(node.inside, place, seen)

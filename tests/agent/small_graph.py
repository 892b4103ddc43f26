"""A network of two routers and a log of one service, loaded by hand as the graph model says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph_store.bolt_graph import BoltGraph
from graph_store.graph import IndexedLine
from graph_store.records import Value
from graph_store.schema import quote_name
from graph_store.text_search.tokenize_line import search_text

R1 = """hostname r1
!
interface Loopback0
 ip address 10.0.0.1 255.255.255.255
interface Ethernet0/1
 description to r2
 ip address 10.1.1.1 255.255.255.0
 shutdown
router bgp 65001
 neighbor 10.1.1.2 remote-as 65002
ntp server 192.0.2.1"""

R2 = """hostname r2
interface Ethernet0/1
 ip address 10.1.1.2 255.255.255.0
router bgp 65002
 neighbor 10.1.1.1 remote-as 65001"""

LOG = "\n".join(
    f"2026-01-05 10:{minute:02d}:00 {'WARN' if minute % 10 == 9 else 'INFO'} {'GET' if minute % 3 else 'POST'} "
    f"/v2/servers status {200 if minute % 4 else 404} time {minute / 100:.2f}"
    for minute in range(40)
)


@dataclass(frozen=True, slots=True)
class Made:
    """One entity: its type, key, properties, the line that shows each property ("" for all of them), its parent."""

    type: str
    key: str
    values: Mapping[str, Value]
    lines: Mapping[int, tuple[str, ...]]
    parent: int | None = None


CONFIGURATIONS: Mapping[str, tuple[str, Sequence[Made]]] = {
    "r1": (
        R1,
        (
            Made(
                "Configuration",
                "r1",
                {"hostname": "r1", "ntp_server": "192.0.2.1"},
                {1: ("key", "hostname"), 11: ("ntp_server",)},
            ),
            Made(
                "Interface",
                "Loopback0",
                {"ip_address": "10.0.0.1"},
                {3: ("key",), 4: ("ip_address", "mask")},
                0,
            ),
            Made(
                "Interface",
                "Ethernet0/1",
                {
                    "ip_address": "10.1.1.1",
                    "ip_address_prefix": "10.1.1.1/24",
                    "shutdown": True,
                    "description": "to r2",
                },
                {5: ("key",), 6: ("description",), 7: ("ip_address",), 8: ("shutdown",)},
                0,
            ),
            Made("RouterBgp", "65001", {}, {9: ("key",)}, 0),
            Made("Neighbor", "10.1.1.2", {"remote_as": 65002}, {10: ()}, 3),
        ),
    ),
    "r2": (
        R2,
        (
            Made("Configuration", "r2", {"hostname": "r2"}, {1: ("key", "hostname")}),
            Made(
                "Interface", "Ethernet0/1", {"ip_address": "10.1.1.2"}, {2: ("key",), 3: ("ip_address",)}, 0
            ),
            Made("RouterBgp", "65002", {}, {4: ("key",)}, 0),
            Made("Neighbor", "10.1.1.1", {"remote_as": 65001}, {5: ()}, 2),
        ),
    ),
}


def load_small_graph(graph: BoltGraph) -> None:
    """Load both configurations and the log."""
    for serial, (device, (text, made)) in enumerate(CONFIGURATIONS.items(), start=1):
        path = f"configs/{device}.cfg"
        graph.write(
            "CREATE (v:Device {name: $device, aliases: []})-[:HAS_DOCUMENT]->(:Document {path: $path, sha256: 'x', "
            "kind: 'configuration', serial: $serial, state: 'ready', lines: $lines, lines_explained: $lines, "
            "device: $device, parser: 'p'})",
            {"device": device, "path": path, "serial": serial, "lines": len(text.splitlines())},
        )
        _load_lines(graph, serial, path, device, text)
        _load_entities(graph, serial, path, device, made)
    graph.write(
        "CREATE (:Document {path: 'api.log', sha256: 'y', kind: 'log', serial: 3, state: 'ready', lines: 40, "
        "lines_explained: 40, device: '', parser: 'p'})"
    )
    _load_lines(graph, 3, "api.log", "", LOG)
    _load_entities(
        graph, 3, "api.log", "", [_event(number, line) for number, line in enumerate(LOG.splitlines(), 1)]
    )
    graph.commit_lines(1)


def _event(number: int, line: str) -> Made:
    day, clock, level, method, url, _, status, _, seconds = line.split()
    values: Mapping[str, Value] = {
        "timestamp": f"{day}T{clock}Z",
        "timestamp_text": f"{day} {clock}",
        "level": level,
        "method": method,
        "url": url,
        "status": int(status),
        "time": float(seconds),
        "message": line.split(f"{level} ")[1],
        "template": "<method> <url> status <status> time <time>",
    }
    return Made("Request", "", values, {number: ()})


def _load_lines(graph: BoltGraph, serial: int, path: str, device: str, text: str) -> None:
    rows = [
        {
            "id": serial * 2**32 + number,
            "path": path,
            "number": number,
            "text": line,
            "search_text": search_text(line),
            "device": device,
            "document": serial,
        }
        for number, line in enumerate(text.splitlines(), start=1)
    ]
    graph.write("UNWIND $rows AS row CREATE (l:Line) SET l = row", {"rows": rows})
    graph.add_lines([IndexedLine(int(str(row["id"])), serial, str(row["search_text"])) for row in rows])


def _load_entities(graph: BoltGraph, serial: int, path: str, device: str, made: Sequence[Made]) -> None:
    first = serial * 2**32 + 2**31
    for ordinal, one in enumerate(made):
        labels = ":".join(
            map(quote_name, ["Entity", *(["Event"] if "timestamp" in one.values else []), one.type])
        )
        values = {
            **{
                name: list(value) if isinstance(value, tuple) else value for name, value in one.values.items()
            },
            "id": first + ordinal,
            "type": one.type,
            "key": one.key,
            "device": device,
            "path": path,
            "ordinal": ordinal,
            "first_line": min(one.lines),
            "document": serial,
        }
        graph.write(f"CREATE (e:{labels}) SET e = $values", {"values": values})
        for number, fields in one.lines.items():
            graph.write(
                "MATCH (e:Entity {id: $id}) MATCH (l:Line {id: $line}) "
                + (
                    "CREATE (e)-[:HAS_LINE {fields: $fields}]->(l)"
                    if fields
                    else "CREATE (e)-[:HAS_LINE]->(l)"
                ),
                {
                    "id": first + ordinal,
                    "line": serial * 2**32 + number,
                    **({"fields": list(fields)} if fields else {}),
                },
            )
        if one.parent is not None:
            graph.write(
                "MATCH (p:Entity {id: $parent}) MATCH (e:Entity {id: $id}) CREATE (p)-[:HAS]->(e)",
                {"parent": first + one.parent, "id": first + ordinal},
            )

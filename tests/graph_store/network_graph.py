"""A graph of real configurations and log records with labels of its own, which queries for any store ask about."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from dataclasses import dataclass, field
from ipaddress import ip_interface
from pathlib import Path
from typing import Any

from graph_store.bolt_graph import BoltGraph

BATCH = 1000
BLOCKS = {
    "Interface": re.compile(r"interface (?P<name>\S+)"),
    "BgpProcess": re.compile(r"router bgp (?P<asn>\d+)"),
    "OspfProcess": re.compile(r"router ospf (?P<process_id>\d+)"),
    "RouteMapEntry": re.compile(r"route-map (?P<map>\S+) (?P<action>\S+) (?P<seq>\d+)"),
    "PrefixListEntry": re.compile(
        r"ip prefix-list (?P<list>\S+) seq (?P<seq>\d+) (?P<action>\S+) (?P<prefix>.+)"
    ),
    "AccessListEntry": re.compile(r"access-list (?P<list>\S+) (?P<action>permit|deny) +(?P<rule>.+)"),
    "AccessList": re.compile(r"ip access-list \S+ (?P<name>\S+)"),
}
OWNERS = {"RouteMapEntry": ("RouteMap", "map"), "PrefixListEntry": ("PrefixList", "list")}
OWNERS["AccessListEntry"] = ("AccessList", "list")
OF_DEVICE = {
    "Interface": "HAS_INTERFACE",
    "BgpProcess": "RUNS_BGP",
    "OspfProcess": "RUNS_OSPF",
    "RouteMap": "HAS_ROUTE_MAP",
    "PrefixList": "HAS_PREFIX_LIST",
    "AccessList": "HAS_ACCESS_LIST",
}
NUMBERS = frozenset({"asn", "process_id", "seq", "metric", "remote_as"})
ADDRESS = re.compile(r" ip address (\S+) (\d\S+)")
GROUP = re.compile(r" ip access-group (\S+) (\S+)")
NEIGHBOR = re.compile(r" +neighbor (\S+) (remote-as|peer-group|route-map) ?(\S*) ?(\S*)")
LIST_RULE = re.compile(r" (permit|deny) +(.+)")
MATCHED = re.compile(r" match ip address prefix-list (\S+)")
METRIC = re.compile(r" set metric (\d+)")


@dataclass(slots=True)
class Network:
    """Nodes by label, each with a `nid`, and relations as (label, nid, type, label, nid, properties)."""

    nodes: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    relations: list[tuple[str, int, str, str, int, dict[str, Any]]] = field(default_factory=list)
    lines: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)
    count: int = 0

    def add(self, label: str, **values: Any) -> dict[str, Any]:
        """Add a node."""
        self.count += 1
        node = {"nid": self.count} | {
            name: int(value) if name in NUMBERS else value for name, value in values.items()
        }
        self.nodes[label].append(node)
        return node

    def once(self, label: str, device: str, name: str) -> dict[str, Any]:
        """Return the device's node of this name; add it when it is new."""
        for node in self.nodes[label]:
            if (node["device"], node["name"]) == (device, name):
                return node
        return self.add(label, name=name, device=device)

    def relate(
        self, label: str, node: dict[str, Any], kind: str, other: str, target: dict[str, Any], **values: Any
    ) -> None:
        """Add a relation."""
        self.relations.append((label, node["nid"], kind, other, target["nid"], values))


def read_network(folder: Path) -> Network:
    """Read the example's configurations and the log's records."""
    network = Network()
    for path in sorted((folder / "cisco-example" / "configs").glob("*.cfg")):
        _Reader(network, path).read()
    _connect(network)
    with (folder / "openstack" / "OpenStack_2k.log_structured.csv").open(
        encoding="utf-8", newline=""
    ) as file:
        for row in csv.DictReader(file):
            _add_record(network, row)
    return network


def load_network(store: BoltGraph, network: Network) -> None:
    """Write a network into an empty store."""
    lines = {(label, nid): row for label, nid, row in network.lines}
    for label, nodes in network.nodes.items():
        with_line = [[node, lines[label, node["nid"]]] for node in nodes if (label, node["nid"]) in lines]
        without = [[node] for node in nodes if (label, node["nid"]) not in lines]
        _write(store, f"UNWIND $rows AS r CREATE (n:{label}) SET n = r[0]", without)
        _write(
            store,
            f"UNWIND $rows AS r CREATE (n:{label}) SET n = r[0] CREATE (l:Line) SET l = r[1] "
            "CREATE (n)-[:HAS_LINE]->(l)",
            with_line,
        )
    by_kind: dict[tuple[str, str, str], list[list[Any]]] = defaultdict(list)
    for label, nid, kind, other, target, values in network.relations:
        by_kind[label, kind, other].append([nid, target, values])
    for (label, kind, other), rows in by_kind.items():
        _write(
            store,
            f"UNWIND $rows AS r WITH * MATCH (a:{label} {{nid: r[0]}}) MATCH (b:{other} {{nid: r[1]}}) "
            f"CREATE (a)-[x:{kind}]->(b) SET x = r[2]",
            rows,
        )


def _write(store: BoltGraph, statement: str, rows: list[list[Any]]) -> None:
    for start in range(0, len(rows), BATCH):
        store.write(statement, {"rows": rows[start : start + BATCH]})


class _Reader:
    """Reads one configuration, line by line."""

    def __init__(self, network: Network, path: Path) -> None:
        self._network = network
        self._lines = path.read_text(encoding="utf-8").splitlines()
        self._name = path.stem
        self._source = path.name
        self._device = network.add("Device", name=self._name)
        self._block, self._label = self._device, "Device"

    def read(self) -> None:
        for number, text in enumerate(self._lines, start=1):
            if text.startswith("version "):
                self._device["os_version"] = text.split()[1]
            elif not text.startswith(" "):
                self._open(number, text)
            else:
                self._inside(text)

    def _open(self, number: int, text: str) -> None:
        for label, pattern in BLOCKS.items():
            match = pattern.match(text)
            if match is None:
                continue
            values = match.groupdict()
            self._block, self._label = self._node(label, values), label
            row = {"source": self._source, "number": number, "text": text}
            self._network.lines.append((label, self._block["nid"], row))
            return

    def _node(self, label: str, values: dict[str, str]) -> dict[str, Any]:
        if label in OWNERS:
            owner, by = OWNERS[label]
            holder = self._holder(owner, values.pop(by))
            node = self._network.add(label, **values)
            self._network.relate(owner, holder, "HAS_ENTRY", label, node)
            return node
        if label == "AccessList":
            return self._holder(label, values["name"])
        node = self._network.add(label, device=self._name, **values)
        if label == "Interface":
            node["shutdown"] = False
        self._network.relate("Device", self._device, OF_DEVICE[label], label, node)
        return node

    def _holder(self, label: str, name: str) -> dict[str, Any]:
        known = len(self._network.nodes[label])
        holder = self._network.once(label, self._name, name)
        if len(self._network.nodes[label]) > known:
            self._network.relate("Device", self._device, OF_DEVICE[label], label, holder)
        return holder

    def _inside(self, text: str) -> None:
        if self._label == "Interface":
            self._interface(text)
        elif self._label == "BgpProcess" and (match := NEIGHBOR.match(text)):
            self._neighbor(*match.groups())
        elif self._label == "AccessList" and (match := LIST_RULE.match(text)):
            entry = self._network.add("AccessListEntry", action=match[1], rule=match[2])
            self._network.relate("AccessList", self._block, "HAS_ENTRY", "AccessListEntry", entry)
        elif self._label == "RouteMapEntry" and (match := METRIC.match(text)):
            self._block["metric"] = int(match[1])
        elif self._label == "RouteMapEntry" and (match := MATCHED.match(text)):
            prefixes = self._holder("PrefixList", match[1])
            self._network.relate("RouteMapEntry", self._block, "MATCHES", "PrefixList", prefixes)

    def _interface(self, text: str) -> None:
        if match := ADDRESS.match(text):
            self._block |= {"ip_address": match[1], "mask": match[2]}
        elif text.strip() == "shutdown":
            self._block["shutdown"] = True
        elif match := GROUP.match(text):
            target = self._holder("AccessList", match[1])
            self._network.relate(
                "Interface", self._block, "APPLIES_ACL", "AccessList", target, direction=match[2]
            )

    def _neighbor(self, name: str, what: str, value: str, direction: str) -> None:
        known = len(self._network.nodes["BgpNeighbor"])
        neighbor = self._network.once("BgpNeighbor", self._name, name)
        if len(self._network.nodes["BgpNeighbor"]) > known:
            self._network.relate("BgpProcess", self._block, "HAS_NEIGHBOR", "BgpNeighbor", neighbor)
        if what == "remote-as":
            neighbor["remote_as"] = int(value)
        elif what == "peer-group":
            neighbor["peer_group"] = value or name
        else:
            route_map = self._holder("RouteMap", value)
            self._network.relate(
                "BgpNeighbor", neighbor, "USES_ROUTE_MAP", "RouteMap", route_map, direction=direction
            )


def _connect(network: Network) -> None:
    """Connect the interfaces of different devices that share a subnet."""
    subnets: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for node in network.nodes["Interface"]:
        if "ip_address" in node:
            subnets[str(ip_interface(f"{node['ip_address']}/{node['mask']}").network)].append(node)
    for subnet, nodes in subnets.items():
        for place, node in enumerate(nodes):
            for other in nodes[place + 1 :]:
                if node["device"] != other["device"]:
                    network.relate("Interface", node, "CONNECTED_TO", "Interface", other, subnet=subnet)


def _add_record(network: Network, row: dict[str, str]) -> None:
    values: dict[str, Any] = {
        "timestamp": f"{row['Date']}T{row['Time']}",
        "level": row["Level"],
        "component": row["Component"],
        "message": row["Content"],
    }
    for name, pattern in (("req_id", r"req-[0-9a-f-]{36}"), ("instance", r"(?<=instance: )[0-9a-f-]{36}")):
        if match := re.search(pattern, row["ADDR"] + " " + row["Content"]):
            values[name] = match[0]
    if match := re.search(r"time: (\d+\.\d+)", row["Content"]):
        values["duration"] = float(match[1])
    node = network.add("LogEntry", **values)
    line = {"source": "openstack.log", "number": int(row["LineId"]), "text": row["Content"]}
    network.lines.append(("LogEntry", node["nid"], line))

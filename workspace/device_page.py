"""Collects what is known of one device: its documents, interfaces, links, findings, last changes and records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from findings.facts import Network
from findings.incidents import Incident
from findings.kept import read_lines
from graph_store.describe import read_aliases
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from timeline.changes import find_configured, read_changes
from workspace.network_map import MapLink, NetworkMap

LAST_RECORDS, LAST_CHANGES, LINES_CITED = 10, 10, 6
_DOCUMENTS = (
    "MATCH (d:Document {state: 'ready', device: $device}) "
    "RETURN d.path, d.kind, d.lines ORDER BY d.kind, d.path"
)
_RECORDS = (
    "MATCH (e:Event) WHERE e.device = $device AND e.timestamp IS NOT NULL "
    "RETURN e.timestamp, e.path, e.first_line, e.message ORDER BY e.timestamp DESC LIMIT $most"
)
_MOST = 1000


class NoSuchDeviceError(ValueError):
    """No device of that name is in the KG; `names` are those that are."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        super().__init__(f"no device is called {name}; there are {', '.join(names[:30])}")
        self.names = tuple(names)


Dated = tuple[str, str, tuple[SourceLine, ...]]


@dataclass(frozen=True, slots=True)
class PageInterface:
    """An interface as its configuration tells it; `state` is blank where nothing shuts it down."""

    name: str
    description: str
    addresses: tuple[str, ...]
    vrf: str
    state: str
    line: SourceLine


@dataclass(frozen=True, slots=True)
class DevicePage:
    """What is known of a device; `documents` are path, kind and number of lines.

    `records` and `changes` are the last ones first: when, what, and the lines. Changes are those of its documents, and
    what its logs say of somebody who configured it. `aliases` are what logs call it as well.
    """

    name: str
    aliases: tuple[str, ...]
    documents: tuple[tuple[str, str, int], ...]
    interfaces: tuple[PageInterface, ...]
    links: tuple[MapLink, ...]
    incidents: tuple[Incident, ...]
    records: tuple[Dated, ...]
    changes: tuple[Dated, ...]


def read_device_page(
    name: str,
    devices: Sequence[str],
    network: Network,
    drawn: NetworkMap,
    incidents: Sequence[Incident],
    graph: ReadableGraph,
) -> DevicePage:
    """Collect a device's page; its name is compared without case. Raises NoSuchDeviceError and GraphError."""
    device = next((one for one in devices if one.lower() == name.strip().lower()), "")
    if not device:
        raise NoSuchDeviceError(name, sorted(devices))
    documents = tuple(
        (str(path), str(kind), int(str(lines or 0)))
        for path, kind, lines in graph.read(_DOCUMENTS, {"device": device}, row_limit=_MOST).rows
    )
    interfaces = tuple(
        PageInterface(
            one.name,
            descriptions[-1].value.strip().strip('"')
            if (descriptions := one.told.get("description"))
            else "",
            tuple(str(each.owned) for each in one.addresses),
            one.vrf,
            "shut down" if one.is_down else "",
            one.line,
        )
        for one in sorted(network.by_device.get(device, ()), key=lambda one: _by_number(one.name))
    )
    rows = graph.read(_RECORDS, {"device": device, "most": LAST_RECORDS}, row_limit=LAST_RECORDS).rows
    records = tuple(
        (str(time), str(message), (SourceLine(str(path), int(str(number)), str(message)),))
        for time, path, number, message in rows
    )
    links = tuple(link for link in drawn.links if device in (link.one, link.other))
    return DevicePage(
        device,
        tuple(sorted(alias for alias, one in read_aliases(graph).items() if one == device)),
        documents,
        interfaces,
        links,
        tuple(one for one in incidents if device in one.devices),
        records,
        _changes(device, graph),
    )


def _changes(device: str, graph: ReadableGraph) -> tuple[Dated, ...]:
    made = [
        (
            one.time,
            f"{one.key}: {one.kind}, +{one.added:,} -{one.removed:,} lines"
            + (f", by {one.author}" if one.author else ""),
            one.lines[:LINES_CITED],
        )
        for one in read_changes(graph, [device])
    ]
    rows = find_configured(graph, [device], "", "9", LAST_CHANGES)
    lines = read_lines(graph, [int(str(row[3])) for row in rows])
    told = (
        (str(time or ""), str(message or ""), lines.get(int(str(key)))) for _, _, time, key, message in rows
    )
    logged = [(time, message or line.text, (line,)) for time, message, line in told if line is not None]
    return tuple(sorted([*made, *logged], key=lambda one: one[0], reverse=True)[:LAST_CHANGES])


def _by_number(name: str) -> list[tuple[int, str]]:
    """Sort Ethernet1/0/2 before Ethernet1/0/11."""
    return [(int(part or -1), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]

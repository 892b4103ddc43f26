"""Collects what is known of one device: its documents, interfaces, links, findings and last records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from findings.facts import Network
from findings.incidents import Incident
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from workspace.network_map import MapLink, NetworkMap

LAST_RECORDS = 10
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
    """What is known of a device; `documents` are path, kind and number of lines, `records` the last ones first."""

    name: str
    documents: tuple[tuple[str, str, int], ...]
    interfaces: tuple[PageInterface, ...]
    links: tuple[MapLink, ...]
    incidents: tuple[Incident, ...]
    records: tuple[tuple[str, SourceLine], ...]


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
        (str(time), SourceLine(str(path), int(str(number)), str(message)))
        for time, path, number, message in rows
    )
    links = tuple(link for link in drawn.links if device in (link.one, link.other))
    return DevicePage(
        device,
        documents,
        interfaces,
        links,
        tuple(one for one in incidents if device in one.devices),
        records,
    )


def _by_number(name: str) -> list[tuple[int, str]]:
    """Sort Ethernet1/0/2 before Ethernet1/0/11."""
    return [(int(part or -1), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]

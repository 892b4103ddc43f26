"""Joins what logs call a device with the device, or parts them again, by what the configurations now prove."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from findings.facts import read_network
from graph_store.describe import read_aliases
from graph_store.graph import Parameters, WritableGraph
from graph_store.records import members_of
from ingest.load.load_graph import EMPTY_DEVICES, link_devices
from ingest.load.name_senders import Senders
from ingest.relations.read_devices import ALL_ROWS

METHOD = 2
"""Changes whenever senders are joined otherwise, so that graphs of before are done again."""
RECORDS = 50_000
"""Records that are written in one transaction."""
_TIME_LIMIT_S = 600.0
_LINKS = (
    "MATCH (v:Device)-[h:HAS_DOCUMENT]->(d:Document) WHERE d.state = 'ready' "
    "RETURN v.name, coalesce(h.senders, [v.name]), d.serial, d.kind"
)
_STATE = "MATCH (s:Store {id: 1}) RETURN s.joined"
_MARK = "MERGE (s:Store {id: 1}) SET s.joined = $mark"
_MOVED = (
    "MATCH (e:Event) WHERE e.document IN $documents AND e.host IN $names AND e.timestamp_text IS NOT NULL "
    "AND e.device <> $devices[e.host] "
)
_COUNT = _MOVED + "RETURN count(e)"
_MOVE = _MOVED + "WITH e LIMIT $most SET e.device = $devices[e.host]"
_UNLINK = "UNWIND $rows AS r MATCH (:Device)-[h:HAS_DOCUMENT]->(:Document {serial: r}) DELETE h"
_ALIASES = "UNWIND $rows AS r MATCH (v:Device {name: r[0]}) SET v.aliases = r[1]"
_COUNTED = "UNWIND $rows AS r MATCH (s:Store {document: r}) DELETE s"
"""Records are counted anew: see findings.log_forms."""
_CHANGED = "MERGE (s:Store {id: 1}) SET s.relations = '', s.described = '', s.checked = ''"


class _Link(NamedTuple):
    """A device in a document, and the names that the document has for it."""

    device: str
    names: tuple[str, ...]
    serial: int
    kind: str


def join_senders(graph: WritableGraph) -> None:
    """Link each log with the devices that sent its records, and write these devices into the records.

    Only names are read, unless they or the configurations changed. A process that dies in between leaves the old links,
    so that the next one does it again.
    """
    rows = graph.read(_LINKS, row_limit=ALL_ROWS).rows
    links = [
        _Link(
            str(device),
            tuple(map(str, members_of(names))),
            int(str(serial)),
            str(kind),
        )
        for device, names, serial, kind in rows
    ]
    others = sorted((one.serial, one.device) for one in links if one.kind != "log")
    logs = [one for one in links if one.kind == "log"]
    linked = {(name, one.device) for one in logs for name in one.names}
    kept = graph.read(_STATE, row_limit=1).rows
    if kept and kept[0][0] == _digest(others, linked):
        return
    devices = _resolve(graph, {name for name, _ in linked}, {device for _, device in others})
    moved = {name for name, device in linked if devices[name] != device}
    writes = _move(graph, logs, moved, devices) if moved else []
    aliases: dict[str, list[str]] = {device: [] for device in read_aliases(graph).values()}
    for name, device in sorted(devices.items()):
        if device != name:
            aliases.setdefault(device, []).append(name)
    writes.append((_ALIASES, {"rows": [list(one) for one in aliases.items()]}))
    graph.write_all([*writes, (_MARK, {"mark": _digest(others, set(devices.items()))})])


def _digest(others: Sequence[tuple[int, str]], linked: Iterable[tuple[str, str]]) -> str:
    return hashlib.sha256(repr((METHOD, others, sorted(linked))).encode()).hexdigest()[:16]


def _resolve(graph: WritableGraph, names: set[str], known: set[str]) -> Mapping[str, str]:
    """Return the device of each sender's name; one of which nothing is proved is a device of its own."""
    if not names - known:
        return {name: name for name in names}
    senders = Senders(read_network(graph), known)
    found = {name: senders(name) for name in names}
    guessed: dict[str, set[str]] = defaultdict(set)
    for name, device in found.items():
        if senders.is_guess(name, device):
            guessed[device].add(name.lower())
    return {
        name: name if name.lower() in guessed[device] and len(guessed[device]) > 1 else device
        for name, device in found.items()
    }


def _move(
    graph: WritableGraph, logs: Iterable[_Link], moved: set[str], devices: Mapping[str, str]
) -> list[tuple[str, Parameters]]:
    """Write the devices of records that have another one now; return what then links the devices with their logs."""
    serials = sorted({one.serial for one in logs if not moved.isdisjoint(one.names)})
    which = {"documents": serials, "names": sorted(moved), "devices": {name: devices[name] for name in moved}}
    count = int(str(graph.read(_COUNT, which, time_limit_s=_TIME_LIMIT_S).rows[0][0]))
    for _ in range(0, count, RECORDS):
        graph.write_all([(_MOVE, {**which, "most": RECORDS})])
    named: dict[tuple[str, int], list[str]] = defaultdict(list)
    for one in logs:
        for name in one.names if one.serial in serials else ():
            named[devices[name], one.serial].append(name)
    return [
        (_UNLINK, {"rows": serials}),
        *link_devices({link: sorted(names) for link, names in named.items()}),
        (EMPTY_DEVICES, {}),
        (_COUNTED, {"rows": serials}),
        (_CHANGED, {}),
    ]

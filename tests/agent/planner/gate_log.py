"""The log of two gate keepers with openings, states, refusals and services, loaded by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from graph_store.bolt_graph import BoltGraph
from graph_store.graph import IndexedLine
from graph_store.names import quote_name
from graph_store.records import Value
from graph_store.text_search.tokenize_line import search_text

TEMPLATES = {
    "OpenedGate": "opened gate <gate> in <ms>ms",
    "BarrierToUp": "barrier <barrier> changed state to up",
    "BarrierToDown": "barrier <barrier> changed state to down",
    "Access": "cat=<cat> action=<action> srcip=<srcip> srcport=<srcport> dstport=<dstport>",
    "DroppedTickets": "dropped <dropped> old tickets from <booth>",
    "RefusedVisitorAnn": "refused visitor ann: badge unknown",
    "RefusedVisitorBob": "refused visitor bob: badge forged",
    "StoredPlan": "user <user> stored plan (<lines_changed> lines changed)",
    "LoginOf": "login <outcome> for guest <guest>",
    "OtherEvent": "lamp was <rest>",
    "ServiceLine": 'level=<level> svc=<svc> status=<status> took=<took>ms msg="<msg>"',
}
NUMBERS = frozenset({"ms", "srcport", "dstport", "dropped", "lines_changed", "status", "took"})
KINDS = {"srcip": "ipv4", **dict.fromkeys(NUMBERS, "integer")}
LOG = """08:00:00 north opened gate 4a in 120ms
08:00:10 north opened gate 4b in 870ms
08:00:20 south opened gate 4a in 310ms
08:01:00 north barrier b1 changed state to down
08:01:30 north barrier b1 changed state to up
08:02:00 south barrier b2 changed state to down
08:02:10 south barrier b2 changed state to up
08:02:20 south barrier b2 changed state to down
08:03:00 north cat=flow action=deny srcip=192.0.2.7 srcport=4001 dstport=23
08:03:05 north cat=flow action=deny srcip=192.0.2.7 srcport=4002 dstport=80
08:03:10 south cat=flow action=deny srcip=192.0.2.8 srcport=4003 dstport=23
08:03:15 south cat=flow action=allow srcip=192.0.2.9 srcport=23 dstport=443
08:03:20 south cat=admin action=entry_failed srcip=192.0.2.5 srcport=4004 dstport=22
08:03:25 south cat=admin action=entry srcip=192.0.2.6 srcport=4005 dstport=22
08:04:00 north dropped 12 old tickets from w1
08:04:30 north dropped 30 old tickets from w2
08:05:00 south dropped 5 old tickets from w1
08:06:00 south refused visitor ann: badge unknown
08:06:10 south refused visitor ann: badge unknown
08:06:20 north refused visitor bob: badge forged
08:06:30 south refused visitor bob: badge forged
08:07:00 north user ida stored plan (40 lines changed)
08:07:30 north user ole stored plan (25 lines changed)
08:07:40 south user ole stored plan (25 lines changed)
08:07:41 north login failed for guest zora
08:07:42 north login ok for guest zora
08:07:43 south login failed for guest milo
08:07:50 south lamp was moved from dim to bright
08:07:55 south lamp was moved from bright to dim
08:08:00 south level=info svc=till status=200 took=15ms msg="served"
08:08:10 south level=error svc=till status=500 took=900ms msg="printer offline"
08:08:20 north level=error svc=scan status=500 took=40ms msg="printer offline"
08:08:30 north level=error svc=till status=404 took=30ms msg="no such page\""""


def load_gate_log(graph: BoltGraph) -> None:
    """Load the log and what its fields hold."""
    lines = LOG.splitlines()
    graph.write(
        "CREATE (:Document {path: 'gate.log', kind: 'log', serial: 1, state: 'ready', device: '', sha256: '', "
        "lines: $lines, lines_explained: $lines, parser: ''})",
        {"lines": len(lines)},
    )
    for name in ("north", "south"):
        graph.write("CREATE (:Device {name: $name, aliases: []})", {"name": name})
    for kind, template in TEMPLATES.items():
        fields = re.findall(r"<(\w+)>", template)
        schema = {"properties": {name: {"format": KINDS.get(name, "string")} for name in fields}}
        graph.write(
            "CREATE (:Type {name: $name, words: '', schema: $schema})",
            {"name": kind, "schema": json.dumps(schema)},
        )
    indexed = []
    for number, text in enumerate(lines, start=1):
        _load(graph, number, text)
        indexed.append(IndexedLine(2**32 + number, 1, search_text(text)))
    graph.add_lines(indexed)
    graph.commit_lines(1)


def _load(graph: BoltGraph, number: int, text: str) -> None:
    clock, device, message = text.split(" ", 2)
    kind, told = _read(message)
    place: dict[str, Value] = {"device": device, "path": "gate.log", "document": 1}
    event: dict[str, Value] = {
        **place,
        **told,
        "id": 2**32 + 2**31 + number,
        "type": kind,
        "key": "",
        "ordinal": number - 1,
        "message": message,
        "template": re.sub(r"<\w+>", "<*>", TEMPLATES[kind]),
        "event": kind,
        "timestamp": f"2026-03-01T{clock}Z",
        "timestamp_text": clock,
    }
    line = {**place, "id": 2**32 + number, "number": number, "text": text, "search_text": search_text(text)}
    graph.write(
        f"CREATE (e:Entity:Event:{quote_name(kind)}) SET e = $event CREATE (l:Line) SET l = $line "
        "CREATE (e)-[:HAS_LINE]->(l)",
        {"event": event, "line": line},
    )


def _read(message: str) -> tuple[str, Mapping[str, Value]]:
    for kind, template in TEMPLATES.items():
        pieces = re.split(r"<(\w+)>", template)
        pattern = "".join(
            rf"(?P<{piece}>.+?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces)
        )
        found = re.fullmatch(pattern, message)
        if found:
            return kind, {
                name: int(value) if name in NUMBERS else value for name, value in found.groupdict().items()
            }
    raise ValueError(message)

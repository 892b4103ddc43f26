"""The log of one host with logins, sessions, transfers and workers, loaded by hand; there is no configuration."""

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
    "FailedPassword": "Failed password for <user> from <from_address>",
    "FailedPasswordForInvalid": "Failed password for invalid user <user> from <from_address>",
    "AcceptedPassword": "Accepted password for <user> from <from_address>",
    "SessionOpened": "session <session> opened for user <user>",
    "SessionClosed": "session <session> closed for user <user>",
    "TransferClosed": "<target>:<port> transfer closed, <bytes_sent> bytes sent, lifetime <lifetime>",
    "ChildInErrorState": "mod_jk child in error state <state>",
    "AskToDelete": "ask <ask> to delete block",
    "ReadSettings": "init.all() ok <ok>",
}
KINDS = {
    "from_address": "ipv4",
    "target": "host",
    "ask": "ipv4",
    "ok": "path",
    "lifetime": "duration",
    "port": "integer",
    "bytes_sent": "integer",
    "state": "integer",
}
LOG = """08:00:00 warn Failed password for root from 10.0.0.9
08:01:00 warn Failed password for root from 10.0.0.9
08:02:00 warn Failed password for invalid user guest from 10.0.0.8
08:03:00 info Accepted password for ann from 10.0.0.7
08:03:00 info session s1 opened for user ann
08:13:30 info session s1 closed for user ann
09:00:00 info session s2 opened for user bob
09:00:10 info session s2 closed for user bob
09:10:00 info files.example:443 transfer closed, 900 bytes sent, lifetime 00:12
09:11:00 info files.example:443 transfer closed, 800 bytes sent, lifetime 00:40
09:12:00 info media.example:80 transfer closed, 1000 bytes sent, lifetime 01:00:01
09:20:00 error mod_jk child in error state 6
09:21:00 error mod_jk child in error state 6
09:22:00 error mod_jk child in error state 7
10:00:00 info ask 10.1.0.1 to delete block
10:01:00 info ask 10.1.0.2 to delete block
10:02:00 info init.all() ok /etc/door/main.properties"""


def load_door_log(graph: BoltGraph) -> None:
    """Load the log and what its fields hold."""
    lines = LOG.splitlines()
    graph.write(
        "CREATE (:Document {path: 'door.log', kind: 'log', serial: 1, state: 'ready', device: '', sha256: '', "
        "lines: $lines, lines_explained: $lines, parser: ''})",
        {"lines": len(lines)},
    )
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
    clock, level, message = text.split(" ", 2)
    kind, told = _read(message)
    place: dict[str, Value] = {"device": "", "path": "door.log", "document": 1}
    event: dict[str, Value] = {
        **place,
        **told,
        "id": 2**32 + 2**31 + number,
        "type": kind,
        "key": "",
        "ordinal": number - 1,
        "level": level,
        "message": message,
        "template": re.sub(r"<\w+>", "<*>", TEMPLATES[kind]),
        "event": kind,
        "timestamp": f"2026-03-0{1 if clock < '10' else 2}T{clock}Z",
        "timestamp_text": clock,
    }
    line = {**place, "id": 2**32 + number, "number": number, "text": text, "search_text": search_text(text)}
    graph.write(
        f"CREATE (e:Entity:Event:{quote_name(kind)}) SET e = $event CREATE (l:Line) SET l = $line "
        "CREATE (e)-[:HAS_LINE]->(l)",
        {"event": event, "line": line},
    )


def _read(message: str) -> tuple[str, Mapping[str, Value]]:
    for kind, template in reversed(TEMPLATES.items()):
        pattern = re.sub(r"<(\w+)>", r"(?P<\1>[^\\s:,]+(?::\\d\\d)*)", re.sub(r"([.()])", r"\\\1", template))
        found = re.fullmatch(pattern, message)
        if found:
            numbers = {name for name, held in KINDS.items() if held == "integer"}
            return kind, {
                name: int(value) if name in numbers else value for name, value in found.groupdict().items()
            }
    raise ValueError(message)

"""The log of one host with logins, sessions, transfers and workers, loaded by hand; there is no configuration."""

from __future__ import annotations

from graph_store.bolt_graph import BoltGraph
from tests.agent.planner.hand_loaded import LogSyntax, Record, load_log

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
    syntax = LogSyntax(dict(reversed(TEMPLATES.items())), KINDS, field=r"[^\s:,]+(?::\d\d)*")
    load_log(graph, "door.log", syntax, map(_record, LOG.splitlines()))


def _record(text: str) -> Record:
    clock, level, message = text.split(" ", 2)
    time = f"2026-03-0{1 if clock < '10' else 2}T{clock}Z"
    return Record(text, message, time, clock, fields=(("level", level),))

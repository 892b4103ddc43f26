"""The log of two gate keepers with openings, states, refusals and services, loaded by hand."""

from __future__ import annotations

from graph_store.bolt_graph import BoltGraph
from tests.agent.planner.hand_loaded import LogSyntax, Record, load_log

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
    load_log(graph, "gate.log", LogSyntax(TEMPLATES, KINDS), map(_record, LOG.splitlines()))


def _record(text: str) -> Record:
    clock, device, message = text.split(" ", 2)
    return Record(text, message, f"2026-03-01T{clock}Z", clock, device)

"""The log of a canal control room: locks, pumps, keepers and pools, loaded by hand."""

from __future__ import annotations

from graph_store.bolt_graph import BoltGraph
from tests.agent.planner.hand_loaded import LogSyntax, Record, load_log

TEMPLATES = {
    "EntryLineWhy": 'op=<op> keeper=<keeper> lock=<lock> outcome=<outcome> why="<why>"',
    "EntryLine": "op=<op> keeper=<keeper> lock=<lock> outcome=<outcome>",
    "PumpStopped": "pump <pump> stopped: <cause>",
    "PumpRunning": "pump <pump> running at <rpm> rpm",
    "PushLineError": 'push version=<version> by=<by> result=<result> error="<error>"',
    "PushLine": "push version=<version> by=<by> result=<result>",
    "ReservoirExhausted": "reservoir <reservoir> exhausted",
    "ReservoirHas": "reservoir <reservoir> has water again",
    "BargeReported": "barge <barge> passed with draught <draught_cm> cm and signal <signal_dbm> dBm",
    "TunnelLine": "act=<act> tunnel=<tunnel>",
    "HeatOf": "temperature of bearing <bearing> is <celsius> C",
}
NUMBERS = frozenset({"rpm", "version", "draught_cm", "signal_dbm", "celsius"})
KINDS = dict.fromkeys(NUMBERS, "integer")
LOG = """06:00:00 gk-east op=entry keeper=ada lock=l1 outcome=admit
06:01:00 gk-east op=entry keeper=bea lock=l1 outcome=refusal why="badge expired"
06:01:30 gk-east op=entry keeper=bea lock=l1 outcome=refusal why="badge expired"
06:02:10 gk-east op=entry keeper=bea lock=l1 outcome=admit
06:30:00 gk-west op=entry keeper=cid lock=l2 outcome=refusal why="unknown keeper"
07:00:00 gk-west pump p7 stopped: overload
07:12:30 gk-west pump p7 running at 900 rpm
07:20:00 gk-west pump p8 stopped: no current
07:40:00 gk-mid pump p9 running at 1200 rpm
08:00:00 gk-mid reservoir north-4 exhausted
08:05:00 gk-mid barge 17 passed with draught 180 cm and signal -71 dBm
08:10:00 gk-west barge 18 passed with draught 240 cm and signal -88 dBm
08:20:00 gk-mid reservoir north-4 has water again
08:30:00 gk-mid barge 19 passed with draught 120 cm and signal -60 dBm
09:00:00 ctl-1 push version=40 by=dov result=done
09:10:00 ctl-1 push version=41 by=eli result=failure error="bad checksum"
09:20:00 ctl-1 push version=42 by=eli result=done
09:30:00 gk-east temperature of bearing b1 is 61 C
09:31:00 gk-east temperature of bearing b2 is 74 C
10:00:00 ctl-1 act=tunnel_down tunnel=t3
10:01:00 ctl-1 act=tunnel_down tunnel=t4
10:02:00 ctl-1 act=tunnel_up tunnel=t3"""


def load_shift_log(graph: BoltGraph) -> None:
    """Load the log and what its fields hold."""
    load_log(graph, "canal.log", LogSyntax(TEMPLATES, KINDS), map(_record, LOG.splitlines()))


def _record(text: str) -> Record:
    clock, device, message = text.split(" ", 2)
    return Record(text, message, f"2026-03-01T{clock}Z", clock, device)

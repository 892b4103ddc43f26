"""What makes log of ports, paths and servers that they watch: found where the last record says that it is down."""

from __future__ import annotations

from pathlib import Path

import pytest

from findings.checks import run_checks
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

FORTIOS = 'date=2026-11-1{day} time=04:{minute}:44 devname="br-fgt" devid="FGT60FTK20031187" type="event" tz="+0000"'
PANOS = "<14>Nov 1{day} 04:{minute}:44 pa1 1,2026/11/1{day} 04:{minute}:44,009900001,SYSTEM"
PANOS_EVENT = "0,2026/11/1{day} 04:{minute}:44"
PANOS_END = ",718200,0x0,0,0,0,0,,pa1"
SYSLOG = "Nov 1{day} 04:{minute}:44"
WATCHED = {
    "FortiOS, a link monitor": (
        (
            f'{FORTIOS} logid="0100022922" subtype="system" level="warning" logdesc="Link monitor" name="m{{n}}" '
            'interface="wan1" msg="Link Monitor changed state from {state}, protocol: ping."'
        ),
        "die to alive",
        "alive to die",
    ),
    "FortiOS, a member of SD-WAN": (
        (
            f'{FORTIOS} logid="0113022923" subtype="sdwan" level="warning" logdesc="SDWAN status" interface="wan{{n}}" '
            'eventtype="Health Check" newvalue="{state}" msg="SD-WAN health-check member changed state."'
        ),
        "alive",
        "dead",
    ),
    "PAN-OS, a port": (
        (
            f"{PANOS},port,{PANOS_EVENT},,link-change,ethernet1/{{n}},0,0,general,informational,"
            f'"Port ethernet1/{{n}}: {{state}}   1Gb/s-full duplex"{PANOS_END}'
        ),
        "Up",
        "Down",
    ),
    "PAN-OS, a monitored path": (
        (
            f"{PANOS},routing,{PANOS_EVENT},,path-monitor,0.0.0.0/0,0,0,general,high,"
            f'"Path monitoring {{state}} for static route destination 0.0.0.0/0 with next hop 10.0.0.{{n}}"{PANOS_END}'
        ),
        "succeeded",
        "failed",
    ),
    "IOS, a track": (
        f"{SYSLOG} r1 20560: r1: {SYSLOG}.534: %TRACK-6-STATE: {{n}} ip sla {{n}} reachability {{state}}",
        "Down -> Up",
        "Up -> Down",
    ),
    "ASA, a tracked route": (
        f"{SYSLOG} fw1 %ASA-6-622001: {{state}} tracked route 10.{{n}}.0.0 255.255.0.0 192.0.2.1, distance 1",
        "Adding",
        "Removing",
    ),
    "RouterOS, netwatch": (
        f"{SYSLOG} gw1 netwatch,info event {{state}} [ type: simple, host: 192.0.2.{{n}} ]",
        "up",
        "down",
    ),
    "HAProxy, a server": (
        f"{SYSLOG} lb1 haproxy[70]: Server web/w{{n}} is {{state}}, 1 active",
        "UP",
        "DOWN",
    ),
    "pfSense, a gateway": (
        f"{SYSLOG} gw1 dpinger[77]: WAN_{{n}} 192.0.2.{{n}}: {{state}} latency 0us stddev 0us loss 100%",
        "Clear",
        "Alarm",
    ),
}


@pytest.mark.parametrize(("form", "up", "down"), WATCHED.values(), ids=WATCHED)
def test_what_went_down_and_did_not_come_back(tmp_path: Path, form: str, up: str, down: str) -> None:
    states = [(1, 10, 1, down), (1, 12, 1, up), (2, 10, 2, down), (2, 30, 1, down), (2, 31, 1, up)]
    lines = [form.format(day=day, minute=minute, n=n, state=state) for day, minute, n, state in states]
    log = tmp_path / "messages.log"
    log.write_text("\n".join(lines) + "\n")
    with borrowed_graph() as graph:
        ingest([log], graph, tmp_path / "parsers")
        found = run_checks(graph, ["still-down"])
    assert [[line.number for line in one.lines] for one in found] == [[3]]

"""Small inputs in the shape of public bug reports are read right: what is in ../shared/cases says what that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
COUNTS = "MATCH (n:Event) RETURN n.type, count(*) ORDER BY n.type"

RIGHT: dict[str, tuple[tuple[str, list[tuple[Any, ...]]], ...]] = {
    "02-ios-banner-second-delimiter": (
        ("MATCH (n:Interface) RETURN n.key, n.shutdown ORDER BY n.key",
         [("GigabitEthernet0/1", None), ("GigabitEthernet0/2", True)]),
        ("MATCH (n:User) RETURN count(n)", [(0,)]),
    ),
    "04-xr-route-policy": (
        ("MATCH (n:Interface) RETURN n.key", [("HundredGigE0/0/0/1",)]),
    ),
    "09-onyx": (
        ("MATCH (n:Interface) RETURN n.key, n.shutdown ORDER BY n.key",
         [("ethernet 1/1", None), ("ethernet 1/2", None), ("ethernet 1/3", True)]),
    ),
    "11-asa-protocol-groups": (
        ("MATCH (n:Interface) RETURN n.key, n.nameif ORDER BY n.key",
         [("GigabitEthernet0/0", "outside"), ("GigabitEthernet0/1", "inside")]),
    ),
    "18-openwrt-uci": (
        ("MATCH (n:Interface) RETURN n.key, n.proto ORDER BY n.key",
         [("lan", "static"), ("loopback", "static"), ("wan", "pppoe")]),
    ),
    "20-exos-flat": (
        ("MATCH (n:Vlan) WHERE n.tag IS NOT NULL RETURN n.key, n.tag ORDER BY n.key", [("users", 20), ("voice", 30)]),
        ("MATCH (d:Device) RETURN d.name", [("exos-core-1",)]),
    ),
    "23-pri-only": (
        ("MATCH (n:Event) RETURN count(n)", [(30,)]),
        ("MATCH (n:Event) WHERE n.host IS NOT NULL OR n.timestamp IS NOT NULL RETURN count(n)", [(0,)]),
    ),
    "24-filterlog": (
        ("MATCH (n:Event) WHERE n.host IS NOT NULL RETURN DISTINCT n.host", [("fw-puy",)]),
        ("MATCH (n:Event) WHERE n.source_address IS NULL OR n.destination_address IS NULL RETURN count(n)", [(0,)]),
    ),
    "26-cef": (
        ("MATCH (n:Event) RETURN DISTINCT n.host ORDER BY n.host", [("sens-1",), ("sens-2",)]),
        ("MATCH (n:Event) WHERE n.text STARTS WITH 'Sep 29 08:26:32' RETURN n.source_address, n.source_port",
         [("10.26.0.50", 43262)]),
    ),
    "28-auditd": (
        (COUNTS, [("Cwd", 8), ("Execve", 8), ("Path", 8), ("Proctitle", 8), ("Syscall", 8), ("UserLogin", 4)]),
        ("MATCH (n:UserLogin) WHERE n.result = 'failed' AND n.timestamp STARTS WITH '2013-03' RETURN count(n)", [(4,)]),
        ("MATCH (n:Event) WHERE n.host IS NOT NULL RETURN count(n)", [(0,)]),
    ),
    "31-access-xff": (
        ("MATCH (n:Event) WHERE n.status = 500 RETURN count(n)", [(13,)]),
        ("MATCH (n:Event) WHERE n.timestamp IS NULL RETURN count(n)", [(0,)]),
    ),
    "34-radius-detail": (
        ("MATCH (n:Event) WHERE n.timestamp STARTS WITH '2018-01' RETURN count(n)", [(14,)]),
        ("MATCH (n:Event) WHERE n.user = 'bob' RETURN count(n)", [(3,)]),
        ("MATCH (n:Event) WHERE n.called_station_id = '00-11-22-33-44-55:Staff WLAN' RETURN count(n)", [(14,)]),
    ),
    "41-vrp-h3c-acl": (
        ("MATCH (n:Interface) WHERE n.shutdown = true RETURN n.key", [("GigabitEthernet0/0/2",)]),
        ("MATCH (n:Entity) WHERE n.key = 'OLD' RETURN count(n)", [(0,)]),
    ),
}  # fmt: skip
"""Case → statements and what they return."""


@pytest.mark.slow
@pytest.mark.parametrize("case", RIGHT)
def test_a_case_of_a_public_report_is_read_right(case: str, tmp_path: Path) -> None:
    if not (CASES / case).is_dir():
        pytest.skip(f"{CASES / case} is not there")
    with open_graph(str(tmp_path / "kg"), create=True, idle_s=0.5) as graph:
        ingest([CASES / case / "input"], graph, tmp_path / "kg" / "parsers")
        found = [(statement, list(graph.read(statement).rows)) for statement, _ in RIGHT[case]]
    assert found == [(statement, rows) for statement, rows in RIGHT[case]]

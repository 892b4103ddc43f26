"""Small inputs in the shape of public bug reports are read right: what is in ../shared/cases says what that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

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
    "06-junos-deactivate": (
        ("MATCH (n:Interface) RETURN n.device, n.key, n.description ORDER BY n.device, n.key",
         [("jr-edge-1", "ge-0/0/0", "to isp {customer 4711}"), ("jr-edge-1", "ge-0/0/2", None),
          ("jr-edge-1", "lo0", None), ("jr-peer-2", "ge-0/0/0", "cust {id 99} link")]),
        ("MATCH (n:Neighbor) RETURN n.key", [("198.51.100.1",)]),
        ("MATCH (n:Finding) RETURN n.kind ORDER BY n.kind", [("own-traffic",), ("unused-definition",)]),
    ),
    "09-onyx": (
        ("MATCH (n:Interface) RETURN n.key, n.shutdown ORDER BY n.key",
         [("ethernet 1/1", None), ("ethernet 1/2", None), ("ethernet 1/3", True)]),
    ),
    "11-asa-protocol-groups": (
        ("MATCH (n:Interface) RETURN n.key, n.nameif ORDER BY n.key",
         [("GigabitEthernet0/0", "outside"), ("GigabitEthernet0/1", "inside")]),
    ),
    "13-opnsense-xml": (
        ("MATCH (n:Interface) RETURN n.key, n.`if`, n.ipaddr, n.subnet, n.enable ORDER BY n.key",
         [("lan", "igb1", "10.140.0.1", 24, 1), ("opt1", "igb2", "10.140.7.1", 24, None),
          ("wan", "igb0", "192.0.2.226", 29, 1)]),
        ("MATCH (n:AddressGroup) RETURN n.name, n.content", [("MY_HOSTS", ("10.140.0.16/28", "10.140.0.64/28"))]),
        ("MATCH (n:FilterRule) RETURN n.descr, n.source_port, n.destination_port, n.disabled ORDER BY n.first_line",
         [("lan <-> any & more", "1024-65535", 443, None), (None, None, None, 1)]),
        ("MATCH (n:User) WHERE n.password IS NOT NULL RETURN n.name", [("root",)]),
    ),
    "17-nxos-default-shutdown": (
        ("MATCH (n:Interface) WHERE n.shutdown = true RETURN n.key", [("Ethernet1/3",)]),
        ("MATCH (n:Vlan) RETURN n.key, n.name ORDER BY n.key", [("1", None), ("42", "users"), ("667", "servers")]),
        ("MATCH (n:Finding) RETURN n.kind", [("undefined-vlan",)]),
    ),
    "18-openwrt-uci": (
        ("MATCH (n:Interface) RETURN n.key, n.proto ORDER BY n.key",
         [("lan", "static"), ("loopback", "static"), ("wan", "pppoe")]),
        ("MATCH (n:Entity) RETURN DISTINCT n.device", [("ow-home",)]),
        ("MATCH (n:Interface {key: 'lan'}) RETURN n.ipaddr_prefix", [("192.168.33.1/24",)]),
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
    "29-ise": (
        ("MATCH (n:Event) RETURN DISTINCT n.host ORDER BY n.host", [("ISE-1",), ("ISE-2",)]),
        (("MATCH (n:Event) WHERE n.segment = 0 AND size(n.steps) = 3 AND n.timestamp >= '2019-09-09T01:11' "
         "RETURN count(n)"), [(24,)]),
        ("MATCH (n:Event) WHERE n.segment = 1 RETURN DISTINCT n.reason",
         [("22056 Subject not found in the applicable identity store(s)",)]),
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
    "36-message-repeated": (
        ("MATCH (n:Finding) RETURN n.kind, n.message",
         [("failed-logins", ("203.0.113.77 failed to log in to bastion 18 times between 2026-03-03 04:00:20 and "
                            "2026-03-03 04:01:27."))]),
        ("MATCH (n:LastMessageRepeated) RETURN n.host, n.repeated, n.process", [("bastion", 4, None)]),
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
    with borrowed_graph() as graph:
        ingest([CASES / case / "input"], graph, tmp_path / "kg" / "parsers")
        found = [(statement, list(graph.read(statement).rows)) for statement, _ in RIGHT[case]]
    assert found == [(statement, rows) for statement, rows in RIGHT[case]]

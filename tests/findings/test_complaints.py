"""What devices themselves complain about: parts, pools, certificates, and severe records that nobody else looks at."""

from __future__ import annotations

from pathlib import Path

import pytest

from findings.checks import run_checks
from findings.hardening import judged
from findings.records import Finding
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph
from tests.findings.planted import network

LOG = """\
Nov  5 02:17:05 r1 %PLATFORM_ENV-1-PSU: Power supply 1 failed
Nov  5 02:18:05 r1 %PLATFORM_ENV-6-PSU: Power supply 1 recovered from failed state
Nov  5 02:20:05 r2 %FAN-3-FAN_FAILED: Fan 2 had a rotation error reported and is missing
Nov  5 03:17:05 r2 %DHCPD-4-POOL: Address pool GUEST is full
Nov  5 03:17:09 r2 %DHCPD-4-POOL: Address pool GUEST is full
Nov  5 03:18:05 r3 %PKI-4-CERT: The certificate of trustpoint TP1 will expire in 12 days
Nov  5 03:19:05 r3 %PKI-6-CERT: The certificate of trustpoint TP1 was renewed
Nov  5 04:00:01 r1 %ASIC-2-PARITY: Uncorrectable error in memory of slot 3
Nov  5 04:00:09 r1 %ASIC-2-PARITY: Uncorrectable error in memory of slot 3
Nov  5 04:10:00 r3 %LINK-3-UPDOWN: Interface Ethernet3, changed state to down
Nov  5 04:10:01 r3 %LINK-3-UPDOWN: Interface Ethernet3, changed state to up
Nov  5 04:11:00 r3 %SYS-5-CONFIG_I: Configured from console by mkeller on vty0 (10.1.1.9)
Nov  5 04:20:00 sw4 %PORT_SECURITY-2-PSECURE_VIOLATION: Violation by MAC address 02aa.0000.0001 on port Gi1/0/7.
Nov  5 04:22:00 sw4 %PORT_SECURITY-2-PSECURE_VIOLATION: Violation by MAC address 02bb.0000.0002 on port Gi1/0/9.
Nov  5 04:24:00 sw4 %PORT_SECURITY-2-PSECURE_VIOLATION: Violation by MAC address 02aa.0000.0001 on port Gi1/0/7.
Nov  5 04:26:00 sw4 %PORT_SECURITY-2-PSECURE_VIOLATION: Violation by MAC address 02aa.0000.0001 on port Gi1/0/7.
Nov  5 04:30:00 r5 %SEC_LOGIN-1-QUIET_MODE_ON: Time left is 9 secs, [Source: 10.1.1.9] [ACL: blocked_acl]
Nov  5 04:31:00 fw7 %ASA-2-113022: AAA Marking TACACS server 10.7.7.9 in aaa-server group ADM as FAILED
Nov  5 04:33:00 fw7 %ASA-2-113023: AAA Marking TACACS server 10.7.7.9 in aaa-server group ADM as ACTIVE
Nov  5 04:36:00 fw7 %ASA-2-113022: AAA Marking TACACS server 10.7.7.9 in aaa-server group ADM as FAILED
Nov  5 04:39:00 fw7 %ASA-2-113023: AAA Marking TACACS server 10.7.7.9 in aaa-server group ADM as ACTIVE
Nov  5 04:40:00 n6 %NTP-2-NTP_SYSLOG_CRIT: : Peer 10.1.1.7 is unreachable
"""
EXPECTED = {
    "power-or-fan": {
        "r1 said once that a power supply or fan fails, at 2025-11-05 02:17:05: "
        '"Power supply 1 failed". It ended after 1 minute, at 2025-11-05 02:18:05.': [1, 2],
        "r2 said once that a power supply or fan fails, at 2025-11-05 02:20:05: "
        '"Fan 2 had a rotation error reported and is missing". No later record was found that says that it ended '
        "(the log goes on to 2025-11-05 04:40:00).": [3],
    },
    "pool-full": {
        "r2 said twice that a pool or table is full, between 2025-11-05 03:17:05 and 2025-11-05 03:17:09: "
        '"Address pool GUEST is full". No later record was found that says that it ended (the log goes on to '
        "2025-11-05 04:40:00).": [4, 5]
    },
    "expiring": {
        "r3 said once that a certificate or licence expires, at 2025-11-05 03:18:05: "
        '"The certificate of trustpoint TP1 will expire in 12 days".': [6]
    },
    "severe-message": {
        "r1 has records of severity 0 to 2, between 2025-11-05 04:00:01 and 2025-11-05 04:00:09: "
        '"PARITY: Uncorrectable error in memory of slot 3" twice.': [8, 9],
        "sw4 has records of severity 0 to 2, between 2025-11-05 04:20:00 and 2025-11-05 04:26:00: "
        '"PSECURE_VIOLATION: Violation by MAC address 02aa.0000.0001 on port Gi1/0/7." '
        '3 times, "PSECURE_VIOLATION: Violation by MAC address 02bb.0000.0002 on port '
        'Gi1/0/9." once.': [13, 16, 14],
        "r5 has records of severity 0 to 2, at 2025-11-05 04:30:00: "
        '"QUIET_MODE_ON: Time left is 9 secs, [Source: 10.1.1.9] [ACL: blocked_acl]" once.': [17],
        "n6 has records of severity 0 to 2, at 2025-11-05 04:40:00: "
        '"NTP_SYSLOG_CRIT: Peer 10.1.1.7 is unreachable" once. No later record was found that says that it ended '
        "(the log goes on to 2025-11-05 04:40:00).": [22],
        "fw7 has records of severity 0 to 2, between 2025-11-05 04:31:00 and 2025-11-05 04:36:00: "
        '"AAA Marking TACACS server 10.7.7.9 in aaa-server group ADM as FAILED" twice. It ended 3 minutes after the '
        "last, at 2025-11-05 04:39:00.": [18, 20, 21],
    },
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Finding, ...]:
    folder: Path = tmp_path_factory.mktemp("complaints")
    (folder / "2025").mkdir()
    log = folder / "2025" / "syslog.log"
    log.write_text(
        "".join(f"2025 {line}\n" for line in LOG.splitlines())
        .replace("2025 Nov  5", "2025-11-05")
        .replace("2025-11-05 0", "2025-11-05T0")
    )
    with borrowed_graph() as graph:
        ingest([log], graph, folder / "parsers")
        return run_checks(graph, list(EXPECTED))


@pytest.mark.parametrize("kind", EXPECTED)
def test_a_complaint_is_a_finding_with_its_lines_and_its_end(kind: str, found: tuple[Finding, ...]) -> None:
    said = {one.message: [line.number for line in one.lines] for one in found if one.kind == kind}
    assert said == EXPECTED[kind]


WRITING = {
    "IOS": ("hostname r1\nsnmp-server community one RW\n", True),
    "IOS with a filter": ("hostname r1\nsnmp-server community one view V RW 10\n", True),
    "NX-OS": ("hostname r1\nsnmp-server community one group network-admin\n", True),
    "Junos": (
        "system {\n    host-name r1;\n}\nsnmp {\n    community one {\n        authorization read-write;\n    }\n}\n",
        True,
    ),
    "VRP": ("sysname r1\nsnmp-agent community write cipher one\n", True),
    "IOS that reads": ("hostname r1\nsnmp-server community one RO\nsnmp-server community RW RO\n", False),
    "NX-OS that reads": ("hostname r1\nsnmp-server community one group network-operator\n", False),
    "Junos that reads": (
        "system {\n    host-name r1;\n}\nsnmp {\n    community one {\n        authorization read-only;\n    }\n}\n",
        False,
    ),
}


@pytest.mark.parametrize(("text", "writes"), WRITING.values(), ids=WRITING)
def test_a_community_that_may_write_is_found(text: str, writes: bool) -> None:
    said = [one.message for one in judged("write-community")(network(r1=text))]
    assert said == (["r1 can be configured by SNMP with 1 community."] if writes else [])


GUARDED = """\
Nov  5 15:02:11 sw1 %SPANTREE-2-BLOCK_BPDUGUARD: Received BPDU on port GigabitEthernet1/0/18 with BPDU Guard enabled. \
Disabling port.
Nov  5 15:02:12 sw1 %LINK-3-UPDOWN: Interface GigabitEthernet1/0/18, changed state to down
Nov  5 15:12:16 sw1 %LINK-3-UPDOWN: Interface GigabitEthernet1/0/18, changed state to up
Nov  5 15:20:00 sw1 %SYS-5-CONFIG_I: Configured from console by ann on vty0 (10.1.1.9)
""".splitlines()


@pytest.mark.parametrize(("left_out", "severity"), [(None, "low"), (2, "medium")])
def test_a_port_that_came_up_again_ends_what_switched_it_off(
    tmp_path: Path, left_out: int | None, severity: str
) -> None:
    lines = [line for number, line in enumerate(GUARDED) if number != left_out]
    (found,) = _found(tmp_path, ["severe-message"], lines)
    assert found.severity == severity
    assert ("ended after 10 minutes" in found.message) is (severity == "low")


SROS = """\
20249 2026/11/18 03:00:14.30 CET WARNING: OSPF #2002 Base VR: 1 OSPFv2 (0) "LCL_RTR_ID 10.9.0.1: Neighbor 10.9.0.2 \
on to-two router state changed to down (event interface down)"
20250 2026/11/18 03:00:16.30 CET MINOR: BGP #2039 Base Peer 1: 10.9.0.10 "VR 1: Group RR: Peer 10.9.0.10: moved \
from higher state ESTABLISHED to lower state IDLE due to event HOLDTIME"
20254 2026/11/18 03:32:06.00 CET WARNING: OSPF #2002 Base VR: 1 OSPFv2 (0) "LCL_RTR_ID 10.9.0.1: Neighbor 10.9.0.2 \
on to-two router state changed to full (event loading done)"
20255 2026/11/18 03:32:47.00 CET WARNING: BGP #2038 Base Peer 1: 10.9.0.10 "VR 1: Group RR: Peer 10.9.0.10: moved \
into established state"
""".splitlines()


@pytest.mark.parametrize(
    ("count", "subjects"), [(4, []), (3, ["10.9.0.10"]), (2, ["10.9.0.10", "10.9.0.2 on to-two"])]
)
def test_neighbors_of_sr_os(tmp_path: Path, count: int, subjects: list[str]) -> None:
    found = _found(tmp_path, ["still-down"], SROS[:count])
    assert sorted(about.name for one in found for about in one.about if about.kind == "neighbor") == subjects
    assert len(found) == len(subjects)


def _found(tmp_path: Path, kinds: list[str], lines: list[str]) -> list[Finding]:
    (tmp_path / "some.log").write_text("\n".join(lines) + "\n")
    with borrowed_graph() as graph:
        ingest([tmp_path / "some.log"], graph, tmp_path / "parsers")
        return list(run_checks(graph, kinds))

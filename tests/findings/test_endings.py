"""What began in a log is told with how it went on: that it ended, that no record says so, that somebody got in."""

from __future__ import annotations

from pathlib import Path

import pytest

from findings.checks import run_checks
from findings.endings import duration
from findings.records import Finding
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

LOG = """\
2026-02-03T01:00:05Z spine7 %PLATFORM-3-TEMP: Temperature sensor 4 is above threshold, value 74C
2026-02-03T01:20:05Z spine7 %PLATFORM-5-TEMP: Temperature sensor 4 is back to normal, value 51C
2026-02-03T02:00:00Z spine7 %PLATFORM-2-PS_FAIL: Power supply 2 failed or shut down
2026-02-03T02:10:00Z spine7 %PLATFORM-5-PS_OK: Power supply 1 is restored
2026-02-03T03:00:00Z spine8 %PLATFORM-2-PS_FAIL: Power supply 2 failed or shut down (Serial number QX55)
2026-02-03T03:40:00Z spine8 %PLATFORM-5-PS_STATUS: Power supply 2 current-status is PS_OK
2026-02-03T04:00:00Z spine8 %VPC-2-PEER_KEEP_ALIVE_RECV_FAIL: In domain 30, VPC peer keep-alive receive has failed
2026-02-03T04:03:00Z spine8 %VPC-6-PEER_KEEP_ALIVE_RECV_SUCCESS: In domain 30, vPC peer keep-alive receive is successful
2026-02-03T05:00:00Z edge5 %SYS-1-CPURISINGTHRESHOLD: Threshold: Total CPU Utilization(Total/Intr): 93%/2%
2026-02-03T05:09:00Z edge5 %SYS-1-CPUFALLINGTHRESHOLD: Threshold: Total CPU Utilization(Total/Intr) 12%/1%
2026-02-03T06:00:00Z edge6 %FAN-2-FAIL: Fan tray 1 failed
2026-02-03T06:05:00Z edge6 %FAN-2-STILL: Fan tray 1 is not ok
2026-02-03T06:09:00Z edge7 %FAN-5-OK: Fan tray 1 is ok
2026-02-03T07:00:00Z edge8 %ASIC-2-PARITY: Uncorrectable error in memory of slot 3
"""
ON = "No later record was found that says that it ended (the log goes on to 2026-02-03 07:00:00)."
PARTS = "said once that a power supply or fan fails, at 2026-02-03"
SEVERE = "has records of severity 0 to 2, at 2026-02-03"
EXPECTED = {
    "too-hot": [
        (
            "spine7 said once that it is too hot, at 2026-02-03 01:00:05. "
            "It ended after 20 minutes, at 2026-02-03 01:20:05."
        )
    ],
    "power-or-fan": [
        f'spine7 {PARTS} 02:00:00: "Power supply 2 failed or shut down". {ON}',
        (
            f'spine8 {PARTS} 03:00:00: "Power supply 2 failed or shut down (Serial number QX55)". '
            "It ended after 40 minutes, at 2026-02-03 03:40:00."
        ),
        f'edge6 {PARTS} 06:00:00: "Fan tray 1 failed". {ON}',
    ],
    "severe-message": [
        (
            f'spine8 {SEVERE} 04:00:00: "PEER_KEEP_ALIVE_RECV_FAIL: In domain 30, VPC peer keep-alive '
            'receive has failed" once. '
            "It ended after 3 minutes, at 2026-02-03 04:03:00."
        ),
        (
            f'edge5 {SEVERE} 05:00:00: "CPURISINGTHRESHOLD: Threshold: Total CPU '
            'Utilization(Total/Intr): 93%/2%" once. '
            "It ended after 9 minutes, at 2026-02-03 05:09:00."
        ),
        f'edge6 {SEVERE} 06:05:00: "STILL: Fan tray 1 is not ok" once. {ON}',
        f'edge8 {SEVERE} 07:00:00: "PARITY: Uncorrectable error in memory of slot 3" once.',
    ],
}


def findings_of(folder: Path, text: str, *kinds: str) -> tuple[Finding, ...]:
    log = folder / "messages.log"
    log.write_text(text, encoding="utf-8")
    with borrowed_graph() as graph:
        ingest([log], graph, folder / "parsers")
        return run_checks(graph, kinds)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Finding, ...]:
    return findings_of(tmp_path_factory.mktemp("endings"), LOG, *EXPECTED)


@pytest.mark.parametrize("kind", EXPECTED)
def test_a_finding_says_how_it_went_on(kind: str, found: tuple[Finding, ...]) -> None:
    assert {one.message for one in found if one.kind == kind} == set(EXPECTED[kind])


def test_what_ended_is_less_severe_and_has_an_end(found: tuple[Finding, ...]) -> None:
    told = {(one.devices[0], one.severity, bool(one.until)) for one in found if one.kind == "power-or-fan"}
    assert told == {("spine7", "high", False), ("spine8", "medium", True), ("edge6", "high", False)}


FAILED = (
    "Feb  3 04:{at:02d}:01 gate4 sshd[{at}]: Failed password for root from {source} port 5{at:02d}01 ssh2\n"
)
ACCEPTED = (
    "Feb  3 04:{at:02d}:01 gate4 sshd[{at}]: Accepted password for root from {source} port 5{at:02d}01 ssh2\n"
)
LOGINS = {
    "who gets in after many failures": ("203.0.113.9", 30, ", and logged in after that, at {} 04:30:01."),
    "who gets in between them": ("203.0.113.9", 7, ", and logged in while it went on, at {} 04:07:01."),
    "another source that gets in": ("203.0.113.99", 30, "."),
}


@pytest.mark.parametrize(("source", "at", "expected"), LOGINS.values(), ids=LOGINS)
def test_failures_say_whether_the_source_got_in(tmp_path: Path, source: str, at: int, expected: str) -> None:
    fails = [FAILED.format(at=minute, source="203.0.113.9") for minute in range(13) if minute != at]
    (one,) = findings_of(
        tmp_path, "".join(sorted([*fails, ACCEPTED.format(at=at, source=source)])), "failed-logins"
    )
    day = one.since[:10]
    count = len(fails)
    begins = f"203.0.113.9 failed to log in to gate4 {count} times between {day} 04:00:01 and {day} 04:12:01"
    assert one.message == begins + expected.format(day)


SPANS = {
    "8 seconds": ("2026-02-03T01:00:00", "2026-02-03T01:00:08"),
    "1 minute": ("2026-02-03T01:00:00", "2026-02-03T01:01:08"),
    "3 hours 5 minutes": ("2026-02-03T01:00:00", "2026-02-03T04:05:08"),
    "0 seconds": ("2026-02-03T01:00:00", "2026-02-03T01:00:00"),
}


@pytest.mark.parametrize(("expected", "times"), SPANS.items(), ids=SPANS)
def test_a_duration_reads_as_people_say_it(expected: str, times: tuple[str, str]) -> None:
    assert duration(*times) == expected


def test_one_of_two_things_that_ended_is_named(tmp_path: Path) -> None:
    lines = [line for line in LOG.splitlines(keepends=True) if "VPC-" in line or "PARITY" in line]
    (one,) = findings_of(tmp_path, "".join(lines).replace("edge8", "spine8"), "severe-message")
    assert one.message.endswith(
        '"In domain 30, VPC peer keep-alive receive has failed" ended after 3 minutes, at 2026-02-03 04:03:00.'
    )


SILENCES = {
    "for days": (4, 4, "medium", "It was not said again (the log goes on to 2026-02-04 09:00:00"),
    "for hours": (4, 1, "high", "No later record was found"),
    "said once": (1, 4, "high", "No later record was found"),
}
FULL = "2026-02-0{day}T01:00:{second:02}Z dhcp1 dhcpd[9]: DHCPDISCOVER from 02:00:5e:00:53:01 via eth0: no free leases"


@pytest.mark.parametrize(("times", "day", "severity", "says"), SILENCES.values(), ids=SILENCES)
def test_a_pool_that_nobody_found_full_again(
    tmp_path: Path, times: int, day: int, severity: str, says: str
) -> None:
    log = tmp_path / "messages.log"
    lines = [FULL.format(day=1, second=second) for second in range(times)]
    log.write_text(
        "\n".join([*lines, f"2026-02-0{day}T09:00:00Z dhcp1 dhcpd[9]: Wrote 7 leases to leases file."])
    )
    with borrowed_graph() as graph:
        ingest([log], graph, tmp_path / "parsers")
        (found,) = run_checks(graph, ["pool-full"])
    assert found.severity == severity
    assert says in found.message

"""Syslog over TCP, which counts the octets of each message (RFC 6587), is read as what it carries."""

from __future__ import annotations

import pytest

from ingest.learn.shipped.find_format import find_format
from ingest.records import Sample

CASES = {
    "RFC 5424 with a byte order mark": (
        "104 <38>1 2025-06-01T22:40:07Z gw1 sshd 8 - - \ufeffFailed password for bob from 10.0.0.1 port 22 ssh2",
        ("Failed", "bob", "gw1"),
    ),
    "RFC 3164": (
        "98 <189>Jun  1 22:40:00 sw1 123: Jun  1 22:40:00: %LINK-3-UPDOWN: Interface Gi0/1, changed state to down",
        ("LinkDown", "Gi0/1", "sw1"),
    ),
    "a firewall's keys": (
        (
            '180 <189>date=2025-01-01 time=00:00:01 devname="fw1" devid="F" type="traffic" subtype="forward" '
            'level="notice" srcip=10.0.0.1 dstip=10.0.0.2 action="deny"'
        ),
        ("ForwardTraffic", "10.0.0.1", "fw1"),
    ),
}


@pytest.mark.parametrize(("line", "expected"), CASES.values(), ids=CASES)
def test_counted_octets_are_no_part_of_a_message(line: str, expected: tuple[str, ...]) -> None:
    lines = (line, line)
    shipped = find_format(Sample("a.log", "log", lines))
    assert shipped is not None
    first, second = shipped.parse(lines)
    kind, *values = expected
    assert first["type"] == second["type"] == kind
    assert set(values) <= set(map(str, first["values"].values()))


RELAYED = (
    "2024-06-01T10:00:04+00:00 collector <187>71: sw-b2: Jun  1 10:00:04.020 UTC: %LINK-3-UPDOWN: Interface Gi2, up",
    "2024-06-01T10:00:09+00:00 collector <189>12: sw-b3: *Mar  1 00:01:07.300: %SYS-5-RESTART: System restarted --",
    "2024-06-01T10:00:11+00:00 collector last message repeated 2 times",
)


def test_a_relay_is_not_the_sender() -> None:
    shipped = find_format(Sample("a.log", "log", RELAYED))
    assert shipped is not None
    records = shipped.parse(RELAYED)
    assert [one["values"]["host"] for one in records] == ["sw-b2", "sw-b3", "collector"]
    assert records[2]["values"]["repeated"] == 2


def test_a_relays_time_counts_where_a_clock_was_never_set() -> None:
    shipped = find_format(Sample("a.log", "log", RELAYED))
    assert shipped is not None
    first, second, _ = (one["values"] for one in shipped.parse(RELAYED))
    assert first["timestamp_text"] == "Jun  1 10:00:04.020 UTC"
    assert second["timestamp_text"] == "2024-06-01T10:00:09+00:00"
    assert second["device_time"] == "*Mar  1 00:01:07.300"


@pytest.mark.parametrize(
    "line",
    [
        "2024-06-01T10:00:04Z hub <166>Jun 01 2024 10:00:04 fw-a : %ASA-6-302010: 3 in use, 9 most used",
        "Jun  1 10:00:04 hub <134>Jun  1 10:00:04 fw-a sshd[9]: Failed password for bob from 10.0.0.1 port 22 ssh2",
    ],
)
def test_other_logs_are_relayed_too(line: str) -> None:
    shipped = find_format(Sample("a.log", "log", (line, line)))
    assert shipped is not None
    assert shipped.parse((line,))[0]["values"]["host"] == "fw-a"

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

"""What makes write in more than one way is read alike: a time without a year, a header, a name of several ports."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.learn.shipped.find_format import every_record, read_formats

BY_NAME = {each.name: each for each in read_formats()}
WAYS: dict[str, tuple[str, str, list[tuple[str, str, Any]]]] = {
    "a month's name before a slash, without a year": (
        "mikrotik-routeros-log",
        "mar/04 10:00:05 system,error,critical login failure for user root from 203.0.113.5 via ssh",
        [("LoginFailure", "timestamp_text", "mar/04 10:00:05"), ("LoginFailure", "user", "root")],
    ),
    "EMBLEM's colon before the time, and the class of a message": (
        "cisco-asa-log",
        '<166>:Mar 04 10:00:08 CET: %ASA-a-6-605005: Login permitted from 10.8.0.9/50 to d:10.8.0.1/ssh for user "x"',
        [
            ("LoginPermitted", "timestamp_text", "Mar 04 10:00:08 CET"),
            ("LoginPermitted", "source_address", "10.8.0.9"),
        ],
    ),
    "services in a group by protocol and ports": (
        "cisco-ios",
        "object-group service WEB\n tcp eq www\n udp range 8000 8080\n tcp source gt 1023 eq 443\n icmp echo",
        [
            ("Member", "port", "eq www"),
            ("Member", "port", "range 8000 8080"),
            ("Member", "source_port", "gt 1023"),
            ("Member", "icmp_type", "echo"),
        ],
    ),
    "a row of ports of NX-OS": (
        "cisco-nxos",
        "interface Ethernet1/1-2\n  description members\ninterface port-channel10\n  shutdown",
        [
            ("Interface", "key", "Ethernet1/1"),
            ("Interface", "key", "Ethernet1/2"),
            ("Interface", "key", "port-channel10"),
        ],
    ),
    "a row of ports of EOS": (
        "arista-eos",
        "interface Ethernet1-2,5\n   description members\ninterface Port-Channel7\n   shutdown",
        [
            ("Interface", "key", "Ethernet1"),
            ("Interface", "key", "Ethernet2"),
            ("Interface", "key", "Ethernet5"),
            ("Interface", "key", "Port-Channel7"),
        ],
    ),
}


@pytest.mark.parametrize(("name", "text", "facts"), WAYS.values(), ids=WAYS)
def test_a_way_of_writing(name: str, text: str, facts: list[tuple[str, str, Any]]) -> None:
    records = list(every_record(BY_NAME[name].parse(text.split("\n"))))
    read = [(record["type"], each, value) for record in records for each, value in record["values"].items()]
    assert [fact for fact in facts if fact not in read] == []

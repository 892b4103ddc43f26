"""Entries of filters with words before the action, secrets called `key`, and words that look like interfaces."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import RawRecord, Sandbox
from tests.ingest.induction.configurations.parsed_text import flatten

ENTRIES = {
    "access-list EDGE extended permit tcp any object web object-group WEB": {
        "action": "permit",
        "protocol": "tcp",
        "source": "any",
        "destination": "web",
        "destination_port": "WEB",
        "flags": ("extended",),
    },
    "access-list EDGE extended deny ip any host 10.0.0.9 log": {
        "action": "deny",
        "protocol": "ip",
        "source": "any",
        "destination": "10.0.0.9",
        "destination_prefix": "10.0.0.9/32",
        "flags": ("extended", "log"),
    },
    "access-list EDGE extended permit object-group SERVICES object lan any": {
        "action": "permit",
        "protocol": "SERVICES",
        "source": "lan",
        "destination": "any",
        "flags": ("extended",),
    },
    "ip filter 20 pass * 192.168.1.0/24 tcp * www": {
        "action": "pass",
        "source": "*",
        "destination": "192.168.1.0/24",
        "protocol": "tcp",
        "flags": ("*", "www"),
    },
}
DEVICE = """\
hostname edge-{number}
enable password abc{number} pbkdf2
{entry}
access-list EDGE extended deny ip any any
access-list CORE extended permit ip any any
ip filter 10 reject 10.0.0.0/8 * * * *
aaa-server TAC protocol tacacs+
aaa-server TAC host 10.0.{number}.5
 key secret{number}
aaa-server RAD protocol radius
aaa-server RAD host 10.0.{number}.6
 key other{number}
"""


def records_of(entry: str, sandbox: Sandbox) -> list[RawRecord]:
    devices = [tuple(DEVICE.format(number=number, entry=entry).splitlines()) for number in (1, 2)]
    source = induce_configuration(devices).parse_source
    return list(flatten(sandbox.run_parse(source, devices[0])))


@pytest.mark.parametrize(("entry", "fields"), ENTRIES.items())
def test_fields_of_entries(entry: str, fields: dict[str, object], sandbox: Sandbox) -> None:
    (found,) = [
        one for one in records_of(entry, sandbox) if one.lines == ((2, 2),) and "action" in one.values
    ]
    assert {name: value for name, value in found.values.items() if name != "key"} == fields


def test_a_secret_is_no_part_of_a_key(sandbox: Sandbox) -> None:
    records = records_of("", sandbox)
    assert not [one for one in records if "secret1" in str(one.values.get("key"))]
    assert [name for one in records for name, value in one.values.items() if value == "secret1"] == [
        "key_value"
    ]


@pytest.mark.parametrize(
    ("word", "name"), [("pbkdf2", "source_name"), ("Loopback0", "source_interface"), ("1/1/4", "source_name")]
)
def test_only_interfaces_are_called_so(word: str, name: str, sandbox: Sandbox) -> None:
    devices = [
        tuple(f"hostname n-{number}\nntp server 10.0.0.{number} source a{number}b {word}\nend".splitlines())
        for number in (1, 2, 3)
    ]
    source = induce_configuration(devices).parse_source
    found = [
        one.values for one in flatten(sandbox.run_parse(source, devices[0])) if word in one.values.values()
    ]
    assert [name for values in found for name, value in values.items() if value == word] == [name]

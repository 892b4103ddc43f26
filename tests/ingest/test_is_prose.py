"""Prose is told from configurations by its sentences."""

from __future__ import annotations

import pytest

from ingest.files.log_or_configuration import is_prose

README = """\
# Lab network

The configurations of the lab are in this folder, and the logs of the last week are beside them.
It is the third version of the network: the two cores and the firewall were replaced.

| file | what |
| core1.cfg | the first of the two cores, which is in the east |
"""
CONFIGURATION = """\
hostname core1
access-list 101 permit tcp any any eq telnet
access-list 101 remark what the staff of the control room may reach
interface Gi0/0
 description the link to the west
 ip address 10.0.0.1 255.255.255.0
ip route 0.0.0.0 0.0.0.0 10.0.0.2
logging host 10.0.0.9
aaa authentication login default group tacacs local
snmp-server enable traps snmp linkdown linkup coldstart
"""
CASES = {
    "a README": (README, True),
    "a configuration with remarks": (CONFIGURATION, False),
    "a document nested in signs": (
        '{"Rules": [\n' + 3 * '{"Number": 1, "Going": true, "Action": "deny", "Block": "any"},\n' + "]}",
        False,
    ),
    "long statements in braces, a line each": (
        (
            "system { host-name north; name-server { 10.0.0.9; } ntp { server 10.0.0.1; server 10.0.0.2; } }\n"
            "interfaces { ge-0/0/0 { disable; unit 0 { family inet { address 10.9.0.1/24; } } } }\n"
            "protocols { bgp { group transit { peer-as 64999; neighbor 10.9.0.2; } } }\n"
        ),
        False,
    ),
    "nothing": ("", False),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_is_prose(text: str, expected: bool) -> None:
    assert is_prose(text.splitlines()) is expected

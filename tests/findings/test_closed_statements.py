"""Blocks that only a word closes stand in the same blocks for the findings as if they were indented."""

from __future__ import annotations

import time

from findings.statements import read_statements
from graph_store.records import SourceLine
from reading.closed_blocks import indent_closed

SWITCH = """\
hostname sw1
vlan 10
name users
exit
ip access-list standard MGMT
permit 10.0.0.0 0.0.0.255
exit
interface 0/1
description desks
switchport access vlan 10
exit
interface 0/2
shutdown
exit
router bgp 65001
neighbor 10.0.0.2 remote-as 65002
address-family ipv4
network 10.1.0.0
exit-address-family
exit
line console
exit
line vty 0 4
access-class MGMT in
transport input ssh
exit
snmp-server community EXAMPLE ro
"""


def read(text: str) -> list[str]:
    lines = [SourceLine("sw1.cfg", number, line) for number, line in enumerate(text.splitlines(), 1)]
    return [statement.text for statement in read_statements(lines)[1]]


def test_statements_stand_in_the_blocks_that_exit_closes() -> None:
    found = read(SWITCH)
    assert "vlan 10 > name users" in found
    assert "ip access-list standard MGMT > permit 10.0.0.0 0.0.0.255" in found
    assert "interface 0/1 > switchport access vlan 10" in found
    assert "router bgp 65001 > neighbor 10.0.0.2 remote-as 65002" in found
    assert "router bgp 65001 > address-family ipv4 > network 10.1.0.0" in found
    assert "line vty 0 4 > access-class MGMT in" in found
    assert {"hostname sw1", "snmp-server community EXAMPLE ro"} <= set(found)


def test_an_indented_file_is_read_as_it_is_indented() -> None:
    indented = "interface 0/1\n description desks\n!\ninterface 0/2\n shutdown\n"
    assert read(indented) == [
        "interface 0/1",
        "interface 0/1 > description desks",
        "interface 0/2",
        "interface 0/2 > shutdown",
    ]


def test_time_grows_with_the_file_not_with_its_square() -> None:
    """Four times the lines take less than twelve times as long; all differ, so nothing is known beforehand."""
    assert seconds(36_000) < 12 * max(0.02, seconds(9_000))


def seconds(count: int) -> float:
    """Return how long a file takes in which every ninth of so many statements is followed by a closer."""
    lines = [f"word{number} value{number}" for number in range(count)]
    for place in range(count - 9, 0, -9):
        lines.insert(place, "exit")
    started = time.process_time()
    indent_closed(lines)
    return time.process_time() - started

"""Blocks that only a word closes, at one depth with what they hold: FASTPATH and VOSS among others."""

from __future__ import annotations

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import Sandbox
from reading.closed_blocks import indent_closed
from tests.ingest.induction.configurations.parsed_text import flatten

SWITCH = """\
configure
vlan database
vlan 10,20
exit
hostname "sw{n}"
ip routing
interface vlan 10
name "users"
ip address 10.7{n}.10.1 255.255.255.0
exit
!
interface ethernet 1/g1
switchport access vlan 10
exit
!
interface ethernet 1/g2
shutdown
exit
snmp-server community public ro
sntp server 10.9.0.1
exit
"""
INDENTED = """\
interface ethernet 1
 ip address 10.0.0.1 255.255.255.0
 exit
router ospf 1
 area 0
 exit
hostname r1
"""
NESTED = """\
interface ethernet 1
shutdown
exit
router bgp 1
neighbor 10.0.0.1 remote-as 2
address-family ipv4
network 10.0.0.0
exit
address-family ipv6
network 2001::
exit
exit
hostname r1
"""


def depths(text: str) -> list[int]:
    return [len(line) - len(line.lstrip()) for line in indent_closed(text.splitlines())]


def test_blocks_are_indented_and_what_stands_between_them_is_not() -> None:
    told = dict(zip(SWITCH.splitlines(), depths(SWITCH), strict=True))
    assert told["vlan 10,20"] == 1
    assert told['hostname "sw{n}"'] == told["ip routing"] == 0
    assert told['name "users"'] == told["shutdown"] == 1
    assert told["interface ethernet 1/g2"] == told["sntp server 10.9.0.1"] == 0


def test_blocks_within_blocks() -> None:
    assert depths(NESTED) == [0, 1, 0, 0, 1, 1, 2, 1, 1, 2, 1, 0, 0]


def test_what_indentation_marks_stays() -> None:
    assert indent_closed(INDENTED.splitlines()) == INDENTED.splitlines()
    flat = ["hostname r1", "ip routing", "snmp-server community x", "end"]
    assert indent_closed(flat) == flat


def test_interfaces_own_their_statements(sandbox: Sandbox) -> None:
    documents = [tuple(SWITCH.format(n=n).splitlines()) for n in (1, 2)]
    records = flatten(sandbox.run_parse(induce_configuration(documents).parse_source, documents[0]))
    found = {str(one.values.get("key")): one.values for one in records if one.type.startswith("Interface")}
    assert found["vlan 10"]["name"] == "users"
    assert found["vlan 10"]["ip_address"] == "10.71.10.1"
    assert found["1/g1"]["switchport_access_vlan"] == 10
    assert found["1/g2"]["shutdown"] is True

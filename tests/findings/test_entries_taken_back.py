"""Lists that are opened again: entries taken back or put between, in the syntax of several makes, and their like."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first, shadowed_entries
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.planted import network

HIGH = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, 9000)
IOS = """\
hostname one
interface Gi0/1
 ip access-group WEB in
ip access-list extended WEB
 10 permit tcp any any eq 443
 30 permit tcp any any gt 1023
!
ip access-list extended WEB
 {}
"""
VRP = """\
sysname one
acl number 3005
 rule 5 permit tcp destination-port eq 443
 rule 15 permit tcp destination-port gt 1023
 rule 90 deny ip
#
acl number 3005
 {}
#
"""
CX = """\
hostname one
access-list ip WEB
    10 permit tcp any any eq 443
    30 permit tcp any any gt 1023
access-list ip WEB
    {}
"""
PLAIN = """\
hostname one
ip access-list extended WEB
 permit tcp any any eq 443
 permit tcp any any gt 1023
ip access-list extended WEB
 {}
"""
WHOLE = """\
hostname one
ip access-list extended WEB
 permit tcp any any gt 1023
no ip access-list extended WEB
ip access-list extended WEB
 permit tcp any any eq 443
"""
ASA = """\
hostname one
names
name 192.0.2.4 shop
object network FARM
 subnet lab-net 255.255.255.0
object-group network BACK
 network-object host shop
object-group service MIXED
 service-object tcp destination eq 25
 service-object icmp echo
name 198.51.100.0 lab-net
access-list WEB extended permit tcp any object-group BACK eq 9000
access-list WEB extended permit tcp any object FARM
access-list WEB extended permit object-group MIXED any any
"""
PANOS = """\
set network interface ethernet ethernet1/1 layer3 ip 10.1.0.1/24
set zone a network layer3 ethernet1/1
set zone b network layer3 ethernet1/2
set rulebase security rules r1 from any
set rulebase security rules r1 to any
set rulebase security rules r1 source any
set rulebase security rules r1 destination any
set rulebase security rules r1 service {}
set rulebase security rules r1 rule-type {}
set rulebase security rules r1 action deny
set rulebase security rules r2 from a
set rulebase security rules r2 to any
set rulebase security rules r2 source any
set rulebase security rules r2 destination any
set rulebase security rules r2 service any
set rulebase security rules r2 action allow
"""
A_TO_B = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, 8080, "a", "b")

ASKED = {
    "an entry that is taken back": (IOS.format("no 30"), HIGH, "deny"),
    "another one is": (IOS.format("no 10"), HIGH, "permit"),
    "none of that number": (IOS.format("no 3"), HIGH, "permit"),
    "by all its words": (IOS.format("no 30 permit tcp any any gt 1023"), HIGH, "deny"),
    "one between": (IOS.format("20 deny tcp any any eq 9000"), HIGH, "deny"),
    "undone rule": (VRP.format("undo rule 15"), HIGH, "deny"),
    "a rule between": (VRP.format("rule 10 deny tcp destination-port eq 9000"), HIGH, "deny"),
    "a number of another make": (CX.format("no 30"), HIGH, "deny"),
    "one before those without numbers": (PLAIN.format("15 deny tcp any any eq 9000"), HIGH, "deny"),
    "one behind those without numbers": (PLAIN.format("25 deny tcp any any eq 9000"), HIGH, "permit"),
    "a number that the device gave": (PLAIN.format("no 20"), HIGH, ""),
    "the whole list": (WHOLE, HIGH, "deny"),
    "names of addresses in a group": (ASA, HIGH, "permit"),
    "names of networks": (ASA, Packet("10.1.0.9", "198.51.100.7", "tcp", 40000, 80), "permit"),
    "types of ICMP among services": (ASA, Packet("10.1.0.9", "203.0.113.7", "icmp", icmp_type=8), "permit"),
    "another type": (ASA, Packet("10.1.0.9", "203.0.113.7", "icmp", icmp_type=0), "deny"),
    "no ICMP at all": (ASA, Packet("10.1.0.9", "203.0.113.7", "tcp", 40000, 80), "deny"),
    "a rule inside of zones": (PANOS.format("any", "intrazone"), A_TO_B, "permit"),
    "a rule between zones": (PANOS.format("any", "interzone"), A_TO_B, "deny"),
    "zones that are not known": (
        PANOS.format("any", "intrazone"),
        Packet("10.1.0.9", "192.0.2.4", "tcp"),
        "",
    ),
    "a service with two ports": (PANOS.format("service-http", "universal"), A_TO_B, "deny"),
}


@pytest.mark.parametrize(("text", "packet", "action"), ASKED.values(), ids=ASKED)
def test_packet(text: str, packet: Packet, action: str) -> None:
    parts = network(r1=text).devices
    (found,) = (one for part in parts for one in read_filters(part) if one.entries)
    assert decide_for_first(found, packet, parts).action == action


@pytest.mark.parametrize("text", [IOS.format("no 30\n 40 permit tcp any any eq 8080"), WHOLE])
def test_what_is_taken_back_shadows_nothing(text: str) -> None:
    assert not list(shadowed_entries(network(r1=text)))

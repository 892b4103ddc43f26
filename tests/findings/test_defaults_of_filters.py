"""What decides about packets that no entry matches, and the order of entries."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide, named_filter
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.test_other_makes import network

UNORDERED = """\
hostname r1
ip access-list extended IN
 30 permit ip any any
 10 deny tcp any any eq 22
ip access-list extended BACK
 10 permit tcp any any eq 22
 20 evaluate KNOWN
"""
AUTO = """\
sysname sw1
acl number 3020 match-order auto
 rule 5 deny tcp source 10.11.0.0 0.0.255.255
 rule 10 permit tcp source 10.11.7.0 0.0.0.255
 rule 15 permit udp source 10.11.0.0 0.0.255.255
 rule 20 deny udp destination-port eq 53
acl name GUESTS 3030 match-order auto
 rule 5 deny tcp source 10.11.0.0 0.0.255.255
"""
ASA = """\
hostname gate
access-list SPLIT standard permit 10.1.0.0 255.255.0.0
access-list OLD permit ip 10.2.0.0 255.255.0.0 any
access-list SHOWN line 1 extended permit tcp any any eq 443
"""
SRX = """\
set security policies from-zone a to-zone b policy one match source-address any
set security policies from-zone a to-zone b policy one match destination-address any
set security policies from-zone a to-zone b policy one match application junos-ssh
set security policies from-zone a to-zone b policy one then deny
{}
"""
GLOBAL = """\
set security policies global policy all match source-address any
set security policies global policy all match destination-address any
set security policies global policy all match application any
set security policies global policy all match from-zone a
set security policies global policy all then permit"""
VYOS = """\
firewall {
    ipv4 {
        forward {
            filter {
                rule 5 {
                    action drop
                    protocol tcp
                    destination {
                        port 22
                    }
                }
            }
        }
    }
}
"""
PANOS = """\
set rulebase security rules one from a
set rulebase security rules one to b
set rulebase security rules one source any
set rulebase security rules one destination any
set rulebase security rules one application any
set rulebase security rules one service service-https
set rulebase security rules one action allow
set deviceconfig system hostname pa
set network interface ethernet ethernet1/1 layer3 ip 10.1.1.1/24
"""
COMWARE = """\
 sysname sw
acl advanced name DESK
 rule 0 deny tcp destination-port eq 23
interface Vlan-interface7
 packet-filter name DESK inbound
{}"""
IPTABLES = """\
*filter
:INPUT DROP [0:0]
-A INPUT -p tcp -m tcp --dport 1024: -j ACCEPT
-A INPUT -p udp -m multiport --dports 53,:20 -j ACCEPT
COMMIT
"""
NUMBERED = """\
set firewall name HALL rule 20 action accept
set firewall name HALL rule 20 protocol !tcp
set firewall name HALL rule 9 action drop
set firewall name HALL rule 9 source address 10.6.0.0/16
set interfaces ethernet eth0 address 10.0.0.1/24
set interfaces ethernet eth1 address 10.0.1.1/24
set system host-name r1
"""
VRP = """\
acl name WEB 3998
 rule permit tcp established
 rule deny ip
acl ipv6 number 3005
 rule 5 permit tcp source 2001:db8::/32
"""
EXCEPT = """\
set system host-name r1
set firewall family inet filter F term a from destination-port-except 22
set firewall family inet filter F term a from protocol tcp
set firewall family inet filter F term a then accept
set firewall family inet filter F term b from protocol-except icmp
set firewall family inet filter F term b then discard
set firewall family inet filter F term c then accept
"""
UCI = """\
config zone
	option name 'yard'
	option input 'DROP'
	option forward 'REJECT'

config zone
	option name 'hut'
	option input 'ACCEPT'

config forwarding
	option src 'hut'
	option dest 'yard'

config rule
	option name 'door'
	option src 'yard'
	option src_ip '192.0.2.0/28'
	option dest_port '22 8022'
	option target 'ACCEPT'

config rule
	option name 'old'
	option enabled '0'
	option src 'yard'
	option target 'ACCEPT'

config rule 'mail'
	option src 'hut'
	option dest 'yard'
	option proto 'tcp'
	option dest_port '25'
	option target 'REJECT'
"""
CASES = {
    "rules are asked by their numbers": (NUMBERED, "HALL", Packet("10.6.1.1", "", "udp"), "deny", 3),
    "all but one protocol": (NUMBERED, "HALL", Packet("10.7.1.1", "", "udp"), "permit", 1),
    "the other protocol": (NUMBERED, "HALL", Packet("10.7.1.1", "", "tcp"), "deny", None),
    "a connection that is there": (
        VRP,
        "WEB",
        Packet("10.1.1.1", "", "tcp", state="established"),
        "permit",
        2,
    ),
    "a connection that begins": (VRP, "WEB", Packet("10.1.1.1", "", "tcp", state="new"), "deny", 3),
    "a list of IPv6": (VRP, "3005", Packet("2001:db8::1", "", "tcp"), "permit", 5),
    "beside an exception": (EXCEPT, "F", Packet("10.1.1.1", "", "tcp", 9, 23), "permit", 2),
    "an exception": (EXCEPT, "F", Packet("10.1.1.1", "", "tcp", 9, 22), "deny", 5),
    "a protocol that is excepted": (EXCEPT, "F", Packet("10.1.1.1", "", "icmp"), "permit", 7),
    "OpenWrt: a rule": (UCI, "input", Packet("192.0.2.5", "", "udp", 9, 8022, "yard"), "permit", 14),
    "OpenWrt: a rule that names no protocol": (
        UCI,
        "input",
        Packet("192.0.2.5", "", "icmp", None, None, "yard"),
        "deny",
        1,
    ),
    "OpenWrt: a zone": (UCI, "input", Packet("192.0.2.99", "", "tcp", 9, 22, "yard"), "deny", 1),
    "OpenWrt: another zone": (UCI, "input", Packet("192.0.2.99", "", "tcp", 9, 22, "hut"), "permit", 6),
    "OpenWrt: what leaves a zone": (
        UCI,
        "forward",
        Packet("10.1.1.1", "", "tcp", 9, 25, "hut", "yard"),
        "deny",
        27,
    ),
    "OpenWrt: what may leave": (
        UCI,
        "forward",
        Packet("10.1.1.1", "", "tcp", 9, 26, "hut", "yard"),
        "permit",
        10,
    ),
    "OpenWrt: what comes the other way": (
        UCI,
        "forward",
        Packet("10.1.1.1", "", "tcp", 9, 26, "yard", "hut"),
        "",
        None,
    ),
    "entries are asked by their numbers": (UNORDERED, "IN", Packet("10.1.1.1", "", "tcp", 9, 22), "deny", 4),
    "an entry of which nothing is known": (UNORDERED, "BACK", Packet("10.1.1.1", "", "tcp", 9, 23), "", None),
    "a mask, not a wildcard": (ASA, "SPLIT", Packet("10.9.1.1"), "deny", None),
    "inside of the mask": (ASA, "SPLIT", Packet("10.1.9.1"), "permit", 2),
    "a mask of an older version": (ASA, "OLD", Packet("10.3.1.1"), "deny", None),
    "as shown": (ASA, "SHOWN", Packet("10.3.1.1", "", "tcp", 9, 443), "permit", 4),
    "between zones": (SRX.format(""), "a to b", Packet("10.1.1.1", "", "tcp", 9, 80), "deny", None),
    "where a default permits": (
        SRX.format("set security policies default-policy permit-all"),
        "a to b",
        Packet("10.1.1.1", "", "tcp", 9, 80),
        "permit",
        None,
    ),
    "where global policies follow": (
        SRX.format(GLOBAL),
        "a to b",
        Packet("10.1.1.1", "", "tcp", 9, 80),
        "",
        None,
    ),
    "a global policy of a zone": (
        SRX.format(GLOBAL),
        "global",
        Packet("10.1.1.1", "", "tcp", 9, 80, "a", "b"),
        "permit",
        5,
    ),
    "a base chain accepts": (VYOS, "forward filter", Packet("10.1.1.1", "", "tcp", 9, 80), "permit", None),
    "another zone": (PANOS, "security", Packet("10.1.1.1", "", "tcp", 9, 80, "a", "b"), "deny", None),
    "the same zone": (PANOS, "security", Packet("10.1.1.1", "", "tcp", 9, 80, "a", "a"), "permit", None),
    "zones that are not known": (PANOS, "security", Packet("10.1.1.1", "", "tcp", 9, 80), "", None),
    "a packet filter permits": (
        COMWARE.format(""),
        "DESK",
        Packet("10.1.1.1", "", "tcp", 9, 80),
        "permit",
        5,
    ),
    "unless it denies": (
        COMWARE.format("packet-filter default deny\n"),
        "DESK",
        Packet("10.1.1.1", "", "tcp", 9, 80),
        "",
        None,
    ),
    "ports from one on": (IPTABLES, "INPUT", Packet("10.1.1.1", "", "tcp", 9, 60000), "permit", 3),
    "ports up to one": (IPTABLES, "INPUT", Packet("10.1.1.1", "", "udp", 9, 20), "permit", 4),
    "ports between": (IPTABLES, "INPUT", Packet("10.1.1.1", "", "udp", 9, 21), "deny", 2),
}


@pytest.mark.parametrize(("text", "name", "packet", "action", "line"), CASES.values(), ids=CASES)
def test_default(text: str, name: str, packet: Packet, action: str, line: int | None) -> None:
    filters = read_filters(network(r1=text).devices[0])
    verdict = decide(named_filter("r1", name, filters, packet), packet, filters)
    assert (verdict.action, verdict.lines[0].number if verdict.lines else None) == (action, line)


ANY_ORDER = {
    "the entry that asks for most is asked first": ("10.11.7.3", "tcp", 443, "permit"),
    "the only one that may match": ("10.11.8.3", "tcp", 443, "deny"),
    "two of which neither asks for all that the other does": ("10.11.8.3", "udp", 53, ""),
}


@pytest.mark.parametrize(("source", "protocol", "port", "action"), ANY_ORDER.values(), ids=ANY_ORDER)
def test_entries_that_the_device_orders_itself(source: str, protocol: str, port: int, action: str) -> None:
    packet = Packet(source, "10.1.1.1", protocol, None, port)
    filters = read_filters(network(sw1=AUTO).devices[0])
    assert decide(named_filter("sw1", "3020", filters, packet), packet, filters).action == action

"""Configurations of several makes, whose syntaxes differ in how they mark blocks, names, texts and negations."""

from __future__ import annotations

import pytest

from ingest.sandbox import Sandbox
from tests.ingest.induction.configurations.parsed_text import Values, unexplained, values_of

FLAT_PATHS = """\
# generated
/configure system name "pe1"
/configure system time ntp server 10.255.0.1 prefer
/configure port 1/1/1 description "to pe2"
/configure port 1/1/1 no shutdown
/configure port 1/1/2 shutdown
/configure router Base interface "system" address 10.0.0.1/32
/configure router Base interface "to-pe2" address 10.1.2.1/30
/configure router Base bgp group "ibgp" neighbor 10.0.0.2 description "pe2"
/configure router Base bgp group "ibgp" neighbor 10.0.0.3 description "pe3"
/configure filter ip-filter 10 entry 10 match protocol tcp
/configure filter ip-filter 10 entry 10 match dst-port eq 22
/configure filter ip-filter 10 entry 10 match src-ip 10.0.0.0/8
/configure filter ip-filter 10 entry 10 action accept
/configure filter ip-filter 10 entry 20 action drop
exit all
"""

VERBS = """\
# Configuration of gw1
set hostname gw1
set ntp server primary 10.9.9.11 version 4
set user admin shell /bin/bash
add syslog log-remote-address 10.9.9.10 level info
set interface eth0 state on
set interface eth1 state off
add interface eth1 vlan 100
set static-route default nexthop gateway address 198.51.100.1 on
delete snmp agent
"""

UNDONE = """\
sysname hw1
#
vlan batch 10 20 30 to 35
#
acl number 3000
 rule 5 permit tcp source 10.0.0.0 0.0.0.255 destination 10.1.1.1 0 destination-port eq 443
 rule 10 deny ip
#
interface GigabitEthernet0/0/1
 port link-type trunk
 undo port trunk allow-pass vlan 1
 shutdown
#
interface GigabitEthernet0/0/2
 undo shutdown
#
route-policy IN permit node 10
 if-match ip-prefix PL
route-policy IN deny node 20
#
ip ip-prefix PL index 10 permit 10.0.0.0 8 greater-equal 16 less-equal 24
"""

LINES = """\
hostname r1
username admin privilege 15
vrf definition MGMT
!
access-list 10 remark $Id: list 10 $
access-list 10 permit 10.0.0.0 0.0.0.255
access-list 10 permit host 10.1.1.1 log
access-list 10 deny any
access-list 101 remark until 30 $
access-list 101 permit tcp 10.0.0.0 0.0.0.255 any eq 443
access-list 101 deny udp any range 1 1023 host 10.1.1.1 gt 1023
ip prefix-list PL seq 5 permit 10.0.0.0/8 ge 16 le 24
route-map RM permit 10
 match ip address prefix-list PL
interface ethernet 1/1
 ip address 10.0.0.1 255.255.255.0
interface ethernet 1/2
 shutdown
no ip routing vrf MGMT
no ip http server
banner motd $
 access-list holders only
 no entry $
"""

DIRECTIONS = """\
vrf CUST
 address-family ipv4 unicast
  import route-target
   65000:1
   65000:2
  !
  export route-target
   65000:3
   65000:4
  !
 !
!
"""

READ: dict[str, tuple[str, Values]] = {
    "flat paths": (
        FLAT_PATHS,
        [
            ("NtpServer", {"key": "10.255.0.1", "prefer": True}),
            ("Port", {"key": "1/1/1", "description": "to pe2", "shutdown": False}),
            ("Port", {"key": "1/1/2", "shutdown": True}),
            ("Interface", {"key": "system", "address": "10.0.0.1/32"}),
            ("Interface", {"key": "to-pe2", "address": "10.1.2.1/30"}),
            ("Neighbor", {"key": "10.0.0.2", "description": "pe2"}),
            ("Neighbor", {"key": "10.0.0.3", "description": "pe3"}),
            (
                "Entry",
                {
                    "key": 10,
                    "match_protocol": "tcp",
                    "protocol": "tcp",
                    "match_dst_port_eq": 22,
                    "destination_port": 22,
                    "match_src_ip": "10.0.0.0/8",
                    "source": "10.0.0.0/8",
                    "action": "accept",
                    "sequence": 10,
                },
            ),
            ("Entry", {"key": 20, "action": "drop", "sequence": 20}),
        ],
    ),
    "several verbs open the lines": (
        VERBS,
        [
            ("Configuration", {"hostname": "gw1", "snmp_agent": False}),
            ("NtpServerPrimary", {"key": "10.9.9.11", "version": 4}),
            ("User", {"key": "admin", "shell": "/bin/bash"}),
            ("SyslogLogRemoteAddress", {"key": "10.9.9.10", "level": "info"}),
            ("Interface", {"key": "eth0", "state": "on"}),
            ("Interface", {"key": "eth1", "state": "off", "vlan": 100}),
        ],
    ),
    "what is undone, ranges, and entries": (
        UNDONE,
        [
            ("Configuration", {"sysname": "hw1", "vlan_batch": (10, 20, "30-35")}),
            (
                "AclNumberEntry",
                {
                    "key": 5,
                    "sequence": 5,
                    "action": "permit",
                    "protocol": "tcp",
                    "source": "10.0.0.0 0.0.0.255",
                    "source_prefix": "10.0.0.0/24",
                    "destination": "10.1.1.1 0",
                    "destination_prefix": "10.1.1.1/32",
                    "destination_port": 443,
                },
            ),
            ("AclNumberEntry", {"key": 10, "sequence": 10, "action": "deny", "protocol": "ip"}),
            ("Interface", {"key": "GigabitEthernet0/0/1", "port_link_type": "trunk", "shutdown": True}),
            (
                "Negation",
                {"key": "port trunk allow-pass vlan 1", "negated": True, "port_trunk_allow_pass_vlan": 1},
            ),
            ("Interface", {"key": "GigabitEthernet0/0/2", "shutdown": False}),
            ("RoutePolicyEntry", {"key": 10, "action": "permit", "sequence": 10, "if_match_ip_prefix": "PL"}),
            ("RoutePolicyEntry", {"key": 20, "action": "deny", "sequence": 20}),
            (
                "IpIpPrefixEntry",
                {"key": 10, "sequence": 10, "action": "permit", "prefix": "10.0.0.0/8", "ge": 16, "le": 24},
            ),
        ],
    ),
    "names that stand once, fields of entries, and a text that is no text": (
        LINES,
        [
            ("Username", {"key": "admin", "privilege": 15}),
            ("VrfDefinition", {"key": "MGMT"}),
            ("AccessListEntry", {"action": "remark", "text": "$Id: list 10 $"}),
            (
                "AccessListEntry",
                {"action": "permit", "source": "10.0.0.0 0.0.0.255", "source_prefix": "10.0.0.0/24"},
            ),
            (
                "AccessListEntry",
                {"action": "permit", "source": "10.1.1.1", "source_prefix": "10.1.1.1/32", "flags": ("log",)},
            ),
            ("AccessListEntry", {"action": "deny", "source": "any"}),
            ("AccessListEntry", {"action": "remark", "text": "until 30 $"}),
            (
                "AccessListEntry",
                {
                    "action": "permit",
                    "protocol": "tcp",
                    "source": "10.0.0.0 0.0.0.255",
                    "source_prefix": "10.0.0.0/24",
                    "destination": "any",
                    "destination_port": 443,
                },
            ),
            (
                "AccessListEntry",
                {
                    "action": "deny",
                    "protocol": "udp",
                    "source": "any",
                    "source_port": "range 1 1023",
                    "destination": "10.1.1.1",
                    "destination_prefix": "10.1.1.1/32",
                    "destination_port": "gt 1023",
                },
            ),
            (
                "IpPrefixListEntry",
                {"key": 5, "sequence": 5, "action": "permit", "prefix": "10.0.0.0/8", "ge": 16, "le": 24},
            ),
            (
                "RouteMapEntry",
                {"key": 10, "action": "permit", "sequence": 10, "match_ip_address_prefix_list": "PL"},
            ),
            (
                "Interface",
                {
                    "key": "ethernet 1/1",
                    "ip_address": "10.0.0.1",
                    "ip_address_prefix": "10.0.0.1/24",
                    "ip_address_mask": "255.255.255.0",
                },
            ),
            ("Interface", {"key": "ethernet 1/2", "shutdown": True}),
            ("Negation", {"key": "ip routing vrf MGMT", "negated": True, "ip_routing_vrf": "MGMT"}),
        ],
    ),
    "words around equal structures are kept": (
        DIRECTIONS,
        [
            ("ImportRouteTarget", {"key": "65000:1"}),
            ("ImportRouteTarget", {"key": "65000:2"}),
            ("ExportRouteTarget", {"key": "65000:3"}),
            ("ExportRouteTarget", {"key": "65000:4"}),
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_entities(text: str, expected: Values, sandbox: Sandbox) -> None:
    assert values_of(text, (kind for kind, _ in expected), sandbox) == expected
    assert unexplained(text, sandbox) == []

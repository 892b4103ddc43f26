"""Defects planted on further makes and ways of writing, each found once and nothing else."""

from __future__ import annotations

from collections import Counter

from findings.checks import CHECKS
from tests.findings.planted import network

AOS_CX = """\
hostname cx1
vlan 1,10
access-list ip MGMT
    10 permit tcp any 10.0.0.0/255.255.255.0 eq ssh
    20 deny any any any
    30 permit udp any any eq 161
interface 1/1/1
    no shutdown
    vlan access 20
    apply access-list ip MGMTX in
interface vlan 10
    ip address 10.9.0.1/24
ntp server 1.1.1.1
"""

JUNOS_SET = """\
set system host-name j1
set system services telnet
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/30
set interfaces ge-0/0/0 mtu 9192
set interfaces ge-0/0/0 unit 0 family inet filter input NOPE
set interfaces irb unit 10 family inet address 10.9.0.1/24
set protocols bgp group A type external
set protocols bgp group A peer-as 65010
set protocols bgp group A export OUT
set protocols bgp group A neighbor 10.0.0.2
set routing-options autonomous-system 65001
set policy-options policy-statement OUT term 1 from protocol direct
set policy-options policy-statement OUT term 1 then accept
set policy-options prefix-list UNUSED 10.0.0.0/8
set firewall family inet filter F term A from protocol tcp
set firewall family inet filter F term A then accept
set firewall family inet filter F term B from protocol tcp
set firewall family inet filter F term B from destination-port 22
set firewall family inet filter F term B then reject
deactivate interfaces irb unit 10
"""

NXOS = """\
hostname n1
feature bgp
vlan 1,10
interface Ethernet1/1
  no switchport
  mtu 1500
  ip address 10.0.0.2/30
  ip access-group A in
ip access-list A
  10 permit ip 10.0.0.0/8 any
  20 deny tcp 10.1.0.0/16 any eq 22
  30 permit ip any any
router bgp 65011
  neighbor 10.0.0.1
    remote-as 65001
    address-family ipv4 unicast
      route-map GONE in
snmp-server community private group network-admin
username a password 0 hello1
"""

COMWARE = """\
sysname cw
vlan 10
interface GigabitEthernet1/0/1
 port access vlan 30
 packet-filter 3001 inbound
interface Vlan-interface10
 ip address 10.0.0.5 255.255.255.252
 shutdown
 description uplink to core
acl number 3000
 rule 0 permit ip source 10.0.0.0 0.255.255.255
 rule 5 deny tcp source 10.1.0.0 0.0.255.255 destination-port eq 22
telnet server enable
snmp-agent community read public
local-user x
 password simple abc
"""

VYOS_SET = """\
set interfaces ethernet eth0 address '10.0.5.1/24'
set interfaces ethernet eth0 mtu '1500'
set interfaces ethernet eth1 address '10.0.5.1/24'
set firewall ipv4 name WAN rule 10 action 'accept'
set firewall ipv4 name WAN rule 10 protocol 'tcp'
set firewall ipv4 name WAN rule 20 action 'drop'
set firewall ipv4 name WAN rule 20 protocol 'tcp'
set firewall ipv4 name WAN rule 20 destination port '22'
set policy route-map RM rule 10 action 'permit'
set protocols bgp system-as '65020'
set protocols bgp neighbor 10.0.5.2 remote-as '65021'
set protocols bgp neighbor 10.0.5.2 address-family ipv4-unicast route-map import 'RX'
set service snmp community public authorization 'ro'
set system host-name 'v1'
"""

EXPECTED = {
    "undefined-reference": ["cx1 MGMTX", "j1 NOPE", "n1 GONE", "cw 3001", "v1 RX"],
    "unused-definition": ["cx1 MGMT", "j1 UNUSED", "j1 F", "cw 3000", "v1 RM", "v1 WAN"],
    "duplicate-address": ["v1 10.0.5.1"],
    "link-mtu": ["j1 n1 9192"],
    "bgp-wrong-as": ["j1 n1 65010"],
    "shadowed-entry": ["cx1 entry 30", "j1 entry B", "n1 entry 20", "cw entry 5", "v1 entry 20"],
    "clear-text-password": ["n1 1 password", "cw 1 password"],
    "default-community": ["n1 private", "cw public", "v1 public"],
    "telnet-server": ["j1 telnet", "cw telnet"],
    "described-but-down": ["cw uplink to core"],
    "undefined-vlan": ["cx1 VLAN 20", "cw VLAN 30"],
}
"""Kind → devices, and a part of the message."""


def test_every_make_has_its_defects_and_no_other() -> None:
    read = network(cx1=AOS_CX, j1=JUNOS_SET, n1=NXOS, cw=COMWARE, v1=VYOS_SET)
    found = [one for check in CHECKS for one in check.run(read)]
    assert Counter(one.kind for one in found) == {kind: len(several) for kind, several in EXPECTED.items()}
    missing = [
        f"{kind}: {said}"
        for kind, several in EXPECTED.items()
        for said in several
        if not any(one.kind == kind and _says(" ".join(one.devices), one.message, said) for one in found)
    ]
    assert missing == []


def _says(devices: str, message: str, said: str) -> bool:
    return said.startswith(f"{devices} ") and said.removeprefix(f"{devices} ") in message

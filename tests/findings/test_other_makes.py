"""Defects planted on further makes and ways of writing, each found once and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

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

MENUS = """\
# 2026-11-19 08:11:02 by RouterOS 7.11.2
/interface ethernet
set [ find default-name=ether1 ] comment="to hw \\
    uplink"
/ip pool
add name=left-over ranges=10.99.2.100-10.99.2.200
/ip dhcp-server
add address-pool=lan-pool interface=ether2 name=dhcp1
/ip address
add address=10.60.0.2/29 interface=ether1 network=10.60.0.0
/ip firewall filter
add action=accept chain=forward connection-state=established
add action=drop chain=forward src-address=10.50.0.0/16
add action=accept chain=forward dst-port=443 protocol=tcp src-address=10.50.1.0/24
/routing bgp connection
add as=65303 local.role=ebgp name=to-hw remote.address=10.60.0.1 .as=65300
/ip service
set telnet disabled=no
set www disabled=yes
/snmp community
set [ find default=yes ] name=public
/snmp
set enabled=no
/system identity
set name=mt
"""

VRP = """\
!Software Version V200R019C10SPC500
#
sysname hw
#
vlan batch 10 20
#
aaa
 local-user guest password simple guest123
#
interface GigabitEthernet0/0/1
 ip address 10.60.0.1 255.255.255.252
#
interface GigabitEthernet0/0/2
 port link-type trunk
 port trunk allow-pass vlan 10 20 777
#
bgp 65300
 peer 10.60.0.2 as-number 65302
 #
 ipv4-family unicast
  peer 10.60.0.2 route-policy GONE-RP import
#
route-policy LEFT-RP permit node 10
#
user-interface vty 0 4
 authentication-mode aaa
#
return
"""

ROOT_BLOCK = """\
# TiMOS-B-22.10.R1 both/x86_64 Nokia 7750 SR
configure {
    filter {
        ip-filter "EDGE" {
            default-action drop
            entry 10 {
                match {
                    protocol tcp
                }
                action {
                    accept
                }
            }
            entry 20 {
                match {
                    protocol tcp
                    dst-port {
                        eq 22
                    }
                }
                action {
                    drop
                }
            }
        }
    }
    policy-options {
        policy-statement "LEFT-POL" {
            default-action {
                action-type reject
            }
        }
    }
    port 1/1/c1/1 {
        ethernet {
            mtu 1514
        }
    }
    router "Base" {
        autonomous-system 65400
        interface "to-xr" {
            port 1/1/c1/1
            ingress {
                filter {
                    ip "EDGE"
                }
            }
            ipv4 {
                primary {
                    address 10.70.0.2
                    prefix-length 30
                }
            }
        }
        bgp {
            group "IBGP" {
                peer-as 65400
                export {
                    policy ["GONE-POL"]
                }
            }
            neighbor "10.70.0.1" {
                group "IBGP"
            }
        }
        ospf 0 {
            area 0.0.0.1 {
                interface "to-xr" {
                }
            }
        }
    }
    system {
        name "sr"
        security {
            telnet-server true
            snmp {
                community "private" {
                }
            }
        }
    }
}
"""

XR = """\
hostname xr
telnet vrf default ipv4 server max-servers 10
interface GigabitEthernet0/0/0/1
 mtu 9014
 ipv4 address 10.70.0.1 255.255.255.252
!
prefix-set OURS
  203.0.113.0/24
end-set
!
route-policy OUT
  if destination in OURS then
    pass
  else
    drop
  endif
end-policy
!
router ospf 1
 area 0
  interface GigabitEthernet0/0/0/1
   network point-to-point
  !
 !
!
router bgp 65400
 neighbor 198.51.100.9
  remote-as 64520
  address-family ipv4 unicast
   route-policy GONE-IN in
   route-policy OUT out
"""

FLAT = """\
/configure policy-options policy-statement "FLAT-POL" default-action action-type reject
/configure router "Base" interface "to-x" ipv4 primary address 10.80.0.1
/configure router "Base" interface "to-x" ipv4 primary prefix-length 30
/configure system name "flat"
/configure system security telnet-server true
"""

OF_PATHS = {
    "undefined-reference": ["mt lan-pool", "hw GONE-RP", "sr GONE-POL", "xr GONE-IN"],
    "unused-definition": ["mt left-over", "hw LEFT-RP", "sr LEFT-POL", "flat FLAT-POL"],
    "link-mask": ["mt hw 10.60.0.2/29"],
    "own-traffic": ["sr OSPF"],
    "ftp-server": ["mt ftp"],
    "link-mtu": ["sr xr 9014"],
    "link-area": ["sr xr OSPF area"],
    "link-ospf": ["sr xr network type"],
    "bgp-wrong-as": ["hw mt 65302"],
    "bgp-one-sided": ["sr xr 10.70.0.1"],
    "shadowed-entry": ["mt permit", "sr entry 20"],
    "clear-text-password": ["hw 1 password"],
    "default-community": ["sr private"],
    "telnet-server": ["mt telnet", "sr telnet", "xr telnet", "flat telnet"],
    "undefined-vlan": ["hw VLAN 777"],
    "vty-without-filter": ["hw vty"],
}

EXPECTED = {
    "undefined-reference": ["cx1 MGMTX", "j1 NOPE", "n1 GONE", "cw 3001", "v1 RX"],
    "unused-definition": ["cx1 MGMT", "j1 UNUSED", "j1 F", "cw 3000", "v1 RM", "v1 WAN"],
    "duplicate-address": ["v1 10.0.5.1"],
    "link-mtu": ["j1 n1 9192"],
    "bgp-wrong-as": ["j1 n1 65010"],
    "shadowed-entry": ["cx1 entry 30", "j1 entry B", "n1 entry 20", "cw entry 5", "v1 entry 20"],
    "clear-text-password": ["n1 1 password", "cw 1 password"],
    "write-community": ["n1 can be configured"],
    "default-community": ["n1 private", "cw public", "v1 public"],
    "telnet-server": ["j1 telnet", "cw telnet"],
    "described-but-down": ["cw uplink to core"],
    "undefined-vlan": ["cx1 VLAN 20", "cw VLAN 30"],
}
"""Kind → devices, and a part of the message."""


MAKES = {
    "indented blocks and set lines": (
        {"cx1": AOS_CX, "j1": JUNOS_SET, "n1": NXOS, "cw": COMWARE, "v1": VYOS_SET},
        EXPECTED,
    ),
    "menus, a root block and flat paths": (
        {"mt": MENUS, "hw": VRP, "sr": ROOT_BLOCK, "xr": XR, "flat": FLAT},
        OF_PATHS,
    ),
}


@pytest.mark.parametrize(("files", "expected"), MAKES.values(), ids=MAKES)
def test_every_make_has_its_defects_and_no_other(
    files: dict[str, str], expected: dict[str, list[str]]
) -> None:
    found = [one for check in CHECKS for one in check.run(network(**files))]
    assert Counter(one.kind for one in found) == {kind: len(several) for kind, several in expected.items()}
    missing = [
        f"{kind}: {said}"
        for kind, several in expected.items()
        for said in several
        if not any(one.kind == kind and _says(" ".join(one.devices), one.message, said) for one in found)
    ]
    assert missing == []


def _says(devices: str, message: str, said: str) -> bool:
    return said.startswith(f"{devices} ") and said.removeprefix(f"{devices} ") in message

"""What filters do to a device's own traffic, and entries that nothing matches: found where it is wrong alone."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

XR_ACL = """\
hostname pe7
ipv4 access-list GATE
 {entries}
!
interface TenGigE0/0/0/3
 ipv4 address 192.0.2.41 255.255.255.252
 ipv4 access-group GATE ingress
!
router bgp 65007
 neighbor 192.0.2.42
  remote-as 65008
"""
LOCAL_IN = """\
config system interface
    edit "wan1"
        set ip 203.0.113.10 255.255.255.248
    next
end
config firewall address
    edit "peer"
        set subnet {peer} 255.255.255.255
    next
end
config vpn ipsec phase1-interface
    edit "away"
        set interface "wan1"
        set remote-gw 198.51.100.9
    next
end
config firewall local-in-policy
    edit 1
        set intf "wan1"
        set srcaddr "peer"
        set dstaddr "all"
        set action accept
        set service "IKE"
        set schedule "always"
    next
    edit 2
        set intf "wan1"
        set srcaddr "all"
        set dstaddr "all"
        set service "ALL"
        set schedule "always"
    next
end
"""
CPM = """\
configure
    system
        security
            cpm-filter
                default-action drop
                ip-filter
                    entry 10 create
                        action accept
                        match protocol {protocol}
                        exit
                    exit
                    no shutdown
                exit
            exit
        exit
    exit
    router Base
        interface "to-b"
            address 10.7.0.{own}/31
            port 1/1/1
        exit
        ldp
            interface-parameters
                interface "to-b"
                exit
            exit
        exit
    exit
exit
"""
ZONES = """\
set firewall ipv4 name OUT default-action drop
set firewall ipv4 name OUT rule 10 action accept
set firewall ipv4 name BACK default-action drop
set firewall ipv4 name BACK rule 10 action {action}
set firewall ipv4 name BACK rule 10 state {state}
set firewall zone HOME from FAR firewall name BACK
set firewall zone HOME interface eth1
set firewall zone FAR from HOME firewall name OUT
set firewall zone FAR interface eth0
"""
WILDCARD = "sysname w\nacl number 3007\n rule 5 permit ip source 10.7.0.0 {}\n"
GUARD = """\
sysname sw7
acl advanced name GUARD
 rule 5 deny ip source 10.7.1.0 0.0.0.255 destination 10.7.2.0 0.0.0.255
interface Vlan-interface71
 ip address 10.7.1.1 255.255.255.0
 packet-filter name GUARD {way}
"""
VIP = """\
config firewall vip
    edit "web"
        set extip 203.0.113.12
        set mappedip "10.7.3.20"
        set portforward enable
        set extport 8080
        set mappedport 80
    next
end
config firewall service custom
    edit "front"
        set tcp-portrange {port}
    next
end
config firewall policy
    edit 4
        set srcintf "wan1"
        set dstintf "dmz"
        set action accept
        set srcaddr "all"
        set dstaddr "web"
        set schedule "always"
        set service "front"
    next
end
"""
CARRIER = """\
/interface pppoe-client
add disabled=no interface=ether1 name=dial1
/interface list
add name=OUTSIDE
/interface list member
{members}
/ip firewall nat
add action=masquerade chain=srcnat out-interface-list=OUTSIDE
"""
UNIT = """\
set interfaces ethernet eth3 vif 7 address 192.0.2.9/30
set nat source rule 10 outbound-interface name {port}
set nat source rule 10 translation address masquerade
"""
CASES = {
    "a filter that drops its own BGP session": (
        "own-traffic",
        {
            "pe7": XR_ACL.format(
                entries="10 deny tcp any any eq bgp\n 20 deny tcp any eq bgp any\n 30 permit ipv4 any any"
            )
        },
        {"pe7": XR_ACL.format(entries="10 deny tcp any any eq bgp\n 30 permit ipv4 any any")},
    ),
    "a filter that drops its own VPN": (
        "own-traffic",
        {"fw": LOCAL_IN.format(peer="198.51.100.8")},
        {"fw": LOCAL_IN.format(peer="198.51.100.9")},
    ),
    "a filter of the processor that drops LDP": (
        "own-traffic",
        {"a": CPM.format(own=0, protocol="ospf-igp"), "b": CPM.format(own=1, protocol="udp")},
        {"a": CPM.format(own=0, protocol="udp"), "b": CPM.format(own=1, protocol="udp")},
    ),
    "replies that the filter of the other way drops": (
        "own-traffic",
        {"e": ZONES.format(action="drop", state="invalid")},
        {"e": ZONES.format(action="accept", state="established")},
    ),
    "a mask where a wildcard belongs": (
        "unmatched-entry",
        {"w": WILDCARD.format("255.255.255.0")},
        {"w": WILDCARD.format("0.0.0.255")},
    ),
    "a filter in the wrong way": (
        "unmatched-entry",
        {"sw7": GUARD.format(way="outbound")},
        {"sw7": GUARD.format(way="inbound")},
    ),
    "a port that NAT has changed": (
        "unmatched-entry",
        {"fw": VIP.format(port=8080)},
        {"fw": VIP.format(port=80)},
    ),
    "a list of the port below a tunnel": (
        "unmatched-entry",
        {"r": CARRIER.format(members="add interface=ether1 list=OUTSIDE")},
        {"r": CARRIER.format(members="add interface=ether1 list=OUTSIDE\nadd interface=dial1 list=OUTSIDE")},
    ),
    "NAT on the port below a VLAN": (
        "unmatched-entry",
        {"v": UNIT.format(port="eth3")},
        {"v": UNIT.format(port="eth3.7")},
    ),
}


@pytest.mark.parametrize(("kind", "wrong", "right"), CASES.values(), ids=CASES)
def test_what_comes_in(kind: str, wrong: dict[str, str], right: dict[str, str]) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    assert [finding.kind for finding in run(network(**wrong))][:1] == [kind]
    assert list(run(network(**right))) == []


GATEWAY = """\
set interfaces ethernet eth1 address '10.9.3.{own}/24'
set high-availability vrrp group LAN interface 'eth1'
set high-availability vrrp group LAN vrid '3'
set high-availability vrrp group LAN address '10.9.3.1/24'
set high-availability vrrp group LAN authentication type '{type}'
set firewall ipv4 input filter default-action 'drop'
set firewall ipv4 input filter rule 10 action 'accept'
set firewall ipv4 input filter rule 10 protocol 'ah'
"""


@pytest.mark.parametrize(("kind", "found"), [("plaintext-password", True), ("ah", False)])
def test_what_routers_of_one_gateway_send_in_authentication_headers_is_not_vrrp(
    kind: str, found: bool
) -> None:
    routers = network(**{name: GATEWAY.format(own=own, type=kind) for name, own in (("v1", 2), ("v2", 3))})
    kinds = {each.kind for check in CHECKS for each in check.run(routers)}
    assert ("own-traffic" in kinds) is found

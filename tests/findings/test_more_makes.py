"""What checks knew of one make and not of another: each wrong value is found, and the right one in its place is not."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

XR = """\
hostname pe7
logging 10.7.9.4 vrf {vrf} severity info
logging trap {trap}
vrf OAM
 address-family ipv4 unicast
!
aaa authentication login default group TACS {last}
aaa group server tacacs+ TACS
 vrf OAM
 server 10.7.9.5
!
ntp
 server vrf OAM {clock}
!
interface MgmtEth0/RSP0/CPU0/0
 vrf OAM
 ipv4 address 10.7.9.2 255.255.255.0
!
policy-map PM-IN
 class class-default
  police rate {rate} mbps peak-rate 40 mbps
!
router isis BACK
 net 49.0001.0000.0000.0007.00
 interface Bundle-Ether7
  address-family ipv4 unicast
 !
 interface Bundle-Ether8
  {family}
"""
XR_RIGHT = {
    "vrf": "OAM",
    "trap": "informational",
    "last": "local",
    "clock": "10.7.9.6",
    "rate": "20",
    "family": "address-family ipv4 unicast",
}

COMWARE = """\
#
 version 7.1.070, Release 6715
#
 sysname dist3
#
 ntp-service unicast-server {clock}
 {ntp}
#
 {ssh} server enable
#
interface LoopBack0
 ip address 10.5.255.3 255.255.255.255
#
nqa entry ops line1
 type icmp-echo
  reaction {reaction} checked-element probe-fail threshold-type consecutive 3 action-type trigger-only
#
track 4 nqa entry ops line1 reaction 2
#
radius scheme R1
 primary authentication {radius}
#
domain staff
 authentication login radius-scheme R1 {last}
#
local-user keeper class manage
 service-type ssh
#
line vty 0 15
 authentication-mode scheme
 protocol inbound ssh
#
"""
COMWARE_RIGHT = {
    "clock": "10.5.9.1",
    "ntp": "ntp-service enable",
    "ssh": "ssh",
    "reaction": "2",
    "radius": "10.5.9.2",
    "last": "local",
}

ROUTEROS = """\
/interface bridge
add name=br4
/interface bridge port
add bridge={bridge} interface=ether5
/ip pool
add name=desk ranges={first}-10.4.1.90
/ip dhcp-server
add address-pool=desk interface=br4 name=dhcp4
/ip address
add address=10.4.1.1/24 interface=br4
add address=10.4.255.4 interface=lo
/ip firewall filter
add action=accept chain=forward connection-state=established,related
add action=accept chain=forward in-interface=br4
{drop}
/ip service
set telnet disabled=yes
{services}
/radius
add address={radius} service=login src-address={source}
/system ntp client servers
add address={clock}
"""
ROUTEROS_RIGHT = {
    "bridge": "br4",
    "first": "10.4.1.20",
    "drop": "add action=drop chain=forward",
    "services": "set ftp disabled=yes\nset www disabled=yes",
    "radius": "10.4.9.1",
    "source": "10.4.255.4",
    "clock": "10.4.9.2",
}

SROS = """\
configure
    system
        name "srX"
        snmp
            {snmp}
        exit
        security
            management-access-filter
                ip-filter
                    default-action deny
                    entry 10
                        action permit
                        {source}
                        protocol tcp
                        dst-port 22 65535
                    exit
                exit
            exit
            password
                authentication-order {order}
            exit
            snmp
                access group "watch" security-model usm security-level {level} read "iso"
            exit
        exit
    exit
    log
        snmp-trap-group {group}
            trap-target "nms" address 10.6.9.1
        exit
        log-id 31
            from main
            to snmp
            no shutdown
        exit
    exit
    lag 4
        port 1/1/1
        no shutdown
    exit
    router Base
        interface "one"
            address 10.6.1.1/30
            port {port}
            no shutdown
        exit
        static-route-entry 10.66.0.0/16
            black-hole
                {hole}
            exit
        exit
    exit
exit
"""
SROS_RIGHT = {
    "snmp": "no shutdown",
    "source": "src-ip 10.6.9.0/24",
    "order": "tacplus local",
    "level": "privacy",
    "group": "31",
    "port": "lag-4",
    "hole": "no shutdown",
}

VYOS = """\
set system host-name 'vyx'
set interfaces ethernet eth3 address '10.8.3.1/24'
set interfaces ethernet eth3 vif 30 address '10.8.30.1/24'
set firewall ipv4 input filter default-action '{default}'
set firewall ipv4 input filter rule 10 action 'accept'
set firewall ipv4 input filter rule 10 state 'established'
set firewall ipv4 input filter rule 20 action 'drop'
set firewall ipv4 input filter rule 20 state 'invalid'
set firewall ipv4 input filter rule 30 action 'accept'
set firewall ipv4 input filter rule 30 inbound-interface name '{port}'
set protocols ospf interface {ospf} passive
set service dhcp-server high-availability remote '{remote}'
set service snmp v3 group watch seclevel '{level}'
"""
VYOS_RIGHT = {"default": "drop", "port": "eth3.30", "ospf": "eth3.30", "remote": "10.8.3.2", "level": "priv"}

VRP = """\
#
sysname agg9
#
undo telnet server enable
 {ssh} server enable
#
{bfd}
#
aaa
 authentication-scheme AS9
  authentication-mode radius {last}
 local-user keeper service-type ssh
#
bfd up bind peer-ip 10.9.0.2 interface Vlanif9
#
user-interface vty 0 4
 protocol inbound ssh
#
"""
VRP_RIGHT = {"ssh": "stelnet", "bfd": "bfd", "last": "local"}

FORTIOS = """\
config system interface
    edit "wan1"
        set ip 192.0.2.2 255.255.255.248
    next
    edit "wan2"
        set ip 198.51.100.2 255.255.255.248
    next
end
config firewall vip
    edit "shop"
        set extip {outside}
        set mappedip "192.0.2.5"
        set extintf "wan1"
    next
end
"""
FORTIOS_RIGHT = {"outside": "192.0.2.3"}

MAKES = {
    "xr": (XR, XR_RIGHT),
    "comware": (COMWARE, COMWARE_RIGHT),
    "routeros": (ROUTEROS, ROUTEROS_RIGHT),
    "sros": (SROS, SROS_RIGHT),
    "vyos": (VYOS, VYOS_RIGHT),
    "vrp": (VRP, VRP_RIGHT),
    "fortios": (FORTIOS, FORTIOS_RIGHT),
}
CASES = {
    "a log in an unknown VRF": ("xr", {"vrf": "OOB"}, "undefined-reference", "OOB"),
    "logs that go nowhere": ("xr", {"trap": "disable"}, "missing-part", "logging"),
    "nobody asked when the servers are away": ("xr", {"last": "none"}, "open-access", "default"),
    "itself as its clock in a VRF": ("xr", {"clock": "10.7.9.2"}, "misplaced-address", "10.7.9.2"),
    "a rate above its peak": ("xr", {"rate": "60"}, "rate-order", "PM-IN"),
    "IS-IS without a family": ("xr", {"family": "point-to-point"}, "missing-part", "Bundle-Ether8"),
    "a clock service that is off": (
        "comware",
        {"ntp": "ntp-service source LoopBack0"},
        "missing-part",
        "NTP",
    ),
    "SSH that is off": ("comware", {"ssh": "sntp"}, "missing-part", "vty 0 15"),
    "a reaction of another number": ("comware", {"reaction": "1"}, "undefined-reference", "line1"),
    "itself as its RADIUS server": ("comware", {"radius": "10.5.255.3"}, "misplaced-address", "10.5.255.3"),
    "a domain without a last word": ("comware", {"last": "none"}, "open-access", "staff"),
    "a port of an unknown bridge": ("routeros", {"bridge": "br5"}, "undefined-reference", "br5"),
    "its own address in a pool": ("routeros", {"first": "10.4.1.1"}, "dhcp-overlap", "10.4.1.1"),
    "a forward chain that drops nothing": ("routeros", {"drop": ""}, "open-access", "forward"),
    "ftp by default": ("routeros", {"services": "set www disabled=yes"}, "ftp-server", "ftp"),
    "http by default": ("routeros", {"services": "set ftp disabled=yes"}, "http-server", "http"),
    "itself as RADIUS": ("routeros", {"radius": "10.4.1.1"}, "misplaced-address", "10.4.1.1"),
    "a source that it has not": ("routeros", {"source": "10.4.255.5"}, "misplaced-address", "10.4.255.5"),
    "an address without a length": ("routeros", {"clock": "10.4.255.4"}, "misplaced-address", "10.4.255.4"),
    "SNMP that is shut down": ("sros", {"snmp": "shutdown"}, "missing-part", "snmp"),
    "management from anywhere": ("sros", {"source": 'description "noc"'}, "open-access", "entry 10"),
    "no local fallback": (
        "sros",
        {"order": "tacplus exit-on-reject"},
        "missing-part",
        "authentication-order",
    ),
    "SNMP for everybody": ("sros", {"level": "no-auth-no-privacy"}, "weak-algorithm", "watch"),
    "traps for another group": ("sros", {"group": "32"}, "missing-part", "31"),
    "an unknown bundle": ("sros", {"port": "lag-5"}, "undefined-reference", "5"),
    "a route that is shut down": ("sros", {"hole": "shutdown"}, "missing-part", "10.66.0.0/16"),
    "an input filter that accepts the rest": ("vyos", {"default": "accept"}, "open-access", "input filter"),
    "a filter at an unknown VLAN": ("vyos", {"port": "eth3.40"}, "undefined-reference", "eth3.40"),
    "OSPF at an unknown VLAN": ("vyos", {"ospf": "eth3.40"}, "undefined-reference", "eth3.40"),
    "failover with itself": ("vyos", {"remote": "10.8.3.1"}, "misplaced-address", "10.8.3.1"),
    "a group without authentication": ("vyos", {"level": "noauth"}, "weak-algorithm", "watch"),
    "no SSH behind an undo": ("vrp", {"ssh": "sftp client"}, "missing-part", "vty 0 4"),
    "BFD that is off as a whole": ("vrp", {"bfd": "lldp enable"}, "missing-part", "BFD"),
    "a scheme without a last word": ("vrp", {"last": "none"}, "open-access", "AS9"),
    "another uplink's address": ("fortios", {"outside": "198.51.100.3"}, "misplaced-address", "198.51.100.3"),
}


@pytest.mark.parametrize(("make", "wrong", "kind", "word"), CASES.values(), ids=CASES)
def test_wrong_value(make: str, wrong: dict[str, str], kind: str, word: str) -> None:
    text, right = MAKES[make]
    assert [one for one in messages_of(kind, d1=text.format(**{**right, **wrong})) if word in one]
    assert not [one for one in messages_of(kind, d1=text.format(**right)) if word in one]


SWITCH = """\
#
sysname {0}
#
vlan batch 10 20
#
interface Eth-Trunk3
 description to {1} Eth-Trunk3
 port link-type trunk
 port trunk allow-pass vlan 10 20
 mode lacp
 {2}
#
"""
XR_POLICY = """\
hostname {0}
interface Bundle-Ether1
 ipv4 address 10.2.0.{1} 255.255.255.252
!
route-policy FROM-SHOP
  if destination in PS then
    set med 5
  endif
  {2}
end-policy
!
router bgp 64900
 neighbor 10.2.0.{3}
  remote-as 64900
"""
LDP = """\
configure
    router Base
        interface "core"
            address 10.3.0.{0}/30
        exit
        ldp
            interface-parameters
                {1}
            exit
        exit
    exit
exit
"""
LDP_THERE = 'interface "core"\n                exit'
ISIS = """\
configure
    system
        name "{0}"
    exit
    router Base
        interface "core"
            address 10.3.0.{1}/31
        exit
        isis 0
            interface "core"
                level 2
                exit
                {2}
            exit
        exit
    exit
exit
"""
FORTI_BGP = """\
config system global
    set hostname "{0}"
end
config system interface
    edit "vpn"
        set ip 10.1.0.{1} 255.255.255.255
        set remote-ip 10.1.0.{2} 255.255.255.252
    next
end
config router bgp
    set as 64801
    set router-id {3}
    config neighbor
        edit "10.1.0.{2}"
            set remote-as 64801
        next
    end
end
"""
FORTI_SHUT = FORTI_BGP.format("d1", 1, 2, "10.9.9.1").replace(
    "set remote-as 64801", "set remote-as 64801\n            set shutdown enable"
)
VRP_BGP = """\
#
sysname {0}
#
interface Vlanif3
 ip address 10.1.3.{1} 255.255.255.252
#
bgp 64801
 peer 10.1.3.{2} as-number 64801
 peer 10.1.3.{2} {3}
#
"""
VRP_OSPF = """\
#
sysname {0}
#
interface Vlanif3
 ip address 10.1.3.{1} 255.255.255.252
#
ospf 1
 {2}
 area 0.0.0.0
  network 10.1.3.0 0.0.0.3
#
"""
XR_LDP = """\
hostname {0}
interface Bundle-Ether1
 ipv4 address 10.2.0.{1} 255.255.255.252
!
mpls ldp
 {2}
 interface Bundle-Ether1
 !
!
"""
PAIRS = {
    "an edge port between switches": (
        "edge-port",
        (SWITCH.format("d1", "d2", "stp edged-port enable"), SWITCH.format("d2", "d1", "")),
        (SWITCH.format("d1", "d2", ""), SWITCH.format("d2", "d1", "")),
    ),
    "one policy that drops the rest, and one that passes it": (
        "neighbor-differs",
        (XR_POLICY.format("d1", 1, "drop", 2), XR_POLICY.format("d2", 2, "pass", 1)),
        (XR_POLICY.format("d1", 1, "pass", 2), XR_POLICY.format("d2", 2, "pass", 1)),
    ),
    "LDP at one end": (
        "link-protocol",
        (LDP.format(1, LDP_THERE), LDP.format(2, "ipv4")),
        (LDP.format(1, LDP_THERE), LDP.format(2, LDP_THERE)),
    ),
    "a session that one end has shut down": (
        "bgp-one-sided",
        (FORTI_SHUT, FORTI_BGP.format("d2", 2, 1, "10.9.9.2")),
        (FORTI_BGP.format("d1", 1, 2, "10.9.9.1"), FORTI_BGP.format("d2", 2, 1, "10.9.9.2")),
    ),
    "sessions that both ends have shut down": (
        "bgp-session",
        (
            VRP_BGP.format("d1", 1, 2, "password cipher %^%#a%^%#"),
            VRP_BGP.format("d2", 2, 1, "timer keepalive 30"),
        ),
        (VRP_BGP.format("d1", 1, 2, "ignore"), VRP_BGP.format("d2", 2, 1, "ignore")),
    ),
    "a reference bandwidth at one end": (
        "neighbor-differs",
        (VRP_OSPF.format("d1", 1, "bandwidth-reference 100000"), VRP_OSPF.format("d2", 2, "")),
        (VRP_OSPF.format("d1", 1, "bandwidth-reference 100"), VRP_OSPF.format("d2", 2, "")),
    ),
    "a password for LDP at one end": (
        "neighbor-differs",
        (XR_LDP.format("d1", 1, "neighbor password encrypted 0822"), XR_LDP.format("d2", 2, "log neighbor")),
        (XR_LDP.format("d1", 1, "log neighbor"), XR_LDP.format("d2", 2, "log neighbor")),
    ),
    "IS-IS that is shut down at one end": (
        "link-protocol",
        (ISIS.format("d1", 0, "no shutdown"), ISIS.format("d2", 1, "shutdown")),
        (ISIS.format("d1", 0, "no shutdown"), ISIS.format("d2", 1, "no shutdown")),
    ),
    "one router ID at both ends of a session": (
        "duplicate-id",
        (FORTI_BGP.format("d1", 1, 2, "10.9.9.1"), FORTI_BGP.format("d2", 2, 1, "10.9.9.1")),
        (FORTI_BGP.format("d1", 1, 2, "10.9.9.1"), FORTI_BGP.format("d2", 2, 1, "10.9.9.2")),
    ),
}


@pytest.mark.parametrize(("kind", "wrong", "right"), PAIRS.values(), ids=PAIRS)
def test_wrong_pair(kind: str, wrong: tuple[str, str], right: tuple[str, str]) -> None:
    assert messages_of(kind, d1=wrong[0], d2=wrong[1])
    assert not messages_of(kind, d1=right[0], d2=right[1])


LEAK = """\
#
interface GigabitEthernet0/1
 ip address 192.0.2.2 255.255.255.252
#
interface GigabitEthernet0/2
 ip address 10.20.0.1 255.255.255.0
#
interface GigabitEthernet0/3
 description spare
#
bgp 64701
 peer 192.0.2.1 as-number 64496
 peer 192.0.2.1 description transit two
 #
 address-family ipv4 unicast
  peer 192.0.2.1 enable
  peer 192.0.2.1 route-policy SEND export
#
route-policy SEND permit node 10
 if-match ip address prefix-list MINE
#
 ip prefix-list MINE index 10 permit {0}
#
"""


def test_a_list_that_matches_everything_asks_for_nothing() -> None:
    assert messages_of("route-leak", edge=LEAK.format("0.0.0.0 0 less-equal 32"))
    assert not messages_of("route-leak", edge=LEAK.format("10.20.0.0 16"))


def test_routes_of_a_vrf_are_no_way_to_a_next_hop() -> None:
    one = """\
hostname d1
interface Bundle-Ether1
 ipv4 address 10.2.0.1 255.255.255.252
!
interface TenGigE0/0/0/1
 ipv4 address 192.0.2.2 255.255.255.252
!
router bgp 64900
 neighbor 10.2.0.2
  remote-as 64900
  address-family ipv4 unicast
   {0}
  !
 !
 neighbor 192.0.2.1
  remote-as 64496
  address-family ipv4 unicast
   soft-reconfiguration inbound
  !
 !
 vrf RED
  address-family ipv4 unicast
   redistribute connected
"""
    other = XR_POLICY.format("d2", 2, "pass", 1)
    assert messages_of("bgp-session", d1=one.format("send-community-ebgp"), d2=other)
    assert not messages_of("bgp-session", d1=one.format("next-hop-self"), d2=other)


POLICY = """\
config system interface
    edit "guests"
        set ip 10.1.90.1 255.255.255.0
    next
    edit "office"
        set ip 10.1.10.1 255.255.255.0
    next
    edit "wan1"
        set ip 192.0.2.2 255.255.255.252
        set role wan
    next
end
config router bgp
    set as 64801
end
config firewall address
    edit "n-guests"
        set subnet 10.1.90.0 255.255.255.0
    next
    edit "n-office"
        set subnet 10.1.10.0 255.255.255.0
    next
end
config firewall policy
    edit 4
        set srcintf "guests"
        set dstintf "{0}"
        set action accept
        set srcaddr "{1}"
        set dstaddr "all"
        set schedule "always"
        set service "{2}"
    next
end
"""
OTHER = 'config system interface\n    edit "lan"\n        set ip 10.77.0.1 255.255.255.0\n    next\nend\n'


def test_guests_that_reach_an_office() -> None:
    assert messages_of("any-to-any", fw=POLICY.format("office", "n-guests", "ALL"))
    assert not messages_of("any-to-any", fw=POLICY.format("office", "n-guests", "HTTPS"))
    assert not messages_of("any-to-any", fw=POLICY.format("wan1", "n-guests", "ALL"))


def test_own_subnets_are_behind_their_own_interface() -> None:
    assert messages_of("unmatched-entry", fw=POLICY.format("wan1", "n-office", "ALL"), other=OTHER)
    assert not messages_of("unmatched-entry", fw=POLICY.format("wan1", "n-guests", "ALL"), other=OTHER)

"""What one line says against another of its device: found where they do not fit, and not where they do."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

ROS = "# 2026-02-03 10:00:00 by RouterOS 7.16\n"
ON_PORT = f"""{ROS}/interface bridge port
add bridge=lan interface=ether7
/interface vlan
add interface={{}} name=v7 vlan-id=7
"""
QUEUE = f"{ROS}/queue simple\nadd limit-at={{}}/5M max-limit=10M/10M name=q target=10.7.0.0/24\n"
USERS = f"{ROS}/user\nadd address=10.7.0.0/24 group=read name=a\nadd {{}}group=full name=b\n"
KEYS = f"""{ROS}/interface wireguard peers
add allowed-address=10.7.0.2/32 interface=w public-key=QQ=
add allowed-address=10.7.0.3/32 interface=w public-key={{}}=
"""
ROLE = (
    f"{ROS}/routing bgp connection\nadd as=65007 name=x local.role={{}} remote.address=192.0.2.2 .as=65008\n"
)
FAST = f"""{ROS}/ip firewall mangle
add action=mark-packet chain=forward new-packet-mark=m
/ip firewall filter
add action=fasttrack-connection chain=forward {{}}connection-state=established
"""
AGENT = f"{ROS}/snmp community\nadd {{}}name=seven\n/snmp\nset enabled=yes\n"
PORT_VLAN = f"""{ROS}/interface bridge port
add bridge=b interface=ether7 pvid={{}}
/interface bridge vlan
add bridge=b untagged=ether6,ether7 vlan-ids=70
"""
STATED = f"{ROS}/ip address\nadd address=10.7.0.1/24 interface=ether7 network=10.7.{{}}.0\n"
SERVED = f"""{ROS}/ip address
add address=10.7.0.1/24 interface=ether7
/ip dhcp-server
add address-pool=p interface=ether7 name=d
/ip dhcp-server network
add address=10.7.{{}}.0/24 dns-server=192.0.2.7
"""
DOWN = f"""{ROS}/interface ethernet
set [ find default-name=ether7 ] disabled={{}}
/ip address
add address=192.0.2.9/30 interface=ether7
/ip route
add dst-address=0.0.0.0/0 gateway=192.0.2.10
"""
HOLES = """\
config router static
    edit 1
        set dst 10.7.0.0 255.255.0.0
        set device "v"
        set distance 15
    next
    edit 2
        set dst 10.7.0.0 255.255.0.0
        set blackhole enable
        set distance {}
    next
end
"""
SERVICE = 'config firewall service custom\n    edit "tcp_7443"\n        set tcp-portrange {}\n    next\nend\n'
ADDRESS = """\
config firewall address
    edit "net_10.7.4.0"
        set subnet 10.7.{}.0 255.255.255.0
    next
end
"""
TAGS = """\
config system interface
    edit "a"
        set interface "port7"
        set vlanid 70
    next
    edit "b"
        set interface "port7"
        set vlanid {}
    next
end
"""
ZONES = "set firewall zone A interface eth7\nset firewall zone B interface eth{}\n"
NAT = """\
set interfaces ethernet eth1 address 10.7.1.1/24
set nat source rule 10 source address 10.7.{}.0/24
set nat source rule 10 translation address masquerade
"""
SHARES = """\
hostname s
policy-map OUT
 class A
  bandwidth percent 60
 class B
  bandwidth percent {}
"""
TESTS = "sysname n\nnqa test-instance a b\n test-type icmp\n {}\nip route-static 10.7.0.0 16 192.0.2.9 track nqa a b\n"
CLOSED = """\
sysname z
ospf 7
 import-route static route-policy GIVE
route-policy GIVE deny node 10
 if-match ip-prefix P
route-policy GIVE {} node 20
"""
EPIPE = """\
    service
        epipe 7 customer 1 create
            sap 1/1/7:70 create
            exit
        exit
    exit
exit
"""
SAP = f"configure\n    port 1/1/7\n        {{}}\n    exit\n{EPIPE}"
BGP_VRF = """\
hostname v
vrf RED
 address-family ipv4 unicast
  import route-target
   65007:1
  !
 !
!
router bgp 65007
 vrf RED
  {}
  address-family ipv4 unicast
   redistribute connected
"""
FORWARD = """\
set nat destination rule 10 inbound-interface name eth0
set nat destination rule 10 destination port 443
set nat destination rule 10 translation address 10.7.1.20
set firewall ipv4 forward filter default-action drop
set firewall ipv4 forward filter rule 10 action accept
set firewall ipv4 forward filter rule 10 inbound-interface name eth{}
"""
POLICY = """\
    edit {number}
        set srcintf "lan{number}"
        set dstintf "wan1"
        set action accept
        {inspects}
    next
"""


def _policies(last: str) -> str:
    inspects = ("set utm-status enable",) * 3 + (last,)
    parts = (POLICY.format(number=number, inspects=one) for number, one in enumerate(inspects, 1))
    return f"config firewall policy\n{''.join(parts)}end\n"


SIX = f"""{ROS}/ipv6 address
add address=2001:db8:7::1/64 interface=ether7
/ip firewall filter
add action=drop chain=input
"""
SIX_CLOSED = f"{SIX}/ipv6 firewall filter\nadd action=drop chain=input\n"
MODES = """\
configure
    port 1/1/7
        ethernet
            {mode}
            encap-type {tags}
        exit
    exit
"""
MODES += EPIPE
ELSEWHERE = """\
set interfaces ethernet eth0 address 192.0.2.9/30
set interfaces ethernet eth1 address 10.7.1.1/24
set nat source rule 10 outbound-interface name eth{}
set nat source rule 10 translation address masquerade
set protocols static route 0.0.0.0/0 next-hop 192.0.2.10
"""
EXCLUDED = """\
set nat source rule {} exclude
set nat source rule 100 translation address masquerade
set vpn ipsec site-to-site peer P tunnel 1 remote prefix 10.8.0.0/16
"""
SHAPER = """\
config firewall shaper traffic-shaper
    edit "s"
        set guaranteed-bandwidth {}
        set maximum-bandwidth 5000
    next
end
"""
VSI = """\
#
 sysname s
#
vsi red
 vxlan 7
#
interface Bridge-Aggregation7
 service-instance 7
  xconnect vsi {}
#
"""
MEMBER = """\
configure
    system
        security
            profile "night"
            exit
            user "x"
                console
                    member "{}"
                exit
            exit
        exit
    exit
exit
"""
RELAY = """\
hostname r
dhcp ipv4
 profile AWAY relay
  helper-address vrf default 192.0.2.7
 !
 interface BVI7 relay profile {}
!
interface BVI7
"""
STORED = "set pki certificate front certificate x\nset service https certificates certificate {}\n"
CASES = {
    "a virtual switch that is not there": ("undefined-reference", VSI.format("rad"), VSI.format("red")),
    "a profile of users that is not there": (
        "undefined-reference",
        MEMBER.format("day"),
        MEMBER.format("night"),
    ),
    "a profile of relays that is not there": (
        "undefined-reference",
        RELAY.format("HOME"),
        RELAY.format("AWAY"),
    ),
    "a certificate that is not there": ("undefined-reference", STORED.format("fron"), STORED.format("front")),
    "addresses of IPv6 without a filter": ("missing-part", SIX, SIX_CLOSED),
    "a service on a port of the network": (
        "missing-part",
        MODES.format(mode="mtu 9212", tags="dot1q"),
        MODES.format(mode="mode access", tags="dot1q"),
    ),
    "a service with tags on a port without": (
        "missing-part",
        MODES.format(mode="mode access", tags="null"),
        MODES.format(mode="mode access", tags="dot1q"),
    ),
    "NAT where no default route leads": ("missing-nat", ELSEWHERE.format(1), ELSEWHERE.format(0)),
    "NAT without what leaves out a VPN": (
        "missing-part",
        EXCLUDED.replace("exclude", "log").format(10),
        EXCLUDED.format(10),
    ),
    "a shaper that promises more than it has": ("rate-order", SHAPER.format(6000), SHAPER.format(500)),
    "a VLAN on a port of a bridge": ("member-port", ON_PORT.format("ether7"), ON_PORT.format("lan")),
    "a rate above the highest": ("rate-order", QUEUE.format("20M"), QUEUE.format("900k")),
    "a user with all rights from everywhere": (
        "open-access",
        USERS.format(""),
        USERS.format("address=10.7.0.9/32 "),
    ),
    "one key of two peers": ("duplicate-id", KEYS.format("QQ"), KEYS.format("RR")),
    "a role that the AS is not of": ("bgp-wrong-as", ROLE.format("ibgp"), ROLE.format("ebgp")),
    "connections past marks": ("missing-part", FAST.format(""), FAST.format("connection-mark=no-mark ")),
    "an agent for everybody": ("open-access", AGENT.format(""), AGENT.format("addresses=10.7.0.5/32 ")),
    "a port that is untagged elsewhere": ("link-vlan", PORT_VLAN.format(7), PORT_VLAN.format(70)),
    "a network that is not the address's": ("misplaced-address", STATED.format(1), STATED.format(0)),
    "a server without its network": ("missing-part", SERVED.format(1), SERVED.format(0)),
    "a next hop behind what is shut down": ("next-hop-unreachable", DOWN.format("yes"), DOWN.format("no")),
    "a blackhole before the route": ("backup-preferred", HOLES.format(10), HOLES.format(254)),
    "a service called by another port": ("contradictory-name", SERVICE.format(7434), SERVICE.format(7443)),
    "an address called by another": ("contradictory-name", ADDRESS.format(5), ADDRESS.format(4)),
    "one tag of two interfaces": ("duplicate-id", TAGS.format(70), TAGS.format(71)),
    "an interface in two zones": ("member-port", ZONES.format(7), ZONES.format(8)),
    "NAT for a network of nobody": ("misplaced-address", NAT.format(2), NAT.format(1)),
    "classes that get more than all": ("rate-order", SHARES.format(50), SHARES.format(40)),
    "a test that never starts": ("missing-part", TESTS.format("frequency 5"), TESTS.format("start now")),
    "a policy that permits nothing": ("missing-part", CLOSED.format("deny"), CLOSED.format("permit")),
    "a service on a port that is down": ("missing-part", SAP.format("shutdown"), SAP.format("no shutdown")),
    "a VRF without a distinguisher": ("missing-part", BGP_VRF.format("!"), BGP_VRF.format("rd 65007:1")),
    "a forwarded port that is dropped": ("own-traffic", FORWARD.format(1), FORWARD.format(0)),
    "an entry unlike the others": (
        "unlike-siblings",
        _policies("set nat enable"),
        _policies("set utm-status enable"),
    ),
}


@pytest.mark.parametrize(("kind", "wrong", "right"), CASES.values(), ids=CASES)
def test_one_of_several(kind: str, wrong: str, right: str) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    assert [finding.kind for finding in run(network(one=wrong))][:1] == [kind]
    assert list(run(network(one=right))) == []

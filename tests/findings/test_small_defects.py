"""One defect in a few lines, and the lines that its finding cites."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

Lines = set[tuple[str, int]]

FILTER = """\
configure
    filter
        ip-filter 10 name "IN" create
            entry 10 create
                match protocol tcp
                    src-ip 192.0.2.0/24
                exit
                action
                    forward
                exit
            exit
            entry 20 create
                match protocol tcp
                    src-ip 192.0.2.9/32
                    dst-port eq 22
                exit
                action
                    drop
                exit
            exit
        exit
    exit
    router Base
        interface "a"
            address 198.51.100.1/30
            ingress
                filter ip 10
            exit
        exit
        interface "b"
            address 198.51.100.5/30
            ingress
                filter ip 11
            exit
        exit
    exit
"""
DIGEST = """\
hostname sw2
interface Ethernet7
 ip address 192.0.2.2/24
 ip ospf area 0.0.0.0
 ip ospf authentication message-digest
 ip ospf message-digest-key 7 {} 7 j5Wd2NcUqB4=
"""
SESSION = """\
configure
    system
        name "{name}"
    exit
    router Base
        interface "link"
            address 192.0.2.{own}/30
        exit
        autonomous-system {autonomous}
        bgp
            group "PEERS"
                neighbor 192.0.2.{other}
                    peer-as {expected}
                exit
            exit
        exit
    exit
"""
BUNDLE = """\
sysname {name}
interface {long}
 description {far} {short}
 port link-type trunk
 port trunk permit vlan 10 20
 {more}
"""
RULES = """\
interfaces {{
    ethernet eth0 {{
        address 192.0.2.1/24
    }}
    ethernet eth1 {{
        address 198.51.100.1/24
    }}
}}
nat {{
    source {{
        rule 10 {{
            outbound-interface {{
                name {port}
            }}
        }}
    }}
}}
"""
VRP = """\
sysname {name}
interface GigabitEthernet0/0/1
 ip address 192.0.2.{own} 255.255.255.0
 {one}
 {two}
ospf 1
 area 0.0.0.0
  network 192.0.2.0 0.0.0.255
"""
LAG = "hostname {name}\ninterface lag 1\n    description {far} lag 1\n    no routing\n    {more}\n"
PAN_BUNDLE = """\
set deviceconfig system hostname fw1
set network interface ethernet ethernet1/5 aggregate-group ae1
set network interface aggregate-ethernet ae1 comment "sw2 lag 1"
set network interface aggregate-ethernet ae1 layer3 lacp mode passive
set network interface aggregate-ethernet ae1 layer3 ip 192.0.2.1/24
"""
XR = """\
hostname {name}
interface TenGigE0/0/0/3
 ipv4 address 192.0.2.{own} 255.255.255.0
!
router hsrp
 interface TenGigE0/0/0/3
  address-family ipv4
   hsrp 3
    address {virtual}
"""
CONFIG = """\
config system global
    set hostname {name}
end
config system interface
    edit port3
        set ip 192.0.2.{own} 255.255.255.252
    next
end
config router ospf
    config ospf-interface
        edit link
            set interface port3
            set hello-interval {hello}
        next
    end
end
"""
SCHEDULE = """\
config firewall schedule onetime
    edit audit
        set start 08:00 2026/11/20
        set end 18:00 2026/11/{day}
    next
end
"""
VRRP_GROUP = """\
interfaces {{
    ethernet eth1 {{
        address 192.0.2.{own}/24
    }}
}}
high-availability {{
    vrrp {{
        group LAN {{
            address 192.0.2.{virtual}/24
            interface eth1
            vrid {group}
        }}
    }}
}}
"""


POLICY = """\
config firewall policy
    edit 1
        set srcintf {port}
        set dstintf any
        set srcaddr all
        set dstaddr all
        set service ALL
        set schedule always
        set action accept
    next
end
"""
ROUTE = (
    "hostname a\ninterface Gi0/0\n ip address 192.0.2.1 255.255.255.0\nip route 10.0.0.0 255.0.0.0 {hop}\n"
)
ON_PORT = """\
config system interface
    edit port1
        set ip 192.0.2.1 255.255.255.0
    next
    edit port2
        set ip 198.51.100.1 255.255.255.0
    next
end
config router static
    edit 1
        set dst 10.0.0.0 255.0.0.0
        set gateway {hop}
        set device port1
    next
end
"""
TUNNEL = """\
hostname {name}
interface GigabitEthernet0/0
 ip address {source} 255.255.255.0
interface Tunnel1
 ip address 10.255.0.{own} 255.255.255.252
 tunnel source GigabitEthernet0/0
 tunnel destination {goal}
"""
VPN = """\
/ip address
add address={own}/24 interface=ether1
/ip ipsec profile
add name=p {offer}
/ip ipsec peer
add name=far address={other}/32 profile=p
/system identity
set name={name}
"""
DHCP = """\
ip dhcp pool USERS
 network 192.0.2.0 255.255.255.0
 default-router {gateway}
"""
POOL = """\
/ip pool
add name=a ranges=192.0.2.10-192.0.2.99
add name=b ranges={ranges}
/ip dhcp-server
add address-pool=a interface=ether1 name=one
add address-pool=b interface=ether2 name=two
/ip address
add address=192.0.2.1/24 interface=ether1
add address=198.51.100.1/24 interface=ether2
"""


def tunnels(goal: str) -> dict[str, str]:
    """Write two routers, of which one's tunnel leads to an address."""
    return {
        "a": TUNNEL.format(name="a", own=1, source="192.0.2.1", goal=goal),
        "b": TUNNEL.format(name="b", own=2, source="198.51.100.1", goal="192.0.2.1"),
    }


def vpns(here: str, there: str) -> dict[str, str]:
    """Write two routers, and what each offers."""
    return {
        "a": VPN.format(name="a", own="192.0.2.1", other="198.51.100.1", offer=here),
        "b": VPN.format(name="b", own="198.51.100.1", other="192.0.2.1", offer=there),
    }


def vrp(own: int, one: str = "mtu 1500", two: str = "undo shutdown") -> str:
    """Write a router on the subnet of both."""
    return VRP.format(name=f"sw{own}", own=own, one=one, two=two)


CASES: dict[str, tuple[dict[str, str], str, Lines]] = {
    "a shadowed entry is cited from the line that opens its block": (
        {"a": FILTER},
        "shadowed-entry",
        {("a.cfg", number) for number in (4, 5, 6, 8, 9, 12, 13, 14, 15, 17, 18)},
    ),
    "a filter with a number for a name is not defined": (
        {"a": FILTER},
        "undefined-reference",
        {("a.cfg", 33)},
    ),
    "a neighbor in a group has another AS": (
        {
            "a": SESSION.format(name="a", own=1, other=2, autonomous=64501, expected=64509),
            "b": SESSION.format(name="b", own=2, other=1, autonomous=64502, expected=64501),
        },
        "bgp-wrong-as",
        {("a.cfg", 13), ("a.cfg", 12), ("b.cfg", 9)},
    ),
    "a password that says it is plain text": (
        {"a": "user ops group administrators password plaintext Nothing9\n"},
        "clear-text-password",
        {("a.cfg", 1)},
    ),
    "a password of a line": (
        {"a": "user-interface vty 0 4\n acl 2001 inbound\n set authentication password simple Nothing9\n"},
        "clear-text-password",
        {("a.cfg", 3)},
    ),
    "ports that descriptions call by a short name": (
        {
            "sw1": BUNDLE.format(
                name="sw1",
                long="Bridge-Aggregation1",
                far="sw2",
                short="BAGG1",
                more="port trunk pvid vlan 10",
            ),
            "sw2": BUNDLE.format(
                name="sw2",
                long="Bridge-Aggregation1",
                far="sw1",
                short="BAGG1",
                more="port trunk pvid vlan 20",
            ),
        },
        "link-vlan",
        {("sw1.cfg", 6), ("sw2.cfg", 6)},
    ),
    "a native VLAN at one end, and the default at the other": (
        {
            "sw1": BUNDLE.format(
                name="sw1",
                long="GigabitEthernet1/0/1",
                far="sw2",
                short="GE1/0/1",
                more="port trunk pvid vlan 10",
            ),
            "sw2": BUNDLE.format(
                name="sw2", long="GigabitEthernet1/0/1", far="sw1", short="GE1/0/1", more="mtu 1500"
            ),
        },
        "link-vlan",
        {("sw1.cfg", 6), ("sw2.cfg", 5)},
    ),
    "a port that is missing where all ports are listed": (
        {"a": RULES.format(port="eth7")},
        "undefined-reference",
        {("a.cfg", 13)},
    ),
    "OSPF intervals differ, and one is the default": (
        {"sw1": vrp(1, "ospf timer hello 5"), "sw2": vrp(2)},
        "link-ospf",
        {("sw1.cfg", 4), ("sw2.cfg", 2)},
    ),
    "OSPF network types differ, written differently": (
        {"sw1": vrp(1, "ospf network-type p2p"), "sw2": vrp(2, "ospf network-type broadcast")},
        "link-ospf",
        {("sw1.cfg", 4), ("sw2.cfg", 4)},
    ),
    "OSPF authentication at one end": (
        {"sw1": vrp(1, "ospf authentication-mode md5 1 cipher x"), "sw2": vrp(2)},
        "link-ospf",
        {("sw1.cfg", 4), ("sw2.cfg", 2)},
    ),
    "OSPF keys with an algorithm of their own": (
        {"sw1": vrp(1, "ospf authentication-mode hmac-sha256 7 cipher x"), "sw2": DIGEST.format("md5")},
        "link-ospf",
        {("sw1.cfg", 4), ("sw2.cfg", 6)},
    ),
    "OSPF intervals of what another name stands for": (
        {"a": CONFIG.format(name="a", own=1, hello=5), "b": CONFIG.format(name="b", own=2, hello=10)},
        "link-ospf",
        {("a.cfg", 13), ("b.cfg", 13)},
    ),
    "both ends of a bundle are passive": (
        {
            "sw1": LAG.format(name="sw1", far="sw2", more="lacp mode passive"),
            "sw2": LAG.format(name="sw2", far="sw1", more="lacp mode passive"),
        },
        "link-lacp",
        {("sw1.cfg", 5), ("sw2.cfg", 5)},
    ),
    "a bundle of PAN-OS is passive, as the other end": (
        {
            "fw1": PAN_BUNDLE,
            "sw2": LAG.format(name="sw2", far="fw1", more="lacp mode passive"),
        },
        "link-lacp",
        {("fw1.cfg", 4), ("sw2.cfg", 5)},
    ),
    "one end of a bundle has no LACP": (
        {
            "sw1": LAG.format(name="sw1", far="sw2", more="lacp mode active"),
            "sw2": LAG.format(name="sw2", far="sw1", more="no shutdown"),
        },
        "link-lacp",
        {("sw1.cfg", 5), ("sw2.cfg", 2)},
    ),
    "a group has two addresses": (
        {
            "a": XR.format(name="a", own=2, virtual="192.0.2.1"),
            "b": XR.format(name="b", own=3, virtual="192.0.2.9"),
        },
        "virtual-gateway",
        {("a.cfg", 8), ("a.cfg", 9), ("b.cfg", 8), ("b.cfg", 9)},
    ),
    "an address has two groups": (
        {
            "sw2": vrp(2, "vrrp vrid 1 virtual-ip 192.0.2.1"),
            "sw3": vrp(3, "vrrp vrid 7 virtual-ip 192.0.2.1"),
        },
        "virtual-gateway",
        {("sw2.cfg", 4), ("sw3.cfg", 4)},
    ),
    "a group of several lines has two addresses": (
        {
            "a": VRRP_GROUP.format(own=2, virtual=1, group=4),
            "b": VRRP_GROUP.format(own=3, virtual=9, group=4),
        },
        "virtual-gateway",
        {("a.cfg", 9), ("a.cfg", 11), ("b.cfg", 9), ("b.cfg", 11)},
    ),
    "a schedule ends before it starts": (
        {"a": SCHEDULE.format(day=13)},
        "contradictory-time",
        {("a.cfg", 3)},
    ),
    "a time range ends before it starts": (
        {"a": "time-range NIGHT from 22:00 2026/3/10 to 04:00 2026/3/1\nvlan 1\n"},
        "contradictory-time",
        {("a.cfg", 1)},
    ),
    "a policy from anywhere to anywhere": (
        {"a": POLICY.format(port="any")},
        "any-to-any",
        {("a.cfg", number) for number in range(2, 10)},
    ),
    "a chain that forwards everything": (
        {
            "a": "set firewall ipv4 forward filter default-action drop\n"
            "set firewall ipv4 forward filter rule 10 action accept\n"
        },
        "any-to-any",
        {("a.cfg", 2)},
    ),
    "a next hop in no subnet": (
        {"a": ROUTE.format(hop="198.51.100.9")},
        "next-hop-unreachable",
        {("a.cfg", 4)},
    ),
    "a next hop that only a routing protocol may reach": (
        {
            "a": ROUTE.format(hop="198.51.100.9") + "router ospf 1\n",
            "b": "interface Gi0/0\n ip address 192.0.2.2 255.255.255.0\n",
        },
        "next-hop-unreachable",
        {("a.cfg", 4)},
    ),
    "a next hop beside the interface that is named": (
        {"a": ON_PORT.format(hop="198.51.100.9")},
        "next-hop-unreachable",
        {("a.cfg", 12)},
    ),
    "a tunnel that leads elsewhere": (tunnels("198.51.100.7"), "tunnel-ends", {("a.cfg", 7), ("b.cfg", 6)}),
    "groups of a VPN differ": (
        vpns("dh-group=modp2048 enc-algorithm=aes-256", "dh-group=ecp256 enc-algorithm=aes-256,aes-128"),
        "vpn-ends",
        {("a.cfg", 4), ("b.cfg", 4)},
    ),
    "a gateway outside of its network": (
        {"a": DHCP.format(gateway="198.51.100.1")},
        "dhcp-outside",
        {("a.cfg", 2), ("a.cfg", 3)},
    ),
    "a range outside of its interface's subnet": (
        {"a": POOL.format(ranges="203.0.113.5-203.0.113.9")},
        "dhcp-outside",
        {("a.cfg", 3), ("a.cfg", 9)},
    ),
    "two ranges overlap": (
        {"a": POOL.format(ranges="192.0.2.99-192.0.2.120")},
        "dhcp-overlap",
        {("a.cfg", 2), ("a.cfg", 3)},
    ),
    "ftp": ({"a": "sysname a\nftp server enable\n"}, "ftp-server", {("a.cfg", 2)}),
    "a key of NTP that is not there": (
        {"a": "ntp authentication-key 4 md5 x\nntp server 192.0.2.1 key 4\nntp server 192.0.2.2 key 5\n"},
        "undefined-reference",
        {("a.cfg", 3)},
    ),
    "a log that goes to a target that is not there": (
        {
            "a": "/system logging action\nadd name=far target=remote remote=192.0.2.1\n/system logging\n"
            "add action=far topics=info\nadd action=memory topics=info\nadd action=near topics=info\n"
        },
        "undefined-reference",
        {("a.cfg", 6)},
    ),
    "areas of networks in several lines": (
        {
            name: CONFIG.format(name=name, own=own, hello=10).removesuffix("end\n")
            + f"    config network\n        edit 1\n            set prefix 192.0.2.0 255.255.255.252\n"
            f"            set area {area}\n        next\n    end\nend\n"
            for name, own, area in (("a", 1, "0.0.0.0"), ("b", 2, "0.0.0.1"))
        },
        "link-area",
        {("a.cfg", 19), ("b.cfg", 19)},
    ),
    "the head of a group's block is cited": (
        {
            name: f"hostname {name}\ninterface vlan 20\n    ip address 192.0.2.{own}/24\n"
            f"    vrrp {group} address-family ipv4\n        address 192.0.2.1 primary\n"
            for name, own, group in (("a", 2, 20), ("b", 3, 21))
        },
        "virtual-gateway",
        {("a.cfg", 4), ("a.cfg", 5), ("b.cfg", 4), ("b.cfg", 5)},
    ),
    "OSPF intervals of a link with two masks": (
        {
            "sw1": vrp(1, "ospf timer hello 5", "description sw2 GE0/0/1"),
            "sw2": vrp(2, "description sw1 GE0/0/1").replace("255.255.255.0\n", "255.255.255.128\n"),
        },
        "link-ospf",
        {("sw1.cfg", 4), ("sw2.cfg", 2)},
    ),
    "OSPF intervals where the other end's block is empty": (
        {
            name: f"interfaces {{\n    ethernet eth2 {{\n        address 192.0.2.{own}/30\n    }}\n}}\n"
            f"protocols {{\n    ospf {{\n        area 0 {{\n            network 192.0.2.0/30\n        }}\n"
            f"        interface eth2 {{\n{more}        }}\n    }}\n}}\n"
            for name, own, more in (("a", 1, "            hello-interval 5\n"), ("b", 2, ""))
        },
        "link-ospf",
        {("a.cfg", 12), ("b.cfg", 2)},
    ),
    "a next hop with a block of its own, once": (
        {
            "a": """\
configure
    router Base
        interface "link"
            address 192.0.2.1/30
        exit
        static-route-entry 10.0.0.0/8
            next-hop 198.51.100.9
                no shutdown
            exit
        exit
    exit
"""
        },
        "next-hop-unreachable",
        {("a.cfg", 7)},
    ),
    "telnet in a VRF": ({"a": "hostname a\ntelnet server vrf mgmt\n"}, "telnet-server", {("a.cfg", 2)}),
    "areas by name": (
        {
            name: f"/ip address\nadd address=192.0.2.{own}/30 interface=ether1\n/routing ospf area\n"
            f"add name=area1 area-id=0.0.0.1\nadd name=backbone\n/routing ospf interface-template\n"
            f"add area={area} interfaces=ether1\n"
            for name, own, area in (("a", 1, "area1"), ("b", 2, "backbone"))
        },
        "link-area",
        {("a.cfg", 7), ("b.cfg", 7)},
    ),
}


@pytest.mark.parametrize(("texts", "kind", "lines"), CASES.values(), ids=CASES)
def test_it_is_found(texts: dict[str, str], kind: str, lines: Lines) -> None:
    check = next(check for check in CHECKS if check.kind == kind)
    (finding,) = check.run(network(**texts))
    assert {(line.path, line.number) for line in finding.lines} == lines


FINE: dict[str, tuple[dict[str, str], str]] = {
    "OSPF keys with the same algorithm": (
        {"sw1": vrp(1, "ospf authentication-mode hmac-sha256 7 cipher x"), "sw2": DIGEST.format("sha256")},
        "link-ospf",
    ),
    "a port that is there": ({"a": RULES.format(port="eth1")}, "undefined-reference"),
    "a native VLAN that is the default, said at one end": (
        {
            "sw1": BUNDLE.format(
                name="sw1",
                long="GigabitEthernet1/0/1",
                far="sw2",
                short="GE1/0/1",
                more="port trunk pvid vlan 1",
            ),
            "sw2": BUNDLE.format(
                name="sw2", long="GigabitEthernet1/0/1", far="sw1", short="GE1/0/1", more="mtu 1500"
            ),
        },
        "link-vlan",
    ),
    "sessions that a filter of the server admits": (
        {"a": "ssh server acl 2001\nline vty 0 4\n protocol inbound ssh\n"},
        "vty-without-filter",
    ),
    "OSPF that a wider statement sets": (
        {
            "a": vrp(1, "ospf authentication-mode md5 1 cipher x"),
            "b": vrp(2) + "  authentication-mode md5 1 cipher x\n",
        },
        "link-ospf",
    ),
    "OSPF that both set alike, in words of two makes": (
        {
            "a": vrp(1, "ospf network-type p2p"),
            "b": "interface Gi0/0\n ip address 192.0.2.2 255.255.255.0\n ip ospf 1 area 0\n"
            " ip ospf network point-to-point\n",
        },
        "link-ospf",
    ),
    "a hello interval that another network type has": (
        {"a": vrp(1, "ospf timer hello 30", "ospf network-type nbma"), "b": vrp(2, "ospf network-type nbma")},
        "link-ospf",
    ),
    "an active end and a passive one": (
        {
            "sw1": LAG.format(name="sw1", far="sw2", more="lacp mode active"),
            "sw2": LAG.format(name="sw2", far="sw1", more="lacp mode passive"),
        },
        "link-lacp",
    ),
    "two bundles without LACP": (
        {
            "sw1": LAG.format(name="sw1", far="sw2", more="no shutdown"),
            "sw2": LAG.format(name="sw2", far="sw1", more="no shutdown"),
        },
        "link-lacp",
    ),
    "two groups with an address each": (
        {
            "a": vrp(2, "vrrp vrid 1 virtual-ip 192.0.2.1", "vrrp vrid 2 virtual-ip 192.0.2.9"),
            "b": vrp(3, "vrrp vrid 1 virtual-ip 192.0.2.1", "vrrp vrid 2 virtual-ip 192.0.2.9"),
        },
        "virtual-gateway",
    ),
    "a block that does not say the interval": (
        {
            "a": CONFIG.format(name="a", own=1, hello=10).replace("            set hello-interval 10\n", ""),
            "b": "interface Gi0/0\n ip address 192.0.2.2 255.255.255.252\n ip ospf 1 area 0\n",
        },
        "link-ospf",
    ),
    "a key of NTP that was taken out as a secret": (
        {
            "a": "/system ntp client servers\nadd address=192.0.2.1 auth-key=4\n"
            "/system ntp key\nadd key-id=4 key=secret\n"
        },
        "undefined-reference",
    ),
    "a serial line, whose network type no statement says": (
        {
            name: f"interface Serial0/0\n ip address 192.0.2.{own} 255.255.255.252\n ip ospf 1 area 0\n {more}\n"
            for name, own, more in (("a", 1, "ip ospf network point-to-point"), ("b", 2, "no shutdown"))
        },
        "link-ospf",
    ),
    "a schedule that ends later": ({"a": SCHEDULE.format(day=27)}, "contradictory-time"),
    "dates that may be read in two ways": (
        {"a": "time-range D from 22:00 3/4/2026 to 04:00 4/3/2026\nvlan 1\n"},
        "contradictory-time",
    ),
    "rules for what passes between two zones": (
        {
            "a": "set firewall ipv4 name LAN-WAN default-action drop\n"
            "set firewall ipv4 name LAN-WAN rule 10 action accept\n"
        },
        "any-to-any",
    ),
    "a policy from one port": ({"a": POLICY.format(port="port1")}, "any-to-any"),
    "a next hop on the link": ({"a": ROUTE.format(hop="192.0.2.9")}, "next-hop-unreachable"),
    "a next hop that another route leads to": (
        {"a": ROUTE.format(hop="198.51.100.9") + "ip route 198.51.100.0 255.255.255.0 192.0.2.9\n"},
        "next-hop-unreachable",
    ),
    "a next hop behind an address that is not shown": (
        {"a": ROUTE.format(hop="198.51.100.9") + "interface Gi0/1\n ip address dhcp\n"},
        "next-hop-unreachable",
    ),
    "a next hop that another device of the protocol is beside": (
        {
            "a": ROUTE.format(hop="198.51.100.9") + "router ospf 1\n",
            "b": "interface Gi0/0\n ip address 198.51.100.1 255.255.255.0\n",
        },
        "next-hop-unreachable",
    ),
    "a next hop in a VRF of which no address is shown": (
        {"a": ROUTE.format(hop="192.0.2.9") + "ip route vrf X 10.0.0.0 255.0.0.0 198.51.100.9\n"},
        "next-hop-unreachable",
    ),
    "a next hop on the interface that is named": (
        {"a": ON_PORT.format(hop="192.0.2.9")},
        "next-hop-unreachable",
    ),
    "a tunnel that leads to its other end": (tunnels("198.51.100.1"), "tunnel-ends"),
    "a tunnel to a translated address": (
        {
            "a": TUNNEL.format(name="a", own=1, source="10.1.0.1", goal="9.9.9.9"),
            "b": TUNNEL.format(name="b", own=2, source="10.2.0.1", goal="8.8.8.8"),
        },
        "tunnel-ends",
    ),
    "a VPN with one offer in common": (vpns("dh-group=modp2048,ecp256", "dh-group=ecp256"), "vpn-ends"),
    "a gateway in its network": ({"a": DHCP.format(gateway="192.0.2.1")}, "dhcp-outside"),
    "ranges in their interface's subnets": (
        {"a": POOL.format(ranges="198.51.100.5-198.51.100.9")},
        "dhcp-outside",
    ),
    "two ranges side by side": ({"a": POOL.format(ranges="192.0.2.100-192.0.2.120")}, "dhcp-overlap"),
}


@pytest.mark.parametrize(("texts", "kind"), FINE.values(), ids=FINE)
def test_it_is_fine(texts: dict[str, str], kind: str) -> None:
    check = next(check for check in CHECKS if check.kind == kind)
    assert not list(check.run(network(**texts)))


def test_an_interface_is_not_called_by_a_word_before_it() -> None:
    (found,) = network(r1="hostname r1\ninterface preconfigure TenGigE0/3/0/0\n shutdown\n").interfaces
    assert found.name == "TenGigE0/3/0/0"

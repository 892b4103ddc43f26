"""Two devices whose configurations must fit: one wrong value is found, and the same text with the right one is not."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from findings.gateways import virtual_gateways
from findings.vpns import vpn_ends
from tests.findings.planted import network

XR_ISIS = """\
hostname {name}
interface TenGigE0/0/0/1
 ipv4 address 192.0.2.{own} 255.255.255.252
!
router isis CORE
 net {net}
 interface TenGigE0/0/0/1
  {setting}
 !
!
"""
VRP_ISIS = """\
sysname {name}
isis 1
 network-entity 49.0001.0000.0000.000{own}.00
 {of_all}
interface GigabitEthernet0/0/1
 ip address 192.0.2.{own} 255.255.255.252
 isis enable 1
 {setting}
"""
WIREGUARD = """\
/interface wireguard
add listen-port={port} name=wg0
/interface wireguard peers
add allowed-address={allowed} endpoint-address=vpn.example.org endpoint-port=13231 interface=wg0
/ip address
add address=192.0.2.{own}/30 interface=wg0
"""
SDP = """\
exit all
configure
    router Base
        interface "system"
            address 192.0.2.{own}/32
        exit
    exit
    service
        sdp {sdp} mpls create
            far-end {far}
        exit
        epipe 301 customer 10 create
            spoke-sdp {sdp}:{number} create
            exit
        exit
    exit
"""
XCONNECT = """\
interface Loopback0
 ip address 192.0.2.{own} 255.255.255.255
interface GigabitEthernet0/1
 xconnect 192.0.2.{other} {number} encapsulation mpls
"""
VPN = """\
interfaces {{
    ethernet eth0 {{
        address 192.0.2.{own}/24
    }}
    vti vti0 {{
        address 198.51.100.{inner}/30
    }}
}}
vpn {{
    ipsec {{
        authentication {{
            psk P {{
                secret {secret}
            }}
        }}
        ike-group I {{
            proposal 1 {{
                dh-group {group}
            }}
        }}
        site-to-site {{
            peer P {{
                ike-group I
                remote-address 192.0.2.{other}
                tunnel 0 {{
                    local {{
                        prefix 10.{own}.0.0/16
                    }}
                    remote {{
                        prefix {remote}
                    }}
                }}
                vti {{
                    bind vti0
                }}
            }}
        }}
    }}
}}
"""
VPN_ENDS = {
    "one": {"own": 1, "other": 2, "inner": 1, "secret": "Tr0ub4dor1x", "group": 14, "remote": "10.2.0.0/16"},
    "two": {"own": 2, "other": 1, "inner": 2, "secret": "Tr0ub4dor1x", "group": 14, "remote": "10.1.0.0/16"},
}
GRE = """\
interface GigabitEthernet0/0
 ip address 203.0.113.{own} 255.255.255.0
interface Tunnel0
 ip address 10.0.0.{own} 255.255.255.252
 tunnel source GigabitEthernet0/0
 tunnel destination 203.0.113.{other}
 tunnel key {key}
"""
GATEWAY = """\
hostname {name}
interface vlan 10
    ip address 192.0.2.{own}/24
    active-gateway ip mac 12:01:00:00:01:00
    active-gateway ip {net}.{virtual}
"""

OSPF = """\
sysname {name}
interface Vlanif10
 ip address 192.0.2.{own} 255.255.255.252
interface LoopBack0
 ip address 10.0.0.{own} 255.255.255.255
ospf 1 router-id {number}
 {more}
 area 0.0.0.0
  network 10.0.0.{own} 0.0.0.0
  {network}
"""
OSPF_ENDS = (
    {
        "name": "one",
        "own": 1,
        "number": "10.0.0.1",
        "more": "stub-router",
        "network": "network 192.0.2.0 0.0.0.3",
    },
    {
        "name": "two",
        "own": 2,
        "number": "10.0.0.2",
        "more": "stub-router",
        "network": "network 192.0.2.0 0.0.0.3",
    },
)
BGP = """\
sysname {name}
interface GigabitEthernet0/0/1
 ip address 192.0.2.{own} 255.255.255.252
interface LoopBack0
 ip address 10.0.0.{own} 255.255.255.255
bgp {asn}
 peer {peer} as-number {remote}
 {more}
"""
DIRECT = (
    {
        "name": "one",
        "own": 1,
        "asn": 65001,
        "peer": "192.0.2.2",
        "remote": 65002,
        "more": "peer 192.0.2.2 password cipher x",
    },
    {
        "name": "two",
        "own": 2,
        "asn": 65002,
        "peer": "192.0.2.1",
        "remote": 65001,
        "more": "peer 192.0.2.1 password cipher y",
    },
)
FROM_LOOPBACK = (
    {
        "name": "one",
        "own": 1,
        "asn": 65001,
        "peer": "10.0.0.2",
        "remote": 65001,
        "more": "peer 10.0.0.2 connect-interface LoopBack0",
    },
    {
        "name": "two",
        "own": 2,
        "asn": 65001,
        "peer": "10.0.0.1",
        "remote": 65001,
        "more": "peer 10.0.0.1 connect-interface LoopBack0",
    },
)
TARGETS = """\
sysname {name}
ip vpn-instance A
 ipv4-family
  vpn-target {out} export-extcommunity
  vpn-target {into} import-extcommunity
interface GigabitEthernet0/0/1
 ip binding vpn-instance A
"""
SPEED = """\
sysname {name}
interface Ten-GigabitEthernet1/0/1
 description {far} XGE1/0/1
 speed {speed}
"""
LDP = """\
hostname {name}
interface TenGigE0/0/0/1
 ipv4 address 192.0.2.{own} 255.255.255.252
!
mpls ldp
 router-id 10.0.0.{own}
 interface TenGigE0/0/0/9
 !
 interface TenGigE0/0/0/{port}
 !
"""
RD = """\
hostname {name}
vrf A
 rd 65000:{one}
!
vrf B
 rd 65000:{two}
!
"""
HELLO = "hello-password hmac-md5 encrypted 045802150C2E"
CASES = {
    "hello authentication of IS-IS at one end": (
        "link-isis",
        XR_ISIS,
        {"name": "one", "own": 1, "net": "49.0001.0000.0000.0001.00", "setting": HELLO},
        {"name": "two", "own": 2, "net": "49.0001.0000.0000.0002.00", "setting": HELLO},
        {"setting": "description none"},
        "hmac-md5",
    ),
    "network types of IS-IS": (
        "link-isis",
        VRP_ISIS,
        {"name": "one", "own": 1, "of_all": "is-level level-2", "setting": "isis circuit-type p2p"},
        {"name": "two", "own": 2, "of_all": "is-level level-2", "setting": "isis circuit-type p2p"},
        {"setting": "undo shutdown"},
        "broadcast (the default)",
    ),
    "levels of IS-IS": (
        "link-isis",
        VRP_ISIS,
        {"name": "one", "own": 1, "of_all": "is-level level-2", "setting": "undo shutdown"},
        {"name": "two", "own": 2, "of_all": "is-level level-1-2", "setting": "undo shutdown"},
        {"of_all": "is-level level-1"},
        "IS-IS level",
    ),
    "areas of level 1": (
        "link-isis",
        XR_ISIS,
        {"name": "one", "own": 1, "net": "49.0001.0000.0000.0001.00", "setting": "circuit-type level-1"},
        {"name": "two", "own": 2, "net": "49.0001.0000.0000.0002.00", "setting": "circuit-type level-1"},
        {"net": "49.0002.0000.0000.0002.00"},
        "IS-IS area",
    ),
    "metric styles of IS-IS": (
        "link-isis",
        VRP_ISIS,
        {"name": "one", "own": 1, "of_all": "cost-style wide", "setting": "undo shutdown"},
        {"name": "two", "own": 2, "of_all": "cost-style wide", "setting": "undo shutdown"},
        {"of_all": "cost-style narrow"},
        "metric style",
    ),
    "a router ID": ("duplicate-id", OSPF, *OSPF_ENDS, {"number": "10.0.0.1"}, "router ID 10.0.0.1"),
    "an end that waits for no neighbor": (
        "link-protocol",
        OSPF,
        *OSPF_ENDS,
        {"more": "silent-interface Vlanif10"},
        "no neighbors allowed",
    ),
    "an end without OSPF": ("link-protocol", OSPF, *OSPF_ENDS, {"network": "description none"}, "none there"),
    "an end without LDP": (
        "link-protocol",
        LDP,
        {"name": "one", "own": 1, "port": 1},
        {"name": "two", "own": 2, "port": 1},
        {"port": 8},
        "differ in LDP",
    ),
    "two VRFs of one distinguisher": (
        "duplicate-id",
        RD,
        {"name": "one", "one": 1, "two": 2},
        {"name": "two", "one": 1, "two": 2},
        {"two": 1},
        "On two, A and B have the same route distinguisher",
    ),
    "a password at one end of a BGP session": (
        "bgp-session",
        BGP,
        *DIRECT,
        {"more": "timer keepalive 10"},
        "two has none",
    ),
    "a BGP session without a source": (
        "bgp-session",
        BGP,
        *FROM_LOOPBACK,
        {"more": "timer keepalive 10"},
        "two names no source",
    ),
    "a BGP session from another port": (
        "bgp-session",
        BGP,
        *FROM_LOOPBACK,
        {"more": "peer 10.0.0.1 connect-interface GigabitEthernet0/0/1"},
        "begins at GigabitEthernet0/0/1",
    ),
    "a BGP neighbor beside the subnet": ("bgp-session", BGP, *DIRECT, {"peer": "192.0.2.9"}, "in no subnet"),
    "route targets": (
        "vrf-targets",
        TARGETS,
        {"name": "one", "out": "65000:1", "into": "65000:1"},
        {"name": "two", "out": "65000:1", "into": "65000:1"},
        {"into": "65000:9"},
        "two imports 65000:9",
    ),
    "types of an area": (
        "link-ospf",
        OSPF.replace("  {network}", "  {kind}\n  {network}"),
        {**OSPF_ENDS[0], "kind": "stub"},
        {**OSPF_ENDS[1], "kind": "stub"},
        {"kind": "description none"},
        "two Vlanif10 has normal",
    ),
    "a virtual address outside": (
        "virtual-gateway",
        GATEWAY,
        {"name": "one", "own": 2, "virtual": 1, "net": "192.0.2"},
        {"name": "two", "own": 3, "virtual": 1, "net": "192.0.2"},
        {"net": "192.0.3"},
        "192.0.3.1 of active-gateway",
    ),
    "speeds of a link": (
        "link-duplex",
        SPEED,
        {"name": "one", "far": "two", "speed": 10000},
        {"name": "two", "far": "one", "speed": 10000},
        {"speed": 1000},
        "differ in speed",
    ),
    "a port of WireGuard": (
        "tunnel-ends",
        WIREGUARD,
        {"own": 1, "port": 13231, "allowed": "192.0.2.2/32"},
        {"own": 2, "port": 13231, "allowed": "192.0.2.1/32"},
        {"port": 13232},
        "listens on port 13232",
    ),
    "an address that WireGuard does not allow": (
        "tunnel-ends",
        WIREGUARD,
        {"own": 1, "port": 13231, "allowed": "192.0.2.2/32"},
        {"own": 2, "port": 13231, "allowed": "192.0.2.1/32"},
        {"allowed": "10.0.0.0/8"},
        "allows only 10.0.0.0/8",
    ),
    "ids of a pseudowire over an SDP": (
        "pseudowire-ends",
        SDP,
        {"own": 1, "sdp": 12, "far": "192.0.2.2", "number": 3001},
        {"own": 2, "sdp": 21, "far": "192.0.2.1", "number": 3001},
        {"number": 3010},
        "has 3010 to",
    ),
    "an SDP to nobody": (
        "pseudowire-ends",
        SDP,
        {"own": 1, "sdp": 12, "far": "192.0.2.2", "number": 3001},
        {"own": 2, "sdp": 21, "far": "192.0.2.1", "number": 3001},
        {"far": "192.0.2.9"},
        "192.0.2.9, which no device has",
    ),
    "ids of a pseudowire": (
        "pseudowire-ends",
        XCONNECT,
        {"own": 1, "other": 2, "number": 501},
        {"own": 2, "other": 1, "number": 501},
        {"number": 510},
        "has 510 to",
    ),
    "groups of IKE": ("vpn-ends", VPN, VPN_ENDS["one"], VPN_ENDS["two"], {"group": 19}, "DH group"),
    "secrets of a VPN": (
        "vpn-ends",
        VPN,
        VPN_ENDS["one"],
        VPN_ENDS["two"],
        {"secret": "Other4dor1x"},
        "no secret",
    ),
    "networks of a VPN": (
        "vpn-ends",
        VPN,
        VPN_ENDS["one"],
        VPN_ENDS["two"],
        {"remote": "10.1.0.0/17"},
        "10.1.0.0/17",
    ),
    "subnets of a tunnel": (
        "tunnel-ends",
        VPN,
        VPN_ENDS["one"],
        VPN_ENDS["two"],
        {"inner": 6},
        "198.51.100.6/30",
    ),
    "keys of a tunnel": (
        "tunnel-ends",
        GRE,
        {"own": 1, "other": 2, "key": 7},
        {"own": 2, "other": 1, "key": 7},
        {"key": 8},
        "tunnel key",
    ),
    "active gateways": (
        "virtual-gateway",
        GATEWAY,
        {"name": "one", "own": 2, "virtual": 1, "net": "192.0.2"},
        {"name": "two", "own": 3, "virtual": 1, "net": "192.0.2"},
        {"virtual": 254},
        "192.0.2.254",
    ),
}


@pytest.mark.parametrize(("kind", "text", "one", "two", "wrong", "says"), CASES.values(), ids=CASES)
def test_what_two_ends_must_have_alike(
    kind: str, text: str, one: dict[str, object], two: dict[str, object], wrong: dict[str, object], says: str
) -> None:
    check = next(check for check in CHECKS if check.kind == kind)
    fits = network(one=text.format(**one), two=text.format(**two))
    assert [found.message for found in check.run(fits)] == []
    found = list(check.run(network(one=text.format(**one), two=text.format(**{**two, **wrong}))))
    assert len(found) == 1
    assert says in found[0].message
    assert {line.path for line in found[0].lines} >= {"two.cfg"}


PPPOE = """\
/interface pppoe-client
add interface=ether1 name=pppoe1
/ip address
add address=192.0.2.1/30 interface=ether3
/ip route
add dst-address=10.0.0.0/8 gateway=192.0.2.9
add dst-address=10.9.0.0/16 gateway=198.51.100.9
"""
POOLS = """\
dhcp-server vrf default
    pool GUEST
        range 192.0.2.10 192.0.2.20 prefix-len 27
        default-router 192.0.2.1
    pool LAN
        range 10.0.0.10 10.0.0.20 prefix-len 24
        default-router 10.0.1.1
"""
SERVICE = """\
/system identity
set name=one
/ip service
set telnet {more}
set ftp disabled=yes
"""

WAN = """\
config system interface
edit wan1
set role wan
set allowaccess ping {more}
next
end
config firewall schedule onetime
edit audit
set start 08:00 2019/11/20
set end 18:00 2019/11/21
next
end
config firewall policy
edit 1
set schedule {schedule}
next
end
"""
OPEN = """\
config system interface
edit wan1
set ip 192.0.2.1 255.255.255.0
set role {role}
next
end
config router static
edit 1
set dst 10.0.0.0 255.0.0.0
set gateway 192.0.2.{hop}
set device wan1
next
end
config system dhcp server
edit 1
set interface wan1
config ip-range
edit 1
set start-ip 192.0.2.{first}
set end-ip 192.0.2.99
next
end
next
end
config firewall policy
edit 1
set srcintf wan1
set dstintf lan
set srcaddr all
set dstaddr all
set service ALL
set schedule always
set action accept
next
end
"""
ON_ITS_OWN = {
    "a policy that lets everything in": ("any-to-any", OPEN.format(role="wan", hop=2, first=9), 1),
    "a policy that lets everything through": ("any-to-any", OPEN.format(role="lan", hop=2, first=9), 0),
    "a next hop of its own": ("next-hop-unreachable", OPEN.format(role="wan", hop=1, first=9), 1),
    "a next hop of another one": ("next-hop-unreachable", OPEN.format(role="wan", hop=2, first=9), 0),
    "a range with its own address": ("dhcp-overlap", OPEN.format(role="wan", hop=2, first=1), 1),
    "a range without": ("dhcp-overlap", OPEN.format(role="wan", hop=2, first=9), 0),
    "management on a WAN": ("outside-management", WAN.format(more="https", schedule="audit"), 1),
    "a WAN that answers to ping": ("outside-management", WAN.format(more="fgfm", schedule="audit"), 0),
    "a schedule that has ended": ("ended-time", WAN.format(more="https", schedule="audit"), 1),
    "a schedule that has ended and is not used": (
        "ended-time",
        WAN.format(more="https", schedule="always"),
        0,
    ),
    "an interface of a VLAN that is not there": ("undefined-vlan", "vlan 10\ninterface Vlanif20\n", 1),
    "a RouterOS service that nobody switched off": (
        "telnet-server",
        SERVICE.format(more="address=10.0.0.0/8"),
        1,
    ),
    "a RouterOS service that is off": ("telnet-server", SERVICE.format(more="disabled=yes"), 0),
    "a gateway beside the only small subnet, though PPPoE gives another one": (
        "next-hop-unreachable",
        PPPOE,
        1,
    ),
    "a range with its length": ("dhcp-outside", POOLS, 1),
}


@pytest.mark.parametrize(("kind", "text", "count"), ON_ITS_OWN.values(), ids=ON_ITS_OWN)
def test_what_one_device_has(kind: str, text: str, count: int) -> None:
    check = next(check for check in CHECKS if check.kind == kind)
    assert len(list(check.run(network(one=text)))) == count


def test_secrets_of_which_one_is_not_known_are_not_compared() -> None:
    one = VPN.format(**VPN_ENDS["one"])
    two = VPN.format(**{**VPN_ENDS["two"], "secret": "Other4dor1x"})
    second = "            psk Q {\n                secret $9$abcdEFGH12x\n            }\n            psk P {"
    hidden = two.replace("            psk P {", second)
    assert [found.message for found in vpn_ends(network(one=one, two=two))]
    assert [found.message for found in vpn_ends(network(one=one, two=hidden))] == []


@pytest.mark.parametrize(("other", "found"), [("192.0.2.1", 0), ("192.0.2.9", 1)])
def test_standby_and_hsrp_are_one_protocol(other: str, found: int) -> None:
    ios = f"hostname one\ninterface Vlan10\n ip address 192.0.2.2 255.255.255.0\n standby 10 ip {other}\n"
    nxos = "hostname two\ninterface Vlan10\n  no shutdown\n  ip address 192.0.2.3/24\n  hsrp 10\n    ip 192.0.2.1\n"
    assert len([*virtual_gateways(network(one=ios, two=nxos))]) == found


CORE = (
    "hostname one\nmpls ldp\n{}!\nrouter isis core\n interface Loopback0\n  passive\n  !\n{}!\n"
    "interface Loopback0\n ipv4 address 10.0.0.1 255.255.255.255\n!\n{}"
)


@pytest.mark.parametrize(("count", "expected"), [(4, 0), (3, 1), (2, 0)])
def test_an_interface_unlike_its_siblings(count: int, expected: int) -> None:
    """Three of four interfaces in IS-IS run LDP: the last one lacks it; of two that run it, nothing is told."""
    ports = [f"TenGigE0/0/0/{number}" for number in range(4)]
    text = CORE.format(
        "".join(f" interface {port}\n !\n" for port in ports[:count]),
        "".join(f" interface {port}\n  point-to-point\n !\n" for port in ports),
        "".join(
            f"interface {port}\n ipv4 address 192.0.2.{4 * number + 1} 255.255.255.252\n!\n"
            for number, port in enumerate(ports)
        ),
    )
    run = next(check.run for check in CHECKS if check.kind == "link-protocol")
    assert len(list(run(network(one=text)))) == expected


PANOS_OSPF = """\
set deviceconfig system hostname fw1
set network interface ethernet ethernet1/1 layer3 ip 192.0.2.1/30
set network virtual-router default interface ethernet1/1
set network virtual-router default protocol ospf enable yes
set network virtual-router default protocol ospf router-id 10.0.0.1
set network virtual-router default protocol ospf area {area} type normal
set network virtual-router default protocol ospf area {area} interface ethernet1/1 enable yes
set network virtual-router default protocol ospf area {area} interface ethernet1/1 {setting}
"""
IOS_OSPF = """\
hostname r1
interface GigabitEthernet0/1
 ip address 192.0.2.2 255.255.255.252
router ospf 1
 network 192.0.2.0 0.0.0.3 area 0
"""
FIREWALLS = {
    "the same": ("0.0.0.0", "hello-interval 10", []),
    "another area": ("0.0.0.1", "hello-interval 10", ["link-area"]),
    "another interval": ("0.0.0.0", "hello-interval 5", ["link-ospf"]),
    "another type of network": ("0.0.0.0", "link-type p2p", ["link-ospf"]),
    "authentication at one end": ("0.0.0.0", "authentication KEYS", ["link-ospf"]),
    "no neighbors": ("0.0.0.0", "passive yes", ["link-protocol"]),
}


@pytest.mark.parametrize(("area", "setting", "kinds"), FIREWALLS.values(), ids=FIREWALLS)
def test_ospf_of_a_firewall(area: str, setting: str, kinds: list[str]) -> None:
    ends = network(fw1=PANOS_OSPF.format(area=area, setting=setting), r1=IOS_OSPF)
    checks = (check for check in CHECKS if check.kind in ("link-area", "link-ospf", "link-protocol"))
    assert [one.kind for check in checks for one in check.run(ends)] == kinds

"""Pairs of values that do not fit, with twins that do: one value differs between the wrong text and the right one."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

VRP = "sysname one\n#\ninterface Vlanif10\n ip address 10.0.0.1 255.255.255.0\n{}#\n"
IOS = "hostname one\ninterface Vlan10\n ip address 10.0.0.1 255.255.255.0\n{}"
VYOS = "set interfaces ethernet eth1 address '10.0.0.{own}/24'\nset system host-name '{name}'\n"
POOL = (
    VYOS + "set service dhcp-server shared-network-name A subnet 10.0.0.0/24 range 0 start '10.0.0.{first}'\n"
    "set service dhcp-server shared-network-name A subnet 10.0.0.0/24 range 0 stop '10.0.0.{last}'\n{more}"
)
FIRST_POOL = POOL.format(name="one", own=2, first=50, last=99, more="")
ALONE = "set service dhcp-server high-availability status '{}'\n"
COMWARE_POOL = (
    "sysname one\ninterface Vlan-interface10\n ip address 10.0.0.2 255.255.255.0\n vrrp vrid 1 virtual-ip 10.0.0.9\n"
    "dhcp server ip-pool A\n network 10.0.0.0 mask 255.255.255.0\n gateway-list 10.0.0.9\n"
    " address range 10.0.0.{} 10.0.0.99\n"
)
LEASE = (
    "/system identity\nset name=one\n/ip address\nadd address=10.0.0.1/24 interface=ether1\n"
    "/ip dhcp-server lease\nadd address=10.0.0.{} mac-address=00:11:22:33:44:55\n"
)
LOGS = VRP.format("") + "info-center loghost 10.0.0.{}\n"
BARE = "hostname one\ninterface Vlan9\n ip address 10.9.9.{} 255.255.255.0\n"
PORT = "hostname {name}\ninterface Gi0/1\n description to {far} Gi0/1\n ip address 192.0.2.{own} 255.255.255.252\n"
SROS = """\
configure
    system
        name "{name}"
    exit
    lag 1
        description "to {far}"
        lacp active
    exit
    router Base
        interface "core"
            address 192.0.2.{own}/30
            port lag-1
        exit
    exit
"""
FAR = "hostname {name}\ninterface Loopback0\n ip address 10.255.0.{own} 255.255.255.255\n"
CALLS = FAR + (
    "interface Gi0/0\n ip address 192.0.2.{own} 255.255.255.252\nrouter bgp 6500{own}\n"
    " neighbor 10.255.0.{far} remote-as 6500{far}\n neighbor 10.255.0.{far} update-source Loopback0\n{more}\n"
)
FAR_CALLS = CALLS.format(name="two", own=2, far=1, more=" neighbor 10.255.0.1 ebgp-multihop 2")
WIREGUARD = (
    "set interfaces wireguard wg0 address '10.9.0.1/30'\n"
    "set interfaces wireguard wg0 peer A allowed-ips '10.9.0.2/32'\n"
    "set interfaces wireguard wg0 peer A allowed-ips '{}'\nset protocols static route 10.20.4.0/24 interface wg0\n"
)
BRIDGE = (
    "/interface bridge\nadd name=br1 {}\n/interface bridge port\nadd bridge=br1 interface=ether3 pvid=20\n"
    "/interface bridge vlan\nadd bridge=br1 untagged=ether3 vlan-ids=20\n"
)
VYOS_BRIDGE = (
    "set interfaces bridge br0 member interface eth1 native-vlan '20'\nset interfaces bridge br0 {}\n"
    "set system host-name 'one'\n"
)
HIDES = "/ip firewall nat\nadd action=masquerade chain=srcnat comment=out {}\n"
PORTS = "hostname one\ninterface Port-channel5\n {}\ninterface Gi0/1\n channel-group 5 mode active\n"
XR_PORTS = (
    "hostname one\ninterface Bundle-Ether5\n bundle minimum-active links {}\n"
    "interface Gi0/0/0/1\n bundle id 5 mode active\n"
)
VRP_PORTS = (
    "sysname one\ninterface Eth-Trunk5\n least active-linknumber {}\ninterface XGE0/0/1\n eth-trunk 5\n"
)
JUNOS_PORTS = (
    "set interfaces ae5 aggregated-ether-options minimum-links {}\n"
    "set interfaces xe-0/0/1 gigether-options 802.3ad ae5\n"
    "set interfaces xe-0/0/2 gigether-options 802.3ad ae5\n"
)
SROS_PORTS = (
    "configure\n    lag 5\n        port 1/1/1\n        port 1/1/2\n        port-threshold {} action down\n"
    "    exit\n"
)
CASES = {
    "a lease of the router's own address": (
        "misplaced-address",
        [LEASE],
        (1, 9),
    ),
    "a time server that is the device itself": (
        "misplaced-address",
        [IOS.format("ntp server 10.0.0.{}\n")],
        (1, 9),
    ),
    "a log server at the broadcast address": ("misplaced-address", [LOGS], (255, 254)),
    "a virtual address that is the network's": (
        "misplaced-address",
        [IOS.format(" standby 1 ip 10.0.0.{}\n")],
        (0, 9),
    ),
    "an interface at the broadcast address": ("misplaced-address", [BARE], (255, 1)),
    "ranges of two servers": (
        "dhcp-overlap",
        [FIRST_POOL, POOL.format(name="two", own=3, first="{}", last=199, more="")],
        (90, 100),
    ),
    "ranges of two servers that divide them": (
        "dhcp-overlap",
        [FIRST_POOL, POOL.format(name="two", own=3, first=90, last=199, more="{}")],
        ("", ALONE.format("secondary")),
    ),
    "a range around its gateway": ("dhcp-overlap", [COMWARE_POOL], (5, 50)),
    "ends of a described link in other subnets": (
        "link-mask",
        [PORT.format(name="one", far="two", own=1), PORT.format(name="two", far="one", own="{}")],
        (6, 2),
    ),
    "interfaces on two bundles in other subnets": (
        "link-mask",
        [SROS.format(name="one", far="two", own=1), SROS.format(name="two", far="one", own="{}")],
        (6, 2),
    ),
    "an address of a loopback without multihop": (
        "bgp-session",
        [CALLS.format(name="one", own=1, far=2, more="{}"), FAR_CALLS],
        ("", " neighbor 10.255.0.2 ebgp-multihop 2"),
    ),
    "a route that WireGuard refuses": ("tunnel-ends", [WIREGUARD], ("10.20.5.0/24", "10.20.0.0/16")),
    "VLANs of a bridge that filters none": ("missing-part", [BRIDGE], ("", "vlan-filtering=yes")),
    "VLANs of another make's bridge": ("missing-part", [VYOS_BRIDGE], ("aging '300'", "enable-vlan")),
    "a translation on all interfaces": ("missing-part", [HIDES], ("", "out-interface=ether1")),
    "too few ports": ("member-port", [PORTS], ("lacp min-bundle 2", "lacp min-bundle 1")),
    "too few ports of a bundle (IOS XR)": ("member-port", [XR_PORTS], (2, 1)),
    "too few ports of a trunk (VRP)": ("member-port", [VRP_PORTS], (2, 1)),
    "too few ports of ae5": ("member-port", [JUNOS_PORTS], (3, 2)),
    "as many ports as the threshold": ("member-port", [SROS_PORTS], (2, 1)),
}


@pytest.mark.parametrize(("kind", "texts", "values"), CASES.values(), ids=CASES)
def test_relation(kind: str, texts: list[str], values: tuple[object, object]) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    names = ("one", "two", "three")
    found = [
        list(
            run(
                network(
                    **{name: text.replace("{}", str(value)) for name, text in zip(names, texts, strict=False)}
                )
            )
        )
        for value in values
    ]
    assert [len(each) for each in found] == [1, 0], found


def test_a_wrong_as_is_told_once() -> None:
    """With the right AS the session would be internal, and need no multihop."""
    check = next(check for check in CHECKS if check.kind == "bgp-session")
    one, two = CALLS.format(name="one", own=1, far=2, more=""), FAR_CALLS
    inner = two.replace("router bgp 65002", "router bgp 65001")
    assert [len(list(check.run(network(one=one, two=text)))) for text in (two, inner)] == [1, 0]

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

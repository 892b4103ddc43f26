"""Two ends that no subnet of their own joins, and what one of them leaves unsaid: each defect, and its clean twin."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

TRUNK = """\
sysname {name}
#
interface Vlanif4000
 description Transit to {peer}
 ip address 10.9.9.{own} 255.255.255.252
#
interface Vlanif10
 ip address 10.9.10.{own} 255.255.255.0
 vrrp vrid 10 virtual-ip 10.9.10.254
 vrrp vrid 10 priority {priority}
 vrrp vrid 10 track interface XGigabitEthernet0/0/9 reduced {reduced}
#
interface Eth-Trunk1
 description Peer link to {peer}
 port link-type trunk
 port trunk allow-pass vlan {vlans}
{mode}
#
interface XGigabitEthernet0/0/1
 eth-trunk 1
#
"""
SIDE_BY_SIDE = """\
sysname {name}
#
interface GE1/0/1
 ip address 10.9.0.{one} 255.255.255.254
#
interface GE1/0/2
 ip address 10.9.0.{two} 255.255.255.{mask}
#
bgp {own}
 peer 10.9.0.{far} as-number {far_as}
 peer 10.9.0.{far} password cipher $c$3$k9TqWm2ZrXv8LpYcN4bJdG7fHsA1eUoQxR0tBiKwVz6M3nEjCg==
 peer 10.9.0.{last} as-number {far_as}
{extra}
"""
SROS = """\
configure
    system
        name "{name}"
        security
            management-access-filter
                ip-filter
                    default-action {default}
                    entry 10
                        src-ip 10.0.0.0/8
                        action permit
                    exit
                exit
            exit
        exit
    exit
    port 1/1/1
        no shutdown
    exit
    lag 1
        port 1/1/1
        lacp {mode} administrative-key 1
        no shutdown
    exit
    redundancy
        multi-chassis
            peer 10.9.1.{far} create
                mc-lag
                    lag 20 lacp-key {key} system-id 02:00:00:00:00:20 system-priority 100
                exit
            exit
        exit
    exit
    router Base
        interface "to-peer"
            address 10.9.1.{own}/31
            port lag-1
            no shutdown
        exit
    exit
    service
        epipe 300 customer 1 create
{mtu}
            no shutdown
        exit
    exit
"""
VYOS = """\
set high-availability vrrp group LAN interface eth1
set high-availability vrrp group LAN vrid 10
set high-availability vrrp group LAN address 10.9.2.1/24
set high-availability vrrp group LAN priority {own}00
{interval}
set interfaces ethernet eth1 address 10.9.2.{own}/24
set service conntrack-sync interface eth1
{sync}
set service dhcp-server failover status {role}
set service ssh port 22
{limit}
set system host-name {name}
"""


def _found(**texts: str) -> set[str]:
    return {one.message for check in CHECKS for one in check.run(network(**texts))}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (
            "mode",
            " mode lacp",
            "differ in LACP: a Eth-Trunk1 has lacp, b Eth-Trunk1 has no LACP (the default)",
        ),
        ("vlans", "10 30 4000", "a Eth-Trunk1 has 30, which the other end lacks"),
        (
            "reduced",
            "10",
            "a Vlanif10 stays the master of vrrp group 10 when what it tracks fails: 120 less 10",
        ),
    ],
)
def test_finds_a_trunk_by_the_devices_that_its_ends_name(field: str, value: str, message: str) -> None:
    same = {"vlans": "10 4000", "mode": "#", "reduced": "30"}
    far = TRUNK.format(name="b", peer="a", own=2, priority=100, **same)
    right, wrong = (
        _found(a=TRUNK.format(name="a", peer="b", own=1, priority=120, **{**same, **change}), b=far)
        for change in ({}, {field: value})
    )
    assert not [one for one in right if message[:20] in one or "Eth-Trunk1" in one]
    assert len([one for one in wrong - right if message in one]) == 1


@pytest.mark.parametrize(("last", "says"), [("password cipher $c$3$zz", "a password"), ("bfd", "BFD")])
@pytest.mark.parametrize("mask", ["254", "248"])
def test_tells_sessions_that_stand_side_by_side_apart(last: str, says: str, mask: str) -> None:
    near = {"name": "a", "one": 0, "two": 2, "mask": mask, "own": 65001, "far": 1, "last": 3, "far_as": 65002}
    far = {"name": "b", "one": 1, "two": 3, "mask": "254", "own": 65002, "far": 0, "last": 2, "far_as": 65001}
    both = SIDE_BY_SIDE.format(extra=f" peer 10.9.0.3 {last}", **near)
    ends = [SIDE_BY_SIDE.format(extra=extra, **far) for extra in (f" peer 10.9.0.2 {last}", "#")]
    right, wrong = ({one for one in _found(a=both, b=end) if "BGP session" in one} for end in ends)
    assert not right
    assert len(wrong) == 1
    assert f"a has {says}, b has none" in min(wrong)


@pytest.mark.parametrize(
    ("field", "near", "far", "message"),
    [
        ("mode", "passive", "passive", "do not fit in LACP: a lag1 has passive, b lag1 has passive"),
        ("key", "20", "21", "the LACP key of a bundle that ends on both (20): a has 20, b has 21"),
        (
            "mtu",
            "            no shutdown",
            "            service-mtu 1600",
            "a has 1514 (the default), b has 1600",
        ),
        ("default", "deny", "permit", "b has no rule that drops new connections in the ip-filter"),
    ],
)
def test_finds_what_both_routers_of_a_bundle_must_say(field: str, near: str, far: str, message: str) -> None:
    same = {"mode": "active", "key": "20", "mtu": "            service-mtu 1600", "default": "deny"}
    right, wrong = (
        _found(
            a=SROS.format(name="a", own=0, far=1, **{**same, **here}),
            b=SROS.format(name="b", own=1, far=0, **{**same, **there}),
        )
        for here, there in (({}, {}), ({field: near}, {field: far}))
    )
    assert not [one for one in right if message in one]
    assert len([one for one in wrong - right if message in one]) == 1


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (
            "interval",
            "set high-availability vrrp group LAN advertise-interval 5",
            "b eth1 has 1 (the default)",
        ),
        ("sync", "set service conntrack-sync mcast-group 225.0.0.51", "b has 225.0.0.50 (the default)"),
        ("role", "secondary", "have the same role in DHCP failover: a and b have secondary"),
        (
            "limit",
            "set service ssh disable-password-authentication",
            "differ in SSH with keys alone: only a has",
        ),
    ],
)
def test_knows_what_a_partner_leaves_unsaid(field: str, value: str, message: str) -> None:
    same = {"interval": "", "sync": "", "role": "primary", "limit": ""}
    far = VYOS.format(name="b", own=3, **{**same, "role": "secondary"})
    right, wrong = (
        _found(a=VYOS.format(name="a", own=2, **{**same, **change}), b=far) for change in ({}, {field: value})
    )
    assert not [one for one in right if message in one]
    assert len([one for one in wrong - right if message in one]) == 1


XR = """\
hostname {name}
interface TenGigE0/0/0/0
 ipv4 address 192.0.2.{own} 255.255.255.252
!
key chain KC
 key 1
  key-string {secret}
 !
!
"""


@pytest.mark.parametrize(
    ("secrets", "count"),
    [(("password 050A12080B5E", "password 112A32341126"), 0), (("7 0822455D0A16", "7 094F471A1A0A57"), 1)],
)
def test_compares_only_secrets_whose_clear_text_is_known(secrets: tuple[str, str], count: int) -> None:
    near, far = (XR.format(name="ab"[end], own=end + 1, secret=secrets[end]) for end in (0, 1))
    assert len([one for one in _found(a=near, b=far) if "the secret of a key" in one]) == count


def test_does_not_compare_tunnel_keys_that_are_encrypted() -> None:
    text = "sysname {0}\n#\ninterface Tunnel1\n ip address 10.9.3.{1} 255.255.255.252\n tunnel-protocol gre\n"
    text += " destination 192.0.2.{2}\n gre key {3}\n#\n"
    for keys, count in (
        (("cipher %^%#aaaaaaa%^%#", "cipher %^%#bbbbbbb%^%#"), 0),
        (("plain 5", "plain 6"), 1),
    ):
        ends = [text.format("ab"[one], one + 1, 2 - one, keys[one]) for one in (0, 1)]
        assert len([one for one in _found(a=ends[0], b=ends[1]) if "tunnel key" in one]) == count


def test_finds_routes_into_a_tunnel_that_refuses_their_packets() -> None:
    text = """\
/interface wireguard
add listen-port=13231 name=wg0
/interface wireguard peers
add allowed-address=10.9.4.{far}/32{more} interface=wg0 public-key="abc="
/ip address
add address=10.9.4.{own}/30 interface=wg0
/ip route
add dst-address={to} gateway=10.9.4.{far}
"""
    far = text.format(own=2, far=1, more=",172.16.0.0/12", to="172.20.0.0/16")
    right, wrong = (
        [
            one
            for one in _found(a=text.format(own=1, far=2, more=more, to="192.168.30.0/24"), b=far)
            if "allows" in one
        ]
        for more in (",192.168.30.0/24", "")
    )
    assert right == []
    assert [one for one in wrong if "is the next hop to 192.168.30.0/24" in one] == wrong != []


@pytest.mark.parametrize(
    "text",
    [
        "configure\n qos\n  sap-ingress 7 create\n   queue 1 create\n    rate {most} cir {least}\n   exit\n  exit\n",
        "traffic behavior B\n car cir {least} cbs 1000 pir {most} pbs 1000 green pass\n#\nsysname a\n",
        "hostname a\npolicy-map P\n class C\n  police cir {least} bc 1000 pir {most}\n",
    ],
)
def test_finds_a_guaranteed_rate_above_the_highest(text: str) -> None:
    right, wrong = (_found(a=text.format(least=least, most=50000)) for least in (10000, 100000))
    assert not [one for one in right if "highest rate" in one]
    assert [one for one in wrong if "guarantees more than the highest rate" in one]

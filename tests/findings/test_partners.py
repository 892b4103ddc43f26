"""Two devices that stand in for each other: what one of them lacks is found, and nothing where they are alike."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS, _without_repeats
from findings.records import Finding
from graph_store.records import SourceLine
from tests.findings.planted import network

CX = """\
hostname {name}
{globals}
vrf KEEPALIVE
spanning-tree mode mstp
spanning-tree config-name CAMPUS
spanning-tree config-revision {revision}
spanning-tree instance 1 vlan 10,20
access-list ip GUEST
    10 permit udp any any eq dhcp-server
    {entry}
    30 permit any any any
interface 1/1/46
    routing
    vrf attach KEEPALIVE
    ip address 192.0.2.{own}/30
interface vlan 10
    ip address 10.0.10.{own}/24
    active-gateway ip mac {mac}
    active-gateway ip 10.0.10.254
    apply access-list ip GUEST routed-in
interface vlan 20
    ip address 10.0.20.{own}/24
    {vlan20}
vsx
    system-mac 02:01:00:00:80:00
    role {role}
    keepalive peer {peer} source 192.0.2.{own} vrf KEEPALIVE
"""
CX_USUAL = {
    "globals": "ntp server 10.9.9.1\nntp server 10.9.9.2",
    "revision": "2",
    "entry": "20 deny any 10.0.10.0/255.255.255.0 10.0.0.0/255.0.0.0",
    "mac": "12:00:00:00:01:00",
    "vlan20": "ip helper-address 10.9.9.5",
    "role": "secondary",
    "peer": "192.0.2.1",
}
IOS = """\
hostname {name}
spanning-tree mode {mode}
interface Vlan10
 ip address 10.0.10.{own} 255.255.255.0
 standby 10 ip 10.0.10.1
 standby 10 priority {priority}
 {vlan10}
interface Vlan20
 ip address 10.0.20.{own} 255.255.255.0
 {vlan20}
router bgp 64500
 neighbor 10.0.20.{far} remote-as 64500
 neighbor 10.0.10.9 remote-as 64500
 {neighbor}
ip prefix-list OWN seq 5 permit 10.0.0.0/16
{prefix}
ip route 10.8.0.0 255.255.0.0 10.0.10.9
{route}
"""
IOS_USUAL = {
    "mode": "rapid-pvst",
    "priority": "90",
    "vlan10": "ip pim sparse-mode",
    "vlan20": "standby 20 ip 10.0.20.1",
    "neighbor": "neighbor 10.0.10.8 remote-as 64500",
    "prefix": "ip prefix-list OWN seq 10 permit 10.1.0.0/16",
    "route": "ip route 10.7.0.0 255.255.0.0 10.0.10.8",
}
NXOS = """\
hostname {name}
interface mgmt0
  ip address 192.0.2.{own}/24
vlan 10,20,{vlans}
vpc domain 7
  peer-keepalive destination 192.0.2.{far} source 192.0.2.{own}
interface port-channel22
  switchport trunk allowed vlan {allowed}
  vpc 22
"""
NXOS_USUAL = {"vlans": "30", "allowed": "10,20,30"}
SROS = """\
exit all
configure
    system
        name "{name}"
        time
            ntp
                server 10.9.9.1
                {server}
            exit
        exit
    exit
    router Base
        interface "users"
            address 10.0.10.{own}/24
            vrrp 1
                backup 10.0.10.254
                {interval}
            exit
        exit
    exit
exit all
"""
SROS_USUAL = {"server": "server 10.9.9.2", "interval": "message-interval 1"}
FORMS = {
    "cx": (CX, CX_USUAL),
    "ios": (IOS, IOS_USUAL),
    "nxos": (NXOS, NXOS_USUAL),
    "sros": (SROS, SROS_USUAL),
}
BOTH = "a1 and b1 stand in for each other, but "
DEFECTS = {
    "an NTP server": (
        "cx",
        {"globals": "ntp server 10.9.9.1"},
        BOTH + "differ in NTP servers: only a1 has 10.9.9.2.",
    ),
    "another NTP server": (
        "cx",
        {"globals": "ntp server 10.9.9.1\nntp server 10.9.9.3"},
        BOTH + "differ in NTP servers: only a1 has 10.9.9.2, only b1 has 10.9.9.3.",
    ),
    "a region": (
        "cx",
        {"revision": "3"},
        "a1 and b1 are joined, but differ in the revision of the region: a1 has 2, b1 has 3.",
    ),
    "an action": (
        "cx",
        {"entry": CX_USUAL["entry"].replace("deny", "permit")},
        BOTH + "differ in the filter GUEST: entry 20 is not the same.",
    ),
    "an entry": ("cx", {"entry": ""}, BOTH + "differ in the filter GUEST: only a1 has entry 20."),
    "a MAC address": (
        "cx",
        {"mac": "12:00:00:00:02:00"},
        BOTH + "differ in the MAC address of the virtual gateway: "
        "a1 vlan10 has 12:00:00:00:01:00, b1 vlan10 has 12:00:00:00:02:00.",
    ),
    "a relay": ("cx", {"vlan20": ""}, BOTH + "differ in DHCP relays: only a1 vlan20 has 10.9.9.5."),
    "a role": ("cx", {"role": "primary"}, BOTH + "have the same role in the pair: a1 and b1 have primary."),
    "a keepalive": (
        "cx",
        {"peer": "192.0.2.3"},
        "b1 sends keepalives to 192.0.2.3, which its partner a1 does not have.",
    ),
    "a mode": (
        "ios",
        {"mode": "pvst"},
        BOTH + "differ in the mode of spanning tree: a1 has rapid-pvst, b1 has pvst.",
    ),
    "a priority": (
        "ios",
        {"priority": "110"},
        BOTH + "have the same priority of the virtual gateway (10): a1 Vlan10 and b1 Vlan10 have 110.",
    ),
    "PIM": (
        "ios",
        {"vlan10": ""},
        BOTH + "differ in PIM: only a1 Vlan10 has sparse-mode, b1 Vlan10 has none.",
    ),
    "a group": (
        "ios",
        {"vlan20": ""},
        BOTH + "differ in the virtual address: only a1 Vlan20 has 10.0.20.1, b1 Vlan20 has none.",
    ),
    "a neighbor": (
        "ios",
        {"neighbor": ""},
        BOTH + "differ in BGP neighbors in their own AS: only a1 has 10.0.10.8.",
    ),
    "a prefix": (
        "ios",
        {"prefix": ""},
        BOTH + "differ in entries of a list (OWN): only a1 has permit 10.1.0.0/16.",
    ),
    "a route": ("ios", {"route": ""}, BOTH + "differ in static routes: only a1 has 10.7.0.0/16."),
    "a VLAN": ("nxos", {"vlans": "20"}, BOTH + "differ in VLANs: only a1 has 30."),
    "a trunk": (
        "nxos",
        {"allowed": "10,20"},
        BOTH + "differ in the VLANs that their trunks allow: only a1 port-channel22 has 30.",
    ),
    "a server of a menu": ("sros", {"server": ""}, BOTH + "differ in NTP servers: only a1 has 10.9.9.2."),
    "an interval": (
        "sros",
        {"interval": "message-interval 2"},
        BOTH + "differ in the hello interval of the virtual gateway (1): a1 users has 1, b1 users has 2.",
    ),
}


def messages(form: str, other: dict[str, str], more: str = "") -> list[str]:
    """Return what the two checks find on a pair of which the second device has other values, the first some more."""
    text, usual = FORMS[form]
    first = {**usual, "role": "primary", "peer": "192.0.2.2", "priority": "110"}
    first |= {"neighbor": f"{usual['neighbor']}\n{more}"} if more else {}
    found = network(
        a1=text.format(name="a1", own=1, far=2, **first),
        b1=text.format(name="b1", own=2, far=1, **{**usual, **other}),
    )
    checks = [check for check in CHECKS if check.kind in ("partner-differs", "stp-region")]
    return [one.message for check in checks for one in check.run(found)]


@pytest.mark.parametrize(("form", "other", "message"), DEFECTS.values(), ids=DEFECTS)
def test_what_partners_differ_in_is_found(form: str, other: dict[str, str], message: str) -> None:
    assert messages(form, other) == [message]


@pytest.mark.parametrize("form", FORMS)
def test_partners_that_are_alike_have_no_findings(form: str) -> None:
    assert messages(form, {}) == []


BY_PLACE = {
    "a black hole for what it announces": {"route": "{usual}\nip route 10.6.0.0 255.255.0.0 Null0 250"},
    "a next hop that is beside it alone": {
        "route": "{usual}\nip route 10.6.0.0 255.255.0.0 192.0.2.9\ninterface Vlan9\n"
        " ip address 192.0.2.10 255.255.255.252"
    },
    "a way over its partner": {"route": "{usual}\nip route 10.6.0.0 255.255.0.0 10.0.20.1 200"},
    "a way over a tunnel": {"route": "{usual}\nip route 10.6.0.0 255.255.0.0 Tunnel7"},
    "itself as next hop, where it alone has another AS beside it": {
        "neighbor": "{usual}\n neighbor 10.0.10.9 next-hop-self\n neighbor 192.0.2.9 remote-as 64700"
    },
    "itself as next hop, where OSPF knows the other's way out": {
        "neighbor": "{usual}\n neighbor 10.0.10.9 next-hop-self\n neighbor 192.0.2.9 remote-as 64700",
        "first": " neighbor 192.0.2.5 remote-as 64800\ninterface Vlan8\n"
        " ip address 192.0.2.6 255.255.255.252\n ip ospf 1 area 0",
    },
}  # fmt: skip


@pytest.mark.parametrize("added", BY_PLACE.values(), ids=BY_PLACE)
def test_what_only_one_needs_by_its_place_is_no_difference(added: dict[str, str]) -> None:
    other = {
        name: text.replace("{usual}", IOS_USUAL[name]) for name, text in added.items() if name != "first"
    }
    assert messages("ios", other, added.get("first", "")) == []


def test_itself_as_next_hop_is_asked_of_both_that_have_another_as_beside_them() -> None:
    first = " neighbor 192.0.2.5 remote-as 64800"
    other = f"{IOS_USUAL['neighbor']}\n neighbor 10.0.10.9 next-hop-self\n neighbor 192.0.2.9 remote-as 64700"
    says = "differ in its own address as next hop: only b1 has next-hop-self, a1 has none."
    assert messages("ios", {"neighbor": other}, first) == [BOTH + says]


def test_many_differences_are_meant() -> None:
    own_entries = "\n    ".join(f"2{n} permit any any 10.{n}.0.0/255.255.0.0" for n in range(4))
    assert messages("cx", {"entry": f"{CX_USUAL['entry']}\n    {own_entries}"}) == []


def test_devices_in_one_subnet_are_no_partners() -> None:
    text = "hostname {name}\n{ntp}\ninterface Vlan10\n ip address 10.0.10.{own} 255.255.255.0\n"
    found = network(
        a1=text.format(name="a1", own=1, ntp="ntp server 10.9.9.1"), b1=text.format(name="b1", own=2, ntp="")
    )
    assert not [one for check in CHECKS if check.kind == "partner-differs" for one in check.run(found)]


def test_a_difference_that_another_finding_explains_is_told_once() -> None:
    line, other = (
        SourceLine("r1.cfg", 7, "30 deny any any any"),
        SourceLine("r2.cfg", 7, "40 permit any any any"),
    )
    shadowed = Finding("shadowed-entry", "high", ("r1",), "entry 40 never matches", (other, line))
    differs = Finding("partner-differs", "medium", ("r1", "r2"), "only r1 has entry 30", (line, other))
    elsewhere = Finding("partner-differs", "medium", ("r2", "r1"), "only r2 has entry 40", (other, line))
    assert [*_without_repeats([differs, shadowed, elsewhere, elsewhere])] == [shadowed, elsewhere]


def test_a_filter_of_one_partner_that_is_undefined_is_told_once() -> None:
    line = SourceLine("r2.cfg", 9, "ip access-group 166 in")
    undefined = Finding("undefined-reference", "high", ("r2",), "r2 uses the access list 166", (line,))
    differs = Finding("partner-differs", "medium", ("r1", "r2"), "only r2 has 166", (line,))
    assert [*_without_repeats([differs, undefined])] == [undefined]

"""Two ends of a VPN of any two makes: what both offer fits, and one value that does not is found."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.findings.planted import findings_of

MAKES = {
    "IOS": """\
crypto isakmp policy 10
 encr aes {e}
 hash sha{h}
 authentication pre-share
 group {g}
crypto ipsec transform-set TS esp-aes {e2} esp-sha{h2}-hmac
crypto map M 10 ipsec-isakmp
 set peer 192.0.2.{o}
 set transform-set TS
 set pfs group{p}
 match address VPN
interface GigabitEthernet0/0
 ip address 192.0.2.{d} 255.255.255.0
 crypto map M
ip access-list extended VPN
 permit ip 10.{d}.0.0 0.0.255.255 10.{r}.0.0 0.0.255.255
""",
    "ASA": """\
ASA Version 9.12(4)
interface GigabitEthernet0/0
 nameif outside
 ip address 192.0.2.{d} 255.255.255.0
access-list VPN extended permit ip 10.{d}.0.0 255.255.0.0 10.{r}.0.0 255.255.0.0
crypto ipsec ikev1 transform-set TS esp-aes-{e2} esp-sha{h2}-hmac
crypto map M 10 match address VPN
crypto map M 10 set pfs group{p}
crypto map M 10 set peer 192.0.2.{o}
crypto map M 10 set ikev1 transform-set TS
crypto map M interface outside
crypto ikev1 policy 10
 authentication pre-share
 encryption aes-{e}
 hash sha{h}
 group {g}
""",
    "Junos": """\
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.{d}/24
set security ike proposal A authentication-method pre-shared-keys
set security ike proposal A dh-group group{g}
set security ike proposal A authentication-algorithm sha-{h}
set security ike proposal A encryption-algorithm aes-{e}-cbc
set security ike policy P proposals A
set security ike gateway G ike-policy P
set security ike gateway G address 192.0.2.{o}
set security ipsec proposal B encryption-algorithm aes-{e2}-cbc
set security ipsec proposal B authentication-algorithm hmac-sha-{h2}-128
set security ipsec policy Q perfect-forward-secrecy keys group{p}
set security ipsec policy Q proposals B
set security ipsec vpn V ike gateway G
set security ipsec vpn V ike ipsec-policy Q
set security ipsec vpn V ike proxy-identity local 10.{d}.0.0/16
set security ipsec vpn V ike proxy-identity remote 10.{r}.0.0/16
""",
    "FortiOS": """\
config system interface
    edit "wan1"
        set ip 192.0.2.{d} 255.255.255.0
    next
end
config vpn ipsec phase1-interface
    edit "far"
        set interface "wan1"
        set proposal aes{e}-sha{h}
        set dhgrp {g}
        set remote-gw 192.0.2.{o}
    next
end
config vpn ipsec phase2-interface
    edit "far-p2"
        set phase1name "far"
        set proposal aes{e2}-sha{h2}
        set dhgrp {p}
        set src-subnet 10.{d}.0.0 255.255.0.0
        set dst-subnet 10.{r}.0.0 255.255.0.0
    next
end
""",
    "VyOS": """\
set interfaces ethernet eth0 address 192.0.2.{d}/24
set vpn ipsec ike-group I key-exchange ikev1
set vpn ipsec ike-group I proposal 1 dh-group {g}
set vpn ipsec ike-group I proposal 1 encryption aes{e}
set vpn ipsec ike-group I proposal 1 hash sha{h}
set vpn ipsec esp-group E pfs dh-group{p}
set vpn ipsec esp-group E proposal 1 encryption aes{e2}
set vpn ipsec esp-group E proposal 1 hash sha{h2}
set vpn ipsec site-to-site peer far authentication mode pre-shared-secret
set vpn ipsec site-to-site peer far default-esp-group E
set vpn ipsec site-to-site peer far ike-group I
set vpn ipsec site-to-site peer far remote-address 192.0.2.{o}
set vpn ipsec site-to-site peer far tunnel 0 local prefix 10.{d}.0.0/16
set vpn ipsec site-to-site peer far tunnel 0 remote prefix 10.{r}.0.0/16
""",
    "RouterOS": """\
/ip ipsec profile
add dh-group={modp} enc-algorithm=aes-{e} hash-algorithm=sha{h} name=p1
/ip ipsec peer
add address=192.0.2.{o}/32 name=far profile=p1
/ip ipsec proposal
add auth-algorithms=sha{h2} enc-algorithms=aes-{e2}-cbc name=p2 pfs-group={modp2}
/ip address
add address=192.0.2.{d}/24 interface=ether1
/ip ipsec policy
add dst-address=10.{r}.0.0/16 peer=far proposal=p2 src-address=10.{d}.0.0/16 tunnel=yes
""",
    "PAN-OS": """\
set network interface ethernet ethernet1/1 layer3 ip 192.0.2.{d}/24
set network ike crypto-profiles ike-crypto-profiles I hash sha{h}
set network ike crypto-profiles ike-crypto-profiles I dh-group group{g}
set network ike crypto-profiles ike-crypto-profiles I encryption aes-{e}-cbc
set network ike crypto-profiles ipsec-crypto-profiles E esp authentication sha{h2}
set network ike crypto-profiles ipsec-crypto-profiles E esp encryption aes-{e2}-cbc
set network ike crypto-profiles ipsec-crypto-profiles E dh-group group{p}
set network ike gateway far protocol ikev1 ike-crypto-profile I
set network ike gateway far peer-address ip 192.0.2.{o}
set network tunnel ipsec T auto-key ike-gateway far
set network tunnel ipsec T auto-key ipsec-crypto-profile E
set network tunnel ipsec T auto-key proxy-id a local 10.{d}.0.0/16
set network tunnel ipsec T auto-key proxy-id a remote 10.{r}.0.0/16
""",
    "VRP": """\
sysname v
acl number 3100
 rule 5 permit ip source 10.{d}.0.0 0.0.255.255 destination 10.{r}.0.0 0.0.255.255
ipsec proposal tran
 esp authentication-algorithm sha2-{h2}
 esp encryption-algorithm aes-{e2}
ike proposal 5
 encryption-algorithm aes-{e}
 dh group{g}
 authentication-algorithm sha2-{h}
 authentication-method pre-share
ike peer far
 ike-proposal 5
 remote-address 192.0.2.{o}
ipsec policy map 10 isakmp
 security acl 3100
 pfs dh-group{p}
 ike-peer far
 proposal tran
interface GigabitEthernet0/0/1
 ip address 192.0.2.{d} 255.255.255.0
 ipsec policy map
""",
    "Comware": """\
 sysname c
interface GigabitEthernet1/0/1
 ip address 192.0.2.{d} 255.255.255.0
 ipsec apply policy map
acl advanced 3100
 rule 0 permit ip source 10.{d}.0.0 0.0.255.255 destination 10.{r}.0.0 0.0.255.255
ipsec transform-set tran
 esp encryption-algorithm aes-cbc-{e2}
 esp authentication-algorithm sha{h2}
 pfs dh-group{p}
ipsec policy map 10 isakmp
 transform-set tran
 security acl 3100
 remote-address 192.0.2.{o}
 ike-profile far
ike profile far
 proposal 1
ike proposal 1
 encryption-algorithm aes-cbc-{e}
 dh group{g}
 authentication-algorithm sha{h}
""",
}
MODP = {14: "modp2048", 5: "modp1536"}
WRONG = {
    "encryption of phase 1": {"e": 128},
    "hash of phase 1": {"h": 512},
    "DH group of phase 1": {"g": 5},
    "encryption of phase 2": {"e2": 128},
    "hash of phase 2": {"h2": 512},
    "DH group of phase 2": {"p": 5},
    "different networks": {"r": 7},
}


def end(make: str, own: int, **wrong: int) -> str:
    """Write an end of a VPN as a make does, with some values that do not fit."""
    fits = {"d": own, "o": 3 - own, "r": 3 - own, "e": 256, "h": 256, "g": 14, "e2": 256, "h2": 256, "p": 14}
    said = fits | wrong
    return MAKES[make].format(**said, modp=MODP[said["g"]], modp2=MODP[said["p"]])


@pytest.mark.parametrize(("one", "other"), [*combinations(MAKES, 2), *((make, make) for make in MAKES)])
def test_ends_that_fit(one: str, other: str) -> None:
    assert findings_of("vpn-ends", one=end(one, 1), other=end(other, 2)) == []


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("make", MAKES)
def test_one_value_that_does_not_fit(make: str, kind: str) -> None:
    for other in ("RouterOS", "Junos", make):
        found = findings_of("vpn-ends", one=end(make, 1, **WRONG[kind]), other=end(other, 2))
        assert [(kind in each.message, each.severity, len(each.devices)) for each in found] == [
            (True, "high", 2)
        ]
        assert {line.path for line in found[0].lines} == {"one.cfg", "other.cfg"}


GRE = """\
crypto isakmp policy 10
 encr aes 256
 hash sha256
 group 14
crypto ipsec transform-set TS esp-aes 256 esp-sha{hash}-hmac
 mode transport
crypto ipsec profile P
 set transform-set TS
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
interface Tunnel1
 ip address 10.0.0.1 255.255.255.252
 tunnel source GigabitEthernet0/0
 tunnel destination 192.0.2.2
 {guard}
"""
GUARD = "tunnel protection ipsec profile P"


@pytest.mark.parametrize(
    ("size", "guard", "pfs", "expected"),
    [
        ("256", GUARD, "none", []),
        ("", GUARD, "none", ["hash of phase 2"]),
        ("", "keepalive 5 3", "none", []),
        ("256", GUARD, "modp2048", ["PFS"]),
    ],
    ids=["fits", "another hash", "no profile guards the tunnel", "PFS at one end"],
)
def test_a_tunnel_that_a_profile_guards(size: str, guard: str, pfs: str, expected: list[str]) -> None:
    far = end("RouterOS", 2).replace("pfs-group=modp2048", f"pfs-group={pfs}")
    far = far.replace("dst-address=10.1.0.0/16", "dst-address=192.0.2.1/32")
    far = far.replace("src-address=10.2.0.0/16 tunnel=yes", "src-address=192.0.2.2/32")
    found = findings_of("vpn-ends", one=GRE.format(hash=size, guard=guard), other=far)
    assert [kind for kind in expected if any(kind in each.message for each in found)] == expected
    assert len(found) == len(expected)


def test_lifetimes_are_of_low_severity_and_of_no_matter_in_ikev2() -> None:
    one, other = end("VyOS", 1), end("VyOS", 2)
    apart = (
        f"{one}set vpn ipsec ike-group I lifetime 3600\n",
        f"{other}set vpn ipsec ike-group I lifetime 28800\n",
    )
    found = findings_of("vpn-ends", one=apart[0], other=apart[1])
    assert [each.severity for each in found] == ["low"]
    newer = [text.replace("ikev1", "ikev2") for text in apart]
    assert findings_of("vpn-ends", one=newer[0], other=newer[1]) == []


ASA_OBJECTS = """\
object network here
 subnet 10.1.0.0 255.255.0.0
object network there
 subnet 10.2.0.0 255.255.{size}.0
"""
FORTIOS_OBJECTS = """\
config firewall address
    edit "here"
        set subnet 10.1.0.0 255.255.0.0
    next
    edit "there"
        set subnet 10.2.0.0 255.255.{size}.0
    next
end
"""
BY_NAMES = {
    "ASA": (ASA_OBJECTS, "10.1.0.0 255.255.0.0 10.2.0.0 255.255.0.0", "object here object there"),
    "ASA, one by name": (ASA_OBJECTS, "10.2.0.0 255.255.0.0", "object there"),
    "FortiOS": (FORTIOS_OBJECTS, "dst-subnet 10.2.0.0 255.255.0.0", 'dst-name "there"'),
}


@pytest.mark.parametrize(("size", "found"), [(0, 0), (128, 1)])
@pytest.mark.parametrize(("objects", "networks", "names"), BY_NAMES.values(), ids=BY_NAMES)
def test_networks_by_names_of_objects(objects: str, networks: str, names: str, size: int, found: int) -> None:
    make = "FortiOS" if "config" in objects else "ASA"
    text = end(make, 1)
    assert networks in text
    named = objects.format(size=size) + text.replace(networks, names)
    if make == "ASA":  # it begins with its version
        named = "ASA Version 9.12(4)\n" + named.replace("ASA Version 9.12(4)\n", "")
    messages = [each.message for each in findings_of("vpn-ends", one=named, other=end("VRP", 2))]
    assert len(messages) == found
    assert all("10.2.0.0/17" in message for message in messages)


def test_networks_by_unknown_names_are_not_compared() -> None:
    named = end("FortiOS", 1, r=7).replace("dst-subnet 10.7.0.0 255.255.0.0", 'dst-name "far-nets"')
    assert findings_of("vpn-ends", one=named, other=end("VRP", 2)) == []


DYNAMIC = {
    "RouterOS": (
        "/ip address\nadd address=192.0.2.2/24 interface=ether1\n",
        "/ip dhcp-client\nadd interface=ether1\n",
    ),
    "VyOS": ("eth0 address 192.0.2.2/24", "eth0 address dhcp"),
    "FortiOS": ("set ip 192.0.2.2 255.255.255.0", "set mode dhcp"),
    "IOS": (" ip address 192.0.2.2 255.255.255.0", " ip address dhcp"),
}


@pytest.mark.parametrize(("net", "found"), [("10.2.0.0/16", 0), ("10.2.0.0/17", 1), ("10.9.0.0/16", 0)])
@pytest.mark.parametrize("make", DYNAMIC)
def test_an_end_whose_address_is_given_to_it(make: str, net: str, found: int) -> None:
    """Its VPN is known by the networks: those of another VPN are not compared."""
    far = end(make, 2)
    assert DYNAMIC[make][0] in far
    far = far.replace(*DYNAMIC[make])
    one = end("Junos", 1).replace("remote 10.2.0.0/16", f"remote {net}")
    messages = [each.message for each in findings_of("vpn-ends", one=one, other=far)]
    assert len(messages) == found
    assert all("different networks" in message for message in messages)

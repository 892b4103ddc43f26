"""Addresses that are not where they must be, and what only both ends of a link or pair tell, with clean twins."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

ROUTEROS = "/system identity\nset name=one\n/ip address\nadd address=10.0.0.1/24 interface=ether1\n"
SWITCH = "sysname one\n#\ninterface Vlanif10\n ip address 10.0.0.1 255.255.255.0\n{}#\n"
FORTIOS = (
    "config system interface\nedit lan\nset ip 10.0.0.1 255.255.255.0\nnext\nend\n"
    "config {}\nedit 1\nset {}\nnext\nend\n"
)
FORWARD = f"{ROUTEROS}/ip firewall nat\nadd action=dst-nat chain=dstnat to-addresses={{}}\n"
GRE = f"{ROUTEROS}/interface gre\nadd local-address={{}} name=g remote-address=192.0.2.9\n"
LEASE = f"{ROUTEROS}/ip dhcp-server lease\nadd address={{}} mac-address=00:11:22:33:44:55\n"
OSPF = SWITCH.format("") + "ospf 1\n area 0.0.0.0\n  network {} 0.0.0.255\n"
CASES = {
    "the target of a port forward": (FORWARD, "10.9.0.9", "10.0.0.9"),
    "the target of a virtual IP": (FORTIOS.format("firewall vip", "mappedip {}"), "10.9.0.9", "10.0.0.9"),
    "a NAT server": (
        SWITCH.format(" nat server protocol tcp global 1.1.1.1 80 inside {} 80\n"),
        "10.9.0.9",
        "10.0.0.9",
    ),
    "a next hop of a policy": (FORTIOS.format("router policy", "gateway {}"), "10.9.0.9", "10.0.0.9"),
    "the source of a tunnel": (GRE, "10.0.0.7", "10.0.0.1"),
    "the address of an LSR": (SWITCH.format("") + "mpls lsr-id {}\n", "10.0.0.7", "10.0.0.1"),
    "a relay to oneself": (SWITCH.format(" dhcp relay server-ip {}\n"), "10.0.0.1", "10.0.0.5"),
    "a reserved address": (LEASE, "10.9.0.9", "10.0.0.9"),
    "an OSPF network": (OSPF, "10.9.0.0", "10.0.0.0"),
}


@pytest.mark.parametrize(("text", "wrong", "right"), CASES.values(), ids=CASES)
def test_place(text: str, wrong: str, right: str) -> None:
    assert [wrong in said for said in messages_of("misplaced-address", one=text.format(wrong))] == [True]
    assert messages_of("misplaced-address", one=text.format(right)) == []


def test_addresses_from_elsewhere() -> None:
    text = GRE.format("10.0.0.7") + "/ip dhcp-client\nadd interface=ether2\n"
    assert messages_of("misplaced-address", one=text) == []


LINK = (
    "/system identity\nset name={name}\n/ip address\nadd address=192.0.2.{at}/30 interface=ether2\n"
    "/routing ospf area\nadd area-id=0.0.0.0 name=a\n/routing ospf interface-template\n"
    "add area=a auth=md5 auth-id={key} interfaces=ether2{more}\n"
)


def test_ends_of_routeros() -> None:
    one = LINK.format(name="one", at=1, key=1, more=" use-bfd=yes")
    assert (
        messages_of("link-ospf", one=one, two=LINK.format(name="two", at=2, key=1, more=" use-bfd=yes")) == []
    )
    assert len(messages_of("link-ospf", one=one, two=LINK.format(name="two", at=2, key=1, more=""))) == 1
    assert (
        len(messages_of("link-ospf", one=one, two=LINK.format(name="two", at=2, key=7, more=" use-bfd=yes")))
        == 1
    )


BRIDGE = (
    "/interface bridge\nadd name=bridge1 vlan-filtering=yes\n/interface vlan\nadd interface=bridge1 name=v vlan-id=20\n"
    "/interface bridge port\nadd bridge=bridge1 interface=ether3 pvid={}\n"
    "/interface bridge vlan\nadd bridge=bridge1 tagged=bridge1 untagged=ether3 vlan-ids=20\n"
)


def test_vlans_of_a_bridge() -> None:
    assert messages_of("undefined-vlan", one=BRIDGE.format(20)) == []
    assert messages_of("undefined-vlan", one=BRIDGE.format(25)) == [
        "one has ports in VLAN 25 and does not define it."
    ]

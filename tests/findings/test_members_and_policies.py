"""Ports that do not fit their bundle, policies against addresses and routes, and VPNs that lead nowhere, with twins."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

ROUTEROS = (
    "/system identity\nset name=one\n/interface bonding\nadd name=bond1 slaves=ether6,ether7\n"
    "/interface bridge port\nadd bridge=bridge1 interface={port}\n/ip address\nadd address=10.0.0.1/24 interface={on}\n"
)
COMWARE = (
    "interface Bridge-Aggregation1\n port link-type trunk\n port trunk permit vlan 10 20\n#\n"
    "interface GigabitEthernet1/0/1\n port link-type trunk\n port trunk permit vlan {}\n"
    " port link-aggregation group 1\n"
)
FORTIOS = """\
config system interface
edit wan1
set ip 203.0.113.2 255.255.255.248
set role wan
next
edit lan
set ip 10.10.1.1 255.255.255.0
next
end
config router static
edit 1
set gateway 203.0.113.1
set device wan1
next
edit 2
set dst 10.10.4.0 255.255.255.0
set gateway 10.10.1.9
set device lan
next
end
config firewall address
edit users
set subnet {net} 255.255.255.0
next
end
config firewall policy
edit 1
set srcintf lan
set dstintf wan1
set srcaddr users
set dstaddr all
set service HTTPS
set action accept
set nat enable
next
edit 2
set srcintf lan
set dstintf wan1
set srcaddr users
set dstaddr all
set service DNS
set action accept
{nat}
next
end
"""
ROUTE = (
    "sysname one\ninterface Vlanif10\n ip address 10.0.0.1 255.255.255.252\n#\n"
    "ip route-static 10.9.0.0 255.255.0.0 10.0.0.{}\n"
)
MODE = (
    "sysname {name}\ninterface GigabitEthernet0/0/1\n description {far} GigabitEthernet0/0/1\n"
    " port link-type {mode}\n"
)
CASES = {
    "an address on a port of a bridge": (
        "member-port",
        ROUTEROS.format(port="ether4", on="ether4"),
        ROUTEROS.format(port="ether4", on="bridge1"),
    ),
    "a port in a bundle and in a bridge": (
        "member-port",
        ROUTEROS.format(port="ether6", on="bridge1"),
        ROUTEROS.format(port="bond1", on="bridge1"),
    ),
    "a port with other VLANs than its bundle": ("member-port", COMWARE.format("10"), COMWARE.format("10 20")),
    "sources that are not behind their interface": (
        "unmatched-entry",
        FORTIOS.replace("edit 2\nset srcintf lan", "edit 2\nset srcintf wan1").format(
            net="10.11.1.0", nat="set nat enable"
        ),
        FORTIOS.format(net="10.10.4.0", nat="set nat enable"),
    ),
    "private addresses that leave as they are": (
        "missing-nat",
        FORTIOS.format(net="10.10.1.0", nat="set logtraffic all"),
        FORTIOS.format(net="10.10.1.0", nat="set nat enable"),
    ),
    "a next hop that is a broadcast address": ("next-hop-unreachable", ROUTE.format(3), ROUTE.format(2)),
}


@pytest.mark.parametrize(("kind", "defect", "clean"), CASES.values(), ids=CASES)
def test_defect(kind: str, defect: str, clean: str) -> None:
    assert len(messages_of(kind, one=defect)) == 1
    assert messages_of(kind, one=clean) == []


def test_sources_where_a_protocol_may_tell_of_more() -> None:
    text = (
        FORTIOS.format(net="10.11.1.0", nat="set nat enable")
        + "config router ospf\nset router-id 1.1.1.1\nend\n"
    )
    assert messages_of("unmatched-entry", one=text + "config router bgp\nset as 65001\nend\n") == []


def test_modes_of_a_link() -> None:
    one = MODE.format(name="one", far="two", mode="trunk")
    assert messages_of("link-vlan", one=one, two=MODE.format(name="two", far="one", mode="trunk")) == []
    assert len(messages_of("link-vlan", one=one, two=MODE.format(name="two", far="one", mode="access"))) == 1


VPN = (
    "sysname {name}\nacl advanced 3002\n"
    " rule 5 permit ip source {here} 0.0.0.255 destination {there} 0.0.0.{wildcard}\n#\n"
    "ipsec policy V 10 isakmp\n security acl 3002\n remote-address 192.0.2.{to}\n#\n"
    "interface GigabitEthernet1/0/1\n ip address 192.0.2.{at} 255.255.255.248\n ipsec apply policy V\n"
)


@pytest.mark.parametrize(("to", "wildcard", "count"), [(2, 255, 0), (2, 127, 1), (4, 255, 1)])
def test_vpn_of_access_lists(to: int, wildcard: int, count: int) -> None:
    one = VPN.format(name="one", here="10.1.0.0", there="10.2.0.0", wildcard=wildcard, to=to, at=1)
    two = VPN.format(name="two", here="10.2.0.0", there="10.1.0.0", wildcard=255, to=1, at=2)
    assert len(messages_of("vpn-ends", one=one, two=two)) == count


TWO_VPNS = (
    "config system global\nset hostname {name}\nend\nconfig system interface\n"
    "edit wan1\nset ip 192.0.2.{own} 255.255.255.0\nnext\nedit wan2\nset ip 198.51.100.{own} 255.255.255.0\nnext\nend\n"
    "config vpn ipsec phase1-interface\n"
    "edit first\nset interface wan1\nset dhgrp 14\nset remote-gw 192.0.2.{other}\nnext\n"
    "edit second\nset interface wan2\nset dhgrp {group}\nset remote-gw 198.51.100.{other}\nnext\nend\n"
)


@pytest.mark.parametrize(("group", "count"), [(14, 0), (20, 1)])
def test_two_vpns_between_two_devices_are_paired_by_where_they_begin(group: int, count: int) -> None:
    one = TWO_VPNS.format(name="one", own=1, other=2, group=14)
    two = TWO_VPNS.format(name="two", own=2, other=1, group=group)
    messages = messages_of("vpn-ends", one=one, two=two)
    assert [message for message in messages if "one second has 14, two second has 20" in message] == messages
    assert len(messages) == count


VDOMS = """\
config vdom
edit root
next
edit cust
next
end
config global
config system interface
edit port1
set ip 10.0.0.1 255.255.255.0
next
end
end
config vdom
edit root
config firewall policy
edit 1
set srcintf port9
next
end
end
config vdom
edit cust
config firewall address
edit known
set subnet 10.0.0.0 255.255.255.0
next
end
config firewall policy
edit 1
set srcintf port1
set srcaddr known
set dstaddr lost
next
end
end
"""


def test_largest_vdom() -> None:
    assert messages_of("undefined-reference", one=VDOMS) == [
        "one uses the address object lost and does not define it."
    ]


def test_mask_of_a_pool() -> None:
    text = "sysname one\ninterface Vlanif10\n ip address 10.0.0.1 255.255.255.0\n#\nip pool p\n gateway-list 10.0.0.1\n"
    assert messages_of("dhcp-outside", one=text + " network 10.0.0.0 mask 255.255.255.0\n") == []
    assert messages_of("dhcp-outside", one=text + " network 10.0.0.0 mask 255.255.255.128\n") == [
        "On one, the DHCP pool p gives away 10.0.0.0/25, but one is in 10.0.0.0/24."
    ]


def test_sources_that_no_device_knows() -> None:
    text = FORTIOS.format(net="10.11.1.0", nat="set nat enable") + "config router bgp\nset as 65001\nend\n"
    two = "sysname two\ninterface Vlanif10\n ip address 10.{}.1.5 255.255.255.0\n"
    assert len(messages_of("unmatched-entry", one=text, two=two.format(12))) == 2
    assert messages_of("unmatched-entry", one=text, two=two.format(11)) == []


def test_label_distribution_at_one_end() -> None:
    text = "sysname {}\nmpls\nmpls ldp\n#\ninterface GigabitEthernet0/0/1\n ip address 192.0.2.{} 255.255.255.252\n{}"
    one, two = text.format("one", 1, " mpls\n mpls ldp\n"), text.format("two", 2, "{}")
    assert len(messages_of("link-protocol", one=one, two=two.format(""))) == 1
    assert messages_of("link-protocol", one=one, two=two.format(" mpls\n mpls ldp\n")) == []


OSPF_OF_ROUTEROS_6 = (
    "/interface ethernet\nset [ find default-name=ether2 ] name=link\n/ip address\n"
    "add address=192.0.2.{at}/30 interface=link\n/routing ospf interface\n"
    "add hello-interval={hello}s interface=link network-type=point-to-point\n"
    "/routing ospf network\nadd area=backbone network=192.0.2.0/30\n/system identity\nset name={name}\n"
)


def test_ospf_of_routeros_6() -> None:
    one = OSPF_OF_ROUTEROS_6.format(name="one", at=1, hello=10)
    assert messages_of("link-ospf", one=one, two=OSPF_OF_ROUTEROS_6.format(name="two", at=2, hello=10)) == []
    assert (
        len(messages_of("link-ospf", one=one, two=OSPF_OF_ROUTEROS_6.format(name="two", at=2, hello=5))) == 1
    )


ZONES = """\
sysname one
interface GigabitEthernet1/0/1
 ip address 203.0.113.1 255.255.255.248
#
interface GigabitEthernet1/0/3
 ip address 10.1.0.1 255.255.255.0
#
security-zone name Trust
 import interface GigabitEthernet1/0/3
#
security-zone name Untrust
 import interface GigabitEthernet1/0/{port}
#
object-group ip address lan
 0 network subnet 10.1.0.0 255.255.255.0
#
security-policy ip
 rule 0 name out
  action pass
  source-zone Trust
  destination-zone Untrust
  source-ip {group}
"""


def test_zones() -> None:
    clean = ZONES.format(port=1, group="lan")
    kinds = ("undefined-reference", "unused-definition", "missing-part", "any-to-any", "unmatched-entry")
    assert [messages_of(kind, one=clean) for kind in kinds] == [[]] * len(kinds)
    assert messages_of("missing-part", one=ZONES.format(port=3, group="lan")) == [
        "one has interfaces in no security zone: GigabitEthernet1/0/1."
    ]
    assert messages_of("undefined-reference", one=ZONES.format(port=1, group="lam")) == [
        "one uses the object group lam and does not define it."
    ]
    assert len(messages_of("any-to-any", one=clean + " rule 1 name all\n  action pass\n")) == 1
    assert len(messages_of("unmatched-entry", one=clean.replace("10.1.0.0", "10.8.0.0"))) == 1

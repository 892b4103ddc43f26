"""Policies for routes of several makes that miss what they are for, with twins that do not."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

IOS = """\
hostname one
interface Gi0/0
 ip address 192.0.2.2 255.255.255.252
router bgp 65001
 network 10.2.20.0 mask 255.255.255.0
 neighbor 192.0.2.1 remote-as 64500
 neighbor 192.0.2.1 description Transit A
 neighbor 192.0.2.1 route-map OUT out
route-map OUT permit 10
 match ip address prefix-list OWN
{}
ip prefix-list OWN seq 5 permit {}
"""
VRP = """\
sysname one
bgp 65001
 peer 192.0.2.1 as-number 64500
 peer 192.0.2.1 description ISP-A
 ipv4-family unicast
  network 10.2.20.0 255.255.255.0
  peer 192.0.2.1 route-policy OUT export
route-policy OUT permit node 10
 if-match ip-prefix OWN
{}
ip ip-prefix OWN index 10 permit {}
"""
VYOS = """\
set protocols bgp system-as '65001'
set protocols bgp address-family ipv4-unicast network 10.2.20.0/24
set protocols bgp neighbor 192.0.2.1 remote-as '64500'
set protocols bgp neighbor 192.0.2.1 description 'upstream'
set protocols bgp neighbor 192.0.2.1 address-family ipv4-unicast route-map export 'OUT'
set policy route-map OUT rule 10 action 'permit'
set policy route-map OUT rule 10 match ip address prefix-list 'OWN'
{}
set policy prefix-list OWN rule 10 action 'permit'
set policy prefix-list OWN rule 10 prefix '{}'
"""
XR = """\
hostname one
router bgp 65001
 neighbor 192.0.2.1
  remote-as 64500
  description Transit A
  address-family ipv4 unicast
   route-policy OUT out
  !
 !
!
route-policy OUT
{}  pass
{}end-policy
"""
JUNOS = """\
set routing-options autonomous-system 65001
set protocols bgp group TRANSIT neighbor 192.0.2.1 peer-as 64500
set protocols bgp group TRANSIT export OUT
set policy-options policy-statement OUT term 1 from prefix-list OWN
set policy-options policy-statement OUT term 1 then accept
set policy-options policy-statement OUT term 2 then {}
set policy-options prefix-list OWN {}
"""
OTHER_NEIGHBOR = "router bgp 65001\n neighbor 10.2.20.9 remote-as 65001\n"
LIST = "hostname one\nip prefix-list A seq 5 deny 0.0.0.0/0 le {}\nip prefix-list A seq 10 permit 10.0.0.0/8 le 24\n{}"
COMWARE_LIST = (
    "sysname one\nip prefix-list A index 10 permit 10.0.0.0 8 less-equal {}\n"
    "ip prefix-list A index 20 deny 10.1.0.0 16\n{}"
)
CASES = {
    "a list of another network": (
        "unannounced-network",
        IOS,
        ("", "10.3.0.0/16 le 24"),
        ("", "10.2.0.0/16 le 24"),
    ),
    "a list of a shorter prefix": (
        "unannounced-network",
        IOS,
        (OTHER_NEIGHBOR, "10.2.0.0/16"),
        (OTHER_NEIGHBOR, "10.2.0.0/16 ge 24"),
    ),
    "a list of another network (VRP)": (
        "unannounced-network",
        VRP,
        ("", "10.2.0.0 16"),
        ("", "10.2.0.0 16 less-equal 24"),
    ),
    "a list of another network (VyOS)": (
        "unannounced-network",
        VYOS,
        ("", "10.2.0.0/16"),
        ("", "10.2.20.0/24"),
    ),
    "a policy that permits all": (
        "route-leak",
        IOS,
        ("route-map OUT permit 20", "10.2.20.0/24"),
        ("", "10.2.20.0/24"),
    ),
    "a policy that denies first": (
        "route-leak",
        IOS,
        ("route-map OUT permit 20", "10.2.20.0/24"),
        ("route-map OUT deny 5\n match community 9\nroute-map OUT permit 20", "10.2.20.0/24"),
    ),
    "a policy that permits all (VRP)": (
        "route-leak",
        VRP,
        ("route-policy OUT permit node 20", "10.2.20.0 24"),
        ("", "10.2.20.0 24"),
    ),
    "a policy that permits all (VyOS)": (
        "route-leak",
        VYOS,
        ("set policy route-map OUT rule 20 action 'permit'", "10.2.20.0/24"),
        ("", "10.2.20.0/24"),
    ),
    "a policy that permits all (IOS XR)": (
        "route-leak",
        XR,
        ("", ""),
        ("  if destination in OWN then\n  ", "  endif\n"),
    ),
    "a policy that permits all (Junos)": (
        "route-leak",
        JUNOS,
        ("accept", "10.2.20.0/24"),
        ("reject", "10.2.20.0/24"),
    ),
    "an entry behind one that denies all": ("shadowed-entry", LIST, (32, ""), (7, "")),
    "an entry within another (Comware)": ("shadowed-entry", COMWARE_LIST, (16, ""), (15, "")),
}


@pytest.mark.parametrize(("kind", "text", "wrong", "right"), CASES.values(), ids=CASES)
def test_policy(kind: str, text: str, wrong: tuple[object, object], right: tuple[object, object]) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    found = [list(run(network(one=text.format(*values)))) for values in (wrong, right)]
    assert [len(each) for each in found] == [1, 0], found

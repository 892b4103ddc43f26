"""How severe a finding is: what nobody must act on is low, and one cause is told once."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS, _without_repeats
from findings.records import Finding
from graph_store.records import SourceLine
from tests.findings.planted import findings_of, network

SWITCH = "hostname sw1\nvlan 10\n name office\ninterface GigabitEthernet1/0/1\n switchport mode {}\n"
VTY = "hostname r1\nline vty 0 4\n transport input ssh\nline vty 5 15\n {}\n"
PORT = "hostname r1\ninterface Vlan3\n ip access-group ELSE in\nip access-list extended ELSE\n permit ip any any\n"
PORT += "interface Vlan4\n ip access-group GONE in\n{}"
NEIGHBOR = """\
hostname r1
ip prefix-list X permit 10.0.0.0/8
router bgp 5
 neighbor 10.0.0.2 remote-as 6
 neighbor 10.0.0.2 shutdown
 neighbor 10.0.0.2 prefix-list Y in
 neighbor 10.0.0.3 remote-as 6
 neighbor 10.0.0.3 prefix-list X in
"""
DISABLED = """\
system {
 host-name r1;
}
interfaces {
 ge-0/0/1 {
  disable;
  unit 0 {
   family inet {
    filter {
     input GONE;
    }
   }
  }
 }
}
"""
FILTER = "hostname r1\nip access-list extended A\n permit ip any any\n {}\ninterface Vlan3\n ip access-group A in\n"
CASES = {
    "a port in a VLAN that is not there": (
        SWITCH.format("access\n switchport access vlan 44"),
        "undefined-vlan",
        "medium",
    ),
    "a port that is shut down is parked there": (
        SWITCH.format("access\n switchport access vlan 44\n shutdown"),
        "undefined-vlan",
        "low",
    ),
    "a native VLAN that nobody is in": (
        SWITCH.format("trunk\n switchport trunk native vlan 44"),
        "undefined-vlan",
        "low",
    ),
    "vty lines without a filter": (VTY.format("transport input ssh"), "vty-without-filter", "low"),
    "vty lines that are closed are no filter": (
        VTY.format("transport input none"),
        "vty-without-filter",
        "low",
    ),
    "vty lines without the filter of the others": (
        VTY.format("access-class 7 in"),
        "vty-without-filter",
        "medium",
    ),
    "a secret that its make cannot hide": (
        '/ppp secret\nadd name=site password="fresh-Apple-31" service=l2tp\n',
        "clear-text-password",
        "low",
    ),
    "a password of daemons that listen on the device itself": (
        "frr version 8.1\nhostname r1\npassword fresh-Apple-31\n",
        "clear-text-password",
        "low",
    ),
    "a policy map in a file that has none": (
        "hostname r1\ninterface GigabitEthernet0/1\n service-policy output SHAPE\n",
        "undefined-reference",
        "low",
    ),
    "a list of a port that is up": (PORT.format(" no shutdown\n"), "undefined-reference", "high"),
    "a list of a port that is shut down": (PORT.format(" shutdown\n"), "undefined-reference", "low"),
    "a list of a port that was shut down and brought up": (
        PORT.format(" shutdown\n no shutdown\n"),
        "undefined-reference",
        "high",
    ),
    "a list of a neighbor that is shut down": (
        NEIGHBOR,
        "undefined-reference",
        "low",
    ),
    "a list in a port of braces that is disabled": (
        DISABLED,
        "undefined-reference",
        "low",
    ),
    "a list that permits everything and ends": (FILTER.format("deny ip any any"), "shadowed-entry", "low"),
    "an entry that denies behind one that permits everything": (
        FILTER.format("deny tcp any any eq 23"),
        "shadowed-entry",
        "high",
    ),
}


@pytest.mark.parametrize(("text", "kind", "severity"), CASES.values(), ids=CASES)
def test_severity(text: str, kind: str, severity: str) -> None:
    found = [one for check in CHECKS if check.kind == kind for one in check.run(network(r1=text))]
    assert [one.severity for one in found] == [severity]


CUT = "version 15.9\nhostname r1\n{}interface Vlan4\n ip access-group GONE in\n"
CUT += "ip nat inside source route-map NO interface Vlan4\n{}"
ACL = "ip access-list extended ELSE\n permit ip any any\n"
ENDS = {
    "a file that ends as whole ones do": (CUT.format("", "end\n"), ["high", "high"]),
    "a file with a prompt behind its end": (CUT.format("", "end\nr1#\n"), ["high", "high"]),
    "a file that ends before that": (CUT.format("", ""), ["low", "low"]),
    "a file that ends behind the lists": (CUT.format(ACL, ""), ["high", "low"]),
    "a file that ends within the lists": (CUT.format("", ACL), ["low", "low"]),
}


@pytest.mark.parametrize(("text", "severities"), ENDS.values(), ids=ENDS)
def test_what_may_have_been_cut_off(text: str, severities: list[str]) -> None:
    found = findings_of("undefined-reference", r1=text)
    assert sorted(one.severity for one in found) == severities
    assert all("may be cut off" in one.message for one in found if one.severity == "low")


TRUNK = """\
hostname {name}
interface GigabitEthernet1/0/1
 description {other} GigabitEthernet1/0/1
 switchport mode trunk
 switchport trunk native vlan {native}
 switchport trunk allowed vlan {allowed}
"""


@pytest.mark.parametrize(("allowed", "severity"), [("7-9", "low"), ("7-9,881", "high")])
def test_native_vlans_that_trunks_let_pass_or_not(allowed: str, severity: str) -> None:
    one = TRUNK.format(name="p1", other="p2", native=881, allowed=allowed)
    other = TRUNK.format(name="p2", other="p1", native=882, allowed=allowed)
    assert [found.severity for found in findings_of("link-vlan", p1=one, p2=other)] == [severity]


BUNDLE = """\
sysname {0}
interface Bridge-Aggregation5
 description to {1}
 port link-type trunk
 port trunk permit vlan 20 {2}
 port trunk pvid vlan {2}
 link-aggregation mode dynamic
interface Ten-GigabitEthernet1/0/1
 description {1} Ten-GigabitEthernet1/0/1
 port link-type trunk
 port trunk permit vlan 20 {2}
 port trunk pvid vlan {2}
 port link-aggregation group 5
"""


def test_a_native_vlan_that_differs_is_one_finding_of_a_bundle() -> None:
    ends = network(d1=BUNDLE.format("d1", "d2", 97), d2=BUNDLE.format("d2", "d1", 98))
    (found,) = (one for check in CHECKS if check.kind == "link-vlan" for one in check.run(ends))
    assert found.message == (
        "The ends of a link differ in native VLAN: d1 Bridge-Aggregation5 has 97, d2 Bridge-Aggregation5 has 98."
    )


PEER = """\
hostname x1
router bgp 65010
 neighbor-group OUT
  remote-as 65020
  address-family ipv4 unicast
   maximum-prefix 50 80
 neighbor 192.0.2.9
  use neighbor-group OUT
  address-family ipv4 unicast
   maximum-prefix 60 80
"""


def test_what_is_said_alike_is_said_once() -> None:
    found = [one for check in CHECKS if check.kind == "bgp-session" for one in check.run(network(x1=PEER))]
    assert len({one.message for one in found}) == len([*_without_repeats(found)])


NTP = "sysname d7\nntp-service enable\n{}ntp-service unicast-server 192.0.2.44 authentication-keyid 61\n"
KEY = "ntp-service authentication-keyid 61 authentication-mode md5 cipher $c$3$abc\n"


@pytest.mark.parametrize(("key", "kind"), [("", "undefined-reference"), (KEY, "missing-part")])
def test_a_key_that_is_not_there_need_not_be_trusted(key: str, kind: str) -> None:
    found = [one for check in CHECKS for one in check.run(network(d7=NTP.format(key)))]
    assert [one.kind for one in found if "key" in one.message and "61" in one.message] == [kind]


def test_what_one_end_has_wrong_is_no_difference_besides() -> None:
    here, there = (
        SourceLine("d7.cfg", 4, "default-action accept"),
        SourceLine("d8.cfg", 4, "default-action drop"),
    )
    leak = Finding("route-leak", "high", ("d8",), "d8 tells its provider everything", (there,))
    differs = Finding("neighbor-differs", "medium", ("d7", "d8"), "they differ", (here, there))
    apart = Finding("neighbor-differs", "medium", ("d8", "d7"), "they differ in a key", (here, there))
    assert [*_without_repeats([leak, differs, apart])] == [leak, apart]


TWO_SERVERS = "hostname {}\ninterface Loopback0\nntp server {}\nntp server {}\n"
SERVERS = {
    "as many of its own": (("192.0.2.4", "192.0.2.5"), ["low", "low"]),
    "another one where others have two": (("10.9.0.1", "10.9.0.1"), ["medium"]),
    "one that looks like a slip": (("10.9.0.1", "10.9.0.22"), ["medium"]),
}


@pytest.mark.parametrize(("servers", "severities"), SERVERS.values(), ids=SERVERS)
def test_servers_of_its_own(servers: tuple[str, str], severities: list[str]) -> None:
    others = {f"a{n}": TWO_SERVERS.format(f"a{n}", "10.9.0.1", "10.9.0.2") for n in range(6)}
    found = findings_of("not-like-others", **others, edge=TWO_SERVERS.format("edge", *servers))
    assert [one.severity for one in found] == severities


VLANS = "hostname {0}\nvlan {3}\ninterface Port-channel1\n description {1} Po1\n switchport mode trunk\n"
VLANS += " switchport trunk allowed vlan {2}\ninterface Ethernet1/1\n channel-group 1 mode active\n{4}"
ALLOWED = {
    "a VLAN that one end has": ("10,20", "20", "", ["medium"]),
    "a VLAN that neither end has": ("10", "30", "", ["low"]),
    "a bundle whose port is shut down": ("10,20", "20", " shutdown\n", []),
}


@pytest.mark.parametrize(("there", "only", "more", "severities"), ALLOWED.values(), ids=ALLOWED)
def test_vlans_that_one_trunk_allows(there: str, only: str, more: str, severities: list[str]) -> None:
    one = VLANS.format("sw1", "sw2", f"10,{only}", there, more)
    other = VLANS.format("sw2", "sw1", "10", "10", "")
    assert [found.severity for found in findings_of("link-vlan", sw1=one, sw2=other)] == severities

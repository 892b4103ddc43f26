"""How severe a finding is: what nobody must act on is low, and one cause is told once."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS, _without_repeats
from findings.records import Finding
from graph_store.records import SourceLine
from tests.findings.planted import findings_of, network

SWITCH = "hostname sw1\nvlan 10\n name office\ninterface GigabitEthernet1/0/1\n switchport mode {}\n"
VTY = "hostname r1\nline vty 0 4\n transport input ssh\nline vty 5 15\n {}\n"
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

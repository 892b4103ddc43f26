"""What differs between two configurations: first what somebody should look at."""

from __future__ import annotations

import pytest

from agent.render.difference_table import table_of_lines
from agent.render.pair_blocks import marks_of, pair_alike
from graph_store.records import SourceLine

R1 = """\
! written by ann
hostname r1
!
crypto trustpoint self-111222333
 subject r1
!
interface Gi0/1
 description to r9 Gi1/0/1
 speed auto
 mtu 9100
 duplex full
 ip address 10.0.0.1/30
 no shutdown
!
vlan 30
!
route-map IN permit 10
 set local-preference 200
!
ntp server 192.0.2.1
"""
R2 = """\
! written by bob
hostname r2
!
crypto trustpoint self-444555666
 subject r2
!
interface Gi0/1
 description to r9 Gi1/0/2
 speed auto
 mtu 1500
 duplex full
 ip address 10.0.0.5/30
 no shutdown
!
route-map IN permit 10
 set local-preference 150
!
"""


def lines(path: str, text: str) -> list[SourceLine]:
    return [SourceLine(path, number, line) for number, line in enumerate(text.splitlines(), 1)]


def test_what_any_two_devices_have_of_their_own_comes_last() -> None:
    table = table_of_lines([lines("r1.cfg", R1), lines("r2.cfg", R2)], ["r1", "r2"])
    said = [(str(one or ""), str(other or "")) for _, one, other in table.rows]
    own = [
        ("! written by ann; hostname r1", "! written by bob; hostname r2"),
        ("crypto trustpoint self-111222333; subject r1", ""),
        ("", "crypto trustpoint self-444555666; subject r2"),
        ("description to r9 Gi1/0/1", "description to r9 Gi1/0/2"),
        ("ip address 10.0.0.1/30", "ip address 10.0.0.5/30"),
    ]
    assert said[-len(own) :] == own
    assert {("mtu 9100", "mtu 1500"), ("vlan 30", ""), ("ntp server 192.0.2.1", "")} <= set(said)
    assert len(said) == table.total


DISTRIBUTION = """\
hostname {name}
interface Gi1/0/1
 {first}
interface Gi1/0/2
 {second}
interface Vlan10
 ip address 10.3.10.{own} 255.255.255.0
 standby 1 ip 10.3.10.1
ntp server 10.3.9.{ntp}
"""
ACCESS = "description to {far} Gi0/1\n switchport mode trunk\n switchport trunk allowed vlan {vlans}"
CORE = "description uplink to fen-c1\n no switchport\n ip address 10.3.0.{own} 255.255.255.252"


def differences(other: str) -> set[tuple[str, str, str]]:
    one = DISTRIBUTION.format(
        name="fen-d1",
        first=ACCESS.format(far="fen-a1", vlans="10,20"),
        second=CORE.format(own=1),
        own=2,
        ntp=1,
    )
    table = table_of_lines([lines("d1.cfg", one), lines("d2.cfg", other)], ["fen-d1", "fen-d2"])
    return {(str(row[0]), str(row[1]), str(row[2])) for row in table.rows}


OTHER = DISTRIBUTION.format(
    name="fen-d2", first=CORE.format(own=5), second=ACCESS.format(far="fen-a1", vlans="10"), own=3, ntp=2
)
VLANS = ("switchport trunk allowed vlan 10,20", "switchport trunk allowed vlan 10")


def test_interfaces_of_equal_names_and_other_uses_are_compared_by_their_use() -> None:
    found = differences(OTHER)
    assert ("interface Gi1/0/1 = interface Gi1/0/2", *VLANS) in found
    core = ("ip address 10.3.0.1 255.255.255.252", "ip address 10.3.0.5 255.255.255.252")
    assert ("interface Gi1/0/2 = interface Gi1/0/1", *core) in found
    assert ("", "ntp server 10.3.9.1", "ntp server 10.3.9.2") in found
    assert not [row for row in found if "switchport mode trunk" in row[1] + row[2]]


def test_interfaces_of_other_names_are_compared_by_their_use() -> None:
    found = differences(OTHER.replace("Gi1/0/", "Te2/1/").replace("interface Vlan10", "interface Vlan110"))
    assert ("interface Gi1/0/1 = interface Te2/1/2", *VLANS) in found
    address = ("ip address 10.3.10.2 255.255.255.0", "ip address 10.3.10.3 255.255.255.0")
    assert ("interface Vlan10 = interface Vlan110", *address) in found


def test_what_only_one_has_is_whole() -> None:
    more = f"{OTHER}interface Gi1/0/9\n description spare\n shutdown\n"
    assert ("interface Gi1/0/9", "", "interface Gi1/0/9; description spare; shutdown") in differences(more)


BRACES = """\
system {{
    host-name {name};
}}
interfaces {{
    {one} {{
        description "to fen-a1";
        mtu {mtu};
        unit 0 {{
            family inet;
        }}
    }}
    {other} {{
        description "to fen-c1";
    }}
}}
"""
FLAT = """\
set system host-name {name}
set interfaces {one} description "to fen-a1"
set interfaces {one} mtu {mtu}
set interfaces {other} description "to fen-c1"
"""


@pytest.mark.parametrize("text", [BRACES, FLAT], ids=["braces", "flat"])
def test_other_forms_are_compared_by_use_too(text: str) -> None:
    one = text.format(name="fen-d1", one="ge-0/0/0", other="ge-0/0/1", mtu=9192)
    other = text.format(name="fen-d2", one="ge-0/0/1", other="xe-0/1/0", mtu=1500)
    table = table_of_lines([lines("d1", one), lines("d2", other)], ["fen-d1", "fen-d2"])
    found = {(str(row[0]), str(row[1]).strip(";"), str(row[2]).strip(";")) for row in table.rows}
    within = "interfaces" if text is BRACES else "set / interfaces"
    assert (f"{within} / ge-0/0/0 = ge-0/0/1", "mtu 9192", "mtu 1500") in found
    assert not [row for row in found if "description" in row[1] + row[2]]
    assert {line.text for cited in table.citations for line in cited} <= {
        *one.splitlines(),
        *other.splitlines(),
    }


PAIRS = {
    "by a description": ({"a": "description to x-1"}, {"b": "description to x-1"}, [("a", "b")]),
    "by the far end": ({"a": "description to x-1 port 4"}, {"b": "description link x-1"}, [("a", "b")]),
    "by each other's names": ({"a": "description peer link to d2"}, {"b": "description peer link to d1"}, [("a", "b")]),
    "by a subnet": ({"a": "ip address 10.0.0.1/24"}, {"b": "set address 10.0.0.2/24"}, [("a", "b")]),
    "not by a common word": ({"a": "description floor 2"}, {"b": "description room 2"}, []),
    "not by what many have": (
        {"a": "description user", "c": "description user"}, {"b": "description user"}, []
    ),
    "by equal names, where nothing says otherwise": ({"a": "mtu 1500"}, {"a": "mtu 9000"}, [("a", "a")]),
    "not by a loopback": ({"a": "ip address 10.0.0.1/32"}, {"b": "ip address 10.0.0.1/32"}, []),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other", "pairs"), PAIRS.values(), ids=PAIRS)
def test_pairs(one: dict[str, str], other: dict[str, str], pairs: list[tuple[str, str]]) -> None:
    marked = [{name: marks_of([text], ["d1", "d2"]) for name, text in side.items()} for side in (one, other)]
    assert pair_alike(*marked) == pairs

"""Devices of two makes are compared by what both call the same, and only where names can be compared."""

from __future__ import annotations

from pathlib import Path

from agent.records import Question
from tests.agent.ask_files import agent_on

IOS = """\
hostname till
ntp server 192.0.2.10
ntp server 192.0.2.11
logging host 192.0.2.20
vlan 33
 name OVENS
vlan 34
 name SILOS
interface GigabitEthernet0/1
 switchport access vlan 33
"""
EOS = """\
! device: mill (DCS-7050SX3, EOS-4.28.3M)
hostname mill
ntp server 192.0.2.10 prefer
logging host 192.0.2.20
vlan 33
   name OVEN-HALL
interface Ethernet1
   switchport access vlan 33
management ssh
   idle-timeout 15
"""
JUNOS = """\
system {
    host-name silo;
    ntp {
        server 192.0.2.11;
    }
}
vlans {
    OVENS {
        vlan-id 33;
    }
    STORES {
        vlan-id 35;
    }
}
"""


def tables_for(folder: Path, text: str) -> dict[str, list[tuple[object, ...]]]:
    files = {"till.cfg": IOS, "mill.cfg": EOS, "silo.conf": JUNOS}
    with agent_on(folder, files) as agent:
        return {one.title: list(one.rows) for one in agent.ask(Question(text)).tables}


def test_what_both_have_is_compared_by_name_and_property(tmp_path: Path) -> None:
    found = tables_for(tmp_path, "Compare till and mill")
    assert found["VLANs: 1 only on till, 0 only on mill, 0 the same on both"] == [
        ("34", "", "yes", "no"),
        ("33", "name", "OVENS", "OVEN-HALL"),
    ]
    assert found["NTP servers: 1 only on till, 0 only on mill, 1 the same on both"] == [
        ("192.0.2.11", "", "yes", "no")
    ]
    assert not any(title.startswith("interface") for title in found)


def test_names_are_compared_with_what_another_make_calls_by_a_property(tmp_path: Path) -> None:
    found = tables_for(tmp_path, "Compare till and silo")
    assert found["VLANs: 1 only on till, 1 only on silo, 1 the same on both"] == [
        ("34", "", "yes", "no"),
        ("35", "", "no", "yes"),
    ]
    assert any(title.startswith("NTP servers") for title in found)


def test_a_question_for_the_difference_of_vlans_compares_their_numbers(tmp_path: Path) -> None:
    found = tables_for(tmp_path, "differences between the vlans of till and silo")
    assert "VLANs: 1 only on till, 1 only on silo, 1 the same on both" in found

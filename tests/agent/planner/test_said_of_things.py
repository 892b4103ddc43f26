"""What a question says of things is asked for: what there are most of, what stands before a "no", whose address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

WEST = """\
hostname kiln-west
!
vlan 10
 name CLAY
vlan 20
 name GLAZE
vlan 30
 name ASH
!
interface Ethernet1
 description to kiln-east
 ip address 10.90.1.1 255.255.255.0
 ip ospf cost 5
interface Ethernet2
 ip address 10.90.2.1 255.255.255.0
 switchport access vlan 20
interface Ethernet3
 description spare
interface Vlan20
 ip address 10.90.20.2 255.255.255.0
 standby 20 ip 10.90.20.1
 standby 20 priority 110
!
route-map OVEN permit 10
 set metric 5
route-map OVEN permit 20
 set metric 6
route-map DRAFT permit 10
 set metric 7
!
ip prefix-list CLAY-NETS seq 5 permit 0.0.0.0/0
ip prefix-list CLAY-NETS seq 10 permit 10.90.0.0/16
ip prefix-list CLAY-NETS seq 15 deny 10.92.0.0/16
ip prefix-list ASH-NETS seq 5 permit 0.0.0.0/0
!
router bgp 65090
 neighbor PAIR peer-group
 neighbor PAIR route-map OVEN in
 neighbor 10.90.1.2 peer-group PAIR
 neighbor 10.90.2.2 remote-as 65091
 neighbor 10.90.2.2 route-map DRAFT in
!
snmp-server contact kilns@pots.example
"""
EAST = """\
hostname kiln-east
!
vlan 10
 name CLAY
!
interface Ethernet1
 description to kiln-west
 ip address 10.90.1.2 255.255.255.0
!
ip prefix-list EAST-NETS seq 5 permit 0.0.0.0/0
!
snmp-server contact kilns@pots.example
"""
NORTH = """\
interfaces {
    ge-0/0/1 {
        unit 0 {
            family inet {
                address 10.90.3.1/24;
            }
        }
    }
    ge-0/0/2 {
        description spare;
    }
}
security {
    zones {
        security-zone CLAY {
            interfaces {
                ge-0/0/1.0 {
                    host-inbound-traffic {
                        system-services ping;
                    }
                }
            }
        }
    }
}
"""
FILES = {"kiln-west.cfg": WEST, "kiln-east.cfg": EAST, "kiln-north.conf": NORTH}


@pytest.fixture(scope="module")
def kilns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from three configurations of two makes."""
    with agent_of(FILES, tmp_path_factory.mktemp("kilns")) as agent:
        yield agent


NOT_ANSWERED = {
    "entries of lists, and not how often a prefix stands in them": "Which prefix-list has the most entries?",
    "neighbors of a route-map, not the lines that name it": "Which route-map has the most neighbors?",
    "each thing counted as one": "Which vlan is used the least?",
    "a thing that another has": "Which vlan has the fewest interfaces?",
    "a word before a no that only what is denied is called": "Which ospf interfaces have no cost?",
    "what things have besides what they lack": "Which interfaces have an ip address but no description?",
    "the address of a part": "What is the hsrp address of Vlan20?",
    "what somebody may do": "Who can read snmp on kiln-west?",
}


@pytest.mark.parametrize("question", NOT_ANSWERED.values(), ids=NOT_ANSWERED)
def test_not_answered(kilns: Agent, question: str) -> None:
    assert_not_answered(kilns, question)


ANSWERED = {
    "what devices have the most of": ("Which device has the most vlans?", ["kiln-west", "3"], []),
    "what things lack": ("Which interfaces of kiln-west have no description?", ["Ethernet2"], ["Ethernet1"]),
    "the whole's own address": ("What is the ip address of Vlan20 on kiln-west?", ["10.90.20.2"], []),
    "what only names a part of another": (
        "Which interfaces have no ip address?",
        ["Ethernet3", "ge-0/0/2"],
        ["kiln-north: ge-0/0/1.0"],
    ),
}


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_answered(kilns: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(kilns, question, shown, hidden)

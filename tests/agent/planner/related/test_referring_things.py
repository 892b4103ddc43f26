"""Things that refer to any of a kind, and things that refer to none, in three syntaxes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.reader.value_index import SAMPLE
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "mole/mole-west.cfg": """\
hostname mole-west
!
vlan 20
   name CRANES
!
interface Ethernet1
   description crane 1
   switchport access vlan 20
!
interface Ethernet2
   description crane 2
   switchport access vlan 20
!
interface Vlan20
   ip address 10.50.9.1/24
   ip access-group CRANES-IN in
!
interface Vlan30
   ip access-group DOCKS-IN in
!
ip access-list CRANES-IN
   10 permit tcp any host 10.50.0.91 eq 443
   20 deny ip any any
!
ip access-list OPS
   10 permit ip 10.50.0.0/24 any
!
router bgp 65010
   neighbor HUBS peer-group
   neighbor HUBS remote-as 65020
   neighbor 10.50.1.2 peer-group HUBS
   neighbor 10.50.1.4 remote-as 65030
   neighbor 10.50.1.6 remote-as 65040
   !
   address-family ipv4
      neighbor HUBS route-map HUB-OUT out
      neighbor 10.50.1.4 route-map QUAY-OUT out
      neighbor 10.50.1.6 activate
!
route-map HUB-OUT permit 10
   set metric 5
!
route-map QUAY-OUT permit 10
   set metric 7
!
line far
   ip access-group OPS in
!
""",
    "mole/mole-east.conf": """\
system {
    host-name mole-east;
}
interfaces {
    xe-0/0/0 {
        description "to mole-west";
        unit 0 {
            family inet {
                filter {
                    input EAST-IN;
                }
                address 10.50.7.1/31;
            }
        }
    }
    xe-0/0/1 {
        description "spare berth";
        unit 0 {
            family inet {
                address 10.50.7.3/31;
            }
        }
    }
}
firewall {
    family inet {
        filter EAST-IN {
            term web {
                from {
                    protocol tcp;
                }
                then accept;
            }
            term rest {
                then {
                    discard;
                }
            }
        }
        filter EAST-OUT {
            term rest {
                then accept;
            }
        }
    }
}
""",
    "mole/mole-shed.cfg": """\
hostname mole-shed
!
interface Berth1
 description no list here
!
interface Berth2
 description no list here either
!
""",
}


@pytest.fixture(scope="module")
def mole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("mole")) as agent:
        yield agent


ANSWERED = {
    "have": (
        "Which interfaces have an ACL?",
        ["Vlan20", "CRANES-IN", "Vlan30", "DOCKS-IN", "xe-0/0/0", "EAST-IN"],
        ["Ethernet1", "xe-0/0/1", "OPS", "EAST-OUT", "Berth1"],
    ),
    "applied": ("which interfaces have an access list applied?", ["Vlan20", "xe-0/0/0"], ["Ethernet1"]),
    "with": ("list the ports with a packet filter", ["Vlan20", "xe-0/0/0"], ["Ethernet1"]),
    "asked from the other side": ("Which ACLs are applied to interfaces?", ["Vlan20", "DOCKS-IN"], ["OPS"]),
    "without": (
        "interfaces without an ACL",
        ["Ethernet1", "Ethernet2", "xe-0/0/1", "left out, as none was read there: mole-shed"],
        ["Vlan20", "Vlan30", "xe-0/0/0", "Berth1"],
    ),
    "have no": ("Which ports on mole-west have no access list?", ["Ethernet1"], ["Vlan20", "xe-0/0/1"]),
    "counted": ("How many interfaces have an ACL?", ["3 interfaces"], []),
    "where": ("which ACLs are applied where?", ["CRANES-IN", "Vlan20", "OPS", "EAST-IN"], ["EAST-OUT"]),
    "in another place, and inherited": (
        "Which neighbors have a route-map?",
        ["10.50.1.2", "inherited from HUBS", "HUB-OUT", "10.50.1.4", "QUAY-OUT"],
        ["10.50.1.6"],
    ),
    "on a named thing": ("what ACL is on Vlan20 of mole-west?", ["CRANES-IN"], ["OPS", "DOCKS-IN"]),
    "of another name": ("Is there an ACL on xe-0/0/0 of mole-east?", ["Yes", "EAST-IN"], ["EAST-OUT"]),
    "no list but an address": ("what is the address on xe-0/0/0 of mole-east?", ["10.50.7.1"], ["EAST-IN"]),
    "nor a filter of inet": ("what's the ip on Vlan20 of mole-west?", ["10.50.9.1"], ["CRANES-IN"]),
    "most, without groups": ("Which device has the most neighbors?", ["mole-west: 3"], []),
    "lacking, with what is inherited": (
        "which neighbors have no route-map?",
        ["10.50.1.6"],
        ["10.50.1.2", "10.50.1.4"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_referring_things(mole: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(mole, question, shown, hidden)


DECLINED = {
    "no reference leads there": "Which interfaces have a route-map?",
    "a kind that nothing refers to": "Where are address families used?",
    "more than is read": "Which interfaces have only an ACL?",
    "none on that one": "Is there an ACL on Ethernet1 of mole-west?",
    "of all things": "Do all interfaces have an ACL?",
    "a word that nothing says": "Which interfaces have a rusty ACL?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_declined(mole: Agent, question: str) -> None:
    assert_not_answered(mole, question)


def test_more_things_refer_than_a_sample_holds(tmp_path: Path) -> None:
    ports = "".join(
        f"interface Ethernet{number}\n description berth {number}\n ip access-group YARD-IN in\n!\n"
        for number in range(1, SAMPLE + 20)
    )
    others = "interface Loop7\n description none\n!\nip access-list YARD-IN\n 10 permit ip any any\n"
    text = f"hostname yard\n!\n{ports}{others}"
    with agent_of({"yard.cfg": text}, tmp_path) as agent:
        assert_shows(agent, "Which interfaces have no ACL?", ["Loop7"], ["Ethernet"])

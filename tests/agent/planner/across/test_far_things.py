"""What is behind a neighbor, and which ports are in a bundle, in three syntaxes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "dune-hub.cfg": """\
hostname dune-hub
!
interface Port-Channel4
 description to dune-rim
!
interface Ethernet1
 description to dune-rim
 channel-group 4 mode active
!
interface Ethernet2
 description to dune-rim
 channel-group 4 mode active
!
interface Ethernet4
 description camera of the yard
!
interface Ethernet9
 ip address 10.31.0.1/30
!
router bgp 65001
 neighbor 10.31.0.2 remote-as 65002
 neighbor 10.31.0.6 remote-as 65003
 neighbor 10.31.0.6 description Quarry office
 neighbor 10.31.0.10 remote-as 65004
!
""",
    "dune-rim.set": """\
set system host-name dune-rim
set bundles bd0 note "to dune-hub"
set bundles bd0 slaves [ xg-1 xg-2 ]
set ports xg-1 note "to dune-hub"
set ports xg-2 note "to dune-hub"
set ports xg-3 note "spare"
set ports xg-7 part 0 address 10.31.0.2/30
""",
    "dune-old.conf": """\
hostname "dune-old"
trunk A3-A4 trk2 lacp
trunk A5-A6 trk3 lacp
interface Trk2
   name "to dune-hub"
   exit
interface Trk3
   name "to dune-rim"
   exit
""",
}


@pytest.fixture(scope="module")
def dune(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from three devices, each in a syntax of its own."""
    with agent_of(FILES, tmp_path_factory.mktemp("dune")) as agent:
        yield agent


ANSWERED = {
    "the device behind a neighbor": ("What is behind neighbor 10.31.0.2 of dune-hub?", ["dune-rim"], ["Quarry"]),
    "who it is, by its description": ("who is behind bgp neighbor 10.31.0.6", ["Quarry"], ["dune-rim"]),
    "what kind of device": ("What CPE is behind neighbor 10.31.0.2?", ["dune-rim", "'CPE' is"], ["Quarry"]),
    "members by number": ("Which ports are members of Port-Channel4?", ["Ethernet1", "Ethernet2"], ["Ethernet4"]),
    "by another word": (
        "which interfaces are in the lag Port-Channel4 on dune-hub",
        ["Ethernet1", "Ethernet2"],
        ["Ethernet9"],
    ),
    "of the bundle to a device": (
        "Which physical ports make up the bundle of dune-hub to dune-rim?",
        ["Ethernet1", "Ethernet2"],
        ["Ethernet4", "Ethernet9"],
    ),
    "a line for the ports": ("Which ports of dune-old form the trunk to dune-hub?", ["A3-A4"], ["A5-A6"]),
    "a named one, in any case": ("Which ports belong to Trk3?", ["A5-A6"], ["A3-A4"]),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_far_things(dune: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(dune, question, shown, hidden)


DECLINED = {
    "a neighbor that nothing is known of": "What is behind neighbor 10.31.0.10 of dune-hub?",
    "no bundle to that device": "Which ports make up the bundle of dune-hub to dune-old?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_declined(dune: Agent, question: str) -> None:
    assert_not_answered(dune, question)

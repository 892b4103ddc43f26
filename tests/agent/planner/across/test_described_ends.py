"""Switches that share a management subnet, and whose cables only descriptions tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

_SWITCH = """\
hostname {name}
!
interface Port1
 description to {other} Port{there}
 mtu {mtu}
!
interface Port2
 description {second}
 mtu 1500
!
interface Port3
 description spare
 mtu 1500
!
interface Vlan99
 description management
 ip address 10.95.9.{host} 255.255.255.0
!
router bgp {number}
 neighbor 10.95.9.20 remote-as 65200
 neighbor 10.95.9.21 remote-as 65201
!
"""
FILES = {
    "slip/slip-one.cfg": _SWITCH.format(
        name="slip-one", other="slip-two", there=2, second="crane 4", mtu=9100, host=1, number=65101
    ),
    "slip/slip-two.cfg": _SWITCH.format(
        name="slip-two", other="slip-six", there=1, second="to slip-one Port1", mtu=1600, host=2, number=65102
    ),
    "slip/slip-six.cfg": """\
hostname slip-six
!
interface Port1
 description to slip-two Port1
 mtu 1600
!
""",
}


@pytest.fixture(scope="module")
def slip(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("slip")) as agent:
        yield agent


ANSWERED = {
    "both ends, by descriptions": (
        "mtu on both ends of the slip-one to slip-two link",
        ["9100", "1500", "not the same at Port1 and Port2"],
        ["Vlan99"],
    ),
    "the other end of a port": (
        "what's connected to slip-one port Port1?",
        ["slip-two: Port2", "slip-one: Port1", "what the descriptions say"],
        ["slip-six", "Vlan99"],
    ),
    "the own AS": ("what AS is slip-one in?", ["65101"], ["65200", "65201"]),
    "the own AS of all": ("Which AS is each router in?", ["65101", "65102"], ["65200"]),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_described_ends(slip: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(slip, question, shown, hidden)


DECLINED = {
    "no AS of its own": "What AS is slip-six in?",
    "nothing at what ties them": "speed on both ends of the slip-one to slip-two link",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_declined(slip: Agent, question: str) -> None:
    assert_not_answered(slip, question)

"""What is asked of configurations is not told by log records that only share a word with it."""

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
!
interface Ethernet1
 description to kiln-east
 ip address 10.90.1.1 255.255.255.0
interface Ethernet2
 ip address 10.90.2.1 255.255.255.0
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
"""
LOG = "".join(
    f"2031-05-06T07:{number:02}:00Z kiln-west FILTER-6-DENY: list GUARD Vlan110 "
    f"denied tcp 10.90.7.{number}(40{number:03}) -> 10.90.8.1({80 + number % 2}) telnet\n"
    for number in range(40)
)
FILES = {"kiln-west.cfg": WEST, "kiln-east.cfg": EAST, "kilns.log": LOG}


@pytest.fixture(scope="module")
def kilns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from two configurations and a log that shares words with them."""
    with agent_of(FILES, tmp_path_factory.mktemp("kilns")) as agent:
        yield agent


NOT_ANSWERED = {
    "a state of devices, of which records only have a word": "Which devices have telnet enabled?",
    "the same of what is configured": "On which devices is telnet configured?",
    "a number of things that records only have a word of": "Which interface has the most vlans?",
}


@pytest.mark.parametrize("question", NOT_ANSWERED.values(), ids=NOT_ANSWERED)
def test_not_answered(kilns: Agent, question: str) -> None:
    assert_not_answered(kilns, question)


def test_what_records_say_themselves_is_told(kilns: Agent) -> None:
    assert_shows(kilns, "How many times was telnet denied?", ["40"], [])

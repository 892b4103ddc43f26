"""What a follow-up means, from the question before it."""

from __future__ import annotations

import pytest

from agent.builtin.follow_up import FollowUpReader
from agent.records import Question, Turn

READER = FollowUpReader({"r1", "r2"}.__contains__)
INTERFACES = Turn(
    "What are the interfaces on 'r1'?", "2 interfaces on r1: Loopback0 [r1.cfg:3], Ethernet0/1 [r1.cfg:5]."
)
ADDRESS = Turn(
    "What is the IP address of Ethernet0/1 on r1?", "Ethernet0/1 on r1: ip address 10.1.1.1 [r1.cfg:7]."
)
OWNER = Turn("Which device is the oldest?", "core-7 [a.cfg:1].")

CASES = {
    "a question of its own stays": (INTERFACES, "How many devices are there?", "How many devices are there?"),
    "and on another device": (INTERFACES, "and on r2?", "What are the interfaces on r2?"),
    "and on another device, named with another preposition": (
        Turn("Which interfaces of r1 are shut down?", "Ethernet0 [r1.cfg:3]."),
        "and on r2?",
        "Which interfaces of r2 are shut down?",
    ),
    "one more fact of the same": (
        Turn("Which access list is applied on Ethernet0 of r1?", "GUARD [r1.cfg:3]."),
        "in which direction?",
        "Which access list is applied on Ethernet0 of r1, and in which direction?",
    ),
    "and on another device, of two values": (
        ADDRESS,
        "And on r2?",
        "What is the IP address of Ethernet0/1 on r2?",
    ),
    "what about another value": (
        ADDRESS,
        "what about Ethernet0/2?",
        "What is the IP address of Ethernet0/2 on r1?",
    ),
    "what about a name that is built alike": (
        ADDRESS,
        "and Loopback0?",
        "What is the IP address of Loopback0 on r1?",
    ),
    "which of those": (
        INTERFACES,
        "Which of those are shut down?",
        "Which interfaces on 'r1' are shut down?",
    ),
    "how many of them": (
        INTERFACES,
        "How many of them are shut down?",
        "How many interfaces on 'r1' are shut down?",
    ),
    "it": (ADDRESS, "Is it shut down?", "Is Ethernet0/1 on r1 shut down?"),
    "its": (OWNER, "What is its version?", "What is the version of core-7?"),
    "its, of what the question itself names": (
        OWNER,
        "Which VLAN is the voice VLAN, and what is its gateway?",
        "Which VLAN is the voice VLAN, and what is its gateway?",
    ),
    "a new narrowing is added": (
        INTERFACES,
        "and with an address?",
        "What are the interfaces on 'r1' with an address?",
    ),
}


@pytest.mark.parametrize(("before", "text", "expected"), CASES.values(), ids=CASES)
def test_stand_alone(before: Turn, text: str, expected: str) -> None:
    assert READER.stand_alone(Question(text, (before,))).text == expected


def test_each_follow_up_builds_on_the_one_before() -> None:
    narrowed = Turn("Which of those are shut down?", "Ethernet0/1 on r1: shutdown yes [r1.cfg:8].")
    question = Question("and on r2?", (INTERFACES, narrowed))
    assert READER.stand_alone(question).text == "Which interfaces on r2 are shut down?"


def test_without_a_history_nothing_changes() -> None:
    question = Question("and on r2?")
    assert READER.stand_alone(question) == question

"""What a follow-up means, from the question before it."""

from __future__ import annotations

import pytest

from agent.builtin.follow_up import FollowUpReader
from agent.records import Question, Turn

READER = FollowUpReader({"r1", "r2", "core-7"}.__contains__)
DECLINED = "Not answered for sure. This is what the data shows about it."
INTERFACES = "What are the interfaces on r1?"
ADDRESS = "What is the IP address of Ethernet0/1 on r1?"

CASES = {
    "a question of its own stays": (INTERFACES, "How many devices are there?", "How many devices are there?"),
    "and on another device": (INTERFACES, "and on r2?", "on r2 (interfaces)?"),
    "one more fact of the same": (
        "Which access list is applied on Ethernet0 of r1?",
        "in which direction?",
        "in which direction (r1 Ethernet0 access list applied)?",
    ),
    "another value takes the place of one that is built alike": (
        ADDRESS,
        "what about Loopback0?",
        "Loopback0 (r1 IP address)?",
    ),
    "which of those": (
        INTERFACES,
        "Which of those are shut down?",
        "Which of those are shut down (r1 interfaces)?",
    ),
    "it": (ADDRESS, "Is it shut down?", "Is it shut down (r1 Ethernet0/1)?"),
    "the same everywhere is what is asked": (
        ADDRESS,
        "Is NTP the same everywhere?",
        "Is NTP the same everywhere?",
    ),
    "its, of what the question itself names": (
        "Which device is the oldest?",
        "Which VLAN is 40, and what is its gateway?",
        "Which VLAN is 40, and what is its gateway?",
    ),
}


@pytest.mark.parametrize(("before", "text", "expected"), CASES.values(), ids=CASES)
def test_stand_alone(before: str, text: str, expected: str) -> None:
    found = READER.stand_alone(Question(text, (Turn(before, DECLINED),)))
    assert (found.text, found.history) == (expected, ())


def test_follow_ups_add_up() -> None:
    turns = (Turn(INTERFACES, DECLINED), Turn("and on r2?", DECLINED))
    found = READER.stand_alone(Question("Which of those are shut down?", turns))
    assert found.text == "Which of those are shut down (r2 interfaces)?"

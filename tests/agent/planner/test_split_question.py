"""How a question of several parts is cut."""

from __future__ import annotations

import pytest

from agent.planner.split_question import split_question

CASES = {
    "one part stays whole": ("Which devices run BGP?", ["Which devices run BGP?"]),
    "a second part is told what the first one named": (
        "When did r1 start, and when did its session fail?",
        ["When did r1 start", "when did its session fail for r1?"],
    ),
    "a part that only asks for one more fact is no part": (
        "Which instance took the longest to build, and how many seconds did it take?",
        ["Which instance took the longest to build how many seconds did it take?"],
    ),
    "a noun behind a preposition is one more fact": (
        "When did the last check succeed, and for which block?",
        ["When did the last check succeed for which block?"],
    ),
    "such a thing is the one before": (
        "Which address logged in, and when was the first such login?",
        ["Which address logged in when was the first such login?"],
    ),
    "what the logs say is a part of its own": (
        "Which device owns 10.0.0.9 and what do the logs say about it?",
        ["Which device owns 10.0.0.9", "what do the logs say about it for 10.0.0.9?"],
    ),
    "what stands in quotes is not cut": (
        "How many lines say 'up and what else'?",
        ["How many lines say 'up and what else'?"],
    ),
    "a statement before the question belongs to it": (
        "An event was created for port p-1. Which instance was it for?",
        ["An event was created for port p-1. Which instance was it for?"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_split_question(text: str, expected: list[str]) -> None:
    assert [part.text for part in split_question(text, frozenset())] == expected


def test_the_noun_that_a_part_points_at() -> None:
    parts = split_question(
        "Which instance failed on r1, and how long did that instance run on r2?", frozenset()
    )
    assert [part.pointed_at for part in parts] == ["", "instance"]

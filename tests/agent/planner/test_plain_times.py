"""Days and times of the day as people say them, on the log of three switches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows
from tests.agent.planner.badge_log import badge_log


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"badges.log": badge_log()}, tmp_path_factory.mktemp("badges")) as agent:
        yield agent


ANSWERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "an ordinal is a day": (
        "How many lines on the 11th?",
        ("18 events", "'the 11th' was read as 'May 11'"),
    ),
    "the end of a span of days belongs to it": (
        "How many lines between the 10th and the 11th?",
        ("35 events",),
    ),
    "two days": ("How many lines on May 11 and 12?", ("36 events",)),
    "two ordinals": ("How many lines on the 11th and the 12th?", ("36 events",)),
    "after a day begins with the next one": ("How many lines after May 10?", ("36 events",)),
    "until a day holds it": ("How many lines until the 11th?", ("35 events",)),
    "before a day does not hold it": ("How many lines before the 11th?", ("17 events",)),
    "a morning, as it was read": (
        "How many lines on the morning of the 10th?",
        ("10 events", "'on the morning of May 10' was read as 'on May 10 between 06:00 and 12:00'"),
    ),
    "half days of a clock": (
        "How many lines after 1pm on May 10?",
        ("3 events", "'1pm' was read as '13:00'"),
    ),
    "bare hours beside a day": ("How many lines between 10 and 12 on May 11?", ("5 events",)),
    "moments of two days": ("How many lines between 13:00 on May 10 and 09:00 on May 11?", ("5 events",)),
    "a state and no other word for it: who failed was not down": (
        "How long was port 12 down?",
        ("2026-05-12T12:40:00.900Z", "129.25"),
    ),
    "since a moment": ("How many lines since 13:00 on May 11?", ("22 events",)),
}


@pytest.mark.parametrize(("question", "shown"), ANSWERS.values(), ids=ANSWERS)
def test_plain_times(agent: Agent, question: str, shown: tuple[str, ...]) -> None:
    assert_shows(agent, question, shown, ())


NOT_ANSWERED = {
    "this morning is not known": "How many lines were there this morning?",
    "an ordinal before a noun is no day": "Which client failed on the 3rd try?",
    "a night is of two days": "How many lines in the night of the 10th?",
}


@pytest.mark.parametrize("question", NOT_ANSWERED.values(), ids=NOT_ANSWERED)
def test_not_answered(agent: Agent, question: str) -> None:
    assert_not_answered(agent, question)

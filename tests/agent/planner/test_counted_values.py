"""Counting the values of a field where the records might be meant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.planner.asked_files import agent_of
from tests.agent.planner.badge_log import badge_log


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"badges.log": badge_log()}, tmp_path_factory.mktemp("badges")) as agent:
        yield agent


SAID = {
    "values that come back": ("How many clients failed?", True),
    "values that are asked for": ("How many different clients failed?", False),
}


@pytest.mark.parametrize(("question", "said"), SAID.values(), ids=SAID)
def test_what_was_counted(agent: Agent, question: str, said: bool) -> None:
    answer = agent.ask(Question(question))
    assert answer.text.startswith("3 clients"), answer.text
    assert ("counted: different values of client, in 9 log records" in answer.text) == said

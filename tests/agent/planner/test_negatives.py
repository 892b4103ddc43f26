"""What the data does not say is never claimed."""

from __future__ import annotations

import pytest

from agent.ask import Agent, open_agent
from agent.records import Question
from evaluation.gold.nowhere import NOWHERE
from graph_store.bolt_graph import BoltGraph
from tests.agent.planner.negatives import NEGATIVES


@pytest.fixture(scope="module")
def agent(sample_network: BoltGraph) -> Agent:
    return open_agent(sample_network)


@pytest.mark.parametrize("question", [*NEGATIVES, *NOWHERE])
def test_nothing_is_claimed(agent: Agent, question: str) -> None:
    answer = agent.ask(Question(question))
    assert answer.status in ("none", "not_parsed"), answer.text


PLAIN = {
    "a plain word for which another may stand": ("How many bananas does core1 have?", "not_parsed"),
    "a name that is not there": ("Which interfaces use access list NO_SUCH_LIST?", "none"),
    "what is not computed": ("Can core1 reach core2?", "not_parsed"),
}


@pytest.mark.parametrize(("question", "status"), PLAIN.values(), ids=PLAIN)
def test_not_there_is_not_the_same_as_not_understood(agent: Agent, question: str, status: str) -> None:
    assert agent.ask(Question(question)).status == status

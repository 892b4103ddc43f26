"""What the page offers to ask has an answer."""

from __future__ import annotations

import pytest

from agent.ask import open_agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph

ASKED = {
    "a number for each device": ("How many interfaces are there per device?", False),
    "a kind on a device": ("Which interfaces are on r1?", True),
    "what only a model reads": ("Which interface changed state to down most often?", False),
}


@pytest.mark.parametrize(("text", "read"), ASKED.values(), ids=ASKED)
def test_what_is_read_without_a_model_is_answered(small_graph: BoltGraph, text: str, read: bool) -> None:
    with open_agent(small_graph) as agent:
        assert agent.can_claim_offline(Question(text)) == read
        assert (agent.ask(Question(text)).status == "answered") == read

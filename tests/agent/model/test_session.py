"""What is around the calls of a session: streaming, replies that are kept and replayed, budgets, follow-ups."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from agent.ask import Agent, open_agent
from agent.model.model_roles import similar_names
from agent.records import Answered, AnswerPiece, NodeFinished, Question, Turn
from agent.value_index import ValueIndex
from graph_store.bolt_graph import BoltGraph
from graph_store.records import Description
from language_model.budget import BudgetedCalls
from language_model.errors import BudgetReached, UnrecordedCall
from language_model.open_calls import CallOptions, RecordedCalls
from tests.agent.scripted_model import ScriptedCalls

ONE = json.dumps(
    {
        "statement": "MATCH (i:Interface) WHERE i.device = 'r1' RETURN i.device AS device, i.key AS interface",
        "subject": "interfaces",
    }
)
REPLIES = {"write_graph": [ONE], "synthesize": ["`r1` has:\n- `Loopback0` [1]\n- `Ethernet0/1` [2]"]}
ASKED = Question("Which ports has r1?", mode="graph")


def test_the_answer_is_told_line_by_line_when_it_is_checked(small_graph: BoltGraph) -> None:
    async def run() -> list[object]:
        agent = Agent(small_graph, ScriptedCalls(REPLIES), "scripted:model")
        return [event async for event in agent.stream(ASKED)]

    events = asyncio.run(run())
    last = events[-1]
    assert isinstance(last, Answered)
    tokens = [event.text for event in events if isinstance(event, AnswerPiece)]
    assert len(tokens) == 4
    assert "".join(tokens) == last.answer.text
    nodes = [event.node for event in events if isinstance(event, NodeFinished)]
    assert nodes[-1] == "synthesize"


def test_replies_are_kept_and_replayed_without_a_model(small_graph: BoltGraph, tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    recorded = RecordedCalls(ScriptedCalls(REPLIES), file)
    first = Agent(small_graph, recorded, "scripted:model").ask(ASKED)
    with open_agent(small_graph, options=CallOptions(replies=file, replay=True)) as agent:
        again = agent.ask(ASKED)
        with pytest.raises(UnrecordedCall):
            agent.ask(Question("Which ports has r2?", mode="graph"))
    assert (again.text, again.status, again.citations) == (first.text, first.status, first.citations)
    assert (again.calls, again.prompt_tokens) == (2, 16)


def test_a_budget_ends_the_questions_of_a_session(small_graph: BoltGraph) -> None:
    twice = {prompt: [*texts, *texts] for prompt, texts in REPLIES.items()}
    calls = BudgetedCalls(ScriptedCalls(twice), None, len, most_tokens=20_000)
    agent = Agent(small_graph, calls, "scripted:model")
    assert agent.ask(ASKED).status == "answered"
    calls = BudgetedCalls(ScriptedCalls(twice), None, len, most_tokens=100)
    with pytest.raises(BudgetReached):
        Agent(small_graph, calls, "scripted:model").ask(ASKED)


NAMED = Description((), (), ("as1border1", "as2border1", "as2border2", "core-west", "core-east", "host"), ())
SIMILAR = {
    "a part of several names": ("What is the AS of border1?", ("border1: as1border1, as2border1",)),
    "a first part": ("Does core run BGP?", ("core: core-west, core-east",)),
    "a whole name": ("What is the AS of as2border1?", ()),
    "a part of one name": ("What runs on west?", ()),
    "a common word": ("Which is on a host?", ()),
}


@pytest.mark.parametrize(("question", "expected"), SIMILAR.values(), ids=SIMILAR)
def test_similar_names(small_graph: BoltGraph, question: str, expected: tuple[str, ...]) -> None:
    assert similar_names(question, NAMED, ValueIndex(small_graph)) == expected


def with_devices(graph: BoltGraph, reply: object) -> tuple[ScriptedCalls, Agent]:
    given_up = json.dumps({"statement": "", "parameters": {}})
    calls = ScriptedCalls({"understand": [json.dumps(reply)], "repair_query": [given_up] * 2, **REPLIES})
    return calls, Agent(graph, calls, "scripted:model")


def test_a_part_of_a_name_that_may_be_several_is_asked_back(small_graph: BoltGraph) -> None:
    reply = {
        "question": "",
        "ask": "Which address do you mean?",
        "choices": ["10.1.1.1", "10.1.1.2", "10.9.9.9"],
    }
    calls, agent = with_devices(small_graph, reply)
    answer = agent.ask(Question("Which interface has '10.1.1'?", mode="graph"))
    if calls.sent("understand"):  # the graph knows two addresses that begin so
        assert "10.1.1.1" in calls.sent("understand")[0]
        assert answer.status == "unclear"
        assert answer.choices == ("10.1.1.1", "10.1.1.2")
        assert answer.text == "Which address do you mean? (10.1.1.1 or 10.1.1.2)"
        assert answer.outcomes == ()


def test_choices_that_are_not_in_the_graph_are_no_choices(small_graph: BoltGraph) -> None:
    reply = {"question": "Which ports has r1?", "ask": "Which one?", "choices": ["r7", "r8"]}
    _, agent = with_devices(small_graph, reply)
    turn = Turn("Which ports has r2?", "Ethernet0/1")
    answer = agent.ask(Question("And r1?", (turn,), mode="graph"))
    assert (answer.status, answer.choices) == ("answered", ())

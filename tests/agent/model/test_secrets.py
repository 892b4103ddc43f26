"""Secrets that people type: in no prompt, step, query or answer; what the graph knows as a name is none."""

from __future__ import annotations

import asyncio
import json

import pytest

from agent.ask import Agent
from agent.mask_typed import mask_typed
from agent.records import Answered, Event, Question, Turn
from agent.value_index import ValueIndex
from graph_store.bolt_graph import BoltGraph
from tests.agent.scripted_model import ScriptedCalls

TYPED = {
    "a line of a configuration": (
        "Which device has this?\nsnmp-server community Zx81-Quantum RO",
        "Which device has this?\nsnmp-server community redacted-community-8to15 RO",
    ),
    "a value behind its word": (
        "Who uses password Zx81-Quantum today?",
        "Who uses password redacted-clear-8to15 today?",
    ),
    "a hash": (
        "Has r1 `enable secret 9 $9$kT5wqNzLpP0aXk$wQ0vJ7l6dEYxrT2m`?",
        "Has r1 `enable secret 9 redacted-scrypt-over31",
    ),
    "a default": ("Which device has snmp-server community public?", None),
    "a question about passwords": ("What is the password policy of r1?", None),
    "a question mark behind a word": ("Did somebody get in after password guessing?", None),
    "a name of the graph": ("Which key-string Ethernet0/1 is there?", None),
}


@pytest.mark.parametrize(("text", "masked"), TYPED.values(), ids=TYPED)
def test_what_is_typed(text: str, masked: str | None, small_graph: BoltGraph) -> None:
    history = (Turn(text, "yes"),)
    found = mask_typed(Question(text, history), ValueIndex(small_graph))
    assert (found.text, found.history[0].question) == ((masked or text),) * 2


def test_no_prompt_step_or_answer_has_a_typed_secret(small_graph: BoltGraph) -> None:
    statement = "MATCH (i:Interface {device: 'r1'}) RETURN i.key AS name"
    calls = ScriptedCalls(
        {
            "write_graph": [json.dumps({"statement": statement, "parameters": {}, "subject": "interfaces"})],
            "synthesize": ["`Ethernet0/1` [1]"],
        }
    )
    question = Question("Which interface has this?\n password 0 Gr4nite-Harbour", mode="graph")

    async def run() -> list[Event]:
        return [event async for event in Agent(small_graph, calls, "scripted:model").stream(question)]

    events = asyncio.run(run())
    assert isinstance(events[-1], Answered)
    assert "Gr4nite" not in repr(events) + "\n".join(text for _, text in calls.asked)
    assert "password 0 redacted-clear-8to15" in calls.sent("write_graph")[0]

"""A replay with recorded replies of a model: a changed prompt asks for new recordings of what it changes, only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from conversations.conversation_file import find_conversations, read_conversation
from conversations.keeper import PROMPTS, Keeper
from conversations.records import digest_prompts, fingerprint
from evaluation.replay.replay import Replay, Today, replay
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from language_model.calls import Message, ModelCalls, OnText, Reply
from language_model.open_calls import RecordedCalls

MODEL = "scripted:model"
WRITTEN = {
    "statement": "MATCH (n:NtpServer) WHERE n.device = $d RETURN n.device AS device, n.key AS server ORDER BY server",
    "parameters": {"d": "core1"},
    "intent": "list",
    "subject": "servers",
}
REPLIES = {
    "write_statement": json.dumps(WRITTEN),
    "synthesize": "`core1` uses `10.20.30.5` and `10.20.30.6` [1,2]",
}
QUESTIONS = ("Which NTP servers does core1 use?", "Who won?")
NOTHING = json.dumps({"statement": ""})


class Scripted:
    """Writes one statement for the first question, and none for the other."""

    name = MODEL

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        asked = messages[-1].text
        reply = REPLIES.get(prompt, "{}") if QUESTIONS[0] in asked else NOTHING
        if on_text is not None:
            on_text(reply)
        return Reply(reply, 10, 5, 0.0)


class Changed:
    """Asks with one prompt changed: a paragraph more."""

    name = MODEL

    def __init__(self, inner: ModelCalls, prompt: str) -> None:
        self._inner = inner
        self._prompt = prompt

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        if prompt == self._prompt:
            first = Message(messages[0].role, f"{messages[0].text}\n\nBe brief.")
            messages = [first, *messages[1:]]
        return self._inner.call(prompt, messages, on_text)


@pytest.fixture(scope="module")
def recorded(sample_kg: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep two conversations with a model, and its replies."""
    folder = tmp_path_factory.mktemp("recorded")
    with open_graph(str(sample_kg), idle_s=1.0) as graph:
        agent = Agent(graph, RecordedCalls(Scripted(), folder / "calls.jsonl"), MODEL)
        for text in QUESTIONS:
            question = Question(text, mode="graph")
            Keeper(str(folder), "ask").keep(question, agent.ask(question), graph)
    return folder


def again(recorded: Path, graph: BoltGraph, prompt: str = "") -> Replay:
    conversations = [read_conversation(path) for path in find_conversations([recorded / "conversations"])]
    calls = RecordedCalls(None, recorded / "calls.jsonl")
    agent = Agent(graph, Changed(calls, prompt), MODEL)
    return replay(conversations, agent.ask, Today(fingerprint(graph), digest_prompts(PROMPTS), MODEL), jobs=2)


def test_recorded_replies_give_the_same_answers(recorded: Path, sample_kg: Path) -> None:
    with open_graph(str(sample_kg), idle_s=1.0) as graph:
        found = again(recorded, graph)
    told = {each.before.question: each for each in found.comparisons}
    first = told[QUESTIONS[0]]
    assert "10.20.30.6" in first.before.answer
    assert (first.before.model, "synthesize" in first.before.prompts) == (MODEL, True)
    assert [each.wording for each in found.comparisons] == ["same", "same"]
    assert (found.regressions, found.unrecorded) == ((), {})
    assert first.after.tokens == first.before.tokens > 0


def test_a_changed_prompt_asks_for_what_it_changes_only(recorded: Path, sample_kg: Path) -> None:
    with open_graph(str(sample_kg), idle_s=1.0) as graph:
        found = again(recorded, graph, "synthesize")
    assert found.unrecorded == {"synthesize": 1}
    told = {each.before.question: each.regressed for each in found.comparisons}
    assert told[QUESTIONS[1]] == ""
    said = told[QUESTIONS[0]]
    assert said.startswith("prompt 'synthesize' needs new recordings: ")
    assert "1 of its" in said
    assert "+ Be brief." in said

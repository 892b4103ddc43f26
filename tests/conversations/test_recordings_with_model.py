"""The repository's recordings with a model are answered today as they were, from the replies that were kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.modes import MODES
from conversations.conversation_file import find_conversations, read_conversation
from conversations.keeper import PROMPTS
from conversations.records import Conversation, KeptTurn, digest_prompts, fingerprint
from evaluation.replay.replay import Replay, Today, replay
from evaluation.replay.replay_json import replay_json
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from language_model.calls import Message, ModelCalls, OnText, Reply
from language_model.open_calls import RecordedCalls
from tests.conversations.make_recordings_with_model import ASKED, RECORDINGS, REPLIES

SAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sample-network"
MODEL = "openai:by-hand"
ANEW = (
    "requests to the model have changed. Record what is new with a model: "
    "python -m tests.conversations.make_recordings_with_model KG openai:MODEL"
)


class Briefer:
    """Asks with one prompt changed: a paragraph more."""

    name = MODEL

    def __init__(self, inner: ModelCalls, prompt: str) -> None:
        self._inner = inner
        self._prompt = prompt

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        if prompt == self._prompt:
            messages = [Message(messages[0].role, f"{messages[0].text}\n\nBe brief."), *messages[1:]]
        return self._inner.call(prompt, messages, on_text)


@pytest.fixture(scope="module")
def graph(sample_kg: Path) -> Iterator[BoltGraph]:
    with open_graph(str(sample_kg), idle_s=1.0) as opened:
        yield opened


def recorded() -> list[Conversation]:
    return [read_conversation(path) for path in find_conversations([RECORDINGS])]


def turns() -> list[KeptTurn]:
    return [turn for each in recorded() for turn in each.turns]


def again(graph: BoltGraph, changed_prompt: str = "") -> Replay:
    calls = Briefer(RecordedCalls(None, REPLIES), changed_prompt)
    today = Today(fingerprint(graph), digest_prompts(PROMPTS), MODEL)
    return replay(recorded(), Agent(graph, calls, MODEL).ask, today, jobs=2)


def told(found: Replay) -> str:
    """Return what is told of a replay, without its times."""
    return json.dumps({name: value for name, value in replay_json(found, 0).items() if name != "times"})


def test_no_fact_has_changed(graph: BoltGraph) -> None:
    found = again(graph)
    needed = [
        f"{each.conversation}, turn {each.before.number}: {each.regressed}"
        for each in found.comparisons
        if each.unrecorded
    ]
    assert not needed, "\n".join([ANEW, *needed])
    worse = [(each.conversation, each.before.number, each.regressed) for each in found.regressions]
    assert worse == []
    assert told(again(graph)) == told(found)
    assert [each.after.tokens for each in found.comparisons] == [
        each.before.tokens for each in found.comparisons
    ]


def test_what_was_recorded() -> None:
    kept = turns()
    assert len(kept) == 16
    assert {turn.mode for turn in kept} == set(MODES)
    assert [turn.question for turn in kept if turn.history] == ["And on core1?"]
    assert any(one.attempt > 1 for turn in kept for one in turn.statements)
    assert {turn.status for turn in kept} == {"answered", "none", "closest", "not_parsed"}
    assert all(turn.citations for turn in kept if turn.status == "answered")
    assert {each.heading.id for each in recorded()} == set(ASKED)


CHANGED = {
    "what makes questions stand alone": (
        "understand",
        # a follow-up, and one with a word that is part of two devices' names
        {"And on core1?", "Which request path of the fares application had the highest latency?"},
    ),
    "what repairs": (
        "repair_query",
        {turn.question for turn in turns() if any(one.attempt > 1 for one in turn.statements)},
    ),
    "what writes hybrid statements": (
        "write_hybrid",
        {turn.question for turn in turns() if turn.mode == "hybrid"},
    ),
    "what words answers": (
        "synthesize",
        # "not_parsed": what was shown to the model did not answer, and it said so
        {turn.question for turn in turns() if turn.status in ("answered", "not_parsed")},
    ),
}


@pytest.mark.parametrize(("prompt", "questions"), CHANGED.values(), ids=CHANGED)
def test_a_changed_prompt_says_what_to_record_anew(
    graph: BoltGraph, prompt: str, questions: set[str]
) -> None:
    found = again(graph, prompt)
    assert {each.before.question for each in found.comparisons if each.unrecorded} == questions
    assert found.unrecorded == {prompt: len(questions)}
    assert {each.before.question for each in found.regressions} == questions
    said = next(each.regressed for each in found.regressions)
    assert said.startswith(f"prompt '{prompt}' needs new recordings: ")
    assert "+ Be brief." in said


def test_only_hashes_and_replies_are_kept() -> None:
    kept = [json.loads(line) for line in REPLIES.read_text("utf-8").splitlines()]
    fields = {"key", "prompt", "reply", "prompt_tokens", "completion_tokens", "parts"}
    assert {frozenset(each) for each in kept} == {frozenset(fields)}
    assert all(len(part) == 10 for each in kept for part in each["parts"])
    assert len({each["key"] for each in kept}) == len(kept)
    text = REPLIES.read_text("utf-8")
    lines = {
        line.strip()
        for path in sorted(SAMPLE.rglob("*"))
        if path.is_file()
        for line in path.read_text("utf-8").splitlines()
    }
    assert not [line for line in lines if len(line) > 60 and json.dumps(line)[1:-1] in text]

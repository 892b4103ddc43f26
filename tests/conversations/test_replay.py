"""Conversations asked again: with their history, in order, and told the same way every time."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from agent.records import Answer, Question, Turn
from conversations.conversation_file import find_conversations, read_conversation
from conversations.keeper import Keeper
from conversations.records import Conversation
from evaluation.replay.replay import Today, replay
from evaluation.replay.replay_json import replay_json
from evaluation.replay.replay_page import replay_page
from language_model.errors import ModelUnavailable, UnrecordedCall
from tests.conversations.made_turns import ANSWER, GRAPH, LINE, QUESTION

FOLLOW_UP = Question("And up?", (Turn(QUESTION.text, ANSWER.text),), "graph")
UP = Answer("Loopback0 is <up> [r1.cfg:7].", "answered", (LINE,))
TODAY = Today("g2", {}, "builtin")


def kept(folder: Path, verdict: bool = False) -> list[Conversation]:
    """Keep one conversation of two turns, and one of a turn."""
    first, second = Keeper(str(folder), "chat"), Keeper(str(folder), "ask")
    first.keep(QUESTION, ANSWER, GRAPH)
    first.keep(FOLLOW_UP, UP, GRAPH)
    second.keep(Question("Who?"), Answer("I cannot read that.", "not_parsed"), GRAPH)
    if verdict:
        first.judge(2, "down")
    paths = sorted(find_conversations([folder]), key=lambda path: -len(read_conversation(path).turns))
    return [read_conversation(path) for path in paths]


class Answers:
    """Answers from a table, and remembers what it was asked."""

    def __init__(self, answers: Mapping[str, Answer | Exception]) -> None:
        self._answers = answers
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        found = self._answers[question.text]
        if isinstance(found, Exception):
            raise found
        return replace(found, seconds=len(self.asked))


AS_KEPT = {QUESTION.text: ANSWER, FOLLOW_UP.text: UP, "Who?": Answer("I cannot read that.", "not_parsed")}


def test_turns_are_asked_with_the_history_and_the_mode_they_had(tmp_path: Path) -> None:
    answers = Answers(AS_KEPT)
    found = replay(kept(tmp_path), answers, TODAY)
    assert answers.asked == [QUESTION, FOLLOW_UP, Question("Who?")]
    assert [each.wording for each in found.comparisons] == ["same"] * 3
    assert (found.regressions, found.conversations) == ((), 2)


def test_another_mode_is_asked_in(tmp_path: Path) -> None:
    answers = Answers(AS_KEPT)
    replay(kept(tmp_path), answers, TODAY, mode="text")
    assert {question.mode for question in answers.asked} == {"text"}


def test_what_changed_is_told(tmp_path: Path) -> None:
    changed = AS_KEPT | {FOLLOW_UP.text: replace(UP, text="Loopback9 is <up> [r1.cfg:7].")}
    found = replay(kept(tmp_path), Answers(changed), TODAY)
    told = replay_json(found, allowed=0)
    assert (told["regressions"], told["passed"], told["answers"]) == (1, False, {"facts": 1, "same": 2})
    assert told["by_mode"] == {"combined": {"n": 2, "passed": 2}, "graph": {"n": 1, "passed": 0}}
    assert told["by_kind"] == {"not read": {"n": 3, "passed": 2}}
    (change,) = json.loads(json.dumps(told["changes"]))
    assert (change["turn"], change["missing"], change["added"]) == (2, ["loopback0"], ["loopback9"])
    assert replay_json(found, allowed=1)["passed"] is True


def test_a_person_who_called_it_wrong_wanted_a_change(tmp_path: Path) -> None:
    changed = AS_KEPT | {FOLLOW_UP.text: replace(UP, text="Loopback9 [r1.cfg:7].")}
    assert replay(kept(tmp_path, verdict=True), Answers(changed), TODAY).regressions == ()


def test_two_replays_are_equal_but_for_times(tmp_path: Path) -> None:
    conversations = kept(tmp_path)
    told = []
    for jobs in (1, 3):
        found = replay_json(replay(conversations, Answers(AS_KEPT), TODAY, jobs=jobs), 0)
        assert found.pop("times")
        told.append(json.dumps(found))
    assert told[0] == told[1]


def test_an_unrecorded_call_asks_for_the_recordings_of_its_prompt(tmp_path: Path) -> None:
    missing = UnrecordedCall("synthesize", "k", (), "calls.jsonl")
    answers = AS_KEPT | {QUESTION.text: missing, "Who?": ModelUnavailable("understand", "down")}
    found = replay(kept(tmp_path), Answers(answers), TODAY)
    assert found.unrecorded == {"synthesize": 1}
    assert [each.regressed.partition(":")[0] for each in found.comparisons] == [
        "prompt 'synthesize' needs new recordings",
        "",
        "prompt 'understand'",
    ]
    assert "needs new recordings: prompt synthesize" in replay_page(found, 0)


def test_the_page_opens_offline_and_quotes_what_was_said(tmp_path: Path) -> None:
    changed = AS_KEPT | {FOLLOW_UP.text: replace(UP, text="Loopback9 is <up> [r1.cfg:7].", tokens=7)}
    page = replay_page(replay(kept(tmp_path), Answers(changed), TODAY), 0)
    assert re.findall(r"(?:src|href|url)\s*[=(]", page) == []
    assert "<script" not in page
    assert "&lt;up&gt;" in page
    assert "<del>Loopback0</del>" in page
    drawings = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(drawings) == 4
    for drawing in drawings:
        ElementTree.fromstring(drawing)
    assert "1 of 3 turns are worse" in page

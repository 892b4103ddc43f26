"""Questions made of feedback and by a model: what they hold, and that a person settles them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.records import Answer
from conversations.records import CitedLine, Conversation, Feedback, Heading, KeptTurn
from evaluation.errors import QuestionsUnreadableError
from evaluation.made.draft_questions import add_items, draft_questions, read_drafts, read_items, settle
from evaluation.made.feedback_items import feedback_items
from evaluation.records import parse_question, read_questions
from evaluation.score_answer import score_answer
from graph_store.records import SourceLine
from language_model.calls import Message, OnText, Reply

NOW = "2026-01-01T00:00:00Z"
DOWN = KeptTurn(
    1,
    NOW,
    "Which interfaces of r1 are down?",
    "2 interfaces: Ethernet0/1 [r1.cfg:7], Vlan7 [r1.cfg:9].",
    "answered",
    kind="list",
    citations=(CitedLine("r1.cfg", 7, "a"), CitedLine("r1.cfg", 9, "b")),
    values=("r1", "Ethernet0/1", "Vlan7"),
)
RIP = KeptTurn(2, NOW, "Any RIP?", "No line mentions 'RIP'.", "none", kind="exists")
FIRST = KeptTurn(3, NOW, "When first?", "Nov 4", "answered", kind="first", values=("Nov 4",))
FOLLOWS = KeptTurn(4, NOW, "and on r2?", "none", "answered", history=3)


def talked(*feedback: Feedback) -> Conversation:
    return Conversation("c.jsonl", Heading("c", "chat", NOW), (DOWN, RIP, FIRST, FOLLOWS), feedback)


def test_a_good_answer_becomes_a_question_that_it_passes(tmp_path: Path) -> None:
    items = feedback_items([talked(*(Feedback(turn, "up", NOW) for turn in (1, 2, 3)))])
    assert (len(items.right), items.wrong, items.follow_ups) == (3, (), 0)
    out = tmp_path / "out.jsonl"
    assert add_items(out, items.right) == 3
    golds = read_questions(out)
    assert [(gold.id, gold.kind) for gold in golds] == [
        ("c-1", "list"),
        ("c-2", "negative"),
        ("c-3", "temporal"),
    ]
    assert golds[0].items == ("Ethernet0/1", "Vlan7")
    lines = tuple(SourceLine("r1.cfg", place.line, "") for place in DOWN.citations)
    for gold, turn, cited in zip(golds, (DOWN, RIP, FIRST), (lines, (), ()), strict=True):
        score = score_answer(gold, Answer(turn.answer, turn.status, cited))
        assert score.reasons == ()
    found = score_answer(golds[0], Answer("Ethernet0/1", "answered", lines[:1]))
    assert (found.passed, found.cited and found.cited.recall) == (False, 0.5)


def test_a_bad_answer_waits_for_a_right_one(tmp_path: Path) -> None:
    said = [Feedback(1, "up", NOW), Feedback(1, "down", NOW, "Vlan7 is up"), Feedback(4, "down", NOW)]
    items = feedback_items([talked(*said)])
    assert (items.right, len(items.wrong), items.follow_ups) == ((), 1, 1)
    assert items.wrong[0]["comment"] == "Vlan7 is up"
    add_items(tmp_path / "out.jsonl", items.wrong)
    with pytest.raises(QuestionsUnreadableError, match="no question found"):
        read_questions(tmp_path / "out.jsonl")


LINES = [
    SourceLine("r1.cfg", 7, " ip address 10.1.1.1 255.255.255.0"),
    SourceLine("r1.cfg", 9, "username ann password 0 hunter2brown"),
]
GOOD = {"question": "Address of Eth1 on r1?", "kind": "lookup", "answer": "10.1.1.1", "lines": [1]}
DRAFTS = {
    "a good one": ([GOOD], 1, ""),
    "a line that was not shown": (
        [{**GOOD, "lines": [8]}],
        0,
        "Address of Eth1 on r1?: line 8 was not shown",
    ),
    "no line": ([{**GOOD, "lines": []}], 0, "at least 1 item"),
    "an unknown kind": ([{**GOOD, "kind": "riddle"}], 0, "unknown kind 'riddle'"),
    "no question": ([{**GOOD, "question": ""}], 0, "at least 1 character"),
    "no object": ([7], 0, "7: Input should be"),
    "a bad one beside a good one": ([GOOD, 7], 1, "7: "),
}


@pytest.mark.parametrize(("drafts", "good", "reason"), DRAFTS.values(), ids=DRAFTS)
def test_read_drafts(drafts: list[object], good: int, reason: str) -> None:
    found = read_drafts(f"Here:\n{json.dumps({'questions': drafts})}", LINES)
    assert len(found.items) == good
    assert (not reason and found.left_out == ()) or reason in found.left_out[0]


@pytest.mark.parametrize("reply", ["", "no JSON", '{"questions": 7}', '{"questions": ['])
def test_a_reply_that_is_none_is_told(reply: str) -> None:
    found = read_drafts(reply, LINES)
    assert (found.items, len(found.left_out)) == ((), 1)


class OneWriter:
    """Replies with one draft, and keeps what it was asked."""

    name = "scripted"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        self.asked.append("\n".join(message.text for message in messages))
        return Reply(json.dumps({"questions": [GOOD]}), 1, 1, 0.0)


def test_drafts_keep_their_source_lines() -> None:
    writer = OneWriter()
    (item,) = draft_questions(LINES[:1], LINES[1:], 2, writer).items
    assert "File: r1.cfg\n1:  ip address 10.1.1.1" in writer.asked[0]
    assert re.search(r"Questions wanted: <count \w+>\n2\n", writer.asked[0])
    assert item["source_lines"] == ["r1.cfg:7:  ip address 10.1.1.1 255.255.255.0"]
    assert (item["state"], item["stands_in_lines"]) == ("proposed", True)
    gold = parse_question(json.dumps(item))
    assert (gold.items, gold.evidence[0].line_numbers) == (("10.1.1.1",), (7,))


def test_lines_of_several_files_are_told_apart() -> None:
    lines = [SourceLine(path, 1, f"hostname {path[:2]}") for path in ("r1.cfg", "r2.cfg")]
    draft = {"question": "Which devices are there?", "kind": "list", "answer": ["r1", "r2"], "lines": [1, 2]}
    (item,) = read_drafts(json.dumps({"questions": [draft]}), lines).items
    assert item["source_lines"] == ["r1.cfg:1: hostname r1", "r2.cfg:1: hostname r2"]
    assert item["evidence"] == [
        {"file": "r1.cfg", "line_numbers": [1]},
        {"file": "r2.cfg", "line_numbers": [1]},
    ]


def test_only_accepted_questions_are_asked(tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    drafts = [{**GOOD, "question": f"{number}?"} for number in range(3)]
    items = read_drafts(json.dumps({"questions": drafts}), LINES).items
    assert add_items(out, items) == 3
    first, second = str(items[0]["id"]), str(items[1]["id"])
    settle(out, [first], "accepted")
    settle(out, [second], "rejected")
    assert [gold.question for gold in read_questions(out)] == ["0?"]
    assert add_items(out, items) == 0
    assert [item["state"] for item in read_items(out)] == ["accepted", "rejected", "proposed"]
    with pytest.raises(QuestionsUnreadableError, match="found no question with id 'x'"):
        settle(out, ["x"], "accepted")


def test_a_question_may_speak_of_states(tmp_path: Path) -> None:
    out = tmp_path / "gold.jsonl"
    asked = 'Which line holds "state": "proposed"?'
    out.write_text(json.dumps({"id": "a", "question": asked, "kind": "lookup", "answer": "7"}) + "\n")
    assert [gold.question for gold in read_questions(out)] == [asked]

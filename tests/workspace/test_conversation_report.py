"""A conversation as a report."""

from __future__ import annotations

from agent.records import Answer, AnswerTable, ClosestLine, Question
from conversations.keep_turn import keep_turn
from conversations.records import CitedLine, Conversation, Feedback, Heading, KeptTurn, RunStatement
from graph_store.records import SourceLine
from workspace.conversation_report import CHANGED, Aside, EvidenceLine, find_asides, write_report

CITED, MOVED = CitedLine("a.cfg", 7, "d1"), CitedLine("a.cfg", 12, "d2")
TURN = KeptTurn(
    1,
    "2026-11-21T10:00:00Z",
    "Which mtu has\nGi0/1?",
    "9100 [a.cfg:7,12].",
    "answered",
    citations=(CITED, MOVED),
    statements=(RunStatement("cypher", "MATCH (n) RETURN n.mtu", {"v1": 9100}, rows=1, total=3),),
    graph="f00d",
    seconds=0.25,
)
KEPT = Conversation("x", Heading("c1", "chat", "2026-11-21T10:00:00.000Z", "ann"), (TURN,))
EVIDENCE = {CITED: EvidenceLine("a.cfg", 7, " mtu 9100"), MOVED: EvidenceLine("a.cfg", 12, "!", CHANGED)}


def test_the_report_holds_answer_lines_and_statements() -> None:
    assert write_report(KEPT, EVIDENCE) == (
        "# Which mtu has Gi0/1?\n\nWirelore · 2026-11-21 10:00 UTC · ann · c1\n\n"
        "## 1. Which mtu has Gi0/1?\n\n9100 [a.cfg:7,12].\n\n"
        "### Evidence\n\na.cfg\n\n```text\n 7   mtu 9100\n12  !  <- changed since\n```\n\n"
        "### Statements\n\ncypher, attempt 1: 1 of 3 rows\n\n"
        "```cypher\nMATCH (n) RETURN n.mtu\n// $v1 = 9100\n```\n\n"
        "*answered · combined · builtin · 0.2 s · data f00d*\n"
    )


def test_a_line_that_is_gone_is_told() -> None:
    assert "12    <- no longer loaded" in write_report(KEPT, {CITED: EVIDENCE[CITED]})


def test_judgements_are_told() -> None:
    judged = Conversation("x", KEPT.heading, (TURN,), (Feedback(1, "down", "t", "wrong\nline"),))
    assert "Judged **wrong**: wrong line" in write_report(judged, EVIDENCE)


def test_a_browser_is_no_name() -> None:
    nameless = Conversation("x", Heading("c1", "chat", "2026-11-21T10:00:00Z", "browser-0f"), (TURN,))
    assert "browser-" not in write_report(nameless, {})


def test_what_stands_in_the_place_of_an_answer_is_in_the_report() -> None:
    line, close = SourceLine("a.cfg", 7, " mtu 9100"), SourceLine("b.log", 3, "link | down")
    table = AnswerTable("2 interfaces", ("interface", "mtu"), (("Gi0/1", 9100),), 2, ((line,),))
    answer = Answer("Not answered for sure.", "closest", tables=(table,), closest=(ClosestLine((close,)),))
    turn = keep_turn(1, Question("Which mtu?"), answer, graph="f00d", prompts={})
    shown = {turn.close[0]: EvidenceLine("b.log", 3, close.text)}
    report = write_report(Conversation("x", KEPT.heading, (turn,)), shown)
    assert "**2 interfaces** (the first 1 of 2)\n\n| interface | mtu | lines |" in report
    assert "| Gi0/1 | 9100 | a.cfg:7 |" in report
    assert "b.log\n\n```text\n3  link | down" in report


MESSAGES = (
    (True, "/map", 0),
    (False, "**2 links** [open](#map=physical)\n\n[a.cfg\\:7](#source=a.cfg%3A7)", 0),
    (True, "Which mtu has\nGi0/1?", 0),
    (False, "9100", 1),
    (True, "/rules", 0),
    (False, "There are no rules yet.", 0),
)


def test_what_commands_showed_stands_where_they_were_given() -> None:
    asides = tuple(find_asides(MESSAGES))
    assert asides[0] == Aside(0, "/map", "**2 links** open\n\na.cfg:7")
    report = write_report(KEPT, EVIDENCE, asides)
    heads = [line for line in report.splitlines() if line.startswith("## ")]
    assert heads == ["## /map", "## 1. Which mtu has Gi0/1?", "## /rules"]


def test_a_conversation_of_commands_alone_has_a_report() -> None:
    asides = (Aside(0, "/map", "2 links"),)
    assert write_report(Conversation("", KEPT.heading), {}, asides).startswith("# /map\n\nWirelore · 2026")

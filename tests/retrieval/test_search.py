"""Every mode on a small graph, without a model and with one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from agent.ask import open_agent
from agent.modes import MODES, WAYS
from agent.records import Answer, Mode, Question
from graph_store.bolt_graph import BoltGraph
from retrieval.indexes import Indexes
from retrieval.records import TECHNIQUES, RetrievalOptions, SearchRequest
from retrieval.search import SEARCHES
from tests.agent.scripted_model import ScriptedCalls

RETRIEVING: tuple[Mode, ...] = tuple(mode for mode in MODES if WAYS[mode].retrieves)
QUESTION = "Which BGP neighbor does r2 have?"


def shown(answer: Answer) -> list[str]:
    return [line.text.strip() for one in answer.closest for line in one.lines]


def test_every_mode_that_retrieves_has_its_search() -> None:
    assert set(SEARCHES) == set(RETRIEVING)


@pytest.mark.parametrize("mode", RETRIEVING)
def test_without_a_model_a_mode_shows_lines_and_claims_nothing(graph: BoltGraph, mode: Mode) -> None:
    with open_agent(graph) as agent:
        answer = agent.ask(Question(QUESTION, mode=mode))
    assert answer.status == "closest"
    assert answer.calls == 0
    assert answer.closest
    if mode != "global":
        assert "neighbor 10.1.1.1 remote-as 65001" in shown(answer)


@pytest.mark.parametrize("mode", RETRIEVING)
def test_nothing_about_it_is_said_so(graph: BoltGraph, mode: Mode) -> None:
    with open_agent(graph) as agent:
        answer = agent.ask(Question("zzyzx qwfpgj", mode=mode))
    assert answer.status in ("closest", "not_parsed")
    assert "Not answered for sure" in answer.text


def test_what_is_shown_stands_so_in_the_files(graph: BoltGraph, indexes: Indexes) -> None:
    known = {(line.source.path, line.number): line.text for chunk in indexes.chunks for line in chunk.lines}
    for mode in ("garag", "advanced", "document"):
        for passage in SEARCHES[mode](indexes, SearchRequest(QUESTION)).passages:
            assert all(known[line.path, line.number] == line.text for line in passage.lines)


def test_a_document_passage_says_where_it_stands(indexes: Indexes) -> None:
    best = SEARCHES["document"](indexes, SearchRequest("neighbor 10.1.1.1 remote-as 65001")).passages[0]
    assert best.trail == ("configs/r2.cfg", "lines 4 to 5")


def test_garag_scores_come_down(indexes: Indexes) -> None:
    scores = [one.score for one in SEARCHES["garag"](indexes, SearchRequest(QUESTION)).passages]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[0] <= 1


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_each_technique_can_be_switched_off(indexes: Indexes, technique: str) -> None:
    options = RetrievalOptions(without=frozenset(one for one in TECHNIQUES if one == technique))
    assert SEARCHES["advanced"](indexes, SearchRequest(QUESTION, options=options)).passages


SHOWN = re.compile(r"^\d+ configs/r2\.cfg\b.* \| neighbor 10\.1\.1\.1 remote-as 65001$", re.MULTILINE)
"""The row of a prompt that answers the question: its file, then its line."""
UNPROVED = {
    "a word that no passage has": "`r2` drops `10.1.1.1` [1-60]",
    "the opposite of a passage": "`r2` has no neighbor `10.1.1.1` [1-60]",
}
SAID = {"synthesize": ["`r2` has the neighbor `10.1.1.1` [1-60]"]}
REPLIES: Mapping[Mode, Mapping[str, list[str]]] = {
    "local": SAID,
    "garag": SAID,
    "document": SAID,
    "advanced": {"hyde": [json.dumps({"answer": "router bgp\n neighbor 10.0.0.1"})], **SAID},
    "drift": {"drift_primer": [json.dumps({"follow_ups": ["Which neighbor has router bgp 65002?"]})], **SAID},
}


@pytest.mark.parametrize("mode", REPLIES)
def test_with_a_model_the_answer_cites_lines_that_show_it(graph: BoltGraph, mode: Mode) -> None:
    calls = ScriptedCalls(REPLIES[mode])
    with open_agent(graph, "scripted:model", calls=calls) as agent:
        answer = agent.ask(Question(QUESTION, mode=mode))
    assert answer.status == "answered", answer.text
    assert any("10.1.1.1" in line.text for line in answer.citations)
    assert SHOWN.search(calls.sent("synthesize")[0]), "a line without its file is anyone's"
    assert calls.left() == {}


@pytest.mark.parametrize("said", UNPROVED.values(), ids=UNPROVED)
@pytest.mark.parametrize("mode", REPLIES)
def test_what_no_passage_proves_is_no_answer_in_any_mode(graph: BoltGraph, mode: Mode, said: str) -> None:
    calls = ScriptedCalls({**REPLIES[mode], "synthesize": [said]})
    with open_agent(graph, "scripted:model", calls=calls) as agent:
        answer = agent.ask(Question(QUESTION, mode=mode))
    assert answer.status == "closest", answer.text


def test_map_reduce_keeps_what_the_model_says_helps(graph: BoltGraph) -> None:
    points = json.dumps({"points": [{"statements": [1], "helpfulness": 90}]})
    calls = ScriptedCalls({"map_reports": [points] * 3, "synthesize": ["NONE"]})
    options = RetrievalOptions("map-reduce")
    with open_agent(graph, "scripted:model", calls=calls, retrieval=options) as agent:
        answer = agent.ask(Question("What is this network?", mode="global"))
    (outcome,) = answer.outcomes
    assert len(outcome.rows) <= 3
    assert outcome.rows[0].values["score"] == 90


def test_a_reply_that_makes_no_sense_is_done_without(graph: BoltGraph) -> None:
    calls = ScriptedCalls({"hyde": ["no", "no"], **SAID})
    with open_agent(graph, "scripted:model", calls=calls) as agent:
        answer = agent.ask(Question(QUESTION, mode="advanced"))
    assert answer.status == "answered"

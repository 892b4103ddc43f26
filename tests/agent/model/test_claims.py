"""Lying replies over rows of the sample network prove nothing; right ones are not marked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.execute import QueryLimits, run_query
from agent.model.answer_writer import UNPROVED, AnswerWriter
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import ShownRows, show_rows
from agent.records import Outcome, Query, Row
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine
from language_model.count_tokens import Estimate

ASKED = tomllib.loads(Path(__file__).with_name("claims.toml").read_text("utf-8"))["asked"]
MARKED_OF_RIGHT = 0.02


@pytest.fixture(scope="module")
def graph(sample_kg: Path) -> Iterator[BoltGraph]:
    with open_graph(str(sample_kg), idle_s=1.0) as opened:
        yield opened


def said(line: str, rows: ShownRows, question: str, names: KnownNames) -> str:
    writer = AnswerWriter(rows, question, lambda _: None, names)
    writer.end(line)
    return writer.text


def shown(graph: BoltGraph, statement: str) -> ShownRows:
    return show_rows([run_query(Query("cypher", statement), graph, QueryLimits())], 2000, Estimate())


def test_no_lie_is_said(graph: BoltGraph) -> None:
    names = KnownNames.of(graph.describe())
    lies = [(asked, line) for asked in ASKED for line in (*asked["lies"], *asked["held"])]
    rows = {asked["question"]: shown(graph, asked["statement"]) for asked in ASKED}
    assert len(lies) == 122
    told = [line for asked, line in lies if said(line, rows[asked["question"]], asked["question"], names)]
    assert told == []


def test_few_right_lines_are_marked(graph: BoltGraph) -> None:
    names = KnownNames.of(graph.describe())
    right = [(asked, line) for asked in ASKED for line in asked["right"]]
    rows = {asked["question"]: shown(graph, asked["statement"]) for asked in ASKED}
    silent = [
        line for asked, line in right if not said(line, rows[asked["question"]], asked["question"], names)
    ]
    assert len(silent) <= MARKED_OF_RIGHT * len(right), silent


ROW = Row({"device": "r1", "mtu": 1500}, (SourceLine("r1.cfg", 1, "mtu 1500"),), 1)
ONE = show_rows([Outcome(Query("cypher", ""), (ROW,), total_rows=1)], 1000, len)
NAMES = KnownNames(frozenset({"r1"}), frozenset({"mtu"}))


def test_what_is_not_proved_is_marked_behind_the_answer_and_cites_nothing() -> None:
    text = said("`r1` is safe [1]\nThe MTU of `r1` is `1500` [1]", ONE, "Which MTU has r1?", NAMES)
    assert text == f"The MTU of r1 is 1500 [r1.cfg:1]\n{UNPROVED}\n- r1 is safe"


LINKS = {
    "a link": ("[r1](/x) has `1500` [1]\n`r1` is [safe](/x) [1]", "](", "] ("),
    "an image": ("The MTU of `r1` is `1500` [1]\n`r1` is ![safe](/x) [1]", "![", "! ["),
}


@pytest.mark.parametrize(("reply", "absent", "present"), LINKS.values(), ids=LINKS)
def test_links_are_text(reply: str, absent: str, present: str) -> None:
    text = said(f"The MTU of `r1` is `1500` [1]\n{reply}", ONE, "Which MTU has r1?", NAMES)
    assert absent not in text
    assert present in text

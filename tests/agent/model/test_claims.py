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
    """Return what is said as proved."""
    writer = AnswerWriter(rows, question, lambda _: None, names)
    writer.end(line)
    return writer.text.partition(UNPROVED)[0]


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


def test_what_is_not_proved_is_marked_behind_the_answer() -> None:
    writer = AnswerWriter(ONE, "Which MTU has r1?", lambda _: None, NAMES)
    writer.end("`r1` is safe [1]\nThe MTU of `r1` is `1500` [1]")
    assert writer.text == (
        f"The MTU of r1 is 1500 [r1.cfg:1]\n{UNPROVED}\n- r1 is safe [r1.cfg:1] (in no line: 'safe')"
    )
    assert writer.proved


def test_what_is_only_not_proved_is_shown_as_that() -> None:
    writer = AnswerWriter(ONE, "Which MTU has r1?", lambda _: None, NAMES)
    writer.end("The MTU of `r1` is fine: `1500` [1]")
    assert writer.text == f"{UNPROVED}\n- The MTU of r1 is fine: 1500 [r1.cfg:1] (in no line: 'fine')"
    assert not writer.proved


LINKS = {
    "a link": ("[r1](/x) has `1500` [1]\n`r1` is [safe](/x) [1]", "](", "] ("),
    "an image": ("The MTU of `r1` is `1500` [1]\n`r1` is ![safe](/x) [1]", "![", "! ["),
}


@pytest.mark.parametrize(("reply", "absent", "present"), LINKS.values(), ids=LINKS)
def test_links_are_text(reply: str, absent: str, present: str) -> None:
    writer = AnswerWriter(ONE, "Which MTU has r1?", lambda _: None, NAMES)
    writer.end(f"The MTU of `r1` is `1500` [1]\n{reply}")
    assert absent not in writer.text
    assert present in writer.text


ENDS = [
    Row({"device": "r1", "interface": "Gi0/1", "mtu": 9000}, (SourceLine("r1.cfg", 3, " mtu 9000"),), 1),
    Row({"device": "r2", "interface": "Gi0/2", "mtu": 9100}, (SourceLine("r2.cfg", 7, " mtu 9100"),), 1),
]
TWO = show_rows([Outcome(Query("cypher", ""), tuple(ENDS), total_rows=2)], 1000, len)
SIDES = "`Gi0/1` of `r1` has mtu `{}`, `Gi0/2` of `r2` has mtu `{}` [1,2]"
TOLD = {
    "a true verdict": (f"They do not match: {SIDES.format(9000, 9100)}", True),
    "a false verdict": (f"They match: {SIDES.format(9000, 9100)}", False),
    "a true verdict over swapped values": (f"They differ: {SIDES.format(9100, 9000)}", False),
    "entries of a list": ("`r1`: `Gi0/1`, `9000`; `r2`: `Gi0/2`, `9100` [1,2]", True),
    "swapped entries of a list": ("`r1`: `Gi0/1`, `9100`; `r2`: `Gi0/2`, `9000` [1,2]", False),
}


@pytest.mark.parametrize(("line", "proved"), TOLD.values(), ids=TOLD)
def test_verdicts_and_lists_are_proved_by_their_values(line: str, proved: bool) -> None:
    names = KnownNames(frozenset({"r1", "r2"}), frozenset({"mtu"}))
    first = line.replace("`", "")[:8]
    assert said(line, TWO, "Do the MTUs of both ends match?", names).startswith(first) is proved


def test_a_unit_stands_in_the_name_of_its_column() -> None:
    line = (SourceLine("app.log", 4, "path=/v1/a latency_ms=507"),)
    row = Row({"device": "app1", "path": "/v1/a", "latency_ms": 507, "message": line[0].text}, line, 1)
    returned = "e.device AS device, e.path AS path, e.latency_ms AS latency_ms"
    statement = f"MATCH (e:Call) RETURN {returned} ORDER BY e.latency_ms DESC LIMIT 1"
    rows = show_rows([Outcome(Query("cypher", statement), (row,), total_rows=1)], 1000, len)
    text = said(
        "The path `/v1/a` had the highest latency, `507` ms, on `app1` [1]",
        rows,
        "Which path was slowest?",
        NAMES,
    )
    assert text.startswith("The path /v1/a had the highest latency, 507 ms")

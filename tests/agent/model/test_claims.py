"""What a lying model says is marked, and answers nothing; what a right one says is not marked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.execute import QueryLimits, run_query
from agent.model.answer_writer import WORDED, AnswerWriter
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import ShownRows, show_rows
from agent.records import Outcome, Query, Row
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine
from language_model.count_tokens import Estimate

ASKED = tomllib.loads(Path(__file__).with_name("claims.toml").read_text("utf-8"))["asked"]


@pytest.fixture(scope="module")
def graph(sample_kg: Path) -> Iterator[BoltGraph]:
    with open_graph(str(sample_kg), idle_s=1.0) as opened:
        yield opened


def write(line: str, rows: ShownRows, question: str, names: KnownNames) -> AnswerWriter:
    writer = AnswerWriter(rows, question, lambda _: None, names)
    writer.end(line)
    return writer


def is_marked(writer: AnswerWriter) -> bool:
    """Say whether something of it is told to stand in no line, or to be otherwise there, or it is no answer."""
    return not writer.answered or "(not in these lines" in writer.text or "(not so in these" in writer.text


def shown(graph: BoltGraph, statement: str) -> ShownRows:
    return show_rows([run_query(Query("cypher", statement), graph, QueryLimits())], 2000, Estimate())


@pytest.mark.parametrize(
    ("kind", "marked", "count"), [("right", False, 57), ("lies", True, 102), ("worded", False, 25)]
)
def test_what_rows_refute_is_marked(graph: BoltGraph, kind: str, marked: bool, count: int) -> None:
    names = KnownNames.of(graph.describe())
    wrong, lines = [], 0
    for asked in ASKED:
        rows = shown(graph, asked["statement"])
        writers = [(line, write(line, rows, asked["question"], names)) for line in asked[kind]]
        lines += len(writers)
        wrong += [line for line, writer in writers if is_marked(writer) is not marked]
        assert all(not writer.text or writer.text.endswith(WORDED) for _, writer in writers)
    assert (lines, wrong) == (count, [])


ROW = Row({"device": "r1", "mtu": 1500}, (SourceLine("r1.cfg", 1, "mtu 1500"),), 1)
ONE = show_rows([Outcome(Query("cypher", ""), (ROW,), total_rows=1)], 1000, len)
NAMES = KnownNames(frozenset({"r1"}), frozenset({"mtu"}))
QUESTION = "Which MTU has r1?"
NOTED = {
    "a word that says all": ("`r1` is safe [1]", "r1 is safe [r1.cfg:1] (not in these lines: 'safe')", False),
    "a word beside a value": (
        "The MTU of `r1` is fine: `1500` [1]",
        "The MTU of r1 is fine: 1500 [r1.cfg:1] (not in these lines: 'fine')",
        False,
    ),
    "a value": ("`r1` has `9000` [1]", "r1 has 9000 [r1.cfg:1] (not in these lines: '9000')", False),
    "a value behind what the rows do not show": (
        "The rows do not show a description, `r1` has `9000` [1]",
        "The rows do not show a description, r1 has 9000 [r1.cfg:1] (not in these lines: '9000')",
        False,
    ),
    "what rows show": ("The MTU of `r1` is `1500` [1]", "The MTU of r1 is 1500 [r1.cfg:1]", True),
}


@pytest.mark.parametrize(("reply", "text", "answers"), NOTED.values(), ids=NOTED)
def test_what_no_line_has_is_told_behind_it(reply: str, text: str, answers: bool) -> None:
    writer = write(reply, ONE, QUESTION, NAMES)
    assert writer.text == f"{text}\n{WORDED}"
    assert writer.answered is answers


PORT = Row(
    {"device": "r1", "interface": "Gi0/1", "shutdown": True}, (SourceLine("r1.cfg", 2, " shutdown"),), 1
)
ABOUT = {
    "the switch": ("`r1` is shut down [1]", False),
    "the port": ("`Gi0/1` of `r1` is shut down [1]", True),
}


@pytest.mark.parametrize(("reply", "answers"), [*ABOUT.values(), ("Yes [1]", False)], ids=[*ABOUT, "nothing"])
def test_a_row_tells_of_the_thing_that_it_is_about(reply: str, answers: bool) -> None:
    statement = "MATCH (i:Interface) RETURN i.device AS device, i.key AS interface, i.shutdown AS shutdown"
    rows = show_rows([Outcome(Query("cypher", statement), (PORT,), total_rows=1)], 1000, len)
    assert write(reply, rows, "Is Gi0/1 of r1 shut down?", NAMES).answered is answers


def test_a_line_is_said_once() -> None:
    writer = write("`r1` has `1500` [1]\n" * 3, ONE, QUESTION, NAMES)
    assert writer.text == f"r1 has 1500 [r1.cfg:1]\n{WORDED}"


def test_one_line_that_answers_is_enough() -> None:
    writer = write("`r1` is safe [1]\nThe MTU of `r1` is `1500` [1]", ONE, QUESTION, NAMES)
    assert writer.answered


LINKS = {
    "a link": ("`r1` is [safe](/x) [1]", "](", "] ("),
    "an image": ("`r1` is ![safe](/x) [1]", "![", "! ["),
}


@pytest.mark.parametrize(("reply", "absent", "present"), LINKS.values(), ids=LINKS)
def test_links_are_text(reply: str, absent: str, present: str) -> None:
    writer = write(f"The MTU of `r1` is `1500` [1]\n{reply}", ONE, QUESTION, NAMES)
    assert absent not in writer.text
    assert present in writer.text


ENDS = [
    Row({"device": "r1", "interface": "Gi0/1", "mtu": 9000}, (SourceLine("r1.cfg", 3, " mtu 9000"),), 1),
    Row({"device": "r2", "interface": "Gi0/2", "mtu": 9100}, (SourceLine("r2.cfg", 7, " mtu 9100"),), 1),
]
TWO = show_rows([Outcome(Query("cypher", ""), tuple(ENDS), total_rows=2)], 1000, len)
SIDES = "`Gi0/1` of `r1` has mtu `{}`, `Gi0/2` of `r2` has mtu `{}` [1,2]"
TOLD = {
    "values in their places": (f"They do not match: {SIDES.format(9000, 9100)}", False),
    "swapped values": (f"They differ: {SIDES.format(9100, 9000)}", True),
    "entries of a list": ("`r1`: `Gi0/1`, `9000`; `r2`: `Gi0/2`, `9100` [1,2]", False),
    "swapped entries of a list": ("`r1`: `Gi0/1`, `9100`; `r2`: `Gi0/2`, `9000` [1,2]", True),
    "several devices with one value": ("`r1` and `r2` have mtu `9000` [1,2]", True),
    "a device in brackets": ("`Gi0/1` (`r1`) has `9000`, `Gi0/2` (`r2`) has `9100` [1,2]", False),
}


@pytest.mark.parametrize(("line", "marked"), TOLD.values(), ids=TOLD)
def test_values_belong_together_as_in_a_row(line: str, marked: bool) -> None:
    names = KnownNames(frozenset({"r1", "r2"}), frozenset({"mtu"}))
    writer = write(line, TWO, "Do the MTUs of both ends match?", names)
    assert ("(not so in these lines" in writer.text) is marked
    assert writer.answered is not marked


def test_a_unit_stands_in_the_name_of_its_column() -> None:
    line = (SourceLine("app.log", 4, "path=/v1/a latency_ms=507"),)
    row = Row({"device": "app1", "path": "/v1/a", "latency_ms": 507, "message": line[0].text}, line, 1)
    returned = "e.device AS device, e.path AS path, e.latency_ms AS latency_ms"
    statement = f"MATCH (e:Call) RETURN {returned} ORDER BY e.latency_ms DESC LIMIT 1"
    rows = show_rows([Outcome(Query("cypher", statement), (row,), total_rows=1)], 1000, len)
    text = "The path `/v1/a` had the highest latency, `507` ms, on `app1` [1]"
    writer = write(text, rows, "Which path was slowest?", NAMES)
    assert writer.text.startswith("The path /v1/a had the highest latency, 507 ms, on app1 [app.log:4]\n")


DHCP = ("10.0.7.5 to 02:11:32:a8:7f:10", "10.0.7.5 to 02:11:32:a8:7f:10 via r1")
LEASED = "MATCH (a:Leased) RETURN a.device AS device, a.mac AS mac, a.address AS address, count(*) AS count"
GATHERED = {
    "another spelling of a MAC": ("`0211.32a8.7f10` has `10.0.7.5`", ""),
    "another MAC": ("`0211.32a8.7f11` has `10.0.7.5`", "0211.32a8.7f11"),
    "a word of all lines": ("`10.0.7.5` by DHCPACK", ""),
    "a word of one line": ("`10.0.7.5` by DHCPNAK", "DHCPNAK"),
    "a code of all lines": ("`10.0.7.5` by 5021", ""),
    "a code of one line": ("`10.0.7.5` by 4711", "4711"),
    "a count that is a code of all lines": ("5021 leases of `10.0.7.5`", "5021"),
}


@pytest.mark.parametrize(("text", "marked"), GATHERED.values(), ids=GATHERED)
def test_what_all_gathered_lines_say(text: str, marked: str) -> None:
    words = ("DHCPACK 5021 on", "DHCPACK DHCPNAK 5021 4711 on")
    lines = tuple(SourceLine("d.log", at, f"{words[at]} {told}") for at, told in enumerate(DHCP))
    cells = {"device": "d1", "mac": "02:11:32:a8:7f:10", "address": "10.0.7.5", "count": 2}
    rows = show_rows([Outcome(Query("cypher", LEASED), (Row(cells, lines, 2),), total_rows=1)], 1000, len)
    written = write(f"{text} [1]", rows, "Who is it?", KnownNames(frozenset({"d1"}), frozenset())).text
    assert (f"'{marked}'" in written) if marked else ("(not" not in written)


DOWN = "MATCH (d:Down) RETURN d.device AS device, d.why AS why, 60 * d.n AS {}, count(d) AS count"
BESIDE = {
    "a count behind a denial of the row": ("seconds_down", "`r1` had no free leases `61` times", ""),
    "a count behind another denial": ("seconds_down", "`r1` had no leases `61` times", "times"),
    "a column by its name": ("seconds_down", "`r1` was `3660` seconds_down", ""),
    "a column whose name says more": ("seconds_hacked", "`r1` was `3660` seconds_hacked", "seconds_hacked"),
}


@pytest.mark.parametrize(("column", "text", "marked"), BESIDE.values(), ids=BESIDE)
def test_words_beside_a_number(column: str, text: str, marked: str) -> None:
    lines = (SourceLine("r1.log", 1, "r1 is down: no free leases"),)
    row = Row({"device": "r1", "why": "no free leases", column: 3660, "count": 61}, lines, 1)
    query = Query("cypher", DOWN.format(column))
    rows = show_rows([Outcome(query, (row,), total_rows=1)], 1000, len)
    written = write(f"{text} [1]", rows, "How often was it down?", NAMES).text
    assert (f"'{marked}'" in written) if marked else ("(not" not in written)

"""What is found and shown for questions that are not surely read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.reader.candidate_lines import CandidateLine, CandidateLines, FoundLines, under_heads
from agent.reader.closest_lines import ClosestLines, rank_lines
from agent.reader.question_terms import read_terms
from agent.records import Question
from agent.value_index import ValueIndex
from graph_store.bolt_graph import BoltGraph
from graph_store.records import Document
from graph_store.text_search.tokenize_line import search_tokens
from tests.agent.ask_files import agent_on


@pytest.fixture(scope="module")
def closest(small_graph: BoltGraph) -> ClosestLines:
    look_up = ValueIndex(small_graph)
    return ClosestLines(CandidateLines(small_graph, small_graph.describe(), look_up))


BLOCK = (5, 6, 7, 8)
FIRST = {
    "a block that is named is shown whole": ("show run interface Ethernet0/1 on r1", "configs/r1.cfg", BLOCK),
    "a short name of an interface is the long one": ("whats the ip of Lo0 on r1", "configs/r1.cfg", (3, 4)),
    "a word in another form": ("which neighbours does r2 have", "configs/r2.cfg", (4, 5)),
    "a line under no heading": ("what ntp is used", "configs/r1.cfg", (11,)),
    "a typo": ("which intarface has a descripton", "configs/r1.cfg", BLOCK),
}


@pytest.mark.parametrize(("text", "path", "numbers"), FIRST.values(), ids=FIRST)
def test_first(closest: ClosestLines, text: str, path: str, numbers: Sequence[int]) -> None:
    first = closest.find(text).lines[0]
    assert (first.path, tuple(line.number for line in first.lines)) == (path, tuple(numbers))


def test_log_records_that_differ_in_numbers_are_one(closest: ClosestLines) -> None:
    found = closest.find("WARN POST servers").lines
    assert found[0].count > 1
    assert "WARN POST" in found[0].text


def test_a_typo_is_told(closest: ClosestLines) -> None:
    assert closest.find("which intarface").corrected == (("intarface", "interface"),)
    assert closest.find("which intarfaec").corrected == (("intarfaec", "interface"),)
    assert closest.find("authentification of r1").corrected == (("authentification", "authentication"),)
    assert closest.find("which tarmac").corrected == ()
    assert closest.find("which warnings").corrected == ()  # the name of a level, and never "wlan"
    assert closest.find("which rejacted").corrected == (("rejacted", "rejected"),)  # and never "redacted"


def test_a_kind_of_thing_is_known_by_a_typo(tmp_path: Path) -> None:
    config = "hostname sw9\n!\ninterface GigabitEthernet0/1\n description pump\n!\n"
    with agent_on(tmp_path, {"sw9.cfg": config}) as agent:
        answer = agent.ask(Question("intrefaces of sw9"))
    assert answer.status == "closest"
    assert [(table.title, table.rows[0][0]) for table in answer.tables] == [
        ("1 interface on sw9", "GigabitEthernet0/1")
    ]


def test_parts_are_shown_in_turns(closest: ClosestLines) -> None:
    first, second = closest.find("ntp server of r1", "neighbor of r2").lines[:2]
    assert ("ntp server" in first.text, "neighbor" in second.text) == (True, True)


def test_nothing_is_found_where_no_line_has_a_word(closest: ClosestLines) -> None:
    assert closest.find("colourless green ideas").lines == ()


def test_blocks_that_match_the_same_are_one_with_their_number() -> None:
    document = Document("a.cfg", "", "configuration", 1, device="a")
    text = "".join(f"interface Eth{port}\n mtu {9000 + port}\n shutdown\n" for port in range(4))
    lines = [
        CandidateLine(document, number, line, tuple(search_tokens(line)), "a")
        for number, line in enumerate(text.splitlines(), 1)
    ]
    terms = read_terms("shutdown interfaces")
    found = FoundLines(terms, (1.0,) * len(terms), (under_heads(lines),), (), ())
    (shown,) = rank_lines(found, 5)
    assert (shown.count, shown.text.count("shutdown"), "mtu" in shown.text) == (4, 4, False)


def test_short_names_in_the_plural_are_read_in_the_singular() -> None:
    assert [term.text for term in read_terms("the IPs and VLANs")] == ["IP", "VLANs"]

"""The keyword dump: most shared words first."""

from __future__ import annotations

from evaluation.evaluate import keyword_dump
from graph_store.records import SourceLine

TEXTS = ("hostname r1", "interface lo0", " description to r2", "interface eth1", "router ospf 1")
LINES = [SourceLine("r1.cfg", number, text) for number, text in enumerate(TEXTS, start=1)]


def test_lines_with_most_words_come_first_and_ties_keep_their_order() -> None:
    assert keyword_dump("Which interface leads to r2?", LINES, count=4).splitlines() == [
        "r1.cfg:3:  description to r2",
        "r1.cfg:2: interface lo0",
        "r1.cfg:4: interface eth1",
        "r1.cfg:1: hostname r1",
    ]


def test_words_in_another_case_count() -> None:
    assert keyword_dump("ROUTER OSPF", LINES, count=1) == "r1.cfg:5: router ospf 1"


def test_no_lines_give_an_empty_dump() -> None:
    assert keyword_dump("anything", []) == ""

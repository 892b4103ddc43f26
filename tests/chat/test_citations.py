"""Marks become links, and links become places."""

from __future__ import annotations

import pytest

from chat.evidence.citations import (
    Citation,
    FileLines,
    link_citations,
    number_citations,
    read_citation,
    say_places,
)
from graph_store.records import SourceLine

READ = {
    "one line": ("a.cfg:7", (FileLines("a.cfg", (7,)),)),
    "several lines": ("logs/a.log:51,54", (FileLines("logs/a.log", (51, 54)),)),
    "a span": ("a.cfg:3-5", (FileLines("a.cfg", (3, 4, 5)),)),
    "first and last of many": ("a.cfg:7 … 12, 698 lines", (FileLines("a.cfg", (7, 12)),)),
    "first and last in two files": (
        "a.cfg:7 … b.cfg:12, 698 lines",
        (FileLines("a.cfg", (7,)), FileLines("b.cfg", (12,))),
    ),
    "one of many": ("a.cfg:7, 698 lines", (FileLines("a.cfg", (7,)),)),
}


@pytest.mark.parametrize(("label", "places"), READ.values(), ids=READ)
def test_read_citation(label: str, places: tuple[FileLines, ...]) -> None:
    assert read_citation(label) == Citation(label, places)


def test_what_names_no_line_is_no_citation() -> None:
    assert read_citation("a.cfg") is None
    assert read_citation("a.cfg:50-3 … 58") is None
    assert read_citation("a.cfg:1; b.cfg:5-3") is None


LINKED = {
    "a mark is a link": ("down [a.cfg:7].", r"down \[[a.cfg\:7](#source=a.cfg%3A7)\]."),
    "two files are two links": (
        "[a.cfg:7; b.cfg:1,2]",
        r"\[[a.cfg\:7](#source=a.cfg%3A7); [b.cfg\:1,2](#source=b.cfg%3A1%2C2)\]",
    ),
    "a file that is not cited stays text": ("[c.cfg:7]", "[c.cfg:7]"),
    "a bracket without a line stays text": ("[edit interfaces]", "[edit interfaces]"),
}


@pytest.mark.parametrize(("text", "expected"), LINKED.values(), ids=LINKED)
def test_link_citations(text: str, expected: str) -> None:
    assert link_citations(text, {"a.cfg", "b.cfg"}, lambda piece: piece) == expected


CITED = [SourceLine("a.cfg", number, "") for number in (7, 9, 12)] + [SourceLine("b.cfg", 1, "")]
NUMBERED = {
    "the same mark has the same number": (
        "x [a.cfg:7], y [b.cfg:1], z [a.cfg:7].",
        ("x [1], y [2], z [1].", ["a.cfg:7", "b.cfg:1"], 2),
    ),
    "a mark that leaves out lines opens all that are kept": (
        "[a.cfg:7 … 12, 58 lines]",
        ("[1]", ["a.cfg:7,9,12"], 58),
    ),
    "several files are one source": ("[a.cfg:7; b.cfg:1]", ("[1]", ["a.cfg:7; b.cfg:1"], 2)),
    "a file that is not cited stays text": ("[c.cfg:7]", ("[c.cfg:7]", [], 4)),
}


@pytest.mark.parametrize(("text", "expected"), NUMBERED.values(), ids=NUMBERED)
def test_number_citations(text: str, expected: tuple[str, list[str], int]) -> None:
    found = number_citations(text, CITED, str, lambda number, _: f"[{number}]")
    assert (found.text, list(map(say_places, found.sources)), found.lines) == expected
    assert [read_citation(say_places(one)) is not None for one in found.sources] == [True] * len(
        found.sources
    )

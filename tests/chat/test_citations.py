"""Marks become links, and links become places."""

from __future__ import annotations

import pytest

from chat.evidence.citations import Citation, Place, link_citations, read_citation

READ = {
    "one line": ("a.cfg:7", (Place("a.cfg", (7,)),)),
    "several lines": ("logs/a.log:51,54", (Place("logs/a.log", (51, 54)),)),
    "a span": ("a.cfg:3-5", (Place("a.cfg", (3, 4, 5)),)),
    "first and last of many": ("a.cfg:7 … 12, 698 lines", (Place("a.cfg", (7, 12)),)),
    "first and last in two files": (
        "a.cfg:7 … b.cfg:12, 698 lines",
        (Place("a.cfg", (7,)), Place("b.cfg", (12,))),
    ),
    "one of many": ("a.cfg:7, 698 lines", (Place("a.cfg", (7,)),)),
}


@pytest.mark.parametrize(("label", "places"), READ.values(), ids=READ)
def test_read_citation(label: str, places: tuple[Place, ...]) -> None:
    assert read_citation(label) == Citation(label, places)


def test_what_names_no_line_is_no_citation() -> None:
    assert read_citation("a.cfg") is None


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

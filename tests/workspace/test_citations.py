"""Marks become links, and links become places."""

from __future__ import annotations

import pytest

from chat.evidence.citation_links import say_places
from graph_store.records import SourceLine
from workspace.citations import Citation, FileLines, number_citations, read_citation

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
    assert read_citation(f"a.cfg:{'9' * 5000}") is None


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
    "a total without end is none": (f"[a.cfg:7, {'9' * 5000} lines]", ("[1]", ["a.cfg:7"], 1)),
}


@pytest.mark.parametrize(("text", "expected"), NUMBERED.values(), ids=NUMBERED)
def test_number_citations(text: str, expected: tuple[str, list[str], int]) -> None:
    found = number_citations(text, CITED, str, lambda number, _: f"[{number}]")
    assert (found.text, list(map(say_places, found.sources)), found.lines) == expected
    assert [read_citation(say_places(one)) is not None for one in found.sources] == [True] * len(
        found.sources
    )

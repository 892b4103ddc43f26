"""Citations against the lines that prove an answer."""

from __future__ import annotations

import pytest

from evaluation.records import CitationScore, GoldEvidence
from evaluation.score_answer import same_file, score_citations
from graph_store.records import SourceLine

SHORT = (GoldEvidence("set/configs/r1.cfg", (3, 4)), GoldEvidence("set/configs/r2.cfg", (3, 4)))
LONG = (GoldEvidence("set/a.log", tuple(range(1, 11))), GoldEvidence("set/b.log", tuple(range(1, 11))))

CITED: dict[str, tuple[tuple[GoldEvidence, ...], list[tuple[str, int]], CitationScore | None]] = {
    "no evidence is no score": ((), [("r1.cfg", 3)], None),
    "truncated evidence is no score": ((GoldEvidence("a.log", (1,), truncated=True),), [("a.log", 1)], None),
    "nothing cited has no precision": (SHORT, [], CitationScore(None, 0.0, 0.0)),
    "all lines cited": (
        SHORT,
        [("r1.cfg", 3), ("r1.cfg", 4), ("r2.cfg", 3), ("r2.cfg", 4)],
        CitationScore(1.0, 1.0, 1.0),
    ),
    "half cited, one wrong": (
        SHORT,
        [("r1.cfg", 3), ("r2.cfg", 4), ("r2.cfg", 9)],
        CitationScore(2 / 3, 0.5, 0.5),
    ),
    "a line cited twice counts once": (SHORT, [("r1.cfg", 3), ("r1.cfg", 3)], CitationScore(1.0, 0.25, 0.25)),
    "the same number in another file is wrong": (SHORT, [("r3.cfg", 3)], CitationScore(0.0, 0.0, 0.0)),
    "both ends of short evidence are half of it": (
        SHORT,
        [("r1.cfg", 3), ("r2.cfg", 4)],
        CitationScore(1.0, 0.5, 0.5),
    ),
    "both ends stand for long evidence": (
        LONG,
        [("a.log", 1), ("b.log", 10)],
        CitationScore(1.0, 1.0, 0.1),
    ),
    "near both ends is at both ends": (LONG, [("a.log", 3), ("b.log", 8)], CitationScore(1.0, 1.0, 0.1)),
    "one end does not stand for long evidence": (
        LONG,
        [("a.log", 1), ("a.log", 2)],
        CitationScore(1.0, 0.1, 0.1),
    ),
    "the middle does not stand for long evidence": (
        LONG,
        [("a.log", 5), ("b.log", 5)],
        CitationScore(1.0, 0.1, 0.1),
    ),
}


@pytest.mark.parametrize(("evidence", "places", "expected"), CITED.values(), ids=CITED)
def test_score_citations(
    evidence: tuple[GoldEvidence, ...], places: list[tuple[str, int]], expected: CitationScore | None
) -> None:
    assert score_citations([SourceLine(path, number, "") for path, number in places], evidence) == expected


FILES = {
    "the end of a path is the file": ("set/configs/r1.cfg", "r1.cfg", True),
    "in both directions": ("r1.cfg", "set/configs/r1.cfg", True),
    "a longer end": ("set/configs/r1.cfg", "configs/r1.cfg", True),
    "equal paths": ("a/r1.cfg", "a/r1.cfg", True),
    "parts are compared whole": ("configs/r11.cfg", "1.cfg", False),
    "another folder is another file": ("a/r1.cfg", "b/r1.cfg", False),
    "an empty path is no file": ("a/r1.cfg", "", False),
}


@pytest.mark.parametrize(("one", "other", "expected"), FILES.values(), ids=FILES)
def test_same_file(one: str, other: str, expected: bool) -> None:
    assert same_file(one, other) is expected

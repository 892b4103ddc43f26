"""The scoring rules, one sentence each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.records import Answer, ClosestLine, Status
from evaluation.records import Gold, ListScore
from evaluation.score_answer import score_answer, score_list
from graph_store.records import SourceLine

LOOKUP = Gold("l", "d", "What is the address of lo0 on r1?", "lookup", ("10.0.0.1",), ("10.0.0.1",))
LIST = Gold(
    "m",
    "d",
    "Which devices run OSPF?",
    "list",
    ("r1", "r2"),
    ("r1",),
    universe=("r1", "r2", "r3", "r4"),
)
LONG = Gold("n", "d", "Tell all.", "summary", ("word " * 400,), ("word",))
NEGATIVE = Gold("o", "d", "Does r1 run RIP?", "negative", ("No.",), any_of=(("no", "not"),))
TEN = tuple(f"r{number}" for number in range(1, 11))
TEN_OF_TWELVE = replace(LIST, items=TEN, universe=(*TEN, "r11", "r12"))

SCORED: dict[str, tuple[Gold, Status, str, tuple[str, ...]]] = {
    "a right answer passes": (LOOKUP, "answered", "It is 10.0.0.1.", ()),
    "a wrong answer fails": (LOOKUP, "answered", "It is 10.0.0.2.", ("does not show '10.0.0.1'",)),
    "a right text with another status fails": (
        LOOKUP,
        "none",
        "It is 10.0.0.1.",
        ("status is 'none', expected 'answered'",),
    ),
    "a failed query fails": (LOOKUP, "failed", "10.0.0.1", ("status is 'failed', expected 'answered'",)),
    "an answer of 1,500 characters may pass": (LOOKUP, "answered", "10.0.0.1 " + "x" * 1491, ()),
    "a longer answer fails": (
        LOOKUP,
        "answered",
        "10.0.0.1 " + "x" * 1492,
        ("answer has 1501 characters, at most 1500 are allowed",),
    ),
    "a long answer to a long gold passes": (LONG, "answered", "word " * 500, ()),
    "a whole list passes": (LIST, "answered", "r1 and r2", ()),
    "half a list fails, whatever the word check says": (LIST, "answered", "r1", ("does not name r2",)),
    "one extra beside two items fails": (LIST, "answered", "r1, r2, r3", ("names wrong extras: r3",)),
    "what is not of the universe is no extra": (LIST, "answered", "r1, r2 and area 9", ()),
    "one extra in ten is forgiven": (TEN_OF_TWELVE, "answered", " ".join((*TEN, "r11")), ()),
    "two extras in ten are not": (
        TEN_OF_TWELVE,
        "answered",
        " ".join((*TEN, "r11", "r12")),
        ("names wrong extras: r11, r12",),
    ),
    "extras count for other kinds, too": (
        replace(LIST, kind="multi-hop"),
        "answered",
        "r1 and r4",
        ("names wrong extras: r4",),
    ),
    "a denial with status none passes": (NEGATIVE, "none", "No, r1 does not run RIP.", ()),
    "a denial with status not_parsed passes": (NEGATIVE, "not_parsed", "Not parsed: RIP.", ()),
    "a denial with status answered fails": (
        NEGATIVE,
        "answered",
        "No, it does not.",
        ("status is 'answered', expected 'none' or 'closest' or 'not_parsed'",),
    ),
    "a denial because of a failed query fails": (
        NEGATIVE,
        "failed",
        "No.",
        ("status is 'failed', expected 'none' or 'closest' or 'not_parsed'",),
    ),
    "a negative without a denying word fails": (NEGATIVE, "none", "Yes.", ("shows none of 'no', 'not'",)),
    "a claim beside the denial fails": (
        NEGATIVE,
        "none",
        "No answer. It runs on r3 and r4.",
        ("claims r3, r4",),
    ),
    "an entity in the denying sentence is not claimed": (NEGATIVE, "none", "r3 does not run RIP either.", ()),
    "an entity of the question is not claimed": (NEGATIVE, "none", "No RIP. On r1: OSPF.", ()),
    "a long negative is not a dump": (NEGATIVE, "none", "No. " + "x" * 1600, ()),
}


@pytest.mark.parametrize(("gold", "status", "text", "reasons"), SCORED.values(), ids=SCORED)
def test_score_answer(gold: Gold, status: Status, text: str, reasons: tuple[str, ...]) -> None:
    score = score_answer(gold, Answer(text, status), entities=("r1", "r2", "r3", "r4"))
    assert (score.reasons, score.passed) == (reasons, not reasons)


def test_closest_lines_and_citations_are_not_scored() -> None:
    line = SourceLine("r1.cfg", 3, "ip address 10.0.0.1")
    answer = Answer(
        "Here is what I found [r1.cfg:3].", "answered", citations=(line,), closest=(ClosestLine((line,)),)
    )
    assert score_answer(LOOKUP, answer).reasons == ("does not show '10.0.0.1'",)


LISTED = {
    "a lookup is no list": (LOOKUP, "10.0.0.1", None),
    "found, missing and extra": (LIST, "r2, r3", ListScore(("r2",), ("r1",), ("r3",))),
    "an item of several words is named by its words": (
        replace(LIST, items=("r1 Gi0/1 10.0.0.1", "r2: map-a"), universe=()),
        "on r1, GigabitEthernet0/1: 10.0.0.1; r2 has map-a",
        ListScore(("r1 Gi0/1 10.0.0.1", "r2: map-a"), (), ()),
    ),
    "a name inside a longer name is not an extra": (
        replace(LIST, items=("/v2/a/b",), universe=("/v2/a", "/v2/a/b")),
        "/v2/a/b",
        ListScore(("/v2/a/b",), (), ()),
    ),
    "a name inside a longer wrong name counts once": (
        replace(LIST, items=("x",), universe=("/v2/a", "/v2/a/b")),
        "x /v2/a/b",
        ListScore(("x",), (), ("/v2/a/b",)),
    ),
    "a range names what lies in it": (
        replace(LIST, items=("10.0.0.1", "10.0.0.2", "10.0.0.3"), universe=()),
        "10.0.0.1 to 10.0.0.3",
        ListScore(("10.0.0.1", "10.0.0.2", "10.0.0.3"), (), ()),
    ),
}


@pytest.mark.parametrize(("gold", "text", "expected"), LISTED.values(), ids=LISTED)
def test_score_list(gold: Gold, text: str, expected: ListScore | None) -> None:
    assert score_list(gold, text) == expected


RATES = {
    "all found": (ListScore(("a",), (), ()), 1.0, 1.0),
    "half found": (ListScore(("a",), ("b",), ()), 1.0, 0.5),
    "one extra": (ListScore(("a",), (), ("c",)), 0.5, 1.0),
    "nothing named": (ListScore((), ("a",), ()), 1.0, 0.0),
}


@pytest.mark.parametrize(("listed", "precision", "recall"), RATES.values(), ids=RATES)
def test_list_rates(listed: ListScore, precision: float, recall: float) -> None:
    assert (listed.precision, listed.recall) == (precision, recall)

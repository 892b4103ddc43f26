"""The comparison of modes: intervals, what is wrong and what is declined, and the picture."""

from __future__ import annotations

import pytest

from evaluation.evaluate import add_up
from evaluation.records import AnswerCost, Gold, PassCount, Score
from evaluation.runs.ask_run import Run
from evaluation.runs.compare_modes import Indexing, modes_json, modes_part, tally_mode, wilson

INTERVALS = {
    "half of ten": ((5, 10), (0.2366, 0.7634)),
    "none of ten is not surely none": ((0, 10), (0.0, 0.2775)),
    "nothing asked": ((0, 0), (0.0, 1.0)),
}


@pytest.mark.parametrize(("counted", "expected"), INTERVALS.values(), ids=INTERVALS)
def test_wilson(counted: tuple[int, int], expected: tuple[float, float]) -> None:
    assert wilson(*counted) == pytest.approx(expected, abs=1e-4)


def score(number: int, status: str, passed: bool, rank: int = 0) -> Score:
    gold = Gold(f"q{number}", "d", "Which?", "lookup" if number % 2 else "list", ("x",))
    reasons = () if passed else ("no",)
    return Score(gold, "text", status, reasons, spent=AnswerCost(1, 10, 2, 0.5), closest_rank=rank)


SCORES = (
    score(1, "answered", True),
    score(2, "answered", False),
    score(3, "closest", False, 4),
    score(4, "closest", False),
    score(5, "none", False),
)
RUN = Run("builtin", "garag", SCORES, add_up(SCORES, PassCount(0, 0)), 0.0, variant="without <x>")


def test_wrong_and_declined_are_apart() -> None:
    told = tally_mode(RUN, Indexing(1.5, 3, 900))
    assert (told.passed, told.n, told.wrong, told.declined, told.shown) == (1, 5, 2, 2, 1)
    assert told.by_kind == {"lookup": (1, 3), "list": (0, 2)}
    assert (told.calls, told.tokens, told.seconds) == (5, 60, 2.5)


def test_the_part_of_the_page_has_a_picture_with_every_name() -> None:
    part = modes_part([tally_mode(RUN, Indexing())])
    assert part.count("<figure>") == 4
    assert "builtin garag without &lt;x&gt;" in part
    assert "<script" not in part


def test_json_has_a_row_for_each_mode() -> None:
    (row,) = modes_json([tally_mode(RUN, Indexing())])["modes"]  # type: ignore[misc]
    assert row["name"] == "builtin garag without <x>"

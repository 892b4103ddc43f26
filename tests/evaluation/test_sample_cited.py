"""How cited lines are drawn for a person to judge."""

from __future__ import annotations

from evaluation.sample_cited import Cited, draw
from graph_store.records import SourceLine


def _cited(question: str, number: int) -> Cited:
    return Cited(question, f"{question}?", "an answer", SourceLine("r1.cfg", number, "a line"))


ONE = [_cited("a", number) for number in range(1, 9)] + [_cited("b", 9)]
OTHER = [_cited("c", 10)]


def test_the_same_seed_draws_the_same_lines() -> None:
    assert draw([ONE, OTHER], 5, 7) == draw([ONE, OTHER], 5, 7)
    assert any(draw([ONE], 3, 7) != draw([ONE], 3, seed) for seed in range(20))


def test_every_set_and_every_question_comes_before_any_second_line() -> None:
    assert {one.id for one in draw([ONE, OTHER], 3, 1)} == {"a", "b", "c"}


def test_no_more_is_drawn_than_there_is() -> None:
    drawn = draw([ONE, OTHER], 50, 1)
    assert sorted(one.line.number for one in drawn) == list(range(1, 11))

"""Whatever a small model does wrong: nothing false is claimed, and every failure ends honestly and soon."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Answer, Question
from evaluation.score_answer import score_answer
from graph_store.bolt_graph import BoltGraph
from tests.agent.weak_models.mistakes import MISTAKES
from tests.agent.weak_models.statements import Asked, asked_questions
from tests.agent.weak_models.weak_model import Mistake, WeakModel

MOST_CALLS = 10
SMALL_CONTEXT = 3400
"""Tokens of a prompt where a model has 4,000 for the prompt and its reply."""
NO_MISTAKE = Mistake(lambda call: call.right)
SURE = frozenset({"answered", "none"})


def answered(asked: Asked, number: int, graph: BoltGraph, mistake: Mistake, context: int = 0) -> Answer:
    """Ask one question, every other one in mode graph."""
    model = WeakModel(asked, mistake, context)
    mode = "graph" if number % 2 else "combined"
    answer = Agent(graph, model, model.name).ask(Question(asked.gold.question, mode=mode))  # type: ignore[arg-type]
    assert model.calls <= MOST_CALLS, (asked.gold.id, model.seen)
    return answer


def verdicts(graph: BoltGraph, mistake: Mistake, context: int = 0) -> Iterator[tuple[str, bool, Answer]]:
    for number, asked in enumerate(asked_questions()):
        answer = answered(asked, number, graph, mistake, context)
        yield asked.gold.id, score_answer(asked.gold, answer).passed, answer


def wrong(graph: BoltGraph, mistake: Mistake, context: int = 0) -> list[tuple[str, str, str]]:
    return [
        (name, answer.status, answer.text)
        for name, right, answer in verdicts(graph, mistake, context)
        if not right
    ]


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_that_is_always_made_claims_nothing_false(graph: BoltGraph, kind: str) -> None:
    found = wrong(graph, MISTAKES[kind])
    assert [one for one in found if one[1] in SURE] == []
    assert {status for _, status, _ in found} <= {"closest", "not_parsed"}


SECOND_TRY = (
    "wrong property names", "wrong label names", "a Python dict", "no JSON at all", "wrong types", "another value",
    "broken syntax", "empty replies", "cut off",
)


@pytest.mark.parametrize("kind", SECOND_TRY)
def test_the_right_answer_is_reached_where_the_second_try_is_right(graph: BoltGraph, kind: str) -> None:
    assert wrong(graph, MISTAKES[kind].only_once()) == []


def test_a_good_model_answers_all(graph: BoltGraph) -> None:
    assert wrong(graph, NO_MISTAKE) == []


def test_a_context_of_4000_tokens_is_enough(graph: BoltGraph) -> None:
    assert wrong(graph, NO_MISTAKE, SMALL_CONTEXT) == []


def test_a_context_that_is_too_small_for_anything_ends_honestly(graph: BoltGraph) -> None:
    found = wrong(graph, NO_MISTAKE, 300)
    assert {status for _, status, _ in found} <= {"closest", "not_parsed"}
    assert len(found) > 30

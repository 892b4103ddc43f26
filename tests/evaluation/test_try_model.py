"""What a model's answers to the built-in questions say of it."""

from __future__ import annotations

import pytest

from agent.records import Answer, Question
from evaluation.try_model import QUESTIONS, Trial, try_model
from language_model.errors import ModelUnavailable


def right(question: Question) -> Answer:
    gold = next(one for one in QUESTIONS if one.question == question.text)
    return Answer(", ".join(gold.items), "answered") if gold.items else Answer("None.", "none")


def wrong(question: Question) -> Answer:
    return Answer("It is 42.", "answered")


def away(question: Question) -> Answer:
    raise ModelUnavailable("write_graph", "no reply")


def simple_only(question: Question) -> Answer:
    kind = next(one.kind for one in QUESTIONS if one.question == question.text)
    return Answer("", "not_parsed") if kind == "multi-hop" else right(question)


CASES = {
    "all right": (right, 8, 0, "all these kinds"),
    "all wrong, and sure of it": (wrong, 0, 8, "Do not rely on it"),
    "no reply": (away, 0, 0, "Not good enough"),
    "not the hard one": (simple_only, 7, 0, "simple questions"),
}


@pytest.mark.parametrize(("ask", "passed", "false", "verdict"), CASES.values(), ids=CASES)
def test_try_model(ask: object, passed: int, false: int, verdict: str) -> None:
    trial: Trial = try_model(ask)  # type: ignore[arg-type]
    assert (trial.passed, len(trial.false)) == (passed, false)
    assert verdict in trial.verdict

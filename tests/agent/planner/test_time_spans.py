"""Which span of time a question counts by."""

from __future__ import annotations

import pytest

from agent.planner.logs.time_spans import CLOCK_HOUR, SPANS, asked_span
from agent.planner.words.detect_intent import detect_intent
from agent.planner.words.question_words import read_tokens

CASES = {
    "a day": ("On which day were the most lines logged?", SPANS["day"]),
    "several days": ("On which days did it fail?", SPANS["day"]),
    "an hour of any day": ("Which hour of the day has the most lines?", CLOCK_HOUR),
    "an hour": ("What was the busiest hour?", SPANS["hour"]),
    "no span": ("Which user has the most lines?", ""),
}


@pytest.mark.parametrize(("text", "span"), CASES.values(), ids=CASES)
def test_span(text: str, span: str) -> None:
    tokens = read_tokens(text, frozenset())
    first = detect_intent(text, tokens).phrases[0]
    assert asked_span(tokens, first.positions) == span

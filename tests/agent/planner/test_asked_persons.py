"""Who is asked for is told from who is only meant."""

from __future__ import annotations

import pytest

from agent.planner.logs.fields_by_kind import asks_person
from agent.planner.words.question_words import read_tokens

QUESTIONS = {
    "Who joined ap-3?": True,
    "List those who joined ap-3.": True,
    "By whom was ap-3 restarted?": True,
    "Which network was used most by those who joined ap-3?": False,
    "How many of the users who joined left again?": True,
    "Which network is used by users who joined ap-3?": False,
}


@pytest.mark.parametrize("text", QUESTIONS)
def test_asks_person(text: str) -> None:
    assert asks_person(read_tokens(text, frozenset())) is QUESTIONS[text]

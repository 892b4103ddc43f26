"""What the writers without a model write."""

from __future__ import annotations

from agent.builtin.offline_roles import TextSearchWriter
from agent.records import Question


def test_a_question_of_signs_has_no_queries() -> None:
    assert TextSearchWriter().write(Question("?!* (((")) == ()


def test_a_text_search_wants_all_words_and_then_any() -> None:
    searches = [one.parameters["q"] for one in TextSearchWriter().write(Question("ntp server 192.0.2.1"))]
    assert searches == ['ntp* AND "192.0.2.1"^3', 'ntp* OR "192.0.2.1"^3']

"""Whatever a small model does wrong: nothing false is claimed, and every failure ends honestly and soon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from agent.ask import Agent
from agent.model.known_values import find_claims
from agent.records import Answer, Mode, Question
from conversations.records import strip_marks
from evaluation.score_answer import score_answer
from graph_store.bolt_graph import BoltGraph
from language_model.calls import Message, OnText, Reply
from tests.agent.weak_models.mistakes import MISTAKES
from tests.agent.weak_models.statements import Asked, asked_questions
from tests.agent.weak_models.weak_model import Mistake, WeakModel

MOST_CALLS = 10
SMALL_CONTEXT = 3400
"""Tokens of a prompt where a model has 4,000 for the prompt and its reply."""
NO_MISTAKE = Mistake(lambda call: call.right)
SURE = frozenset({"answered", "none"})
PARTIAL = re.compile(r"\((?:The query was limited|Rests on \d+ of the \d+ rows)")


@dataclass(slots=True)
class Asker:
    """One agent for all questions; each question has a model of its own."""

    graph: BoltGraph
    model: WeakModel | None = None
    name: str = "scripted:weak"
    _agent: Agent = field(init=False)
    _right: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._agent = Agent(self.graph, self, self.name)

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        assert self.model is not None
        return self.model.call(prompt, messages, on_text)

    def ask(self, asked: Asked, number: int, mistake: Mistake, context: int = 0) -> Answer:
        """Ask one question, every other one in mode graph."""
        self.model = WeakModel(asked, mistake, context)
        mode: Mode = "graph" if number % 2 else "combined"
        answer = self._agent.ask(Question(asked.gold.question, mode=mode))
        assert self.model.calls <= MOST_CALLS, (asked.gold.id, self.model.seen)
        return answer

    def is_false(self, asked: Asked, number: int, answer: Answer) -> bool:
        """Say whether an answer is sure of what the right one does not say, or is a part and does not tell."""
        if asked.gold.id not in self._right:
            right = self.ask(asked, number, NO_MISTAKE)
            self._right[asked.gold.id] = said(right)
        whole = PARTIAL.search(answer.text) or asked.gold.kind != "list"
        return answer.status in SURE and not (
            answer.status == "answered" and whole and said(answer) <= self._right[asked.gold.id]
        )


def said(answer: Answer) -> frozenset[str]:
    text = strip_marks(answer.text, (line.path for line in answer.citations))
    return frozenset(
        claim.value
        for claim in find_claims(PARTIAL.sub("", text))
        if not PARTIAL.search(text) or claim.kind != "number"
    )


def wrong(asker: Asker, mistake: Mistake, context: int = 0) -> list[tuple[str, str, bool, str]]:
    """Return the questions that are not answered rightly, with their status, and whether something is false."""
    found: list[tuple[str, str, bool, str]] = []
    for number, asked in enumerate(asked_questions()):
        answer = asker.ask(asked, number, mistake, context)
        if not score_answer(asked.gold, answer).passed:
            false = asker.is_false(asked, number, answer)
            found.append((asked.gold.id, answer.status, false, answer.text))
    return found


@pytest.fixture(scope="module")
def asker(graph: BoltGraph) -> Asker:
    return Asker(graph)


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_that_is_always_made_claims_nothing_false(asker: Asker, kind: str) -> None:
    found = wrong(asker, MISTAKES[kind])
    assert [one for one in found if one[2]] == []
    assert {status for _, status, _, _ in found} <= {"closest", "not_parsed", "answered"}


SECOND_TRY = (
    "wrong property names",
    "wrong label names",
    "a Python dict",
    "no JSON at all",
    "wrong types",
    "another value",
    "broken syntax",
    "empty replies",
    "cut off",
)


@pytest.mark.parametrize("kind", SECOND_TRY)
def test_the_right_answer_is_reached_where_the_second_try_is_right(asker: Asker, kind: str) -> None:
    assert wrong(asker, MISTAKES[kind].only_once()) == []


def test_a_good_model_answers_all(asker: Asker) -> None:
    assert wrong(asker, NO_MISTAKE) == []


def test_a_context_of_4000_tokens_is_enough(asker: Asker) -> None:
    assert wrong(asker, NO_MISTAKE, SMALL_CONTEXT) == []


def test_a_context_that_is_too_small_for_anything_ends_honestly(asker: Asker) -> None:
    found = wrong(asker, NO_MISTAKE, 300)
    assert {status for _, status, _, _ in found} <= {"closest", "not_parsed"}
    assert len(found) > 30

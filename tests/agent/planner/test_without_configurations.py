"""A graph with logs only, or with nothing: nothing is invented."""

from __future__ import annotations

import pytest

from agent.planner.plan_cypher import plan_cypher
from agent.planner.plan_lucene import plan_lucene
from agent.reader.value_index import Occurrence
from agent.planner.words.lexicon import Lexicon
from agent.records import Question
from graph_store.graph import Parameters
from graph_store.records import Cell, Description, LabelDescription, PropertyDescription, Scalar


class NoValues:
    """Knows no value at all."""

    def devices(self, text: str) -> tuple[str, ...]:
        return ()

    def find(self, text: str, cut: bool = False) -> tuple[Occurrence, ...]:
        return ()

    def holds(self, label: str, name: str, text: str) -> tuple[Scalar, ...]:
        return ()

    def begins(self, label: str, text: str) -> bool:
        return False

    def occurs(self, word: str) -> bool:
        return False

    def mentions(self, text: str) -> int:
        return 0

    def lacks(self, text: str) -> bool:
        return False

    def refers(self, label: str, name: str, other: str) -> bool:
        return False

    def count(self, statement: str, parameters: Parameters) -> int:
        return 0

    def rows(self, statement: str, parameters: Parameters) -> tuple[tuple[Cell, ...], ...]:
        return ()


def _property(name: str, example: str) -> PropertyDescription:
    return PropertyDescription(name, ("string",), 5, 1, (example,))


LOG_ONLY = Description(
    (
        LabelDescription(
            "SessionClosed",
            5,
            (_property("message", "session closed"), _property("timestamp", "2026-01-05T10:00:00Z")),
        ),
    )
)
QUESTIONS = {
    "a protocol": "Which devices run EIGRP?",
    "a named interface": "What is the IP address of 'Loopback7' on r1?",
    "references": "Which prefix-list is used by no route-map?",
    "shared values": "Is any address configured on more than one device?",
    "the other end": "Which device is at the other end of Gi0/1?",
}


@pytest.mark.parametrize("text", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("description", [LOG_ONLY, Description(())], ids=["a log only", "nothing"])
def test_configurations_are_not_invented(text: str, description: Description) -> None:
    for query in plan_cypher(Question(text), Lexicon(description), NoValues()):
        assert query.reading is not None
        assert query.reading.missing or query.reading.unlinked


LUCENE = {
    "all words, then any": (
        "Which sessions of alice were closed on 10.1.1.1?",
        ['session* AND alic* AND clos* AND "10.1.1.1"^3', 'session* OR alic* OR clos* OR "10.1.1.1"^3'],
    ),
    "a text is a phrase": ("How many lines say 'out of paper'?", ['"out of paper"^3']),
    "nothing to look for": ("What is there?", []),
}


@pytest.mark.parametrize(("text", "expected"), LUCENE.values(), ids=LUCENE)
def test_lucene(text: str, expected: list[str]) -> None:
    assert [query.parameters["q"] for query in plan_lucene(Question(text), Lexicon(LOG_ONLY))] == expected

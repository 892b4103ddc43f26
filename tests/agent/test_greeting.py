"""Greetings, calls for help and for an overview; and that a question is none of them."""

from __future__ import annotations

import pytest

from agent.builtin.greeting import greet
from graph_store.records import Description, Document, LabelDescription

GRAPH = Description(
    (LabelDescription("Vlan", 3, ()),),
    (),
    ("a",),
    (Document("a.cfg", "", "configuration", 1, lines=9, device="a"),),
)
SAID = {
    "a greeting": ("Hello!", "Hello."),
    "thanks": ("thank you", "Hello."),
    "help": ("What can you do?", "Ask about"),
    "an overview": ("Give me an overview, please", "1 configuration file, 9 lines."),
}


@pytest.mark.parametrize(("text", "begins"), SAID.values(), ids=SAID)
def test_greeting(text: str, begins: str) -> None:
    answer = greet(text, GRAPH)
    assert answer is not None
    assert answer.text.startswith(begins)
    assert answer.choices == ("How many devices are there?", "List the vlans on a")


def test_a_question_is_no_greet() -> None:
    assert greet("hello from which device?", GRAPH) is None

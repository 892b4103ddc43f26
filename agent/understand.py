"""Make a follow-up stand alone, so that the writers need no history; or ask back what is meant."""

from __future__ import annotations

from dataclasses import replace

from agent.records import Answer, Question, Turn
from agent.roles import Reader
from agent.state import State

LONGEST = 4000
"""Characters of a question, and of each question and answer before it, that are read."""


def understand(state: State, *, reader: Reader) -> State:
    """Let the reader restate the question, or ask back: then there is an answer already."""
    question = _cut(state["question"])
    read = reader.stand_alone(question)
    return {"standalone": question, "answer": read} if isinstance(read, Answer) else {"standalone": read}


def _cut(question: Question) -> Question:
    history = tuple(Turn(turn.question[:LONGEST], turn.answer[:LONGEST]) for turn in question.history)
    return replace(question, text=question.text[:LONGEST], history=history)

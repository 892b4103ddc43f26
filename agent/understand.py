"""Make a follow-up stand alone, so that the writers need no history; or ask back what is meant."""

from __future__ import annotations

from agent.records import Answer
from agent.roles import Reader
from agent.state import State


def understand(state: State, *, reader: Reader) -> State:
    """Let the reader restate the question, or ask back: then there is an answer already."""
    question = state["question"]
    read = reader.stand_alone(question)
    return {"standalone": question, "answer": read} if isinstance(read, Answer) else {"standalone": read}

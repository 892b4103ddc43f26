"""Make a follow-up stand alone, so that the writers need no history."""

from __future__ import annotations

from agent.roles import Reader
from agent.state import State


def understand(state: State, *, reader: Reader) -> State:
    """Let the reader restate the question; one without a history is taken as it is."""
    question = state["question"]
    return {"standalone": reader.stand_alone(question) if question.history else question}

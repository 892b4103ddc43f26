"""Write the Lucene queries of a question, where the question's mode asks for them."""

from __future__ import annotations

from agent.modes import WAYS
from agent.roles import Writer
from agent.state import State


def write_lucene(state: State, *, author: Writer) -> State:
    """Let the author write; nothing in the modes that use the other kind of query only."""
    question = state["standalone"]
    return {"queries": list(author.write(question)) if WAYS[question.mode].lucene else []}

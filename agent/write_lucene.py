"""Write the Lucene queries of a question, where the question's mode asks for them."""

from __future__ import annotations

from agent.roles import Writer
from agent.state import State

MODES = ("text", "combined")


def write_lucene(state: State, *, author: Writer) -> State:
    """Let the author write; nothing in the modes that use the other kind of query only."""
    question = state["standalone"]
    return {"queries": list(author.write(question)) if question.mode in MODES else []}

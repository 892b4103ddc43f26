"""Write the answer from the outcomes."""

from __future__ import annotations

from agent.roles import Say, Synthesizer
from agent.state import State


def synthesize(state: State, *, synthesizer: Synthesizer, say: Say) -> State:
    """Let the synthesizer write; its words are streamed while they come."""
    answer = synthesizer.synthesize(state["standalone"], state.get("outcomes", []), say)
    return {"answer": answer}

"""Write the answer from the outcomes."""

from __future__ import annotations

from langgraph.config import get_stream_writer

from agent.roles import Synthesizer
from agent.state import State


def synthesize(state: State, *, synthesizer: Synthesizer) -> State:
    """Let the synthesizer write; its words are streamed while they come."""
    answer = synthesizer.synthesize(state["standalone"], state.get("outcomes", []), get_stream_writer())
    return {"answer": answer}

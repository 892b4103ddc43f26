"""Write failed and suspicious queries anew."""

from __future__ import annotations

from dataclasses import replace

from agent.roles import Repairer
from agent.routes import repairable
from agent.state import State


def repair_query(state: State, *, repairer: Repairer) -> State:
    """Let the repairer look at each latest outcome that is worth it; a mended query is the next attempt."""
    question = state["standalone"]
    mended = []
    for outcome in repairable(state["outcomes"]):
        query = repairer.repair(question, outcome, state["outcomes"])
        if query is not None:
            mended.append(replace(query, attempt=outcome.query.attempt + 1))
    return {"queries": mended}

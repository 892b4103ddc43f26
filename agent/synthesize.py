"""Write the answer from the outcomes."""

from __future__ import annotations

from dataclasses import replace

from agent.records import Answer
from agent.roles import Say, Synthesizer
from agent.state import State
from retrieval.records import Retrieved

MOST_PATHS = 3


def synthesize(state: State, *, synthesizer: Synthesizer, say: Say) -> State:
    """Let the synthesizer write; its words are streamed while they come."""
    answer = synthesizer.synthesize(state["standalone"], state.get("outcomes", []), say)
    paths = _paths(state["retrieved"], answer) if "retrieved" in state else []
    if answer.status == "answered" and paths:
        told = f"\n\nFound in: {'; '.join(paths)}"
        say(told)
        answer = replace(answer, text=answer.text + told)
    return {"answer": answer}


def _paths(found: Retrieved, answer: Answer) -> list[str]:
    """Return where what is cited stands, from the document down, of those passages that tell it; the best first."""
    cited = {(line.path, line.number) for line in answer.citations}
    paths = [
        " > ".join(one.trail)
        for one in found.passages
        if one.trail[:1] == (one.lines[0].path,)
        and any((line.path, line.number) in cited for line in one.lines)
    ]
    return list(dict.fromkeys(paths))[:MOST_PATHS]

"""Decides where the workflow goes next; holds the limit of attempts. Pure."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from agent.doubts import open_doubts
from agent.modes import WAYS
from agent.records import Answer, Outcome, Query, Question
from retrieval.records import Retrieved

# What the workflow's nodes pass on; every node returns only the keys that it adds.


class State(TypedDict, total=False):
    """One run answers one question. `question` is as asked, `standalone` says the same without the history."""

    question: Question
    standalone: Question
    queries: Annotated[list[Query], operator.add]
    outcomes: Annotated[list[Outcome], operator.add]
    answer: Answer
    retrieved: Retrieved


END = "__end__"
"""LangGraph's name for the end."""

ATTEMPTS = 4
"""The first try and three repairs."""


def after_understand(state: State) -> list[str]:
    """Let both writers write side by side, or the mode find passages; a question that was asked back is done."""
    if "answer" in state:
        return [END]
    return ["retrieve"] if WAYS[state["standalone"].mode].retrieves else ["write_cypher", "write_lucene"]


def after_execute(state: State) -> Literal["repair_query", "synthesize"]:
    """Repair when a latest outcome failed or looks wrong, and attempts are left."""
    return "repair_query" if repairable(state.get("outcomes", [])) else "synthesize"


def after_repair(state: State) -> Literal["execute", "synthesize"]:
    """Execute again when the repair wrote anything."""
    pending = len(state.get("queries", [])) > len(state.get("outcomes", []))
    return "execute" if pending else "synthesize"


def after_synthesize(state: State) -> str:
    """Look for the closest lines where a question was asked and has no answer."""
    open_ended = state["answer"].status in ("not_parsed", "failed") and state["standalone"].text.strip()
    return "find_closest" if open_ended else END


def repairable(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes of the last attempt that failed or look wrong."""
    if not outcomes:
        return ()
    last = outcomes[-1].query.attempt
    if last >= ATTEMPTS:
        return ()
    return tuple(one for one in outcomes if one.query.attempt == last and (one.error or is_suspicious(one)))


def is_suspicious(outcome: Outcome) -> bool:
    """Say whether a graph query that ran may still have missed what is there.

    It found nothing although it compares with values, or it left words of the question unexplained; or its
    writer's reading says so.
    """
    reading = outcome.query.reading
    if reading is not None and (open_doubts(outcome) or (reading.by_model and not has_evidence(outcome))):
        return True
    if outcome.query.kind != "cypher":
        return False
    nothing = is_empty(outcome) and bool(outcome.query.parameters)
    return nothing or (reading is not None and bool(reading.unlinked or reading.missing))


def has_evidence(outcome: Outcome) -> bool:
    """Say whether an outcome has a row that may support a statement."""
    return not is_empty(outcome) and any(row.total_lines for row in outcome.rows)


def is_empty(outcome: Outcome) -> bool:
    """Say whether a query that ran found nothing: no rows, or one without evidence that counts to zero."""
    if outcome.error:
        return False
    rows = [
        row
        for row in outcome.rows
        if row.total_lines or any(cell not in (0, None, ()) for cell in row.values.values())
    ]
    return not rows

"""Decides where the workflow goes next, by what the outcomes show; holds the limit of attempts. Pure."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from agent.modes import WAYS
from agent.records import Answer, Outcome, Query, Question, Row, StatementDoubt
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
    looked_further: bool


WRITERS = ("write_cypher", "write_lucene")
"""The nodes that write queries, side by side."""

STEPS = re.compile(
    r"\b(?:why|causes?d?|reasons?|because|explain|trace|path from|leads? to|led to|broke)\b", re.IGNORECASE
)
"""Words of questions that may take another pair of queries where the first finds nothing."""
SIDES = re.compile(
    r"\b(?:compare[ds]?|comparison|differ(?:s|ences?)?|different(?=\s+(?:on|from|between|in|at|to|than)\b|\W*$))\b",
    re.IGNORECASE,
)
"""Words of questions that are answered once both sides are there, or were asked for; no "how many different ports"."""
ATTEMPTS = 4
"""The first try and three repairs."""


def after_understand(state: State) -> list[str]:
    """Let both writers write side by side, or the mode find passages; a question that was asked back is done."""
    if "answer" in state:
        return ["__end__"]
    return ["retrieve"] if WAYS[state["standalone"].mode].retrieves else list(WRITERS)


def after_execute(state: State) -> Literal["repair_query", "look_further", "synthesize"]:
    """Repair when a latest outcome failed or looks wrong, and attempts are left; look further where that is needed."""
    return "repair_query" if repairable(state.get("outcomes", [])) else _then(state)


def after_repair(state: State) -> Literal["execute", "look_further", "synthesize"]:
    """Execute again when the repair wrote anything."""
    return "execute" if _is_pending(state) else _then(state)


def after_look_further(state: State) -> Literal["execute", "synthesize"]:
    """Execute what was asked for besides."""
    return "execute" if _is_pending(state) else "synthesize"


def _is_pending(state: State) -> bool:
    return len(state.get("queries", [])) > len(state.get("outcomes", []))


def _then(state: State) -> Literal["look_further", "synthesize"]:
    """Look further once, where the mode may, and a model found nothing of a question of several steps, or one side."""
    question, outcomes = state["standalone"], state.get("outcomes", [])
    asked = [one for one in outcomes if one.query.by_model]
    if not asked or state.get("looked_further", False) or not WAYS[question.mode].further:
        return "synthesize"
    files = {line.path for one in asked for row in one.rows for line in row.lines}
    named = {str(value).lower() for one in asked for value in one.query.parameters.values()}
    text = question.text.lower()
    one_side = SIDES.search(text) and len(files) < 2 and sum(one in text for one in named) < 2
    return "look_further" if one_side or (STEPS.search(text) and not files) else "synthesize"


def after_synthesize(state: State) -> Literal["find_closest", "__end__"]:
    """Look for the closest lines where a question was asked and has no answer."""
    open_ended = state["answer"].status in ("not_parsed", "failed") and state["standalone"].text.strip()
    return "find_closest" if open_ended else "__end__"


# What outcomes show, and which doubts about their queries are left.


def repairable(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes of the last attempt that failed or look wrong."""
    last = outcomes[-1].query.attempt if outcomes else ATTEMPTS
    if last >= ATTEMPTS:
        return ()
    return tuple(one for one in outcomes if one.query.attempt == last and (one.error or is_suspicious(one)))


def is_suspicious(outcome: Outcome) -> bool:
    """Say whether a query may have missed what is there; rows with lines only where nothing may be claimed of them."""
    query = outcome.query
    if query.by_model:
        return query.attempt == 1 and (is_void(outcome) or not has_evidence(outcome))
    return query.kind == "cypher" and is_empty(outcome) and bool(query.parameters)


def has_evidence(outcome: Outcome) -> bool:
    """Say whether an outcome has a row that may support a statement."""
    return any(row.total_lines for row in outcome.rows)


def is_empty(outcome: Outcome) -> bool:
    """Say whether a query that ran found nothing: no rows, or one without evidence that counts to zero."""
    if outcome.error:
        return False
    cells = [cell for row in outcome.rows for cell in row.values.values()]
    return not has_evidence(outcome) and all(cell in (0, None, ()) for cell in cells)


def open_doubts(outcome: Outcome) -> tuple[StatementDoubt, ...]:
    """Return the doubts that what was found does not clear."""
    reading = outcome.query.reading
    return () if reading is None else tuple(one for one in reading.doubts if _is_open(one, outcome))


def is_void(outcome: Outcome) -> bool:
    """Say whether doubts are left with which the outcome says nothing: neither its rows, nor that there are none."""
    return any(one.kind != "value" or not has_evidence(outcome) for one in open_doubts(outcome))


def _is_open(doubt: StatementDoubt, outcome: Outcome) -> bool:
    return doubt.kind == "name" or not any(_shows(row, one) for one in doubt.values for row in outcome.rows)


def _shows(row: Row, value: str) -> bool:
    """Say whether a row, or one of its lines, has a value as a whole word."""
    lines = (text for line in row.lines for text in (line.path, line.text))
    text = " ".join([*map(str, row.values.values()), *lines])
    return re.search(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", text, re.IGNORECASE) is not None

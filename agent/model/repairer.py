"""Rewrites a failed or doubtful query with a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from agent.errors import ModelReplyError
from agent.evidence.ties import ask_for_next
from agent.model.call_model import AskModel
from agent.model.describe_graph import SCHEMA_TOKENS, describe_asked
from agent.model.find_doubts import find_doubts, unknown_names
from agent.model.misplaced_values import misplaced_values
from agent.model.near_values import contradictions, near_values
from agent.model.show_rows import show_rows
from agent.model.writers import SEARCH, Parameters, frozen_parameters
from agent.records import Outcome, Query, Question, Reading
from agent.roles import Repairer
from agent.routes import has_evidence, is_empty, open_doubts
from agent.value_index import ValueIndex
from graph_store.cypher_tokens import tokenize
from graph_store.records import Description
from language_model.count_tokens import Estimate

LONGEST_ERROR = 600
FIRST_TOKENS = 200
"""Of the first row that was found, where a statement is doubtful all the same."""
SAME = "same"
"""A reply in place of a statement: what it found is what was asked."""
NO_LINES = (
    "it found rows whose source lines cannot be told: match the entities by label in the outermost part of the "
    "statement, and keep them in scope, or return them beside the aggregate"
)


class _Mended(BaseModel):
    statement: str = ""
    parameters: Parameters = Field(default_factory=dict)


class ModelRepairer:
    """Mends spelling first, which needs no model; asks about an empty result only when something speaks against it."""

    def __init__(
        self, model: AskModel, description: Description, look_up: ValueIndex, spelling: Repairer
    ) -> None:
        self._model = model
        self._description = description
        self._look_up = look_up
        self._spelling = spelling

    def repair(self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome] = ()) -> Query | None:
        """Return the query written anew, or without its doubts where the model keeps what it found.

        None when the model leaves it, or its reply makes no sense.
        """
        problems = self._problems(question, outcome)
        if not problems:
            return None
        mended = self._spelled(question, outcome)
        if mended is None or (mended.kind == "cypher" and unknown_names(mended.statement, self._description)):
            mended = self._ask(question, outcome, problems) or mended
        if mended is None or (mended != outcome.query and any(_same(one.query, mended) for one in outcomes)):
            return None
        if mended == outcome.query:  # what it found is what was asked
            return replace(mended, reading=replace(mended.reading or Reading("list"), doubts=()))
        # Of the new statement only an error asks again; the doubts say whether its rows are claimed.
        beside = mended.kind == "lucene" and question.mode != "text"
        doubts = () if beside else find_doubts(question.text, mended, self._description, self._look_up)
        reading = replace(mended.reading or Reading("list"), doubts=doubts)
        return ask_for_next(replace(mended, reading=reading))

    def _problems(self, question: Question, outcome: Outcome) -> tuple[str, ...]:
        """Say what speaks against an outcome; nothing when it may well be right."""
        if outcome.error:
            return (f"the graph refused it: {outcome.error.strip()[:LONGEST_ERROR]}",)
        doubts = [doubt.text for doubt in open_doubts(outcome)]
        if doubts and has_evidence(outcome):
            first = show_rows([replace(outcome, rows=outcome.rows[:1])], FIRST_TOKENS, Estimate()).text
            doubts.append(f"it found {len(outcome.rows)} rows, the first is: {first.partition(chr(10))[2]}")
        if is_empty(outcome):
            doubts += self._against_nothing(question, outcome.query)
        elif not has_evidence(outcome):
            doubts.append(NO_LINES)
        return tuple(doubts)

    def _against_nothing(self, question: Question, query: Query) -> list[str]:
        if query.kind == "lucene":
            return ["it found no line; other words, or fewer of them, may"] if question.mode == "text" else []
        found = contradictions(query, self._look_up) or misplaced_values(
            question.text, query, self._description, self._look_up
        )
        return [f"it found nothing, and the graph has {line}" for line in found]

    def _spelled(self, question: Question, outcome: Outcome) -> Query | None:
        """Mend what needs no model: of a search beside a graph query, the search alone is left."""
        query = outcome.query
        if query.kind == "cypher":
            return self._spelling.repair(question, outcome) if outcome.error or is_empty(outcome) else None
        if question.mode == "text" or not outcome.error:
            return None
        if query.statement != SEARCH:
            return replace(query, statement=SEARCH, parameters={"q": query.parameters.get("q", "")})
        return self._spelling.repair(question, outcome) if query.attempt == 1 else None

    def _ask(self, question: Question, outcome: Outcome, problems: Sequence[str]) -> Query | None:
        query = outcome.query
        near = near_values(question.text, query, self._description.devices, self._look_up)
        values = {
            "kind": "text" if query.kind == "lucene" else question.mode.replace("combined", "graph"),
            "question": question.text,
            "statement": query.statement,
            "parameters": json.dumps(dict(query.parameters)),
            "problems": "\n".join(problems),
            "near": "\n".join(near) or "none",
        }

        def told(part: int) -> dict[str, str]:
            if query.kind == "lucene":
                return {**values, "schema": "not used"}
            tokens = SCHEMA_TOKENS // part
            described = describe_asked(
                question.text, self._description, self._look_up, tokens, query.statement
            )
            return {**values, **described}

        try:
            reply = self._model.ask_shorter("repair_query", told, _Mended)
        except ModelReplyError:
            return None
        statement = reply.statement.strip()
        unknown = any(doubt.kind == "name" for doubt in open_doubts(outcome))
        if statement.lower() == SAME or (not statement and not unknown):
            return query if has_evidence(outcome) else None  # whether it answers, the synthesizer sees
        if not statement:
            return None
        parameters = frozen_parameters(reply.parameters) or query.parameters
        mended = replace(query, statement=statement, parameters=parameters)
        return mended if mended != query else None


def _same(one: Query, other: Query) -> bool:
    """Tell whether two queries ask the same, however they are spaced and their keywords written."""
    words, others = (
        [token.text if token.kind == "string" else token.text.lower() for token in tokenize(query.statement)]
        for query in (one, other)
    )
    return words == others and one.parameters == other.parameters

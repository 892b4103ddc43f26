"""Rewrites a failed or doubtful query with a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from agent.doubts import open_doubts, shows
from agent.errors import ModelReplyError
from agent.model.call_model import AskModel
from agent.model.describe_graph import describe_graph
from agent.model.find_doubts import find_doubts, unknown_names
from agent.model.near_values import contradictions, near_values, question_values
from agent.model.writers import SEARCH, Parameters, frozen_parameters
from agent.reader.value_index import ValueIndex
from agent.records import Outcome, Query, Question, Reading
from agent.render.rows import bare
from agent.roles import Repairer
from agent.routes import has_evidence, is_empty
from graph_store.cypher_tokens import tokenize
from graph_store.records import Description

SCHEMA_TOKENS = 800
MOST_OTHER_ROWS = 3
LONGEST_ROW = 200
LONGEST_ERROR = 600


class _Mended(BaseModel):
    statement: str = ""
    parameters: Parameters = Field(default_factory=dict)


class ModelRepairer:
    """Tries the repair that needs no model first: a spelling is cheaper to mend than to ask about.

    An empty result is asked about only when something speaks against it; else it is taken as it is.
    """

    def __init__(
        self, model: AskModel, description: Description, look_up: ValueIndex, spelling: Repairer
    ) -> None:
        self._model = model
        self._description = description
        self._look_up = look_up
        self._spelling = spelling

    def repair(self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome] = ()) -> Query | None:
        """Return the query written anew; None when the model leaves it, or its reply makes no sense."""
        problems = self._problems(question, outcome, outcomes)
        told = {
            doubt.text
            for one in outcomes
            if one.query.attempt < outcome.query.attempt and one.query.reading is not None
            for doubt in one.query.reading.doubts
        }
        if not set(problems) - told:
            return None
        mended = self._spelled(question, outcome)
        if mended is None or (mended.kind == "cypher" and unknown_names(mended.statement, self._description)):
            mended = self._ask(question, outcome, outcomes, problems) or mended
        return None if mended is None else self._doubted(question, mended, outcomes)

    def _problems(self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
        """Say what speaks against an outcome; nothing when it may well be right."""
        if outcome.error:
            return (f"the graph refused it: {outcome.error.strip()[:LONGEST_ERROR]}",)
        problems = [doubt.text for doubt in open_doubts(outcome)]
        if is_empty(outcome):
            problems += self._against_nothing(question, outcome, outcomes)
        elif not has_evidence(outcome):
            problems.append(
                "it found rows whose source lines cannot be told: match the entities by label in the outermost "
                "part of the statement, and keep them in scope, or return them beside the aggregate"
            )
        return tuple(problems)

    def _against_nothing(
        self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome]
    ) -> list[str]:
        query = outcome.query
        if query.attempt > 1:
            return []  # looked at once already
        if query.kind == "lucene":
            return ["it found no line; other words, or fewer of them, may"] if question.mode == "text" else []
        known = contradictions(query, self._look_up)
        found = [f"it found nothing, and the graph has {line}" for line in known]
        if not found and _rows_of_others(outcome, outcomes, question_values(question.text)):
            found.append(
                "it found nothing, and the text search found the lines below; are they what was asked for?"
            )
        return found

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

    def _ask(
        self, question: Question, outcome: Outcome, outcomes: Sequence[Outcome], problems: Sequence[str]
    ) -> Query | None:
        query = outcome.query
        near = near_values(question.text, query, self._description.devices, self._look_up)
        asked = f"{question.text} {query.statement}"
        values = {
            "kind": "text" if query.kind == "lucene" else question.mode.replace("combined", "graph"),
            "question": question.text,
            "statement": query.statement,
            "parameters": json.dumps(dict(query.parameters)),
            "problems": "\n".join(problems),
            "near": "\n".join(near) or "none",
            "others": "\n".join(_rows_of_others(outcome, outcomes)) or "nothing",
        }
        unused = (
            {"about": "", "labels": "not used", "relations": "not used"} if query.kind == "lucene" else None
        )
        try:
            reply = self._model.ask_shorter(
                "repair_query",
                lambda part: {
                    **values,
                    **(unused or describe_graph(self._description, asked, SCHEMA_TOKENS // part)),
                },
                _Mended,
            )
        except ModelReplyError:
            return None
        statement = reply.statement.strip()
        if not statement:
            return None
        parameters = frozen_parameters(reply.parameters) or query.parameters
        mended = replace(query, statement=statement, parameters=parameters)
        return mended if mended != query else None

    def _doubted(self, question: Question, query: Query, outcomes: Sequence[Outcome]) -> Query | None:
        """Look at the new statement as well, but tell the model nothing twice. None for one tried before."""
        tried = [one.query for one in outcomes]
        if any(_same(one, query) for one in tried):
            return None
        beside = query.kind == "lucene" and question.mode != "text"
        doubts = () if beside else find_doubts(question.text, query, self._description, self._look_up)
        return replace(query, reading=replace(query.reading or Reading("list"), doubts=doubts))


def _same(one: Query, other: Query) -> bool:
    """Tell whether two queries ask the same, however they are spaced and their keywords written."""
    return _words(one) == _words(other) and one.parameters == other.parameters


def _words(query: Query) -> list[str]:
    return [
        token.text if token.kind == "string" else token.text.lower() for token in tokenize(query.statement)
    ]


def _rows_of_others(outcome: Outcome, outcomes: Sequence[Outcome], said: Sequence[str] = ()) -> list[str]:
    """Show the first rows that a query of the other kind found; only those whose lines say all of `said`."""
    rows = [
        row
        for one in outcomes
        if one.query.kind != outcome.query.kind
        for row in one.rows
        if row.total_lines and all(shows(row, value) for value in said)
    ]
    return [
        json.dumps(
            {name: cell for name, cell in row.values.items() if bare(name) != "score"},
            ensure_ascii=False,
            default=str,
        )[:LONGEST_ROW]
        for row in rows[:MOST_OTHER_ROWS]
    ]

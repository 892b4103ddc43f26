"""Write a failed or suspicious query anew with a chat model."""

from __future__ import annotations

import json
from dataclasses import replace

from pydantic import BaseModel, Field

from agent.errors import ModelReplyError
from agent.model.call_model import AskModel
from agent.model.describe_graph import describe_graph
from agent.model.writers import frozen_parameters
from agent.records import Outcome, Query, Question
from agent.roles import Repairer
from graph_store.records import Description, Scalar


class _Mended(BaseModel):
    statement: str = ""
    parameters: dict[str, Scalar | list[Scalar]] = Field(default_factory=dict)


class ModelRepairer:
    """Tries the repair that needs no model first: a spelling is cheaper to mend than to ask about."""

    def __init__(self, model: AskModel, description: Description, spelling: Repairer) -> None:
        self._model = model
        self._places = describe_graph(description)
        self._spelling = spelling

    def repair(self, question: Question, outcome: Outcome) -> Query | None:
        """Return the query written anew; None when the model leaves it, or its reply makes no sense."""
        return self._spelling.repair(question, outcome) or self._ask(question, outcome)

    def _ask(self, question: Question, outcome: Outcome) -> Query | None:
        query = outcome.query
        lucene = query.kind == "lucene"
        values = {
            **self._places,
            "kind": query.kind,
            "question": question.text,
            "statement": str(query.parameters.get("q", "")) if lucene else query.statement,
            "parameters": json.dumps(dict(query.parameters)),
            "error": outcome.error or "it ran, and found nothing",
        }
        try:
            reply = self._model.ask("repair_query", values, _Mended)
        except ModelReplyError:
            return None
        if not reply.statement.strip():
            return None
        if lucene:
            return replace(query, parameters={"q": reply.statement})
        mended = replace(query, statement=reply.statement, parameters=frozen_parameters(reply.parameters))
        return mended if mended != query else None

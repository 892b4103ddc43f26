"""Write queries with a chat model."""

from __future__ import annotations

from pydantic import BaseModel, Field

from agent.errors import ModelReplyError
from agent.model.call_model import AskModel
from agent.model.describe_graph import describe_graph
from agent.records import Intent, Query, Question, Reading
from graph_store.records import Description, Scalar

SEARCH = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score ORDER BY score DESC LIMIT 10"
)


class _Cypher(BaseModel):
    statement: str = ""
    parameters: dict[str, Scalar | list[Scalar]] = Field(default_factory=dict)
    intent: Intent = "list"
    subject: str = ""


class _Lucene(BaseModel):
    query: str = ""


class ModelCypherWriter:
    """Lets the model write one Cypher statement."""

    def __init__(self, model: AskModel, description: Description) -> None:
        self._model = model
        self._places = describe_graph(description)

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write; nothing where the model finds nothing to ask the graph, or its reply makes no sense."""
        values = {**self._places, "question": question.text, "mode": question.mode}
        try:
            reply = self._model.ask("write_cypher", values, _Cypher)
        except ModelReplyError:
            return ()
        if not reply.statement.strip():
            return ()
        reading = Reading(reply.intent, reply.subject)
        return (Query("cypher", reply.statement, frozen_parameters(reply.parameters), reading=reading),)


class ModelLuceneWriter:
    """Lets the model write one Lucene query."""

    def __init__(self, model: AskModel) -> None:
        self._model = model

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write; nothing where the model's reply makes no sense."""
        try:
            reply = self._model.ask("write_lucene", {"question": question.text}, _Lucene)
        except ModelReplyError:
            return ()
        if not reply.query.strip():
            return ()
        return (Query("lucene", SEARCH, {"q": reply.query}, reading=Reading("list", "lines")),)


def frozen_parameters(parameters: dict[str, Scalar | list[Scalar]]) -> dict[str, Scalar | tuple[Scalar, ...]]:
    """Turn lists into tuples, as records hold them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in parameters.items()}

"""Asks once for a further pair of queries, where a question needs several steps, with what the first ones found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from agent.errors import ModelReplyError
from agent.model.call_model import AskModel
from agent.model.describe_graph import describe_asked
from agent.model.show_rows import show_rows, tell_empty
from agent.model.writers import SEARCH, Parameters, frozen_parameters
from agent.records import Outcome, Query, Question, Reading
from agent.routes import ATTEMPTS, has_evidence, is_empty
from agent.value_index import ValueIndex
from graph_store.records import Description
from language_model.count_tokens import Estimate

ROW_TOKENS, SCHEMA_TOKENS = 800, 500


class _Further(BaseModel):
    statement: str = ""
    parameters: Parameters = Field(default_factory=dict)
    q: str = ""


class FurtherWriter:
    """Writes queries that follow what was found; they are not repaired."""

    def __init__(self, model: AskModel, description: Description, look_up: ValueIndex) -> None:
        self._model = model
        self._description = description
        self._look_up = look_up

    def write(self, question: Question, outcomes: Sequence[Outcome]) -> tuple[Query, ...]:
        """Write; nothing where what was found is enough, or the reply makes no sense."""
        found = [one for one in outcomes if has_evidence(one)]
        rows = show_rows(found, ROW_TOKENS, Estimate(), question.text).text if found else ""
        empty = tell_empty([one for one in outcomes if is_empty(one)])
        asked = " ".join(one.query.statement for one in outcomes)
        values = {"question": question.text, "rows": "\n".join(filter(None, [empty, rows])) or "nothing"}
        try:
            reply = self._model.ask_shorter(
                "look_further",
                lambda part: {
                    **describe_asked(
                        question.text, self._description, self._look_up, SCHEMA_TOKENS // part, asked
                    ),
                    **values,
                },
                _Further,
            )
        except ModelReplyError:
            return ()
        reading = Reading("list", by_model=True, further=True)
        queries = [
            Query("cypher", reply.statement.strip(), frozen_parameters(reply.parameters), ATTEMPTS, reading),
            Query("lucene", SEARCH, {"q": reply.q}, ATTEMPTS, replace(reading, by_model=False)),
        ]
        asked_for = {"cypher": reply.statement.strip(), "lucene": reply.q.strip()}
        return tuple(query for query in queries if asked_for[query.kind])

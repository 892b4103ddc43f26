"""Keep a question and its answer: what the record holds is taken from the run itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from agent.records import Answer, Outcome, Question
from conversations.conversation_file import now
from conversations.digests import digest, digest_rows
from conversations.read_conversations import FOLDER
from conversations.records import KeptTurn, Place, Statement
from conversations.shown_values import shown_values
from graph_store.records import SourceLine
from language_model.open_model import BUILTIN


def keep_turn(
    number: int,
    question: Question,
    answer: Answer,
    *,
    graph: str,
    prompts: Mapping[str, str],
    user: str = "",
) -> KeptTurn:
    """Make the record of a turn; `graph` is the fingerprint, `prompts` count only where a model was asked."""
    return KeptTurn(
        number=number,
        time=now(),
        question=question.text,
        answer=answer.text,
        status=answer.status,
        mode=question.mode,
        kind=_kind(answer),
        history=len(question.history),
        citations=tuple(map(_place, answer.citations)),
        values=shown_values(answer),
        statements=tuple(map(_statement, answer.outcomes)),
        model=answer.model,
        prompts={} if answer.model == BUILTIN else dict(prompts),
        graph=graph,
        user=user,
        tokens=answer.tokens,
        seconds=answer.seconds,
    )


def conversations_folder(kg: str) -> Path:
    """Keep conversations in the KG's folder, and beside the user, a folder for each, where the KG is a server."""
    return Path("wirelore-conversations") / digest(kg) if "://" in kg else Path(kg) / FOLDER


def _kind(answer: Answer) -> str:
    """Return what the first graph query, else the first query, was written for."""
    read = [one.query for one in answer.outcomes if one.query.reading is not None]
    first = next((query for query in read if query.kind == "cypher"), read[0] if read else None)
    return first.reading.intent if first is not None and first.reading is not None else ""


def _place(line: SourceLine) -> Place:
    return Place(line.path, line.number, digest(line.text))


def _statement(outcome: Outcome) -> Statement:
    query = outcome.query
    return Statement(
        kind=query.kind,
        text=query.statement,
        parameters=dict(query.parameters),
        attempt=query.attempt,
        rows=len(outcome.rows),
        total=outcome.total_rows,
        digest="" if outcome.error else digest_rows(outcome),
        error=outcome.error,
        seconds=outcome.seconds,
    )

"""Records a question and its answer from the run itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from agent.records import Answer, AnswerTable, Outcome, Question
from agent.render.draft import show_cell
from conversations.conversation_file import FOLDER, now
from conversations.records import (
    CitedLine,
    KeptTable,
    KeptTurn,
    RunStatement,
    digest,
    digest_rows,
    strip_marks,
)
from graph_store.records import Cell, SourceLine
from language_model.open_calls import BUILTIN
from language_model.redact import redact_text

# Which values of the rows an answer shows: with those, two wordings of one answer can be told from two answers.


MOST_VALUES = 200
LONGEST_VALUE = 120
_PART = re.compile(r"[^\W_]+")


def shown_values(answer: Answer) -> tuple[str, ...]:
    """Return the different values, in the order of their rows; long texts and truth values are left out."""
    text = strip_marks(answer.text, (line.path for line in answer.citations)).lower()
    words = set(_PART.findall(text))
    found: dict[str, None] = {}
    cells = (cell for one in answer.outcomes for row in one.rows for cell in row.values.values())
    for value in (value for cell in cells for value in _texts(cell)):
        if value not in found and _is_shown(value, text, words):
            found[value] = None
            if len(found) == MOST_VALUES:
                break
    return tuple(found)


def _texts(cell: Cell) -> Iterator[str]:
    if isinstance(cell, bool) or cell is None:
        return
    if isinstance(cell, str | int | float):
        yield str(cell).strip()
        return
    for value in cell.values() if isinstance(cell, Mapping) else cell:
        yield from _texts(value)


def _is_shown(value: str, text: str, words: set[str]) -> bool:
    """Look the first word up before the text is searched, which costs more."""
    lowered = value.lower()
    first = _PART.search(lowered)
    if first is None or len(value) > LONGEST_VALUE or first[0] not in words:
        return False
    return re.search(rf"(?<![^\W_]){re.escape(lowered)}(?![^\W_])", text) is not None


def keep_turn(
    number: int, question: Question, answer: Answer, *, graph: str, prompts: Mapping[str, str], user: str = ""
) -> KeptTurn:
    """Make the record of a turn; `graph` is the fingerprint, `prompts` count only where a model was asked."""
    read = [one.query for one in answer.outcomes if one.query.reading is not None]
    first = next((query for query in read if query.kind == "cypher"), read[0] if read else None)
    return KeptTurn(
        number=number,
        time=now(),
        question=redact_text(question.text),
        answer=answer.text,
        status=answer.status,
        mode=question.mode,
        kind=first.reading.intent if first is not None and first.reading is not None else "",
        history=len(question.history),
        citations=tuple(map(_cited, answer.citations)),
        values=shown_values(answer),
        tables=tuple(map(_table, answer.tables)),
        close=tuple(_cited(line) for one in answer.closest for line in one.lines),
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


def _cited(line: SourceLine) -> CitedLine:
    return CitedLine(line.path, line.number, digest(line.text))


def _table(table: AnswerTable) -> KeptTable:
    return KeptTable(
        table.title,
        table.columns,
        tuple(tuple(map(show_cell, row)) for row in table.rows),
        tuple(f"{lines[0].path}:{lines[0].number}" if lines else "" for lines in table.citations),
        table.total,
    )


def _statement(outcome: Outcome) -> RunStatement:
    query = outcome.query
    return RunStatement(
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

"""Write the answer with a chat model: statements that each name the rows they stand on."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from agent.builtin.synthesizer import has_evidence, last_attempts
from agent.errors import ModelReplyError
from agent.model.call_model import AskModel
from agent.records import Answer, Outcome, Question, Row
from agent.render.draft import Draft, Group, Statement, write_draft
from agent.render.rows import merge_lines
from agent.render.words import column_words, show_cell
from agent.roles import Say, Synthesizer

MOST_ROWS = 100


class _Said(BaseModel):
    text: str
    rows: list[int] = Field(default_factory=list)


class _Answer(BaseModel):
    statements: list[_Said] = Field(default_factory=list)


class ModelSynthesizer:
    """Where there are rows with evidence the model words them; everything else needs no model."""

    def __init__(self, model: AskModel, plain: Synthesizer) -> None:
        self._model = model
        self._plain = plain

    def synthesize(self, question: Question, outcomes: Sequence[Outcome], say: Say) -> Answer:
        """Write the answer; what the model states without a row that has lines is left out."""
        found = [one for one in last_attempts(outcomes) if has_evidence(one)]
        rows = [row for one in found for row in one.rows if row.total_lines][:MOST_ROWS]
        statements = self._word(question, found, rows) if rows and question.text.strip() else ()
        if not statements:
            return self._plain.synthesize(question, outcomes, say)
        written = write_draft(Draft("", (Group("", statements),), len(rows), len(rows)))
        say(written.text)
        return Answer(written.text, "answered", written.lines)

    def _word(
        self, question: Question, found: Sequence[Outcome], rows: Sequence[Row]
    ) -> tuple[Statement, ...]:
        values = {"question": question.text, "rows": _show_rows(found, rows)}
        try:
            reply = self._model.ask("synthesize", values, _Answer)
        except ModelReplyError:
            return ()
        return tuple(filter(None, (_statement(said, rows) for said in reply.statements)))


def _statement(said: _Said, rows: Sequence[Row]) -> Statement | None:
    named = [rows[number - 1] for number in said.rows if 1 <= number <= len(rows)]
    if not named or not said.text.strip():
        return None
    lines, total = merge_lines(named)
    return Statement(said.text.strip().rstrip("."), lines, total)


def _show_rows(found: Sequence[Outcome], rows: Sequence[Row]) -> str:
    shown = [
        f"{number}. "
        + "; ".join(f"{column_words(name)}: {show_cell(cell)}" for name, cell in row.values.items())
        for number, row in enumerate(rows, start=1)
    ]
    left_out = [f"(showing {len(one.rows)} of {one.total_rows or 'more'})" for one in found if one.cut]
    return "\n".join([*shown, *left_out])

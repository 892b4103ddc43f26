"""Find passages in the modes that write no query; what they find are rows, as of any query."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Protocol

from agent.errors import ModelReplyError
from agent.records import ClosestLine, Mode, Outcome, Query, Row
from agent.secrets.mask_secrets import SecretMask
from agent.state import State
from graph_store.records import Cell
from retrieval.records import AsksModel, Passage, Retrieved

MOST_CLOSEST = 10


class FindsPassages(Protocol):
    """Looks for passages in a mode."""

    def find(self, mode: Mode, question: str, model: AsksModel | None) -> Retrieved: ...

    @property
    def model(self) -> AsksModel | None: ...


def retrieve(state: State, *, passages: FindsPassages, mask: SecretMask) -> State:
    """Find passages, with the model's help where there is one: without it when its reply makes no sense."""
    question, started = state["standalone"], time.monotonic()
    asked = mask.redactor.restore(question.text)
    if not asked.strip():
        return {"queries": [], "outcomes": []}
    try:
        found = passages.find(question.mode, asked, passages.model)
    except ModelReplyError:
        found = passages.find(question.mode, asked, None)
    query = Query("passages", f"{question.mode} search", {"question": asked})
    rows = tuple(row for one in found.passages for row in _rows(one))
    outcome = Outcome(query, rows, total_rows=len(rows), seconds=time.monotonic() - started)
    return {"queries": [query], "outcomes": [mask.shown(outcome)], "retrieved": found}


def _rows(passage: Passage) -> Iterator[Row]:
    """Make a row of a statement, or one of each line: so each cites exactly what it shows, and says in which file."""
    trail, score = " > ".join(passage.trail), round(passage.score, 3)
    if passage.text:
        yield Row({"about": trail, "text": passage.text, "score": score}, passage.lines, passage.total_lines)
        return
    for line in passage.lines:
        if line.text.strip():
            above = [one for one in passage.trail if one not in (line.path, line.text.strip())]
            values: dict[str, Cell] = {
                "about": " > ".join([line.path, *above]),
                "text": line.text.strip(),
                "score": score,
            }
            yield Row(values, (line,), 1)


def closest_passages(found: Retrieved) -> tuple[ClosestLine, ...]:
    """Return the original lines that were found, best first, each passage as it stands in its file."""
    whole = [one for one in found.passages if not one.text] or found.passages
    closest = [ClosestLine(one.lines, 1, round(one.score, 3), one.trail) for one in whole if one.lines]
    return tuple(closest[:MOST_CLOSEST])

"""Drops the doubts about a query that its rows settle. Pure."""

from __future__ import annotations

import re

from agent.records import Outcome, Row, StatementDoubt

FEW_ROWS = 10
"""Rows among which a reader sees the largest."""
GRAVE = frozenset({"name", "values"})
"""Doubts with which rows say nothing."""
GRAVE_FOR_NONE = GRAVE | {"value", "device"}
"""Doubts with which it says nothing that there are no rows."""
TIME = re.compile(r"\d{1,2}:\d\d")


def open_doubts(outcome: Outcome) -> tuple[StatementDoubt, ...]:
    """Return the doubts that what was found does not clear."""
    reading = outcome.query.reading
    return () if reading is None else tuple(one for one in reading.doubts if _is_open(one, outcome))


def is_void(outcome: Outcome) -> bool:
    """Say whether doubts are left with which the outcome says nothing: neither its rows, nor that there are none."""
    grave = GRAVE if _is_shown(outcome) else GRAVE_FOR_NONE
    return any(one.kind in grave for one in open_doubts(outcome))


def _is_shown(outcome: Outcome) -> bool:
    return any(row.total_lines for row in outcome.rows)


def _is_open(doubt: StatementDoubt, outcome: Outcome) -> bool:
    rows = outcome.rows
    if doubt.kind in {"value", "values"}:
        return not any(shows(row, value) for value in doubt.values for row in rows)
    if doubt.kind == "device":
        return not _is_shown(outcome)
    if doubt.kind == "count":  # whoever sees a whole list can tell how long it is
        return outcome.cut or not rows
    if doubt.kind == "extreme":
        return outcome.cut or len(rows) > FEW_ROWS
    if doubt.kind == "time":
        return not any(TIME.search(_text(row)) for row in rows)
    return True


def shows(row: Row, value: str) -> bool:
    """Say whether a row, or one of its lines, has a value as a whole word."""
    return re.search(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", _text(row), re.IGNORECASE) is not None


def _text(row: Row) -> str:
    lines = (text for line in row.lines for text in (line.path, line.text))
    return " ".join([*map(str, row.values.values()), *lines])

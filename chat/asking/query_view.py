"""A query, its rows and its time as Markdown, for the steps. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent.records import Outcome, Query, Row
from agent.render.words import column_words, show_cell
from chat.words.markdown import show_cell_text, show_code
from chat.words.say import say, say_number

MOST_ROWS = 10
MOST_CHARACTERS = 100
SEARCH = "q"


def write_query(query: Query) -> str:
    """Write the statement with its parameters as comments; of a text search, the Lucene query alone."""
    if query.kind == "lucene" and SEARCH in query.parameters:
        return str(query.parameters[SEARCH])
    values = "\n".join(f"// ${name} = {_value(value)}" for name, value in query.parameters.items())
    return f"{query.statement}\n{values}".strip()


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def show_queries(queries: Sequence[Query]) -> str:
    """Show queries, each in a code block of its language."""
    return "\n\n".join(show_code(write_query(query), query.kind) for query in queries)


def say_rows(outcome: Outcome) -> str:
    """Say how many rows came: "3 rows", "50 of 698 rows", "failed"."""
    if outcome.error:
        return say("rows.failed")
    shown = len(outcome.rows)
    if not outcome.cut:
        return say_number("count.row", shown)
    total = outcome.total_rows
    return say("rows.part", shown=shown, total=total) if total else say("rows.part_of_more", shown=shown)


def say_seconds(seconds: float) -> str:
    """Say how long it took: "8 ms", "1.2 s"."""
    if seconds < 1:
        return say("count.milliseconds", number=seconds * 1000)
    return say("count.seconds", number=seconds)


def show_outcome(outcome: Outcome) -> str:
    """Show the rows as a table, or the graph's complaint."""
    if outcome.error:
        return show_code(outcome.error.strip())
    if not outcome.rows:
        return say("rows.none")
    columns = list(outcome.rows[0].values)
    shown = outcome.rows[:MOST_ROWS]
    lines = [_line([column_words(column) for column in columns]), "|" + "---|" * len(columns)]
    lines += [_line(_cells(row, columns)) for row in shown]
    left_out = (outcome.total_rows or len(outcome.rows)) - len(shown)
    more = f"\n\n{say('rows.more', shown=len(shown), left=left_out)}" if left_out > 0 else ""
    return "\n".join(lines) + more


def _cells(row: Row, columns: Sequence[str]) -> list[str]:
    return [show_cell(row.values.get(column)) for column in columns]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(show_cell_text(_short(cell)) for cell in cells) + " |"


def _short(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"

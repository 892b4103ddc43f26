"""Answers as Slack blocks.

Text of answers and data stands in `rich_text` and `raw_text` elements only, which Slack shows literally: nothing in
them is markup or notifies anybody. Limits: docs.slack.dev, Block Kit reference.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from agent.records import Answer, Outcome
from agent.render.tables import as_csv, table_as_csv, write_tables
from graph_store.records import SourceLine
from reading.printable import printable
from workspace.citations import MARK, read_citation

Block = dict[str, Any]
MOST_TEXT = 2900
"""Characters of one rich_text element; the rest goes into a file."""
MOST_SOURCES = 12
MOST_ROWS, MOST_COLUMNS, MOST_CELL = 15, 8, 120
TABLE_WIDTH = 110
"""Characters of a table's row."""
MOST_FALLBACK = 300
"""Characters of what a notification shows."""
MODAL_BLOCKS, MODAL_TEXT = 90, 2900
LINES, CYPHER, FEEDBACK, ASK = "wirelore_lines", "wirelore_cypher", "wirelore_feedback", "wirelore_ask"
_STATUS = {
    "none": "The data says no.",
    "closest": "No sure answer. What the data shows:",
    "not_parsed": "Nothing about this was read from the data.",
    "failed": "The query failed.",
}


@dataclass(frozen=True, slots=True)
class PostedAnswer:
    """An answer as it is posted. `whole` and `table` are files for what does not fit, blank where all does."""

    blocks: list[Block]
    fallback: str
    whole: str = ""
    table: str = ""


def show_answer(answer: Answer, turn: str, chat_url: str = "") -> PostedAnswer:
    """Show an answer. `turn` says where it is kept, for the buttons; blank: there are none."""
    text, sources = _number_citations(answer.text, {line.path for line in answer.citations})
    shown = text if len(text) <= MOST_TEXT else text[:MOST_TEXT].rsplit("\n", 1)[0] + "\n..."
    blocks = [rich_text(_paragraphs(shown or _STATUS.get(answer.status, "No answer.")))]
    if answer.status in _STATUS and shown:
        blocks.insert(0, context(_STATUS[answer.status]))
    if sources:
        items = [f"[{number}] {label}" for number, label in enumerate(sources[:MOST_SOURCES], 1)]
        if len(sources) > MOST_SOURCES:
            items.append(f"and {len(sources) - MOST_SOURCES} more: press Lines")
        blocks.append(rich_text([_elements("rich_text_quote", "\n".join(items))]))
    if answer.tables:
        blocks.append(rich_text([preformatted("\n".join(write_tables(answer.tables, TABLE_WIDTH)))]))
    if answer.closest:
        lines = [line for one in answer.closest for line in one.lines]
        blocks.append(rich_text([preformatted(show_lines(lines))]))
    wide = next(filter(_is_wide, answer.outcomes), None)
    if wide is not None:
        blocks.append(_table(wide))
    if turn:
        blocks += _buttons(answer, turn, chat_url)
    table = _as_csv(wide) if wide is not None and len(wide.rows) > MOST_ROWS else ""
    table = table or "\n".join(map(table_as_csv, answer.tables))
    return PostedAnswer(blocks, literal(shown)[:MOST_FALLBACK], text if shown != text else "", table)


def _number_citations(text: str, paths: set[str]) -> tuple[str, list[str]]:
    """Put numbers, "[1]", in the place of marks, and return what they stand for, in order."""
    sources: dict[str, int] = {}

    def numbered(mark: re.Match[str]) -> str:
        found = [read_citation(part) for part in mark[1].split(";")]
        if not all(one and all(place.path in paths for place in one.places) for one in found):
            return mark[0]
        numbers = [sources.setdefault(one.label, len(sources) + 1) for one in found if one]
        return f"[{', '.join(map(str, numbers))}]"

    return MARK.sub(numbered, text), list(sources)


def literal(text: str) -> str:
    """Write a text so that a `text` field shows it as it is."""
    return html.escape(printable(text), quote=False)


def _elements(kind: str, text: str) -> Block:
    return {"type": kind, "elements": [{"type": "text", "text": printable(text)}]}


def section(text: str) -> Block:
    """Make one paragraph."""
    return _elements("rich_text_section", text)


def _paragraphs(text: str) -> list[Block]:
    """Make paragraphs, and lists of lines that begin with a dash."""
    made: list[Block] = []
    for is_list, lines in groupby(text.split("\n"), key=lambda line: line.startswith("- ")):
        if is_list:
            items = [section(line[2:]) for line in lines]
            made.append({"type": "rich_text_list", "style": "bullet", "elements": items})
        else:
            made.append(section("\n".join(lines)))
    return made


def preformatted(text: str) -> Block:
    """Make text in a fixed width."""
    return _elements("rich_text_preformatted", printable(text)[:MODAL_TEXT] or " ")


def rich_text(elements: Sequence[Block]) -> Block:
    """Make a block of paragraphs, lists and preformatted text."""
    return {"type": "rich_text", "elements": list(elements)}


def context(text: str) -> Block:
    """Make a small line."""
    return {
        "type": "context",
        "elements": [{"type": "plain_text", "text": printable(text)[:MOST_TEXT], "emoji": False}],
    }


def show_lines(lines: Sequence[SourceLine]) -> str:
    """Write lines below the name of their file."""
    parts = []
    for path, group in groupby(lines, key=lambda line: line.path):
        parts.append(path)
        parts += [f"{line.number:>6}  {line.text}" for line in group]
    return "\n".join(parts)


def modal(title: str, texts: Sequence[str]) -> Block:
    """Make a window with fixed-width text; what is too long is cut, and says so."""
    pieces = [piece for text in texts for piece in _pieces(text)]
    blocks = [rich_text([preformatted(piece)]) for piece in pieces[:MODAL_BLOCKS]]
    if len(pieces) > MODAL_BLOCKS:
        blocks.append(context("The rest is left out here: ask for fewer lines, or see them in the browser."))
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": title[:24]},
        "close": {"type": "plain_text", "text": "Close"},
        "blocks": blocks or [context("Nothing is kept of this answer.")],
    }


def _as_csv(outcome: Outcome) -> str:
    columns = list(outcome.rows[0].values)
    rows = [[row.values[name] for name in columns] for row in outcome.rows]
    return as_csv(columns, rows, [row.lines for row in outcome.rows])


def _pieces(text: str) -> list[str]:
    """Cut a text at ends of lines into pieces that fit one block."""
    pieces, piece = [], ""
    for line in text.split("\n"):
        for part in (line[at : at + MODAL_TEXT - 1] for at in range(0, max(1, len(line)), MODAL_TEXT - 1)):
            if len(piece) + len(part) + 1 > MODAL_TEXT:
                pieces.append(piece)
                piece = ""
            piece += f"{part}\n"
    return [*pieces, piece]


def _is_wide(one: Outcome) -> bool:
    """Tell whether rows are worth a table: several, with at least three columns."""
    wanted = one.query.kind == "cypher" and len(one.rows) > 1
    return wanted and 3 <= len(one.rows[0].values) <= MOST_COLUMNS


def _table(outcome: Outcome) -> Block:
    columns = list(outcome.rows[0].values)
    rows = [columns, *([str(row.values[name]) for name in columns] for row in outcome.rows[:MOST_ROWS])]
    texts = [[printable(" ".join(text.split()))[:MOST_CELL] or "-" for text in row] for row in rows]
    return {"type": "table", "rows": [[{"type": "raw_text", "text": text} for text in row] for row in texts]}


def _buttons(answer: Answer, turn: str, chat_url: str) -> list[Block]:
    buttons = [_button("Lines", LINES, turn)] if answer.citations else []
    if answer.outcomes:
        buttons.append(_button("Cypher", CYPHER, turn))
    for place, choice in enumerate(answer.choices[:3]):
        buttons.append(_button(choice[:70], f"{ASK}_{place}", choice[:1900]))
    if chat_url:
        buttons.append({**_button("Open in browser", "wirelore_open", turn), "url": chat_url})
    thumbs = {
        "type": "feedback_buttons",
        "action_id": FEEDBACK,
        "positive_button": {"text": {"type": "plain_text", "text": "Right"}, "value": f"up {turn}"},
        "negative_button": {"text": {"type": "plain_text", "text": "Wrong"}, "value": f"down {turn}"},
    }
    actions = [{"type": "actions", "elements": buttons}] if buttons else []
    return [*actions, {"type": "context_actions", "elements": [thumbs]}]


def _button(text: str, action: str, value: str) -> Block:
    label = {"type": "plain_text", "text": printable(text), "emoji": False}
    return {"type": "button", "action_id": action, "text": label, "value": value}

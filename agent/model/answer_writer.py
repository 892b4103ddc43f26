"""Checks a model's reply line by line as it streams, and writes the answer from the statements that hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.model.check_statement import Checked, StatementCheck
from agent.model.find_doubts import AMOUNT, SUPERLATIVE
from agent.model.read_reply import NO_ANSWER, Said, read_line
from agent.model.show_rows import ShownRow, ShownRows
from agent.render.draft import mark_lines
from agent.render.rows import merge_lines
from agent.roles import Say
from graph_store.records import SourceLine

MARKED_LINES = 4
MOST_CHARACTERS = 1400
"""Of an answer without its marks."""
LONGEST_LINE = 4000
"""Characters of a reply's line that are read; a longer one is no statement."""


@dataclass(slots=True)
class _Lead:
    """Words before a list, which wait for its items."""

    said: Said
    items: list[Checked]


class AnswerWriter:
    """Takes the pieces of a reply. `denied` when the reply is that no row answers."""

    def __init__(self, shown: ShownRows, question: str, say: Say) -> None:
        self.denied = False
        self._shown = shown
        self._check = StatementCheck(shown, question)
        self._say = say
        self._all_asked = not (AMOUNT.search(question) or SUPERLATIVE.search(question))
        self._waiting = ""
        self._seen = ""
        self._lead: _Lead | None = None
        self._written: list[str] = []
        self._cited: list[ShownRow] = []
        self._length = 0
        self._left_out = 0

    @property
    def text(self) -> str:
        """Return the answer."""
        return "\n".join(self._written)

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """Return the lines that the answer cites."""
        return merge_lines(row.row for row in dict.fromkeys(self._cited))[0]

    def take(self, piece: str) -> None:
        """Take a piece of the reply; whole lines are checked and said."""
        self._seen += piece
        *whole, self._waiting = (self._waiting + piece).split("\n")
        for line in whole:
            self._line(line)

    def end(self, reply: str) -> None:
        """Take what is left; `reply` is the whole, which counts when less of it came in pieces."""
        if reply.startswith(self._seen):
            self.take(reply[len(self._seen) :])
        self._line(self._waiting)
        self._waiting = ""
        self._end_list()
        if self._written:
            self._tell_cut()

    def _line(self, line: str) -> None:
        if not line.strip() or self.denied or len(line) > LONGEST_LINE:
            return
        if NO_ANSWER.match(line) and not self._written:
            self.denied = True
            return
        for said in read_line(line):
            self._statement(said)

    def _statement(self, said: Said) -> None:
        if said.lead and not said.item:
            self._end_list()
            self._lead = _Lead(said, [])
            return
        checked = self._check.check(said)
        if checked is None:
            return
        if self._lead is not None and said.item:
            self._lead.items.append(checked)
            return
        self._end_list()
        self._write(checked.text, checked.rows, "- " if said.item else "")

    def _end_list(self) -> None:
        """Write a list: its lead with the right number, then its items."""
        lead, self._lead = self._lead, None
        if lead is None or not lead.items:
            return
        words = self._check.check_lead(lead.said, len(lead.items))
        if words is not None:
            self._put(_plain(words))
        for item in lead.items:
            self._write(item.text, item.rows, "- ")

    def _write(self, text: str, rows: Sequence[ShownRow], bullet: str) -> None:
        plain = _plain(text).rstrip(".;,")
        if self._length + len(plain) > MOST_CHARACTERS and self._written:
            self._left_out += 1
            return
        lines, total = merge_lines([row.row for row in rows])
        self._cited += rows
        self._put(f"{bullet}{plain} {mark_lines(lines, total, MARKED_LINES)}".rstrip())
        self._length += len(plain)

    def _put(self, line: str) -> None:
        self._say(f"\n{line}" if self._written else line)
        self._written.append(line)

    def _tell_cut(self) -> None:
        """Say what the rows or the room left out, unless the answer says so itself."""
        if self._left_out:
            self._put(f"({self._left_out} more statements are left out.)")
        for query in dict.fromkeys(row.query for row in self._cited):
            self._tell_rest(query)
            total, shown = self._shown.totals[query], len(self._shown.of_query(query))
            if total == shown or (total is not None and self._says(total)):
                continue
            self._put(f"(Read: the first {shown} of {'more' if total is None else f'{total:,}'} rows.)")

    def _tell_rest(self, query: int) -> None:
        """Say that a list is not whole: its query was limited, or most of its rows are not told."""
        shown = len(self._shown.of_query(query))
        told = len({row.number for row in self._cited if row.query == query})
        if query in self._shown.limited:
            self._put(f"(The query was limited to {shown} rows: there may be more.)")
        elif self._all_asked and query in self._shown.lists and told < shown and not self._says(shown):
            self._put(f"({told} of {shown} rows found are told.)")

    def _says(self, number: int) -> bool:
        return re.search(rf"(?<![\d.]){number}(?![\d.])", self.text) is not None


def _plain(text: str) -> str:
    """Take the signs out that mark values."""
    return re.sub(r"\s+", " ", text.replace("`", "")).strip()

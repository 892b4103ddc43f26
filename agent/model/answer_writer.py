"""Checks a model's reply line by line as it streams, and writes the answer from the statements that hold."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from agent.model.check_statement import Checked, StatementCheck
from agent.model.find_doubts import AMOUNT, SUPERLATIVE
from agent.model.read_reply import NO_ANSWER, Said, read_line
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import ShownRow, ShownRows
from agent.render.draft import mark_lines
from agent.render.rows import merge_lines
from agent.roles import Say
from graph_store.records import SourceLine

MARKED_LINES = 4
MOST_CHARACTERS = 1400
"""Of an answer without its marks."""
MOST_UNPROVED = 4
DROPPED = frozenset({"Cf", "Co", "So"})
"""Kinds of signs: without a form, private, pictures."""
LINK = re.compile(r"(\](?=[(\[:])|!(?=\[))")
UNPROVED = "The model's words, not proved by the data:"
"""Stands before statements whose words or connections no row shows; they cite the rows that they are about."""
UNSHOWN = "(in no line: {})"
"""Stands behind such a statement, with the words that are the model's own."""
BORROWED = "(not in these lines, but in the question: {})"
"""Stands behind a statement whose values rows show, while some of its words only the question has."""
LONGEST_LINE = 4000
"""Characters of a reply's line that are read; a longer one is no statement."""


class AnswerWriter:
    """Takes the pieces of a reply. `denied` when the reply is that no row answers, `proved` when some of it holds."""

    def __init__(self, shown: ShownRows, question: str, say: Say, names: KnownNames | None = None) -> None:
        self.denied = False
        self.proved = False
        self._shown = shown
        self._check = StatementCheck(shown, question, names)
        self._signs = frozenset(f"{shown.text}{question}…")
        self._say = say
        self._all_asked = not (AMOUNT.search(question) or SUPERLATIVE.search(question))
        self._waiting = ""
        self._seen = ""
        self._lead: Said | None = None
        self._items: list[Checked] = []
        self._unproved: list[Checked] = []
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
        self.proved = bool(self._written)
        if self._written:
            self._tell_cut()
        self._tell_unproved()

    def _line(self, line: str) -> None:
        if not line.strip() or self.denied or len(line) > LONGEST_LINE:
            return
        if NO_ANSWER.match(line) and not self._written:
            self.denied = True
            return
        for said in read_line(self._folded(line)):
            self._statement(said)

    def _statement(self, said: Said) -> None:
        if said.lead and not said.item:
            self._end_list()
            self._lead = said
            return
        checked = self._check.check(said)
        if checked is None:
            return
        if not checked.proved:
            found = self._check.part(checked)
            self._unproved.append(replace(checked, text=found[1]) if found else checked)
            if found is None:
                return
            checked = found[0]
        if self._lead is not None and said.item:
            if self._check.goes_below(self._lead, checked):
                self._items.append(checked)
            else:
                self._unproved.append(replace(checked, text=f"{self._lead.text} {checked.text}"))
            return
        self._end_list()
        self._write(checked, "- " if said.item else "")

    def _end_list(self) -> None:
        """Write a list: its lead with the right number, then its items."""
        lead, items = self._lead, self._items
        self._lead, self._items = None, []
        checked = self._check.check_lead(lead, items) if lead is not None and items else None
        if checked is not None and checked.proved:
            self._put(_plain(checked.text))
        for item in items:
            self._write(item, "- ")

    def _write(self, checked: Checked, bullet: str) -> None:
        plain = _plain(checked.text).rstrip(".;,")
        if self._length + len(plain) > MOST_CHARACTERS and self._written:
            self._left_out += 1
            return
        self._cited += checked.rows
        note = f" {BORROWED.format(', '.join(map(repr, checked.borrowed)))}" if checked.borrowed else ""
        self._put(f"{bullet}{self._marked(checked)}{note}")
        self._length += len(plain)

    @staticmethod
    def _marked(checked: Checked) -> str:
        lines, total = merge_lines(row.row for row in checked.rows)
        return f"{_plain(checked.text).rstrip('.;,')} {mark_lines(lines, total, MARKED_LINES)}".rstrip()

    def _put(self, line: str) -> None:
        self._say(f"\n{line}" if self._written else line)
        self._written.append(line)

    def _tell_cut(self) -> None:
        """Say what the rows or the room left out, unless the answer says so itself."""
        if self._left_out:
            self._put(f"({self._left_out} more statements are left out.)")
        for query in dict.fromkeys(row.query for row in self._cited):
            total, shown = self._shown.totals[query], len(self._shown.of_query(query))
            told = len({row.number for row in self._cited if row.query == query})
            if query in self._shown.limited:
                self._put(f"(The query was limited to {shown} rows: there may be more.)")
            elif self._all_asked and query in self._shown.lists and told < shown and not self._says(shown):
                self._put(f"({told} of {shown} rows found are told.)")
            if total != shown and not (total is not None and self._says(total)):
                self._put(f"(Read: the first {shown} of {'more' if total is None else f'{total:,}'} rows.)")

    def _tell_unproved(self) -> None:
        told = []
        for one in self._unproved[:MOST_UNPROVED]:
            self._cited += one.rows
            words = self._check.unshown(one)
            note = f" {UNSHOWN.format(', '.join(map(repr, words)))}" if words else ""
            told.append(f"- {self._marked(one)}{note}")
        if told:
            self._put("\n".join([UNPROVED, *told]))

    def _folded(self, line: str) -> str:
        """Write letters and digits of other forms as plain ones, and leave out signs that no row has."""
        signs = (sign if sign in self._signs else unicodedata.normalize("NFKC", sign) for sign in line)
        return "".join(
            sign for sign in signs if sign in self._signs or unicodedata.category(sign[:1]) not in DROPPED
        )

    def _says(self, number: int) -> bool:
        return re.search(rf"(?<![\d.]){number}(?![\d.])", self.text) is not None


def _plain(text: str) -> str:
    """Write text that no face takes for a link or an image."""
    return re.sub(r"\s+", " ", LINK.sub(r"\1 ", text.replace("`", ""))).strip()

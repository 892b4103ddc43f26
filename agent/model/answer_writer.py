"""Takes a model's reply line by line as it streams, and writes it with its lines and what they do not have."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from agent.model.check_line import Checked, LineCheck
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
DROPPED = frozenset({"Cf", "Co", "So"})
"""Kinds of signs: without a form, private, pictures."""
LINK = re.compile(r"(\](?=[(\[:])|!(?=\[))")
WORDED = "(Worded by a model; the lines that it cites are the data.)"
"""Stands behind every answer of a model: no check proves what words say."""
ABSENT = "(not in these lines: {})"
"""Stands behind a line, with its values and words that no row has."""
APART = "(not so in these lines: {})"
"""Stands behind a line, with the values that rows have of something else, and words that they deny."""
SUPERLATIVE = re.compile(
    r"\b(?:longest|shortest|highest|lowest|largest|smallest|biggest|most often|the most|least often|the fewest)\b",
    re.IGNORECASE,
)
AMOUNT = re.compile(
    r"(?<![\w.:/-])\d+(?![\w.:/-])|\b(?:one|two|three|four|five|six|ten|few|some|examples?|first|last|latest|top|newest|oldest)\b",
    re.IGNORECASE,
)
"""What asks for a part of all there is."""
LONGEST_LINE = 4000
"""Characters of a reply's line that are read; a longer one is no statement."""


class AnswerWriter:
    """Takes the pieces of a reply. `denied` when the reply is that no row answers, `answered` when some of it does.

    `is_part` says that the reply itself tells what the rows do not show.
    """

    def __init__(self, shown: ShownRows, question: str, say: Say, names: KnownNames | None = None) -> None:
        self.denied = False
        self.answered = False
        self.is_part = False
        self._shown = shown
        self._check = LineCheck(shown, question, names or KnownNames())
        self._signs = frozenset(f"{shown.text}{question}…")
        self._say = say
        self._all_asked = not (AMOUNT.search(question) or SUPERLATIVE.search(question))
        self._waiting = ""
        self._seen = ""
        self._lead: Said | None = None
        self._items: list[Said] = []
        self._written: list[str] = []
        self._cited: list[ShownRow] = []
        self._length = 0
        self._left_out = 0

    @property
    def text(self) -> str:
        """Return the answer."""
        return "\n".join(self._written)

    @property
    def rows(self) -> tuple[ShownRow, ...]:
        """Return the rows that the answer cites, in order."""
        return tuple(row for row in self._shown.rows if row in self._cited)

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """Return the lines that the answer cites."""
        return merge_lines(row.row for row in self.rows)[0]

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
            self._put(WORDED)

    def _line(self, line: str) -> None:
        if not line.strip() or self.denied or len(line) > LONGEST_LINE:
            return
        if NO_ANSWER.match(line) and not self._written:
            self.denied = True
            return
        for said in read_line(self._folded(line)):
            if said.lead and not said.item:
                self._end_list()
                self._lead = said
            elif said.item and self._lead is not None:
                self._items.append(said)
            else:
                self._end_list()
                self._write(said, "- " if said.item else "")

    def _end_list(self) -> None:
        """Write a list: its lead, which the rows of its items are behind, then its items."""
        lead, items = self._lead, self._items
        self._lead, self._items = None, []
        if lead is not None and items:
            rows = tuple(dict.fromkeys(number for item in items for number in item.rows))
            places = tuple(dict.fromkeys(place for item in items for place in item.places))
            checked = self._check.check(replace(lead, rows=rows, places=places))
            if checked is not None:
                self._put(f"{_plain(lead.text)}{_notes(checked)}")
        for item in items:
            self._write(item, "- ")

    def _write(self, said: Said, bullet: str) -> None:
        checked = self._check.check(said)
        if checked is None:
            return
        plain = _plain(checked.text).rstrip(".;,")
        if self._length + len(plain) > MOST_CHARACTERS and self._written:
            self._left_out += 1
            return
        self._cited += checked.rows
        self.answered = self.answered or checked.answers
        self.is_part = self.is_part or checked.gap
        mark = mark_lines(*merge_lines(row.row for row in checked.rows), MARKED_LINES)
        line = f"{bullet}{plain} {mark}".rstrip() + _notes(checked)
        if line in self._written:
            return
        self._put(line)
        self._length += len(plain)

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
            if self._all_asked and query in self._shown.limited:
                self._put(f"(The query was limited to {shown} rows: there may be more.)")
            elif self._all_asked and query in self._shown.lists and told < shown and not self._says(shown):
                self._put(f"(Rests on {told} of the {shown} rows that were read.)")
            if total != shown and not (total is not None and self._says(total)):
                self._put(f"(Read: the first {shown} of {'more' if total is None else f'{total:,}'} rows.)")

    def _folded(self, line: str) -> str:
        """Write letters and digits of other forms as plain ones, and leave out signs that no row has."""
        signs = (sign if sign in self._signs else unicodedata.normalize("NFKC", sign) for sign in line)
        return "".join(
            sign for sign in signs if sign in self._signs or unicodedata.category(sign[:1]) not in DROPPED
        )

    def _says(self, number: int) -> bool:
        return re.search(rf"(?<![\d.]){number}(?![\d.])", self.text) is not None


def _notes(checked: Checked) -> str:
    """Say what of a line its rows do not have, or have of something else."""
    told = [(APART, checked.apart), (ABSENT, checked.absent)]
    return "".join(f" {note.format(', '.join(map(repr, words)))}" for note, words in told if words)


def _plain(text: str) -> str:
    """Write text that no face takes for a link or an image."""
    return re.sub(r"\s+", " ", LINK.sub(r"\1 ", text.replace("`", ""))).strip()

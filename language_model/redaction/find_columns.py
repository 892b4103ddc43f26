"""Finds values in the columns of a table whose heading names a secret: separated by signs, by places, or SQL's."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from language_model.redaction.find_named import is_secret_of
from language_model.redaction.find_shaped import Span
from language_model.redaction.secret_words import PROSE, Name, name_of

SEPARATORS = "\t;,|"
MOST_COLUMNS = 200
_HEADING = re.compile(r"\s*+[\"']?[A-Za-z#][\w #./()-]{0,40}[\"']?\s*+")
_RULE = re.compile(r"[\s|+:=-]*+")
_GAP = re.compile(r"\S+(?: \S+)*")
_COMMUNITY = re.compile(r"(?:snmp[ _-])?community(?:[ _-](?:name|string))?", re.IGNORECASE)
_SNMP = re.compile(r"snmp|access|acl|view|version|host", re.IGNORECASE)
_LISTED = re.compile(
    r"\b(?:into|copy)\b[^()]{1,200}\((?P<names>[^()]{1,2000})\)\s*+(?:values\b|(?P<tabs>from stdin)|$)",
    re.IGNORECASE,
)
"""Columns as SQL names them, before rows in parentheses, or between tabs."""
_ROW = re.compile(r"\(((?:'(?:[^'\\]|\\.|'')*+'|[^()'])*+)\)")
_CELL = re.compile(r"(?:'(?:[^'\\]|\\.|'')*+'|[^,'])++")
_COMMENT = re.compile(r"\s*+[#;!]++\s*+")


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which columns hold secrets: by number between separators, or by where they begin; names by column."""

    separator: str
    count: int
    secret: dict[int, Name]
    starts: tuple[int, ...] = ()


class SecretColumns:
    """Reads lines in order; a table ends at a line that is none of its rows."""

    def __init__(self) -> None:
        self._table: _Columns | None = None
        self._first = False

    @property
    def inside(self) -> bool:
        """Say whether the next line may be a row."""
        return self._table is not None

    def read(self, line: str) -> Iterator[Span]:
        """Take the next line, and yield where its cells hold secrets."""
        listed = _LISTED.search(line)
        heading = _listed(listed) if listed else _heading(line)
        if heading is not None:
            self._table, self._first = heading, True
            yield from self._secrets(line, _rows(line, listed.end())) if listed else ()
        elif self._table is not None and not _RULE.fullmatch(line):
            rows, self._first = list(_cells(line, self._table)), False
            if not rows and not _COMMENT.match(line) and line.strip().lower() != "values":
                self._table = None
            yield from self._secrets(line, rows)
        elif self._table is not None and not line.strip():
            self._table = self._table if self._first else None  # a blank line may stand below the heading

    def _secrets(self, line: str, cells: Iterable[tuple[int, Span]]) -> Iterator[Span]:
        for column, span in cells:
            kind = self._table.secret.get(column) if self._table else None
            start, end, quoted = _inner(line, *span)
            if kind and start < end and is_secret_of(kind, line[start:end], quoted=quoted):
                yield start, end


def _inner(line: str, start: int, end: int) -> tuple[int, int, bool]:
    """Return where a cell's value begins and ends, and whether it stands in quotes."""
    cell = line[start:end]
    start, end = start + len(cell) - len(cell.lstrip()), start + len(cell.rstrip())
    quoted = end - start > 1 and line[start] == line[end - 1] and line[start] in "\"'"
    return start + quoted, end - quoted, quoted


def _listed(listed: re.Match[str]) -> _Columns | None:
    return _named(
        [name.strip(' \t`"[]') for name in listed["names"].split(",")], "\t" if listed["tabs"] else "("
    )


def _rows(line: str, at: int) -> Iterator[tuple[int, Span]]:
    for row in _ROW.finditer(line, at):
        yield from ((column, cell.span()) for column, cell in enumerate(_CELL.finditer(line, *row.span(1))))


def _heading(line: str) -> _Columns | None:
    """Return the columns that a line of headings names, where one of them names a secret."""
    for separator in SEPARATORS:
        if separator in line:
            return _separated(line, separator)
    comment = _COMMENT.match(line)
    if comment and line.count(":") > 1:
        return _separated(line, ":")
    words = list(_GAP.finditer(line)) if "  " in line.strip() else []
    if comment and not PROSE.search(line):
        words = list(re.finditer(r"\S+", line[comment.end() :]))
        return _named([word[0] for word in words], " ") if len(words) > 2 else None
    if len(words) < 2 or not all(_HEADING.fullmatch(word[0]) for word in words):
        return None
    table = _named([word[0] for word in words], "")
    starts = tuple(word.start() for word in words)
    return _Columns("", len(words), table.secret, starts) if table else None


def _separated(line: str, separator: str) -> _Columns | None:
    if line.count(separator) > MOST_COLUMNS:
        return None
    cells = line.split(separator)
    inner = cells[1:-1] if separator == "|" and not cells[0].strip() and not cells[-1].strip() else cells
    if len(inner) < 2 or not all(_HEADING.fullmatch(cell) for cell in inner if cell.strip()):
        return None
    return _named([cell.strip(" \t\"'") for cell in cells], separator)


def _named(cells: list[str], separator: str) -> _Columns | None:
    kinds = {at: _kind(cell) for at, cell in enumerate(cells) if cell}
    if _SNMP.search(" ".join(cells)):
        kinds |= {at: Name.COMMUNITY for at in kinds if _COMMUNITY.fullmatch(cells[at])}
    secret = {at: kind for at, kind in kinds.items() if kind is not None}
    if secret:
        secret |= {at: Name.SECRET for at in kinds if cells[at].lower() == "enable"}
    alone = len(secret) == len(kinds)
    return None if alone or not secret else _Columns(separator, len(cells), secret)


def _kind(heading: str) -> Name | None:
    """Say what a heading announces: "Enable secret", "snmp_community"."""
    words = heading.strip("#").split()
    if not words or len(words) > 3:
        return None
    kind = name_of("-".join(words))
    return kind if kind in (Name.SECRET, Name.TOKEN, Name.PASS) else None


def _cells(line: str, table: _Columns) -> Iterator[tuple[int, Span]]:
    """Yield the number and the place of each cell of a row; nothing where a line is no row of the table."""
    if table.separator == "(":
        yield from _rows(line, 0)
        return
    if table.separator == " ":
        words = list(re.finditer(r"\"[^\"]*\"|\S+", line))
        if len(words) > max(table.secret) and not _COMMENT.match(line):
            yield from ((at, word.span()) for at, word in enumerate(words))
        return
    if not table.separator:
        words = list(_GAP.finditer(line))
        if len(words) > table.count or len(words) < 2:
            return
        if len(words) == table.count:  # also where they do not stand below their headings
            yield from ((at, word.span()) for at, word in enumerate(words))
            return
        for word in words:
            near = max((start, at) for at, start in enumerate((0, *table.starts)) if start <= word.start())
            yield near[1] - 1 if near[1] else 0, word.span()
        return
    cells = (
        next(csv.reader([line], delimiter=table.separator), [])
        if '"' in line
        else line.split(table.separator)
    )
    if len(cells) != table.count:
        return
    at = 0
    for column, piece in enumerate(_pieces(line, table.separator)):
        yield column, (at, at + len(piece))
        at += len(piece) + 1


def _pieces(line: str, separator: str) -> list[str]:
    """Split a row at separators outside of quotes."""
    return re.findall(
        rf"(?:^|(?<={re.escape(separator)}))((?:\s*\"(?:[^\"]|\"\")*\"\s*|[^{re.escape(separator)}]*))(?={re.escape(separator)}|$)",
        line,
    )

"""Reads the names of a log's columns from its own lines: `#Fields: date time action`, or a first row of names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.induction.logs.parser_parts.read_bodies import read_columns, split_columns

NAMES = re.compile(r"#\s*(?i:fields)\b:?\s*(\S.*)")
"""As the Extended Log File Format of the W3C has it; other programs write it with tabs and no colon."""
COMMENT = "#"
_NAME = re.compile(r"[A-Za-z@][\w .@/()#%-]{1,40}")
FIRST = 5
FEWEST_COLUMNS = 3
NEARLY_ALL = 0.8


@dataclass(frozen=True, slots=True)
class NamedColumns:
    """The names in their order, and what parts the columns; blank where white space does."""

    names: tuple[str, ...]
    separator: str

    def fits(self, line: str) -> bool:
        """Tell whether a line has these columns."""
        return bool(read_columns(line, self.names, self.separator or None))


def find_named_columns(lines: Sequence[str]) -> NamedColumns | None:
    """Find the names that fit nearly all lines; nothing where no line names columns or they fit few.

    A row of names alone counts where no other line has one of them.
    """
    rows = [line for line in lines if line.strip() and not line.startswith(COMMENT)]
    for named in dict.fromkeys(found[1] for line in lines if (found := NAMES.match(line))):
        separator = next((sign for sign in "\t," if sign in named), "")
        columns = _columns(named, separator)
        if columns is not None and rows and sum(map(columns.fits, rows)) >= NEARLY_ALL * len(rows):
            return columns
    for line in rows[:FIRST]:
        separator = next((sign for sign in "\t,;|" if line.count(sign) >= FEWEST_COLUMNS), "")
        columns = _columns(line, separator) if separator else None
        if columns is None or not all(map(_NAME.fullmatch, columns.names)):
            continue
        others = [split_columns(other, separator) for other in rows if other != line]
        fitting = sum(len(parts) == len(columns.names) for parts in others)
        values = {part for parts in others for part in parts}
        if len(others) > 1 and fitting >= NEARLY_ALL * len(others) and values.isdisjoint(columns.names):
            return columns
    return None


def _columns(named: str, separator: str) -> NamedColumns | None:
    names = tuple(name.strip() for name in split_columns(named, separator or None))
    return NamedColumns(names, separator) if len(set(names)) == len(names) >= FEWEST_COLUMNS else None

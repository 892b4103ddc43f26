"""Reads the names of a log's columns from the comment in which its own lines give them: `#Fields: date time action`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

NAMES = re.compile(r"#\s*(?i:fields)\b:?\s*(\S.*)")
"""As the Extended Log File Format of the W3C has it; other programs write it with tabs and no colon."""
COMMENT = "#"
FEWEST_COLUMNS = 3
NEARLY_ALL = 0.8


@dataclass(frozen=True, slots=True)
class NamedColumns:
    """The names in their order, and what parts the columns; blank where white space does."""

    names: tuple[str, ...]
    separator: str

    def read(self, line: str) -> dict[str, str]:
        """Give the values by their names, without those left out (`-`); nothing for any other line."""
        parts = line.split(self.separator or None)
        if line.startswith(COMMENT) or len(parts) != len(self.names):
            return {}
        return {name: part for name, part in zip(self.names, parts, strict=True) if part != "-"}


def find_named_columns(lines: Sequence[str]) -> NamedColumns | None:
    """Find the names that fit nearly all lines; nothing where no line names columns or they fit few."""
    rows = [line for line in lines if line.strip() and not line.startswith(COMMENT)]
    for named in dict.fromkeys(found[1] for line in lines if (found := NAMES.match(line))):
        separator = next((sign for sign in "\t," if sign in named), "")
        names = tuple(name.strip() for name in named.split(separator or None))
        columns = NamedColumns(names, separator)
        fitting = sum(bool(columns.read(line)) for line in rows)
        if len(set(names)) == len(names) >= FEWEST_COLUMNS and rows and fitting >= NEARLY_ALL * len(rows):
            return columns
    return None

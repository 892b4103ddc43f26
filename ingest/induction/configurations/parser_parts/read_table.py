"""Reads tables into pieces: a line of names, and under it rows whose values stand in columns or between signs."""

import csv
import re

from ingest.induction.configurations.parser_parts.pieces import Piece

CELL = re.compile(r"\S+")
RULE = re.compile(r"[-=+| ]*-{2}[-=+| ]*$")


def read_columns(lines):
    """Read a table whose columns begin where the names above them begin."""
    full = [(number, line) for number, line in enumerate(lines) if line.strip() and not RULE.match(line)]
    starts = column_starts([line for _, line in full])
    return as_pieces([(number, cut_at(line, starts)) for number, line in full])


def column_starts(lines):
    """Return where columns begin: at a name of the first line, where every row has a blank before, and some a value."""
    first, rows = lines[:1], lines[1:]
    found = [match.start() for line in first for match in CELL.finditer(line)]
    found = [at for at in found if all(at == 0 or row[at - 1 : at].strip() == "" for row in rows)]
    ends = [*found[1:], None]
    return [at for at, end in zip(found, ends, strict=True) if any(row[at:end].strip() for row in rows)]


def cut_at(line, starts):
    """Cut a line where columns begin."""
    return [line[at:end].strip() for at, end in zip(starts, [*starts[1:], None], strict=True)]


def read_separated(lines):
    """Read a table whose values stand between commas, semicolons, tabs or bars."""
    full = [(number, line) for number, line in enumerate(lines) if line.strip() and not RULE.match(line)]
    sign = separator([line for _, line in full])
    return as_pieces([(number, cut_between(line, sign)) for number, line in full])


def separator(lines):
    """Return the sign that stands equally often in every line; a blank when none does."""
    for sign in ",;\t|":
        count = len(cut_between(lines[0], sign)) if lines else 0
        if count > 1 and all(len(cut_between(line, sign)) == count for line in lines):
            return sign
    return ""


def cut_between(line, sign):
    """Cut a line at a sign, but not within quotes."""
    if not sign:
        return [line.strip()]
    text = line.strip().strip("|") if sign == "|" else line
    try:
        return [
            cell.strip() for row in csv.reader([text], delimiter=sign, skipinitialspace=True) for cell in row
        ]
    except csv.Error:
        return [line.strip()]


def as_pieces(rows):
    """Make each row an object whose members are named by the first line."""
    top = Piece(0)
    if not rows:
        return top
    (line, names), *others = rows
    table = Piece(line, listed=True)
    top.inside.append((names[0] if names else "", line, table))
    for number, cells in others:
        row = Piece(number)
        for name, cell in zip(names, cells, strict=False):
            row.inside.append((name, number, Piece(number, cell)))
        table.inside.append((None, number, row))
        table.last = number
    return top

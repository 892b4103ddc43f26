"""Reads tables into pieces: a line of names, then rows in columns or between separators."""

import csv
import re

from ingest.induction.configurations.parser_parts.pieces import Piece

MOST_NARROW = 3
MOST_WORDS = 0.7
RULE = re.compile(r"(?=[-=+| ]*+$)[=+| ]*+(?:-[=+| ]++)*+--")


def full_lines(numbered):
    """Leave out blank lines, rules, and the line of names where it is repeated."""
    full = [(number, line) for number, line in numbered if line.strip() and not RULE.match(line)]
    return full[:1] + [(number, line) for number, line in full[1:] if line != full[0][1]]


def read_columns(lines):
    """Read a table whose columns are parted by blanks that go through all its lines."""
    full = [(number, line) for number, line in enumerate(lines) if line.strip() and not RULE.match(line)]
    starts = column_starts([line for _, line in full])
    return as_pieces([(number, cut_at(line, starts)) for number, line in full])


def column_starts(lines):
    """Return where columns begin: behind places that are blank in every line, at what has a name above it.

    A word of the first line over nothing belongs to the name beside it, one blank away.
    """
    if not lines:
        return []
    width = max(map(len, lines))
    taken = [any(line[at : at + 1].strip() for line in lines) for at in range(width)]
    spans = []
    for at, filled in enumerate([*taken, False]):
        if filled and (at == 0 or not taken[at - 1]):
            spans.append([at, width])
        elif not filled and at and taken[at - 1]:
            spans[-1][1] = at
    starts = []
    joined = False
    for index, (first, last) in enumerate(spans):
        near = index > 0 and first - spans[index - 1][1] == 1
        follows = index + 1 < len(spans) and spans[index + 1][0] - last == 1
        valued = any(line[first:last].strip() for line in lines[1:])
        named = lines[0][first:last].strip()
        if not starts or (named and not joined and (valued or not near)):
            starts.append(first)
        joined = bool(named) and not valued and not near and follows
    return starts


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
    """Make a document of a table's rows: a list that is called by the first name."""
    top = Piece(0)
    if rows:
        top.inside.append((rows[0][1][0] if rows[0][1] else "", rows[0][0], as_rows(rows)))
    return top


def as_rows(rows):
    """Make each row an object whose members are named by the first line."""
    (line, names), *others = rows
    table = Piece(line, listed=True)
    for number, cells in others:
        row = Piece(number)
        for name, cell in zip(names, cells, strict=False):
            row.inside.append((name, number, Piece(number, cell)))
        table.inside.append((None, number, row))
        table.last = number
    return table


def has_names(rows, least):
    """True for rows under names: words that say something else than what stands below them, over some numbers."""
    names, values = rows[0], list(zip(*rows[1:], strict=True))
    if len(names) < least or len(set(names)) < len(names) or not all(values[0]):
        return False
    words = [name[:1].isalpha() and not any(map(str.isdigit, name)) for name in names]
    several = len(names) > MOST_NARROW and all(re.match(r"[A-Za-z]", name) for name in names)
    if not all(words) and not (several and sum(words) >= MOST_WORDS * len(names)):
        return False
    apart = all(name not in column for name, column in zip(names, values, strict=True))
    return apart and any(any(map(str.isdigit, value)) for column in values for value in column)

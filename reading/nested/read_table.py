"""Reads tables into pieces: a line of names, then rows in columns or between separators; several in one file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Any

from reading.nested.pieces import NestedValue, plain

MOST_NARROW = 3
MOST_WORDS = 0.7
RULE = re.compile(r"(?=[-=+| ]*+$)[=+| ]*+(?:-[=+| ]++)*+--")


def table_lines(numbered: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out blank lines and rules."""
    return [(number, line) for number, line in numbered if line.strip() and not RULE.match(line)]


def full_lines(numbered: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out blank lines, rules, and the line of names where it is repeated."""
    full = table_lines(numbered)
    return full[:1] + [(number, line) for number, line in full[1:] if line != full[0][1]]


def read_columns(lines: Sequence[str]) -> NestedValue:
    """Read a table whose columns are parted by blanks that go through all its lines."""
    full = table_lines(enumerate(lines))
    starts = column_starts([line for _, line in full])
    return as_pieces([(number, cut_at(line, starts)) for number, line in full])


def column_starts(lines: Sequence[str]) -> list[int]:
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
    starts: list[int] = []
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


def cut_at(line: str, starts: Sequence[int]) -> list[str]:
    """Cut a line where columns begin."""
    return [line[at:end].strip() for at, end in zip(starts, [*starts[1:], None], strict=True)]


def read_separated(lines: Sequence[str]) -> NestedValue:
    """Read a table whose values stand between commas, semicolons, tabs or bars."""
    full = table_lines(enumerate(lines))
    sign = separator([line for _, line in full])
    return as_pieces([(number, cut_between(line, sign)) for number, line in full])


def separator(lines: Sequence[str]) -> str:
    """Return the sign that stands equally often in every line; a blank when none does."""
    for sign in ",;\t|":
        count = len(cut_between(lines[0], sign)) if lines else 0
        if count > 1 and all(len(cut_between(line, sign)) == count for line in lines):
            return sign
    return ""


def cut_between(line: str, sign: str) -> list[str]:
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


def as_pieces(rows: Any) -> NestedValue:
    """Make a document of a table's rows: a list that is called by the first name."""
    top = NestedValue(0)
    if rows:
        top.inside.append((rows[0][1][0] if rows[0][1] else "", rows[0][0], as_rows(rows)))
    return top


def as_rows(rows: Any) -> Any:
    """Make each row an object whose members are named by the first line."""
    (line, names), *others = rows
    table = NestedValue(line, listed=True)
    for number, cells in others:
        row = NestedValue(number)
        for name, cell in zip(names, cells, strict=False):
            row.inside.append((name, number, NestedValue(number, cell)))
        table.inside.append((None, number, row))
        table.last = number
    return table


def has_names(rows: Sequence[Sequence[str]], least: int) -> bool:
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


# Reads files with several tables and lists, each behind its command or a blank line.


PROMPT = re.compile(r"([\w.@/()-]*\w)\s?[#>$]\s*(\w.*)$")
PAIR = re.compile(
    r"(?<![\sA-Za-z])\s*+([A-Za-z](?:[\w /.-]{0,60}[\w/.-])?+)\s*+:"
    r"(?:\s++|(?=\"))(\"[^\"]*+\"|(?:[^,\"]*[^,\"\s])?+)\s*+(?:,|$)"
)
LEAST_ROWS = 2
LEAST_SHEETS = 0.3


def parts_of(lines: Sequence[str]) -> Any:
    """Return the parts of a file as (command, line of the command, [(number, line), ...])."""
    parts: list[tuple[str, int | None, list[tuple[int, str]]]] = []
    open_part: list[tuple[int, str]] = []
    at: int | None = None
    command = ""
    for number, line in enumerate(lines):
        prompt = PROMPT.match(line)
        if not line.strip() or prompt:
            if open_part or at is not None:
                parts.append((command, at, open_part))
            open_part, at = [], None
            if prompt:
                command, at = prompt.group(2), number
        else:
            open_part.append((number, line))
    return [*parts, (command, at, open_part)] if open_part or at is not None else parts


def sheet_rows(part: Any) -> Any:
    """Return the rows of a part that is one table: names over at least two rows that fit them; of others none."""
    full = full_lines(part)
    if len(full) <= LEAST_ROWS or any(line[0].isspace() for _, line in full[1:]):
        return []
    starts = column_starts([line for _, line in full])
    rows = [(number, cut_at(line, starts)) for number, line in full]
    return rows if len(starts) > 2 and has_names([cells for _, cells in rows], 3) else []


def are_sheets(lines: Sequence[str]) -> bool:
    """True for a file of two tables, or one behind a command, which hold much of it."""
    parts = parts_of(lines)
    sheets = [part for _, _, part in parts if sheet_rows(part)]
    several = len(sheets) > 1 or bool(sheets and any(at is not None for _, at, _ in parts))
    return several and sum(map(len, sheets)) >= LEAST_SHEETS * sum(1 for line in lines if line.strip())


def pairs_of(line: str) -> Any:
    """Return what a line says in pairs `name: value`, with commas between; nothing where other text is left."""
    found = list(PAIR.finditer(line))
    whole = "".join(each.group() for each in found).strip()
    return [each.groups() for each in found] if found and whole == line.strip() else []


def read_sheets(lines: Sequence[str]) -> tuple[NestedValue, list[tuple[int, str]]]:
    """Read every part into pieces; what is neither a table nor a list of pairs is left as (number, line)."""
    top = NestedValue(0)
    left = []
    hosts: dict[Any, Any] = {}
    for command, at, part in parts_of(lines):
        prompt = PROMPT.match(lines[at]) if at is not None else None
        if prompt:
            hosts.setdefault(prompt.group(1), at)
            top.inside.append(("", at, NestedValue(at, "")))
        rows = sheet_rows(part)
        if rows:
            top.inside.append((subject(command) or rows[0][1][0], rows[0][0], as_rows(rows)))
            in_rows = {number for number, _ in rows}
            top.inside += [
                ("", number, NestedValue(number, "")) for number, _ in part if number not in in_rows
            ]
        elif part and all(pairs_of(line) for _, line in part):
            top.inside.append((subject(command) or pairs_of(part[0][1])[0][0], part[0][0], as_records(part)))
        else:
            left += part
    if len(hosts) == 1:
        top.inside += [("hostname", at, NestedValue(at, name)) for name, at in hosts.items()]
    return top, left


def subject(command: str) -> Any:
    """Return what a command shows: its words behind the first, without those that filter."""
    words = command.split("|")[0].split()[1:]
    return " ".join(word for word in words if re.match(r"[A-Za-z][\w-]*$", word))


def as_records(part: Any) -> Any:
    """Make objects of pairs; the first name begins the next one where it comes again."""
    table = NestedValue(part[0][0], listed=True)
    lead = pairs_of(part[0][1])[0][0]
    for number, line in part:
        for name, value in pairs_of(line):
            if name == lead or not table.inside:
                table.inside.append((None, number, NestedValue(number)))
            piece = table.inside[-1][2]
            piece.inside.append((name, number, NestedValue(number, plain(value))))
            piece.last = table.last = number
    return table if len(table.inside) > 1 else table.inside[0][2]

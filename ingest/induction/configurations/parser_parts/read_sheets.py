"""Reads files with several tables and lists, each behind its command or a blank line."""

import re

from ingest.induction.configurations.parser_parts.pieces import Piece, plain
from ingest.induction.configurations.parser_parts.read_table import (
    as_rows,
    column_starts,
    cut_at,
    full_lines,
    has_names,
)

PROMPT = re.compile(r"([\w.@/()-]*\w)\s?[#>$]\s*(\w.*)$")
PAIR = re.compile(
    r"(?<![\sA-Za-z])\s*+([A-Za-z](?:[\w /.-]{0,60}[\w/.-])?+)\s*+:"
    r"(?:\s++|(?=\"))(\"[^\"]*+\"|(?:[^,\"]*[^,\"\s])?+)\s*+(?:,|$)"
)
LEAST_ROWS = 2
LEAST_SHEETS = 0.3


def parts_of(lines):
    """Return the parts of a file as (command, line of the command, [(number, line), ...])."""
    parts = []
    command, at, open_part = "", None, []
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


def is_sheet(part):
    """True for a part that is one table: names over at least two rows that fit them."""
    full = full_lines(part)
    if len(full) <= LEAST_ROWS or any(line[0].isspace() for _, line in full[1:]):
        return False
    texts = [line for _, line in full]
    starts = column_starts(texts)
    return len(starts) > 2 and has_names([cut_at(line, starts) for line in texts], 3)


def are_sheets(lines):
    """True for a file of two tables, or one behind a command, which hold much of it."""
    parts = parts_of(lines)
    sheets = [part for _, _, part in parts if is_sheet(part)]
    commands = sum(1 for _, at, _ in parts if at is not None)
    several = len(sheets) > 1 or bool(sheets and commands)
    return several and sum(map(len, sheets)) >= LEAST_SHEETS * sum(1 for line in lines if line.strip())


def pairs_of(line):
    """Return what a line says in pairs `name: value`, with commas between; nothing where other text is left."""
    found = list(PAIR.finditer(line))
    whole = "".join(each.group() for each in found)
    return (
        [(each.group(1), each.group(2)) for each in found] if found and whole.strip() == line.strip() else []
    )


def read_sheets(lines):
    """Read every part into pieces; what is neither a table nor a list of pairs is left as (number, line)."""
    top = Piece(0)
    left = []
    hosts = {}
    for command, at, part in parts_of(lines):
        prompt = PROMPT.match(lines[at]) if at is not None else None
        if prompt:
            hosts.setdefault(prompt.group(1), at)
            top.inside.append(("", at, Piece(at, "")))
        if is_sheet(part):
            full = full_lines(part)
            starts = column_starts([line for _, line in full])
            rows = [(number, cut_at(line, starts)) for number, line in full]
            top.inside.append((subject(command) or rows[0][1][0], full[0][0], as_rows(rows)))
            left_over = [number for number, _ in part if number not in dict(full)]
            top.inside += [("", number, Piece(number, "")) for number in left_over]
        elif part and all(pairs_of(line) for _, line in part):
            top.inside.append((subject(command) or pairs_of(part[0][1])[0][0], part[0][0], as_records(part)))
        else:
            left += part
    if len(hosts) == 1:
        top.inside += [("hostname", at, Piece(at, name)) for name, at in hosts.items()]
    return top, left


def subject(command):
    """Return what a command shows: its words behind the first, without those that filter."""
    words = command.split("|")[0].split()[1:]
    return " ".join(word for word in words if re.match(r"[A-Za-z][\w-]*$", word))


def as_records(part):
    """Make objects of pairs; the first name begins the next one where it comes again."""
    table = Piece(part[0][0], listed=True)
    lead = pairs_of(part[0][1])[0][0]
    for number, line in part:
        for name, value in pairs_of(line):
            if name == lead or not table.inside:
                table.inside.append((None, number, Piece(number)))
            piece = table.inside[-1][2]
            piece.inside.append((name, number, Piece(number, plain(value))))
            piece.last = table.last = number
    return table if len(table.inside) > 1 else table.inside[0][2]

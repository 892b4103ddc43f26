"""Writes tables of data as lines of plain text, for a terminal, Slack and other agents. Pure."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise, takewhile

from agent.records import FIRST, LAST, AnswerTable, ClosestLine
from agent.render.draft import shorten_inside, show_cell
from graph_store.records import Cell, SourceLine
from reading.printable import printable

FIRST_ROWS, MORE_ROWS = 10, 5
"""Rows of the first table, and of each other one."""
MOST_LINES = 26
"""Lines of all tables: with the closest lines they fill one screen."""
FINDINGS = "findings"
LONGEST_LINE = 400
"""Characters of a closest line."""
LONGEST_PLACE = 30
NARROWEST = 9
FEW_ROWS = 6
"""In tables of so many rows, texts that are too wide go on in a second line."""
COMFORTABLE = 34
"""Characters of a column that is not narrowed as long as another one can be left out."""
FEWEST_COLUMNS = 4
GAP = 2
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run."""
LINES_OF_FIRST, LINES_OF_OTHERS = 4, 2
"""Lines of the screen for the first of the closest blocks, and for each other one, as long as all are to be shown."""
FEWEST_ALIKE = 3
"""Words with which a line begins like the one before it, and which are then not written again."""
JOINED, LEFT_OUT = " \u00b7 ", " \u2026 "


def write_tables(tables: Sequence[AnswerTable], width: int) -> list[str]:
    """Write tables under each other, the first with the most rows; what is left out is counted."""
    written: list[str] = []
    most = FIRST_ROWS
    for table in tables:
        if table.title == FINDINGS:
            written += _write_findings(table, width)
            continue
        room = MOST_LINES - len(written) - 2
        if room < 2 and table.rows:
            break
        written += write_table(table, width, min(most, room))
        most = MORE_ROWS
    return written


def write_table(table: AnswerTable, width: int, most: int) -> list[str]:
    """Write a title, a header and at most `most` rows with the places of their first lines, `width` letters wide."""
    rows = [tuple(map(_shown, row)) for row in short_times(table)[:most]]
    places = [_place(cited) for cited in table.citations[:most]]
    place_width = max(map(len, places), default=0)
    room = width - (place_width + GAP if place_width else 0) - 2
    kept, widths = _choose_columns(table.columns, rows, room)
    place_at = min(width - place_width, sum(widths) + GAP * (len(widths) + 1))
    numbers = [all(_is_number(row[at]) for row in table.rows[:most]) for at in kept]
    left_out = f" (first {len(rows)} of {table.total:,})" if table.total > len(rows) else ""
    lines = [f"{table.title}{left_out}"]
    if rows:
        lines.append("  " + _row([table.columns[at] for at in kept], widths, numbers))
    for row, place in zip(rows, places, strict=True):
        texts = [row[at] for at in kept]
        pieces = [_halves(text, size) for text, size in zip(texts, widths, strict=True)]
        if len(rows) > FEW_ROWS or not any(rest for _, rest in pieces):
            pieces = [(text, "") for text in texts]
        line = "  " + _row([first for first, _ in pieces], widths, numbers)
        lines.append(f"{line:<{place_at}}{place}".rstrip() if place else line)
        if any(rest for _, rest in pieces):
            lines.append("  " + _row([rest for _, rest in pieces], widths, numbers))
    return lines


def _halves(text: str, size: int) -> tuple[str, str]:
    """Part a text that is wider than its column, between words, for two lines."""
    if len(text) <= size or size < 2 * NARROWEST:
        return text, ""
    at = text.rfind(" ", 0, size + 1)
    return (text[:at], text[at + 1 :]) if at > size // 2 else (text[:size], text[size:])


def _shown(cell: Cell) -> str:
    return show_cell(cell).replace("\n", " ")


def short_times(table: AnswerTable) -> list[tuple[Cell, ...]]:
    """Leave the year out of times that have the same."""
    at = [place for place, name in enumerate(table.columns) if name in (FIRST, LAST)]
    years = {str(row[place])[:5] for row in table.rows for place in at if row[place]}
    if not at or len(years) != 1:
        return list(table.rows)
    return [
        tuple(str(cell)[5:] if place in at else cell for place, cell in enumerate(row)) for row in table.rows
    ]


def _choose_columns(
    columns: Sequence[str], rows: Sequence[Sequence[str]], room: int
) -> tuple[list[int], list[int]]:
    """Leave out empty columns, and the last ones where all would be too narrow; return which are kept, and widths."""
    kept = [at for at in range(len(columns)) if any(row[at] for row in rows)]
    natural = {at: max(len(columns[at]), *(len(row[at]) for row in rows)) for at in kept}
    while len(kept) > FEWEST_COLUMNS and sum(min(natural[at], COMFORTABLE) + GAP for at in kept) > room:
        kept.pop()
    return kept, _fit([natural[at] for at in kept], room)


def _write_findings(table: AnswerTable, width: int) -> list[str]:
    lines = []
    for row, cited in zip(table.rows, table.citations, strict=True):
        severity, message = map(show_cell, row)
        places = ", ".join(dict.fromkeys(_place((line,)) for line in cited[:2]))
        told = f"! {severity}: {message} [{places}]" if places else f"! {severity}: {message}"
        lines += textwrap.wrap(
            told, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
        )
    more = table.total - len(table.rows)
    return [*lines, f"  and {more:,} more findings about it"] if more > 0 else lines


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _place(cited: Sequence[SourceLine]) -> str:
    if not cited:
        return ""
    place = f"{cited[0].path}:{cited[0].number}"
    return place if len(place) <= LONGEST_PLACE else "\u2026" + place[1 - LONGEST_PLACE :]


def _fit(widths: Sequence[int], room: int) -> list[int]:
    """Narrow the widest columns until all fit."""
    found = list(widths)
    while sum(found) + GAP * (len(found) - 1) > room:
        widest = max(range(len(found)), key=lambda at: found[at])
        if found[widest] <= NARROWEST:
            break
        found[widest] -= 1
    return found


def _row(texts: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    cells = [
        f"{_cut(text, size):>{size}}" if number else f"{_cut(text, size):<{size}}"
        for text, size, number in zip(texts, widths, numbers, strict=True)
    ]
    return (" " * GAP).join(cells).rstrip()


def _cut(text: str, size: int) -> str:
    if len(text) <= size:
        return text
    return shorten_inside(text, size - 3) if size > 2 * NARROWEST else text[: size - 1] + "\u2026"


def write_lines(closest: Sequence[ClosestLine], most: int, width: int) -> list[str]:
    """Write close blocks with their places in front: short lines of a block one behind the other, those that fit best.

    A log record, or another line that is longer than `width`, is as wide as it is: its last word may be what decides.
    """
    rooms = [LINES_OF_OTHERS if at else LINES_OF_FIRST for at in range(len(closest))]
    blocks = [_write_block(one, room, width) for one, room in zip(closest, rooms, strict=True)]
    left = most - sum(map(len, blocks))
    for at, one in enumerate(closest):
        if left > 0:
            longer = _write_block(one, len(blocks[at]) + left, width)
            left += len(blocks[at]) - len(longer)
            blocks[at] = longer
    return list(chain.from_iterable(blocks))[:most]


def _write_block(one: ClosestLine, most: int, width: int) -> list[str]:
    """Write the lines of a block that fit best within `most` lines of the screen, in the order of the file."""
    texts = {line.number: line.text.strip() for line in one.lines}
    ranked = [number for number in dict.fromkeys([one.number, *one.best, *texts]) if number in texts]
    alike = f"  ({one.count:,} alike)" if one.count > 1 else ""
    rows: list[str] = []
    for count in range(1, len(ranked) + 1):
        kept = sorted(ranked[:count])
        place = f"{one.path}:{kept[0]}" + (f"-{kept[-1]}" if count > 1 else "")
        longer = _packed(f"{place}  ", [(number, texts[number]) for number in kept], width)
        if len(longer) > most and rows:
            break
        rows = [longer[0] + alike, *longer[1:]]
    return rows


def _packed(place: str, lines: Sequence[tuple[int, str]], width: int) -> list[str]:
    """Put texts behind each other as long as they fit into a line; what stands between them is shown by an ellipsis."""
    rows = [place + _shorter(lines[0][1])]
    for (before, above), (number, text) in pairwise(lines):
        piece = (JOINED if number == before + 1 else LEFT_OUT) + _shorter(text, above)
        if len(rows[-1]) + len(piece) > width:
            rows.append("    " + piece.lstrip())
        else:
            rows[-1] += piece
    return rows


def _shorter(text: str, above: str = "") -> str:
    """Leave out the words with which the line above begins, too, and what is too long."""
    words = text.split()
    pairs = zip(above.split(), words[:-1], strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    told = f"\u2026 {' '.join(words[alike:])}" if alike >= FEWEST_ALIKE else text
    return told if len(told) <= LONGEST_LINE else f"{told[:LONGEST_LINE]}\u2026"


def table_as_csv(table: AnswerTable) -> str:
    """Write the rows of a table as CSV."""
    return as_csv(table.columns, table.rows, table.citations)


def as_csv(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]], cited: Sequence[Sequence[SourceLine]]
) -> str:
    """Write rows with the first line that each rests on, as CSV."""
    sources = (f"{lines[0].path}:{lines[0].number}" if lines else "" for lines in cited)
    return rows_as_csv(
        [*columns, "source"], ([*row, source] for row, source in zip(rows, sources, strict=True))
    )


def rows_as_csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Write CSV of which no cell is a formula (OWASP, CSV injection), and none hides what stands beside it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (columns, *rows):
        cells = [one if _is_number(one) else printable("" if one is None else str(one)) for one in row]
        writer.writerow(
            f"'{one}" if isinstance(one, str) and one.startswith(FORMULA) else one for one in cells
        )
    return out.getvalue()

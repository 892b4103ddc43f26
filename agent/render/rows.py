"""Turns rows into statements, and merges rows that say the same. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from agent.records import AnswerTable, Outcome, Reading, Row
from agent.render.draft import (
    HIDDEN,
    IDENTITIES,
    DraftStatement,
    StatementGroup,
    bare,
    column_words,
    in_file_order,
    show_cell,
    subject_words,
)
from graph_store.records import Cell, SourceLine
from reading.spoken_names import singular

DEVICE, TEXT = "device", "text"
FEW_STATEMENTS = 6
TAKEN_BACK = "no_"
"""How the column of what a line takes back begins: its value alone would say the contrary."""
RECORD = frozenset({"timestamp", "timestamp_text", "message"})
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class RowWords:
    """One row: the device it is on, the names of what it is about, what it says of that, and the lines behind it."""

    device: str
    names: str
    properties: str
    row: Row

    @property
    def phrase(self) -> str:
        """Say the names, and the properties in brackets."""
        if self.names and self.properties:
            return f"{self.names} ({self.properties})"
        return self.names or self.properties


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows as groups of statements. `common` is what all of them say; `device` the one that all of them are on."""

    groups: tuple[StatementGroup, ...]
    common: str = ""
    device: str = ""

    @property
    def count(self) -> int:
        """Count the statements."""
        return sum(len(group.statements) for group in self.groups)


def list_rows(rows: Sequence[Row], reading: Reading) -> Listed:
    """Say rows by device, or with their devices behind them, whichever needs fewer words."""
    common = _common_columns(rows, reading)
    words = [_words(row, reading, common) for row in rows]
    said = _properties({column: rows[0].values[column] for column in common}) if common else ""
    by_device, by_phrase = _grouped(words, lambda one: one.device), _grouped(words, lambda one: one.phrase)
    if by_phrase.keys() == {""}:
        return Listed((_group("", by_device.items()),), said)
    if by_device.keys() == {""} or len(by_device) > len(by_phrase):
        placed = [(phrase, _places(among), among) for phrase, among in by_phrase.items()]
        texts = [(f"{phrase} on {places}" if places else phrase, among) for phrase, places, among in placed]
        return Listed((_group("", texts),), said)
    if len(by_device) == 1:
        return Listed((_group("", by_phrase.items()),), said, next(iter(by_device)))
    phrases = {device: _grouped(among, lambda one: one.phrase) for device, among in by_device.items()}
    return Listed(tuple(_group(device, found.items()) for device, found in phrases.items()), said)


def look_up_rows(rows: Sequence[Row], reading: Reading) -> Listed | None:
    """Say few rows as sentences: "Ethernet0/1 on r1, r2: mtu 1500"; None when there are many."""
    facts = _grouped([_words(row, reading, ()) for row in rows], key=lambda one: (one.names, one.properties))
    if len(facts) > FEW_STATEMENTS:
        return None
    groups = []
    for (names, properties), among in facts.items():
        places = _places(among)
        subject = f"{names} on {places}" if names and places else names or places
        said = f"{subject}: {properties}" if subject and properties else subject or properties
        groups.append(_group("", [(said, among)]))
    return Listed(tuple(groups))


def _grouped(words: Iterable[RowWords], key: Callable[[RowWords], Key]) -> dict[Key, list[RowWords]]:
    found: dict[Key, list[RowWords]] = {}
    for one in words:
        found.setdefault(key(one), []).append(one)
    return found


def _places(words: Iterable[RowWords]) -> str:
    return ", ".join(dict.fromkeys(one.device for one in words if one.device))


def _group(prefix: str, said: Iterable[tuple[str, Sequence[RowWords]]]) -> StatementGroup:
    """Make a statement of each text, with the lines of the rows that say it."""
    merged = (DraftStatement(text, *merge_lines(one.row for one in among)) for text, among in said)
    return StatementGroup(prefix, tuple(merged))


def merge_lines(rows: Iterable[Row]) -> tuple[tuple[SourceLine, ...], int]:
    """Return the lines of several rows in file order, and how many there are with those that were not kept."""
    rows = list(rows)
    lines = in_file_order(line for row in rows for line in row.lines)
    return lines, len(lines) + sum(row.total_lines - len(row.lines) for row in rows)


def _words(row: Row, reading: Reading, left_out: Sequence[str]) -> RowWords:
    said = {column: cell for column, cell in _said(row.values).items() if column not in left_out}
    device = next((show_cell(cell) for column, cell in row.values.items() if bare(column) == DEVICE), "")
    named = [show_cell(cell) for column, cell in said.items() if is_name(column, reading)]
    names = " ".join(filter(None, named))
    rest = {column: cell for column, cell in said.items() if not is_name(column, reading)}
    alone = bare(next(iter(rest))) if not names and len(rest) == 1 else ""
    if alone and alone not in RECORD and not alone.startswith(TAKEN_BACK):
        return RowWords(device, "", show_cell(next(iter(rest.values()))), row)
    return RowWords(device, names, _properties(rest), row)


def _properties(cells: Mapping[str, Cell]) -> str:
    """Say properties with their names; a log record's own words in quotes, behind its time."""
    told = {bare(column): show_cell(cell) for column, cell in cells.items() if bare(column) in RECORD}
    named = ", ".join(
        f"{column_words(column)} {show_cell(cell)}"
        for column, cell in cells.items()
        if bare(column) not in RECORD
    )
    time = told.get("timestamp_text") or told.get("timestamp") or ""
    message = f'"{told["message"]}"' if "message" in told else ""
    record = f"{time}: {message}" if time and message else time or message
    return f"{named} ({record})" if named and record else named or record


def _common_columns(rows: Sequence[Row], reading: Reading) -> tuple[str, ...]:
    """Return the properties in which all of several rows agree, when that leaves something to list."""
    if len(rows) < 2:
        return ()
    properties = property_columns(rows[0], reading)
    named = any(is_name(column, reading) for column in rows[0].values) or subject_words(reading) == DEVICE
    same = [column for column in properties if len({show_cell(row.values.get(column)) for row in rows}) == 1]
    return tuple(same) if named or len(same) < len(properties) else ()


def _said(values: Mapping[str, Cell]) -> Mapping[str, Cell]:
    """Leave out what the marks say anyway, nulls, and a time in UTC where it stands as written."""
    columns = {bare(column) for column in values}
    said = {
        column: cell
        for column, cell in values.items()
        if cell not in (None, "") and bare(column) != DEVICE and f"{bare(column)}_text" not in columns
    }
    return {column: cell for column, cell in said.items() if bare(column) not in HIDDEN} or said


def is_name(column: str, reading: Reading) -> bool:
    """Say whether a column names what the question is about, or what that is a part of."""
    subject, words = singular(subject_words(reading)), column_words(column).lower()
    named = bool(subject) and (subject == words or subject.startswith(f"{words} "))
    return bare(column) in IDENTITIES or named


def property_columns(row: Row, reading: Reading) -> list[str]:
    """Return the columns that say something of what the names name."""
    return [column for column in _said(row.values) if not is_name(column, reading)]


def count_column(rows: Sequence[Row], reading: Reading) -> str:
    """Return the column that counts; "" when there is none."""
    for column in rows[0].values if rows else ():
        cells = [row.values[column] for row in rows]
        alone = reading.intent == "count" and len(rows[0].values) == 1
        named = bare(column).lower().startswith("count") or alone
        if named and all(isinstance(cell, int) and not isinstance(cell, bool) for cell in cells):
            return column
    return ""


def table_of_outcome(outcome: Outcome) -> AnswerTable:
    """Show the rows of an outcome as a table, as its columns are called."""
    total = len(outcome.rows) if outcome.total_rows is None else outcome.total_rows
    reading = outcome.query.reading
    return replace(table_of_rows(outcome.rows, total), rule=reading.rule if reading else {})


def table_of_rows(rows: Sequence[Row], total: int) -> AnswerTable:
    """Show rows of one query as a table; of rows that are lines of a search their text, and what they stand in."""
    columns = tuple(rows[0].values) if rows else ()
    if {TEXT, "path", "number"} <= {*columns}:
        columns = (TEXT, *({"within"} & {*columns}))
    return AnswerTable(
        "the rows behind it",
        tuple(map(column_words, columns)),
        tuple(tuple(row.values.get(name) for name in columns) for row in rows),
        total,
        tuple(row.lines for row in rows),
    )

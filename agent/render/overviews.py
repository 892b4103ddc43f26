"""Summarizes many rows: their fields, the time span of each file, and what records have in common. Pure."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping, Sequence

from agent.records import Reading, Row
from agent.render.draft import (
    DraftStatement,
    StatementGroup,
    bare,
    column_words,
    counted,
    show_cell,
)
from agent.render.rows import count_column
from reading.spoken_names import label_words

EXAMPLE = "example"
LONGEST_EXAMPLE = 48
Overview = tuple[str, tuple[StatementGroup, ...]]
"""The lead, and the groups of statements behind it."""


def draft_overview(rows: Sequence[Row], reading: Reading) -> Overview | None:
    """Say what rows tell by the names of their columns, or how many are the same in several; None for others."""
    columns = {bare(column) for column in rows[0].values} if rows else set[str]()
    if columns and (say := SAY.get(frozenset(columns))):
        return say(rows)
    column = count_column(rows, reading)
    if not column or len(columns - {column}) < 2 or EXAMPLE in columns:
        return None
    return _say_alike(rows, [name for name in rows[0].values if name != column], column)


def _say_fields(rows: Sequence[Row]) -> Overview:
    """Say which fields all records have, and which only some, each with an example; in the order of a line."""
    counts = sorted({_number(row, "count") for row in rows}, reverse=True)
    groups: list[StatementGroup] = []
    for count in counts:
        among = sorted((row for row in rows if _number(row, "count") == count), key=_place)
        said = ", ".join(_field_words(row.values) for row in among)
        statement = DraftStatement(said, among[0].lines[:1], count, counted=True, within=bool(groups))
        who = f"in {count:,}" if groups else f"in all {count:,}"
        groups.append(StatementGroup(who, (statement,)))
    return "Fields of these records, each with an example:", tuple(groups)


def _field_words(values: Mapping[str, object]) -> str:
    name = column_words(str(values["field"]).removesuffix("_text"))
    example = _example(values)
    if len(example) > LONGEST_EXAMPLE:
        example = f"{example[:LONGEST_EXAMPLE].rstrip()}…"
    return f"{name} ({example})" if example else name


def _example(values: Mapping[str, object]) -> str:
    example = values[EXAMPLE]
    return show_cell(example) if isinstance(example, str | int | float | bool) else ""


def _place(row: Row) -> tuple[int, str]:
    """Return where a field stands in its first line; those that it does not show, and the message, are the last."""
    example, line = _example(row.values), row.lines[0].text if row.lines else ""
    name = str(row.values["field"])
    found = re.search(rf"(?<![\w.:-]){re.escape(example)}(?![\w.:-])", line) if example else None
    return (len(line) if found is None or name == "message" else found.start()), name


def _say_spans(rows: Sequence[Row]) -> Overview:
    statements = []
    for row in rows:
        count, start, end = (show_cell(row.values[name]) for name in ("count", "earliest", "latest"))
        shown = row.lines and not re.search(rf"(?:^|[T \[]){start[-5:]}", row.lines[0].text)
        time = f", {start} to {end}{' UTC' if shown else ''}" if start and end else ""
        said = f"{int(count):,} in {show_cell(row.values['file'])}{time}"
        statements.append(DraftStatement(said, row.lines, row.total_lines))
    return "Log records:", (StatementGroup("", tuple(statements)),)


def _say_networks(rows: Sequence[Row]) -> Overview:
    said = []
    for row in rows:
        network, addresses = show_cell(row.values["network"]), _number(row, "addresses")
        example = show_cell(row.values[EXAMPLE])
        private = "private, " if ipaddress.ip_network(network).is_private else ""
        told = example if addresses == 1 else f"{addresses:,} addresses such as {example}"
        said.append(f"{network} ({private}{told}): {counted(_number(row, 'count'), 'record')}")
    return "Addresses by network:", (_counts(said, rows),)


def _say_parts(rows: Sequence[Row]) -> Overview:
    groups: dict[str, list[DraftStatement]] = {}
    for row in rows:
        said = counted(_number(row, "count"), label_words(show_cell(row.values["kind"])))
        device = f"{show_cell(row.values['device'])} has in its configuration"
        groups.setdefault(device, []).append(DraftStatement(said, row.lines, row.total_lines, counted=True))
    return "", tuple(StatementGroup(device, tuple(found)) for device, found in groups.items())


def _say_alike(rows: Sequence[Row], columns: Sequence[str], column: str) -> Overview:
    """Say how many records are the same in several fields, which the lead names in their order."""
    *names, last = map(column_words, columns)
    said = []
    for row in rows:
        fields = " ".join(show_cell(row.values[name]) or "-" for name in columns)
        said.append(f"{fields}: {show_cell(row.values[column])}")
    return f"By {', '.join(names)} and {last}:", (_counts(said, rows),)


def _counts(said: Sequence[str], rows: Sequence[Row]) -> StatementGroup:
    statements = (
        DraftStatement(text, row.lines, row.total_lines, counted=True, overview=True)
        for text, row in zip(said, rows, strict=True)
    )
    return StatementGroup("", tuple(statements))


def _number(row: Row, name: str) -> int:
    cell = row.values[name]
    return cell if isinstance(cell, int) else 0


SAY: Mapping[frozenset[str], Callable[[Sequence[Row]], Overview]] = {
    frozenset({"field", "count", EXAMPLE}): _say_fields,
    frozenset({"device", "kind", "count"}): _say_parts,
    frozenset({"network", "addresses", EXAMPLE, "count"}): _say_networks,
    frozenset({"file", "count", "earliest", "latest"}): _say_spans,
}

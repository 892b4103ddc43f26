"""Summarizes many rows: their fields, the time span of each file, and what records have in common. Pure."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.records import Row
from agent.render.draft import DraftStatement, StatementGroup, column_words, counted, label_words, show_cell

FIELD = frozenset({"field", "count", "example"})
PARTS = frozenset({"device", "kind", "count"})
NETWORK = frozenset({"network", "addresses", "example", "count"})
SPAN = frozenset({"file", "count", "earliest", "latest"})
LONGEST_EXAMPLE = 48


@dataclass(frozen=True, slots=True)
class RowsOverview:
    """What is said of the rows: `lead` before the groups of statements."""

    lead: str
    groups: tuple[StatementGroup, ...]


def say_fields(rows: Sequence[Row]) -> RowsOverview:
    """Say which fields all records have, and which only some, each with an example; in the order of a line."""
    most = max(_number(row, "count") for row in rows)
    counts = dict.fromkeys(sorted((_number(row, "count") for row in rows), reverse=True))
    groups: list[StatementGroup] = []
    for count in counts:
        among = sorted((row for row in rows if _number(row, "count") == count), key=_place)
        said = ", ".join(_field_words(row.values) for row in among)
        statement = DraftStatement(
            said, among[0].lines[:1], count, counted=True, within=count < most or bool(groups)
        )
        who = f"in all {most:,}" if count == most else f"in {count:,}"
        groups.append(StatementGroup(who, (statement,)))
    return RowsOverview("Fields of these records, each with an example:", tuple(groups))


def _field_words(values: Mapping[str, object]) -> str:
    name = column_words(str(values["field"]).removesuffix("_text"))
    example = _example(values)
    if not example:
        return name
    if len(example) > LONGEST_EXAMPLE:
        example = f"{example[:LONGEST_EXAMPLE].rstrip()}…"
    return f"{name} ({example})"


def _example(values: Mapping[str, object]) -> str:
    example = values["example"]
    return show_cell(example) if isinstance(example, str | int | float | bool) else ""


def _place(row: Row) -> tuple[int, str]:
    """Return where a field stands in its first line; those that it does not show, and the message, are the last."""
    example, line = _example(row.values), row.lines[0].text if row.lines else ""
    name = str(row.values["field"])
    found = re.search(rf"(?<![\w.:-]){re.escape(example)}(?![\w.:-])", line) if example else None
    return (len(line) if found is None or name == "message" else found.start()), name


def say_spans(rows: Sequence[Row]) -> RowsOverview:
    """Say how many records each file has, and from when to when."""
    statements = tuple(_span(row) for row in rows)
    return RowsOverview("Log records:", (StatementGroup("", statements),))


def _span(row: Row) -> DraftStatement:
    count, start, end = (show_cell(row.values[name]) for name in ("count", "earliest", "latest"))
    zone = " UTC" if row.lines and not re.search(rf"(?:^|[T \[]){start[-5:]}", row.lines[0].text) else ""
    said = f"{int(count):,} in {show_cell(row.values['file'])}"
    time = f", {start} to {end}{zone}" if start and end else ""
    return DraftStatement(said + time, row.lines, row.total_lines)


def say_networks(rows: Sequence[Row]) -> RowsOverview:
    """Say how many records show addresses of each network, and how many different ones."""
    statements = tuple(
        DraftStatement(_network_words(row), row.lines, row.total_lines, counted=True, overview=True)
        for row in rows
    )
    return RowsOverview("Addresses by network:", (StatementGroup("", statements),))


def _network_words(row: Row) -> str:
    network, addresses = show_cell(row.values["network"]), _number(row, "addresses")
    example = show_cell(row.values["example"])
    private = "private, " if ipaddress.ip_network(network).is_private else ""
    told = example if addresses == 1 else f"{addresses:,} addresses such as {example}"
    return f"{network} ({private}{told}): {counted(_number(row, 'count'), 'record')}"


def say_parts(rows: Sequence[Row]) -> RowsOverview:
    """Say how many entries of each kind the configurations of devices have."""
    groups: dict[str, list[DraftStatement]] = {}
    for row in rows:
        said = counted(_number(row, "count"), label_words(show_cell(row.values["kind"])))
        device = show_cell(row.values["device"])
        groups.setdefault(device, []).append(DraftStatement(said, row.lines, row.total_lines, counted=True))
    named = tuple(
        StatementGroup(f"{device} has in its configuration", tuple(found)) for device, found in groups.items()
    )
    return RowsOverview("", named)


def say_alike(rows: Sequence[Row], columns: Sequence[str], column: str) -> RowsOverview:
    """Say how many records are the same in several fields, which the lead names in their order."""
    *names, last = (column_words(name) for name in columns)
    statements = tuple(
        DraftStatement(
            f"{' '.join(show_cell(row.values[name]) or '-' for name in columns)}: {show_cell(row.values[column])}",
            row.lines,
            row.total_lines,
            counted=True,
            overview=True,
        )
        for row in rows
    )
    return RowsOverview(f"By {', '.join(names)} and {last}:", (StatementGroup("", statements),))


def _number(row: Row, name: str) -> int:
    cell = row.values[name]
    return cell if isinstance(cell, int) else 0

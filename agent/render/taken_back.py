"""Says of a value that a line takes back ("no ip address") that there is none. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from agent.records import Outcome, Row
from graph_store.records import Cell, Description

NONE = "none"
_ALIAS = re.compile(r"\b\w+\.(?:`([^`]+)`|(\w+)) AS (?:`([^`]+)`|(\w+))")


def value_names(description: Description) -> frozenset[str]:
    """Return the properties that hold values wherever they stand: false is no value of theirs, and no switch."""
    found: dict[str, set[bool]] = {}
    for label in description.labels:
        for one in label.properties:
            if one.examples:
                is_flag = all(isinstance(example, bool) for example in one.examples)
                found.setdefault(one.name, set()).add(is_flag)
    return frozenset(name for name, flags in found.items() if flags == {False})


def say_taken_back(outcome: Outcome, names: Collection[str]) -> Outcome:
    """Put "none" in the place of a false value of the named properties, by whatever name the statement returns it."""
    aliases = {
        found[3] or found[4]: found[1] or found[2] for found in _ALIAS.finditer(outcome.query.statement)
    }
    return replace(outcome, rows=tuple(_said(row, aliases, names) for row in outcome.rows))


def _said(row: Row, aliases: Mapping[str, str], names: Collection[str]) -> Row:
    values = {
        column: _cell(cell, aliases.get(column, column.rpartition(".")[2].strip("`")), names)
        for column, cell in row.values.items()
    }
    return replace(row, values=values) if values != row.values else row


def _cell(cell: Cell, name: str, names: Collection[str]) -> Cell:
    if isinstance(cell, Mapping):
        return {inner: _cell(one, inner, names) for inner, one in cell.items()}
    if name not in names:
        return cell
    if cell is False:
        return NONE
    if isinstance(cell, Sequence) and not isinstance(cell, str) and any(one is False for one in cell):
        return [one for one in cell if one is not False] or NONE
    return cell

"""Finds the row of a table of events that fits a message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from reading.templates import TemplateRow
from reading.values import plain_number

OTHER_EVENT, LAST_REPEATED = "OtherEvent", "LastMessageRepeated"
NOTHING = ("", "-", "N/A")
"""What stands in the place of a value that is not there."""
LONGEST = 1500
"""Characters of a message that a template is tried on; a value that reaches the end is taken whole."""
MOST_DIGITS = 18
_NUMERIC = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]+)?")
_FLAGS = {"true": True, "false": False}
_VARIABLE = re.compile(r"(?<!\S)[^\s\d]*+\d\S*+")


class EventTable:
    """Rows by their first and last words, so that few are tried on a message; always in the order of the table."""

    def __init__(self, events: Sequence[tuple[str, str]], other: str, templates: bool) -> None:
        self._rows = [TemplateRow(kind, template) for kind, template in events]
        self._other, self._templates = other, templates
        self._firsts = {row.first: row.first for row in self._rows}
        self._lasts = {row.last: row.last for row in self._rows}
        self._by_ends: dict[tuple[str, str], list[TemplateRow]] = {}

    def read(self, message: str, values: dict[str, Any], *, with_template: bool = False) -> str:
        """Add the values of the first row that fits, and its template where it is wanted; gives its type."""
        shows = with_template or self._templates
        words = message.split(None, 1)
        first = self._firsts.get(words[0], "") if words else ""
        last = self._lasts.get(message.rsplit(None, 1)[-1], "") if words else ""
        rows = self._by_ends.get((first, last))
        if rows is None:
            rows = [row for row in self._rows if row.first in ("", first) and row.last in ("", last)]
            self._by_ends[first, last] = rows
        for row in rows:
            found = (row.fullmatch or row.compile())(message, 0, LONGEST)
            if found:
                groups = found.groups() if len(message) < LONGEST else _whole_groups(found, message)
                _take(row, groups, values)
                if shows:
                    values["template"] = row.template(groups)
                return row.type
        if shows:
            values["template"] = _VARIABLE.sub("<*>", message)
        return self._other


def _take(row: TemplateRow, groups: Sequence[str | None], values: dict[str, Any]) -> None:
    if row.repeats:
        _add_lists(row, groups, values)
        return
    for (name, kind), text in zip(row.places, groups, strict=True):
        if text and text not in NOTHING:
            if not kind:
                values[name] = text
            elif kind == "int" and len(text) < MOST_DIGITS:
                values[name] = int(text)
            else:
                values[name] = convert(text, kind)


def _whole_groups(found: re.Match[str], message: str) -> list[str | None]:
    """Return the texts of the places of a long message, of which only the beginning was matched."""
    return [
        message[found.start(number) :] if found.end(number) == LONGEST else found[number]
        for number in range(1, found.re.groups + 1)
    ]


def _add_lists(row: TemplateRow, groups: Sequence[str | None], values: dict[str, Any]) -> None:
    """Add the values of a template in which a name stands twice: all of its texts in a list."""
    lists: dict[str, list[Any]] = {}
    for (name, kind), text in zip(row.places, groups, strict=True):
        if text and text not in NOTHING:
            lists.setdefault(name, []).append(convert(text, kind) if kind else text)
    for name, texts in lists.items():
        values[name] = texts if len(texts) > 1 else texts[0]


def convert(text: str, kind: str) -> Any:
    """Read a text by its kind; what does not fit stays as it is written."""
    if kind == "plain":
        return plain_number(text)
    if kind == "bool":
        return _FLAGS.get(text.lower(), text)
    if kind not in ("int", "float") or not _NUMERIC.fullmatch(text):
        return text
    return int(text) if "." not in text else float(text) if kind == "float" else text

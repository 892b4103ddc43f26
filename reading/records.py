"""Records in the making: what the statements of a configuration say about one thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reading.filter_entries import name_fields
from reading.tokens import convert

ROOT, COMMENT, NEGATION, FILTER_ENTRY = "Configuration", "Comment", "Negation", "FilterEntry"


class Record:
    """An entity that grows while its statements are read."""

    def __init__(self, kind: str, key: str | None, first: int | None) -> None:
        self.kind = kind
        self.values: dict[str, Any] = {} if key is None else {"key": convert(str(key))}
        self.lines = [] if first is None else [first]
        self.children: list[Record] = []
        self.merged: dict[tuple[str, str | None], Record] = {}

    def add(self, name: str, value: Any) -> None:
        """Set a property; a second, different value makes it a list. The key of the entity is none."""
        name = "key_value" if name == "key" else name
        if name not in self.values or self.values[name] == value:
            self.values[name] = value
            return
        old = self.values[name] if isinstance(self.values[name], list) else [self.values[name]]
        if isinstance(old[0], bool) or isinstance(value, bool):
            self.values[name] = value if isinstance(old[0], bool) else self.values[name]
            return
        new = value if isinstance(value, list) else [value]
        self.values[name] = old + [item for item in new if item not in old]

    def child(self, kind: str, key: str | None, line: int | None, *, merge: bool) -> Record:
        """Return the entity of this kind and key inside this one; a new one unless lines are merged."""
        name = key if key is None else str(convert(str(key)))
        found = self.merged.get((kind, name)) if merge else None
        if found is None:
            found = Record(kind, key, line)
            self.children.append(found)
            self.merged[(kind, name)] = found
        elif line is not None and line not in found.lines:
            found.lines.append(line)
        return found

    def own(self, first: int, last: int) -> None:
        """Take lines as this record's own."""
        self.lines.extend(number for number in range(first, last + 1) if number not in self.lines[-4:])

    def export(self, entries: Mapping[str, str]) -> dict[str, Any]:
        """Give the record in the form that the sandbox returns; `entries` are the types that are entries of lists."""
        if entries.get(self.kind) == FILTER_ENTRY:
            name_fields(self.values)
        ranges: list[list[int]] = []
        for number in sorted(set(self.lines)):
            if ranges and ranges[-1][1] == number - 1:
                ranges[-1][1] = number
            else:
                ranges.append([number, number])
        children = [child.export(entries) for child in self.children]
        return {"type": self.kind, "values": self.values, "lines": ranges, "children": children}

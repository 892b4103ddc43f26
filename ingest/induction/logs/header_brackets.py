"""Takes apart what stands in a header's brackets, where it always has the same build."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.induction.logs.header_atoms import INSIDE, NEARLY_ALL

_GROUP = re.compile(r"\\\[\(\?P<(context(?:_[0-9]+)?)>" + re.escape(INSIDE) + r"\)\\\]")
MOST_WORDS = 12


def split_brackets(pattern: str, rests: Sequence[str]) -> str:
    """Give the column's expression with one field per part of the brackets; else as it was."""
    group = _GROUP.search(pattern)
    if group is None:
        return pattern
    name = group[1]
    search = re.compile(pattern[group.start() :])
    inside = [found[name] for rest in rests if (found := search.search(rest))]
    if not inside:
        return pattern
    parts = _place_in_source(inside) or _words(inside, name)
    return pattern if parts is None else pattern[: group.start()] + rf"\[{parts}\]" + pattern[group.end() :]


def _place_in_source(inside: Sequence[str]) -> str | None:
    """`thread:component@line`."""
    fitting = sum(1 for text in inside if re.fullmatch(r".*:[^:@\[\]]+@[0-9]+", text))
    if fitting < NEARLY_ALL * len(inside):
        return None
    return r"(?P<thread>.*):(?P<component>[^:@\[\]]+)@(?P<source_line>[0-9]+)"


def _words(inside: Sequence[str], name: str) -> str | None:
    """Words in a fixed number: each is a field, named by the letters it always begins with."""
    rows = [text.split(" ") for text in inside if text != "-"] or [[]]
    count = max({len(row) for row in rows}, key=[len(row) for row in rows].count)
    fitting = [row for row in rows if len(row) == count]
    if not 1 < count <= MOST_WORDS or len(fitting) < NEARLY_ALL * len(rows):
        return None
    parts = []
    for index in range(count):
        values = {row[index] for row in fitting}
        if values == {"-"}:
            parts.append(r"\S+")
        else:
            parts.append(rf"(?P<{_name_of(values) or f'{name}_{index + 1}'}>\S+)")
    names = re.findall(r"\?P<(\w+)>", " ".join(parts))
    joined = " ".join(parts)
    if len(names) != len(set(names)):
        return None
    return f"(?:-|{joined})" if "-" in inside else joined


def _name_of(values: set[str]) -> str:
    found = {
        prefix[1].lower() if (prefix := re.match(r"([A-Za-z]{2,12})[-_=:][0-9A-Fa-f]", value)) else ""
        for value in values
        if value != "-"
    }
    return found.pop() if len(found) == 1 else ""

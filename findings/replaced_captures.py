"""Reads what counters were in the version of a capture that was replaced, from what changed of its lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graph_store.graph import ReadableGraph
from graph_store.records import Cell

_CHANGES = (
    "MATCH (c:Change) WHERE c.of = 'capture' MATCH (d:Document {serial: c.document, state: 'ready'}) "
    "WHERE d.sha256 = c.sha256 RETURN d.serial, c.since, c.before, c.after, c.after_lines ORDER BY c.time, c.id"
)
_MOST = 1_000_000
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class ReplacedLine:
    """A line as it was in the version that was loaded at `since` (UTC, ISO 8601), and as it is."""

    since: str
    before: str
    after: str

    def number(self, now: int) -> int | None:
        """Return what a number was before; None where it stands at several places that were not equal."""
        pairs = zip(_NUMBER.findall(self.before), _NUMBER.findall(self.after), strict=True)
        found = {int(first) for first, last in pairs if int(last) == now}
        return found.pop() if len(found) == 1 else None


def read_replaced(graph: ReadableGraph) -> Mapping[tuple[int, int], ReplacedLine]:
    """Read the lines of captures that only differ in numbers from the version before, by document and line number."""
    found: dict[tuple[int, int], ReplacedLine] = {}
    for serial, since, *texts in graph.read(_CHANGES, row_limit=_MOST).rows:
        before, after, numbers = (list(cell) if isinstance(cell, list | tuple) else [] for cell in texts)
        for number, line in _pairs(str(since or ""), before, after, numbers):
            found[int(str(serial)), number] = line
    return found


def _pairs(
    since: str, before: Sequence[Cell], after: Sequence[Cell], numbers: Sequence[Cell]
) -> Iterator[tuple[int, ReplacedLine]]:
    """Pair lines of one shape in their order, where both versions have as many of them."""
    olds: dict[str, list[str]] = defaultdict(list)
    news: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for text in before:
        olds[_NUMBER.sub("0", str(text))].append(str(text))
    for number, text in zip(numbers, after, strict=False):
        news[_NUMBER.sub("0", str(text))].append((int(str(number)), str(text)))
    for shape, lines in news.items():
        if len(olds.get(shape, ())) == len(lines):
            for old, (number, new) in zip(olds[shape], lines, strict=True):
                yield number, ReplacedLine(since, old, new)

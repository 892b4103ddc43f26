"""Finds the format that ships for a file: a log by its headers, a configuration by its signs."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import formats
from ingest.files.read_times import find_time
from ingest.files.says_something import says_something
from ingest.learn.time_limit import LEARN_LIMIT_S, TimeIsOverError, time_limit
from ingest.records import SHIPPED, Kind, Parser, Sample
from reading.event_table import OTHER_EVENT
from reading.header_patterns import expand

SOURCE = "parse.py"
LOG_LINES = 200
LEAST_BEGUN, MOST_LOST = 0.5, 0.1
"""Of the lines that begin a log's records: so many begin as the format says, and so few without a time otherwise."""
FIRST_PLACE = 120
"""Where in a line the time of a record begins at the latest."""
NO_BEGIN = "# \t"
"""A line that begins so begins no record of a log."""
SIGN_LINES = 3000
"""Of a configuration so many lines are looked at for a sign."""
LEAST_READ = 0.5
"""Of a configuration's lines: so many have a row in the format's own table."""

ReadLines = Callable[[Sequence[str]], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True, eq=False)
class Format:
    """A format that ships. `tables` are those of its source by their names, in capitals; `parse` reads with them."""

    name: str
    kind: Kind
    source: str
    tables: Mapping[str, Any]
    parse: ReadLines
    begins: tuple[re.Pattern[str], ...] = field(default=())
    """Of a log the headers; of a configuration the signs, one of which stands in every file of this make."""
    continues: re.Pattern[str] | None = None
    """What lines begin with that go on with a record of a log, without being indented."""

    def reading_with(self, tables: Mapping[str, Any]) -> ReadLines:
        """Return what reads with other tables, those that were learned: no learned text is run."""
        defined: dict[str, Any] = {}
        exec(compile(self.source, SOURCE, "exec"), defined)  # noqa: S102 - it ships with us
        defined.update(tables)
        parse: ReadLines = defined["parse"]
        return parse


@cache
def read_formats() -> tuple[Format, ...]:
    """Read the formats that ship, by name. Their code is ours, and runs in our process to choose among them."""
    places = (Path(folder) for folder in formats.__path__)
    sources = sorted(source for place in places for source in place.glob(f"*/{SOURCE}"))
    return tuple(map(_read_format, sources))


def _read_format(path: Path) -> Format:
    defined = runpy.run_path(str(path))
    tables = {name: value for name, value in defined.items() if name.isupper()}
    kind: Kind = "configuration" if "GRAMMAR" in tables else "log"
    patterns = tables["SIGNS"] if kind == "configuration" else tables["HEADER"]
    listed = [patterns] if isinstance(patterns, str) else patterns
    begins = tuple(re.compile(expand(each)) for each in listed)
    continues = re.compile(tables["CONTINUES"]) if "CONTINUES" in tables else None
    return Format(
        path.parent.name, kind, path.read_text("utf-8"), tables, defined["parse"], begins, continues
    )


def find_format(sample: Sample) -> Format | None:
    """Return the format that reads most of a file; None where none fits."""
    try:
        with time_limit(LEARN_LIMIT_S):
            scored = [(_fit(sample, each), each) for each in read_formats() if each.kind == sample.kind]
    except TimeIsOverError:
        return None
    best = max(scored, key=lambda one: one[0], default=None)
    return best[1] if best and best[0] > 0 else None


def _fit(sample: Sample, shipped: Format) -> float:
    """Return how much of a sample a format reads, at most 1; 0 where that is too little."""
    known = _share_of_kind(sample, shipped)
    if not known or sample.kind == "log":
        return known * (1 + _share_of_events(sample, shipped)) / 2 if known else 0.0
    share = share_read(sample.lines, owned_by(shipped.parse(sample.lines)))
    return share if share >= LEAST_READ else 0.0


def _share_of_kind(sample: Sample, shipped: Format) -> float:
    """Return the share of a log's lines that begin as a format says, or 1 for a sign of a configuration; else 0."""
    if sample.kind == "log":
        first = [
            line for line in sample.lines[:LOG_LINES] if says_something(line) and line[0] not in NO_BEGIN
        ]
        flush = [line for line in first if shipped.continues is None or not shipped.continues.match(line)]
        left = [line for line in flush if not any(each.match(line) for each in shipped.begins)]
        share = 1 - len(left) / len(flush) if flush else 0.0
        if share < LEAST_BEGUN or sum(not begins_with_time(line) for line in left) > MOST_LOST * len(flush):
            return 0.0
        return share
    return float(any(each.match(line) for line in sample.lines[:SIGN_LINES] for each in shipped.begins))


def begins_with_time(line: str) -> bool:
    """Tell whether a line begins a record of its own, however it begins."""
    time = find_time(line)
    return time is not None and time.start <= FIRST_PLACE


def _share_of_events(sample: Sample, shipped: Format) -> float:
    """Return the share of records whose event the format knows: of two whose headers match, the nearer knows more."""
    other = shipped.tables.get("OTHER", OTHER_EVENT)
    kinds = [record["type"] for record in shipped.parse(sample.lines[:LOG_LINES])]
    return sum(kind != other for kind in kinds) / len(kinds) if kinds else 0.0


def may_read(sample: Sample, parser: Parser) -> bool:
    """Tell whether a file is of the format that a parser was made of; of a parser that was learned, always."""
    if parser.model != SHIPPED:
        return True
    own = (each for each in read_formats() if each.name == parser.learning.get("shipped"))
    return any(_share_of_kind(sample, each) for each in own)


def owned_by(records: Sequence[Mapping[str, Any]]) -> set[int]:
    """Return the indices of the lines that records and those below them name."""
    owned: set[int] = set()
    waiting = list(records)
    while waiting:
        record = waiting.pop()
        waiting.extend(record.get("children", ()))
        owned.update(index for first, last in record["lines"] for index in range(first, last + 1))
    return owned


def share_read(lines: Sequence[str], owned: set[int]) -> float:
    """Return the share of the lines that say something which are read."""
    full = [index for index, line in enumerate(lines) if says_something(line)]
    return sum(index in owned for index in full) / len(full) if full else 0.0

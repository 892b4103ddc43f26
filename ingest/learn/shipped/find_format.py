"""Finds the format that ships for a file: a log by its headers, a configuration by its signs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from pprint import pformat
from typing import Any

import formats
from formats import SOURCE, read_source
from ingest.files.read_times import find_time
from ingest.files.says_something import says_something
from ingest.learn.time_limit import LEARN_LIMIT_S, TimeIsOverError, time_limit
from ingest.records import SHIPPED, Kind, Parser, Sample
from reading.event_table import OTHER_EVENT
from reading.header_patterns import expand
from reading.log import read_log
from reading.mixed_log import read_mixed

LOG_LINES = 200
LEAST_BEGUN, MOST_LOST = 0.5, 0.1
"""Of the lines that begin a log's records: so many begin as the format says, and so few without a time otherwise."""
FIRST_PLACE = 120
"""Where in a line the time of a record begins at the latest."""
NO_BEGIN = "# \t"
"""A line that begins so begins no record of a log."""
SIGN_LINES = 3000
"""Of a configuration so many lines are looked at for a sign."""
KEPT = 256
"""Of so many pairs of a format and lines it is kept which begin so."""
LEAST_READ = 0.5
"""Of a configuration's lines: so many have a row in the format's own table."""

ReadLines = Callable[[Sequence[str]], list[dict[str, Any]]]


class Beginning:
    """A header or a sign of a format, compiled once a line begins as its heads do: most fit no line that is read."""

    def __init__(self, header: str) -> None:
        self.header = header
        self._heads = heads_of(header)
        self._whole: re.Pattern[str] | None = None

    def match(self, line: str) -> re.Match[str] | None:
        """Match the beginning of a line."""
        if self._whole is None:
            if not all(_compiled(head).match(line) for head in self._heads):
                return None
            self._whole = _compiled(self.header)
        return self._whole.match(line)


@cache
def _compiled(header: str) -> re.Pattern[str]:
    """Compile a header or a head, which formats share."""
    return re.compile(expand(header))


_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+(?:\]|\Z)|\{[A-Za-z][^}]*+(?:\}|\Z)|.", re.DOTALL)
"""One sign of a header: an escaped one, a class of signs, a named pattern, or any other."""
_REPEATS = ("?", "*", "+", "{")


def heads_of(header: str) -> tuple[str, ...]:
    """Return what a header begins with, through each group that names a pattern: what it matches begins with those."""
    level = at = 0
    names, ends = False, list[int]()
    for sign in _SIGN.findall(header):
        at += len(sign)
        level += {"(": 1, ")": -1}.get(sign, 0)
        names = names or (sign[0] == "{" and sign != "{")
        if level == 0 and sign == "|":
            return ()
        if level == 0 and names:
            names = False
            ends += [at] if not header.startswith(_REPEATS, at) else []
    return tuple(header[:end] for end in ends)


@dataclass(frozen=True, slots=True, eq=False)
class Format:
    """A format that ships. `tables` are those of its source by their names, in capitals; `parse` reads with them."""

    name: str
    kind: Kind
    source: str
    tables: Mapping[str, Any]
    parse: ReadLines
    begins: tuple[Beginning, ...] = field(default=())
    """Of a log the headers; of a configuration the signs, one of which stands in every file of this make."""
    continues: re.Pattern[str] | None = None
    """What lines begin with that go on with a record of a log, without being indented."""
    members: tuple[str, ...] = ()
    """The names of the formats that a log of several has; else none."""

    @property
    def told(self) -> str:
        """The names of the formats, as reports say them."""
        return ", ".join(self.members) or self.name

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
    source, defined = read_source(path)
    tables = {name: value for name, value in defined.items() if name.isupper()}
    kind: Kind = "configuration" if "GRAMMAR" in tables else "log"
    patterns = tables["SIGNS"] if kind == "configuration" else tables["HEADER"]
    listed = [patterns] if isinstance(patterns, str) else patterns
    begins = tuple(map(Beginning, listed))
    continues = re.compile(tables["CONTINUES"]) if "CONTINUES" in tables else None
    return Format(path.parent.name, kind, source, tables, defined["parse"], begins, continues)


def find_format(sample: Sample) -> Format | None:
    """Return the format that reads most of a file, or several together for a log; None where none fits."""
    try:
        with time_limit(LEARN_LIMIT_S):
            scored = [(_fit(sample, each), each) for each in read_formats() if each.kind == sample.kind]
            best = max(scored, key=lambda one: one[0], default=None)
            single = best[1] if best and best[0] > 0 else None
            return (mix_formats(sample, single) or single) if sample.kind == "log" else single
    except TimeIsOverError:
        return None


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
        first = _first(sample)
        begun = _begun(shipped, first)
        before = min(begun, default=0)  # what a terminal printed in front of the first record
        before = before if before < len(begun) else 0
        flush = [
            at
            for at, line in enumerate(first)
            if at >= before and not (shipped.continues and shipped.continues.match(line))
        ]
        left = [first[at] for at in flush if at not in begun]
        share = 1 - len(left) / len(flush) if flush else 0.0
        if share < LEAST_BEGUN or sum(not begins_with_time(line) for line in left) > MOST_LOST * len(flush):
            return 0.0
        return share
    return float(any(each.match(line) for line in sample.lines[:SIGN_LINES] for each in shipped.begins))


def _first(sample: Sample) -> tuple[str, ...]:
    return tuple(
        line for line in sample.lines[:LOG_LINES] if says_something(line) and line[0] not in NO_BEGIN
    )


@lru_cache(maxsize=KEPT)
def _begun(shipped: Format, lines: tuple[str, ...]) -> frozenset[int]:
    """Return the indices of the lines that begin as a format says; kept, as it is asked twice of each log."""
    return frozenset(at for at, line in enumerate(lines) if any(each.match(line) for each in shipped.begins))


def begins_with_time(line: str) -> bool:
    """Tell whether a line begins a record of its own, however it begins."""
    time = find_time(line)
    return time is not None and time.start <= FIRST_PLACE


def _share_of_events(sample: Sample, shipped: Format) -> float:
    """Return the share of records whose event the format knows: of two whose headers match, the nearer knows more."""
    other = shipped.tables.get("OTHER", OTHER_EVENT)
    kinds = [record["type"] for record in shipped.parse(sample.lines[:LOG_LINES])]
    return sum(kind != other for kind in kinds) / len(kinds) if kinds else 0.0


def may_read(sample: Sample, parser: Parser, own_format: Callable[[Sample], Format | None]) -> bool:
    """Tell whether a file is of the format that a parser was made of; what is of one that ships is of none learned.

    A configuration with signs of several formats is of the one that reads most of it, whatever else is loaded, which
    `own_format` finds. A parser that a person edited may read any file.
    """
    if parser.model != SHIPPED:
        return bool(parser.edited) or own_format(sample) is None
    shipped = format_of(str(parser.learning.get("shipped")))
    if shipped is None or not _share_of_kind(sample, shipped):
        return False
    is_only = sample.kind == "log" or not _has_other_signs(sample, shipped)
    return is_only or own_format(sample) in (None, shipped)


def _has_other_signs(sample: Sample, shipped: Format) -> bool:
    """Tell whether a file has signs of other formats, too."""
    others = (each for each in read_formats() if each.kind == sample.kind and each is not shipped)
    return any(_share_of_kind(sample, each) for each in others)


def format_of(parser_name: str) -> Format | None:
    """Return the format that reports call so, or several together; None where one no longer ships."""
    by_name = {each.name: each for each in read_formats()}
    names = tuple(parser_name.split(", "))
    if not by_name.keys() >= set(names):
        return None
    return combine(names) if len(names) > 1 else by_name[names[0]]


# A log of several formats: the tables of each in one source, of those that are nothing but tables.


MIXED = "mixed-log"
_ONLY_TABLES = re.compile(
    r'^def parse\(lines\):\n(?:    """.*"""\n)?    return read_log\([^()]*\)\s*\Z', re.MULTILINE
)
_ARGUMENTS = frozenset(inspect.signature(read_log).parameters) - {"lines", "templates"}


def mix_formats(sample: Sample, single: Format | None) -> Format | None:
    """Return a format of several that ship, where together they begin more of a log's records than one does."""
    tables = [each for each in read_formats() if _is_table(each)]
    if not any(_begun(each, _first(sample)) for each in tables):
        return None
    full = [line for line in sample.lines if says_something(line) and line[0] not in NO_BEGIN]
    lines = _spread(full)
    alone = sum(begins_so(single, line) for line in lines) if single else 0
    if alone == len(lines):
        return None
    chosen = _choose_formats(tables, lines)
    covered = sum(any(begins_so(each, line) for each in chosen) for line in lines)
    if covered < LEAST_BEGUN * len(lines) or covered <= alone:
        return None
    left = [line for line in full if not any(begins_so(each, line) for each in chosen)]
    chosen = {**chosen, **_choose_formats(tables, _spread(left))}
    if len(chosen) < 2:
        return None
    mixed = combine(tuple(each.name for each in sorted(chosen, key=chosen.__getitem__)))
    return mixed if _share_of_events(Sample(sample.path, "log", lines), mixed) >= LEAST_BEGUN else None


def _spread(lines: Sequence[str]) -> tuple[str, ...]:
    """Return so many lines as are looked at, from all over a log."""
    return tuple(lines)[:: -(-len(lines) // LOG_LINES) or 1]


def begins_so(shipped: Format, line: str) -> bool:
    """Tell whether a line begins a record as a format says."""
    return any(each.match(line) for each in shipped.begins)


def _choose_formats(tables: Sequence[Format], lines: tuple[str, ...]) -> dict[Format, int]:
    """Choose among formats until none knows events of further lines; returns of how many lines each begins."""
    begun: dict[Format, frozenset[int]] = {}
    known: dict[Format, set[int]] = {}
    for each in tables:
        begun[each] = _begun(each, lines)
        known[each] = _known_events(each, lines, sorted(begun[each])) if begun[each] else set()
    chosen, covered = dict[Format, int](), set[int]()
    while known:
        best = max(known, key=lambda each: (len(known[each] - covered), -len(begun[each])))
        if not known.pop(best) - covered:
            break
        chosen[best] = len(begun[best])
        covered |= begun[best]
    return chosen


def _known_events(shipped: Format, lines: Sequence[str], places: Sequence[int]) -> set[int]:
    """Return those of the places whose lines are records of an event that a format knows."""
    other = shipped.tables.get("OTHER", OTHER_EVENT)
    records = shipped.parse([lines[place] for place in places])
    return {places[record["lines"][0][0]] for record in records if record["type"] != other}


def _is_table(shipped: Format) -> bool:
    return shipped.kind == "log" and "EVENTS" in shipped.tables and bool(_ONLY_TABLES.search(shipped.source))


@cache
def combine(names: tuple[str, ...]) -> Format:
    """Return the format of a log whose records are of several: the first of them that begins a line reads it."""
    members = [next(each for each in read_formats() if each.name == name) for name in names]
    formats = {
        each.name: {name.lower(): value for name, value in each.tables.items() if name.lower() in _ARGUMENTS}
        for each in members
    }
    written = pformat(formats, width=110, sort_dicts=False)
    source = (
        f'"""Reads a log of several formats that ship: {", ".join(names)}."""\n\nfrom reading import read_mixed\n\n'
        f"FORMATS = {written}\nHEADER = []\nEVENTS = []\n\n\n"
        "def parse(lines):\n    return read_mixed(lines, FORMATS, HEADER, EVENTS)\n"
    )
    begins = tuple(sign for each in members for sign in each.begins)
    tables = {"FORMATS": formats, "HEADER": [], "EVENTS": []}
    parse: ReadLines = partial(read_mixed, formats=formats)
    return Format(MIXED, "log", source, tables, parse, begins, members=names)


def every_record(records: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield records and those below them."""
    for record in records:
        yield record
        yield from every_record(record.get("children", ()))


def owned_by(records: Iterable[Mapping[str, Any]]) -> set[int]:
    """Return the indices of the lines that records and those below them name."""
    ranges = chain.from_iterable(record["lines"] for record in every_record(records))
    return {index for first, last in ranges for index in range(first, last + 1)}


def share_read(lines: Sequence[str], owned: set[int]) -> float:
    """Return the share of the lines that say something which are read."""
    full = [index for index, line in enumerate(lines) if says_something(line)]
    return sum(index in owned for index in full) / len(full) if full else 0.0

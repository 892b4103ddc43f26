"""Counts log records by device, template and level, and keeps the counts, so that only new lines are read.

What is counted is associative (a number, the first and the last of something), so an end adds to what was kept.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from graph_store.graph import ReadableGraph, WritableGraph
from graph_store.schema import counted

LEVELS = Path(__file__).with_name("levels.toml")
UNSET_CLOCK = re.compile(r"(?:[\w./-]+: ?)*+([*.][A-Z][a-z]{2} +\d{1,2} +\d{1,2}:\d\d:\d\d)")
"""IOS marks the times of a clock that was never set, or that lost its source."""
METHOD = 2
"""Changes whenever records are counted otherwise, so that what was kept before is not used."""
MOST_BY_ID = 50_000
"""Lines that are looked up by their ids; where more are not counted yet, one pass over all records is faster."""
MOST_KEPT = 1_000_000
"""Characters that are kept of one log; one of more forms is counted anew each time."""
LONGEST = 2_000
"""Characters of a message in which patterns are looked for."""
BATCH = 5_000
GRAVE, ERROR, NO_SEVERITY = 2, 3, 8
"""Severities, as RFC 5424 numbers them: of what needs action at once, of errors, and behind all of its own for none."""
_TIME_LIMIT_S = 300.0
_ALL = 500_000
_LOGS = "MATCH (d:Document {kind: 'log', state: 'ready'}) RETURN d.serial, d.lines ORDER BY d.serial"
_COUNTED_TO = "MATCH (s:Store) WHERE s.counted_by = $by RETURN s.document, s.lines, s.forms IS NULL"
_FORMS = "UNWIND $rows AS id MATCH (s:Store {id: id}) RETURN s.document, s.forms ORDER BY s.document"
_LEVELS = "MATCH (t:Type) RETURN t.name, t.schema"
_COUNTED = (
    "RETURN e.document, e.device, e.type, e.template, {levels}, " + counted("e") + ", "
    "min(e.timestamp), max(e.timestamp), min(e.message), max(e.message)"
)
_OVERVIEW = "MATCH (e:Event) " + _COUNTED
_OF_LINES = (
    "UNWIND range($first, $last) AS id MATCH (l:Line {{id: id}})<-[:HAS_LINE]-(e:Event) "
    "WHERE e.first_line = l.number " + _COUNTED
)
_KEEP = "MERGE (s:Store {id: $id}) SET s.document = $serial, s.lines = $lines, s.forms = $forms, s.counted_by = $by"
"""In a node of its own, which goes with the document; by the serial's negative."""


class _Counted(NamedTuple):
    """How many lines a log has, how many of them are counted, and whether its counts are too many to be kept."""

    lines: int
    counted: int
    is_large: bool


class _LevelWords(NamedTuple):
    """What levels say: severities by their names, and patterns of messages whose levels are of another scale."""

    severities: Mapping[str, int]
    other_scales: tuple[re.Pattern[str], ...]


@cache
def _read_levels() -> _LevelWords:
    """Read levels.toml once, which is small: an answer shows severities, and needs none of the checks' words."""
    words = tomllib.loads(LEVELS.read_text("utf-8"))
    return _LevelWords(words["severities"], tuple(map(re.compile, words["other_scales"])))


@dataclass(frozen=True, slots=True)
class Form:
    """The records of one device in one log that have one type, one template and one level.

    `first` and `last` are times as texts, `messages` the first and the last in the order of the alphabet.
    """

    document: int
    device: str
    label: str
    template: str
    level: str
    count: int
    first: str
    last: str
    messages: tuple[str, str]

    @property
    def key(self) -> tuple[int, str, str, str, str]:
        """What is the same in all its records."""
        return self.document, self.device, self.label, self.template, self.level

    @property
    def severity(self) -> int:
        """What its level says, as RFC 5424 numbers it; NO_SEVERITY where that is not known."""
        words = _read_levels()
        if self.level.isdecimal():
            is_other = any(one.search(self.messages[0]) for one in words.other_scales)
            return NO_SEVERITY if is_other else int(self.level)
        return words.severities.get(self.level, NO_SEVERITY)

    def merged(self, other: Form) -> Form:
        """Count both."""
        times = [time for time in (self.first, other.first) if time]
        return replace(
            self,
            count=self.count + other.count,
            first=min(times, default=""),
            last=max(self.last, other.last),
            messages=(min(self.messages[0], other.messages[0]), max(self.messages[1], other.messages[1])),
        )


def keep_forms(graph: WritableGraph) -> None:
    """Count what has not been counted yet, and keep it: the ends of logs that grew, or all there is."""
    levels = _levels(graph)
    known = _known(graph, levels)
    behind = [serial for serial, one in known.items() if one.lines > one.counted]
    if not behind or any(one.is_large for one in known.values()):
        return  # what cannot be kept is counted by who reads it
    if sum(known[serial].lines - known[serial].counted for serial in behind) > MOST_BY_ID:
        changed, forms = list(known), _overview(graph, levels)
    else:
        ends = (form for serial in behind for form in _end(graph, levels, serial, known[serial]))
        kept = _kept(graph, [serial for serial in behind if known[serial].counted])
        changed, forms = behind, _merged((*ends, *kept))
    rows: dict[int, list[list[str | int]]] = {serial: [] for serial in changed}
    for form in forms:
        if form.document in rows:
            times = form.first, form.last
            rows[form.document].append([*form.key[1:], form.count, *times, *form.messages])
    for serial, found in rows.items():
        text = json.dumps(sorted(found), ensure_ascii=False, separators=(",", ":"))
        values = {"forms": text if len(text) <= MOST_KEPT else None, "lines": known[serial].lines}
        graph.write_all([(_KEEP, {"id": -serial, "serial": serial, "by": _mark(levels), **values})])


def read_forms(graph: ReadableGraph) -> list[Form]:
    """Return what was kept if it is of all records; else count them now."""
    levels = _levels(graph)
    known = _known(graph, levels)
    if any(one.lines != one.counted or one.is_large for one in known.values()):
        return [form for form in _overview(graph, levels) if form.document in known]
    return list(_kept(graph, list(known)))


def _levels(graph: ReadableGraph) -> tuple[str, ...]:
    """Return the names of the properties that some record's level is in."""
    schemas = [json.loads(str(schema or "{}")) for _, schema in read_rows(graph, _LEVELS)]
    return tuple(
        name for name in ("severity", "level") if any(name in one.get("properties", {}) for one in schemas)
    )


def _mark(levels: Sequence[str]) -> str:
    return " ".join((str(METHOD), *levels))


def _known(graph: ReadableGraph, levels: Sequence[str]) -> dict[int, _Counted]:
    counted = {
        int(str(serial)): (int(str(lines)), is_large is True)
        for serial, lines, is_large in read_rows(graph, _COUNTED_TO, by=_mark(levels))
    }
    logs = ((int(str(serial)), int(str(lines))) for serial, lines in read_rows(graph, _LOGS))
    return {serial: _Counted(lines, *counted.get(serial, (0, False))) for serial, lines in logs}


def _kept(graph: ReadableGraph, serials: Sequence[int]) -> Iterator[Form]:
    for serial, text in read_rows(graph, _FORMS, rows=[-serial for serial in serials]):
        for device, label, template, level, count, first, last, *messages in json.loads(str(text)):
            told = (device, label, template, level, count, first, last)
            yield Form(int(str(serial)), *told, (messages[0], messages[1]))


def _end(graph: ReadableGraph, levels: Sequence[str], serial: int, known: _Counted) -> Iterator[Form]:
    """Count the records of a log behind those that were counted."""
    for first in range(known.counted + 1, known.lines + 1, BATCH):
        last = min(first + BATCH - 1, known.lines)
        ids = {"first": serial * 2**32 + first, "last": serial * 2**32 + last}
        yield from _forms(graph, _OF_LINES, levels, **ids)


def _overview(graph: ReadableGraph, levels: Sequence[str]) -> list[Form]:
    """Count all records, in one pass."""
    return _merged(_forms(graph, _OVERVIEW, levels))


def _forms(
    graph: ReadableGraph, statement: str, levels: Sequence[str], **parameters: object
) -> Iterator[Form]:
    counting = statement.format(levels=", ".join(f"e.{name}" for name in levels) or "''")
    for serial, device, label, template, *rest in read_rows(graph, counting, **parameters):
        *said, count, first, last, one, other = rest
        level = next((str(value) for value in said if value not in (None, "")), "")
        yield Form(
            int(str(serial)), str(device or ""), str(label), str(template or ""), level.lower(),
            int(str(count)), str(first or ""), str(last or ""), (str(one)[:LONGEST], str(other)[:LONGEST]),
        )  # fmt: skip


def _merged(forms: Iterable[Form]) -> list[Form]:
    """Add up the forms of equal records, those of several pieces of a log or of two names for a level."""
    found: dict[tuple[int, str, str, str, str], Form] = {}
    for form in forms:
        before = found.get(form.key)
        found[form.key] = before.merged(form) if before else form
    return list(found.values())


def read_rows(graph: ReadableGraph, statement: str, **parameters: object) -> Sequence[Sequence[object]]:
    """Return the rows of a statement over log records."""
    return graph.read(statement, parameters, row_limit=_ALL, time_limit_s=_TIME_LIMIT_S).rows

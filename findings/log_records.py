"""Reads tallies of log records; the server does the counting.

The only reader of logs here: checks see LogFacts. What records say is in words.toml, under [logs].
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from findings.log_forms import LONGEST, Form, read_forms
from findings.words import LogWords, read_words
from graph_store.graph import ReadableGraph
from graph_store.records import ENTITY_PROPERTIES, LINE_PROPERTIES, SourceLine
from graph_store.schema import quote_name

_TIME_LIMIT_S = 300.0
_MOST_TALLIES = 500_000
_DOCUMENTS = "MATCH (d:Document {kind: 'log', state: 'ready'}) RETURN d.serial, d.path"
_OF_FORMS = "MATCH (e:{label}) WHERE e.template IN $templates AND e.timestamp IS NOT NULL "
_COUNTED = "count(*) AS n, min(e.timestamp) AS a, max(e.timestamp) AS b, min(e.first_line) AS f, max(e.first_line) AS l"
_BY_MESSAGE = _OF_FORMS + "RETURN e.document, e.device, e.message, " + _COUNTED
_BY_DAY = (
    _OF_FORMS + "WITH e.document AS d, e.device AS v, {values}, substring(e.timestamp, 0, 10) AS day, "
    + _COUNTED + " WHERE n >= $least RETURN d, v, {columns}, n, a, b, f, l"
)  # fmt: skip
_OURS = (ENTITY_PROPERTIES - {"key", "ordinal"}) | LINE_PROPERTIES | {"template", "timestamp", "message"}
"""Properties that no word of a record is kept in."""
_BY_HOUR = (
    "MATCH (e:Event) WHERE e.document = $document AND e.device = $device AND e.timestamp IS NOT NULL "
    "RETURN substring(e.timestamp, 0, 13), count(*), min(e.first_line), max(e.first_line)"
)
_MANY_IN_AN_HOUR = (
    _OF_FORMS + "WITH e.document AS d, e.device AS v, substring(e.timestamp, 0, 13) AS hour, count(*) AS n, "
    "min(e.first_line) AS f, max(e.first_line) AS l WHERE n >= $least RETURN d, v, hour, n, f, l"
)  # fmt: skip
_HAS_RECORDS = "MATCH (e:{label}) WHERE e.template IS NOT NULL RETURN e.id LIMIT 1"
_SAMPLE = "MATCH (e:{label}) WHERE e.template = $template RETURN e LIMIT 1"
_LINE = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.id, l.path, l.number, l.text"
_LINE_BATCH = 2_000


@dataclass(frozen=True, slots=True)
class RecordCount:
    """Records of one device that say the same, counted; lines are (document's serial, number)."""

    device: str
    subject: str
    state: str
    count: int
    first: str
    last: str
    first_line: tuple[int, int]
    last_line: tuple[int, int]
    form: str = ""
    """The type, or the pattern that it was found by: two records about one event have two, and are not added up."""


@dataclass(frozen=True, slots=True)
class Hours:
    """One device's records in one log: hour → count, first and last line; `total` of them are in `span` hours."""

    device: str
    document: int
    counts: Mapping[str, tuple[int, int, int]]
    total: int
    span: int = 0


@dataclass(frozen=True)
class LogFacts:
    """What all logs say. `..._by_day` count what came often on one day."""

    links: tuple[RecordCount, ...] = ()
    links_by_day: tuple[RecordCount, ...] = ()
    neighbors: tuple[RecordCount, ...] = ()
    neighbors_by_day: tuple[RecordCount, ...] = ()
    failed_logins_by_day: tuple[RecordCount, ...] = ()
    duplicates: tuple[RecordCount, ...] = ()
    heat: tuple[RecordCount, ...] = ()
    restarts: tuple[RecordCount, ...] = ()
    errors: tuple[Hours, ...] = ()
    fallen_silent: tuple[Hours, ...] = ()
    ends: Mapping[int, str] = field(default_factory=dict)
    """Serial of a log → its last hour."""


def read_logs(graph: ReadableGraph, *, flaps: int, failures: int, errors: int, silent_hours: int) -> LogFacts:
    """Count what the logs of a graph say: what goes down or fails so often a day, has so many errors, or is silent."""
    serials = {int(str(row[0])) for row in _read(graph, _DOCUMENTS)}
    words = read_words().logs
    forms = read_forms(graph)
    if not forms:
        return LogFacts()
    reader = _Reader(graph, forms, words, serials)
    ends: dict[int, str] = defaultdict(str)
    for form in forms:
        ends[form.document] = max(ends[form.document], form.last[:13])
    return LogFacts(
        tuple(reader.by_message(words.links)),
        tuple(reader.by_day(words.links, flaps)),
        tuple(reader.by_message(words.neighbors)),
        tuple(reader.by_day(words.neighbors, flaps)),
        tuple(reader.by_source(words.failed_logins, failures)),
        tuple(reader.by_message(words.duplicates)),
        tuple(one for one in reader.by_message(words.heat) if not _any(words.cooled, one.state)),
        tuple(reader.by_message(words.restarts)),
        tuple(reader.errors(errors)),
        tuple(reader.fallen_silent(ends, silent_hours)),
        ends,
    )


class _Reader:
    """Reads tallies of the forms whose messages a pattern finds."""

    def __init__(
        self, graph: ReadableGraph, forms: Sequence[Form], words: LogWords, serials: set[int]
    ) -> None:
        self._graph, self._forms, self._words, self._serials = graph, forms, words, serials
        self._labels: dict[str, str] = {}

    def by_message(self, patterns: Sequence[re.Pattern[str]]) -> Iterator[RecordCount]:
        """Count records that say the same."""
        for label, templates in self._found(patterns).items():
            statement = _BY_MESSAGE.format(label=quote_name(label))
            for serial, device, message, *rest in _read(self._graph, statement, templates=sorted(templates)):
                yield from self._tally(patterns, label, str(message)[:LONGEST], device, serial, rest)

    def by_day(self, patterns: Sequence[re.Pattern[str]], least: int) -> Iterator[RecordCount]:
        """Count records that say the same on one day, where there are that many."""
        for label, templates in self._found(patterns).items():
            for template in templates:
                if _always_up(template, patterns, self._words):
                    continue
                yield from self._of_days(label, label, [template], patterns, least)

    def by_source(self, patterns: Sequence[re.Pattern[str]], least: int) -> Iterator[RecordCount]:
        """Count records that name the same source on one day, where there are that many.

        Messages of one pattern count together, whatever their types: a user's name may be a word of a template.
        """
        groups: dict[tuple[str, tuple[tuple[str, str], ...]], set[str]] = defaultdict(set)
        for label, templates in self._found(patterns).items():
            for template, message in templates.items():
                pattern = next(one.pattern for one in patterns if one.search(message))
                kept_in = self._kept_in(label, template, patterns)[1]
                groups[pattern, tuple(kept_in.items())].add(template)
        for (pattern, _), alike in groups.items():
            yield from self._of_days("Event", pattern, sorted(alike), patterns, least)

    def _of_days(
        self,
        label: str,
        form: str,
        templates: Sequence[str],
        patterns: Sequence[re.Pattern[str]],
        least: int,
    ) -> Iterator[RecordCount]:
        """Count by day what properties hold of a record, or the whole messages where none holds what varies."""
        fields, kept_in = self._kept_in(label, templates[0], patterns)
        names = list(kept_in.values()) or ["message"]
        statement = _BY_DAY.format(
            label=quote_name(label),
            values=", ".join(f"e.{quote_name(name)} AS p{place}" for place, name in enumerate(names)),
            columns=", ".join(f"p{place}" for place in range(len(names))),
        )
        for serial, device, *rest in _read(self._graph, statement, templates=templates, least=least):
            values, counted = [str(one) for one in rest[: len(names)]], rest[len(names) :]
            if kept_in:
                told = {**fields, **dict(zip(kept_in, values, strict=True))}
                yield from self._told(told, "", form, device, serial, counted)
            else:
                yield from self._tally(patterns, form, values[0], device, serial, counted)

    def errors(self, least: int) -> Iterator[Hours]:
        """Count a device's records of level error or worse, in the hours that have so many of one type."""
        spans: dict[tuple[int, str], list[Form]] = defaultdict(list)
        templates: dict[str, set[str]] = defaultdict(set)
        for form in self._forms:
            if form.level in self._words.error_levels or (form.level.isdigit() and int(form.level) <= 3):
                spans[form.document, form.device].append(form)
                templates[self._label(form.label)].add(form.template)
        counts: dict[tuple[int, str], dict[str, tuple[int, int, int]]] = defaultdict(dict)
        for label in templates:
            found = sum(form.count for form in self._forms if label in (form.label, "Event"))
            statement = _MANY_IN_AN_HOUR.format(label=quote_name(label))
            parameters = {"templates": sorted(templates[label]), "least": least}
            for serial, device, hour, *rest in (
                _read(self._graph, statement, **parameters) if found >= least else ()
            ):
                key = int(str(serial)), str(device or "")
                count, first, last = (int(str(one)) for one in rest)
                before = counts[key].get(str(hour), (0, first, last))
                counts[key][str(hour)] = (before[0] + count, min(before[1], first), max(before[2], last))
        for (document, device), hours in counts.items():
            told = spans.get((document, device), [])
            if told:
                start, end = min(form.first for form in told), max(form.last for form in told)
                total = sum(form.count for form in told)
                yield Hours(device, document, hours, total, hours_between(start[:13], end[:13]) + 1)

    def fallen_silent(self, ends: Mapping[int, str], least_hours: int) -> Iterator[Hours]:
        """Count the records by hour of devices of which the last hours of a log have none."""
        lasts: dict[tuple[int, str], str] = defaultdict(str)
        for form in self._forms:
            lasts[form.document, form.device] = max(lasts[form.document, form.device], form.last[:13])
        for (document, device), last in lasts.items():
            if device and last and hours_between(last, ends[document]) >= least_hours:
                yield self._hours(document, device)

    def _hours(self, document: int, device: str) -> Hours:
        counts = {
            str(hour): (int(str(count)), int(str(first)), int(str(last)))
            for hour, count, first, last in _read(self._graph, _BY_HOUR, document=document, device=device)
        }
        return Hours(device, document, counts, sum(count for count, _, _ in counts.values()))

    def _found(self, patterns: Sequence[re.Pattern[str]]) -> dict[str, dict[str, str]]:
        """Return label → templates of which a message is found, each with that message."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for form in self._forms:
            for message in form.messages:
                if _any(patterns, message):
                    found[self._label(form.label)].setdefault(form.template, message)
        return found

    def _label(self, name: str) -> str:
        """Return the label of a type's records: they have none of their own where the field calls something else so."""
        if name not in self._labels:
            there = _read(self._graph, _HAS_RECORDS.format(label=quote_name(name)))
            self._labels[name] = name if there else "Event"
        return self._labels[name]

    def _kept_in(
        self, label: str, template: str, patterns: Sequence[re.Pattern[str]]
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Return the fields of one record, and which property each that varies is kept in; nothing where one is not."""
        for (node,) in _read(self._graph, _SAMPLE.format(label=quote_name(label)), template=template):
            values = dict(node) if isinstance(node, dict) else {}
            message = str(values.get("message"))[:LONGEST]
            found = next(filter(None, (one.search(message) for one in patterns)), None)
            fields = {key: text for key, text in found.groupdict().items() if text} if found else {}
            kept_in = {
                key: name
                for key, text in fields.items()
                for name in [next((n for n, v in values.items() if n not in _OURS and str(v) == text), "")]
                if name
            }
            fixed = f" {template.lower()} "
            said = {key for key, text in fields.items() if key == "state" and f" {text.lower()} " in fixed}
            if fields.keys() <= kept_in.keys() | said:
                return fields, kept_in
        return {}, {}

    def _tally(
        self,
        patterns: Sequence[re.Pattern[str]],
        label: str,
        message: str,
        device: object,
        serial: object,
        rest: Sequence[object],
    ) -> Iterator[RecordCount]:
        found = next(filter(None, (one.search(message) for one in patterns)), None)
        if found is not None:
            yield from self._told(found.groupdict(), message, label, device, serial, rest)

    def _told(
        self,
        fields: Mapping[str, str | None],
        message: str,
        label: str,
        device: object,
        serial: object,
        rest: Sequence[object],
    ) -> Iterator[RecordCount]:
        state = _state(fields, self._words) if "state" in fields else message
        subject = (fields.get("subject") or fields.get("source") or "").rstrip(",;:. ")
        count, first, last, first_line, last_line = rest
        document = int(str(serial))
        if document in self._serials:
            yield RecordCount(
                str(device or ""), subject, state, int(str(count)), str(first), str(last),
                (document, int(str(first_line))), (document, int(str(last_line))), label,
            )  # fmt: skip


def _always_up(template: str, patterns: Sequence[re.Pattern[str]], words: LogWords) -> bool:
    """Tell whether a template itself, not what varies in it, says that something came up."""
    found = next(filter(None, (one.search(template.replace("<*>", "10.0.0.1")) for one in patterns)), None)
    return found is not None and _state(found.groupdict(), words) == "up"


def _any(patterns: Sequence[re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


def _state(fields: Mapping[str, str | None], words: LogWords) -> str:
    """Return "up", "down", "off" when somebody switched it off, or blank for what is between."""
    now, before = (fields.get("state") or "").lower(), (fields.get("from") or "").lower()
    if now in words.administrative:
        return "off"
    if now in words.up:
        return "up"
    return "down" if now in words.down or before in words.up else ""


def hours_between(one: str, other: str) -> int:
    """Return how many hours are from one hour to another, both as 2025-11-05T02."""
    first, last = (datetime.fromisoformat(f"{hour}:00:00") for hour in (one, other))
    return int((last - first).total_seconds() // 3600)


def read_lines(graph: ReadableGraph, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], SourceLine]:
    """Return the lines at places (document's serial, number)."""
    ids = sorted({serial * 2**32 + number for serial, number in places})
    found = {}
    for start in range(0, len(ids), _LINE_BATCH):
        for key, path, number, text in _read(graph, _LINE, ids=ids[start : start + _LINE_BATCH]):
            serial = int(str(key)) >> 32
            found[serial, int(str(number))] = SourceLine(str(path), int(str(number)), str(text))
    return found


def _read(graph: ReadableGraph, statement: str, **parameters: object) -> Sequence[Sequence[object]]:
    return graph.read(statement, parameters, row_limit=_MOST_TALLIES, time_limit_s=_TIME_LIMIT_S).rows

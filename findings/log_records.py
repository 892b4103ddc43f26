"""Reads what the graph holds of logs as tallies: the server counts, and only the counts are read.

The only reader of logs here: checks see LogFacts. What records say is in words.toml, under [logs].
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from findings.words import LogWords, read_words
from graph_store.graph import ReadableGraph
from graph_store.names import quote_name
from graph_store.records import SourceLine

_TIME_LIMIT_S = 300.0
_MOST_TEMPLATES = 100_000
_MOST_TALLIES = 500_000
_DOCUMENTS = "MATCH (d:Document {kind: 'log', state: 'ready'}) RETURN d.serial, d.path"
_TEMPLATES = (
    "MATCH (e:Event) WHERE e.template IS NOT NULL "
    "RETURN e.type, e.template, count(*), min(e.message), max(e.message)"
)
_BY_MESSAGE = (
    "MATCH (e:{label}) WHERE e.template IN $templates AND e.timestamp IS NOT NULL "
    "RETURN e.device, e.document, e.message, substring(e.timestamp, 0, 13) AS hour, count(*), "
    "min(e.timestamp), max(e.timestamp), min(e.first_line), max(e.first_line)"
)
_SAMPLE = "MATCH (e:{label}) WHERE e.template = $template RETURN e LIMIT 1"
_BY_SOURCE = (
    "MATCH (e:{label}) WHERE e.template = $template AND e.timestamp IS NOT NULL "
    "RETURN e.device, e.document, e.{source}, substring(e.timestamp, 0, 13) AS hour, count(*), "
    "min(e.timestamp), max(e.timestamp), min(e.first_line), max(e.first_line)"
)
_BY_HOUR = (
    "MATCH (e:Event) WHERE e.timestamp IS NOT NULL "
    "RETURN e.device, e.document, substring(e.timestamp, 0, 13) AS hour, count(*), "
    "min(e.first_line), max(e.first_line)"
)
_LEVELS = "MATCH (t:Type) RETURN t.name, t.schema"
_LINE = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.id, l.path, l.number, l.text"
_LINE_BATCH = 2_000


@dataclass(frozen=True, slots=True)
class Tally:
    """Records of one device that say the same in one hour; lines are (document's serial, number)."""

    device: str
    subject: str
    state: str
    hour: str
    count: int
    first: str
    last: str
    first_line: tuple[int, int]
    last_line: tuple[int, int]
    form: str = ""
    """The template: two records about one event have two, and are not added up."""


@dataclass(frozen=True)
class LogFacts:
    """What all logs say, counted by device and hour."""

    links: tuple[Tally, ...] = ()
    neighbors: tuple[Tally, ...] = ()
    failed_logins: tuple[Tally, ...] = ()
    duplicates: tuple[Tally, ...] = ()
    heat: tuple[Tally, ...] = ()
    errors: tuple[Tally, ...] = ()
    hours: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class _Form:
    """A template of a type, with two messages that have it."""

    label: str
    template: str
    messages: tuple[str, str]


def read_logs(graph: ReadableGraph) -> LogFacts:
    """Count what the logs of a graph say."""
    serials = {int(str(row[0])) for row in _read(graph, _DOCUMENTS)}
    if not serials:
        return LogFacts()
    words = read_words().logs
    forms = [
        _Form(str(label), str(template), (str(one), str(other)))
        for label, template, _, one, other in _read(graph, _TEMPLATES)
    ]

    def said(patterns: Sequence[re.Pattern[str]]) -> tuple[Tally, ...]:
        return tuple(
            one for one in _by_message(graph, forms, patterns, words) if one.first_line[0] in serials
        )

    sources = (one for one in _by_source(graph, forms, words) if one.first_line[0] in serials)
    hours, errors = _hours(graph, words)
    return LogFacts(
        said(words.links),
        said(words.neighbors),
        tuple(sources),
        said(words.duplicates),
        tuple(one for one in said(words.heat) if not any(each.search(one.state) for each in words.cooled)),
        tuple(one for one in errors if one.first_line[0] in serials),
        tuple(one for one in hours if one.first_line[0] in serials),
    )


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


def _by_message(
    graph: ReadableGraph, forms: Sequence[_Form], patterns: Sequence[re.Pattern[str]], words: LogWords
) -> Iterator[Tally]:
    """Count records by message and hour; of heat the whole message is the state."""
    by_label: dict[str, list[str]] = defaultdict(list)
    for form in forms:
        if any(pattern.search(text) for pattern in patterns for text in form.messages):
            by_label[form.label].append(form.template)
    for label, templates in by_label.items():
        statement = _BY_MESSAGE.format(label=quote_name(label))
        for device, serial, message, hour, count, *rest in _read(graph, statement, templates=templates):
            found = next((one for one in (each.search(str(message)) for each in patterns) if one), None)
            if found is None:
                continue
            fields = found.groupdict()
            state = _state(fields, words) if "state" in fields else str(message)
            subject = (fields.get("subject") or fields.get("source") or "").rstrip(",;:. ")
            yield _tally(device, serial, subject, state, hour, count, rest, label)


def _state(fields: dict[str, str | None], words: LogWords) -> str:
    """Return "up", "down", "off" when somebody switched it off, or blank for what is between."""
    now, before = (fields.get("state") or "").lower(), (fields.get("from") or "").lower()
    if now in words.administrative:
        return "off"
    if now in words.up:
        return "up"
    return "down" if now in words.down or before in words.up else ""


def _tally(
    device: object, serial: object, subject: str, state: str, hour: object, count: object, rest: Sequence[object],
    form: str,
) -> Tally:  # fmt: skip
    first, last, first_line, last_line = rest
    document = int(str(serial))
    return Tally(
        str(device or ""), subject, state, str(hour), int(str(count)), str(first), str(last),
        (document, int(str(first_line))), (document, int(str(last_line))), form,
    )  # fmt: skip


def _by_source(graph: ReadableGraph, forms: Sequence[_Form], words: LogWords) -> Iterator[Tally]:
    """Count failed logins by the property that holds their source, or by message where none does."""
    for form in forms:
        found = next(
            (one for one in (each.search(form.messages[0]) for each in words.failed_logins) if one), None
        )
        if found is None:
            continue
        label = quote_name(form.label)
        source = _source_property(graph, label, form.template, words)
        if source:
            statement = _BY_SOURCE.format(label=label, source=quote_name(source))
            for device, serial, value, hour, count, *rest in _read(graph, statement, template=form.template):
                yield _tally(device, serial, str(value), "", hour, count, rest, form.label)
        else:
            yield from _by_message(graph, [form], words.failed_logins, words)


def _source_property(graph: ReadableGraph, label: str, template: str, words: LogWords) -> str:
    for (node,) in _read(graph, _SAMPLE.format(label=label), template=template):
        values = dict(node) if isinstance(node, dict) else {}
        message = str(values.get("message", ""))
        found = next((one for one in (each.search(message) for each in words.failed_logins) if one), None)
        names = [name for name, value in values.items() if found and str(value) == found["source"]]
        return str(names[0]) if names else ""
    return ""


def _hours(graph: ReadableGraph, words: LogWords) -> tuple[list[Tally], list[Tally]]:
    """Count records by hour, and those of them that are errors."""
    return [
        Tally(str(device or ""), "", "", str(hour), int(str(count)), str(hour), str(hour),
              (int(str(serial)), int(str(first))), (int(str(serial)), int(str(last))))
        for device, serial, hour, count, first, last in _read(graph, _BY_HOUR)
    ], list(_errors(graph, words))  # fmt: skip


def _errors(graph: ReadableGraph, words: LogWords) -> Iterator[Tally]:
    """Count the records whose level says error or worse: a word, or a syslog severity of 3 and below."""
    for name, schema in _read(graph, _LEVELS):
        properties = json.loads(str(schema or "{}")).get("properties", {})
        test = " OR ".join(
            ([" toLower(e.level) IN $levels"] if "level" in properties else [])
            + (["e.severity <= 3"] if _is_number(properties.get("severity")) else [])
        )
        if test:
            statement = _BY_HOUR.replace("(e:Event)", f"(e:{quote_name(str(name))}:Event)").replace(
                "IS NOT NULL", f"IS NOT NULL AND ({test})"
            )
            for device, serial, hour, count, first, last in _read(
                graph, statement, levels=list(words.error_levels)
            ):
                document = int(str(serial))
                yield Tally(str(device or ""), "", "", str(hour), int(str(count)), str(hour), str(hour),
                            (document, int(str(first))), (document, int(str(last))), str(name))  # fmt: skip


def _is_number(described: object) -> bool:
    return isinstance(described, dict) and described.get("type") in ("integer", "number")

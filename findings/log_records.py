"""Reads counts of log records; the server does the counting.

The only reader of logs here: checks ask it. What records say is in words.toml, under [logs].
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from findings.facts import plain_name
from findings.log_forms import ERROR, GRAVE, LONGEST, Form, read_forms, read_rows
from findings.words import LogWords, Patterns, StateProperties, read_log_words
from graph_store.graph import ReadableGraph
from graph_store.records import ENTITY_PROPERTIES, LINE_PROPERTIES
from graph_store.schema import counted, quote_name
from reading.spoken_names import record_words

FLAPS_IN_A_DAY = 6
FAILED_LOGINS = 10
"""From one source: on one device within a day, or on all within a week."""
FEWEST_LOGINS = 5
"""Failed on one device, so that they count beside those on others."""
SOURCE = "source_address"
"""The common name of the property that says where something comes from."""
MOST_TOLD_APART = 3
"""Messages of one template that are told one by one."""
BURST_ERRORS = 50
SILENT_HOURS = 12
_DOCUMENTS = "MATCH (d:Document {kind: 'log', state: 'ready'}) RETURN d.serial"
_OF_FORMS = "MATCH (e:{label}) WHERE e.template IN $templates AND e.timestamp IS NOT NULL "
_COUNTED = (
    f"{counted('e')} AS n, min(e.timestamp) AS a, max(e.timestamp) AS b, "
    "min(e.first_line) AS f, max(e.first_line) AS l"
)
_ONE = (
    "1 AS n, node.timestamp AS a, node.timestamp AS b, node.first_line AS f, node.first_line AS l "
    "ORDER BY a, f LIMIT {most}"
)
"""A record of its own, in the place of counts."""
_BY_MESSAGE = _OF_FORMS + "RETURN e.document, e.device, e.{said}, " + _COUNTED
_TEXTS = (
    "MATCH (e:{label}) WHERE e.text_value IS NOT NULL AND e.template IS NOT NULL "
    "RETURN DISTINCT e.template, e.text_value LIMIT 20000"
)
"""What happened stands in a text beside the message; records of one template may have any text."""
_EACH = (
    "MATCH (node:{label}) WHERE node.template IN $templates AND node.timestamp IS NOT NULL AND {where} "
    "RETURN node.document, node.device, node.{said}, node.template, " + _ONE
)
_BY_TEMPLATE = (
    _OF_FORMS
    + "RETURN e.document, e.device, e.template, min(e.mnemonic), count(DISTINCT e.message), "
    + _COUNTED
)
_OF_DEVICE = _OF_FORMS + "AND coalesce(e.device, '') = $device "
_MESSAGES = _OF_DEVICE + "RETURN e.document, e.device, e.message, e.mnemonic, " + _COUNTED + " LIMIT 5000"
_LATER = (
    "AND (e.timestamp > $time OR (e.timestamp = $time AND e.document = $document AND e.first_line > $line)) "
)
_FIRST_AFTER = (
    _OF_DEVICE
    + "AND {condition} "
    + _LATER
    + (
        "RETURN e.document, e.timestamp, e.first_line, e.message ORDER BY e.timestamp, e.first_line LIMIT $most"
    )
)
_REPEATED = (
    _OF_FORMS + "WITH e.document AS d, e.device AS v, {values}, substring(e.timestamp, 0, 10) AS day, "
    + _COUNTED + " WITH d, v, {columns}, "
    "sum(n) AS n, max(n) AS most, min(a) AS a, max(b) AS b, min(f) AS f, max(l) AS l "
    "WHERE n >= $least RETURN d, v, {columns}, most, n, a, b, f, l"
)  # fmt: skip
_OURS = (ENTITY_PROPERTIES - {"key", "ordinal"}) | LINE_PROPERTIES | {"template", "timestamp", "message"}
"""Properties that no word of a record is kept in."""
_BY_HOUR = (
    "MATCH (e:Event) WHERE e.document = $document AND e.device = $device AND e.timestamp IS NOT NULL "
    f"RETURN substring(e.timestamp, 0, 13), {counted('e')}, min(e.first_line), max(e.first_line)"
)
_MANY_IN_AN_HOUR = (
    _OF_FORMS + f"WITH e.document AS d, e.device AS v, substring(e.timestamp, 0, 13) AS hour, {counted('e')} AS n, "
    "min(e.first_line) AS f, max(e.first_line) AS l WHERE n >= $least RETURN d, v, hour, n, f, l"
)  # fmt: skip
_CHANGED = (
    "MATCH (node:{label}) WHERE node:Event AND (node.{state} STARTS WITH $up OR node.{state} STARTS WITH $down) "
    "AND node.{subject} IS NOT NULL AND node.timestamp IS NOT NULL "
)
_SAYS_CHANGE = "RETURN node.document, node.device, node.{subject}, node.{state}, "
_BY_PROPERTIES = _CHANGED + "WITH node AS e " + _SAYS_CHANGE.replace("node.", "e.") + _COUNTED
_EACH_OF_PROPERTIES = _CHANGED + "AND {where} " + _SAYS_CHANGE + _ONE
_WRITTEN = (
    "UNWIND $lines AS id MATCH (l:Line {id: id}) WHERE l.timestamp IS NOT NULL AND l.timestamp_text IS NOT NULL "
    "RETURN id, l.timestamp, l.timestamp_text"
)
_TYPES = "MATCH (t:Type) RETURN t.name, t.schema"
_HAS_RECORDS = "MATCH (e:{label}) WHERE e.template IS NOT NULL RETURN e.id LIMIT 1"
_SAMPLE = "MATCH (e:{label}) WHERE e.template = $template RETURN e LIMIT 1"


@dataclass(frozen=True, slots=True)
class RecordCount:
    """Records of one device that say the same, counted; the lines are ids."""

    device: str
    subject: str
    state: str
    count: int
    first: str
    last: str
    first_line: int
    last_line: int
    form: str = ""
    """The type, or the pattern that it was found by: two records about one event have two, and are not added up."""
    mnemonic: str = ""
    most: int = 0
    """How many there are on one day, where that was counted."""

    @property
    def said(self) -> str:
        """Return the mnemonic and the message, where the state is that."""
        return f"{self.mnemonic} {self.state}"


@dataclass(frozen=True, slots=True)
class Hours:
    """One device's records in one log: hour → count, ids of the first and last line; `total` are in `span` hours."""

    device: str
    document: int
    counts: Mapping[str, tuple[int, int, int]]
    total: int
    span: int = 0


class LogReader:
    """Counts what the logs of a graph say."""

    def __init__(self, graph: ReadableGraph) -> None:
        self._graph = graph
        self._forms = read_forms(graph)
        self._serials = {int(str(serial)) for (serial,) in read_rows(graph, _DOCUMENTS)}
        self._labels: dict[str, str] = {}
        self._by_message: dict[Patterns, list[RecordCount]] = {}
        self._texts: Mapping[str, Sequence[Sequence[object]]] | None = None
        self.words = read_log_words()
        self.shut_down: Set[tuple[str, str]] = frozenset()
        """Interfaces that configurations switch off: devices, and names as `plain_name` has them."""
        self.host_ports: Mapping[tuple[str, str], bool] = {}
        """All interfaces of configurations: whether they are for a host, which people switch on and off."""
        self.spares: Set[tuple[str, str]] = frozenset()
        """Those whose descriptions say that they are not in use."""
        self.far_ends: Mapping[tuple[str, str], tuple[str, str]] = {}
        """Those at one end of a link, with the other end."""
        self.ends: dict[int, str] = defaultdict(str)
        """Serial of a log → the time of its last record."""
        for form in self._forms:
            self.ends[form.document] = max(self.ends[form.document], form.last)

    def is_shut_down(self, device: str, name: str) -> bool:
        """Tell whether the configuration of a device switches an interface off."""
        return (device, plain_name(name)) in self.shut_down

    def is_spare(self, device: str, name: str) -> bool:
        """Tell whether the description of an interface says that it is not in use."""
        return (device, plain_name(name)) in self.spares

    def is_host_port(self, device: str, name: str) -> bool:
        """Tell whether a port is for a host: by its configuration, or without one beside such ports on its module."""
        port = plain_name(name)
        module = port.rstrip("0123456789")
        beside = (
            module.endswith("/") and is_host and there == device and other.rstrip("0123456789") == module
            for (there, other), is_host in self.host_ports.items()
        )
        return self.host_ports[device, port] if (device, port) in self.host_ports else any(beside)

    def by_message(self, patterns: Patterns) -> list[RecordCount]:
        """Count records that say the same."""
        if patterns not in self._by_message:
            self._by_message[patterns] = list(self._counted(patterns))
        return self._by_message[patterns]

    def by_properties(self, properties: Sequence[StateProperties]) -> Iterator[RecordCount]:
        """Count records whose properties say what goes up or down."""
        return self._of_properties(properties, _BY_PROPERTIES)

    def each_of_properties(
        self, properties: Sequence[StateProperties], where: str, values: Mapping[str, object], most: int
    ) -> Iterator[RecordCount]:
        """Yield records whose properties say what goes up or down, one by one; `where` is about a `node`."""
        return self._of_properties(properties, _EACH_OF_PROPERTIES, values, where=where, most=most)

    def _of_properties(
        self,
        properties: Sequence[StateProperties],
        statement: str,
        values: Mapping[str, object] = MappingProxyType({}),
        **parts: object,
    ) -> Iterator[RecordCount]:
        for one in properties:
            names = {"state": quote_name(one.state), "subject": quote_name(one.subject)}
            for label in labels_with(self._graph, (one.state, one.subject), all):
                written = statement.format(label=quote_name(label), **names, **parts)
                states = {"up": one.up, "down": one.down}
                for serial, device, subject, state, *rest in read_rows(
                    self._graph, written, **values, **states
                ):
                    is_up = str(state).startswith(one.up)
                    said = {"subject": str(subject), "state": "up" if is_up else "down"}
                    yield from self._told(said, "", label, device, serial, rest)

    def _counted(self, patterns: Patterns) -> Iterator[RecordCount]:
        for said, label, templates in self._saying(patterns):
            statement = _BY_MESSAGE.format(label=quote_name(label), said=said)
            for serial, device, message, *rest in read_rows(
                self._graph, statement, templates=sorted(templates)
            ):
                found = match_any(patterns, str(message)[:LONGEST])
                if found:
                    yield from self._told(found.groupdict(), found.string, label, device, serial, rest)

    def each(
        self, patterns: Patterns, where: str, values: Mapping[str, object], most: int
    ) -> Iterator[RecordCount]:
        """Yield records one by one, each as a count of one whose form is its template; `where` is about a `node`."""
        for said, label, templates in self._saying(patterns):
            statement = _EACH.format(label=quote_name(label), said=said, where=where, most=most)
            for serial, device, message, template, *rest in read_rows(
                self._graph, statement, templates=sorted(templates), **values
            ):
                found = match_any(patterns, str(message)[:LONGEST])
                if found:
                    yield from self._told(found.groupdict(), "", str(template), device, serial, rest)

    def repeated(self, patterns: Patterns) -> Iterator[RecordCount]:
        """Count records that say the same, often in all; not those whose template says that something came up."""
        for label, templates in self._found(patterns).items():
            for template in templates:
                found = match_any(patterns, template.replace("<*>", "10.0.0.1"))
                if found is None or _state(found.groupdict(), self.words) != "up":
                    yield from self._repeated(label, label, [template], patterns, FLAPS_IN_A_DAY)

    def by_source(self, patterns: Patterns) -> Iterator[RecordCount]:
        """Count records that name the same source, several of them.

        Messages of one pattern count together, whatever their types: a user's name may be a word of a template.
        """
        groups: dict[tuple[str, tuple[tuple[str, str], ...]], set[str]] = defaultdict(set)
        for label, templates in self._found(patterns).items():
            for template, found in templates.items():
                kept_in = self._kept_in(label, template, patterns)[1]
                groups[found.re.pattern, tuple(kept_in.items())].add(template)
        for (pattern, _), alike in groups.items():
            yield from self._repeated("Event", pattern, sorted(alike), patterns, FEWEST_LOGINS)

    def by_own_source(self, patterns: Patterns, told_with_source: Patterns) -> Iterator[RecordCount]:
        """Count records as `by_source` does, but those whose source stands in a property of its own."""
        with_source = self._found(told_with_source)
        for label, found in self._found(patterns).items():
            templates = sorted(found.keys() - with_source.get(label, {}).keys())
            statement = _REPEATED.format(
                label=quote_name(label), values=f"e.{SOURCE} AS source", columns="source"
            )
            values = {"templates": templates, "least": FEWEST_LOGINS}
            for serial, device, source, most, *rest in read_rows(self._graph, statement, **values):
                if source is not None:
                    for one in self._told({"source": str(source)}, "", label, device, serial, rest):
                        yield replace(one, most=int(str(most)))

    def _repeated(
        self, label: str, form: str, templates: Sequence[str], patterns: Patterns, least: int
    ) -> Iterator[RecordCount]:
        """Count records by what properties hold of them, or by whole messages where none holds what varies.

        Leaves out what has fewer than `least` records.
        """
        fields, kept_in = self._kept_in(label, templates[0], patterns)
        names = list(kept_in.values()) or ["message"]
        statement = _REPEATED.format(
            label=quote_name(label),
            values=", ".join(f"e.{quote_name(name)} AS p{place}" for place, name in enumerate(names)),
            columns=", ".join(f"p{place}" for place in range(len(names))),
        )
        for serial, device, *rest in read_rows(self._graph, statement, templates=templates, least=least):
            values, (most, *counted) = [str(one) for one in rest[: len(names)]], rest[len(names) :]
            told: Mapping[str, str | None] = {}
            if kept_in:
                told = {**fields, **dict(zip(kept_in, values, strict=True))}
            elif found := match_any(patterns, values[0]):
                told = found.groupdict()
            if told:
                message = "" if kept_in else values[0]
                for one in self._told(told, message, form, device, serial, counted):
                    yield replace(one, most=int(str(most)))

    def errors(self) -> Iterator[Hours]:
        """Count a device's records of level error or worse, in the hours that have so many of one type."""
        spans: dict[tuple[int, str], list[Form]] = defaultdict(list)
        templates: dict[str, set[str]] = defaultdict(set)
        for form in self._forms:
            if form.severity <= ERROR:
                spans[form.document, form.device].append(form)
                templates[self._label(form.label)].add(form.template)
        counts: dict[tuple[int, str], dict[str, tuple[int, int, int]]] = defaultdict(dict)
        for label, several in templates.items():
            if sum(form.count for form in self._forms if label in (form.label, "Event")) < BURST_ERRORS:
                continue
            statement = _MANY_IN_AN_HOUR.format(label=quote_name(label))
            values = {"templates": sorted(several), "least": BURST_ERRORS}
            for serial, device, hour, *rest in read_rows(self._graph, statement, **values):
                document, hours = int(str(serial)), counts[int(str(serial)), str(device or "")]
                count, first, last = _ids(document, rest)
                before = hours.get(str(hour), (0, first, last))
                hours[str(hour)] = before[0] + count, min(before[1], first), max(before[2], last)
        for (document, device), hours in counts.items():
            told = spans.get((document, device), [])
            if told:
                start, end = min(form.first for form in told), max(form.last for form in told)
                total = sum(form.count for form in told)
                yield Hours(device, document, hours, total, hours_between(start[:13], end[:13]) + 1)

    def severe(self, told_elsewhere: Patterns) -> Iterator[RecordCount]:
        """Count records of severity 0 to 2 that say the same, but not those whose messages any of the patterns finds.

        The state is the message; where a template has many of them, what they have in common.
        """
        chosen: dict[str, set[str]] = defaultdict(set)
        for form in self._forms:
            known = any(match_any(told_elsewhere, message) for message in form.messages)
            if form.severity <= GRAVE and form.template and not known:
                chosen[self._label(form.label)].add(form.template)
        for label, templates in chosen.items():
            statement = _BY_TEMPLATE.format(label=quote_name(label))
            for serial, device, template, mnemonic, messages, *rest in read_rows(
                self._graph, statement, templates=sorted(templates)
            ):
                if int(str(messages)) > MOST_TOLD_APART:
                    said = [(record_words(str(template)), tuple(rest))]
                else:
                    where = {"templates": [template], "device": str(device or "")}
                    rows = read_rows(self._graph, _MESSAGES.format(label=quote_name(label)), **where)
                    said = [(str(row[2])[:LONGEST], tuple(row[4:])) for row in rows if row[0] == serial]
                for message, counts in said:
                    for one in self._told({}, message, str(template), device, serial, counts):
                        yield replace(one, mnemonic=str(mnemonic or ""))

    def written(self, lines: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return the times of lines by their ids: in UTC, and as the line writes it; of those that have one."""
        rows = read_rows(self._graph, _WRITTEN, lines=list(lines))
        return {int(str(line)): (str(stamp), str(text)) for line, stamp, text in rows}

    def end_of(self, count: RecordCount) -> str:
        """Return the time of the last record of the log that a count ends in."""
        return self.ends[count.last_line // 2**32]

    def messages_of(self, device: str, choose: Callable[[Form], bool]) -> Iterator[RecordCount]:
        """Count what records of a device say that are of some forms; the state is the message."""
        chosen: dict[str, set[str]] = defaultdict(set)
        for form in self._forms:
            if form.device == device and form.template and choose(form):
                chosen[self._label(form.label)].add(form.template)
        for label, templates in chosen.items():
            statement = _MESSAGES.format(label=quote_name(label))
            values = {"templates": sorted(templates), "device": device}
            for serial, _, message, mnemonic, *rest in read_rows(self._graph, statement, **values):
                for one in self._told({}, str(message)[:LONGEST], label, device, serial, rest):
                    yield replace(one, mnemonic=str(mnemonic or ""))

    def first_after(self, one: RecordCount, after: RecordCount) -> Iterator[RecordCount]:
        """Yield the first record of a count that is behind all of another one; none where there is no such."""
        if (one.first, one.first_line) > (after.last, after.last_line):
            yield one
        elif one.last >= after.last:
            templates = {form.template for form in self._forms if self._label(form.label) == one.form}
            same = "e.message STARTS WITH $message"
            yield from self._behind(one.form, templates, after, same, {"message": one.state})

    def first_from(self, patterns: Patterns, source: str, after: RecordCount) -> Iterator[RecordCount]:
        """Yield the first record of each type that is found and names a source, behind all of a count."""
        condition = f"(e.message CONTAINS $source OR e.{SOURCE} = $source)"
        for label, templates in self._found(patterns).items():
            for one in self._behind(label, templates, after, condition, {"source": source}, 50):
                found = match_any(patterns, one.state)
                if found and found.groupdict().get("source") in (None, source):
                    yield one
                    break

    def _behind(
        self,
        label: str,
        templates: Iterable[str],
        after: RecordCount,
        condition: str,
        values: Mapping[str, str],
        most: int = 1,
    ) -> Iterator[RecordCount]:
        statement = _FIRST_AFTER.format(label=quote_name(label), condition=condition)
        document, line = divmod(after.last_line, 2**32)
        where = {"device": after.device, "time": after.last, "document": document, "line": line, "most": most}
        rows = read_rows(self._graph, statement, templates=sorted(templates), **where, **values)
        for serial, time, number, message in rows:
            counted = 1, time, time, number, number
            yield from self._told({}, str(message)[:LONGEST], label, after.device, serial, counted)

    def fallen_silent(self) -> Iterator[Hours]:
        """Count the records by hour of devices of which the last hours of a log have none.

        Not where these are the most: hosts that come and go, or change their names.
        """
        lasts: dict[tuple[int, str], str] = defaultdict(str)
        for form in self._forms:
            lasts[form.document, form.device] = max(lasts[form.document, form.device], form.last[:13])
        silent = [
            (document, device)
            for (document, device), last in lasts.items()
            if device and last and hours_between(last, self.ends[document][:13]) >= SILENT_HOURS
        ]
        known = Counter(document for document, device in lasts if device)
        most = Counter(document for document, _ in silent)
        for document, device in silent:
            if most[document] == 1 or 2 * most[document] <= known[document]:
                rows = read_rows(self._graph, _BY_HOUR, document=document, device=device)
                counts = {str(hour): _ids(document, rest) for hour, *rest in rows}
                yield Hours(device, document, counts, sum(count for count, _, _ in counts.values()))

    def _found(self, patterns: Patterns) -> dict[str, dict[str, re.Match[str]]]:
        """Return label → templates of which a message is found, each with what is found in it."""
        found: dict[str, dict[str, re.Match[str]]] = defaultdict(dict)
        for form in self._forms:
            for message in form.messages:
                if match := match_any(patterns, message):
                    found[self._label(form.label)].setdefault(form.template, match)
        return found

    def _saying(self, patterns: Patterns) -> Iterator[tuple[str, str, set[str]]]:
        """Yield the property, the label and the templates of which a text, or else a message, is found."""
        if self._texts is None:
            self._texts = {
                label: read_rows(self._graph, _TEXTS.format(label=quote_name(label)))
                for label in labels_with(self._graph, ("text_value",))
            }
        by_text = {
            label: {str(name) for name, text in rows if match_any(patterns, str(text))}
            for label, rows in self._texts.items()
        }
        for said, found in (("text_value", by_text), ("message", self._found(patterns))):
            for label, templates in found.items():
                left = {*templates} - (by_text.get(label, set()) if said == "message" else set())
                if left:
                    yield said, label, left

    def _label(self, name: str) -> str:
        """Return the label of a type's records: they have none of their own where the field calls something else so."""
        if name not in self._labels:
            there = read_rows(self._graph, _HAS_RECORDS.format(label=quote_name(name)))
            self._labels[name] = name if there else "Event"
        return self._labels[name]

    def _kept_in(
        self, label: str, template: str, patterns: Patterns
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Return the fields of one record, and which property each that varies is kept in; nothing where one is not."""
        for (node,) in read_rows(self._graph, _SAMPLE.format(label=quote_name(label)), template=template):
            values = dict(node) if isinstance(node, dict) else {}
            found = match_any(patterns, str(values.get("message"))[:LONGEST])
            fields = {key: text for key, text in found.groupdict().items() if text} if found else {}
            kept_in = {}
            for key, text in fields.items():
                name = next((n for n, v in values.items() if n not in _OURS and str(v) == text), "")
                if name:
                    kept_in[key] = name
            said = f" {fields.get('state', '').lower()} " in f" {template.lower()} "
            if fields.keys() <= kept_in.keys() | ({"state"} if said else set()):
                return fields, kept_in
        return {}, {}

    def _told(
        self,
        fields: Mapping[str, str | None],
        message: str,
        form: str,
        device: object,
        serial: object,
        counted: Sequence[object],
    ) -> Iterator[RecordCount]:
        document = int(str(serial))
        if document in self._serials:
            state = _state(fields, self.words) if "state" in fields else message
            subject = (fields.get("subject") or fields.get("source") or "").rstrip(",;:. ")
            count, first, last, *lines = counted
            number, first_line, last_line = _ids(document, (count, *lines))
            yield RecordCount(
                str(device or ""), subject, state, number, str(first), str(last), first_line, last_line, form
            )


def labels_with(
    graph: ReadableGraph, names: Sequence[str], choose: Callable[[Iterable[bool]], bool] = any
) -> dict[str, list[str]]:
    """Return the types of log records that have some of the properties, or all with `choose`, and which they have."""
    found = {}
    for label, schema in read_rows(graph, _TYPES):
        properties = json.loads(str(schema or "{}")).get("properties", {})
        if "message" in properties and choose(name in properties for name in names):
            found[str(label)] = [name for name in names if name in properties]
    return found


def match_any(patterns: Patterns, text: str) -> re.Match[str] | None:
    """Return what the first pattern finds that finds anything."""
    return next(filter(None, (pattern.search(text) for pattern in patterns)), None)


def _ids(document: int, counted: Sequence[object]) -> tuple[int, int, int]:
    """Read a count, and the numbers of the first and last line as ids."""
    count, first, last = (int(str(one)) for one in counted)
    return count, document * 2**32 + first, document * 2**32 + last


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

"""Reads a log by a parser's tables: how a record begins, then its message, by its keys or by a row of events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reading.container_pieces import has_pieces, join_pieces
from reading.envelopes import OF_ENVELOPE
from reading.escapes import undo, undo_bytes
from reading.event_table import LAST_REPEATED, NOTHING, OTHER_EVENT, EventTable, convert
from reading.header_patterns import either_time, expand
from reading.read_bodies import begins_body, parts_of, read_body, split_columns

LONGEST = 1500
"""Characters in which a header has to end."""
BODY_CHARACTERS = 400
"""Characters of a message in which its own time is looked for."""
BEGINNING = 160
BYTE_ORDER_MARK = "\ufeff"
"""May stand before the text of a message (RFC 5424)."""
MOST_DETAILS = 20
MOST_KEYS = 10_000
_DATE = r"[0-9]{2,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}[ T]"
_STAMP = re.compile(r"\W{0,2}(?:" + _DATE + r"|[A-Z][a-z]{2} +[0-9]{1,2} [0-9]{2}:)")
_TIME_ALONE = re.compile(
    r"\W{0,2}" + _DATE + r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?Z?\W{0,3}"
)
"""A line that says nothing else is part of a text: a record says what happened."""
_TRACE = re.compile(r"(?:at |Caused by|\.\.\. |[\])}]|[\w.$]+(?:Exception|Error)\b)")
_SUB_NAME = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NO_NAME = re.compile(r"[^a-z0-9]+")
_PARAMETER = re.compile(r'(?<![\w.@-])([\w.@-]++)[=:]"((?:[^"\\]|\\.)*+)"')
_CLOCK = re.compile(r"[0-9]:[0-9]{2}|[0-9]{9}|[0-9]T[0-9]")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_TEXTS = ("message", "msg")
"""The properties of an object that are what it says."""
_OWN_TIMES = ("ts", "time", "timestamp")
"""The properties of an object that say when it happened, where what carries it says when it was received."""
_OF_SENDER = ("host", "timestamp_text")
"""The properties of a record that an object inside of its message says of something else."""
_REPEATED = "message repeated "
_REPEATED_MESSAGE = re.compile(
    r"message repeated ([0-9]{1,9}) times?: \[ ?(\S.*)\]\s*\Z|last message repeated ([0-9]{1,9}) times?\s*\Z"
)

Values = dict[str, Any]
Search = Callable[[str, int, int], "re.Match[str] | None"]


def read_log(
    lines: Sequence[str],
    header: str | Sequence[str],
    events: Sequence[tuple[str, str]] = (),
    *,
    kinds: Mapping[str, str] | None = None,
    keys: Mapping[str, str] | None = None,
    bodies: str = "",
    columns: Sequence[str] = (),
    separator: str | None = None,
    types: tuple[str, Mapping[str, str]] = ("", {}),
    times: Sequence[str] = (),
    parts: Sequence[str] = (),
    times_inside: str = "",
    own_times: str = "",
    other: str = OTHER_EVENT,
    templates: bool = False,
    renamed: Mapping[tuple[str, str], Mapping[str, str]] | None = None,
) -> list[dict[str, Any]]:
    """Return a record for every line that begins one; other lines belong to the record before them.

    `header` are patterns, of which the first that matches counts. A row of `events` is a type and a template; the
    first that fits the whole message counts, and `other` is the type of what none fits. `kinds` are those of the
    header's groups that are no text: int, float, bool; without it every plain whole number is a number.

    `bodies` are the forms in which messages carry keys: json, cef, pairs, rows, entries. `keys` maps a key to its
    property, `port:int` for a number; one that is not there keeps its name. `columns` are the keys of lines in
    columns. `types` are a property, and the types of events by its values.
    `times` are properties that hold the time where `timestamp_text` is missing; `times_inside` are the formats of
    times in messages, for headers without a year, `own_times` those by which a line without a header begins a record.
    `parts` are properties that hold several values, such as `10.0.0.1:80`. `renamed` are a property with its value,
    and the names that properties have in such records: the ports of ICMP are its type and code. With `templates`
    each record has the template of its message. Raises ValueError for a table that cannot be read.
    """
    reader = _LogReader([header] if isinstance(header, str) else header, kinds, bodies, columns, separator)
    reader.events = EventTable(events, other, templates)
    reader.keys = {key: _named(named) for key, named in (keys or {}).items()}
    reader.type_field, reader.types, reader.other = types[0], types[1], other
    reader.own_time, reader.time_inside, reader.times = _search(own_times), _search(times_inside), times
    reader.parts, reader.templates, reader.renamed = parts, templates, renamed or {}
    return reader.read(lines)


UNSET_CLOCK = "*"
"""Before a time, where the clock of who wrote it was never set: the time of who received it counts."""


def read_events(
    lines: Sequence[str], header: str | Sequence[str], events: Sequence[tuple[str, str]]
) -> list[dict[str, Any]]:
    """Read a log with a template in each record, as parsers of older versions ask for it."""
    return read_log(lines, header, events, templates=True)


class _LogReader:
    """The tables of one log, compiled for one batch."""

    events: EventTable
    keys: dict[str, tuple[str, str]]
    type_field: str
    types: Mapping[str, str]
    other: str
    own_time: Search | None
    time_inside: Search | None
    times: Sequence[str]
    parts: Sequence[str]
    templates: bool
    renamed: Mapping[tuple[str, str], Mapping[str, str]]

    def __init__(
        self,
        headers: Sequence[str],
        kinds: Mapping[str, str] | None,
        bodies: str,
        columns: Sequence[str],
        separator: str | None,
    ) -> None:
        self._headers = [_header(pattern, kinds) for pattern in headers]
        self._kinds = kinds or {}
        self._bodies, self._columns, self._separator = bodies, list(columns), separator
        self._known_parts: dict[tuple[str, str], list[tuple[str, Any]]] = {}

    def read(self, lines: Sequence[str]) -> list[dict[str, Any]]:
        """Read one batch; a line that a container's runtime cut is read whole."""
        if not has_pieces(lines):
            return self._read(lines)
        joined, places = join_pieces(lines)
        records = self._read(joined)
        for record in records:
            own = sorted(
                place
                for first, last in record["lines"]
                for at in range(first, last + 1)
                for place in places[at]
            )
            record["lines"] = [[place, place] for place in own]
        return records

    def _read(self, lines: Sequence[str]) -> list[dict[str, Any]]:
        records: list[dict[str, Any]] = []
        columns, bodies = self._columns, self._bodies
        keyed, timed = bool(bodies or columns), bool(self.time_inside or self.times)
        for index, line in enumerate(lines):
            if columns and (line[:1] == "#" or self._names_columns(line)):
                continue
            if records and "message" in records[-1]["values"] and _TIME_ALONE.fullmatch(line):
                _continue(records[-1], index, line)
                continue
            found = None if records and line[:1].isspace() else self._begin(line)
            if found is None:
                if records and line.strip() and not self._begins_record(line):
                    _continue(records[-1], index, line)
                    continue
                if line[:1] == "#" or not line.strip():
                    continue
                found = {}, 0
            values, start = found
            message = line[start:].lstrip().lstrip(BYTE_ORDER_MARK)
            if message not in ("", "-"):
                values["message"] = message
            message = message.rstrip()
            if "structured_data" in values:
                self._add_parameters(values, values["structured_data"])
            pairs = read_body(message, columns, self._separator, bodies) if keyed else None
            if pairs:
                kind = self._read_keys(pairs, message, values)
            elif _REPEATED in message:
                kind = self._read_repeated(message, values)
            else:
                kind = self.events.read(message, values)
            if timed:
                self._add_time(values, message)
            if self.parts:
                self._add_parts(values)
            for (name, value), names in self.renamed.items():
                if values.get(name) == value:
                    values.update({new: values.pop(old) for old, new in names.items() if old in values})
            records.append({"type": kind, "values": values, "lines": [[index, index]]})
        return records

    def _begin(self, line: str) -> tuple[Values, int] | None:
        """Read a header, the first that matches; gives its values, and where the message begins."""
        for match, groups, carried in self._headers:
            found = match(line, 0, LONGEST)
            if found:
                values: Values = {}
                for (name, kind), text in zip(groups, found.groups(), strict=True):
                    if text and text != "-" and name:
                        values[name] = convert(text, kind) if kind else text
                for name, outer in carried:
                    if outer in values and name not in values:
                        values[name] = values.pop(outer)
                if "received_text" in values and values["timestamp_text"][:1] == UNSET_CLOCK:
                    values["device_time"] = values["timestamp_text"]
                    values["timestamp_text"] = values.pop("received_text")
                return values, found.end()
        return None

    def _read_repeated(self, message: str, values: Values) -> str:
        """Read what stands for several records: the message it repeats, and how often as `repeated`."""
        repeated = split_repeated(message)
        if repeated is None:
            return self.events.read(message, values)
        often, inner = repeated
        kind = self.events.read(inner, values, with_template=True) if inner else LAST_REPEATED
        whole = message.replace(inner, values["template"]) if inner else message
        values.update(repeated=often, template=whole.replace(str(often), "<*>", 1))
        return kind

    def _names_columns(self, line: str) -> bool:
        """A row that only names the columns is no record."""
        columns, separator = self._columns, self._separator
        return line.startswith(columns[0]) and split_columns(line, separator) == list(columns)

    def _begins_record(self, line: str) -> bool:
        """A line with a time or with keys of its own belongs to no record before it."""
        if _STAMP.match(line) or begins_body(line):
            return True
        own = self.own_time
        return own is not None and own(line, 0, BEGINNING) is not None and not _TRACE.match(line)

    def _add_parameters(self, values: Values, text: str) -> None:
        """Add the parameters of structured data; a name that the header has already stays its own."""
        for key, value in _PARAMETER.findall(text):
            name = property_of(key)
            values.setdefault(name, convert(undo(value, '"\\]'), self._kinds.get(name, "")))

    def _read_keys(self, pairs: Sequence[tuple[str, Any]], message: str, values: Values) -> str:
        """Add the values that have keys; the type is that of the message among them, or that of a key's value."""
        values.pop("message", None)
        for key, value in pairs:
            name, kind = self.keys.get(key) or self._name_key(key)
            if name == "timestamp_text" and not _CLOCK.search(str(value)):
                name = property_of(key)
            if isinstance(value, str) and kind and name != "timestamp_text" and value != "-":
                value = convert(value, kind)
            if name == "message" and isinstance(value, list):
                value = _text_of(value)
            if name == "message" and isinstance(value, str):
                value = value.rstrip("\n")
            if value is None or value == [] or value in NOTHING:
                continue
            if name == "timestamp_text":
                value = str(value)
                if name in values:
                    values["received_text"] = values[name]
            values[name] = value
        said = values.get("message")
        if said and isinstance(said, str):
            return self.events.read(self._read_inner(said, values), values)
        values.setdefault("message", message)
        told = str(values.get(self.type_field, ""))
        if told in self.types and self.templates:
            values["template"] = told
        return self.types.get(told, self.other)

    def _read_inner(self, message: str, values: Values) -> str:
        """Add what an object says that is a message in another one; returns the text to read events of."""
        text = message.strip()
        inner = read_body(text) if text[:1] == "{" and text[-1:] == "}" else []
        for key, value in inner:
            name = property_of(key)
            if name in _OWN_TIMES and _CLOCK.search(str(value)) and "timestamp_text" in values:
                values.setdefault("received_text", values["timestamp_text"])
                values["timestamp_text"] = str(value)
            elif name not in _TEXTS and value not in (None, "", []):
                values.setdefault(f"inner_{name}" if name in values or name in _OF_SENDER else name, value)
        told = [value for key, value in inner if property_of(key) in _TEXTS and isinstance(value, str)]
        if told:
            values["message"] = told[0]
        return told[0] if told else message

    def _name_key(self, key: str) -> tuple[str, str]:
        """Name the property of a key that is in no table; a log repeats its keys."""
        named = (property_of(key), "")
        if len(self.keys) < MOST_KEYS:
            self.keys[key] = named
        return named

    def _add_time(self, values: Values, message: str) -> None:
        """Take the time from the message or another key where the header has none, or none with a year."""
        known = values.get("timestamp_text")
        if self.time_inside and (known is None or (known[:1].isalpha() and not _YEAR.search(known))):
            found = self.time_inside(message, 0, BODY_CHARACTERS)
            if found:
                if known is not None:
                    values["received_text"] = known
                values["timestamp_text"] = known = found.group()
        if known is None and self.times:
            written = next((values[name] for name in self.times if name in values), None)
            if written is not None:
                values["timestamp_text"] = str(written)

    def _add_parts(self, values: Values) -> None:
        """Add the parts of values that have several, `10.0.0.1:80` or `user@host`, beside the whole."""
        for name in self.parts:
            value = values.get(name)
            if not isinstance(value, str):
                continue
            parts = self._known_parts.get((name, value))
            if parts is None:
                parts = [(part, convert(text, "int")) for part, text in parts_of(name, value)]
                self._known_parts[name, value] = parts
            for part, text in parts:
                values.setdefault(part, text)


def split_repeated(message: str) -> tuple[int, str] | None:
    """Take apart what a syslog server writes for equal messages (syslogd(8); rsyslog with the original in brackets).

    Gives how many there were, and the message, empty where only "last message" says which.
    """
    found = _REPEATED_MESSAGE.match(message) if _REPEATED in message else None
    return (int(found[1] or found[3]), found[2] or "") if found else None


def _text_of(parts: list[Any]) -> Any:
    """Return the message that a list says: a text as bytes, or one text said several times; else the list."""
    if parts and all(isinstance(part, int) and part >= 0 for part in parts):
        return undo_bytes(parts)
    return parts[0] if parts and all(part == parts[0] for part in parts) else parts


def _named(written: str) -> tuple[str, str]:
    """Take a property apart from its kind: `port:int`."""
    name, _, kind = written.partition(":")
    return name, kind


def _header(
    pattern: str, kinds: Mapping[str, str] | None
) -> tuple[Search, list[tuple[str, str]], list[tuple[str, str]]]:
    """Compile a header; gives the name and kind of each of its groups, no name for one without.

    Behind them are the fields that a line may leave to its envelope, with the envelope's names.
    """
    try:
        compiled = re.compile(expand(pattern))
    except re.error as error:
        raise ValueError(f"header {pattern!r}: {error}") from error
    groups = [("", "")] * compiled.groups
    for name, place in compiled.groupindex.items():
        groups[place - 1] = (name, "plain" if kinds is None else kinds.get(name, ""))
    carried = [pair for pair in OF_ENVELOPE.items() if compiled.groupindex.keys() >= set(pair)]
    return compiled.match, groups, carried


def _search(names: str) -> Search | None:
    return re.compile(either_time(names)).search if names else None


def property_of(key: str) -> str:
    """Turn a key into the name of a property, as `sourceAddress` into `source_address`."""
    name = _NO_NAME.sub("_", _SUB_NAME.sub("_", key).lower()).strip("_")
    return "n" + name if name[:1].isdigit() else name or "value"


def _continue(record: dict[str, Any], index: int, line: str) -> None:
    """Give a line to the record before it; one that is not indented is among its details, too: a cause, a statement."""
    details = record["values"].get("details", ())
    if not line[0].isspace() and len(details) < MOST_DETAILS:
        record["values"]["details"] = [*details, line.strip()]
    ranges = record["lines"]
    if ranges[-1][1] == index - 1:
        ranges[-1][1] = index
    else:
        ranges.append([index, index])

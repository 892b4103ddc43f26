"""Writes the schema and the Python source of a text log's parser from its header and templates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.learn.builtin.logs.header import Header
from ingest.learn.builtin.logs.keyed import Keyed
from ingest.learn.builtin.logs.names import (
    RESERVED_TYPES,
    constant_words,
    name_fields,
    name_types,
    slot_kind,
    snake_name,
)
from ingest.learn.builtin.logs.sender import find_sender
from ingest.learn.builtin.logs.split_message import REST, SLOT
from ingest.learn.builtin.logs.templates import Element, LogTemplate
from ingest.learn.builtin.logs.values import property_schema
from ingest.records import InducedParser, Json
from reading.event_table import OTHER_EVENT
from reading.header_patterns import shorten
from reading.log import property_of
from reading.read_bodies import parts_of
from reading.templates import TemplateRow

WHOLE_FIELDS = frozenset(
    ("message", "timestamp_text", "received_text", "device_time", "host", "structured_data")
)
LOG_ENTRY = "LogEntry"
"""The one type of a log in which nothing tells events apart."""
MOST_LINES = 300
"""Of a parser: of more events the rarest are left to the type for others."""
WIDTH = 110
KINDS = {"integer": "int", "number": "float", "boolean": "bool"}
"""The kinds of the schema that a parser's tables name; of all others the text is the value."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of the table of events, as the generated parser and the schema need it."""

    type: str
    event: str
    template: LogTemplate
    fields: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The row's template in the language of parsers."""
        return write_template(self.template.elements, [name for name, _ in self.fields])


def plan_events(templates: Sequence[LogTemplate], taken: Sequence[str]) -> list[EventRow]:
    """Name the templates. Those with a constant first and last word come first, then those with most constant text."""
    types, fields = name_types(templates), name_fields(templates, taken)
    rows = [
        EventRow(type_name, event, template, own)
        for template, (type_name, event), own in zip(templates, types, fields, strict=True)
    ]

    def rank(event: EventRow) -> tuple[int, int, str]:
        row = TemplateRow(event.type, event.text)
        constants = (element.text for element in event.template.elements if not element.is_slot)
        return _loose_ends(row), -sum(map(len, constants)), event.type

    return sorted(rows, key=rank)


def _loose_ends(row: TemplateRow) -> int:
    """Return 0 where both ends are constant, 1 for the first alone, 2 for the last alone, 3 for none."""
    return 2 * (not row.first) + (not row.last)


def write_template(elements: Sequence[Element], names: Sequence[str]) -> str:
    """Write a mined template in the language of parsers; `names` are those of its fields."""
    left = iter(names)
    written = ""
    for place, element in enumerate(elements):
        if place and element.space and not element.optional:
            written += " " if element.space == r"\s+" else "< >"
        if element.kind == REST:
            written += f"<?,<{next(left)}>?>"
        elif element.optional:
            written += r"<? (<:[^()]*>)?>"
        elif element.is_slot:
            written += _place(elements, place, next(left))
        elif element.name:
            pattern = re.sub(r"[<>]", r"\\\g<0>", re.escape(element.text))
            written += f"<{next(left)}={pattern}>"
        else:
            written += element.text.replace("<", "<<>")
    return written


def _place(elements: Sequence[Element], place: int, name: str) -> str:
    """Write what a value may look like in lines not seen yet: stricter where the sample shows numbers only."""
    element = elements[place]
    kind = KINDS.get(slot_kind(element), "")
    blank = "?" * any(not value for value in element.values)
    follows = elements[place + 1] if place + 1 < len(elements) else None
    if kind not in ("int", "float"):
        sign = "" if follows is None or follows.space else "," if follows.kind == REST else follows.text[:1]
        if any(re.search(r"\s", value) for value in element.values):
            kind = "text"
        elif sign and any(sign in value for value in element.values):
            kind = "word"
    return f"<{name}{blank}:{kind}>" if kind else f"<{name}{blank}>"


def write_parser(
    header: Header,
    templates: Sequence[LogTemplate],
    keyed: Keyed,
    values: Mapping[str, Sequence[str]],
) -> InducedParser:
    """Write the artifacts. Of too many templates the rarest are left to the type for other events."""
    kinds = dict(header.kinds)
    taken = [*kinds, *(name for name in keyed.names.values() if name not in kinds), "message", "timestamp"]
    kept = list(templates)
    while True:
        events = plan_events(kept, taken)
        if not keyed.names and "host" not in kinds:
            events = _with_sender(events)
        parted = _parted({**_values(events), **values})
        source = _source(header, events, keyed, list(parted))
        too_many = source.count("\n") - MOST_LINES
        if too_many <= 0 or not kept:
            return InducedParser(_schema(events, header, keyed, parted), source)
        kept = kept[: max(0, len(kept) - too_many)]


def _values(events: Sequence[EventRow], kind: str = "") -> dict[str, list[str]]:
    """Collect the values of the fields of messages, by name; those of one kind of places, or all."""
    values: dict[str, list[str]] = {}
    for event in events:
        slots = (element for element in event.template.elements if element.is_field)
        for (name, _), element in zip(event.fields, slots, strict=True):
            if kind in ("", element.kind):
                values.setdefault(name, []).extend(element.values)
    return values


def _parted(values: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Name the fields whose values often hold several, with the names of their parts."""
    parted: dict[str, list[str]] = {}
    for name, texts in sorted(values.items()):
        seen = [text for text in texts if text][:200]
        parts = [found for text in seen if (found := parts_of(name, text))]
        if len(parts) > 0.3 * len(seen) and name not in WHOLE_FIELDS:
            parted[name] = sorted({part for found in parts for part, _ in found})
    return parted


def _with_sender(events: Sequence[EventRow]) -> list[EventRow]:
    """Call the field `host` that names the sender of every message.

    The message itself has to say its name, as in `host=app-1`: a name that stands alone may be that of a site.
    """
    seen = 0
    for event in events:
        slots = (element for element in event.template.elements if element.is_field)
        seen += max((len(element.values) for element in slots), default=1)
    sender = find_sender(_values(events, "assigned"), seen)
    return [
        replace(
            event,
            fields=tuple(("host" if name == sender else name, kind) for name, kind in event.fields),
        )
        for event in events
    ]


def _source(header: Header, events: Sequence[EventRow], keyed: Keyed, parted: Sequence[str]) -> str:
    kinds = {name: KINDS[kind] for name, kind in header.kinds if kind in KINDS}
    columns, other = keyed.columns, _other(events, keyed)
    tables = [
        ("HEADER", _listed([raw_text(beginning_of(pattern)) for pattern in header.patterns])),
        ("EVENTS", _listed([f"({event.type!r}, {raw_text(event.text)})" for event in events])),
        ("kinds", _filled(kinds) or "{}"),
        ("bodies", raw_text(" ".join(["json cef", keyed.styles]).strip()) if keyed.names else ""),
        ("keys", _filled(_keys(keyed))),
        ("columns", _filled(columns.names) if columns else ""),
        ("separator", repr(columns.separator) if columns and columns.separator else ""),
        ("types", _types(keyed)),
        ("times", _filled(keyed.times)),
        ("parts", _filled(sorted(parted))),
        ("times_inside", raw_text(header.times_inside) if header.times_inside else ""),
        ("own_times", raw_text(header.own_times) if header.own_times else ""),
        ("other", repr(other) if other != OTHER_EVENT else ""),
    ]
    written = [(name, text) for name, text in tables if text]
    more = "".join(f", {name}={name.upper()}" for name, _ in written if name.islower())
    return (
        '"""Reads a log: the header of each record, then its message, by its keys or by a row of EVENTS."""\n\n'
        "from reading import read_log\n\n"
        + "".join(f"{name.upper()} = {text}\n" for name, text in written)
        + f"\n\ndef parse(lines):\n    return read_log(lines, HEADER, EVENTS{more})\n"
    )


def beginning_of(pattern: str) -> str:
    """Write the part of a header that stands before the event, and how that begins."""
    before, opened, message = pattern.partition("(?P<message>")
    begins = message.removesuffix(".*)")
    return shorten(f"{before}(?={begins})" if opened and begins else before)


def _listed(rows: Sequence[str]) -> str:
    return "[\n" + "".join(f"    {row},\n" for row in rows) + "]"


def _filled(table: Mapping[str, str] | Sequence[str]) -> str:
    """Write a table of short entries, several on a line; nothing for an empty one."""
    if not table:
        return ""
    if isinstance(table, Mapping):
        (begin, end), texts = "{}", [f"{key!r}: {value!r}," for key, value in table.items()]
    else:
        (begin, end), texts = "()", [f"{each!r}," for each in table]
    lines, line = [], ""
    for text in texts:
        if line and len(line) + len(text) >= WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {text}".lstrip()
    lines.append(line)
    return f"{begin}\n" + "".join(f"    {each}\n" for each in lines) + end


def _keys(keyed: Keyed) -> dict[str, str]:
    """Give each key's property and kind, but for those that keep their name and are text."""
    named = {
        key: f"{name}:{KINDS.get(keyed.kinds[key], '')}".rstrip(":") for key, name in keyed.names.items()
    }
    return {key: name for key, name in named.items() if name != property_of(key)}


def _types(keyed: Keyed) -> str:
    """Write the property that tells events apart, and the types by its values."""
    if not keyed.type_values:
        return ""
    by_value = _filled({value: _type_of(value) for value in keyed.type_values})
    return f"({keyed.names[keyed.type_key]!r}, {by_value})"


def _other(events: Sequence[EventRow], keyed: Keyed) -> str:
    """Name the type of what no template fits: of a log in which nothing tells events apart, its one type."""
    return LOG_ENTRY if keyed.names and not events and not keyed.type_values else OTHER_EVENT


def _type_of(value: str) -> str:
    name = "".join(part.capitalize() for part in snake_name(value).split("_"))
    return f"{name}Event" if name in RESERVED_TYPES or not name else name


def raw_text(text: str) -> str:
    """Write a text as a raw string where that is possible."""
    for quote in ('"', "'", "'''"):
        if quote not in text and text[-1:] not in ("\\", quote[0]):
            return f"r{quote}{text}{quote}"
    return repr(text)


def _schema(
    events: Sequence[EventRow],
    header: Header,
    keyed: Keyed,
    parted: Mapping[str, Sequence[str]],
) -> dict[str, Json]:
    kinds = {**dict(header.kinds), "message": "string"}
    if header.times_inside:
        kinds = {"timestamp_text": "string", "received_text": "string", **kinds}
    head = {name: property_schema(kind, name.split("_")) for name, kind in kinds.items()}
    text = ("timestamp_text", "message", "level", "host")
    for key, name in keyed.names.items():
        words = list(dict.fromkeys([*snake_name(key).split("_"), *name.split("_")]))
        head.setdefault(name, property_schema("string" if name in text else keyed.kinds[key], words))
    for name in sorted({part for parts in parted.values() for part in parts} - head.keys()):
        head[name] = {"x-words": list[Json](name.split("_"))}
    types: dict[str, Json] = {}
    for event in sorted(events, key=lambda item: item.type):
        words = list(dict.fromkeys(word.lower() for word in constant_words(event.template)))
        fields = {name: property_schema(kind, name.split("_")) for name, kind in event.fields}
        types[event.type] = _event({**head, **fields}, words, event.event, event.template.text)
    for value in keyed.type_values:
        words = snake_name(value).split("_")
        types[_type_of(value)] = _event(head, words, value, value)
    other = _other(events, keyed)
    if other == LOG_ENTRY:
        template = " ".join(f"{key}={SLOT}" for key in keyed.names)
        types[other] = _event(head, ["log", "entry"], "log entry", template)
    else:
        types[other] = _event(head, ["other", "event"], "other", "")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": types}


def _event(fields: Mapping[str, Json], words: Sequence[str], event: str, template: str) -> Json:
    """Describe one type of event; what is the same in all its records stands there as a constant."""
    constants: dict[str, Json] = {"event": {"const": event}}
    if template:
        constants["template"] = {"const": template}
    return {
        "type": "object",
        "properties": {**fields, **constants},
        "x-words": list(words),
        "x-labels": ["Event"],
    }

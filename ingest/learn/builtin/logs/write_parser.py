"""Writes the schema and the Python source of a text log's parser from its header and templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.files.time_formats import FORMATS
from ingest.learn.builtin.logs.header import ANYTHING, Header
from ingest.learn.builtin.logs.header_atoms import LEVEL_WORD
from ingest.learn.builtin.logs.keyed import Keyed
from ingest.learn.builtin.logs.names import (
    RESERVED_TYPES,
    constant_words,
    free_name,
    name_fields,
    name_types,
    slot_kind,
    snake_name,
)
from ingest.learn.builtin.logs.sender import find_sender
from ingest.learn.builtin.logs.split_message import REST, SLOT
from ingest.learn.builtin.logs.templates import Element, Template
from ingest.learn.builtin.logs.text_parser_source import MESSAGE_READER, TEXT_PARSER
from ingest.learn.builtin.logs.values import property_schema
from ingest.learn.builtin.records import InducedParser, Json
from reading import read_bodies
from reading.read_bodies import parts_of

OTHER_EVENT = "OtherEvent"
WHOLE_FIELDS = frozenset(
    ("message", "timestamp_text", "received_text", "device_time", "host", "structured_data")
)
LOG_ENTRY = "LogEntry"
"""The one type of a log in which nothing tells events apart."""
MOST_OPEN = 3
"""Values of any length that one template may have before its words become anchors."""
_ANCHOR = re.compile(r"[A-Za-z]{2}")
_REST = r"(?:,(\S+))?"
_PARTS = Path(read_bodies.__file__).parent
MOST_SOURCE_CHARACTERS = 56_000


@dataclass(frozen=True, slots=True)
class MessageKind:
    """A kind of message as the generated parser and the schema need it."""

    type: str
    event: str
    template: Template
    fields: tuple[tuple[str, str], ...]
    pattern: str
    ends: tuple[str, str]


def plan_messages(templates: Sequence[Template], taken: Sequence[str]) -> list[MessageKind]:
    """Name and compile the templates, those with the most constant text first."""
    types, fields = name_types(templates), name_fields(templates, taken)
    messages = [
        MessageKind(type_name, event, template, own, _whole_pattern(template), _ends(template.elements))
        for template, (type_name, event), own in zip(templates, types, fields, strict=True)
    ]

    def rank(message: MessageKind) -> tuple[int, str]:
        constants = (element.text for element in message.template.elements if not element.is_slot)
        return -sum(map(len, constants)), message.type

    return sorted(messages, key=rank)


def _whole_pattern(template: Template) -> str:
    """Write the pattern of a template; one with many values of any length takes back nothing before a constant word.

    Without that, the time for a long line grows with a power of its length: each such value tries all its ends.
    """
    elements = template.elements
    pieces = [_pattern(elements, place) for place in range(len(elements))]
    if sum(piece.endswith("?)") or piece == _REST for piece in pieces) < MOST_OPEN:
        return "".join(pieces)
    made, segment = "", ""
    for element, piece in zip(elements, pieces, strict=True):
        segment += piece
        if not element.is_slot and _ANCHOR.search(element.text):
            made += f"(?>{segment})"
            segment = ""
    return made + segment


def _pattern(elements: Sequence[Element], place: int) -> str:
    element = elements[place]
    if element.kind == REST:
        return _REST
    if element.optional:
        return r"(?:\s+\([^()]*\))?"
    space = element.space if place else r"\s*"
    space += "+" if space else ""  # possessive: white space is never tried in parts
    if not element.is_slot:
        text = re.escape(element.text).replace(r"\-", "-").replace(r"\#", "#")
        return space + (f"({text})" if element.name else text)
    return space + _slot_pattern(elements, place)


def _slot_pattern(elements: Sequence[Element], place: int) -> str:
    """What a value may look like in lines not seen yet: stricter where the sample shows numbers only."""
    element = elements[place]
    kind = slot_kind(element)
    empty = any(not value for value in element.values)
    if kind in ("integer", "number"):
        number = "-?[0-9]+" if kind == "integer" else r"-?[0-9]+(?:\.[0-9]+)?"
        return f"({number}|)" if empty else f"({number})"
    count = "*" if empty else "+"
    if any(re.search(r"\s", value) for value in element.values):
        return f"(.{count}?)"
    follows = elements[place + 1] if place + 1 < len(elements) else None
    if follows is None or follows.space == r"\s+":
        return rf"(\S{count})"
    sign = "," if follows.kind == REST else "" if follows.is_slot or follows.space else follows.text[0]
    if sign and sign != "." and not sign.isalnum() and not any(sign in value for value in element.values):
        return rf"([^\s{re.escape(sign)}]{count})"
    return rf"(\S{count}?)"


def _ends(elements: Sequence[Element]) -> tuple[str, str]:
    """Return the first and the last word; blank where it is not constant and the same in every message."""
    spaced = [place for place, element in enumerate(elements) if element.space]
    first = next((place for place in spaced if place > 0), len(elements))
    last = elements[spaced[-1] :] if spaced else elements
    return _word(elements[:first], elements[first : first + 1]), _word(last, last[:1] if spaced else ())


def _word(elements: Sequence[Element], spaced: Sequence[Element]) -> str:
    """Join a word's elements; `spaced` is the element with the white space that parts the word from others."""
    parted = all(element.space == r"\s+" and not element.optional for element in spaced)
    constant = parted and not any(element.is_slot for element in elements)
    return "".join(element.text for element in elements) if constant else ""


def write_parser(
    header: Header,
    templates: Sequence[Template],
    keyed: Keyed,
    values: Mapping[str, Sequence[str]],
) -> InducedParser:
    """Write the artifacts. Of too many templates the rarest are left to the type for other events."""
    kinds = dict(header.kinds)
    taken = [*kinds, *(name for name in keyed.names.values() if name not in kinds), "message", "timestamp"]
    kept = list(templates)
    while True:
        messages = plan_messages(kept, taken)
        if not keyed.names and "host" not in kinds:
            messages = _with_sender(messages)
        parted = _parted({**_values(messages), **values})
        source = _source(header, messages, keyed, list(parted))
        if len(source) <= MOST_SOURCE_CHARACTERS or not kept:
            return InducedParser(_schema(messages, header, keyed, parted), source)
        kept = kept[: len(kept) * MOST_SOURCE_CHARACTERS // len(source) - 1] if len(kept) > 1 else []


def _values(messages: Sequence[MessageKind], kind: str = "") -> dict[str, list[str]]:
    """Collect the values of the fields of messages, by name; those of one kind of places, or all."""
    values: dict[str, list[str]] = {}
    for message in messages:
        slots = (element for element in message.template.elements if element.is_field)
        for (name, _), element in zip(message.fields, slots, strict=True):
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


def _with_sender(messages: Sequence[MessageKind]) -> list[MessageKind]:
    """Call the field `host` that names the sender of every message.

    The message itself has to say its name, as in `host=app-1`: a name that stands alone may be that of a site.
    """
    seen = 0
    for message in messages:
        slots = (element for element in message.template.elements if element.is_field)
        seen += max((len(element.values) for element in slots), default=1)
    sender = find_sender(_values(messages, "assigned"), seen)
    return [
        replace(
            message,
            fields=tuple(("host" if name == sender else name, kind) for name, kind in message.fields),
        )
        for message in messages
    ]


def _source(header: Header, messages: Sequence[MessageKind], keyed: Keyed, parted: Sequence[str]) -> str:
    constants: dict[str, str] = {}
    headers = [_header_source(pattern, constants) for pattern in header.patterns]
    kinds = {name: kind for name, kind in header.kinds if kind in ("integer", "number", "boolean")}
    parts = [
        '"""Reads a log: the header of each record, then its message, by its keys or by a template."""\n\n',
        "import csv\nimport json\nimport re\n\n",
        *(f"{name} = {text}\n" for name, text in constants.items()),
        "\n# How a record begins, the fullest form first.\nHEADERS = [\n",
        *(f"    {text},\n" for text in headers),
        f"]\nHEADER_KINDS = {kinds!r}\n",
        f"ANYTHING = re.compile({raw_text(ANYTHING)})\n",
        f"TIME_INSIDE = {_compiled(header.times_inside)}\nOWN_TIME = {_compiled(header.own_times)}\n",
        _keys_source(keyed),
        "\n# Type, first and last word (blank where they vary), message, fields with kinds.\nMESSAGES = [\n",
        *(
            f"    ({message.type!r}, {message.ends!r},\n     {raw_text(message.pattern)},\n"
            f"     {[f'{name} {kind}' for name, kind in message.fields]!r}),\n"
            for message in messages
        ),
        f"]\nOTHER = {_other(messages, keyed)!r}\n",
        f"PARTED = frozenset({sorted(parted)!r})\n",
        _code("read_bodies.py"),
        MESSAGE_READER.rstrip(),
        "\n",
        TEXT_PARSER,
    ]
    return "".join(parts)


def _compiled(pattern: str) -> str:
    return f"re.compile({raw_text(pattern)})" if pattern else "None"


def _other(messages: Sequence[MessageKind], keyed: Keyed) -> str:
    """Name the type of what no template fits: of a log in which nothing tells events apart, its one type."""
    return LOG_ENTRY if keyed.names and not messages and not keyed.type_values else OTHER_EVENT


def _keys_source(keyed: Keyed) -> str:
    """Write the tables for messages with keys."""
    kinds = {key: kind for key, kind in keyed.kinds.items() if kind in ("integer", "number", "boolean")}
    types = {value: _type_of(value) for value in keyed.type_values}
    columns = keyed.columns
    return "".join(
        (
            "\n# Each key's property, and the kinds of those that are not text.\nNAMES = {\n",
            *(f"    {key!r}: {name!r},\n" for key, name in keyed.names.items()),
            f"}}\nKINDS = {kinds!r}\nKEYED = {bool(keyed.names)}\nSTYLES = {keyed.styles!r}\n",
            f"TIMES = {keyed.times!r}\n",
            f"TYPE_FIELD = {keyed.names.get(keyed.type_key, '')!r}\nTYPES_BY_VALUE = {types!r}\n",
            f"COLUMNS = {columns.names if columns else ()!r}\n",
            f"SEPARATOR = {(columns.separator or None) if columns else None!r}\n",
        )
    )


def _type_of(value: str) -> str:
    name = "".join(part.capitalize() for part in snake_name(value).split("_"))
    return f"{name}Event" if name in RESERVED_TYPES or not name else name


class _WithoutTypes(ast.NodeTransformer):
    """Takes the types off code, for a parser has no use for them."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Take off those of arguments and of what is returned."""
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Make it a plain assignment."""
        return ast.Assign([node.target], node.value, lineno=node.lineno) if node.value else node


def _code(name: str) -> str:
    """Return a part of generated parsers without its docstring, imports and types."""
    tree = _WithoutTypes().visit(ast.parse((_PARTS / name).read_text(encoding="utf-8")))
    body = [node for node in tree.body[1:] if not isinstance(node, ast.Import | ast.ImportFrom)]
    return "\n" + "\n\n".join(map(ast.unparse, body)) + "\n\n"


def raw_text(pattern: str) -> str:
    """Write a pattern as a raw string where that is possible."""
    if '"' not in pattern and not pattern.endswith("\\"):
        return f'r"{pattern}"'
    if "'" not in pattern and not pattern.endswith("\\"):
        return f"r'{pattern}'"
    return repr(pattern)


def _header_source(pattern: str, constants: dict[str, str]) -> str:
    """Write a header's expression with the long pieces as constants."""
    long_pieces = [(item.plain, "TIME") for item in FORMATS if len(item.plain) > 60] + [(LEVEL_WORD, "LEVEL")]
    parts: list[str] = [pattern]
    for piece, name in sorted(long_pieces, key=lambda item: -len(item[0])):
        at = next((at for at, part in enumerate(parts) if part not in constants and piece in part), None)
        if at is not None:
            text = raw_text(piece)
            known = (other for other, written in constants.items() if written == text)
            constant = next(known, None) or free_name(name, constants)
            constants[constant] = text
            before, _, after = parts[at].partition(piece)
            parts[at : at + 1] = [before, constant, after]
    return " + ".join(part if part in constants else raw_text(part) for part in parts if part)


def _schema(
    messages: Sequence[MessageKind],
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
    for message in sorted(messages, key=lambda item: item.type):
        words = list(dict.fromkeys(word.lower() for word in constant_words(message.template)))
        fields = {name: property_schema(kind, name.split("_")) for name, kind in message.fields}
        types[message.type] = _event({**head, **fields}, words, message.event, message.template.text)
    for value in keyed.type_values:
        words = snake_name(value).split("_")
        types[_type_of(value)] = _event(head, words, value, f"{keyed.type_key}={value}")
    other = _other(messages, keyed)
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

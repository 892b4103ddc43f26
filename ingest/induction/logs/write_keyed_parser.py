"""Writes the schema and the Python source of the parser of a log whose values have keys."""

from __future__ import annotations

from ingest.induction.logs.keyed import PAIR, Keyed
from ingest.induction.logs.name_types import RESERVED_TYPES
from ingest.induction.logs.names import snake_name
from ingest.induction.logs.split_message import SLOT
from ingest.induction.logs.templates import mine_templates
from ingest.induction.logs.text_parser_source import (
    COLUMNS_READER,
    JSON_READER,
    KEYED_PARSER,
    MESSAGE_READER,
    PAIRS_READER,
)
from ingest.induction.logs.values import property_schema
from ingest.induction.logs.write_parser import (
    OTHER_EVENT,
    SPLIT_SOURCE,
    Message,
    event_schema,
    message_rows,
    message_schemas,
    plan_messages,
    raw_text,
    schema_of,
)
from ingest.induction.records import InducedParser, Json

MOST_TEMPLATES = 200
LOG_ENTRY = "LogEntry"
"""The one type of a log in which nothing tells events apart."""


def write_keyed_parser(keyed: Keyed) -> InducedParser:
    """Write the artifacts: a type per template of the message, or per value of the key that tells events."""
    fields = _fields(keyed)
    messages = plan_messages(mine_templates(keyed.messages)[:MOST_TEMPLATES], list(fields))
    types = {value: _type_of(value) for value in keyed.type_values}
    return InducedParser(
        _schema(keyed, messages, types, fields), SPLIT_SOURCE, _source(keyed, messages, types)
    )


def _type_of(value: str) -> str:
    name = "".join(part.capitalize() for part in snake_name(value).split("_"))
    return f"{name}Event" if name in RESERVED_TYPES or not name else name


def _fields(keyed: Keyed) -> dict[str, Json]:
    head = {name: property_schema(kind, name.split("_")) for name, kind in keyed.header.kinds}
    if keyed.time:
        head["timestamp_text"] = property_schema("string", ["timestamp"])
    text = ("timestamp_text", "message", "level", "host")
    for key, name in keyed.names.items():
        words = list(dict.fromkeys([*snake_name(key).split("_"), *name.split("_")]))
        head[name] = property_schema("string" if name in text else keyed.kinds[key], words)
    head.setdefault("message", property_schema("string", ["message"]))
    return head


def _schema(
    keyed: Keyed, messages: list[Message], types: dict[str, str], fields: dict[str, Json]
) -> dict[str, Json]:
    known = message_schemas(messages, fields)
    for value, type_name in types.items():
        known[type_name] = event_schema(
            fields, snake_name(value).split("_"), value, f"{keyed.type_key}={value}"
        )
    if known:
        known[OTHER_EVENT] = event_schema(fields, ["other", "event"], "other", "")
    else:
        template = " ".join(f"{key}={SLOT}" for key in keyed.names)
        known[LOG_ENTRY] = event_schema(fields, ["log", "entry"], "log entry", template)
    return schema_of(known)


def _source(keyed: Keyed, messages: list[Message], types: dict[str, str]) -> str:
    kinds = {
        key: kind
        for key, kind in keyed.kinds.items()
        if kind in ("integer", "number", "boolean") and keyed.names[key] != "timestamp_text"
    }
    type_field = keyed.names.get(keyed.type_key, "")
    stamp = f"re.compile({raw_text(keyed.time)})" if keyed.time else "None"
    header_kinds = {name: kind for name, kind in keyed.header.kinds if kind in ("integer", "number")}
    parts = [
        *_opening(keyed),
        "# What stands in front of the keys.\nHEADERS = [\n",
        *(f"    {raw_text(pattern)},\n" for pattern in keyed.header.patterns),
        f"]\nHEADER_KINDS = {header_kinds!r}\n",
        f"TIME_IN_LINE = {stamp}\n\n",
        "# Each key's property, and the kinds of those that are not text.\nNAMES = {\n",
        *(f"    {key!r}: {name!r},\n" for key, name in keyed.names.items()),
        f"}}\nKINDS = {kinds!r}\n",
        f"TYPE_FIELD = {type_field!r}\nTYPES_BY_VALUE = {types!r}\n",
        message_rows(messages, OTHER_EVENT if messages or types else LOG_ENTRY),
        MESSAGE_READER.rstrip(),
        "\n",
        {"json": JSON_READER, "pairs": PAIRS_READER, "columns": COLUMNS_READER}[keyed.style],
        KEYED_PARSER,
    ]
    return "".join(parts)


def _opening(keyed: Keyed) -> list[str]:
    """Write the parser's first lines: what it needs to read the pairs of a line."""
    if keyed.style == "json":
        return ['"""Reads a log whose values have keys."""\n\nimport json\nimport re\n\n']
    if keyed.columns is None:
        return [
            '"""Reads a log of key=value pairs."""\n\nimport re\n\n',
            f"PAIR = re.compile({raw_text(PAIR.pattern)})\n\n",
        ]
    return [
        '"""Reads a log whose columns are named in a comment."""\n\nimport re\n\n',
        f"COLUMNS = {keyed.columns.names!r}\nSEPARATOR = {keyed.columns.separator or None!r}\n\n",
    ]

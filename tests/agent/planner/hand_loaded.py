"""Loads a log by hand, as a parser would have read it: templates with their fields, records, lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph_store.bolt_graph import BoltGraph
from graph_store.graph import IndexedLine
from graph_store.names import quote_name
from graph_store.records import Value
from graph_store.text_search.tokenize_line import search_text


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a log: what stands before the message, and the message."""

    text: str
    message: str
    time: str
    time_text: str
    device: str = ""
    fields: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class LogSyntax:
    """How the messages of a log are written: templates by kind, and what fields hold what is no text."""

    templates: Mapping[str, str]
    formats: Mapping[str, str]
    field: str = ".+?"


def load_log(graph: BoltGraph, path: str, syntax: LogSyntax, records: Iterable[Record]) -> None:
    """Load records, with the kinds that their messages are of."""
    shown = tuple(records)
    graph.write(
        "CREATE (:Document {path: $path, kind: 'log', serial: 1, state: 'ready', device: '', sha256: '', "
        "lines: $lines, lines_explained: $lines, parser: ''})",
        {"path": path, "lines": len(shown)},
    )
    for name in dict.fromkeys(one.device for one in shown if one.device):
        graph.write("CREATE (:Device {name: $name, aliases: []})", {"name": name})
    for kind, template in syntax.templates.items():
        fields = re.findall(r"<(\w+)>", template)
        schema = {"properties": {name: {"format": syntax.formats.get(name, "string")} for name in fields}}
        graph.write(
            "CREATE (:Type {name: $name, words: '', schema: $schema})",
            {"name": kind, "schema": json.dumps(schema)},
        )
    indexed = []
    for number, record in enumerate(shown, start=1):
        _load(graph, path, number, record, syntax)
        indexed.append(IndexedLine(2**32 + number, 1, search_text(record.text)))
    graph.add_lines(indexed)
    graph.commit_lines(1)


def _load(graph: BoltGraph, path: str, number: int, record: Record, syntax: LogSyntax) -> None:
    kind, told = _read(record.message, syntax)
    place: dict[str, Value] = {"device": record.device, "path": path, "document": 1}
    event: dict[str, Value] = {
        **place,
        **told,
        **dict(record.fields),
        "id": 2**32 + 2**31 + number,
        "type": kind,
        "key": "",
        "ordinal": number - 1,
        "message": record.message,
        "template": re.sub(r"<\w+>", "<*>", syntax.templates[kind]),
        "event": kind,
        "timestamp": record.time,
        "timestamp_text": record.time_text,
    }
    text = record.text
    line = {**place, "id": 2**32 + number, "number": number, "text": text, "search_text": search_text(text)}
    graph.write(
        f"CREATE (e:Entity:Event:{quote_name(kind)}) SET e = $event CREATE (l:Line) SET l = $line "
        "CREATE (e)-[:HAS_LINE]->(l)",
        {"event": event, "line": line},
    )


def _read(message: str, syntax: LogSyntax) -> tuple[str, Mapping[str, Value]]:
    for kind, template in syntax.templates.items():
        pieces = re.split(r"<(\w+)>", template)
        pattern = "".join(
            rf"(?P<{piece}>{syntax.field})" if place % 2 else re.escape(piece)
            for place, piece in enumerate(pieces)
        )
        found = re.fullmatch(pattern, message)
        if found:
            numbers = {name for name, held in syntax.formats.items() if held == "integer"}
            return kind, {
                name: int(value) if name in numbers else value for name, value in found.groupdict().items()
            }
    raise ValueError(message)

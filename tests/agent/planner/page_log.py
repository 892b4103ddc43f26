"""The log of a server of pages and its worker, loaded by hand: requests with methods, paths and status codes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from graph_store.bolt_graph import BoltGraph
from graph_store.graph import IndexedLine
from graph_store.names import quote_name
from graph_store.records import Value
from graph_store.text_search.tokenize_line import search_text

KINDS: dict[str, tuple[str, Mapping[str, str]]] = {
    "Request": (
        "<method> <request_path> gave <status> in <took> ms",
        {"method": "string", "request_path": "path", "status": "integer", "took": "integer"},
    ),
    "JobDone": ("job <job> done", {"job": "string"}),
}
PAGES = ("GET /shop/items 200", "GET /shop/items/{} 200", "POST /shop/baskets/{} 201", "GET /help 200")
REQUESTS = tuple(
    f"web {page.format(100 + number)} {number}" for number in range(6) for page in (PAGES[0], *PAGES)
)


def page_log_lines() -> list[str]:
    """Return thirty requests in six rounds, and a job of the worker after each round."""
    lines = []
    for number, text in enumerate(REQUESTS):
        source, method, path, status, took = text.split()
        lines.append(
            f"09:{number:02}:00 info {source} {number % 2} {method} {path} gave {status} in {took} ms"
        )
        if number % 5 == 4:
            lines.append(f"09:{number:02}:30 warn worker 0 job tidy done")
    return lines


def load_page_log(graph: BoltGraph) -> None:
    """Load the log and what its fields hold."""
    lines = page_log_lines()
    graph.write(
        "CREATE (:Document {path: 'page.log', kind: 'log', serial: 1, state: 'ready', device: '', sha256: '', "
        "lines: $lines, lines_explained: $lines, parser: ''})",
        {"lines": len(lines)},
    )
    for kind, (_, formats) in KINDS.items():
        schema = {"properties": {name: {"format": held} for name, held in formats.items()}}
        graph.write(
            "CREATE (:Type {name: $name, words: '', schema: $schema})",
            {"name": kind, "schema": json.dumps(schema)},
        )
    for number, text in enumerate(lines, start=1):
        _load(graph, number, text)
    graph.add_lines(
        [IndexedLine(2**32 + number, 1, search_text(text)) for number, text in enumerate(lines, start=1)]
    )
    graph.commit_lines(1)


def _load(graph: BoltGraph, number: int, text: str) -> None:
    clock, level, source, process, message = text.split(" ", 4)
    kind = "Request" if " gave " in message else "JobDone"
    template, formats = KINDS[kind]
    pattern = re.sub(r"<(\w+)>", r"(?P<\1>\\S+)", template)
    found = re.fullmatch(pattern, message)
    assert found
    told: dict[str, Value] = {
        name: int(value) if formats[name] == "integer" else value for name, value in found.groupdict().items()
    }
    place: dict[str, Value] = {"device": "", "path": "page.log", "document": 1}
    event: dict[str, Value] = {
        **place,
        **told,
        "id": 2**32 + 2**31 + number,
        "type": kind,
        "key": "",
        "ordinal": number - 1,
        "level": level,
        "source": source,
        "process": int(process),
        "message": message,
        "template": re.sub(r"<\w+>", "<*>", template),
        "event": kind,
        "timestamp": f"2026-03-01T{clock}Z",
        "timestamp_text": clock,
    }
    line = {**place, "id": 2**32 + number, "number": number, "text": text, "search_text": search_text(text)}
    graph.write(
        f"CREATE (e:Entity:Event:{quote_name(kind)}) SET e = $event CREATE (l:Line) SET l = $line "
        "CREATE (e)-[:HAS_LINE]->(l)",
        {"event": event, "line": line},
    )

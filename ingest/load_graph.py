"""Loads documents into the graph in small batches; a load that was cut short is recognised and done again."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graph_store.graph import IndexedLine, Parameters, WritableGraph
from graph_store.names import quote_name
from graph_store.records import Document, Entity, SourceLine
from graph_store.text_search.tokenize_line import search_text
from ingest.build_entities import property_name
from ingest.records import ParsedBatch, Schema

ROWS = 2000
LINE_IDS, ENTITY_IDS = 2**32, 2**31

_CREATE_LINES = "UNWIND $rows AS r CREATE (n:Line) SET n = r"
_LINK_LINES = (
    "UNWIND $rows AS r MATCH (e:Entity {id: r[0]}) MATCH (l:Line {id: r[1]}) "
    "CREATE (e)-[:HAS_LINE {fields: r[2]}]->(l)"
)
_LINK_WHOLE_LINES = (
    "UNWIND $rows AS r MATCH (e:Entity {id: r[0]}) MATCH (l:Line {id: r[1]}) CREATE (e)-[:HAS_LINE]->(l)"
)
_LINK_CHILDREN = (
    "UNWIND $rows AS r MATCH (p:Entity {id: r[0]}) MATCH (c:Entity {id: r[1]}) CREATE (p)-[:HAS]->(c)"
)
_START = (
    "CREATE (d:Document {path: $path, sha256: $sha256, kind: $kind, serial: $serial, "
    "state: 'loading', parser: $parser})"
)
_FINISH = (
    "MATCH (d:Document {serial: $serial}) SET d.state = 'ready', d.lines = $lines, "
    "d.lines_explained = $explained, d.device = $device"
)
_RETIRE = "MATCH (d:Document {serial: $serial}) SET d.state = 'removing'"
_DEVICE = "MERGE (v:Device {name: $name}) WITH v MATCH (d:Document {serial: $serial}) MERGE (v)-[:HAS_DOCUMENT]->(d)"
_TYPE = "MERGE (t:Type {name: $name}) SET t.words = $words, t.schema = $schema"


def line_id(serial: int, number: int) -> int:
    """Return the node id of a line; see Document."""
    return serial * LINE_IDS + number


def entity_id(serial: int, ordinal: int) -> int:
    """Return the node id of an entity; see Document."""
    return serial * LINE_IDS + ENTITY_IDS + ordinal


def load_types(graph: WritableGraph, schema: Schema) -> None:
    """Keep the words and the schema of every type of a parser in the graph."""
    statements: list[tuple[str, Parameters]] = []
    for name, definition in schema.get("$defs", {}).items():
        properties = {
            property_name(key, definition): described
            for key, described in definition.get("properties", {}).items()
            if key != "key"
        }
        words = list(definition.get("x-words", []))
        text = json.dumps({**definition, "properties": properties}, ensure_ascii=False)
        statements.append((_TYPE, {"name": name, "words": words, "schema": text}))
    if statements:
        graph.write_all(statements)


def start_document(graph: WritableGraph, document: Document) -> None:
    """Announce a document: until `finish_document` it is not whole, and nobody is served from it."""
    values = {name: getattr(document, name) for name in ("path", "sha256", "kind", "serial", "parser")}
    graph.write_all([(_START, values)])


def load_batch(
    graph: WritableGraph, document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]
) -> None:
    """Write lines, entities and what links them; `labels` gives the further labels of a type."""
    for statements in _transactions(_statements(document, batch, labels)):
        graph.write_all(statements)
    graph.add_lines(
        [
            IndexedLine(line_id(document.serial, line.number), document.serial, search_text(line.text))
            for line in batch.lines
        ]
    )


def finish_document(
    graph: WritableGraph, document: Document, replaced: int | None, devices: Iterable[str]
) -> None:
    """Make a document visible: the text index first, then its state together with that of the one it replaces."""
    graph.commit_lines(document.serial)
    done = {
        "serial": document.serial,
        "lines": document.lines,
        "explained": document.lines_explained,
        "device": document.device,
    }
    statements: list[tuple[str, Parameters]] = [
        (_DEVICE, {"name": name, "serial": document.serial}) for name in devices if name
    ]
    statements.append((_FINISH, done))
    if replaced is not None:
        statements.append((_RETIRE, {"serial": replaced}))
    graph.write_all(statements)
    if replaced is not None:
        remove_document(graph, replaced, document.serial)


def remove_document(graph: WritableGraph, serial: int, generation: int) -> None:
    """Take a document's nodes and indexed lines out of the graph."""
    graph.delete_document(serial)
    graph.commit_lines(generation)


def _statements(
    document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    lines = [_line_row(document, line) for line in batch.lines]
    yield from _in_parts(_CREATE_LINES, lines)
    by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for entity in batch.entities:
        by_type[entity.type].append(_entity_row(document, entity))
    for kind, rows in by_type.items():
        names = ":".join(quote_name(name) for name in ("Entity", *labels.get(kind, ()), kind))
        yield from _in_parts(f"UNWIND $rows AS r CREATE (n:{names}) SET n = r", rows)
    whole, partly = _line_links(document, batch.entities)
    yield from _in_parts(_LINK_WHOLE_LINES, whole)
    yield from _in_parts(_LINK_LINES, partly)
    children = [
        [entity_id(document.serial, entity.parent), entity_id(document.serial, entity.ordinal)]
        for entity in batch.entities
        if entity.parent is not None
    ]
    yield from _in_parts(_LINK_CHILDREN, children)


def _transactions(
    statements: Iterable[tuple[str, dict[str, list[Any]]]],
) -> Iterator[list[tuple[str, Parameters]]]:
    """Put small statements together, in order, as long as they write no more than ROWS rows."""
    together: list[tuple[str, Parameters]] = []
    rows = 0
    for statement, parameters in statements:
        count = len(parameters["rows"])
        if together and rows + count > ROWS:
            yield together
            together, rows = [], 0
        together.append((statement, parameters))
        rows += count
    if together:
        yield together


def _in_parts(statement: str, rows: list[Any]) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    for start in range(0, len(rows), ROWS):
        yield statement, {"rows": rows[start : start + ROWS]}


def _line_row(document: Document, line: SourceLine) -> dict[str, Any]:
    return {
        "id": line_id(document.serial, line.number),
        "path": line.path,
        "number": line.number,
        "text": line.text,
        "search_text": search_text(line.text),
        "device": document.device,
        "document": document.serial,
    }


def _entity_row(document: Document, entity: Entity) -> dict[str, Any]:
    values = {
        name: list(value) if isinstance(value, tuple) else value for name, value in entity.values.items()
    }
    return values | {
        "id": entity_id(document.serial, entity.ordinal),
        "type": entity.type,
        "key": entity.key,
        "device": entity.device or document.device,
        "path": document.path,
        "ordinal": entity.ordinal,
        "first_line": entity.lines[0] if entity.lines else 0,
        "document": document.serial,
    }


def _line_links(document: Document, entities: Sequence[Entity]) -> tuple[list[list[Any]], list[list[Any]]]:
    """Split the links to lines into those that show all of an entity and those that show some properties."""
    whole: list[list[Any]] = []
    partly: list[list[Any]] = []
    for entity in entities:
        node = entity_id(document.serial, entity.ordinal)
        if not entity.field_lines:
            whole.extend([node, line_id(document.serial, number)] for number in entity.lines)
            continue
        fields: dict[int, list[str]] = {number: [] for number in entity.lines}
        for item in entity.field_lines:
            for number in item.numbers:
                fields.setdefault(number, []).append(item.field)
        partly.extend([node, line_id(document.serial, number), names] for number, names in fields.items())
    return whole, partly

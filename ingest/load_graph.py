"""Loads documents into the graph in small batches; a load that was cut short is recognised and done again."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph_store.graph import IndexedLine, Parameters, WritableGraph
from graph_store.names import NAME, quote_name
from graph_store.records import Document, Entity, SourceLine
from graph_store.storable import storable_list
from graph_store.text_search.tokenize_line import search_text
from ingest.build_entities import property_name
from ingest.records import ParsedBatch, Schema

ROWS = 2000
WAITING = 10_000
LINE_IDS, ENTITY_IDS = 2**32, 2**31
OWN_LABELS = frozenset({"Line", "Document", "Device", "Store", "Type", "Entity", "Subnet", "Undefined"})
LABEL_BYTES = 128

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
    "d.lines_explained = $explained, d.device = $device, d.variable_tokens = $tokens, d.tokens_in_fields = $fields"
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
            _property(property_name(key, definition)): described
            for key, described in definition.get("properties", {}).items()
            if key != "key"
        }
        words = list(definition.get("x-words", []))
        text = json.dumps({**definition, "properties": properties}, ensure_ascii=False)
        statements.append((_TYPE, {"name": name, "words": words, "schema": text}))
    if statements:
        graph.write_all(statements)


def remove_documents(graph: WritableGraph, serials: Sequence[int], generation: int) -> None:
    """Take documents' nodes and indexed lines out of the graph."""
    for serial in serials:
        graph.delete_document(serial)
    if serials:
        graph.commit_lines(generation)


@dataclass(slots=True)
class _Rows:
    """Rows that wait to be written, by the statement that writes them."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    entities: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    whole_lines: list[list[Any]] = field(default_factory=list)
    partly_lines: list[list[Any]] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    indexed: list[IndexedLine] = field(default_factory=list)

    def count(self) -> int:
        """Return how many nodes and relations wait."""
        entities = sum(map(len, self.entities.values()))
        return (
            len(self.lines) + entities + len(self.whole_lines) + len(self.partly_lines) + len(self.children)
        )

    def statements(self) -> Iterator[tuple[str, dict[str, list[Any]]]]:
        """Yield what writes the rows, nodes before what links them."""
        yield from _in_parts(_CREATE_LINES, self.lines)
        for names, rows in self.entities.items():
            yield from _in_parts(f"UNWIND $rows AS r CREATE (n:{names}) SET n = r", rows)
        yield from _in_parts(_LINK_WHOLE_LINES, self.whole_lines)
        yield from _in_parts(_LINK_LINES, self.partly_lines)
        yield from _in_parts(_LINK_CHILDREN, self.children)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A document all of whose batches have been added, with its counts of variable tokens, all and in fields."""

    document: Document
    replaced: int | None
    devices: tuple[str, ...]
    tokens: int
    fields: int


class GraphLoader:
    """Writes documents into the graph, small ones together.

    A document is announced as `loading`; it becomes `ready` in one transaction with the retirement of the one that it
    replaces, when all of it is in the graph and in the text index. Call `flush` at the end.
    """

    def __init__(self, graph: WritableGraph) -> None:
        self._graph = graph
        self._rows = _Rows()
        self._whole: list[_Whole] = []

    def start(self, document: Document) -> None:
        """Announce a document: until it is finished, nobody is served from it."""
        values = {name: getattr(document, name) for name in ("path", "sha256", "kind", "serial", "parser")}
        self._graph.write_all([(_START, values)])

    def add(self, document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]) -> None:
        """Take lines, entities and what links them; `labels` gives the further labels of a type."""
        rows = self._rows
        for line in batch.lines:
            row = _line_row(document, line)
            rows.lines.append(row)
            rows.indexed.append(IndexedLine(row["id"], document.serial, row["search_text"]))
        for entity in batch.entities:
            names = ":".join(quote_name(name) for name in _labels(entity, labels))
            rows.entities[names].append(_entity_row(document, entity))
            _link(document, entity, rows)
        if rows.count() >= WAITING:
            self._write()

    def finish(
        self,
        document: Document,
        replaced: int | None,
        devices: Iterable[str],
        tokens: int = 0,
        fields: int = 0,
    ) -> None:
        """Say that all batches of a document have been added; `replaced` is the serial of the one that it replaces."""
        names = tuple(sorted(name for name in devices if name))
        self._whole.append(_Whole(document, replaced, names, tokens, fields))

    def flush(self) -> None:
        """Write what waits, and make the finished documents visible: the text index first, then their states."""
        self._write()
        if not self._whole:
            return
        newest = max(whole.document.serial for whole in self._whole)
        self._graph.commit_lines(newest)
        for whole in self._whole:
            self._graph.write_all(_finishing(whole))
        remove_documents(
            self._graph, [whole.replaced for whole in self._whole if whole.replaced is not None], newest
        )
        self._whole = []

    def _write(self) -> None:
        for statements in _transactions(self._rows.statements()):
            self._graph.write_all(statements)
        self._graph.add_lines(self._rows.indexed)
        self._rows = _Rows()


def _finishing(whole: _Whole) -> list[tuple[str, Parameters]]:
    document = whole.document
    statements: list[tuple[str, Parameters]] = [
        (_DEVICE, {"name": name, "serial": document.serial}) for name in whole.devices
    ]
    done = {
        "serial": document.serial,
        "lines": document.lines,
        "explained": document.lines_explained,
        "device": document.device,
        "tokens": whole.tokens,
        "fields": whole.fields,
    }
    statements.append((_FINISH, done))
    if whole.replaced is not None:
        statements.append((_RETIRE, {"serial": whole.replaced}))
    return statements


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


def _labels(entity: Entity, labels: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the labels of an entity; names from the data that cannot be labels stay in its property `type` alone."""
    wanted = dict.fromkeys((*labels.get(entity.type, ()), entity.type))
    return ("Entity", *(name for name in wanted if _is_label(name)))


def _is_label(name: str) -> bool:
    """Say whether a name is one that servers take, and no label of the graph's own nodes."""
    return NAME.fullmatch(name) is not None and len(name.encode()) <= LABEL_BYTES and name not in OWN_LABELS


def _property(name: str) -> str:
    """Return a property's name as servers take it: some keep those that begin with @ to themselves."""
    return f"_{name[1:]}" if name.startswith("@") else name


def _entity_row(document: Document, entity: Entity) -> dict[str, Any]:
    values = {
        _property(name): storable_list(value) if isinstance(value, tuple) else value
        for name, value in entity.values.items()
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


def _link(document: Document, entity: Entity, rows: _Rows) -> None:
    """Link an entity to its parent, and to its lines: with the properties that a line shows where not all."""
    node = entity_id(document.serial, entity.ordinal)
    if entity.parent is not None:
        rows.children.append([entity_id(document.serial, entity.parent), node])
    if not entity.field_lines:
        rows.whole_lines.extend([node, line_id(document.serial, number)] for number in entity.lines)
        return
    fields: dict[int, list[str]] = {number: [] for number in entity.lines}
    for item in entity.field_lines:
        for number in item.numbers:
            fields.setdefault(number, []).append(_property(item.field))
    rows.partly_lines.extend(
        [node, line_id(document.serial, number), names] for number, names in fields.items()
    )

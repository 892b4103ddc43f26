"""Loads documents into the graph in small batches; a load that was cut short is recognised and done again."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

from graph_store.graph import Parameters, WritableGraph
from graph_store.records import Document
from ingest.build_entities import property_name
from ingest.graph_rows import GraphRows
from ingest.record_rows import property_as_stored
from ingest.records import DocumentCounts, ParsedBatch, Schema

WAITING = 60_000
AHEAD = 1
ALL = 1_000_000

_START = (
    "CREATE (d:Document {path: $path, sha256: $sha256, kind: $kind, serial: $serial, "
    "state: 'loading', parser: $parser})"
)
_RESUME = "MATCH (d:Document {serial: $serial}) SET d.state = 'loading'"
_FINISH = (
    "MATCH (d:Document {serial: $serial}) SET d.state = 'ready', d.sha256 = $sha256, d.bytes = $bytes, "
    "d.lines = $lines, d.lines_explained = $explained, d.device = $device, d.variable_tokens = $tokens, "
    "d.tokens_in_fields = $fields, d.entities = $entities, d.counts = $counts"
)
RETIRE = "MATCH (d:Document {serial: $serial}) SET d.state = 'removing'"
_DEVICE = "MERGE (v:Device {name: $name}) WITH v MATCH (d:Document {serial: $serial}) MERGE (v)-[:HAS_DOCUMENT]->(d)"
_TYPES = "MATCH (t:Type) RETURN t.name, t.words, t.schema"
_TYPE = "MERGE (t:Type {name: $name}) SET t.words = $words, t.schema = $schema"


def load_types(graph: WritableGraph, schema: Schema) -> None:
    """Keep the words and the schema of every type of a parser in the graph; what is there already is not written."""
    there = {row[0]: row[1:] for row in graph.read(_TYPES, row_limit=ALL).rows}
    statements: list[tuple[str, Parameters]] = []
    for name, definition in schema.get("$defs", {}).items():
        properties = {
            property_as_stored(property_name(key, definition)): described
            for key, described in definition.get("properties", {}).items()
            if key != "key"
        }
        words = list(definition.get("x-words", []))
        text = json.dumps({**definition, "properties": properties}, ensure_ascii=False)
        if there.get(name) != (tuple(words), text):
            statements.append((_TYPE, {"name": name, "words": words, "schema": text}))
    if statements:
        graph.write_all(statements)


def remove_documents(graph: WritableGraph, serials: Sequence[int], generation: int) -> None:
    """Take documents' nodes and indexed lines out of the graph."""
    if serials:
        graph.delete_documents(serials, generation)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A document all of whose batches have been added, with what it holds."""

    document: Document
    replaced: int | None
    devices: tuple[str, ...]
    counts: DocumentCounts


class GraphLoader:
    """Writes documents into the graph, small ones together, in a thread of its own.

    A document is announced as `loading`; it becomes `ready` in one transaction with the retirement of the one that it
    replaces, when all of it is in the graph and in the text index. Call `flush` at the end; leaving the context
    waits for what is being written, and writes nothing more.
    """

    def __init__(self, graph: WritableGraph) -> None:
        self._graph = graph
        self._rows = GraphRows()
        self._whole: list[_Whole] = []
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="graph-load")
        self._written: deque[Future[None]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.shutdown(cancel_futures=True)

    def start(self, document: Document) -> None:
        """Announce a document: until it is finished, nobody is served from it."""
        values = {name: getattr(document, name) for name in ("path", "sha256", "kind", "serial", "parser")}
        self._graph.write_all([(_START, values)])

    def resume(self, document: Document) -> None:
        """Announce that a document which is there gets more lines."""
        self._graph.write_all([(_RESUME, {"serial": document.serial})])

    def add(self, document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]) -> None:
        """Take lines, entities and what links them; `labels` gives the further labels of a type."""
        self._rows.add(document, batch, labels)
        if self._rows.count >= WAITING:
            self._write()

    def hand_over(self) -> None:
        """Let what was added be written, without waiting for it."""
        self._write()

    def finish(
        self, document: Document, replaced: int | None, devices: Iterable[str], counts: DocumentCounts
    ) -> None:
        """Say that all batches of a document have been added; `replaced` is the serial of the one that it replaces."""
        names = tuple(sorted(name for name in devices if name))
        self._whole.append(_Whole(document, replaced, names, counts))

    def flush(self) -> None:
        """Write what waits, and make the finished documents visible: the text index first, then their states."""
        self._write()
        self._wait(0)
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
        """Hand the rows to the writer; wait while it has enough to do."""
        rows, self._rows = self._rows, GraphRows()
        if rows.count:
            self._written.append(self._writer.submit(self._write_rows, rows))
            self._graph.add_lines(rows.indexed)  # here, since the writer has more to wait for
        self._wait(AHEAD)

    def _write_rows(self, rows: GraphRows) -> None:
        for statements in rows.transactions():
            self._graph.write_all(statements)

    def _wait(self, most: int) -> None:
        while len(self._written) > most:
            self._written.popleft().result()


def _finishing(whole: _Whole) -> list[tuple[str, Parameters]]:
    document, counts = whole.document, whole.counts
    statements: list[tuple[str, Parameters]] = [
        (_DEVICE, {"name": name, "serial": document.serial}) for name in whole.devices
    ]
    done = {
        "serial": document.serial,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "device": document.device,
        "lines": counts.lines,
        "explained": counts.explained,
        "tokens": counts.tokens,
        "fields": counts.fields,
        "entities": counts.entities,
        "counts": counts.to_json(),
    }
    statements.append((_FINISH, done))
    if whole.replaced is not None:
        statements.append((RETIRE, {"serial": whole.replaced}))
    return statements

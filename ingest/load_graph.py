"""Loads documents into the graph in small batches; an interrupted load is detected and repeated."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

from graph_store.errors import StatementFailedError
from graph_store.graph import Parameters, WritableGraph
from graph_store.records import Document
from ingest.build_entities import property_name
from ingest.graph_rows import GraphRows, property_as_stored
from ingest.records import DocumentCounts, ParsedBatch, Schema

WAITING = 60_000
AHEAD = 1
ALL = 1_000_000

_RESUME = "MATCH (d:Document {serial: $serial}) SET d.state = 'loading'"
_FINISH = (
    "UNWIND $rows AS r MATCH (d:Document {serial: r.serial}) SET d.state = 'ready', d.sha256 = r.sha256, "
    "d.bytes = r.bytes, d.lines = r.lines, d.lines_explained = r.explained, d.device = r.device, "
    "d.variable_tokens = r.tokens, d.tokens_in_fields = r.fields, d.entities = r.entities, d.counts = r.counts, "
    "d.location = r.location, d.source = r.source"
)
_RETIRE = "UNWIND $rows AS r MATCH (d:Document {serial: r}) SET d.state = 'removing'"
_CLOSE = "UNWIND $rows AS r MATCH (s:Store {document: r}) DELETE s"
"""From then on no worker of a cluster that is still there can write into these documents: see ingest.cluster."""
_NAME_DEVICES = "UNWIND $rows AS r MERGE (v:Device {name: r})"
_LINK_DEVICES = (
    "UNWIND $rows AS r MATCH (v:Device {name: r[0]}) MATCH (d:Document {serial: r[1]}) "
    "MERGE (v)-[:HAS_DOCUMENT]->(d)"
)
_PLACES = "UNWIND $rows AS r MATCH (d:Document {serial: r[0]}) SET d.location = r[1]"
_EMPTY_DEVICES = "MATCH (v:Device) WHERE NOT (v)-[:HAS_DOCUMENT]->() DETACH DELETE v"
TOGETHER = 200
"""Documents that become ready in one transaction."""
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


def keep_places(graph: WritableGraph, places: Sequence[Sequence[int | str]]) -> None:
    """Say of documents, by serial, where their files are now."""
    for start in range(0, len(places), TOGETHER):
        graph.write_all([(_PLACES, {"rows": list(map(list, places[start : start + TOGETHER]))})])


def remove_documents(graph: WritableGraph, serials: Sequence[int], generation: int) -> None:
    """Take documents' nodes and indexed lines out of the graph, and devices that have nothing left.

    From the first on nobody is answered until all of them are gone.
    """
    if serials:
        rows = {"rows": list(serials)}
        graph.write_all([(_RETIRE, rows), (_CLOSE, rows)])
        graph.delete_documents(serials, generation)
        graph.write_all([(_EMPTY_DEVICES, {})])


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
    waits for what is being written, and writes nothing more. Every transaction that writes rows begins with the
    statements `first`.
    """

    def __init__(self, graph: WritableGraph, first: Sequence[tuple[str, Parameters]] = ()) -> None:
        self._graph, self._first = graph, first
        self._rows = GraphRows(graph.keeps_search_text)
        self._whole: list[_Whole] = []
        self._failed: dict[int, str] = {}
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="graph-load")
        self._written: deque[Future[None]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.shutdown(cancel_futures=True)

    def start(self, document: Document) -> None:
        """Announce a document, before anything of it is written: until it is finished, nobody is served from it."""
        self._rows.announce(document)

    def abandon(self, document: Document, reason: str) -> None:
        """Give a document up: what is there of it goes when the others are made visible."""
        self._failed[document.serial] = reason

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

    def drain(self) -> dict[int, str]:
        """Write what waits, and wait for it; returns why documents failed, by serial."""
        self._write()
        self._wait(0)
        failed, self._failed = self._failed, {}
        return failed

    def flush(self) -> dict[int, str]:
        """Write what waits, and make the finished documents visible: the text index first, then their states.

        Returns why documents failed, by serial: nothing is left of them, and what they would have replaced stays.
        """
        failed = self.drain()
        whole = [one for one in self._whole if one.document.serial not in failed]
        self._whole = []
        serials = [*failed, *(one.document.serial for one in whole)]
        if not serials:
            return failed
        newest = max(serials)
        self._graph.commit_lines(newest)
        for start in range(0, len(whole), TOGETHER):
            self._graph.write_all(_finishing(whole[start : start + TOGETHER]))
        gone = [one.replaced for one in whole if one.replaced is not None]
        remove_documents(self._graph, [*gone, *failed], newest)
        return failed

    def _write(self) -> None:
        """Hand the rows to the writer; wait while it has enough to do."""
        rows, self._rows = self._rows, GraphRows(self._graph.keeps_search_text)
        if rows.serials:
            self._written.append(self._writer.submit(self._write_rows, rows))
            self._graph.add_lines(rows.indexed)  # here, since the writer has more to wait for
        self._wait(AHEAD)

    def _write_rows(self, rows: GraphRows) -> None:
        """Write rows; what the graph refuses fails the documents that they are of, one of which is at fault."""
        try:
            for statements in rows.transactions():
                self._graph.write_all([*self._first, *statements])
        except StatementFailedError as error:
            self._failed.update(dict.fromkeys(rows.serials, str(error)))

    def _wait(self, most: int) -> None:
        while len(self._written) > most:
            self._written.popleft().result()


def _finishing(some: Sequence[_Whole]) -> list[tuple[str, Parameters]]:
    names = sorted({name for whole in some for name in whole.devices})
    links = [[name, whole.document.serial] for whole in some for name in whole.devices]
    retired = [whole.replaced for whole in some if whole.replaced is not None]
    return [
        (statement, {"rows": rows})
        for statement, rows in (
            (_NAME_DEVICES, names),
            (_LINK_DEVICES, links),
            (_FINISH, [_finished(whole) for whole in some]),
            (_RETIRE, retired),
        )
        if rows
    ]


def _finished(whole: _Whole) -> dict[str, object]:
    document, counts = whole.document, whole.counts
    return {
        "serial": document.serial,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "device": document.device,
        "location": document.location,
        "source": document.source,
        "lines": counts.lines,
        "explained": counts.explained,
        "tokens": counts.tokens,
        "fields": counts.fields,
        "entities": counts.entities,
        "counts": counts.to_json(),
    }

"""Loads documents into the graph in small batches, and reads which are there; an interrupted load is repeated."""

from __future__ import annotations

import json
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Self

from graph_store.errors import StatementFailedError
from graph_store.graph import Parameters, WritableGraph
from graph_store.records import Cell, Document
from ingest.load.build_entities import property_name
from ingest.load.graph_rows import GraphRows, line_id, property_as_stored
from ingest.records import DocumentCounts, Doubt, ParsedBatch, Schema

KEPT_ONCE = 5000
"""The most texts that the store keeps once for one ingest, since it forgets none."""
WAITING = 60_000
AHEAD = 1
ALL = 1_000_000

_RESUME = "MATCH (d:Document {serial: $serial}) SET d.state = 'loading'"
_FINISH = (
    "UNWIND $rows AS r MATCH (d:Document {serial: r.serial}) SET d.state = 'ready', d.sha256 = r.sha256, "
    "d.bytes = r.bytes, d.lines = r.lines, d.lines_explained = r.explained, d.device = r.device, "
    "d.variable_tokens = r.tokens, d.tokens_in_fields = r.fields, d.entities = r.entities, d.counts = r.counts, "
    "d.location = r.location, d.source = r.source, d.loaded = r.loaded"
)
_RETIRE = "UNWIND $rows AS r MATCH (d:Document {serial: r}) SET d.state = 'removing'"
_ADOPT = "UNWIND $rows AS r MATCH (c:Change {document: r[0]}) SET c.document = r[1], c.path = r[2]"
"""The changes of a document go on with what replaces it."""
_CLOSE = "UNWIND $rows AS r MATCH (s:Store {document: r}) DELETE s"
"""From then on no worker of a cluster that is still there can write into these documents: see ingest.cluster."""
_NAME_DEVICES = "UNWIND $rows AS r MERGE (v:Device {name: r})"
_LINK_DEVICES = (
    "UNWIND $rows AS r MATCH (v:Device {name: r[0]}) MATCH (d:Document {serial: r[1]}) "
    "MERGE (v)-[h:HAS_DOCUMENT]->(d) ON CREATE SET h.senders = r[2] ON MATCH SET h.senders = "
    "coalesce(h.senders, [r[0]]) + [one IN r[2] WHERE NOT one IN coalesce(h.senders, [r[0]])]"
)
"""`senders` are the names that the document has for the device: its own, and those that are joined with it."""
_PLACES = "UNWIND $rows AS r MATCH (d:Document {serial: r[0]}) SET d.location = r[1]"
EMPTY_DEVICES = "MATCH (v:Device) WHERE NOT (v)-[:HAS_DOCUMENT]->() DETACH DELETE v"
TOGETHER = 200
"""Documents that become ready, or types that are written, in one transaction."""
_TYPES = "MATCH (t:Type) RETURN t.name, t.words, t.schema"
_TYPE = "UNWIND $rows AS r MERGE (t:Type {name: r[0]}) SET t.words = r[1], t.schema = r[2]"


def load_types(graph: WritableGraph, schemas: Iterable[Schema]) -> None:
    """Keep the words and the schema of every type of some parsers; what is there already is not written.

    Where several know a type, the last one's schema stays.
    """
    there = {row[0]: row[1:] for row in graph.read(_TYPES, row_limit=ALL).rows}
    rows: dict[str, list[Any]] = {}
    for schema in schemas:
        for name, definition in schema.get("$defs", {}).items():
            properties = {
                property_as_stored(property_name(key, definition)): described
                for key, described in definition.get("properties", {}).items()
                if key != "key"
            }
            words = list(definition.get("x-words", []))
            rows[name] = [
                name,
                words,
                json.dumps({**definition, "properties": properties}, ensure_ascii=False),
            ]
    changed = [row for row in rows.values() if there.get(row[0]) != (tuple(row[1]), row[2])]
    for start in range(0, len(changed), TOGETHER):
        graph.write_all([(_TYPE, {"rows": changed[start : start + TOGETHER]})])


def keep_places(graph: WritableGraph, places: Sequence[Sequence[int | str]]) -> None:
    """Say of documents, by serial, where their files are now."""
    for start in range(0, len(places), TOGETHER):
        graph.write_all([(_PLACES, {"rows": list(map(list, places[start : start + TOGETHER]))})])


def remove_documents(graph: WritableGraph, serials: Sequence[int], generation: int) -> None:
    """Take documents out of the graph, and devices that have nothing left; until all are gone, nobody is answered."""
    if serials:
        rows = {"rows": list(serials)}
        graph.write_all([(_RETIRE, rows), (_CLOSE, rows)])
        graph.delete_documents(serials, generation)
        graph.write_all([(EMPTY_DEVICES, {})])


Replaced = tuple[int, Document | None]
"""The serial of a document that goes, and the one that takes its place, if any."""
Keep = Callable[[WritableGraph, Sequence[Replaced]], Sequence[str]]
"""Keeps documents before they go, as often as it is asked to; returns what is not kept, and why."""


def keep_nothing(_graph: WritableGraph, _replaced: Sequence[Replaced]) -> Sequence[str]:
    """Keep no document."""
    return ()


_Whole = tuple[Document, int | None, DocumentCounts]
"""A document all of whose batches have been added, the serial of the one that it replaces, and what it holds."""


class GraphLoader:
    """Writes documents into the graph, small ones together, in a thread of its own.

    A document is announced as `loading`; it becomes `ready` when all of it is in the graph and in the text index, in
    one transaction with the retirement of the one that it replaces. Call `flush` at the end; leaving the context
    writes nothing more. Every transaction that writes rows begins with the statements `first`. What is replaced is
    handed to `keep` while it is still there whole, so that a process that is killed between the two loses nothing.
    `device_of_sender` returns the device of what a log calls its sender.
    """

    def __init__(
        self,
        graph: WritableGraph,
        first: Sequence[tuple[str, Parameters]] = (),
        keep: Keep = keep_nothing,
        device_of_sender: Callable[[str], str] = str,
    ) -> None:
        self.not_kept: list[str] = []
        self.device_of_sender = device_of_sender
        self._graph, self._first, self._keep = graph, first, keep
        self._rows = GraphRows(graph.keeps_search_text, device_of_sender)
        self._whole: list[_Whole] = []
        self._failed: dict[int, str] = {}
        self._kept_once: set[str] = set()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="graph-load")
        self._written: deque[Future[None]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.shutdown(cancel_futures=True)

    def use_senders(self, device_of_sender: Callable[[str], str]) -> None:
        """Give records of logs, from now on, the device that this returns for their sender."""
        self.device_of_sender = self._rows.device_of_sender = device_of_sender

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
            self.hand_over()

    def hand_over(self) -> None:
        """Have the writer write what was added; wait only while it has enough to do."""
        rows, self._rows = self._rows, GraphRows(self._graph.keeps_search_text, self.device_of_sender)
        if rows.serials:
            self._written.append(self._writer.submit(self._write_rows, rows))
            self._graph.add_lines(rows.indexed)  # here, since the writer has more to wait for
        self._wait(AHEAD)

    def finish(self, document: Document, replaced: int | None, counts: DocumentCounts) -> None:
        """Say that all batches of a document have been added; `replaced` is the serial of the one that it replaces."""
        self._whole.append((document, replaced, counts))

    def drain(self) -> dict[int, str]:
        """Write what waits, and wait for it; returns why documents failed, by serial."""
        self.hand_over()
        self._wait(0)
        failed, self._failed = self._failed, {}
        return failed

    def flush(self) -> dict[int, str]:
        """Write what waits, and make the finished documents visible: the text index first, then their states.

        Returns why documents failed, by serial; what they would have replaced stays.
        """
        failed = self.drain()
        whole, self._whole = [one for one in self._whole if one[0].serial not in failed], []
        serials = [*failed, *(document.serial for document, _, _ in whole)]
        if not serials:
            return failed
        newest = max(serials)
        replaced = [
            (old, replace(document, lines=counts.lines)) for document, old, counts in whole if old is not None
        ]
        self.not_kept.extend(self._keep(self._graph, replaced))
        self._graph.commit_lines(newest)
        for start in range(0, len(whole), TOGETHER):
            self._graph.write_all(_finishing(whole[start : start + TOGETHER], self.device_of_sender))
        remove_documents(self._graph, [*(old for old, _ in replaced), *failed], newest)
        return failed

    def remove(self, serials: Sequence[int], generation: int) -> None:
        """Take documents out that nothing replaces."""
        self.not_kept.extend(self._keep(self._graph, [(serial, None) for serial in serials]))
        remove_documents(self._graph, serials, generation)

    def _write_rows(self, rows: GraphRows) -> None:
        """Write rows; what the graph refuses fails the documents that they are of, one of which is at fault."""
        new = [text for text in rows.repeated_texts() if text not in self._kept_once]
        texts = new[: KEPT_ONCE - len(self._kept_once)]
        self._kept_once.update(texts)
        try:
            self._graph.keep_once(texts)
            for statements in rows.transactions():
                self._graph.write_all([*self._first, *statements])
        except StatementFailedError as error:
            self._failed.update(dict.fromkeys(rows.serials, str(error)))

    def _wait(self, most: int) -> None:
        while len(self._written) > most:
            self._written.popleft().result()


def _finishing(
    some: Sequence[_Whole], device_of_sender: Callable[[str], str]
) -> list[tuple[str, Parameters]]:
    """Return what names documents' devices, makes the documents ready, and retires those that they replace."""
    named: dict[tuple[str, int], list[str]] = defaultdict(list)
    for document, _, counts in some:
        for name in sorted({*counts.hosts, document.device} - {""}):
            device = device_of_sender(name) if document.kind == "log" else name
            named[device, document.serial].append(name)
    writes: tuple[tuple[str, list[Any]], ...] = (
        (_FINISH, [_finished(document, counts) for document, _, counts in some]),
        (_ADOPT, [[replaced, document.serial, document.path] for document, replaced, _ in some if replaced]),
        (_RETIRE, [replaced for _, replaced, _ in some if replaced is not None]),
    )
    return [*link_devices(named), *((statement, {"rows": rows}) for statement, rows in writes if rows)]


def link_devices(named: Mapping[tuple[str, int], Sequence[str]]) -> list[tuple[str, Parameters]]:
    """Return what links devices with documents: (device, serial of a document) → the names that it has there."""
    if not named:
        return []
    links = [[device, serial, list(names)] for (device, serial), names in named.items()]
    devices = sorted({device for device, _ in named})
    return [(_NAME_DEVICES, {"rows": devices}), (_LINK_DEVICES, {"rows": links})]


def _finished(document: Document, counts: DocumentCounts) -> dict[str, object]:
    return {
        "serial": document.serial,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "device": document.device,
        "location": document.location,
        "source": document.source,
        "loaded": document.loaded,
        "lines": counts.lines,
        "explained": counts.explained,
        "tokens": counts.tokens,
        "fields": counts.fields,
        "entities": counts.entities,
        "counts": counts.to_json(),
    }


# Which documents the graph holds.

_DOCUMENTS = (
    "MATCH (d:Document) RETURN d.serial, d.bytes, d.state, d.path, d.sha256, d.kind, d.device, d.parser, d.location, "
    "d.source, d.counts, d.lines, d.lines_explained, d.variable_tokens, d.tokens_in_fields, d.first_line, "
    "d.loaded ORDER BY d.serial"
)
_GENERATION = "MATCH (s:Store {id: 1}) RETURN coalesce(s.generation, 0)"
_ENDS = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.number, l.text"
_YEAR_ASSUMED = (
    "UNWIND range($first, $last) AS id MATCH (l:Line {id: id})<-[:HAS_LINE]-(e:Event) "
    "WHERE e.timestamp IS NOT NULL RETURN e.year_assumed ORDER BY l.id DESC LIMIT 1"
)
LAST_LINES = 200
"""Lines at a log's end among which its last record with a time is looked for."""


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A document that the graph holds whole, and what was counted in it."""

    document: Document
    counts: DocumentCounts


def known_documents(graph: WritableGraph) -> dict[str, KnownDocument]:
    """Remove what an interrupted ingest left, and return the whole documents by path."""
    ready: dict[str, KnownDocument] = {}
    cut: list[int] = []
    for serial, size, state, *cells in graph.read(_DOCUMENTS, row_limit=ALL).rows:
        if state != "ready":
            cut.append(_number(serial))
            continue
        path, sha256, kind, device, parser, location, source = (str(cell or "") for cell in cells[:7])
        *counts, loaded = cells[7:]
        document = Document(
            path,
            sha256,
            kind,
            _number(serial),
            device=device,
            parser=parser,
            bytes=_number(size),
            location=location,
            source=source,
            loaded=str(loaded or ""),
        )
        ready[path] = KnownDocument(document, _counts(path, *counts))
    remove_documents(graph, cut, max(cut, default=0))
    return ready


def newest_serial(graph: WritableGraph, known: Mapping[str, KnownDocument]) -> int:
    """Return the highest serial ever given out, also to documents that are gone: none is given out twice."""
    rows = graph.read(_GENERATION, row_limit=1).rows
    kept = _number(rows[0][0]) if rows else 0
    return max((kept, *(each.document.serial for each in known.values())))


def assumes_years(graph: WritableGraph, known: KnownDocument) -> bool:
    """Say whether a log's times were read without their year: what comes behind may change it."""
    last = known.counts.lines
    first = max(1, last - LAST_LINES + 1)
    ids = {"first": line_id(known.document.serial, first), "last": line_id(known.document.serial, last)}
    rows = graph.read(_YEAR_ASSUMED, ids).rows
    return bool(rows and rows[0][0])


def end_lines(graph: WritableGraph, known: KnownDocument) -> dict[int, str]:
    """Return the texts of a document's first and last line by their numbers."""
    ids = [line_id(known.document.serial, number) for number in dict.fromkeys((1, known.counts.lines))]
    return {_number(number): str(text) for number, text in graph.read(_ENDS, {"ids": ids}).rows}


def _counts(path: str, text: Cell, *cells: Cell) -> DocumentCounts:
    lines, explained, tokens, fields, first_line = map(_number, cells)
    more = json.loads(str(text))
    return DocumentCounts(
        lines,
        explained,
        tokens,
        fields,
        types=Counter(more.get("types")),
        children=_number(more.get("children")),
        doubts=read_doubts(path, str(text)),
        days=more.get("days") or {},
        first_line=first_line or 1,
    )


def read_doubts(path: str, counts: str) -> tuple[Doubt, ...]:
    """Read what was doubtful about a document when it was loaded, from what it keeps of its counts."""
    return tuple(
        Doubt(path, reason, tuple(lines), sentence)
        for reason, lines, sentence in json.loads(counts).get("doubts", ())
    )


def _number(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0

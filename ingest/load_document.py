"""Takes one document through its parser into the graph: all of it, or what was appended."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graph_store.records import Document, SourceLine
from ingest.apply_parsers import apply_parser, split_batches
from ingest.build_entities import EntityBuilder
from ingest.find_tail import Tail, TailHashes, whole_span
from ingest.judge_records import RecordJudge
from ingest.known_documents import KnownDocument
from ingest.load_graph import GraphLoader
from ingest.read_lines import InputFile, read_lines
from ingest.read_times import TimeReader
from ingest.records import DocumentCounts, ParsedBatch, Parser
from ingest.sandbox import ParserError, Sandbox
from ingest.tally import DocumentTally, Tally

# Has Python let its threads take turns more often for a while.


OFTEN_S = 0.0002
"""With the usual 5 ms, the thread that writes the graph waits so long for its turn whenever the server has answered,
and the server waits with it."""


@contextmanager
def switch_often() -> Iterator[None]:
    """Let a thread that waits have its turn after a fifth of a millisecond, not after five; as before afterwards."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(OFTEN_S)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


# Has Python look for garbage less often for a while.


RARELY = (1_000_000, 10, 50)
"""Rows on their way to the graph are many, and no garbage: the usual (700, 10, 10) looks at each several times."""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Collect after 1,000,000 new objects, not after 700; as before afterwards."""
    usual = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


PROSE = Parser("prose", "text", {}, "")


@dataclass(frozen=True, slots=True)
class DocumentLoad:
    """How documents are loaded in one ingest; `references` are moments behind the last lines of logs."""

    loader: GraphLoader
    sandbox: Sandbox
    tally: Tally
    references: Mapping[str, datetime]

    def whole(self, file: InputFile, document: Document, parser: Parser, old: KnownDocument | None) -> bool:
        """Load a document; what it replaces goes when it is whole. False when it is only begun: see `wait`."""
        self.loader.start(document)
        replaced = old.document.serial if old else None
        span = whole_span(file, document.bytes)
        if parser is PROSE:
            for lines in split_batches(read_lines(file, span), "text"):
                self.tally.show_cut(lines)
                self.loader.add(document, ParsedBatch(lines, (), frozenset()), {})
            self.loader.finish(document, replaced, (), DocumentCounts())
            self.tally.count(file.path, DocumentCounts())
            return True
        counted = DocumentTally()
        self._parse(file, document, parser, read_lines(file, span), counted)
        self.loader.finish(document, replaced, counted.hosts | {document.device}, counted.counts())
        self.tally.count(file.path, counted.counts())
        return True

    def times(self, file: InputFile) -> TimeReader:
        """Return what reads a document's times, from its beginning."""
        reference = self.references.get(file.path)
        return TimeReader(reference or datetime.fromtimestamp(file.location.stat().st_mtime, UTC))

    def wait(self) -> Iterator[tuple[Document, str]]:
        """Yield the documents that were only begun, as soon as they are read, and why one failed."""
        return iter(())

    def tail(
        self, file: InputFile, known: KnownDocument, parser: Parser, tail: Tail, hashes: TailHashes
    ) -> bool:
        """Load what was appended to a document that is there.

        False when what was there has changed: the document stays unfinished, to be replaced by a whole one.
        """
        counted = DocumentTally.of(known.counts or DocumentCounts())
        self.loader.resume(known.document)
        self._parse(file, known.document, parser, tail.lines(), counted)
        with self.tally.timed("load"):
            self.loader.hand_over()
        with self.tally.timed("read"):
            found = hashes.of(tail)
        if not tail.only_grew(found):
            self.tally.forget(file.path)
            return False
        document = replace(known.document, sha256=found.sha256, bytes=found.bytes, location=file.origin)
        self.loader.finish(document, None, counted.hosts | {document.device}, counted.counts())
        self.tally.count(file.path, counted.counts())
        return True

    @collect_rarely()
    @switch_often()
    def _parse(
        self,
        file: InputFile,
        document: Document,
        parser: Parser,
        lines: Iterable[SourceLine],
        counted: DocumentTally,
    ) -> None:
        """Parse and hand over; the parser's workers go on while the graph is written."""
        judge = RecordJudge(file.path)
        first = sum(counted.types.values())
        builder = EntityBuilder(file.path, parser.schema, self.times(file), first)
        labels = type_labels(parser)
        outcomes = apply_parser(split_batches(lines, parser.kind), parser, builder, self.sandbox)
        while True:
            with self.tally.timed("parse"):
                batch = next(outcomes, None)
            if batch is None:
                counted.doubt(judge.doubts())
                self.tally.doubts.extend(judge.doubts())
                return
            if isinstance(batch, ParserError):
                self.tally.failures.append(f"{file.path}: {batch}")
                continue
            counted.add(batch)
            judge.take(batch.entities, batch.lines, batch.not_found)
            self.tally.show(batch)
            with self.tally.timed("load"):
                self.loader.add(document, batch, labels)


def type_labels(parser: Parser) -> dict[str, tuple[str, ...]]:
    """Return the further labels of each type that a parser finds."""
    definitions = parser.schema.get("$defs", {})
    return {kind: tuple(definition.get("x-labels", ())) for kind, definition in definitions.items()}

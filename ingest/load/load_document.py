"""Takes one document through its parser into the graph: all of it, or what was appended."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graph_store.records import Document, SourceLine
from ingest.files.find_files import InputFile
from ingest.files.find_tail import Tail, TailHashes, whole_span
from ingest.files.read_lines import read_lines
from ingest.files.read_times import TimeReader
from ingest.learn.judge_records import RecordJudge
from ingest.load.apply_parsers import apply_parser, split_batches
from ingest.load.build_entities import EntityBuilder
from ingest.load.load_graph import GraphLoader, KnownDocument
from ingest.load.tally import Tally
from ingest.records import DocumentCounts, ParsedBatch, Parser
from ingest.sandbox import ParserError, Sandbox

OFTEN_S = 0.0002
"""With the usual 5 ms, the thread that writes the graph waits so long for its turn whenever the server has answered,
and the server waits with it."""
RARELY = (1_000_000, 10, 50)
"""Rows on their way to the graph are many, and no garbage: the usual (700, 10, 10) looks at each several times."""
PROSE = Parser("prose", "text", {}, "")


@contextmanager
def fewer_waits() -> Iterator[None]:
    """Have threads take turns often, and garbage looked for rarely; as before afterwards."""
    interval_s, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(OFTEN_S)
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        sys.setswitchinterval(interval_s)
        gc.set_threshold(*threshold)


@dataclass(frozen=True, slots=True)
class DocumentLoad:
    """How documents are loaded in one ingest.

    `references` are moments behind the last lines of logs, in the zones of their headers.
    """

    loader: GraphLoader
    sandbox: Sandbox
    tally: Tally
    references: Mapping[str, datetime]

    def whole(self, file: InputFile, document: Document, parser: Parser, old: KnownDocument | None) -> bool:
        """Load a document; what it replaces goes when it is whole. False when it is only begun: see `wait`."""
        self.loader.start(document)
        counts, lines = DocumentCounts(), read_lines(file, whole_span(file, document.bytes))
        if parser is PROSE:
            for some in split_batches(lines, "text"):
                self.tally.show_cut(some)
                self.loader.add(document, ParsedBatch(some, (), frozenset()), {})
        else:
            self._parse(file, document, parser, lines, counts)
        self.loader.finish(document, old.document.serial if old else None, counts)
        self.tally.count(file.path, counts)
        return True

    def times(self, file: InputFile) -> TimeReader:
        """Return what reads a document's times, from its beginning."""
        reference = self.references.get(file.path)
        reference = reference or datetime.fromtimestamp(file.location.stat().st_mtime, UTC)
        return TimeReader(reference, reference.tzinfo or UTC)

    def wait(self) -> Iterator[tuple[Document, str]]:
        """Yield the documents that were only begun, as soon as they are read, and why one failed."""
        return iter(())

    def tail(
        self, file: InputFile, known: KnownDocument, parser: Parser, tail: Tail, hashes: TailHashes
    ) -> bool:
        """Load what was appended; False when what was there has changed: all of the document is to be loaded."""
        counts = deepcopy(known.counts)
        self.loader.resume(known.document)
        self._parse(file, known.document, parser, tail.lines(), counts)
        with self.tally.timed("load"):
            self.loader.hand_over()
        with self.tally.timed("read"):
            found = hashes.of(tail)
        if not tail.only_grew(found):
            self.tally.forget(file.path)
            return False
        document = replace(known.document, sha256=found.sha256, bytes=found.bytes, location=file.origin)
        self.loader.finish(document, None, counts)
        self.tally.count(file.path, counts)
        return True

    @fewer_waits()
    def _parse(
        self,
        file: InputFile,
        document: Document,
        parser: Parser,
        lines: Iterable[SourceLine],
        counts: DocumentCounts,
    ) -> None:
        """Parse and hand over; the parser's workers go on while the graph is written."""
        judge, labels = RecordJudge(file.path), type_labels(parser)
        given, named = parser.kind == "capture", parser.named
        builder = EntityBuilder(file.path, parser.schema, self.times(file), counts.entities, given, named)
        outcomes = apply_parser(split_batches(lines, parser.kind), parser, builder, self.sandbox)
        while True:
            with self.tally.timed("parse"):
                batch = next(outcomes, None)
            if batch is None:
                break
            if isinstance(batch, ParserError):
                self.tally.failures.append(f"{file.path}: {batch}")
                continue
            counts.add(batch)
            judge.take_batch(batch)
            self.tally.show(batch)
            with self.tally.timed("load"):
                self.loader.add(document, batch, labels)
        counts.doubt(judge.doubts())
        self.tally.doubts.extend(judge.doubts())


def type_labels(parser: Parser) -> dict[str, tuple[str, ...]]:
    """Return the further labels of each type that a parser finds."""
    definitions = parser.schema.get("$defs", {})
    return {kind: tuple(definition.get("x-labels", ())) for kind, definition in definitions.items()}

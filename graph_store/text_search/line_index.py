"""The full-text index over a knowledge graph's lines: tantivy, in a folder beside the database."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tantivy import (
    Document,
    Index,
    IndexWriter,
    Query,
    Schema,
    SchemaBuilder,
    Searcher,
    TextAnalyzerBuilder,
    Tokenizer,
)

from graph_store.graph import IndexedLine
from graph_store.text_search.errors import (
    LineIndexDamagedError,
    LineIndexLockedError,
    LineIndexWriteError,
    SearchRefusedError,
)
from graph_store.text_search.lucene_query import LINE_FIELD, lucene_query
from graph_store.text_search.lucene_words import FIELD

_DOCUMENT = "document"
_GENERATION = "generation"
_WORDS = "words"
_META = "meta.json"
_EQUALS = 5_000
"""How many lines of the last score are looked at for those with the first ids."""


class LineIndex:
    """Lines by their words. One process at a time writes; any number read, and see each commit at once.

    The writer's lock is the operating system's and ends with its process; what was not committed is gone
    with it. The generation is a record of the index itself, so it cannot disagree with the lines.
    """

    def __init__(self, folder: Path, *, heap_bytes: int = 64_000_000, threads: int = 1) -> None:
        """Open the index in a folder; make both when missing. Raises LineIndexDamagedError."""
        self._folder = folder
        self._heap_bytes = heap_bytes
        self._threads = threads
        self._index = _open(folder)
        self._writer: IndexWriter | None = None
        self._seen: tuple[int, int] | None = None

    def add(self, lines: Sequence[IndexedLine]) -> None:
        """Add lines, to be found after the next commit. Raises LineIndexLockedError."""
        writer = self._writing()
        try:
            for line in lines:
                writer.add_document(
                    Document(id=line.id, document=line.document, search_text=line.search_text)
                )
        except ValueError as error:
            raise self._write_error(error) from error

    def delete_document(self, serial: int) -> None:
        """Delete the lines of a document that were added so far, as of the next commit."""
        self._writing().delete_documents_by_term(_DOCUMENT, serial)

    def clear(self) -> None:
        """Delete all lines as of the next commit, before the index is built anew."""
        self._writing().delete_documents_by_query(Query.all_query())

    def commit(self, generation: int) -> None:
        """Write everything to disk under this generation, all or nothing."""
        writer = self._writing()
        writer.delete_documents_by_query(Query.exists_query(_GENERATION))
        try:
            writer.add_document(Document(generation=generation))
            writer.commit()
        except ValueError as error:
            raise self._write_error(error) from error

    def generation(self) -> int:
        """Return the last commit's generation; 0 before the first."""
        searcher = self._searcher()
        hits = searcher.search(Query.exists_query(_GENERATION), 1).hits
        values = searcher.fast_field_values(_GENERATION, [address for _, address in hits])
        return int(values[0] or 0) if values else 0

    def search(self, query: str, limit: int) -> list[tuple[int, float]]:
        """Find the best lines: (line id, score), best first, equal ones in the order of their ids.

        Raises LuceneSyntaxError and SearchRefusedError.
        """
        return self.best(query, limit)[0]

    def best(self, query: str, limit: int) -> tuple[list[tuple[int, float]], int]:
        """Find the best lines as `search` does, and count all. Raises as it does.

        Where more than 5,000 lines have the score of the last one, their first by id may be missing.
        """
        if limit < 1:
            return [], self.count(query)
        hits, total = self._hits(query, limit + 1)
        if len(hits) > limit and hits[limit][1] == hits[limit - 1][1] and limit < _EQUALS:
            hits, total = self._hits(query, _EQUALS)
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:limit], total

    def _hits(self, query: str, limit: int) -> tuple[list[tuple[int, float]], int]:
        searcher = self._searcher()
        try:
            result = searcher.search(lucene_query(query, self._index), limit, count=True)
        except ValueError as error:
            raise SearchRefusedError(query, str(error)) from error
        ids = searcher.fast_field_values(LINE_FIELD, [address for _, address in result.hits])
        hits = [(int(line or 0), float(score)) for line, (score, _) in zip(ids, result.hits, strict=True)]
        return hits, int(result.count)  # type: ignore[attr-defined]  # missing from tantivy's type stubs

    def count(self, query: str) -> int:
        """Count all lines that a query finds, exactly. Raises as `search` does."""
        translated = lucene_query(query, self._index)
        try:
            result = self._searcher().search(translated, 1, count=True)
        except ValueError as error:
            raise SearchRefusedError(query, str(error)) from error
        return int(result.count)  # type: ignore[attr-defined]  # missing from tantivy's type stubs

    def close(self) -> None:
        """Give up what was not committed and let another process write."""
        if self._writer is not None:
            self._writer.rollback()
            self._writer.wait_merging_threads()
            self._writer = None

    def _writing(self) -> IndexWriter:
        if self._writer is None:
            try:
                self._writer = self._index.writer(self._heap_bytes, self._threads)
                self._writer.garbage_collect_files()  # what a killed commit left stands in the next one's way
            except ValueError as error:
                if "LockBusy" in str(error):
                    raise LineIndexLockedError(self._folder) from error
                raise LineIndexDamagedError(self._folder, str(error)) from error
        return self._writer

    def _write_error(self, error: ValueError) -> LineIndexWriteError:
        """Let go of a writer that failed, so that the next one starts from the last commit."""
        self._writer = None
        return LineIndexWriteError(self._folder, str(error))

    def _searcher(self) -> Searcher:
        """Show the last commit of any process: every commit replaces the index's description file."""
        try:
            status = os.stat(self._folder / _META)
            seen = (status.st_ino, status.st_mtime_ns)
            if seen != self._seen:
                self._index.reload()
                self._seen = seen
        except (OSError, ValueError) as error:
            raise LineIndexDamagedError(self._folder, str(error)) from error
        return self._index.searcher()


def _open(folder: Path) -> Index:
    folder.mkdir(parents=True, exist_ok=True)
    try:
        index = Index(_schema(), path=str(folder))
    except ValueError as error:
        raise LineIndexDamagedError(folder, str(error)) from error
    index.register_tokenizer(_WORDS, TextAnalyzerBuilder(Tokenizer.whitespace()).build())
    index.config_reader("manual")
    return index


def _schema() -> Schema:
    """Keep nothing of a line but its words' places and its id: the text is in the graph."""
    builder = SchemaBuilder()
    builder.add_integer_field(LINE_FIELD, fast=True)
    builder.add_integer_field(_DOCUMENT, indexed=True)
    builder.add_integer_field(_GENERATION, indexed=True, fast=True)
    builder.add_text_field(FIELD, tokenizer_name=_WORDS, index_option="position")
    return builder.build()

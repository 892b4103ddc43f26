"""The full-text index over a knowledge graph's lines: tantivy, in a folder beside the database."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from tantivy import (
    Document,
    FieldType,
    Index,
    IndexWriter,
    Occur,
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
    LuceneSyntaxError,
    SearchRefusedError,
)
from graph_store.text_search.lucene_clauses import (
    Boosted,
    Clause,
    ClauseGroup,
    Everything,
    Fuzzy,
    Occurrence,
    Pattern,
    Phrase,
    TermRange,
    Wildcard,
    read_clauses,
    wildcard_words,
)
from graph_store.text_search.lucene_regex import (
    LARGEST_PATTERN,
    automaton_size,
    escape_literal,
    rust_regex,
)
from graph_store.text_search.lucene_words import ANY_CHARACTER, ANY_CHARACTERS, FIELD

LINE_FIELD = "id"
"""The field that every line has, blank ones included."""

LUCENES_SHARE = 1 / 2.2
"""Tantivy multiplies BM25 by 1 + k1, Lucene no more; beside patterns, which count 1 for both, that matters."""

_OCCURRENCES = {
    Occurrence.MUST: Occur.Must,
    Occurrence.SHOULD: Occur.Should,
    Occurrence.MUST_NOT: Occur.MustNot,
}


def lucene_query(text: str, index: Index) -> Query:
    """Translate for an index whose tokens are those of `search_text`. Raises LuceneSyntaxError."""
    return _Translation(text, index).query(read_clauses(text))


class _Translation:
    """Builds the query of one text, clause by clause."""

    def __init__(self, text: str, index: Index) -> None:
        self._text = text
        self._index = index
        self._schema = index.schema
        self._size = 0

    def query(self, clause: Clause) -> Query:
        match clause:
            case Phrase():
                return Query.boost_query(self._phrase(clause), LUCENES_SHARE)
            case Fuzzy(token, edits):
                self._bound(len(token))
                return Query.fuzzy_term_query(
                    self._schema, FIELD, token, distance=edits, transposition_cost_one=True
                )
            case Wildcard():
                return self._wildcard(clause)
            case Pattern(source, position):
                return self._automaton(rust_regex(source, self._text, position), position)
            case TermRange():
                return self._range(clause)
            case Everything():
                return Query.exists_query(LINE_FIELD)
            case Boosted(inner, factor):
                return Query.boost_query(self.query(inner), factor)
            case ClauseGroup(members):
                return Query.boolean_query(
                    [(_OCCURRENCES[how], self.query(member)) for how, member in members]
                )

    def _phrase(self, clause: Phrase) -> Query:
        tokens, slop = clause.tokens, clause.slop
        if len(tokens) == 1:
            return Query.term_query(self._schema, FIELD, tokens[0])
        if not slop or len(set(tokens)) == len(tokens):
            return Query.phrase_query(self._schema, FIELD, list(tokens), slop=slop)
        placed = placements(tokens, slop)
        if placed is None:
            raise SearchRefusedError(self._text, f"~{slop} behind a phrase that repeats a word")
        return _any_of([Query.phrase_query(self._schema, FIELD, [*places]) for places in placed])

    def _wildcard(self, clause: Wildcard) -> Query:
        found = wildcard_words(clause)
        queries = [self._automaton(_wildcard_regex(word), position=0) for word in found.words]
        if found.phrase:
            patterns: list[str | tuple[int, str]] = [_wildcard_regex(token) for token in found.phrase]
            self._bound(sum(automaton_size(_wildcard_regex(token)) for token in found.phrase))
            queries.append(Query.regex_phrase_query(self._schema, FIELD, patterns))
        return queries[0] if len(queries) == 1 else _any_of(queries)

    def _range(self, clause: TermRange) -> Query:
        """Use tantivy's parser, the only way to a range of text; analyzed ends hold nothing special."""
        if not clause.low and not clause.high:
            return self._automaton(".*", position=0)
        opening, closing = clause.brackets
        text = f"{FIELD}:{opening}{clause.low or '*'} TO {clause.high or '*'}{closing}"
        return self._index.parse_query(text, [FIELD])

    def _bound(self, size: int) -> None:
        """Count a pattern before tantivy compiles it: it does so with the interpreter stopped, and at any cost."""
        self._size += size
        if self._size > LARGEST_PATTERN:
            raise SearchRefusedError(
                self._text, f"its patterns have more than {LARGEST_PATTERN:,} positions together"
            )

    def _automaton(self, regex: str, position: int) -> Query:
        self._bound(automaton_size(regex))
        try:
            return Query.regex_query(self._schema, FIELD, regex)
        except ValueError as error:
            reason = str(error).replace("\n", " ")
            raise LuceneSyntaxError(
                self._text, position, f"a pattern that cannot be compiled ({reason})", "a simpler pattern"
            ) from error


MOST_PLACEMENTS = 2000


def placements(tokens: Sequence[str], slop: int) -> list[list[tuple[int, str]]] | None:
    """List every way to place a phrase's words with at most `slop` moves, as (place, word) from 0 on.

    Needed where a phrase repeats a word: tantivy would count one word twice. None for more than 2,000 ways.
    """
    if (slop + 1) ** len(tokens) > MOST_PLACEMENTS:
        return None
    found: dict[tuple[tuple[int, str], ...], None] = {}
    for moves in product(range(slop + 1), repeat=len(tokens)):
        places = [number + move for number, move in enumerate(moves)]
        if min(moves) == 0 and len(set(places)) == len(places):
            first = min(places)
            placed = sorted((place - first, token) for place, token in zip(places, tokens, strict=True))
            found[tuple(placed)] = None
    return [list(placed) for placed in found]


def _any_of(queries: Sequence[Query]) -> Query:
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _wildcard_regex(token: str) -> str:
    return escape_literal(token).replace(ANY_CHARACTERS, ".*").replace(ANY_CHARACTER, ".")


_DOCUMENT = "document"
_GENERATION = "generation"
_WORDS = "words"
_META = "meta.json"
_HEAP_BYTES = 64_000_000
_EQUALS = 5_000
"""How many lines of the last score are looked at for those with the first ids."""


class LineIndex:
    """Lines by their words. One process at a time writes; any number read, and see each commit at once.

    The writer's lock is the operating system's and ends with its process; what was not committed is gone
    with it. The generation is a record of the index itself, so it cannot disagree with the lines.
    """

    def __init__(self, folder: Path) -> None:
        """Open the index in a folder; make both when missing. Raises LineIndexDamagedError."""
        self._folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._index = Index(_schema(), path=str(folder))
        except ValueError as error:
            raise LineIndexDamagedError(folder, str(error)) from error
        self._index.register_tokenizer(_WORDS, TextAnalyzerBuilder(Tokenizer.whitespace()).build())
        self._index.config_reader("manual")
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

    def delete_lines(self, first: int, last: int) -> None:
        """Delete lines by their ids, `last` included, as of the next commit."""
        ids = Query.range_query(self._index.schema, LINE_FIELD, FieldType.Integer, first, last)
        self._writing().delete_documents_by_query(ids)

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

    def best(self, query: str, limit: int) -> tuple[list[tuple[int, float]], int]:
        """Find the best lines, (line id, score), best first, equal ones in the order of their ids; and count all.

        Where more than 5,000 lines have the score of the last one, their first by id may be missing.
        Raises LuceneSyntaxError and SearchRefusedError.
        """
        if limit < 1:
            return [], self.count(query)
        hits, total = self._hits(query, limit + 1)
        if len(hits) > limit and hits[limit][1] == hits[limit - 1][1] and limit < _EQUALS:
            hits, total = self._hits(query, _EQUALS)
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:limit], total

    def count(self, query: str) -> int:
        """Count all lines that a query finds, exactly. Raises as `best` does."""
        return self._hits(query, 1)[1]

    def _hits(self, query: str, limit: int) -> tuple[list[tuple[int, float]], int]:
        searcher = self._searcher()
        translated = lucene_query(query, self._index)
        try:
            result = searcher.search(translated, limit, count=True)
        except ValueError as error:
            raise SearchRefusedError(query, str(error)) from error
        ids = searcher.fast_field_values(LINE_FIELD, [address for _, address in result.hits])
        hits = [(int(line or 0), float(score)) for line, (score, _) in zip(ids, result.hits, strict=True)]
        return hits, int(result.count)  # type: ignore[attr-defined]  # missing from tantivy's type stubs

    def close(self) -> None:
        """Give up what was not committed and let another process write."""
        if self._writer is not None:
            self._writer.rollback()
            self._writer.wait_merging_threads()
            self._writer = None

    def _writing(self) -> IndexWriter:
        if self._writer is None:
            try:
                self._writer = self._index.writer(_HEAP_BYTES, 1)
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


def _schema() -> Schema:
    """Keep nothing of a line but its words' places and its id: the text is in the graph."""
    builder = SchemaBuilder()
    builder.add_integer_field(LINE_FIELD, fast=True)
    builder.add_integer_field(_DOCUMENT, indexed=True)
    builder.add_integer_field(_GENERATION, indexed=True, fast=True)
    builder.add_text_field(FIELD, tokenizer_name=_WORDS, index_option="position")
    return builder.build()

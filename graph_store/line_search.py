"""Searches lines: with tantivy beside the embedded store, with Neo4j's own index on Neo4j."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graph_store.errors import DiskFullError, GraphServerError, StatementFailedError
from graph_store.graph import IndexedLine, Parameters
from graph_store.text_search.errors import TextSearchError
from graph_store.text_search.line_index import LineIndex
from graph_store.text_search.normalize_statement import normalize_statement
from graph_store.text_search.rewrite_statement import rewrite_statement

HIT_LIMIT = 20_000


@dataclass(frozen=True, slots=True)
class PreparedStatement:
    """A statement as the server gets it; `notes` say where it sees less than was asked for."""

    statement: str
    parameters: Parameters
    notes: tuple[str, ...] = ()


class LineSearch:
    """Leaves the search to the server: Neo4j indexes `Line.search_text` itself, and runs full-text calls itself."""

    keeps_search_text = True
    """Whether lines have to have the property `search_text`, which the store's index reads."""

    def add(self, lines: Sequence[IndexedLine]) -> None:
        """Add lines, to be found after the next commit."""

    def delete_document(self, serial: int) -> None:
        """Delete a document's lines as of the next commit."""

    def delete_lines(self, first: int, last: int) -> None:
        """Delete lines by their ids, `last` included, as of the next commit."""

    def commit(self, generation: int) -> None:
        """Write everything under this generation, all or nothing; then let other processes write."""

    def prepare(self, statement: str, parameters: Parameters) -> PreparedStatement:
        """Make a full-text statement one that the server runs. Raises StatementFailedError."""
        with _refusals(statement):
            return PreparedStatement(*normalize_statement(statement, parameters))

    def close(self) -> None:
        """Give up what was not committed."""


class EmbeddedLineSearch(LineSearch):
    """A tantivy index beside the embedded server; its hits are put into the statement as keyed matches."""

    keeps_search_text = False

    def __init__(self, folder: Path) -> None:
        with _failures():
            self.index = LineIndex(folder)

    def add(self, lines: Sequence[IndexedLine]) -> None:
        with _failures():
            self.index.add(lines)

    def delete_document(self, serial: int) -> None:
        with _failures():
            self.index.delete_document(serial)

    def delete_lines(self, first: int, last: int) -> None:
        with _failures():
            self.index.delete_lines(first, last)

    def commit(self, generation: int) -> None:
        with _failures():
            self.index.commit(generation)
            self.index.close()

    def clear(self) -> None:
        """Delete all lines as of the next commit."""
        with _failures():
            self.index.clear()

    def prepare(self, statement: str, parameters: Parameters) -> PreparedStatement:
        with _refusals(statement):
            done = rewrite_statement(statement, parameters, self.index, HIT_LIMIT)
        notes = tuple(
            f"full-text search {use.query!r} used the best {use.hits} of {use.total} lines"
            for use in done.searches
            if use.cut
        )
        return PreparedStatement(done.statement, done.parameters, notes)

    def close(self) -> None:
        self.index.close()


@contextmanager
def _refusals(statement: str) -> Iterator[None]:
    try:
        yield
    except TextSearchError as error:
        raise StatementFailedError(statement, str(error), type(error).__name__) from error


@contextmanager
def _failures() -> Iterator[None]:
    try:
        yield
    except TextSearchError as error:
        kind = DiskFullError if "No space left" in str(error) else GraphServerError
        raise kind(str(error)) from error

"""The plug points of the graph store: the graph itself, and the text index beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from graph_store.records import Description, Table

Parameters = Mapping[str, Any]
"""What a statement's `$names` stand for: anything that Bolt carries."""


class IndexedLine(NamedTuple):
    """What the text index keeps of a line: node id, serial of its document, tokens separated by spaces."""

    id: int
    document: int
    search_text: str


class ReadableGraph(Protocol):
    """What the agent needs of a graph."""

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table: ...

    def describe(self) -> Description: ...


class WritableGraph(ReadableGraph, Protocol):
    """What ingest needs of a graph, on top."""

    @property
    def keeps_search_text(self) -> bool: ...

    def write_all(self, statements: Iterable[tuple[str, Parameters]]) -> None: ...

    def delete_document(self, serial: int) -> None: ...

    def delete_documents(self, serials: Sequence[int], generation: int) -> None: ...

    def delete_lines(self, first: int, last: int, generation: int) -> None: ...

    def add_lines(self, lines: Sequence[IndexedLine]) -> None: ...

    def commit_lines(self, generation: int) -> None: ...


class VectorGraph(WritableGraph, Protocol):
    """A graph with an index for vectors. Its name is `vector_index_name(label)`, on the property `embedding`."""

    def define_vectors(self, label: str, dimensions: int) -> None: ...


def vector_index_name(label: str) -> str:
    """Return what the index is called in every store: ArcadeDB gives no other name."""
    return f"{label}[embedding]"


class TextIndex(Protocol):
    """A full-text index over the lines, beside the graph. Changes count from `commit` on."""

    def add(self, lines: Sequence[IndexedLine]) -> None: ...

    def delete_document(self, serial: int) -> None: ...

    def commit(self, generation: int) -> None: ...

    def generation(self) -> int: ...

    def search(self, query: str, limit: int) -> list[tuple[int, float]]: ...

    def count(self, query: str) -> int: ...

    def close(self) -> None: ...

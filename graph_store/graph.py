"""The plug points of the graph store: the graph, and stopping a read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

from graph_store.records import Description, Table

Parameters = Mapping[str, Any]
"""What a statement's `$names` stand for: anything that Bolt carries."""
ROW_LIMIT = 50
"""Rows that one statement returns unless its caller asks for another number."""
TIME_LIMIT_S = 10.0
"""Seconds that one statement may take unless its caller allows another time."""


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
        row_limit: int = ROW_LIMIT,
        time_limit_s: float = TIME_LIMIT_S,
    ) -> Table: ...

    def describe(self) -> Description: ...


class WritableGraph(ReadableGraph, Protocol):
    """What ingest needs of a graph, on top."""

    @property
    def keeps_search_text(self) -> bool: ...

    def write_all(self, statements: Iterable[tuple[str, Parameters]]) -> None: ...

    def keep_once(self, texts: Iterable[str]) -> None: ...

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


class StopSignal:
    """Ends the statements of one piece of work from any thread, in the server as well, and lets it begin no other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ends: list[Callable[[], None]] = []
        self.stopped = False

    def stop(self) -> None:
        """End what runs; a second time changes nothing."""
        with self._lock:
            self.stopped = True
            ends, self._ends = self._ends, []
        for end in ends:
            end()

    @contextmanager
    def ending_with(self, end: Callable[[], None]) -> Iterator[None]:
        """Call `end`, which must not fail or wait, when the signal comes; at once where it has come."""
        with self._lock:
            late = self.stopped
            if not late:
                self._ends.append(end)
        if late:
            end()
        try:
            yield
        finally:
            with self._lock, suppress(ValueError):
                self._ends.remove(end)


_CURRENT: ContextVar[StopSignal | None] = ContextVar("stop_reading", default=None)


@contextmanager
def stoppable() -> Iterator[StopSignal]:
    """End what is read inside, also in threads and tasks that take its context along, when this is left."""
    signal = StopSignal()
    token = _CURRENT.set(signal)
    try:
        yield signal
    finally:
        _CURRENT.reset(token)
        signal.stop()


def current_stop() -> StopSignal:
    """Return the signal that ends what is read here; one that never comes where nobody set one."""
    return _CURRENT.get() or StopSignal()

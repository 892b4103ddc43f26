"""A graph that remembers what it was asked: for as long as nothing in it changes."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from graph_store.errors import TimeLimitError
from graph_store.graph import Parameters, ReadableGraph
from graph_store.records import Cell, Description, Table

MOST_CELLS = 500_000
"""How many single values are kept of all results together, those of the latest use: 50 MB or so."""
_TEXT_OF_A_CELL = 64
"""A text counts as one value for each so many characters."""
_OF_NOW = re.compile(
    r"\b(?:rand|randomUUID|timestamp|(?:local)?(?:date)?time|date)\s*\(\s*(?:\)|\{\s*timezone)"
    r"|\b(?:transaction|statement|realtime)\s*\(",
    re.IGNORECASE,
)
_Asked = tuple[str, str]


class RememberedReads:
    """Reads as the graph inside does, each statement once; make a new one when the graph has changed."""

    def __init__(self, inner: ReadableGraph, most_cells: int = MOST_CELLS) -> None:
        self._inner = inner
        self._most_cells = most_cells
        self._tables: OrderedDict[_Asked, tuple[Table, int]] = OrderedDict()
        self._cut: dict[_Asked, tuple[float, TimeLimitError]] = {}
        self._cells = 0
        self._lock = threading.Lock()

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        """Run a statement, or return what it gave before; what failed is run again, unless for want of time.

        Raises GraphError.
        """
        asked = (statement, repr(sorted((parameters or {}).items())))
        known = self._recall(asked, row_limit)
        if known is not None:
            return known
        cut = self._cut.get(asked)
        if cut is not None and cut[0] >= time_limit_s:
            raise cut[1]
        try:
            table = self._inner.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)
        except TimeLimitError as error:
            self._cut[asked] = time_limit_s, error
            raise
        if _OF_NOW.search(statement) is None:
            self._remember(asked, table)
        return table

    def try_again(self) -> None:
        """Forget which statements ran out of time: another question may find the graph less busy."""
        self._cut.clear()

    def describe(self) -> Description:
        """Tell what is in the graph."""
        return self._inner.describe()

    def _recall(self, asked: _Asked, row_limit: int) -> Table | None:
        with self._lock:
            table, _ = self._tables.get(asked, (None, 0))
            if table is None or (table.cut and len(table.rows) < row_limit):
                return None
            self._tables.move_to_end(asked)
        if len(table.rows) <= row_limit:
            return table
        return replace(table, rows=table.rows[:row_limit], cut=True)

    def _remember(self, asked: _Asked, table: Table) -> None:
        size = 1 + sum(_size(cell) for row in table.rows for cell in row)
        if size > self._most_cells:
            return
        with self._lock:
            _, before = self._tables.pop(asked, (table, 0))
            self._tables[asked] = table, size
            self._cells += size - before
            while self._cells > self._most_cells:
                _, (_, oldest) = self._tables.popitem(last=False)
                self._cells -= oldest


def _size(cell: Cell) -> int:
    if isinstance(cell, str):
        return 1 + len(cell) // _TEXT_OF_A_CELL
    if isinstance(cell, Mapping):
        return 1 + sum(map(_size, cell.values()))
    return 1 + sum(map(_size, cell)) if isinstance(cell, Sequence) else 1

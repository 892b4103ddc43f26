"""A graph that notes what is read of it."""

from __future__ import annotations

from collections.abc import Mapping

from graph_store.graph import Parameters, ReadableGraph
from graph_store.records import Description, Table


class CountedReads:
    """Reads as the graph inside does."""

    def __init__(self, inner: ReadableGraph) -> None:
        self.inner = inner
        self.statements: list[str] = []

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        self.statements.append(statement)
        return self.inner.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)

    def describe(self) -> Description:
        return self.inner.describe()


class GivenTables:
    """Answers with the first rows of a table that is given for each statement; has nothing else."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._tables = tables

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        found = self._tables[statement]
        return Table(found.columns, found.rows[:row_limit], cut=len(found.rows) > row_limit)

    def describe(self) -> Description:
        return Description(())

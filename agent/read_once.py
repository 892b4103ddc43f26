"""Reads a statement and its companion in one pass over the graph, where both have the same rows."""

from __future__ import annotations

from agent.evidence.companion import derive_companions
from agent.evidence.companion_records import Companion
from agent.evidence.matched_rows import COMPANION_ROWS, shows_values
from agent.records import Query
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import Parameters, ReadableGraph
from graph_store.records import Description, Table


def read_once(
    query: Query, graph: ReadableGraph, row_limit: int, time_limit_s: float
) -> tuple[Table, ReadableGraph]:
    """Return the statement's rows, and the graph to ask for their evidence: it does not try again what failed.

    A graph that remembers what it read knows the companion's rows already. Raises GraphError.
    """
    companion = _companion_of(query)
    asked = graph
    if companion is not None:
        try:
            beside = graph.read(
                companion.statement, query.parameters, row_limit=COMPANION_ROWS, time_limit_s=time_limit_s
            )
        except GraphServerError:
            raise
        except GraphError as error:
            asked = _Refusing(graph, companion.statement, error)
        else:
            if len(beside.rows) >= row_limit or not beside.cut:
                return _first_columns(beside, companion.width, row_limit), graph
    table = graph.read(query.statement, query.parameters, row_limit=row_limit, time_limit_s=time_limit_s)
    return table, asked


def _companion_of(query: Query) -> Companion | None:
    """Return the companion that is asked anyway and gives the statement's rows in their order."""
    found = derive_companions(query.statement)
    if len(found) != 1 or not found[0].width or found[0].instead or found[0].label:
        return None
    return found[0].ends if shows_values(query) and found[0].by_value and found[0].ends else found[0]


def _first_columns(table: Table, width: int, row_limit: int) -> Table:
    rows = tuple(row[:width] for row in table.rows[:row_limit])
    return Table(table.columns[:width], rows, table.cut or len(table.rows) > row_limit, table.notes)


class _Refusing:
    """Reads as the graph inside does, but not the statement that failed."""

    def __init__(self, inner: ReadableGraph, statement: str, error: GraphError) -> None:
        self._inner = inner
        self._statement = statement
        self._error = error

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        """Run a statement. Raises GraphError."""
        if statement == self._statement:
            raise self._error
        return self._inner.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)

    def describe(self) -> Description:
        """Tell what is in the graph."""
        return self._inner.describe()

"""A graph whose statements are traced: their text, their parameters' names, and how many rows came."""

from __future__ import annotations

from agent.tracing.spans import span
from graph_store.graph import Parameters, ReadableGraph
from graph_store.records import Description, Table


class TracedGraph:
    """Reads as the graph inside does. Parameters' values are the user's data, and stay out of the spans."""

    def __init__(self, inner: ReadableGraph) -> None:
        self._inner = inner

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        """Run a statement. Raises GraphError."""
        told = {"db.query.text": statement, "wirelore.parameters": ", ".join(sorted(parameters or {}))}
        with span("statement", told) as tell:
            table = self._inner.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)
            tell({"wirelore.rows": len(table.rows), "wirelore.cut": table.cut})
            return table

    def describe(self) -> Description:
        """Tell what is in the graph."""
        return self._inner.describe()

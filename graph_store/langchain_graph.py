"""LangChain's graph object over a KG, behind the same guard and limits."""

from __future__ import annotations

from typing import Any

from langchain_neo4j import Neo4jGraph

from graph_store.bolt_session import BoltAddress
from graph_store.errors import StatementFailedError, StatementRefusedError
from graph_store.foreign_statements import refuse
from graph_store.graph import ReadableGraph

ROW_LIMIT = 100_000
TIME_LIMIT_S = 10.0


class ReadOnlyNeo4jGraph(Neo4jGraph):
    """A Neo4jGraph that only reads: its `query`, which all its methods go through, is the KG's own `read`."""

    def __init__(self, address: BoltAddress, graph: ReadableGraph) -> None:
        """Open it as the reader, and without the schema that needs APOC."""
        user, password = address.reader or ("", "")
        super().__init__(
            url=address.url,
            username=user,
            password=password,
            database=address.database,
            refresh_schema=False,
            driver_config={"telemetry_disabled": True, "notifications_min_severity": "OFF"},
        )
        self._graph = graph

    def query(
        self, query: str, params: dict[str, Any] | None = None, session_params: dict[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Run a statement that only reads. Raises what `read` does, and StatementFailedError beyond 100,000 rows."""
        if refused := refuse(query, params):
            raise StatementRefusedError(query, "", refused)
        table = self._graph.read(query, params, row_limit=ROW_LIMIT, time_limit_s=TIME_LIMIT_S)
        if table.cut:
            raise StatementFailedError(query, f"more than {ROW_LIMIT} rows; add a LIMIT to the statement")
        return [dict(zip(table.columns, row, strict=True)) for row in table.rows]

"""The knowledge graph over Bolt, for the embedded server and Neo4j."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graph_store.bolt_session import BoltSession
from graph_store.describe import describe_graph
from graph_store.errors import GraphServerError, OlderGraphError, StatementFailedError, StatementRefusedError
from graph_store.graph import ROW_LIMIT, TIME_LIMIT_S, IndexedLine, Parameters
from graph_store.kg_folder import FORMAT
from graph_store.line_patterns import match_records_as_lines
from graph_store.line_search import LineSearch, PreparedStatement
from graph_store.read_only import check_read_only
from graph_store.records import Description, Table
from graph_store.schema import (
    EMBEDDED_NODES,
    Index,
    embedded_vector_index,
    quote_name,
    vector_index,
)

if TYPE_CHECKING:
    from langchain_neo4j import Neo4jGraph

DELETE_BATCH = 2000
DELETED_TOGETHER = 200
ID_BATCH = 100_000
KNOWN_READS = 1000
RUN_AGAIN_S = 0.2
"""A statement that ran for longer when the server was lost is not run again: it may be what the server died of.

Where the server had gone before, to connect fails at once.
"""
OWNERS = "UNWIND $ids AS id MATCH (:Line {id: id})<-[:HAS_LINE]-(e:Entity) RETURN DISTINCT e.id"
OWNERS_OF_LATER = (
    "UNWIND $ids AS id MATCH (e:Entity {id: id})-[:HAS_LINE]->(l:Line) WHERE l.id > $last "
    "RETURN DISTINCT e.id"
)
NAMES = "MERGE (s:Store {id: 2}) SET s += $names"
NO_NAMES = "MATCH (s:Store {id: 2}) DELETE s"
"""In a transaction of its own: names count when a node that has them is committed."""
COUNT_LINES = "MATCH (n:Line) RETURN count(n)"
DELETE = "UNWIND $ids AS id MATCH (n:{label} {{id: id}}) DETACH DELETE n"
DELETE_DOCUMENTS = (
    "UNWIND $serials AS s MATCH (n:Store {document: s}) DELETE n",
    "UNWIND $serials AS s MATCH (d:Document {serial: s}) DETACH DELETE d",
)
GENERATION = "MERGE (s:Store {id: 1}) SET s.generation = $generation, s.format = $format"
FIRST_FORMAT = (
    "OPTIONAL MATCH (d:Document) WITH count(d) AS documents WHERE documents = 0 "
    "MERGE (s:Store {id: 1}) SET s.format = $format"
)
WITH_SECRETS = (
    "MATCH (d:Document) WITH count(d) AS documents OPTIONAL MATCH (s:Store {id: 1}) "
    "WITH documents, s WHERE documents > 0 AND coalesce(s.format, 1) < $format RETURN documents"
)


class BoltGraph:
    """One graph. `connect` opens the server, and again when the server was lost.

    With `checks_query_type` the server must also say, by EXPLAIN, that a statement only reads (Neo4j can;
    ArcadeDB calls everything a write there, but has a user that may only read).
    """

    def __init__(
        self,
        connect: Callable[[], BoltSession],
        lines: LineSearch,
        *,
        checks_query_type: bool,
        on_close: Callable[[], None],
        ingest_runs: Callable[[], bool | None] = lambda: None,
        on_removed: Callable[[int, int], None] = lambda removed, kept: None,
        run_sql: Callable[[Iterable[str]], None] | None = None,
    ) -> None:
        self._connect = connect
        self._lines = lines
        self._checks_query_type = checks_query_type
        self._on_close = on_close
        self._ingest_runs = ingest_runs
        self._on_removed = on_removed
        self._run_sql = run_sql
        self._known_reads: set[str] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._session = connect()

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = ROW_LIMIT,
        time_limit_s: float = TIME_LIMIT_S,
    ) -> Table:
        """Run a statement that only reads; `notes` say where full-text search used only the best lines.

        Raises StatementRefusedError, StatementFailedError, TimeLimitError or GraphServerError.
        """
        check_read_only(statement)
        prepared = self._lines.prepare(match_records_as_lines(statement), parameters or {})
        check_read_only(prepared.statement)
        session, started = self._session, time.monotonic()
        try:
            return self._read(session, prepared, row_limit, time_limit_s)
        except GraphServerError as error:
            ran_s = time.monotonic() - started
            found = self._reconnect(session)
            if ran_s > RUN_AGAIN_S:
                message = f"the graph server ended while it ran for {ran_s:.0f} s; it may need less memory"
                raise StatementFailedError(statement, message, "ServerLost") from error
        try:
            return self._read(found, prepared, row_limit, time_limit_s)
        except GraphServerError as error:
            message = "the graph server ended twice while it ran; it may need less memory"
            raise StatementFailedError(statement, message, "ServerLost") from error

    @property
    def keeps_search_text(self) -> bool:
        """Whether lines need the property `search_text`: the store's own index reads it there."""
        return self._lines.keeps_search_text

    def write(self, statement: str, parameters: Parameters | None = None) -> None:
        """Run one statement in a transaction of its own."""
        self.write_all([(statement, parameters or {})])

    def write_all(self, statements: Iterable[tuple[str, Parameters]]) -> None:
        """Run statements in one transaction: all of them, or none. Keep one under a second."""
        self._writing(lambda session: session.write_all(statements))

    def keep_once(self, texts: Iterable[str]) -> None:
        """Have the embedded store keep texts once, in all that is written from now on; a Neo4j keeps each where it is.

        ArcadeDB writes a value that reads like a property's name as the name's number, and forgets no name. By its `id`
        the node of the names is found.
        """
        names = {text: True for text in texts if text != "id" and not text.startswith("@")}
        if names and self._run_sql is not None:
            self.write(NAMES, {"names": names})
            self.write(NO_NAMES)

    def define(self, statement: str) -> None:
        """Run a statement that makes an index or a constraint."""
        self._writing(lambda session: session.define(statement))

    def define_missing(self, indexes: Iterable[Index]) -> None:
        """Make the indexes that are not there: to define one again has ArcadeDB read all nodes of its label, once."""
        there = self._session.indexes()
        if self._run_sql is not None and there.isdisjoint({("Entity", "id"), ("Document", "serial")}):
            self._run_sql(EMBEDDED_NODES)  # not in a KG of an older version, which keeps its two indexes
        for index in indexes:
            if (index.label, index.name) not in there:
                self.define(index.definition())

    def define_vectors(self, label: str, dimensions: int) -> None:
        """Make the vector index of a label anew, empty; the nodes of the label go. Raises GraphError."""
        self.write(f"MATCH (n:{quote_name(label)}) DETACH DELETE n")
        if self._run_sql is not None:
            self._run_sql(embedded_vector_index(label, dimensions))
            return
        for statement in vector_index(label, dimensions):
            self.define(statement)

    def describe(self) -> Description:
        """Read what is in the graph."""
        return describe_graph(self)

    def delete_document(self, serial: int) -> None:
        """Delete a document with its lines and entities, in small batches: a kill leaves a part."""
        self._lines.delete_document(serial)
        self._delete_nodes([serial])

    def delete_documents(self, serials: Sequence[int], generation: int) -> None:
        """Delete documents out of the text index first; after a kill, their nodes tell the next ingest to go on."""
        for serial in serials:
            self._lines.delete_document(serial)
        self.commit_lines(generation)
        self._delete_nodes(serials)

    def delete_lines(self, first: int, last: int, generation: int) -> None:
        """Delete lines by ids, `last` included, and entities on no later one; after a kill, the same call goes on."""
        self._lines.delete_lines(first, last)
        self.commit_lines(generation)
        for start in range(first, last + 1, DELETE_BATCH):
            ids = list(range(start, min(start + DELETE_BATCH, last + 1)))
            owners = {row[0] for row in self.read(OWNERS, {"ids": ids}, row_limit=ID_BATCH).rows}
            owners.difference_update(ids)  # a record that is its line goes with it
            there = {"ids": list(owners), "last": last}
            owners.difference_update(
                row[0] for row in self.read(OWNERS_OF_LATER, there, row_limit=ID_BATCH).rows
            )
            gone = {"Entity": list(owners), "Line": ids}
            self.write_all((DELETE.format(label=label), {"ids": some}) for label, some in gone.items())
        self._tell_removed(last + 1 - first)

    def add_lines(self, lines: Sequence[IndexedLine]) -> None:
        """Put lines into the text index; they count from `commit_lines` on."""
        self._lines.add(lines)

    def commit_lines(self, generation: int) -> None:
        """Make the text index's changes count, and keep in the graph which generation belongs to it."""
        self._lines.commit(generation)
        self.write(GENERATION, {"generation": generation, "format": FORMAT})

    def mark_empty(self) -> None:
        """Note in a graph without documents that those to come are redacted: others open it while they are loaded."""
        self.write(FIRST_FORMAT, {"format": FORMAT})

    def require_stand_ins(self, name: str) -> None:
        """Raise OlderGraphError where documents were loaded with their secrets, by an older version."""
        if self.read(WITH_SECRETS, {"format": FORMAT}).rows:
            raise OlderGraphError(name, "NEW")

    def generation(self) -> int:
        """Read which generation of the text index belongs to the graph; 0 when nothing was ever committed."""
        rows = self.read("MATCH (s:Store {id: 1}) RETURN coalesce(s.generation, 0)").rows
        return int(str(rows[0][0])) if rows else 0

    def ingest_runs(self) -> bool | None:
        """Say whether an ingest is running; None where that cannot be told."""
        return self._ingest_runs()

    def langchain(self) -> Neo4jGraph:
        """Open LangChain's own graph object, for what is built on it: it reads as `read` does, and never writes."""
        from graph_store.langchain_graph import ReadOnlyNeo4jGraph

        return ReadOnlyNeo4jGraph(self._session.address, self)

    def close(self) -> None:
        """Close the connections; an embedded server ends when its last client has."""
        with self._lock:
            self._closed = True
        self._session.close()
        self._lines.close()
        self._on_close()

    def __enter__(self) -> BoltGraph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(
        self, session: BoltSession, prepared: PreparedStatement, row_limit: int, time_limit_s: float
    ) -> Table:
        statement, parameters = prepared.statement, prepared.parameters
        if self._checks_query_type and statement not in self._known_reads:
            found = session.query_type(statement, parameters)
            if found != "r":
                message = (
                    f"the server says that this statement writes (type {found!r}); expected one that reads"
                )
                raise StatementRefusedError(statement, found, message)
            if len(self._known_reads) >= KNOWN_READS:
                self._known_reads.clear()
            self._known_reads.add(statement)
        table = session.read(statement, parameters, row_limit, time_limit_s)
        return replace(table, notes=prepared.notes)

    def _delete_nodes(self, serials: Sequence[int]) -> None:
        removed = 0
        for start in range(0, len(serials), DELETED_TOGETHER):
            some = list(serials[start : start + DELETED_TOGETHER])
            removed += self._delete_all("Line", some)
            self._delete_all("Entity", some)
            self.write_all([(statement, {"serials": some}) for statement in DELETE_DOCUMENTS])
        if removed:
            self._tell_removed(removed)

    def _tell_removed(self, lines: int) -> None:
        self._on_removed(lines, int(str(self.read(COUNT_LINES).rows[0][0])))

    def _delete_all(self, label: str, serials: Sequence[int]) -> int:
        """Delete documents' nodes with that label, which reads all of it once; returns how many they were."""
        some = f"MATCH (n:{label}) WHERE n.document IN $serials RETURN n.id"
        found = self.read(some, {"serials": serials}, row_limit=ID_BATCH)
        ids = [row[0] for row in found.rows]
        for start in range(0, len(ids), DELETE_BATCH):
            self.write(DELETE.format(label=label), {"ids": ids[start : start + DELETE_BATCH]})
        return len(ids) + (self._delete_all(label, serials) if found.cut else 0)

    def _writing(self, act: Callable[[BoltSession], None]) -> None:
        session = self._session
        try:
            act(session)
        except GraphServerError:
            self._reconnect(session)
            raise

    def _reconnect(self, lost: BoltSession) -> BoltSession:
        """Connect again. Until that succeeds the lost session stays, so that the next statement tries it anew."""
        with self._lock:
            if self._closed:
                raise GraphServerError(f"{lost.address.url}: this connection was closed")
            if self._session is lost:
                self._session = self._connect()
                lost.close()
            return self._session

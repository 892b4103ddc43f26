"""Runs statements on one Bolt server, as its writing or its reading user, and explains failures."""

from __future__ import annotations

import math
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime
from datetime import time as clock_time
from itertools import chain
from typing import Any

import graph_store.load_driver  # noqa: F401 - the first to load it

# isort: split
import neo4j
from neo4j.exceptions import (
    AuthError,
    DatabaseUnavailable,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)
from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time

from graph_store.errors import (
    DiskFullError,
    GraphServerError,
    StatementFailedError,
    StoppedError,
    TimeLimitError,
)
from graph_store.graph import Parameters, current_stop
from graph_store.records import Cell, Table

PARALLEL_READS = 16
CONNECT_LIMIT_S = 10.0
PARALLEL_ENDS = 8
"""Threads that ask the server to end statements: those that read may all be waiting for statements of that kind."""
EXPLAIN = "EXPLAIN "
SHOW_INDEXES = "SHOW INDEXES"
MARK = "wirelore"
RUNNING = (
    f"SHOW TRANSACTIONS YIELD transactionId, metaData WHERE metaData.{MARK} = $mark RETURN transactionId"
)
TERMINATE = "TERMINATE TRANSACTIONS $ids"
"""How a Neo4j ends a statement, by what was given to it along with it; a user may end their own."""
PLACE_LATER = re.compile(r"(\(line \d+, column \d+ \(offset: )(\d+)\)\)")
PLACE = re.compile(r"\(line 1, column (\d+) \(offset: (\d+)\)\)")


@dataclass(frozen=True, slots=True)
class BoltAddress:
    """Where a Bolt server is, and who its two users are; on a server with one user they are the same."""

    url: str
    database: str | None
    writer: tuple[str, str] | None
    reader: tuple[str, str] | None
    stop_statement: Callable[[str, float], None] | None = None
    """Asks the server to end the one statement of this text that began at about that time, by `time.monotonic()`."""


class _Answer(Future[Table]):
    """What a statement gives. `mark` goes along with it; `started` is 0 until it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = uuid.uuid4().hex
        self.started = 0.0


class BoltSession:
    """The two drivers. Statements go to the server as they are: what may be read is decided above."""

    def __init__(self, address: BoltAddress) -> None:
        self.address = address
        self._writer = open_driver(address, address.writer)
        try:
            same = address.reader == address.writer
            self._reader = self._writer if same else open_driver(address, address.reader)
        except GraphServerError:
            self._writer.close()
            raise
        self._threads = ThreadPoolExecutor(PARALLEL_READS, thread_name_prefix="graph-read")
        self._enders = ThreadPoolExecutor(PARALLEL_ENDS, thread_name_prefix="graph-end")

    def read(self, statement: str, parameters: Parameters, row_limit: int, time_limit_s: float) -> Table:
        """Run a statement as the reader; asks for one row more than `row_limit`, to know whether it cut.

        The server may go on with what was cut or is out of time: it is asked to end it, and nobody waits for that.
        Raises StoppedError, too, when nobody waits any more.
        """
        answer = _Answer()

        def end() -> None:
            if not answer.done():
                with suppress(InvalidStateError):
                    answer.set_exception(StoppedError(statement))
                self._begin_end(statement, answer)

        try:
            self._threads.submit(self._answer, answer, statement, parameters, row_limit, time_limit_s)
        except RuntimeError as error:  # another thread found the server lost, and closed this
            raise GraphServerError(f"{self.address.url}: the connection was closed") from error
        try:
            with current_stop().ending_with(end):
                return answer.result(time_limit_s)
        except FutureTimeoutError as error:
            end()
            raise _out_of_time(statement, time_limit_s) from error

    def query_type(self, statement: str, parameters: Parameters) -> str:
        """Ask the server, by EXPLAIN, whether a statement reads ("r") or writes; without running it."""
        try:
            with self._failures(statement, CONNECT_LIMIT_S), self._session(self._reader) as session:
                return session.run(EXPLAIN + statement, _unprinted(parameters)).consume().query_type or ""
        except StatementFailedError as error:
            raise type(error)(statement, _without_explain(str(error)), error.code) from error

    def write_all(self, statements: Iterable[tuple[str, Parameters]]) -> None:
        """Run statements as the writer in one explicit transaction: all of them, or none."""
        statement = ""
        with (
            self._failures("BEGIN", 0.0),
            self._session(self._writer, neo4j.WRITE_ACCESS) as session,
            session.begin_transaction() as transaction,
        ):
            for statement, parameters in statements:
                sent = _unprinted(parameters)
                with self._failures(statement, 0.0):
                    transaction.run(statement, sent).consume()
                _empty(sent)
            with self._failures(statement, 0.0):
                transaction.commit()

    def define(self, statement: str) -> None:
        """Run a statement that changes the schema, which servers want outside explicit transactions."""
        with self._failures(statement, 0.0), self._session(self._writer, neo4j.WRITE_ACCESS) as session:
            session.run(statement).consume()

    def indexes(self) -> frozenset[tuple[str, str]]:
        """Return the label and the property of every index on one property."""
        with self._failures(SHOW_INDEXES, 0.0), self._session(self._writer) as session:
            found = [(record["labelsOrTypes"], record["properties"]) for record in session.run(SHOW_INDEXES)]
        return frozenset((labels[0], names[0]) for labels, names in found if labels and len(names) == 1)

    def close(self) -> None:
        """Close both drivers; a statement that is still running fails."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._enders.shutdown(wait=False, cancel_futures=True)
        self._writer.close()
        self._reader.close()

    def _answer(
        self,
        answer: _Answer,
        statement: str,
        parameters: Parameters,
        row_limit: int,
        time_limit_s: float,
    ) -> None:
        """Give the answer as soon as it is there; closing the session may take as long as the statement's rest."""
        if answer.done():  # stopped while it waited for a thread
            return
        try:
            with (
                self._failures(statement, time_limit_s),
                self._session(self._reader, fetch_size=row_limit + 1) as session,
            ):
                answer.started = time.monotonic()
                table = _fetch(session, statement, parameters, row_limit, time_limit_s, answer.mark)
                answer.set_result(table)
                if table.cut:  # to close the session waits for the rest, which nobody reads
                    self._begin_end(statement, answer)
        except BaseException as error:
            if not answer.done():
                with suppress(InvalidStateError):  # it was stopped just now
                    answer.set_exception(error)

    def _begin_end(self, statement: str, answer: _Answer) -> None:
        with suppress(RuntimeError):  # the connection was closed, which ends it as well
            self._enders.submit(self._end, statement, answer)

    def _end(self, statement: str, answer: _Answer) -> None:
        """Ask the server to end one statement; an embedded one answers when it has ended."""
        if self.address.stop_statement is not None:
            self.address.stop_statement(statement, answer.started)
            return
        with suppress(Neo4jError, DriverError), self._session(self._reader) as session:
            running = [row[0] for row in session.run(RUNNING, {"mark": answer.mark})]
            if running:
                session.run(TERMINATE, {"ids": running}).consume()

    def _session(
        self, driver: neo4j.Driver, access: str = neo4j.READ_ACCESS, fetch_size: int = 1000
    ) -> neo4j.Session:
        return driver.session(
            database=self.address.database, default_access_mode=access, fetch_size=fetch_size
        )

    @contextmanager
    def _failures(self, statement: str, time_limit_s: float) -> Iterator[None]:
        try:
            yield
        except (ServiceUnavailable, SessionExpired, AuthError, DatabaseUnavailable) as error:
            message = f"{self.address.url}: the graph server does not answer: {error}"
            raise GraphServerError(message) from error
        except Neo4jError as error:
            raise _explain(statement, error, time_limit_s) from error
        except DriverError as error:
            raise StatementFailedError(statement, str(error)) from error


def _fetch(
    session: neo4j.Session,
    statement: str,
    parameters: Parameters,
    row_limit: int,
    time_limit_s: float,
    mark: str,
) -> Table:
    query = neo4j.Query(statement, metadata={MARK: mark}, timeout=time_limit_s)
    result = session.run(query, _unprinted(parameters))
    records = result.fetch(row_limit + 1)
    columns = tuple(result.keys())
    rows = tuple(tuple(_as_cell(value) for value in record.values()) for record in records[:row_limit])
    return Table(columns, rows, cut=len(records) > row_limit)


class _Unprinted(list[Any]):
    """A list that says its length alone in the driver's log, which is put together even where nobody reads it."""

    def __repr__(self) -> str:
        return f"[{len(self)} items]"


def _unprinted(parameters: Parameters) -> dict[str, Any]:
    """Return the parameters as they are to be sent: to spell out rows takes as long as to pack them."""
    return {
        name: _Unprinted(value) if isinstance(value, list) else value for name, value in parameters.items()
    }


def _empty(parameters: dict[str, Any]) -> None:
    """Let go of rows that were sent: the driver keeps its parameters until Python next looks for garbage."""
    for value in parameters.values():
        if isinstance(value, _Unprinted):
            value.clear()


def open_driver(address: BoltAddress, user: tuple[str, str] | None) -> neo4j.Driver:
    """Connect as a user. Raises GraphServerError when nobody answers, or not to this user."""
    driver = neo4j.GraphDatabase.driver(
        address.url,
        auth=user,
        connection_timeout=CONNECT_LIMIT_S,
        notifications_min_severity="OFF",
        telemetry_disabled=True,
    )
    try:
        driver.verify_connectivity()
    except (Neo4jError, DriverError, OSError) as error:
        driver.close()
        raise GraphServerError(f"{address.url}: no graph server answers there: {error}") from error
    return driver


def _without_explain(message: str) -> str:
    """Speak of the statement as it was given: without our word in front of it, and counted without it."""
    extra = len(EXPLAIN)
    place = PLACE.search(message)
    if place is None:
        return PLACE_LATER.sub(lambda match: f"{match[1]}{int(match[2]) - extra}))", message)
    column, offset = (int(number) - extra for number in place.groups())
    text = message.replace(place[0], f"(line 1, column {column} (offset: {offset}))")
    text = text.replace(f'"{EXPLAIN}', '"', 1)
    return re.sub(rf"\n {{{extra}}}( *\^)$", r"\n\1", text)


def _explain(statement: str, error: Neo4jError, time_limit_s: float) -> Exception:
    message, code = error.message or str(error), error.code or ""
    if "timeout" in message.lower() or "timedout" in code.lower():
        error_of_limit = TimeLimitError(statement, message, code)
        return _out_of_time(statement, time_limit_s) if time_limit_s else error_of_limit
    if "no space left" in message.lower():
        return DiskFullError(f"no room to write: {message}")
    return StatementFailedError(statement, message, code)


def _out_of_time(statement: str, time_limit_s: float) -> TimeLimitError:
    return TimeLimitError(statement, f"no result within {time_limit_s:.1f} s", "TimeLimit")


# Converts what the driver returns to plain JSON.


TIMES = (date, datetime, clock_time, Date, DateTime, Time, Duration)


def _as_cell(value: object) -> Cell:
    """Turn one value of a row into plain JSON.

    A node is its properties and `labels`, a relation its properties and `relation` (its type), a path a list
    of nodes and relations in turn; times are ISO 8601 text; a number that JSON does not know is text.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Node):
        return {**_properties(value), "labels": tuple(sorted(value.labels))}
    if isinstance(value, Relationship):
        return {**_properties(value), "relation": value.type}
    if isinstance(value, Path):
        steps = [value.start_node] if value.start_node is not None else []
        pairs = zip(value.relationships, value.nodes[1:], strict=True)
        return tuple(_as_cell(step) for step in chain(steps, *pairs))
    if isinstance(value, Mapping):
        return {str(name): _as_cell(cell) for name, cell in value.items()}
    if isinstance(value, Point):
        return tuple(float(number) for number in value)
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(_as_cell(cell) for cell in value)
    if isinstance(value, bytes | bytearray):
        return value.hex()
    return value.isoformat() if isinstance(value, TIMES) and hasattr(value, "isoformat") else str(value)


def _properties(entity: Node | Relationship) -> dict[str, Cell]:
    return {name: _as_cell(cell) for name, cell in entity.items()}

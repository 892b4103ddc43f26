"""Opens a KG: a folder with its embedded server, or a Bolt server by URL."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import graph_store.load_driver  # noqa: F401 - the first to load it

# isort: split
import neo4j
from neo4j.exceptions import ClientError, DriverError, Neo4jError

from graph_store.arcadedb_http import run_sql, stop_statement
from graph_store.bolt_graph import BoltGraph
from graph_store.bolt_session import BoltAddress, BoltSession, open_driver
from graph_store.embedded_server import HEAP, IDLE_S, ServerLease, lease_server
from graph_store.errors import (
    DiskFullError,
    GraphServerError,
    LockedGraphError,
    MissingGraphError,
    UnknownGraphError,
)
from graph_store.graph import IndexedLine
from graph_store.java_server import DATABASE, note_removed
from graph_store.kg_folder import hold_ingest_lock, ingest_runs, require_folder
from graph_store.line_search import EmbeddedLineSearch, LineSearch
from graph_store.schema import EMBEDDED_SCHEMA, NEO4J_SCHEMA
from graph_store.server_file import ROOT_FOLDER, ServerRecord
from graph_store.text_search.tokenize_line import search_text

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
TEXT_FOLDER = "text"


def open_graph(
    kg: str,
    *,
    create: bool = False,
    user: str = "",
    password: str = "",
    database: str | None = None,
    idle_s: float = IDLE_S,
    heap: str = HEAP,
) -> BoltGraph:
    """Open the KG, a folder or a URL; with `create` it is made where there is none, and its indexes too.

    `user`, `password` and `database` are for URLs; `idle_s` and `heap` (java's -Xmx) for a folder's server,
    if it has to be started. Raises the GraphErrors.
    """
    if _is_url(kg):
        address = _server_address(kg, user, password, database)
        graph = BoltGraph(
            lambda: BoltSession(address), LineSearch(), checks_query_type=True, on_close=lambda: None
        )
        steps = [partial(graph.define, each) for each in NEO4J_SCHEMA] + [graph.mark_empty] if create else []
        return _prepared(graph, *steps, partial(graph.require_stand_ins, kg))
    folder = Path(kg)
    try:
        require_folder(folder, create)
        lines = _open_line_search(folder)
        graph = _open_folder(folder, lines, idle_s, heap)
        steps = [partial(graph.define_missing, EMBEDDED_SCHEMA)] if create else []
        return _prepared(graph, *steps, partial(_mend_lines, folder, graph, lines))
    except OSError as error:
        raise _cannot_open(kg, error) from error


def _prepared(graph: BoltGraph, *steps: Callable[[], None]) -> BoltGraph:
    """Take the steps that make a graph ready to use; close it when one fails."""
    try:
        for step in steps:
            step()
    except BaseException:
        graph.close()
        raise
    return graph


def _is_url(kg: str) -> bool:
    known = ", ".join(f"{scheme}://" for scheme in SCHEMES)
    scheme, separator, _ = kg.partition(":")
    if not kg:
        raise MissingGraphError(f"the KG's name is empty; expected a folder or one of: {known}")
    if separator == "" or len(scheme) < 2 or not scheme.replace("+", "").isalnum():
        return False
    if scheme.lower() in SCHEMES and kg.startswith(f"{scheme}://"):
        return True
    raise UnknownGraphError(f"unknown graph URL {kg!r}; expected a folder or one of: {known}")


def _cannot_open(kg: str, error: OSError) -> GraphServerError:
    kind = DiskFullError if error.errno == errno.ENOSPC else GraphServerError
    return kind(f"{kg}: the KG cannot be opened: {error}")


def _server_address(url: str, user: str, password: str, database: str | None) -> BoltAddress:
    login = (user, password) if user else None
    return BoltAddress(url, database, writer=login, reader=login)


def _open_folder(folder: Path, lines: EmbeddedLineSearch, idle_s: float, heap: str) -> BoltGraph:
    held: list[ServerLease] = []

    def release() -> None:
        while held:
            held.pop().release()

    def join() -> BoltAddress:
        require_folder(folder, create=False)  # it may have gone since
        try:
            lease = lease_server(folder, idle_s, heap)
        except OSError as error:
            raise _cannot_open(str(folder), error) from error
        release()
        held.append(lease)
        return _folder_address(lease.server)

    def run(commands: Iterable[str]) -> None:
        server = held[-1].server
        run_sql(server.http_port, server.credentials, DATABASE, commands)

    def connect() -> BoltSession:
        address = join()
        try:
            return BoltSession(address)
        except GraphServerError:  # it may have ended between its file and our knock
            return BoltSession(join())

    try:
        return BoltGraph(
            connect,
            lines,
            checks_query_type=False,
            on_close=release,
            ingest_runs=lambda: ingest_runs(folder),
            on_removed=partial(note_removed, folder / ROOT_FOLDER),
            run_sql=run,
        )
    except BaseException:
        release()
        raise


def _folder_address(server: ServerRecord) -> BoltAddress:
    users = server.credentials
    return BoltAddress(
        f"bolt://127.0.0.1:{server.bolt_port}",
        DATABASE,
        writer=(users.writer, users.writer_password),
        reader=(users.reader, users.reader_password),
        stop_statement=partial(stop_statement, server.http_port, users),
    )


# Makes an embedded KG's text index agree with its graph again, after an ingest died between the two.


BATCH = 5000
LINES_BY_ID = "UNWIND range($first, $last) AS id WITH * MATCH (l:Line {id: id}) RETURN l.id, l.text"
DOCUMENTS = "MATCH (d:Document) RETURN d.serial, coalesce(d.lines, 0) ORDER BY d.serial"


def _open_line_search(folder: Path) -> EmbeddedLineSearch:
    """Open KG/text; one that cannot be read is thrown away, as it can be made from the graph."""
    try:
        return EmbeddedLineSearch(folder / TEXT_FOLDER)
    except GraphServerError:
        with _only_ingest(folder):
            shutil.rmtree(folder / TEXT_FOLDER)
        return EmbeddedLineSearch(folder / TEXT_FOLDER)


def _mend_lines(folder: Path, graph: BoltGraph, search: EmbeddedLineSearch) -> None:
    """Rebuild the text index when its generation is not the graph's, unless another process is ingesting."""
    if search.index.generation() == graph.generation():
        return
    with suppress(LockedGraphError), _only_ingest(folder):
        generation = graph.generation()
        if search.index.generation() == generation:
            return
        search.clear()
        for lines in _all_lines(graph):
            search.add(lines)
        search.commit(generation)


@contextmanager
def _only_ingest(folder: Path) -> Iterator[None]:
    """Be the only ingest; who is that already stays it. Raises LockedGraphError when another process is."""
    with ExitStack() as held:
        try:
            held.enter_context(hold_ingest_lock(folder))
        except LockedGraphError as error:
            if error.pid != os.getpid():
                raise
        yield


def _all_lines(graph: BoltGraph) -> Iterator[list[IndexedLine]]:
    for serial, count in graph.read(DOCUMENTS, row_limit=10**9).rows:
        if not isinstance(serial, int) or not isinstance(count, int):
            continue
        for start in range(1, count + 1, BATCH):
            ids = {"first": serial * 2**32 + start, "last": serial * 2**32 + min(start + BATCH - 1, count)}
            rows = graph.read(LINES_BY_ID, ids, row_limit=BATCH).rows
            yield [IndexedLine(int(str(line)), serial, search_text(str(text or ""))) for line, text in rows]


# The lock of the one ingest into a graph. In a server it is an open transaction, which ends with its client.


WAIT_S = 2.0
"""How long the lock of another ingest is waited for; a server that looks at its clock seldom takes longer."""
CONSTRAINT = "wirelore_ingest"
_KNOWN = f"SHOW CONSTRAINTS YIELD name WHERE name = '{CONSTRAINT}' RETURN name"
_CONSTRAIN = f"CREATE CONSTRAINT {CONSTRAINT} IF NOT EXISTS FOR (n:Ingest) REQUIRE n.id IS UNIQUE"
_LOCK = "MERGE (n:Ingest {id: 1}) RETURN n.id"
"""Never committed, so nobody sees the node; the unique id makes the next one who wants it wait."""
_TAKEN = ("TransactionTimedOut", "LockClientStopped", "LockAcquisitionTimeout")


@contextmanager
def ingest_lock(
    kg: str, *, user: str = "", password: str = "", database: str | None = None
) -> Iterator[None]:
    """Be the only ingest into a folder or Neo4j; other servers have no lock. Raises LockedGraphError."""
    with ExitStack() as held:
        if _is_url(kg):
            address = _server_address(kg, user, password, database)
            driver = held.enter_context(open_driver(address, address.writer))
            with _refusals(address):
                if _can_lock(driver, address):
                    held.enter_context(_hold(driver, address))
        else:
            require_folder(Path(kg), create=True)
            held.enter_context(hold_ingest_lock(Path(kg)))
        yield


def _can_lock(driver: neo4j.Driver, address: BoltAddress) -> bool:
    """See to it that the lock's node can be there once only; False on a server that does not know how."""
    with driver.session(database=address.database) as session:
        try:
            known = session.run(_KNOWN).values()
        except ClientError:
            return False
        if not known:
            session.run(neo4j.Query(_CONSTRAIN, timeout=WAIT_S)).consume()
        return bool(known or session.run(_KNOWN).values())


@contextmanager
def _hold(driver: neo4j.Driver, address: BoltAddress) -> Iterator[None]:
    """Try for the lock, take it, and give it back."""
    with driver.session(database=address.database) as session:
        trial = session.begin_transaction(timeout=WAIT_S)
        with trial:
            trial.run(_LOCK).consume()
            trial.rollback()
    session = driver.session(database=address.database)
    transaction = session.begin_transaction()
    transaction.run(_LOCK).consume()
    try:
        yield
    finally:
        with suppress(DriverError, Neo4jError):  # a server that is gone holds no lock
            transaction.close()
            session.close()


@contextmanager
def _refusals(address: BoltAddress) -> Iterator[None]:
    try:
        yield
    except Neo4jError as error:
        if any(word in (error.code or "") for word in _TAKEN):
            raise LockedGraphError(f"{address.url}: another ingest into this graph is running") from error
        raise GraphServerError(f"{address.url}: the ingest's lock was refused: {error}") from error
    except DriverError as error:
        raise GraphServerError(f"{address.url}: the graph server does not answer: {error}") from error

"""The lock of the one ingest into a server: an open transaction, which the server ends when its client is gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import neo4j
from neo4j.exceptions import ClientError, DriverError, Neo4jError

from graph_store.bolt_session import BoltAddress, open_driver
from graph_store.errors import GraphServerError, LockedGraphError

WAIT_S = 2.0
"""How long the lock of another ingest is waited for; a server that looks at its clock seldom takes longer."""
CONSTRAINT = "wirelore_ingest"
_KNOWN = f"SHOW CONSTRAINTS YIELD name WHERE name = '{CONSTRAINT}' RETURN name"
_CONSTRAIN = f"CREATE CONSTRAINT {CONSTRAINT} IF NOT EXISTS FOR (n:Ingest) REQUIRE n.id IS UNIQUE"
_LOCK = "MERGE (n:Ingest {id: 1}) RETURN n.id"
"""Never committed, so nobody sees the node; the unique id makes the next one who wants it wait."""
_TAKEN = ("TransactionTimedOut", "LockClientStopped", "LockAcquisitionTimeout")


@contextmanager
def hold_server_lock(address: BoltAddress) -> Iterator[None]:
    """Be the only ingest into a Neo4j; other servers have no such lock. Raises LockedGraphError and GraphServerError."""
    with open_driver(address, address.writer) as driver, ExitStack() as held:
        with _refusals(address):
            if _can_lock(driver, address):
                held.enter_context(_hold(driver, address))
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


def _hold(driver: neo4j.Driver, address: BoltAddress) -> ExitStack:
    """Try for the lock, and take it; what is returned gives it back."""
    with driver.session(database=address.database) as session:
        with session.begin_transaction(timeout=WAIT_S) as trial:
            trial.run(_LOCK).consume()
            trial.rollback()
    held = ExitStack()
    held.push(_ignore_lost)
    transaction = held.enter_context(driver.session(database=address.database)).begin_transaction()
    held.callback(transaction.close)
    transaction.run(_LOCK).consume()
    return held


def _ignore_lost(kind: type[BaseException] | None, *_: object) -> bool:
    """Let a server that is gone be: it holds no lock."""
    return kind is not None and issubclass(kind, DriverError)


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

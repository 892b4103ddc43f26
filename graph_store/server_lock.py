"""The lock of the one ingest into a server: an open transaction, which the server ends when its client is gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

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
    """Be the only ingest into a Neo4j; other servers have no lock. Raises LockedGraphError and GraphServerError."""
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

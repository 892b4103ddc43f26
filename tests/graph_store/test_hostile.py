"""Nothing that is read through a store can write or reach out, and the content stays as it was."""

from __future__ import annotations

import random
from collections.abc import Iterator

import neo4j
import pytest
from langchain_neo4j.graphs.graph_document import GraphDocument, Node
from neo4j.exceptions import Neo4jError

from graph_store.bolt_graph import BoltGraph
from graph_store.bolt_session import BoltAddress, BoltSession
from graph_store.errors import StatementFailedError, StatementRefusedError
from graph_store.read_only import PROCEDURES, check_read_only
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin
from tests.graph_store.test_layers import HOSTILE
from tests.graph_store.test_read_only import ALLOWED, REFUSED
from tests.graph_store.two_stores import content_digest

MADE = 1200

OUTSIDE = {
    "a file's text": "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
    "an address": "LOAD CSV FROM 'http://127.0.0.1:1/x' AS row RETURN row",
    "an address behind a clause": "UNWIND ['http://127.0.0.1:1/'] AS u LOAD CSV FROM u AS row RETURN row",
    "settings": "CALL dbms.listConfig() YIELD name, value RETURN name, value",
    "a changed setting": "CALL dbms.setConfigValue('db.transaction.timeout', '0')",
    "connections": "CALL dbms.listConnections() YIELD connectionId RETURN connectionId",
    "a checkpoint": "CALL db.checkpoint()",
    "a dropped text index": "DROP INDEX lines",
    "the indexes": "SHOW INDEXES YIELD name RETURN name",
    "the users": "SHOW USERS",
    "another user": "CREATE USER eve SET PASSWORD 'evil-evil'",
    "the own password": "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'evil-evil'",
    "a dropped user": "DROP USER neo4j",
    "another database": "CREATE DATABASE evil",
    "a stopped database": "STOP DATABASE neo4j",
    "the system database": "USE system SHOW USERS",
    "a label made by a procedure": "CALL db.createLabel('Evil')",
    "a property made by a procedure": "CALL db.createProperty('evil')",
    "an index made by a procedure": "CALL db.index.fulltext.createNodeIndex('e', ['Evil'], ['a'])",
    "a query in a query": "CALL apoc.cypher.doIt('CREATE (n:Evil)', {}) YIELD value RETURN value",
    "a shell": "RETURN apoc.load.json('http://127.0.0.1:1/')",
    "terminated transactions": "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    "batches": "MATCH (n) CALL { WITH n DETACH DELETE n } IN TRANSACTIONS OF 10 ROWS",
    "batches that run together": "UNWIND [1] AS x CALL (x) { CREATE (:Evil) } IN 4 CONCURRENT TRANSACTIONS",
    "two statements": "MATCH (n) RETURN n; MATCH (n) DETACH DELETE n",
    "a write behind a comment": "MATCH (n) RETURN n // \r\n DELETE n",
    "an insertion": "INSERT (:Evil)",
}


def test_what_writes_or_reaches_out_is_refused(filled: BoltGraph) -> None:
    before = content_digest(filled)
    statements = [*OUTSIDE.values(), *HOSTILE.values(), *(statement for statement, _ in REFUSED.values())]
    assert len(statements) > 100
    for statement in statements:
        with pytest.raises(StatementRefusedError):
            filled.read(statement)
    assert content_digest(filled) == before


def test_langchain_is_no_way_round(filled: BoltGraph) -> None:
    before = content_digest(filled)
    with filled.langchain() as graph:
        for statement in ("CREATE (n:Evil)", "MATCH (n) DETACH DELETE n", *OUTSIDE.values()):
            with pytest.raises(StatementRefusedError):
                graph.query(statement, {}, {"default_access_mode": "WRITE"})
        with pytest.raises(StatementRefusedError):
            graph.add_graph_documents([GraphDocument(nodes=[Node(id="evil")], relationships=[])])
        assert graph.query(
            "MATCH (n:Entity) WHERE n.id < $n RETURN n.name AS name ORDER BY name", {"n": 2}
        ) == [
            {"name": "n0"},
            {"name": "n1"},
        ]
    assert content_digest(filled) == before


@pytest.fixture(scope="module")
def unguarded(neo4j_store: BoltGraph, neo4j_login: Neo4jLogin) -> Iterator[BoltSession]:
    """Return a way to Neo4j without the first layer: only its own READ transactions and limits hold."""
    login = (neo4j_login.user, neo4j_login.password)
    session = BoltSession(BoltAddress(neo4j_login.url, None, login, login))
    yield session
    session.close()


WRITES = {name: text for name, text in HOSTILE.items() if name not in ("an address", "SQL")}


@pytest.mark.parametrize("statement", WRITES.values(), ids=WRITES)
def test_a_read_transaction_of_neo4j_refuses_by_itself(unguarded: BoltSession, statement: str) -> None:
    with pytest.raises(StatementFailedError):
        unguarded.read(statement, {}, 50, 5.0)


@pytest.mark.timeout(1200)
def test_neo4j_takes_no_statement_that_the_guard_reads_otherwise(
    neo4j_login: Neo4jLogin, neo4j_store: BoltGraph
) -> None:
    """Hide writes in statements that only read, by chance: what passes the guard must be a read for Neo4j too."""
    chance = random.Random(23)
    taken, wrong = 0, {}
    with (
        neo4j.GraphDatabase.driver(
            neo4j_login.url, auth=(neo4j_login.user, neo4j_login.password), notifications_min_severity="OFF"
        ) as driver,
        driver.session(default_access_mode=neo4j.READ_ACCESS) as session,
    ):
        for statement in {_hidden(chance) for _ in range(MADE)}:
            if not _passes(statement):
                continue
            found = _explained(session, statement)
            taken += found is not None
            if found not in (None, []):
                wrong[statement] = found
    assert wrong == {}
    assert taken > 15


FRAGMENTS = (
    "CREATE (zz:Evil)",
    "SET n.evil = 1",
    "DELETE n",
    "DETACH DELETE n",
    "REMOVE n.name",
    "MERGE (zz:Evil)",
    "FOREACH (i IN [1] | CREATE (zz))",
    "LOAD CSV FROM 'file:///x' AS row",
    "CALL dbms.components() YIELD name",
    "CALL { CREATE (zz) }",
    "CALL { CREATE (zz) } IN TRANSACTIONS",
    "INSERT (zz:Evil)",
    "USE system",
    "; CREATE (zz:Evil)",
)
GLUE = (
    " ",
    "\t",
    "\n",
    "/**/",
    "//\n",
    "\u00a0",
    "\u2003",
    "",
    " AS ",
    " as ",
    ".",
    ":",
    "|",
    ",",
    "`",
    "'",
    '"',
    "$",
    "!",
    "1",
    "1.",
    "*/",
)
WORD_ENDS = " \n(){}[],.|:"


def _hidden(chance: random.Random) -> str:
    statement = chance.choice(list(ALLOWED.values()))
    places = [place for place, character in enumerate(statement) if character in WORD_ENDS] + [len(statement)]
    place = chance.choice(places)
    before, after = chance.choice(GLUE), chance.choice(GLUE)
    fragment = chance.choice(FRAGMENTS)
    if chance.random() < 0.2:
        fragment = fragment.lower()
    return statement[:place] + before + fragment + after + statement[place:]


def _passes(statement: str) -> bool:
    try:
        check_read_only(statement)
    except StatementRefusedError:
        return False
    return True


def _explained(session: neo4j.Session, statement: str) -> list[str] | None:
    """List what of a statement's plan is no read; None when Neo4j refuses the statement."""
    try:
        summary = session.run(f"EXPLAIN {statement}", {"q": "x", "t": None, "name": "x"}).consume()
    except Neo4jError:
        return None
    found = [] if summary.query_type == "r" else [f"type {summary.query_type}"]
    return found + list(_steps(summary.plan or {}))


def _steps(plan: neo4j.Record | dict[str, object]) -> Iterator[str]:
    """Yield the steps of a plan that load files or call procedures that are not allowed."""
    kind = str(plan.get("operatorType", ""))
    arguments = plan.get("args")
    details = str(arguments.get("Details", "")) if isinstance(arguments, dict) else ""
    if "LoadCSV" in kind or ("ProcedureCall" in kind and details.partition("(")[0].lower() not in PROCEDURES):
        yield f"{kind} {details}"
    children = plan.get("children")
    for child in children if isinstance(children, list) else []:
        yield from _steps(child)

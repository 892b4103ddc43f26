"""Nothing that is read through a store can write, reach out or run for ever, and the content stays as it was."""

from __future__ import annotations

import hashlib
import os
import random
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

import neo4j
import pytest
from langchain_neo4j.graphs.graph_document import GraphDocument, Node
from neo4j.exceptions import Neo4jError

from graph_store.bolt_graph import BoltGraph
from graph_store.bolt_session import BoltAddress, BoltSession
from graph_store.errors import GraphServerError, StatementFailedError, StatementRefusedError
from graph_store.open_graph import open_graph
from graph_store.read_only import PROCEDURES, check_read_only
from graph_store.running_statements import list_statements
from graph_store.server_file import read_server
from tests.graph_store.conftest import NEO4J_URL, STORES
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin, start_neo4j
from tests.graph_store.test_layers import HOSTILE
from tests.graph_store.test_read_only import ALLOWED, REFUSED

BUSY_S = 60.0
"""How long a server may go on with what was cut, until it reads again."""
TIME_LIMIT_S = 1.0
ENDS_WITHIN_S = 6.0
TWO_SERVERS_S = 20.0
"""How long one expression may take to end with its server, and with the one in its place when it is tried again."""
FREE_WITHIN_S = 45.0
"""How long a server may go on with one expression, which takes more than its memory, until it is ended."""

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

# Numbers in quotes are unknown to our own check, which refuses such statements else: here the servers' limits hold.
ENDLESS = {
    "a count to the end of the world": "UNWIND range(1, toInteger('1000000000000')) AS x RETURN count(x)",
    "many rows": "UNWIND range(1, 5000000) AS x RETURN x",
    "a sum over a huge list": "RETURN reduce(s = 0, x IN range(1, toInteger('100000000000')) | s + x) AS n",
    "a huge list": "RETURN range(1, toInteger('1000000000')) AS l",
    "a collected list": "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000) AS y RETURN size(collect([x, y])) AS n",
    "a sorted product": (
        "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN x, y ORDER BY y DESC LIMIT 5"
    ),
    "a product of nodes": (
        "MATCH (a), (b), (c), (d), (e), (f) WHERE a.id + b.id + c.id + d.id + e.id + f.id < 0 RETURN count(*)"
    ),
    "every path": "MATCH p = (a)-[*]-(b) RETURN count(p)",
    "a condition on a huge list": "RETURN any(x IN range(1, toInteger('100000000000')) WHERE x < 0) AS n",
    "a condition on lists in a list": (
        "RETURN any(x IN range(1, toInteger('1000000')) "
        "WHERE all(y IN range(1, 1000000) WHERE x + y > 0) AND x < 0) AS n"
    ),
}

BOMBS = {
    "a list of lists": "RETURN size([x IN range(1, toInteger('1000000')) | [y IN range(1, 100000) | y * x]]) AS n",
    "a text that doubles": "RETURN size(reduce(s = 'a', x IN range(1, 60) | s + s)) AS n",
}
"""One expression that never looks at the time: the server goes on, until it is ended for it."""


@pytest.fixture(scope="module")
def neo4j_login(neo4j_login: Neo4jLogin) -> Iterator[Neo4jLogin]:
    """Return a Neo4j of our own: some expressions keep one busy until it is ended. One that is named must bear it."""
    if NEO4J_URL in os.environ:
        yield neo4j_login
        return
    with start_neo4j() as login:
        yield login


@pytest.fixture(scope="module")
def neo4j_store(neo4j_login: Neo4jLogin) -> Iterator[BoltGraph]:
    """Open it once."""
    login = neo4j_login
    with open_graph(login.url, create=True, user=login.user, password=login.password) as opened:
        yield opened


@pytest.fixture(scope="module", params=STORES)
def store(request: pytest.FixtureRequest) -> BoltGraph:
    """Return each kind of store."""
    opened = request.getfixturevalue("embedded" if request.param == "embedded" else "neo4j_store")
    assert isinstance(opened, BoltGraph)
    return opened


@pytest.fixture
def filled(graph: BoltGraph) -> BoltGraph:
    rows = [{"id": number, "name": f"n{number}"} for number in range(200)]
    graph.write("UNWIND $rows AS r CREATE (n:Entity) SET n = r", {"rows": rows})
    graph.write(
        "UNWIND range(0, 199) AS i UNWIND [1, 2, 7] AS step WITH * MATCH (a:Entity {id: i}) "
        "MATCH (b:Entity {id: i + step}) CREATE (a)-[:HAS {step: step}]->(b)"
    )
    return graph


def content(store: BoltGraph) -> str:
    """Digest all nodes and relations."""
    statements = (
        "MATCH (n) RETURN labels(n), properties(n)",
        "MATCH (a)-[r]->(b) RETURN a.id, type(r), properties(r), b.id",
    )
    tables = [store.read(each, row_limit=10_000, time_limit_s=BUSY_S) for each in statements]
    rows = sorted(repr(row) for table in tables for row in table.rows)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def test_what_writes_or_reaches_out_is_refused(filled: BoltGraph) -> None:
    before = content(filled)
    statements = [*OUTSIDE.values(), *HOSTILE.values(), *(statement for statement, _ in REFUSED.values())]
    assert len(statements) > 100
    for statement in statements:
        with pytest.raises(StatementRefusedError):
            filled.read(statement)
    assert content(filled) == before


def _end(store: BoltGraph, statement: str) -> str:
    try:
        table = store.read(statement, row_limit=50, time_limit_s=TIME_LIMIT_S)
    except StatementFailedError:  # out of time, out of memory, or more than the server counts to
        return "stopped"
    return "cut" if table.cut else "answered"


@pytest.mark.parametrize("statement", ENDLESS.values(), ids=ENDLESS)
def test_what_never_ends_is_cut(filled: BoltGraph, statement: str) -> None:
    before = content(filled)
    started = time.monotonic()
    assert _end(filled, statement) in ("cut", "stopped")
    assert time.monotonic() - started < ENDS_WITHIN_S
    assert content(filled) == before


@pytest.mark.timeout(300)
@pytest.mark.parametrize("statement", BOMBS.values(), ids=BOMBS)
def test_a_server_reads_again_soon_after_one_expression_took_all_memory(
    filled: BoltGraph, embedded_folder: Path, statement: str
) -> None:
    before = content(filled)
    started = time.monotonic()
    assert _end(filled, statement) in ("cut", "stopped")
    assert time.monotonic() - started < TWO_SERVERS_S
    while _is_ending(embedded_folder) and time.monotonic() - started < BUSY_S:
        time.sleep(0.1)
    assert _content_again(filled, started + FREE_WITHIN_S) == before


def _content_again(store: BoltGraph, until: float) -> str:
    """Read again as soon as the server, or the one in its place, answers; a read may go down with the server."""
    while True:
        try:
            return content(store)
        except GraphServerError:
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


def _is_ending(folder: Path) -> bool:
    """Tell whether an embedded server still runs a statement that was asked to end."""
    record = read_server(folder)
    if record is None or record.server.process() is None:
        return False
    try:
        return any(one.ending for one in list_statements(record.http_port, record.credentials))
    except (OSError, HTTPException, GraphServerError):
        return True


def test_langchain_is_no_way_round(filled: BoltGraph) -> None:
    before = content(filled)
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
    assert content(filled) == before


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

"""What is read through a store cannot run for ever: it is cut or stopped, and the server reads again soon."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

import pytest

from graph_store.arcadedb_http import list_statements
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphServerError, StatementFailedError
from graph_store.open_graph import open_graph
from graph_store.server_file import read_server
from tests.graph_store.conftest import NEO4J_URL, STORES, started_neo4j
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin
from tests.graph_store.two_stores import content_digest

TIME_LIMIT_S = 0.5
ENDS_WITHIN_S = 30.0
"""How long what is cut may take to come back, on a machine that does other things too; by itself none ever ends."""
TWO_SERVERS_S = 60.0
"""How long one expression may take to end with its server, and with the one in its place when it is tried again."""
FREE_WITHIN_S = 120.0
"""How long a server may go on with one expression, which takes more than its memory, until it is ended."""

# Statements of people and models are refused before, if they are such: test_foreign_statements.py. Here the servers'
# limits hold.
ENDLESS = {
    "a count to the end of the world": "UNWIND range(1, toInteger('1000000000000')) AS x RETURN count(x)",
    "many rows": "UNWIND range(1, 5000000) AS x RETURN x",
    "a sum over a huge list": "RETURN reduce(s = 0, x IN range(1, toInteger('100000000000')) | s + x) AS n",
    "a huge list": "RETURN range(1, toInteger('1000000000')) AS l",
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
}
"""One expression that never looks at the time: the server goes on, until it is ended for it.

The last one keeps a Neo4j collecting garbage for minutes, so nothing is asked of it afterwards.
"""


@pytest.fixture(scope="module")
def own_neo4j(request: pytest.FixtureRequest) -> Iterator[Neo4jLogin]:
    """Return a Neo4j of our own: some expressions keep one busy until it is ended. One that is named must bear it."""
    if NEO4J_URL in os.environ:
        yield request.getfixturevalue("neo4j_login")
        return
    with started_neo4j() as login:
        yield login


@pytest.fixture(scope="module")
def own_neo4j_store(own_neo4j: Neo4jLogin) -> Iterator[BoltGraph]:
    """Open it once."""
    with open_graph(own_neo4j.url, create=True, user=own_neo4j.user, password=own_neo4j.password) as opened:
        yield opened


@pytest.fixture(scope="module", params=STORES)
def store(request: pytest.FixtureRequest) -> BoltGraph:
    """Return each kind of store."""
    opened = request.getfixturevalue("embedded" if request.param == "embedded" else "own_neo4j_store")
    assert isinstance(opened, BoltGraph)
    return opened


def _end(store: BoltGraph, statement: str) -> str:
    try:
        table = store.read(statement, row_limit=50, time_limit_s=TIME_LIMIT_S)
    except StatementFailedError:  # out of time, out of memory, or more than the server counts to
        return "stopped"
    return "cut" if table.cut else "answered"


@pytest.mark.parametrize("statement", ENDLESS.values(), ids=ENDLESS)
def test_what_never_ends_is_cut(filled: BoltGraph, statement: str) -> None:
    before = content_digest(filled)
    started = time.monotonic()
    assert _end(filled, statement) in ("cut", "stopped")
    assert time.monotonic() - started < ENDS_WITHIN_S
    assert content_digest(filled) == before


@pytest.mark.timeout(300)
@pytest.mark.parametrize("statement", BOMBS.values(), ids=BOMBS)
def test_a_server_reads_again_soon_after_one_expression_took_all_memory(
    filled: BoltGraph, embedded_folder: Path, statement: str
) -> None:
    before = content_digest(filled)
    started = time.monotonic()
    assert _end(filled, statement) in ("cut", "stopped")
    assert time.monotonic() - started < TWO_SERVERS_S
    while _is_ending(embedded_folder) and time.monotonic() - started < TWO_SERVERS_S:
        time.sleep(0.1)
    assert _content_again(filled, started + FREE_WITHIN_S) == before


def _content_again(store: BoltGraph, until: float) -> str:
    """Read again as soon as the server, or the one in its place, answers; a read may go down with the server."""
    while True:
        try:
            return content_digest(store)
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

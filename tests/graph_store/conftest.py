"""The stores of the contract suite: the embedded one, and a real Neo4j."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from tests.borrowed_graph import emptied
from tests.graph_store.neo4j_server.fetch_neo4j import NoNeo4jError
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin, start_neo4j

NEO4J_URL = "WIRELORE_TEST_NEO4J_URL"
NEO4J_USER = "WIRELORE_TEST_NEO4J_USER"
NEO4J_PASSWORD = "WIRELORE_TEST_NEO4J_PASSWORD"
REQUIRE_NEO4J = "WIRELORE_REQUIRE_NEO4J"
STORES = ["embedded", "neo4j"]
IDLE_S = 1.0
WAIT_FOR_OTHERS_S = 1800.0


@pytest.fixture(scope="session")
def embedded_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one KG folder for the whole session, so that one server serves it."""
    return tmp_path_factory.mktemp("store") / "kg"


@pytest.fixture(scope="session")
def embedded(embedded_folder: Path) -> Iterator[BoltGraph]:
    """Open the embedded store once."""
    with open_graph(str(embedded_folder), create=True, idle_s=IDLE_S) as opened:
        yield opened


@pytest.fixture(scope="session")
def neo4j_login() -> Iterator[Neo4jLogin]:
    """Return the Neo4j that the environment names, or start one; without either the tests on it are skipped.

    One that is named is emptied by the tests, so only one session at a time uses it.
    """
    if NEO4J_URL in os.environ:
        url, user, password = (os.environ.get(name, "") for name in (NEO4J_URL, NEO4J_USER, NEO4J_PASSWORD))
        mark = hashlib.sha256(url.encode()).hexdigest()[:16]
        with FileLock(Path(tempfile.gettempdir()) / f"wirelore-tests-{mark}.lock", timeout=WAIT_FOR_OTHERS_S):
            yield Neo4jLogin(url, user, password)
        return
    with started_neo4j() as login:
        yield login


@contextmanager
def started_neo4j() -> Iterator[Neo4jLogin]:
    """Start a Neo4j, or skip what needs one."""
    try:
        with start_neo4j() as login:
            yield login
    except NoNeo4jError as error:
        reason = f"no Neo4j to test with: {error}; {NEO4J_URL} may name one"
        if os.environ.get(REQUIRE_NEO4J) == "1":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def neo4j_store(neo4j_login: Neo4jLogin) -> Iterator[BoltGraph]:
    """Open the Neo4j once."""
    with open_graph(
        neo4j_login.url, create=True, user=neo4j_login.user, password=neo4j_login.password
    ) as opened:
        yield opened


@pytest.fixture(scope="session", params=STORES)
def store(request: pytest.FixtureRequest) -> BoltGraph:
    """Return each kind of store, opened once."""
    opened = request.getfixturevalue("embedded" if request.param == "embedded" else "neo4j_store")
    assert isinstance(opened, BoltGraph)
    return opened


@pytest.fixture
def again(request: pytest.FixtureRequest, store: BoltGraph) -> Callable[[], BoltGraph]:
    """Return what opens the same store another time."""
    name = request.node.callspec.params["store"]
    if name == "embedded":
        folder = request.getfixturevalue("embedded_folder")
        return lambda: open_graph(str(folder), idle_s=IDLE_S)
    login = request.getfixturevalue("neo4j_login")
    return lambda: open_graph(login.url, create=True, user=login.user, password=login.password)


@pytest.fixture
def graph(store: BoltGraph) -> BoltGraph:
    """Return the store, emptied."""
    return emptied(store)


@pytest.fixture
def embedded_graph(embedded: BoltGraph) -> BoltGraph:
    """Return the embedded store, emptied."""
    return emptied(embedded)


@pytest.fixture
def filled(graph: BoltGraph) -> BoltGraph:
    """Return the store with 200 nodes and nothing else, each with links to three others."""
    rows = [{"id": number, "name": f"n{number}"} for number in range(200)]
    graph.write("UNWIND $rows AS r CREATE (n:Entity) SET n = r", {"rows": rows})
    graph.write(
        "UNWIND range(0, 199) AS i UNWIND [1, 2, 7] AS step WITH * MATCH (a:Entity {id: i}) "
        "MATCH (b:Entity {id: i + step}) CREATE (a)-[:HAS {step: step}]->(b)"
    )
    return graph

"""The stores of the contract suite: the embedded one, and Neo4j where a test server's URL is given."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph

NEO4J_URL = "WIRELORE_TEST_NEO4J_URL"
NEO4J_USER = "WIRELORE_TEST_NEO4J_USER"
NEO4J_PASSWORD = "WIRELORE_TEST_NEO4J_PASSWORD"
STORES = ["embedded", "neo4j"] if NEO4J_URL in os.environ else ["embedded"]
IDLE_S = 1.0


@pytest.fixture(scope="session")
def embedded_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one KG folder for the whole session, so that one server serves it."""
    return tmp_path_factory.mktemp("store") / "kg"


@pytest.fixture(scope="session", params=STORES)
def store(request: pytest.FixtureRequest, embedded_folder: Path) -> Iterator[BoltGraph]:
    """Open each kind of store once."""
    if request.param == "embedded":
        opened = open_graph(str(embedded_folder), create=True, idle_s=IDLE_S)
    else:
        opened = open_graph(
            os.environ[NEO4J_URL],
            create=True,
            user=os.environ.get(NEO4J_USER, ""),
            password=os.environ.get(NEO4J_PASSWORD, ""),
        )
    with opened:
        yield opened


@pytest.fixture
def graph(store: BoltGraph) -> BoltGraph:
    """Return the store, emptied."""
    store.write("MATCH (n) DETACH DELETE n")
    for serial in range(1, 10):
        store.delete_document(serial)
    store.commit_lines(0)
    return store

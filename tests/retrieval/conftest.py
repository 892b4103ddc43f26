"""The agent's small graph, and its indexes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from retrieval.indexes import Indexes
from tests.agent.small_graph import load_small_graph


@pytest.fixture(scope="session")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the loaded graph; its server ends with the tests."""
    with open_graph(str(tmp_path_factory.mktemp("kg")), create=True, idle_s=1.0) as opened:
        load_small_graph(opened)
        yield opened


@pytest.fixture(scope="session")
def indexes(graph: BoltGraph) -> Indexes:
    """Return the indexes of the small graph."""
    return Indexes(graph, graph.describe())

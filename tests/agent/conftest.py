"""One small graph on a real embedded server, for all tests of the agent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from tests.agent.small_graph import load_small_graph


@pytest.fixture(scope="session")
def small_graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the loaded graph; its server ends with the tests."""
    with open_graph(str(tmp_path_factory.mktemp("kg")), create=True, idle_s=1.0) as graph:
        load_small_graph(graph)
        yield graph

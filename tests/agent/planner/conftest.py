"""One graph for all tests of the planner, on a real embedded server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from tests.agent.planner.two_makes import load_two_makes


@pytest.fixture(scope="session")
def two_makes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the loaded graph; its server ends with the tests."""
    with open_graph(str(tmp_path_factory.mktemp("two_makes")), create=True, idle_s=1.0) as graph:
        load_two_makes(graph)
        yield graph

"""The sample network in one graph, for all tests of weak models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph


@pytest.fixture(scope="session")
def graph(sample_kg: Path) -> Iterator[BoltGraph]:
    """Open the sample network; its server ends with the tests."""
    with open_graph(str(sample_kg), idle_s=1.0) as opened:
        yield opened

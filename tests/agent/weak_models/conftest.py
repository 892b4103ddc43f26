"""The sample network in one graph, for all tests of weak models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

SAMPLE = Path(__file__).resolve().parents[3] / "examples" / "sample-network"


@pytest.fixture(scope="session")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Load the sample network; its server ends with the tests."""
    folder = tmp_path_factory.mktemp("weak") / "kg"
    with open_graph(str(folder), create=True, idle_s=1.0) as opened:
        ingest([str(SAMPLE)], opened, folder / "parsers")
        yield opened

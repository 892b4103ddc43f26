"""The sample network in a KG, once for all tests that replay its recordings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

SAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sample-network"


@pytest.fixture(scope="session")
def sample_kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Load the sample network; the graph's server runs until the tests have ended."""
    folder = tmp_path_factory.mktemp("sample") / "kg"
    with open_graph(str(folder), create=True, idle_s=1.0) as graph:
        ingest([str(SAMPLE)], graph, folder / "parsers")
        yield folder

"""The sample network in a KG, once for all tests that replay its recordings."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

SAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sample-network"
RECORDED = 1_795_500_000
"""24 November 2026: logs without years take that of their file's last change, and findings tell it."""


@pytest.fixture(scope="session")
def sample_kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Load the sample network; the graph's server runs until the tests have ended."""
    folder = tmp_path_factory.mktemp("sample") / "kg"
    sample = shutil.copytree(SAMPLE, folder.with_name(SAMPLE.name))
    for path in sample.rglob("*"):
        os.utime(path, (RECORDED, RECORDED))
    with open_graph(str(folder), create=True, idle_s=1.0) as graph:
        ingest([str(sample)], graph, folder / "parsers")
        yield folder

"""One sandbox for the tests of a file that only have it run parsers, and what they read of a graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from graph_store.bolt_graph import BoltGraph
from ingest.sandbox import Sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(workers=1, allow_weak=True) as opened:
        yield opened


def rows(graph: BoltGraph, statement: str) -> list[tuple[Any, ...]]:
    """Return the rows of a statement."""
    return list(graph.read(statement, row_limit=10_000).rows)

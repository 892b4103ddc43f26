"""Loads a folder into a KG beside it, and opens its reader."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import wirelore
from agent.reader.candidate_lines import CandidateLines
from agent.reader.show_data import DataReader
from agent.value_index import ValueIndex
from graph_store.open_graph import open_graph


@contextmanager
def loaded_reader(folder: Path) -> Iterator[DataReader]:
    """Yield the reader of what a folder has."""
    kg = folder / "kg"
    with wirelore.open_kg(kg, create=True) as opened:
        opened.ingest(folder)
    with open_graph(str(kg), idle_s=1.0) as graph:
        look_up, description = ValueIndex(graph), graph.describe()
        candidates = CandidateLines(graph, description, look_up)
        yield DataReader(graph, description, look_up, candidates)

"""The export reads back: GraphRAG's tables with pyarrow, GraphML with networkx."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import networkx as nx
import pyarrow.parquet as pq
import pytest

from retrieval.export import write_graphml, write_graphrag
from retrieval.indexes import Indexes
from tests.borrowed_graph import borrowed_graph
from tests.graph_store.file_with_secrets import STAND_INS, load_with_secrets, stand_ins_in

PLACE = {"id", "human_readable_id", "community", "level", "parent", "children", "title", "period", "size"}
COLUMNS = {
    "entities": {
        *("id", "human_readable_id", "title", "type", "description", "text_unit_ids", "frequency", "degree"),
        *("x", "y"),
    },
    "relationships": {
        *("id", "human_readable_id", "source", "target", "description", "weight", "combined_degree"),
        "text_unit_ids",
    },
    "communities": PLACE | {"entity_ids", "relationship_ids", "text_unit_ids"},
    "community_reports": PLACE
    | {"summary", "full_content", "rank", "rating_explanation", "findings", "full_content_json"},
    "text_units": {
        *("id", "human_readable_id", "text", "n_tokens", "document_ids", "entity_ids", "relationship_ids"),
        *("covariate_ids", "document_id"),
    },
    "documents": {
        *("id", "human_readable_id", "title", "text", "text_unit_ids", "creation_date", "metadata"),
        "raw_data",
    },
}
"""GraphRAG's own lists of columns: version 3 has `document_id` and `raw_data`."""
GRAPHRAG = "WIRELORE_TEST_GRAPHRAG_PYTHON"
"""Names a Python that has the package graphrag, which is too heavy for everyone's environment."""


def test_the_tables_have_graphrags_columns_and_refer_to_each_other(indexes: Indexes, tmp_path: Path) -> None:
    counts = write_graphrag(indexes, tmp_path / "out")
    tables = {name: pq.read_table(tmp_path / "out" / f"{name}.parquet").to_pylist() for name in COLUMNS}
    assert {name: len(rows) for name, rows in tables.items()} == counts
    assert {name: set(rows[0]) for name, rows in tables.items()} == COLUMNS
    titles = [row["title"] for row in tables["entities"]]
    assert len(titles) == len(set(titles))
    assert {row[end] for row in tables["relationships"] for end in ("source", "target")} <= set(titles)
    units = {row["id"] for row in tables["text_units"]}
    assert {unit for row in tables["entities"] for unit in row["text_unit_ids"]} <= units
    ids = {row["id"] for row in tables["entities"]}
    assert {member for row in tables["communities"] for member in row["entity_ids"]} <= ids


def test_graphml_reads_back(indexes: Indexes, tmp_path: Path) -> None:
    write_graphml(indexes, tmp_path / "g.graphml")
    read = nx.read_graphml(tmp_path / "g.graphml")
    assert len(read) == len(indexes.entities.nodes)
    assert {data["device"] for _, data in read.nodes(data=True)} >= {"r1", "r2"}


def test_secrets_of_loaded_files_are_not_written(tmp_path: Path) -> None:
    with borrowed_graph() as graph:
        indexes = load_with_secrets(graph, tmp_path)
        write_graphrag(indexes, tmp_path / "out")
        write_graphml(indexes, tmp_path / "g.graphml")
    tables = [pq.read_table(tmp_path / "out" / f"{name}.parquet").to_pylist() for name in COLUMNS]
    assert stand_ins_in(str(tables)) == STAND_INS
    assert "redacted-community-" in stand_ins_in((tmp_path / "g.graphml").read_text("utf-8"))


def test_graphrags_own_library_reads_the_tables(indexes: Indexes, tmp_path: Path) -> None:
    python = os.environ.get(GRAPHRAG) or (sys.executable if find_spec("graphrag") else "")
    if not python:
        pytest.skip(f"the package graphrag is not installed; {GRAPHRAG} may name a Python that has it")
    counts = write_graphrag(indexes, tmp_path / "out")
    script = Path(__file__).parents[2] / "scripts" / "check_graphrag.py"
    done = subprocess.run([python, script, tmp_path / "out"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name, count in counts.items():
        assert f"{name}: {count}" in done.stdout

"""After an ingest no secret is anywhere: not in the graph, its text index, the parsers or any file of the KG."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine
from ingest.pipeline import ingest
from language_model.redact import LineRedactor
from tests.language_model.test_redact_secrets import DOCUMENTS, plant
from workspace.errors import OriginalGoneError
from workspace.original_lines import original_lines

LOADED = ("IOS", "Junos with braces", "FortiOS", "Huawei VRP", "logs")
LINE = "MATCH (l:Line) WHERE l.text CONTAINS 'redacted-' RETURN l.path, l.number, l.text ORDER BY l.id"
ALL = "MATCH (n) RETURN properties(n) AS properties"


def write(folder: Path) -> list[str]:
    """Write a document of each kind, and return what was planted in them."""
    folder.mkdir()
    planted = []
    for name in LOADED:
        lines, secrets = plant(DOCUMENTS[name], random.Random(11))
        planted += secrets
        (folder / f"{name.replace(' ', '-').lower()}.txt").write_text("\n".join(lines) + "\n")
    return planted


@pytest.mark.usefixtures("graph")
def test_nothing_is_stored_in_a_server(graph: BoltGraph, tmp_path: Path) -> None:
    planted = write(tmp_path / "files")
    report = ingest([tmp_path / "files"], graph, tmp_path / "parsers", allow_weak_sandbox=True, key=bytes(32))
    said = repr(graph.read(ALL, row_limit=100_000).rows) + repr(report)
    assert "redacted-type7-" in said
    assert [secret for secret in planted if secret in said] == []
    graph.require_stand_ins("bolt://here")


def test_nothing_is_stored_in_a_folder(tmp_path: Path) -> None:
    planted, kg = write(tmp_path / "files"), tmp_path / "kg"
    with open_graph(str(kg), create=True, idle_s=0.5) as graph:
        for _ in range(2):
            report = ingest(
                [tmp_path / "files"], graph, kg / "parsers", allow_weak_sandbox=True, key=bytes(32)
            )
        assert report.unchanged == len(LOADED)
        lines = graph.read(LINE, row_limit=1000).rows
        opened = original_lines([SourceLine(*row) for row in lines], str(kg), graph)
        assert LineRedactor(bytes(32)).lines([opened[0].text]) == [lines[0][2]]
        (tmp_path / "files" / str(lines[0][0])).write_text("hostname another\n")
        with pytest.raises(OriginalGoneError, match="not as it was loaded"):
            original_lines([SourceLine(*row) for row in lines], str(kg), graph)
    kept = [(path, path.read_bytes()) for path in kg.rglob("*") if path.is_file()]
    assert [str(path) for path, content in kept for one in planted if one.encode() in content] == []

"""A block is written once, whoever tries again; and not at all into a document that was given up."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graph_store.errors import StatementFailedError
from graph_store.records import Document, SourceLine
from ingest.cluster import work
from ingest.cluster.work import BlockFailed, FileBlock
from ingest.files.find_files import InputFile
from ingest.files.read_lines import Span
from ingest.files.read_times import TimeReader
from ingest.load.load_document import PROSE
from ingest.load.load_graph import GraphLoader, remove_documents
from ingest.load.tally import Tally
from ingest.records import ParsedBatch
from tests.ingest.cluster.conftest import Scene

DOCUMENT = Document("x.log", "0", "text", 7)
COUNT = "MATCH (n:Line) RETURN count(n)"


def test_a_block_is_written_once_and_not_after_its_document_was_given_up(scene: Scene) -> None:
    scene.empty()
    graph, given = scene.graph, scene.login
    login = work.GraphLogin(given.url, given.user, given.password)
    job = work.DocumentJob(
        InputFile("x.log", Path("x.log")), DOCUMENT, TimeReader(datetime(2024, 1, 1, tzinfo=UTC)), login
    )
    block = FileBlock(Span(100, 20, 11), 2)
    lines = tuple(SourceLine("x.log", number, f"line {number}") for number in (11, 12))
    built = work.Built([ParsedBatch(lines, (), frozenset())], work.begin(job), Tally(), 0)
    with pytest.raises(BlockFailed):  # not announced
        work.write(job, block, PROSE, built)
    with GraphLoader(graph) as loader:
        loader.start(DOCUMENT)
        assert loader.drain() == {}
    work.write(job, block, PROSE, built)
    work.write(job, block, PROSE, built)
    assert graph.read(COUNT).rows == ((2,),)

    lost = {"id": "7/11", "serial": 7, "attempt": "the first"}
    graph.write_all([(work._OPEN, lost)])
    graph.write_all([(work._HOLD, lost)])
    graph.write_all([(work._OPEN, {**lost, "attempt": "the second"})])
    with pytest.raises(StatementFailedError):
        graph.write_all([(work._HOLD, lost), ("CREATE (:Line {id: 1})", {})])
    remove_documents(graph, [7], 7)
    with pytest.raises(StatementFailedError):
        graph.write_all([(work._HOLD, {**lost, "attempt": "the second"})])
    with pytest.raises(BlockFailed):
        work.write(job, block, PROSE, built)
    assert graph.read(COUNT).rows == ((0,),)

"""Threads take turns often while a document is parsed, and as usual afterwards."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from graph_store.open_graph import open_graph
from graph_store.records import Document
from ingest.find_files import find_files
from ingest.load_document import OFTEN_S, DocumentLoad, switch_often
from ingest.load_graph import GraphLoader
from ingest.records import ParsedBatch, Parser
from ingest.sandbox import Sandbox
from ingest.tally import Tally


class WatchedLoader(GraphLoader):
    """Keeps how long a thread waited for its turn when a batch came."""

    seen: float = 0.0

    def add(self, document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]) -> None:
        self.seen = sys.getswitchinterval()
        super().add(document, batch, labels)


def raise_in_between() -> None:
    with switch_often():
        assert sys.getswitchinterval() == pytest.approx(OFTEN_S)
        raise ValueError("full")


def test_afterwards_all_is_as_before() -> None:
    before = sys.getswitchinterval()
    with pytest.raises(ValueError, match="full"):
        raise_in_between()
    assert sys.getswitchinterval() == before


def test_threads_take_turns_often_while_a_document_is_parsed(tmp_path: Path, sandbox: Sandbox) -> None:
    before = sys.getswitchinterval()
    (tmp_path / "a.log").write_text("one\ntwo\n", "utf-8")
    file = find_files([tmp_path / "a.log"]).files[0]
    parser = Parser("none", "log", {}, "def parse(lines):\n    return []\n")
    with open_graph(str(tmp_path / "kg"), create=True, idle_s=1.0) as graph, WatchedLoader(graph) as loader:
        DocumentLoad(loader, sandbox, Tally(), {}).whole(
            file, Document(file.path, "", "log", 1, bytes=8), parser, None
        )
        loader.flush()
    assert loader.seen == pytest.approx(OFTEN_S)
    assert sys.getswitchinterval() == before

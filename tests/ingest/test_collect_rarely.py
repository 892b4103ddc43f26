"""Garbage is collected rarely while a document is parsed, and as usual afterwards."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from pathlib import Path

import pytest

from graph_store.open_graph import open_graph
from graph_store.records import Document
from ingest.find_files import find_files
from ingest.load_document import RARELY, DocumentLoad, collect_rarely
from ingest.load_graph import GraphLoader
from ingest.records import ParsedBatch, Parser
from ingest.sandbox import Sandbox
from ingest.tally import Tally


class WatchedLoader(GraphLoader):
    """Keeps how rarely garbage was collected when a batch came."""

    seen: tuple[int, int, int] = (0, 0, 0)

    def add(self, document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]) -> None:
        self.seen = gc.get_threshold()
        super().add(document, batch, labels)


def raise_in_between() -> None:
    with collect_rarely():
        assert gc.get_threshold() == RARELY
        raise ValueError("full")


def test_afterwards_all_is_as_before() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="full"):
        raise_in_between()
    assert gc.get_threshold() == before


def test_garbage_is_collected_rarely_while_a_document_is_parsed(tmp_path: Path, sandbox: Sandbox) -> None:
    before = gc.get_threshold()
    (tmp_path / "a.log").write_text("one\ntwo\n", "utf-8")
    file = find_files([tmp_path / "a.log"]).files[0]
    parser = Parser("none", "log", {}, "def parse(lines):\n    return []\n")
    with open_graph(str(tmp_path / "kg"), create=True, idle_s=1.0) as graph, WatchedLoader(graph) as loader:
        DocumentLoad(loader, sandbox, Tally(), {}).whole(
            file, Document(file.path, "", "log", 1, bytes=8), parser, None
        )
        loader.flush()
    assert (loader.seen, gc.get_threshold()) == (RARELY, before)

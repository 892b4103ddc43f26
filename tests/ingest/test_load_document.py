"""While a document is parsed, garbage is collected rarely and threads take turns often; afterwards as usual."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from graph_store.records import Document
from ingest.files.find_files import find_files
from ingest.load.load_document import OFTEN_S, RARELY, DocumentLoad, fewer_waits
from ingest.load.load_graph import GraphLoader
from ingest.load.tally import Tally
from ingest.records import ParsedBatch, Parser
from ingest.sandbox import Sandbox
from tests.borrowed_graph import borrowed_graph


class WatchedLoader(GraphLoader):
    """Keeps how rarely garbage was collected, and how long a thread waited for its turn, when a batch came."""

    threshold: tuple[int, int, int] = (0, 0, 0)
    interval_s: float = 0.0

    def add(self, document: Document, batch: ParsedBatch, labels: Mapping[str, tuple[str, ...]]) -> None:
        self.threshold, self.interval_s = gc.get_threshold(), sys.getswitchinterval()
        super().add(document, batch, labels)


def raise_inside() -> None:
    with fewer_waits():
        assert gc.get_threshold() == RARELY
        assert sys.getswitchinterval() == pytest.approx(OFTEN_S)
        raise ValueError("full")


def test_afterwards_garbage_is_collected_and_threads_switch_as_before() -> None:
    before = gc.get_threshold(), sys.getswitchinterval()
    with pytest.raises(ValueError, match="full"):
        raise_inside()
    assert (gc.get_threshold(), sys.getswitchinterval()) == before


def test_both_hold_while_a_document_is_parsed(tmp_path: Path, sandbox: Sandbox) -> None:
    before = gc.get_threshold(), sys.getswitchinterval()
    (tmp_path / "a.log").write_text("one\ntwo\n", "utf-8")
    file = find_files([tmp_path / "a.log"]).files[0]
    parser = Parser("none", "log", {}, "def parse(lines):\n    return []\n")
    with borrowed_graph() as graph, WatchedLoader(graph) as loader:
        DocumentLoad(loader, sandbox, Tally(), {}).whole(
            file, Document(file.path, "", "log", 1, bytes=8), parser, None
        )
        loader.flush()
    assert loader.threshold == RARELY
    assert loader.interval_s == pytest.approx(OFTEN_S)
    assert (gc.get_threshold(), sys.getswitchinterval()) == before

"""A text index that is gone is made again from all lines, also of files that no parser reads."""

from __future__ import annotations

import shutil
from pathlib import Path

from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.faults.killable_ingest import IDLE_S

PROSE = "The core was moved to the second room in spring.\n\nNobody remembers why the lamp stayed on.\n"
SEARCH = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.number"


def test_prose_is_found_again(tmp_path: Path) -> None:
    note, kg = tmp_path / "note.txt", tmp_path / "kg"
    note.write_text(PROSE, "utf-8")
    with open_graph(str(kg), create=True, idle_s=IDLE_S) as graph:
        ingest([note], graph, tmp_path / "parsers")
        assert graph.read(SEARCH, {"q": "lamp"}).rows == ((3,),)
    shutil.rmtree(kg / "text")
    with open_graph(str(kg), idle_s=IDLE_S) as graph:
        assert graph.read(SEARCH, {"q": "lamp"}).rows == ((3,),)

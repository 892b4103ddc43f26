"""What a KG's name may be, and what is said when there is no KG that can be opened."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.errors import (
    GraphError,
    GraphServerError,
    LockedGraphError,
    MissingGraphError,
    NewerGraphError,
    OlderGraphError,
    UnknownGraphError,
)
from graph_store.graph import IndexedLine
from graph_store.open_graph import ingest_lock, open_graph

BAD_NAMES: dict[str, tuple[str, type[GraphError], str]] = {
    "nothing": ("", MissingGraphError, r"the KG's name is empty; expected a folder or one of: bolt://"),
    "another database": (
        "sqlite:x",
        UnknownGraphError,
        r"unknown graph URL 'sqlite:x'; expected a folder or",
    ),
    "another protocol": ("http://localhost:7474", UnknownGraphError, r"unknown graph URL .*neo4j\+s://"),
    "a scheme without slashes": ("bolt:localhost", UnknownGraphError, r"unknown graph URL 'bolt:localhost'"),
    "nobody there": ("bolt://127.0.0.1:1", GraphServerError, r"bolt://127.0.0.1:1: no graph server answers"),
}

FORMATS: dict[str, tuple[str, type[GraphError], str]] = {
    "a newer one": ('{"format": 99}', NewerGraphError, r"newer version \(format 99, .* reads up to 2\)"),
    "an older one": (
        '{"format": 1}',
        OlderGraphError,
        r"passwords .* as they are.*: wirelore ingest PATH --kg .*-2$",
    ),
    "half a file": ('{"format"', GraphError, r"format.json: damaged; expected"),
    "a word": ('{"format": "one"}', GraphError, r"damaged; expected a whole number as format, found 'one'"),
    "no version": ("{}", GraphError, r"format.json: damaged"),
}

INGEST = """
import sys, time
from graph_store.open_graph import ingest_lock
with ingest_lock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize(("name", "kind", "message"), BAD_NAMES.values(), ids=BAD_NAMES)
def test_bad_names(name: str, kind: type[GraphError], message: str) -> None:
    with pytest.raises(kind, match=message):
        open_graph(name)


@pytest.mark.parametrize(("text", "kind", "message"), FORMATS.values(), ids=FORMATS)
def test_formats(tmp_path: Path, text: str, kind: type[GraphError], message: str) -> None:
    (tmp_path / "format.json").write_text(text)
    with pytest.raises(kind, match=message):
        open_graph(str(tmp_path), create=True)


def test_a_missing_kg_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(
        MissingGraphError, match=r"kg: no KG there; make one with: wirelore ingest PATH --kg "
    ):
        open_graph(str(tmp_path / "kg"))
    assert not (tmp_path / "kg").exists()


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(
        GraphError, match=r"is there, but is no KG; expected a KG, an empty folder, or a new name"
    ):
        open_graph(str(tmp_path), create=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_is_no_kg(tmp_path: Path) -> None:
    (tmp_path / "kg").write_text("mine")
    with pytest.raises(GraphError, match=r"is no KG"):
        open_graph(str(tmp_path / "kg"), create=True)


class Row(dict[str, int]):
    """A row that can be watched."""

    def __init__(self, at: int) -> None:
        super().__init__(id=at)


def test_one_ingest_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "kg"
    other = subprocess.Popen([sys.executable, "-c", INGEST, str(folder)], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    with pytest.raises(LockedGraphError, match=rf"another ingest is running \(pid {other.pid}\)") as locked:
        ingest_lock(str(folder)).__enter__()
    assert locked.value.pid == other.pid
    other.kill()
    other.communicate()
    with ingest_lock(str(folder)):
        assert json.loads((folder / "format.json").read_text()) == {"format": 2}


def test_rows_that_were_written_are_let_go_at_once(embedded_graph: BoltGraph) -> None:
    rows = [Row(at) for at in range(20)]
    kept = weakref.ref(rows[7])
    gc.disable()
    try:
        embedded_graph.write_all([("UNWIND $rows AS r CREATE (:Line {id: r.id})", {"rows": rows})])
        assert len(rows) == 20
        rows.clear()
        assert kept() is None
    finally:
        gc.enable()


def test_lines_that_the_text_index_lost_come_back_at_the_next_opening(
    embedded_graph: BoltGraph, embedded_folder: Path
) -> None:
    graph = embedded_graph
    row = {"id": 2**32 + 1, "document": 1, "text": "mtu 9000"}
    graph.write("CREATE (d:Document {serial: 1, lines: 1})")
    graph.write("CREATE (l:Line) SET l = $row", {"row": row})
    graph.add_lines([IndexedLine(2**32 + 7, 1, "stale words")])
    graph.commit_lines(5)
    graph.write("MATCH (s:Store) SET s.generation = 4")
    with open_graph(str(embedded_folder)) as again:
        assert again.generation() == 4
        assert _found(again, "9000") == ((2**32 + 1,),)
        assert _found(again, "stale") == ()


def _found(graph: BoltGraph, query: str) -> tuple[object, ...]:
    statement = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.id"
    return graph.read(statement, {"q": query}).rows


def test_the_driver_brings_no_tables_with_it() -> None:
    program = "import sys, ingest.cluster.work, workspace.workspace; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {"numpy", "pandas", "pyarrow"}.isdisjoint(done.stdout.split())

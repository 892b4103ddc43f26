"""When a server looks for the room that removed documents left, and that a second opening changes no schema."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.java_server import FILE, looks_for_room, note_removed
from graph_store.open_graph import open_graph
from graph_store.server_file import ROOT_FOLDER, read_server

IDLE_S = 0.2
PATIENCE_S = 30.0
LINES = 50
ACCOUNTS: dict[str, tuple[list[tuple[int, int]], bool]] = {
    "nothing was ever removed": ([], False),
    "a tenth of the lines was removed": ([(100, 1000)], False),
    "three tenths were, one after the other": ([(100, 1000), (100, 1000), (100, 1000)], True),
    "all lines were removed": ([(100, 0)], True),
    "much was removed, and much more came": ([(300, 1000), (1, 9000)], False),
    "much is replaced again and again": ([(300, 1000), (300, 1000), (300, 1000), (1, 2000)], False),
}
DAMAGED = {"half a file": '{"free": 900', "no numbers": '{"free": "a", "kept": 1}', "a list": "[1, 2]"}


@pytest.mark.parametrize(("removals", "looked_for"), ACCOUNTS.values(), ids=ACCOUNTS)
def test_room_is_looked_for_where_much_is_free(
    tmp_path: Path, removals: list[tuple[int, int]], looked_for: bool
) -> None:
    for removed, kept in removals:
        note_removed(tmp_path, removed, kept)
    assert looks_for_room(tmp_path) is looked_for


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_account_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert not looks_for_room(tmp_path)
    note_removed(tmp_path, 300, 1000)
    assert looks_for_room(tmp_path)


def test_an_account_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    note_removed(tmp_path / "missing", 300, 1000)


def test_a_server_looks_for_room_when_documents_were_removed_and_opening_again_changes_no_schema(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "kg"
    with _open(folder) as graph:
        assert _mode(folder) == "low"
        for serial in (1, 2):
            _load(graph, serial)
    schema = _schema(folder)
    with _open(folder) as graph:
        graph.delete_documents([1], 2)
        assert graph.read("MATCH (l:Line) RETURN count(l), min(l.document)").rows == ((LINES, 2),)
    assert _schema(folder) == schema
    with _open(folder) as graph:
        assert _mode(folder) == "high"
        _load(graph, 3)
    assert _schema(folder) == schema


def _open(folder: Path) -> BoltGraph:
    """Open when the last server is gone: each looks at the account when it starts."""
    deadline = time.monotonic() + PATIENCE_S
    while folder.exists() and read_server(folder) is not None and time.monotonic() < deadline:
        time.sleep(0.05)
    return open_graph(str(folder), create=True, idle_s=IDLE_S)


def _mode(folder: Path) -> str:
    server = read_server(folder)
    process = server.server.process() if server else None
    assert process is not None
    option = "-Darcadedb.bucketReuseSpaceMode="
    return next(word.removeprefix(option) for word in process.cmdline() if word.startswith(option))


def _load(graph: BoltGraph, serial: int) -> None:
    rows = [{"id": serial * 2**32 + number, "document": serial} for number in range(LINES)]
    graph.write("CREATE (d:Document {serial: $serial, lines: $lines})", {"serial": serial, "lines": LINES})
    graph.write("UNWIND $rows AS r CREATE (l:Line) SET l = r", {"rows": rows})


def _schema(folder: Path) -> object:
    """Return what ArcadeDB knows of lines: where an index is defined once more it reads all, and declares types."""
    found = json.loads((folder / ROOT_FOLDER / "databases" / "kg" / "schema.json").read_text("utf-8"))
    return found["types"]["Line"]["properties"]

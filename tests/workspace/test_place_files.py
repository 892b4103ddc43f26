"""A configuration that is dropped under another name is known by its device, and may replace what is loaded."""

from __future__ import annotations

from pathlib import Path

from chat.findings.findings_view import list_changed_findings
from findings.records import Finding, compare_findings
from graph_store.records import SourceLine
from ingest.files.unpack import Upload, unpack
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph
from workspace.place_files import find_places, move_files

CORE = "hostname core\ninterface GigabitEthernet0/1\n mtu 9000\nend\n"


def test_the_document_of_the_same_device_is_found_and_replaced(tmp_path: Path) -> None:
    files = tmp_path / "files"
    (files / "configs").mkdir(parents=True)
    (files / "configs" / "core.cfg").write_text(CORE)
    dropped = {
        "core-new.cfg": CORE.replace("9000", "1500"),
        "other.cfg": "hostname other\nend\n",
        "notes.txt": "the hostname core is in\n",
    }
    (tmp_path / "dropped").mkdir()
    incoming = tmp_path / "incoming"
    incoming.mkdir()
    for name, text in dropped.items():
        (tmp_path / "dropped" / name).write_text(text)
    taken = unpack([Upload(name, tmp_path / "dropped" / name) for name in dropped], incoming)
    kg = tmp_path / "kg"
    with borrowed_graph() as graph:
        ingest([files], graph, kg / "parsers")
        (path,) = (str(row[0]) for row in graph.read("MATCH (d:Document) RETURN d.path").rows)
        places = find_places(incoming, taken, graph)
        assert places == {"core-new.cfg": path}
        moved = move_files(incoming, taken, places)
        assert {one.path for one in moved} == {path, "other.cfg", "notes.txt"}
        assert (incoming / path).read_text() == dropped["core-new.cfg"]
        assert find_places(incoming, moved, graph) == {}


def test_findings_that_came_and_went_are_told_with_lines() -> None:
    line = SourceLine("a.cfg", 4, "x")
    gone, come, same = (
        Finding("k", "high", ("a",), said, (line,)) for said in ("Gone one.", "New one.", "Same.")
    )
    said = list_changed_findings(compare_findings([gone, same], [come, same]))
    assert "**Findings that came: 1**\n\n- New one. [a.cfg\\:4](#source=a.cfg%3A4)" in said
    assert "**Findings that went: 1**\n\n- Gone one." in said
    assert "Same" not in said
    assert list_changed_findings(compare_findings([same], [same])) == ""

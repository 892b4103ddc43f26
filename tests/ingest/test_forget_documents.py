"""Documents are taken out of the graph, and with them what was inferred from them."""

from __future__ import annotations

from pathlib import Path

from graph_store.unfinished import check_finished
from ingest.load.forget_documents import forget_documents
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

CONFIG = "hostname {name}\ninterface Gi0/0\n ip address 10.0.0.{number} 255.255.255.0\ninterface Gi0/1\n shutdown\n"
FOUND = "CALL db.index.fulltext.queryNodes('lines', $name) YIELD node RETURN count(node)"
SERIALS = "MATCH (d:Document) RETURN d.path, d.serial ORDER BY d.path"


def test_a_document_goes_with_all_that_came_of_it(tmp_path: Path) -> None:
    files, kg = tmp_path / "files", tmp_path / "kg"
    files.mkdir()
    for number, name in enumerate(("core", "edge"), start=1):
        (files / f"{name}.cfg").write_text(CONFIG.format(name=name, number=number), "utf-8")
    with borrowed_graph() as graph:
        ingest([files], graph, kg / "parsers")
        assert forget_documents(["edge.cfg", "nothing.cfg", "edge.cfg"], graph) == ("edge.cfg",)
        check_finished(graph)
        assert graph.read("MATCH (n) WHERE n.device = 'edge' OR n.name = 'edge' RETURN count(n)").rows == (
            (0,),
        )
        assert [graph.read(FOUND, {"name": name}).rows for name in ("edge", "core")] == [((0,),), ((1,),)]
        assert graph.describe().labels
        ingest([files / "edge.cfg"], graph, kg / "parsers")
        assert graph.read(SERIALS).rows == (("core.cfg", 1), ("edge.cfg", 3))  # none is given out twice

"""What a clicked node of the graph says."""

from __future__ import annotations

from pathlib import Path

from chat.evidence.evidence_view import describe_node
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

ROUTER = "hostname {0}\n!\ninterface Ethernet1\n ip address 192.0.2.{1} 255.255.255.252\n mtu {2}\n!\n"


def test_a_finding_tells_its_message_and_lines_and_no_numbers_of_the_store(tmp_path: Path) -> None:
    files = [tmp_path / "east.cfg", tmp_path / "west.cfg"]
    for file, host, mtu in zip(files, (1, 2), (9100, 1600), strict=True):
        file.write_text(ROUTER.format(file.stem, host, mtu))
    with borrowed_graph() as graph:
        ingest([str(file) for file in files], graph, tmp_path / "parsers")
        ((node, message),) = graph.read(
            "MATCH (f:Finding) WHERE f.kind = 'link-mtu' RETURN f.id, f.message"
        ).rows
        assert isinstance(node, int)
        told = describe_node(node, graph, neighbours=True)
    properties = dict(told["properties"])
    assert properties["message"] == message
    assert "lines" not in properties
    assert sorted(text.strip() for _, _, text in told["lines"]) == ["mtu 1600", "mtu 9100"]
    assert {one["kind"] for one in told["nodes"]} == {"Interface"}

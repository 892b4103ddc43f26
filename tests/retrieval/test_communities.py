"""The entity graph, its communities, and their reports."""

from __future__ import annotations

import json

import pytest

from graph_store.bolt_graph import BoltGraph
from retrieval.compose_reports import KeptFinding, compose_reports
from retrieval.entity_graph import Edge, EntityGraph, EntityNode, find_communities, read_entity_graph
from retrieval.indexes import Indexes, read_ids
from retrieval.written_reports import plan_writing, read_written, write_reports
from tests.agent.scripted_model import ScriptedCalls


def test_the_same_graph_gives_the_same_communities(graph: BoltGraph) -> None:
    first, second = (find_communities(read_entity_graph(graph)) for _ in range(2))
    assert first == second
    members = [member for one in first if one.level == 0 for member in one.members]
    assert len(members) == len(set(members)) > 5


def test_log_records_are_nodes_by_their_kind(graph: BoltGraph) -> None:
    nodes = read_entity_graph(graph).nodes
    (requests,) = [node for node in nodes.values() if node.type == "Request"]
    assert requests.count == 40
    assert requests.values["status"] == {"200": 30, "404": 10}


def test_every_line_of_a_statement_shows_what_it_says(graph: BoltGraph, indexes: Indexes) -> None:
    statements = [one for report in indexes.composed for one in report.statements]
    assert statements
    lines = read_ids(graph, (line for one in statements for line in one.lines))
    for one in statements:
        assert one.lines
        if ": " in one.text and "different values" in one.text:
            top = one.text.partition(": ")[2].split(" (")[0]
            assert top in lines[one.lines[0]].text


def tiny_graph() -> EntityGraph:
    nodes = {
        name: EntityNode(name, "Port", name, "r1", lines=[10 + place], count=1)
        for place, name in enumerate("abc")
    }
    edges = (Edge("a", "b", "HAS", 1.0), Edge("b", "c", "HAS", 1.0))
    return EntityGraph(nodes, edges, {})


def test_findings_come_first_and_raise_the_rank() -> None:
    graph = tiny_graph()
    finding = KeptFinding("high", "r1 has a loop.", (11,))
    (plain,) = compose_reports(graph, find_communities(graph), [])
    (found,) = compose_reports(graph, find_communities(graph), [finding])
    assert found.statements[0].text == "high finding: r1 has a loop."
    assert found.statements[0].lines == (11,)
    assert found.rank == pytest.approx(plain.rank + 10)
    assert found.key != plain.key


def test_a_written_report_keeps_the_lines_and_is_written_once(graph: BoltGraph, indexes: Indexes) -> None:
    composed = indexes.composed[:2]
    reply = json.dumps(
        {
            "title": "Edge",
            "findings": [{"text": "It is odd.", "statements": [1]}, {"text": "No.", "statements": [99]}],
        }
    )
    calls = ScriptedCalls({"write_report": [reply, "no JSON at all"]})
    plan = plan_writing(graph, composed)
    assert (len(plan.write), plan.kept) == (2, 0)
    try:
        assert write_reports(graph, composed, plan, calls) == 1
        first, second = read_written(graph, composed)
        assert (first.title, first.model) == ("Edge", "scripted:model")
        (statement,) = first.statements
        assert (statement.text, statement.lines) == ("It is odd.", composed[0].statements[0].lines)
        assert second == composed[1]
        again = plan_writing(graph, composed)
        assert (again.write, again.kept) == ((composed[1],), 1)
    finally:
        graph.write("MATCH (r:CommunityReport) DETACH DELETE r")

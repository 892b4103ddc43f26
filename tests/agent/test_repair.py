"""What the repairer without a model mends."""

from __future__ import annotations

import pytest

from agent.builtin.offline_roles import SpellingRepairer
from agent.execute import QueryLimits, run_query
from agent.records import Outcome, Query, Question
from agent.value_index import ValueIndex
from graph_store.bolt_graph import BoltGraph

SEARCH = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.path, node.number"

CASES = {
    "a label in the wrong case": (
        Query("cypher", "MATCH (i:interfaces) RETURN i.key", {"x": "1"}),
        ("MATCH (i:`Interface`) RETURN i.key", {"x": "1"}),
    ),
    "a property that is spelled otherwise": (
        Query("cypher", "MATCH (i:Interface) WHERE i.ipAddress = $v RETURN i.key", {"v": "10.0.0.1"}),
        ("MATCH (i:Interface) WHERE i.`ip_address` = $v RETURN i.key", {"v": "10.0.0.1"}),
    ),
    "a relation in the wrong case": (
        Query("cypher", "MATCH (:Interface)-[:has_line]->(l:Line) RETURN l.text", {"v": "x"}),
        ("MATCH (:Interface)-[:`HAS_LINE`]->(l:Line) RETURN l.text", {"v": "x"}),
    ),
    "a short name that is stored in full": (
        Query("cypher", "MATCH (i:Interface) WHERE i.key = $v RETURN i.key", {"v": "Lo0"}),
        ("MATCH (i:Interface) WHERE i.key = $v RETURN i.key", {"v": "Loopback0"}),
    ),
    "a device in another case": (
        Query("cypher", "MATCH (i:Interface {device: $d}) RETURN i.key", {"d": "R1"}),
        ("MATCH (i:Interface {device: $d}) RETURN i.key", {"d": "r1"}),
    ),
    "a text query that is no Lucene": (
        Query("lucene", SEARCH, {"q": "ntp (server"}),
        (SEARCH, {"q": "ntp server"}),
    ),
    "a value that is nowhere stays": (
        Query("cypher", "MATCH (i:Interface) WHERE i.key = $v RETURN i.key", {"v": "Loopback9"}),
        None,
    ),
}


@pytest.mark.parametrize(("query", "expected"), CASES.values(), ids=CASES)
def test_repair(small_graph: BoltGraph, query: Query, expected: tuple[str, dict[str, str]] | None) -> None:
    outcome = run_query(query, small_graph, QueryLimits())
    assert outcome.rows == ()
    mended = _repair(small_graph, outcome)
    assert (None if mended is None else (mended.statement, mended.parameters)) == expected
    if mended is not None:
        assert run_query(mended, small_graph, QueryLimits()).rows


def _repair(graph: BoltGraph, outcome: Outcome) -> Query | None:
    return SpellingRepairer(graph.describe(), ValueIndex(graph)).repair(Question("?"), outcome)

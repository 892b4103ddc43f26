"""A statement and its companion are read in one pass where both have the same rows."""

from __future__ import annotations

import pytest

from agent.ask import RememberedReads
from agent.execute import QueryLimits, read_once, run_query
from agent.records import Query, Reading
from graph_store.bolt_graph import BoltGraph
from tests.agent.counted_reads import CountedReads

SCANS: dict[str, tuple[str, int]] = {
    "an aggregate with a condition": ("MATCH (e:Event) WHERE e.status = 404 RETURN count(*) AS n", 1),
    "an order and a limit": ("MATCH (e:Event) RETURN e.time AS time ORDER BY e.timestamp DESC LIMIT 1", 1),
    "groups": ("MATCH (e:Event) RETURN e.method AS method, count(*) AS count ORDER BY count DESC", 1),
    "a list": ("MATCH (i:Interface) WHERE i.shutdown RETURN i.device AS device, i.key AS name", 1),
    "distinct rows may come in another order": ("MATCH (e:Event) RETURN DISTINCT e.method AS method", 2),
    "everything": ("MATCH (i:Interface) WHERE i.shutdown RETURN *", 2),
    "values that decide alone": ("MATCH (e:Event) RETURN count(DISTINCT e.method) AS n", 2),
}


@pytest.mark.parametrize(("statement", "scans"), SCANS.values(), ids=SCANS)
def test_rows_are_the_statements_own(small_graph: BoltGraph, statement: str, scans: int) -> None:
    counted = CountedReads(small_graph)
    graph = RememberedReads(counted)
    plain = small_graph.read(statement)
    query = Query("cypher", statement, reading=Reading("list"))
    table, failed = read_once(query, graph, 50, 10.0)
    assert (table.columns, table.rows, table.cut) == (plain.columns, plain.rows, plain.cut)
    assert failed == ""
    outcome = run_query(query, graph, QueryLimits())
    assert outcome.error == ""
    assert all(row.lines for row in outcome.rows) or "*" in statement.partition("RETURN")[2]
    assert len([one for one in counted.statements if "HAS_LINE" not in one]) == scans


def test_the_row_limit_cuts(small_graph: BoltGraph) -> None:
    statement = "MATCH (e:Event) RETURN e.timestamp AS time ORDER BY time"
    table, _ = read_once(Query("cypher", statement), small_graph, 3, 10.0)
    assert table == small_graph.read(statement, row_limit=3)


def test_a_companion_that_failed_is_not_tried_again(small_graph: BoltGraph) -> None:
    statement = "MATCH (e:Event) RETURN substring(e.message, 0, -1) AS text"
    counted = CountedReads(small_graph)
    outcome = run_query(Query("cypher", statement), counted, QueryLimits())
    assert outcome.error
    assert len(counted.statements) == 2

"""How queries run: limits are kept and said, failures are outcomes."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest

from agent.execute import QueryLimits, counting_statement, execute, run_query
from agent.records import Query
from graph_store.bolt_graph import BoltGraph
from graph_store.graph import Parameters
from graph_store.records import Description, Table, Value


def test_what_the_row_limit_leaves_out_is_counted(small_graph: BoltGraph) -> None:
    outcome = run_query(Query("cypher", "MATCH (e:Event) RETURN e.time"), small_graph, QueryLimits(rows=5))
    assert (len(outcome.rows), outcome.cut, outcome.total_rows) == (5, True, 40)


def test_groups_that_are_left_out_are_counted(small_graph: BoltGraph) -> None:
    statement = "MATCH (e:Event) RETURN e.time AS time, count(*) AS count"
    outcome = run_query(Query("cypher", statement), small_graph, QueryLimits(rows=5))
    assert (len(outcome.rows), outcome.cut, outcome.total_rows) == (5, True, 40)


FAILING = {
    "a syntax error": "MATCH (e:Event RETURN e",
    "an unknown variable": "MATCH (e:Event) RETURN f.x",
    "writing": "MATCH (e:Event) SET e.level = 'X' RETURN e",
    "deleting": "MATCH (e) DETACH DELETE e",
    "a part that is no statement": "MATCH (e:Event) RETURN e.time AS x LIMIT 1 UNION GARBAGE !! RETURN 9 AS x",
    "a part that writes": "MATCH (e:Event) RETURN e.time AS x LIMIT 1 UNION CREATE (y:Evil) RETURN y.a AS x",
}


@pytest.mark.parametrize("statement", FAILING.values(), ids=FAILING)
def test_a_failure_is_an_outcome(small_graph: BoltGraph, statement: str) -> None:
    outcome = run_query(Query("cypher", statement), small_graph, QueryLimits())
    assert outcome.error
    assert outcome.rows == ()


@pytest.mark.parametrize("value", [1 << 70, -(1 << 64), "\udc00", ("a", "b\ud83d")], ids=repr)
def test_a_value_that_no_store_takes_is_an_outcome(small_graph: BoltGraph, value: Value) -> None:
    outcome = run_query(
        Query("cypher", "MATCH (e:Event) RETURN $v AS v", {"v": value}), small_graph, QueryLimits()
    )
    assert "the parameter $v" in outcome.error


@dataclass
class BusyGraph:
    """A graph whose server takes its time with every statement."""

    graph: BoltGraph

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        time.sleep(min(0.2, time_limit_s))
        return self.graph.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)

    def describe(self) -> Description:
        return self.graph.describe()


def test_all_parts_of_a_query_and_their_evidence_share_one_deadline(small_graph: BoltGraph) -> None:
    parts = [f"MATCH (e:Event) WHERE e.time > '{number}' RETURN count(e) AS n" for number in range(60)]
    began = time.monotonic()
    run_query(Query("cypher", " UNION ALL ".join(parts)), BusyGraph(small_graph), QueryLimits(time_s=1.0))
    assert time.monotonic() - began < 3


def test_only_queries_without_an_outcome_run(small_graph: BoltGraph) -> None:
    first, second = Query("cypher", "RETURN 1 AS n"), Query("cypher", "RETURN 2 AS n", attempt=2)
    done = run_query(first, small_graph, QueryLimits())
    added = execute(
        {"queries": [first, second], "outcomes": [done]},
        graph=small_graph,
        limits=QueryLimits(),
    )
    assert [outcome.query for outcome in added["outcomes"]] == [second]


COUNTED = {
    "rows": ("MATCH (n:A) RETURN n.x", "MATCH (n:A) RETURN count(*) AS total"),
    "distinct rows": (
        "MATCH (n) RETURN DISTINCT n.x AS x",
        "MATCH (n) WITH DISTINCT n.x AS k0 RETURN count(*) AS total",
    ),
    "groups": (
        "MATCH (n) RETURN n.x AS x, count(*) AS c",
        "MATCH (n) WITH DISTINCT n.x AS k0 RETURN count(*) AS total",
    ),
    "a statement that limits itself is not counted": ("MATCH (n) RETURN n.x LIMIT 3", ""),
    "a total has one row": ("MATCH (n) RETURN count(*)", ""),
}


@pytest.mark.parametrize(("statement", "expected"), COUNTED.values(), ids=COUNTED)
def test_counting_statement(statement: str, expected: str) -> None:
    assert counting_statement(statement) == expected

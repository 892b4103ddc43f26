"""Which lines stand behind aggregates that single values decide: one per distinct value, those of an extreme."""

from __future__ import annotations

import pytest

from agent.evidence.companion import derive_companions
from agent.execute import QueryLimits, run_query
from agent.records import Intent, Query, Reading
from graph_store.bolt_graph import BoltGraph
from graph_store.records import Cell

Found = list[tuple[Cell, int, list[int]]]
"""Of each row its first column, how many lines it stands on, and the numbers of those that are kept."""

CASES: dict[str, tuple[str, Found]] = {
    "counted distinct values are shown by the first line of each": (
        "MATCH (e:Event) RETURN count(DISTINCT e.method) AS count",
        [(2, 2, [1, 2])],
    ),
    "collected distinct values are, too, inside of other functions": (
        "MATCH (e:Event) WHERE e.method = 'GET' RETURN size(collect(DISTINCT e.status)) AS count",
        [(2, 2, [2, 5])],
    ),
    "computed values are values": (
        "MATCH (e:Event) UNWIND [e.method, toString(e.status)] AS value RETURN count(DISTINCT value) AS count",
        [(4, 2, [1, 2])],
    ),
    "each group has the first lines of its own values": (
        "MATCH (e:Event) RETURN e.method AS method, count(DISTINCT e.status) AS count ORDER BY method LIMIT 5",
        [("GET", 2, [2, 5]), ("POST", 2, [1, 4])],
    ),
    "values of two properties are both shown": (
        "MATCH (e:Event) RETURN count(DISTINCT e.method) AS methods, count(DISTINCT e.status) AS statuses",
        [(2, 2, [1, 2])],
    ),
    "an extreme value is shown by its line": (
        "MATCH (e:Event) RETURN max(e.time) AS maximum",
        [(0.39, 1, [40])],
    ),
    "so is each of two": (
        "MATCH (e:Event) RETURN min(e.time) AS minimum, max(e.time) AS maximum",
        [(0.0, 2, [1, 40])],
    ),
    "an extreme of each group is shown by that group's line": (
        "MATCH (e:Event) RETURN e.method AS method, max(e.timestamp) AS last ORDER BY last",
        [("GET", 1, [39]), ("POST", 1, [40])],
    ),
    "an extreme that many lines hold is shown by the first ones and the last of them": (
        "MATCH (e:Event) RETURN min(e.status) AS status",
        [(200, 30, [2, 3, 4, 6, 7, 40])],
    ),
    "where there is no value, it stands on all that was matched": (
        "MATCH (i:Interface) RETURN i.device AS device, count(DISTINCT i.description) AS count ORDER BY device",
        [("r1", 2, [5, 6]), ("r2", 1, [2])],
    ),
    "a plain count beside it stands on all lines": (
        "MATCH (e:Event) WHERE e.status = 404 RETURN count(DISTINCT e.method) AS methods, count(*) AS count",
        [(2, 10, [1, 5, 9, 13, 17, 21, 25, 29, 33, 37])],
    ),
    "different nodes are no values": (
        "MATCH (e:Event) WHERE e.method = 'POST' RETURN count(DISTINCT e) AS count",
        [(14, 14, [1, 4, 7, 10, 13, 40])],
    ),
    "a computed extreme stands on all lines": (
        "MATCH (e:Event) WHERE e.method = 'POST' RETURN max(e.time) - min(e.time) AS spread",
        [(0.39, 14, [1, 4, 7, 10, 13, 40])],
    ),
}


@pytest.mark.parametrize(("statement", "expected"), CASES.values(), ids=CASES)
def test_lines(small_graph: BoltGraph, statement: str, expected: Found) -> None:
    assert _found(small_graph, Query("cypher", statement)) == expected


def test_of_many_values_the_first_ones_and_the_last_are_kept(small_graph: BoltGraph) -> None:
    statement = "UNWIND range(1, 3) AS n MATCH (e:Event) RETURN count(DISTINCT e.timestamp) AS count"
    assert _found(small_graph, Query("cypher", statement)) == [(40, 40, list(range(1, 41)))]


BY_VALUE = "MATCH (e:Event) WHERE e.time < 0.08 RETURN e.method AS method, count(*) AS count ORDER BY method"
INTENTS: dict[str, tuple[Intent, Found]] = {
    "asked which values there are, each is shown by its first line": (
        "list",
        [("GET", 5, [2]), ("POST", 3, [1])],
    ),
    "asked how many there are, each is shown by all": (
        "count",
        [("GET", 5, [2, 3, 5, 6, 8]), ("POST", 3, [1, 4, 7])],
    ),
}


@pytest.mark.parametrize(("intent", "expected"), INTENTS.values(), ids=INTENTS)
def test_counted_values(small_graph: BoltGraph, intent: Intent, expected: Found) -> None:
    assert _found(small_graph, Query("cypher", BY_VALUE, reading=Reading(intent))) == expected


PLAIN = {
    "a plain count": "MATCH (e:Event) RETURN count(*)",
    "an average": "MATCH (e:Event) RETURN avg(e.time), max(e.time)",
    "values that are listed": "MATCH (e:Event) RETURN DISTINCT e.method",
    "nodes that left the scope": "MATCH (e:Event) WITH e.method AS m RETURN count(DISTINCT m)",
}


@pytest.mark.parametrize("statement", PLAIN.values(), ids=PLAIN)
def test_no_value_decides(statement: str) -> None:
    assert [one.instead for one in derive_companions(statement)] == [()]


ENDS: dict[str, tuple[str, list[Cell] | None]] = {
    "of one kind of node, the first, the number and the last are found": (
        "MATCH (i:Interface {device: 'r1'}) WHERE i.ip_address IS NOT NULL RETURN count(*) AS n ORDER BY n",
        [True, 2, True],
    ),
    "where nodes come several times, they are not counted": (
        "MATCH (i:Interface)-[:HAS_LINE]->(l) RETURN count(*)",
        None,
    ),
}


@pytest.mark.parametrize(("statement", "expected"), ENDS.values(), ids=ENDS)
def test_ends(small_graph: BoltGraph, statement: str, expected: list[Cell] | None) -> None:
    ends = derive_companions(statement)[0].ends
    assert (ends is None) == (expected is None)
    if ends is not None and expected is not None:
        _, first, number, last = small_graph.read(ends.statement).rows[0]
        ids = [row[0] for row in small_graph.read("MATCH (i:Interface {device: 'r1'}) RETURN i.id").rows]
        assert [first == min(map(int, map(str, ids))), number, last in ids and last != first] == expected


def _found(graph: BoltGraph, query: Query) -> Found:
    outcome = run_query(query, graph, QueryLimits())
    assert outcome.error == ""
    return [
        (next(iter(row.values.values())), row.total_lines, [line.number for line in row.lines])
        for row in outcome.rows
    ]

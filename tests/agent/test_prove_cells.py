"""What a statement says itself proves nothing, whatever it is made of; what the data says stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.evidence.choose_lines import prove_row
from agent.execute import QueryLimits, run_query
from agent.records import Query, Reading, Row
from graph_store.bolt_graph import BoltGraph
from graph_store.records import Cell, SourceLine

LINE = SourceLine("r1.cfg", 5, "interface Ethernet0/1 shutdown")
MODEL = Reading("list", by_model=True)
FALSE = "Gi9/9 is down"
MATCH = "MATCH (i:Interface) "
Case = tuple[str, dict[str, Cell], dict[str, Cell]]
CASES: dict[str, Case] = {
    "a text": (
        f"{MATCH}RETURN '{FALSE}' AS x, i.key AS k",
        {"x": FALSE, "k": "Ethernet0/1"},
        {"k": "Ethernet0/1"},
    ),
    "a number": (f"{MATCH}RETURN 4094 AS x, i.key AS k", {"x": 4094, "k": "E"}, {"k": "E"}),
    "arithmetic": (f"{MATCH}RETURN 2 * 2047 AS x, i.key AS k", {"x": 4094, "k": "E"}, {"k": "E"}),
    "a parameter": (f"{MATCH}RETURN $p AS x, i.key AS k", {"x": FALSE, "k": "E"}, {"k": "E"}),
    "a list": (f"{MATCH}RETURN ['{FALSE}'] AS x, i.key AS k", {"x": (FALSE,), "k": "E"}, {"k": "E"}),
    "a map": (f"{MATCH}RETURN {{s: '{FALSE}'}} AS x, i.key AS k", {"x": {"s": FALSE}, "k": "E"}, {"k": "E"}),
    "an alias of WITH": (
        f"{MATCH}WITH i, '{FALSE}' AS s RETURN s AS x, i.key AS k",
        {"x": FALSE, "k": "E"},
        {"k": "E"},
    ),
    "an element of UNWIND": (
        f"UNWIND ['{FALSE}'] AS s {MATCH}RETURN s, i.key AS k",
        {"s": FALSE, "k": "E"},
        {"k": "E"},
    ),
    "a CASE of constants": (
        f"{MATCH}RETURN CASE WHEN true THEN '{FALSE}' END AS x, i.key AS k",
        {"x": FALSE, "k": "E"},
        {"k": "E"},
    ),
    "a function of constants": (
        f"{MATCH}RETURN toUpper('{FALSE}') AS x, i.key AS k",
        {"x": FALSE.upper(), "k": "E"},
        {"k": "E"},
    ),
    "a CASE on data: words that no data has": (
        f"{MATCH}RETURN CASE WHEN i.key <> '' THEN '{FALSE}' END AS x",
        {"x": FALSE},
        {"x": None},
    ),
    "a CASE on data: words of the row's line": (
        f"{MATCH}RETURN CASE WHEN i.shutdown THEN 'shut down' ELSE 'up' END AS x",
        {"x": "shut down"},
        {"x": "shut down"},
    ),
    "a CASE on data: yes and no": (
        f"{MATCH}RETURN CASE WHEN i.mtu > 1 THEN 'yes' ELSE 'no' END AS x",
        {"x": "yes"},
        {"x": "yes"},
    ),
    "a CASE on data: a number": (
        f"{MATCH}RETURN i.key AS k, CASE WHEN i.key <> '' THEN 4094 END AS x",
        {"k": "E", "x": 4094},
        {"k": "E", "x": None},
    ),
    "a text beside data": (
        f"{MATCH}RETURN i.key + ' leads to Dallas' AS x",
        {"x": "Ethernet0/1 leads to Dallas"},
        {"x": "Ethernet0/1 … … …"},
    ),
    "a text for what is missing": (
        f"{MATCH}RETURN coalesce(i.description, 'to Dallas') AS x, i.key AS k",
        {"x": "to Dallas", "k": "E"},
        {"x": None, "k": "E"},
    ),
    "turned round": (
        f"{MATCH}RETURN i.key + reverse('{FALSE[::-1]}') AS x",
        {"x": f"Ethernet0/1 {FALSE}"},
        {"x": "Ethernet0/1 … … …"},
    ),
    "in a map beside data": (
        f"{MATCH}RETURN i {{.key, state: 'flapping'}} AS x",
        {"x": {"key": "Ethernet0/1", "state": "flapping"}},
        {"x": {"key": "Ethernet0/1", "state": None}},
    ),
    "a word that stands only inside one of the line": (
        f"{MATCH}RETURN CASE WHEN i.key <> '' THEN 'down' END AS state, i.key AS key",
        {"state": "down", "key": "Ethernet0/1"},
        {"state": None, "key": "Ethernet0/1"},
    ),
    "a maximum of a text": (f"{MATCH}RETURN max('{FALSE}') AS x", {"x": FALSE}, {"x": None}),
    "a text that is compared": (
        f"{MATCH}WHERE i.device = 'r1' RETURN i.key AS k, i.device = 'r1' AS same",
        {"k": "Ethernet0/7", "same": True},
        {"k": "Ethernet0/7", "same": True},
    ),
    "a sign that divides": (
        "MATCH (e:Event) RETURN split(e.message, ' Down ')[1] AS x",
        {"x": "BGP session"},
        {"x": "BGP session"},
    ),
    "a piece of a time": (
        "MATCH (e:Event) RETURN substring(e.timestamp, 0, 10) AS day, count(*) AS n",
        {"day": "2026-01-05", "n": 10},
        {"day": "2026-01-05", "n": 10},
    ),
    "a count": (f"{MATCH}RETURN count(*) AS n", {"n": 4}, {"n": 4}),
    "a sum of conditions": (
        f"{MATCH}RETURN sum(CASE WHEN i.shutdown THEN 1 ELSE 0 END) AS n",
        {"n": 1},
        {"n": 1},
    ),
    "a count in a subquery": (
        "RETURN COUNT { MATCH (i:Interface) RETURN i } AS n",
        {"n": 4},
        {"n": 4},
    ),
    "what a procedure yields": (
        "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score RETURN node.text AS t, score",
        {"t": "ntp", "score": 1.5},
        {"t": "ntp", "score": 1.5},
    ),
    "everything in scope": (
        f"{MATCH}WITH i.key AS k, '{FALSE}' AS x RETURN *",
        {"k": "E", "x": FALSE},
        {"k": "E"},
    ),
    "a part of a UNION": (
        f"{MATCH}RETURN i.key AS k, i.mtu AS x UNION {MATCH}RETURN i.key AS k, '{FALSE}' AS x",
        {"k": "E", "x": FALSE},
        {"k": "E", "x": None},
    ),
    "what the other part of a UNION found": (
        f"{MATCH}RETURN i.key AS k, i.mtu AS x UNION {MATCH}RETURN i.key AS k, '{FALSE}' AS x",
        {"k": "E", "x": 1500},
        {"k": "E", "x": 1500},
    ),
    "a part of a UNION that says nothing": (
        f"{MATCH}RETURN i.key AS k, null AS x, '' AS y UNION {MATCH}RETURN i.key AS k, i.mtu AS x, i.up AS y",
        {"k": "E", "x": 1500, "y": ""},
        {"k": "E", "x": 1500, "y": ""},
    ),
    "a switch of the statement's own in a UNION": (
        f"{MATCH}RETURN i.key AS k, true AS x UNION {MATCH}RETURN i.key AS k, i.up AS x",
        {"k": "E", "x": True},
        {"k": "E", "x": None},
    ),
}


@pytest.mark.parametrize(("statement", "values", "expected"), CASES.values(), ids=CASES)
def test_what_is_left_of_a_row(statement: str, values: dict[str, Cell], expected: dict[str, Cell]) -> None:
    query = Query("cypher", statement, {"p": FALSE, "q": "ntp"}, reading=MODEL)
    assert prove_row(query, Row(values, (LINE,), 1)) == Row(expected, (LINE,), 1)


MADE_UP = {
    "a constant beside matched nodes": f"{MATCH}RETURN '{FALSE}' AS line",
    "a line that is none": f"RETURN 'r1.cfg' AS path, 4 AS number, '{FALSE}' AS text",
    "a line of a matched file": (
        f"MATCH (l:Line) RETURN l.path AS path, l.number AS number, '{FALSE}' AS text LIMIT 1"
    ),
    "a line of a map": (
        f"WITH {{path: 'r1.cfg', number: 4, text: '{FALSE}'}} AS l "
        "RETURN l.path AS path, l.number AS number, l.text AS text"
    ),
    "a line of a subquery": (
        f"CALL {{ RETURN {{path: 'r1.cfg', number: 4, text: '{FALSE}'}} AS l }} "
        "RETURN l.path AS path, l.number AS number, l.text AS text"
    ),
    "a line turned round": (
        "MATCH (l:Line) RETURN l.path AS path, l.number AS number, reverse(l.text) AS text LIMIT 1"
    ),
}


@pytest.mark.parametrize("by_model", [True, False])
@pytest.mark.parametrize("statement", MADE_UP.values(), ids=MADE_UP)
def test_nothing_made_up_is_a_line(small_graph: BoltGraph, statement: str, by_model: bool) -> None:
    query = replace(Query("cypher", statement), reading=MODEL if by_model else None)
    lines = [line for row in run_query(query, small_graph, QueryLimits()).rows for line in row.lines]
    texts = small_graph.read("MATCH (l:Line) RETURN l.text", row_limit=500).rows
    assert {line.text for line in lines} <= {str(text) for (text,) in texts}


def test_a_person_sees_the_constants_of_her_statement(small_graph: BoltGraph) -> None:
    outcome = run_query(
        Query("cypher", f"{MATCH}RETURN 'x' AS a, i.key AS k LIMIT 1"), small_graph, QueryLimits()
    )
    assert outcome.rows[0].values == {"a": "x", "k": "Loopback0"}


@pytest.mark.parametrize(
    ("statement", "columns", "cells", "left"),
    [
        ("MATCH (i:I) RETURN count(i) + 95 AS count", ["count"], [99], {}),
        ("MATCH (i:I) WITH count(i) - 3 AS n RETURN n", ["n"], [1], {}),
        (
            "MATCH (i:I) RETURN i.key AS key, sum(size('aaaa')) AS count",
            ["key", "count"],
            ["Gi1", 8],
            {"key": "Gi1"},
        ),
        (
            "MATCH (i:I) RETURN i.key AS `Gi9/9 is shut down`",
            ["Gi9/9 is shut down"],
            ["Gi1"],
            {"value_1": "Gi1"},
        ),
        ("MATCH (i:I) RETURN i.key AS port_is_down", ["port_is_down"], ["Gi1"], {"value_1": "Gi1"}),
        (
            "MATCH (n:N) RETURN n.password IS NOT NULL AS has_password",
            ["has_password"],
            [False],
            {"has_password": False},
        ),
        (
            "MATCH (n:N) RETURN n.password IS NULL AS has_no_password",
            ["has_no_password"],
            [True],
            {"value_1": True},
        ),
        ("MATCH (i:I) RETURN split(i.key, '/')[-1] AS last", ["last"], ["1"], {"last": "1"}),
        ("MATCH (i:I) RETURN count(i) AS count", ["count"], [4], {"count": 4}),
    ],
)
def test_what_a_model_adds_or_names_is_no_data(
    statement: str, columns: list[str], cells: list[object], left: dict[str, object]
) -> None:
    query = Query("cypher", statement, reading=Reading("list", by_model=True))
    row = Row(dict(zip(columns, cells, strict=True)), (SourceLine("a.cfg", 1, "interface Gi1"),), 1)  # type: ignore[arg-type]
    assert prove_row(query, row).values == left

"""Which lines stand behind the rows of any read statement."""

from __future__ import annotations

import pytest

from agent.evidence.companion import derive_companions
from agent.execute import QueryLimits, run_query
from agent.records import Query
from graph_store.bolt_graph import BoltGraph

CASES: dict[str, tuple[str, dict[str, str], list[tuple[str, int]]]] = {
    "a property is shown by its line and the header": (
        "MATCH (i:Interface) WHERE i.device = $d AND i.key = $k RETURN i.ip_address AS ip",
        {"d": "r1", "k": "Ethernet0/1"},
        [("r1", 5), ("r1", 7)],
    ),
    "what was derived from a property is shown by that one's line": (
        "MATCH (i:Interface) WHERE i.ip_address_prefix IS NOT NULL RETURN i.ip_address_prefix",
        {},
        [("r1", 5), ("r1", 7)],
    ),
    "a list of names is shown by the headers": (
        "MATCH (i:Interface {device: 'r1'}) RETURN i.key",
        {},
        [("r1", 3), ("r1", 5)],
    ),
    "a count that names nothing is shown by why each thing is counted": (
        "MATCH (i:Interface) WHERE i.shutdown = true RETURN count(*)",
        {},
        [("r1", 8)],
    ),
    "a count of what is named is shown by the names, too": (
        "MATCH (i:Interface) WHERE i.shutdown = true AND i.key STARTS WITH 'E' RETURN count(*)",
        {},
        [("r1", 5), ("r1", 8)],
    ),
    "a whole node is shown by all of its lines": (
        "MATCH (i:Interface {key: 'Loopback0'}) RETURN i",
        {},
        [("r1", 3), ("r1", 4)],
    ),
    "a parent that is only passed through shows nothing": (
        "MATCH (c:Configuration)-[:HAS]->(b:RouterBgp)-[:HAS]->(n:Neighbor) WHERE n.device = 'r1' RETURN n.remote_as",
        {},
        [("r1", 10)],
    ),
    "a parent that is named is shown, even without a variable": (
        "MATCH (:RouterBgp {key: '65001'})-[:HAS]->(n) RETURN n.remote_as",
        {},
        [("r1", 9), ("r1", 10)],
    ),
    "a node without anything in its brackets shows nothing": (
        "MATCH ()-[:HAS]->(n:Neighbor) WHERE n.device = 'r1' RETURN n.remote_as",
        {},
        [("r1", 10)],
    ),
    "a device is shown by the line that names it": (
        "MATCH (d:Device) RETURN count(d)",
        {},
        [("r1", 1), ("r2", 1)],
    ),
    "a device that only narrows shows nothing": (
        "MATCH (d:Device {name: 'r1'}) MATCH (i:Interface {device: d.name}) RETURN i.key",
        {},
        [("r1", 3), ("r1", 5)],
    ),
    "two joined entities are both shown": (
        "MATCH (n:Neighbor {device: 'r1'}), (i:Interface) WHERE n.key = i.ip_address RETURN n.key, i.device",
        {},
        [("r1", 10), ("r2", 2), ("r2", 3)],
    ),
    "an aggregation before the end is followed": (
        "MATCH (i:Interface) WITH i.device AS device, count(*) AS n WHERE n = 1 RETURN device, n",
        {},
        [("r2", 2)],
    ),
    "a count of counts is shown by the first and last line of what each counts": (
        "MATCH (i:Interface) WITH i.device AS device, count(i) AS n RETURN max(n) AS most, collect(device) AS devices",
        {},
        [("r1", 3), ("r1", 5), ("r2", 2)],
    ),
    "of three levels, too": (
        (
            "MATCH (i:Interface) WITH i.device AS d, i.key AS k, count(i) AS n WITH d, max(n) AS m "
            "RETURN collect(d) AS devices, max(m) AS most"
        ),
        {},
        [("r1", 3), ("r1", 5), ("r2", 2)],
    ),
    "what an OPTIONAL MATCH does not find is shown by what it was looked for": (
        (
            "MATCH (i:Interface {device: 'r1'}) OPTIONAL MATCH (n:Neighbor {key: i.ip_address}) "
            "WITH i, count(n) AS count WHERE count = 0 RETURN i.device AS device, count"
        ),
        {},
        [("r1", 3)],
    ),
    "what an OPTIONAL MATCH finds needs nothing beside it": (
        (
            "MATCH (i:Interface {device: 'r2'}) OPTIONAL MATCH (n:Neighbor {device: 'r1'}) "
            "RETURN i.device AS device, n.remote_as AS remote_as"
        ),
        {},
        [("r1", 10)],
    ),
    "a renamed node is followed": (
        "MATCH (i:Interface) WHERE i.shutdown = true WITH i AS down RETURN down.description",
        {},
        [("r1", 5), ("r1", 6), ("r1", 8)],
    ),
    "distinct values are shown by all that hold them": (
        "MATCH (i:Interface) WHERE i.key = 'Ethernet0/1' RETURN DISTINCT i.key",
        {},
        [("r1", 5), ("r2", 2)],
    ),
    "both halves of a union are followed": (
        (
            "MATCH (i:Interface {key: 'Loopback0'}) RETURN i.key AS k "
            "UNION ALL MATCH (b:RouterBgp {key: '65002'}) RETURN b.key AS k"
        ),
        {},
        [("r1", 3), ("r2", 4)],
    ),
    "a matched line is its own evidence": (
        "MATCH (i:Interface {device: 'r2'})-[:HAS_LINE]->(l:Line) WHERE l.text CONTAINS 'address' RETURN l.text",
        {},
        [("r2", 3)],
    ),
    "a line found by the text search is its own evidence": (
        "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.path, node.number",
        {"q": "ntp"},
        [("r1", 11)],
    ),
    "an entity found by its line is shown by both": (
        "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node MATCH (i)-[:HAS_LINE]->(node) RETURN i.key",
        {"q": "shutdown"},
        [("r1", 5), ("r1", 8)],
    ),
    "of properties by computed names, the line with the value counts": (
        "MATCH (n:Interface) WHERE any(k IN keys(n) WHERE toString(n[k]) = $v) RETURN n.device",
        {"v": "10.0.0.1"},
        [("r1", 4)],
    ),
    "a constant has no evidence": ("RETURN 1 AS n", {}, []),
}


@pytest.mark.parametrize(("statement", "parameters", "expected"), CASES.values(), ids=CASES)
def test_lines(
    small_graph: BoltGraph, statement: str, parameters: dict[str, str], expected: list[tuple[str, int]]
) -> None:
    outcome = run_query(Query("cypher", statement, parameters), small_graph, QueryLimits())
    assert outcome.error == ""
    assert outcome.rows
    found = {
        (line.path.split("/")[-1].removesuffix(".cfg"), line.number)
        for row in outcome.rows
        for line in row.lines
    }
    assert sorted(found) == expected


def test_of_many_lines_the_first_ones_and_the_last_are_kept_and_all_are_counted(
    small_graph: BoltGraph,
) -> None:
    statement = "MATCH (e:Event) RETURN e.method AS method, count(*) AS count ORDER BY count DESC"
    rows = run_query(Query("cypher", statement), small_graph, QueryLimits()).rows
    found = [(row.values["method"], row.total_lines, [line.number for line in row.lines]) for row in rows]
    assert found == [
        ("GET", 26, [2, 3, 5, 6, 8, 39]),
        ("POST", 14, [1, 4, 7, 10, 13, 40]),
    ]


def test_each_row_has_its_own_lines_even_when_rows_look_alike(small_graph: BoltGraph) -> None:
    statement = (
        "MATCH (e:Event) WHERE e.status = 404 RETURN e.status AS status ORDER BY e.timestamp DESC LIMIT 2"
    )
    rows = run_query(Query("cypher", statement), small_graph, QueryLimits()).rows
    assert [[line.number for line in row.lines] for row in rows] == [[37], [33]]


def test_a_setting_of_the_whole_configuration_is_shown_by_its_own_line_only(small_graph: BoltGraph) -> None:
    statement = "MATCH (c:Configuration) WHERE c.ntp_server IS NOT NULL RETURN c.ntp_server"
    rows = run_query(Query("cypher", statement), small_graph, QueryLimits()).rows
    assert [line.text for line in rows[0].lines] == ["ntp server 192.0.2.1"]


REFERENCES = {
    "MATCH (t:Group)-[:DEFAULT_POLICY]->(g:Policy) RETURN g.key, t.key": [{"key", "default_policy"}, {"key"}],
    "MATCH (g:Policy)<-[r:DEFAULT_POLICY|POLICY]-(t:Group) RETURN g.key, t.key": [
        {"key"},
        {"key", "default_policy", "policy"},
    ],
    "MATCH (a:Group)-[:HAS]->(b:Policy) RETURN a.key, b.key": [{"key"}, {"key"}],
}


@pytest.mark.parametrize(("statement", "properties"), REFERENCES.items())
def test_what_refers_is_shown_by_the_line_that_refers(statement: str, properties: list[set[str]]) -> None:
    (companion,) = derive_companions(statement)
    assert [set(one.properties or ()) for one in companion.handles] == properties

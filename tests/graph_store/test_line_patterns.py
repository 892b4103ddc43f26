"""Statements that follow HAS_LINE, on a graph with records that are their line, and entities that are not."""

from __future__ import annotations

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.line_patterns import match_records_as_lines

LOG, CONFIGURATION = 2**32, 2**33
RECORD = (
    "(:Line:Entity:Event:Login {id: $id, number: $n, text: $text, type: 'Login', key: '', first_line: $n})"
)
LINES = (
    "CREATE (:Entity:Interface {id: $entity, key: 'ge-0', type: 'Interface', first_line: 1})"
    "-[:HAS_LINE {fields: ['mtu']}]->(:Line {id: $line, number: 1, text: 'interface ge-0'})"
)
WHOLE = (
    "CREATE (e:Entity:Event:Trace {id: $entity, key: '', type: 'Trace', first_line: 3}) "
    "CREATE (e)-[:HAS_LINE]->(:Line {id: $line, number: 3, text: 'trace'}) "
    "CREATE (e)-[:HAS_LINE]->(:Line {id: $line + 1, number: 4, text: 'at main'})"
)


@pytest.fixture
def network(graph: BoltGraph) -> BoltGraph:
    """A log of two records on a line each, one on two and a plain line; and an interface."""
    for number, text in ((1, "login root"), (2, "login eve")):
        graph.write(f"CREATE {RECORD}", {"id": LOG + number, "n": number, "text": text})
    graph.write(WHOLE, {"entity": LOG + 2**31 + 2, "line": LOG + 3})
    graph.write("CREATE (:Line {id: $id, number: 5, text: 'noise'})", {"id": LOG + 5})
    graph.write(LINES, {"entity": CONFIGURATION + 2**31, "line": CONFIGURATION + 1})
    return graph


def rows(network: BoltGraph, statement: str, **parameters: object) -> list[tuple[object, ...]]:
    """Return the rows of a statement, sorted."""
    return sorted(network.read(statement, parameters).rows, key=str)


def test_every_way_to_write_the_step_reaches_the_lines(network: BoltGraph) -> None:
    every = [(1, "login root"), (2, "login eve"), (3, "trace"), (4, "at main")]
    for pattern in (
        "(e:Event)-[:HAS_LINE]->(l:Line)",
        "(e:Event)-[:HAS_LINE]->(l)",
        "(e:Event)-[r:HAS_LINE]->(l)",
        "(l)<-[:HAS_LINE]-(e:Event)",
        "(l:Line)-[:HAS_LINE]-(e:Event)",
        "(e:Event)-[:HAS_LINE*1..1]->(l)",
        "(e:Event)-[:HAS|HAS_LINE]->(l:Line)",
        "(e:Event)-->(l:Line)",
        "(e:Event WHERE e.type <> 'x')-[:`HAS_LINE`]->(l)",
    ):
        found = rows(network, f"MATCH {pattern} RETURN l.number, l.text")
        assert found == every, pattern


def test_an_end_without_a_label_is_no_other_node(network: BoltGraph) -> None:
    assert rows(network, "MATCH (e)-[:HAS_LINE]->(l) RETURN e.type, l.number") == [
        ("Interface", 1),
        ("Login", 1),
        ("Login", 2),
        ("Trace", 3),
        ("Trace", 4),
    ]
    assert rows(network, "MATCH (l:Line) WHERE NOT (l)<-[:HAS_LINE]-() RETURN l.number") == [(5,)]
    assert rows(
        network, "MATCH (l:Line) WHERE EXISTS { MATCH (e:Event)-[:HAS_LINE]->(l) } RETURN count(l)"
    ) == [(4,)]


def test_a_known_line_leads_to_its_entity(network: BoltGraph) -> None:
    ids = [LOG + 2, LOG + 4, LOG + 5, CONFIGURATION + 1]
    statement = (
        "UNWIND $ids AS id MATCH (l:Line {id: id}) MATCH (e:Entity)-[:HAS_LINE]->(l) RETURN l.id, e.type"
    )
    assert rows(network, statement, ids=ids) == [
        (LOG + 2, "Login"),
        (LOG + 4, "Trace"),
        (CONFIGURATION + 1, "Interface"),
    ]


def test_labels_in_parentheses_are_labels() -> None:
    statement = "MATCH (e:(Login|Trace))-[:HAS_LINE]->(l) RETURN l"
    assert match_records_as_lines(statement) == "MATCH (e:(Login|Trace))-[:HAS_LINE*0..1]->(l:Line) RETURN l"


def test_a_used_variable_of_the_relation_keeps_its_meaning(network: BoltGraph) -> None:
    statement = "MATCH (e:Interface)-[r:HAS_LINE]->(l:Line) RETURN r.fields"
    assert [list(cell) for (cell,) in rows(network, statement) if isinstance(cell, tuple)] == [["mtu"]]


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (e:Event) WHERE e.message CONTAINS ')-[:HAS_LINE]->(l:Line)' RETURN e",
        "MATCH (a:Interface)-[:HAS]->(b:Entity) RETURN a.key, 'line'",
        "MATCH (d:Device)-[:HAS_DOCUMENT]->(x:Document) RETURN x.lines",
        "RETURN (1 - 2) - (3) AS line",
        "MATCH (a)-[:HAS_LINE]-(b) RETURN a",
    ],
)
def test_other_statements_stay_as_they_are(statement: str) -> None:
    assert match_records_as_lines(statement) == statement


def test_a_later_part_of_a_union_keeps_its_rows(network: BoltGraph) -> None:
    network.write(
        "MATCH (e:Login {id: $id}), (i:Interface) CREATE (e)-[:MENTIONS {inferred: 'mention'}]->(i)",
        {"id": LOG + 1},
    )
    first = "MATCH (e:Login)-[:HAS_LINE]->(l) RETURN e.type AS x, l.text AS line"
    later = (
        "MATCH (m:Login)-[r {inferred: 'mention'}]->(t)-[:HAS_LINE]->(l) RETURN t.type AS x, l.text AS line"
    )
    both = [*rows(network, first), *rows(network, later)]
    assert ("Interface", "interface ge-0") in both
    assert rows(network, f"{first} UNION ALL {later}") == sorted(both, key=str)
    assert rows(network, f"{later} UNION ALL {first}") == sorted(both, key=str)


def test_a_piece_of_a_path_is_not_turned_round(network: BoltGraph) -> None:
    network.write(
        "MATCH (e:Login {id: $id}), (i:Interface) CREATE (e)-[:MENTIONS {inferred: 'mention'}]->(i)",
        {"id": LOG + 1},
    )
    known = "MATCH (l:Line) WHERE l.text = 'interface ge-0' "
    for path in (
        "(m:Login)-[{inferred: 'mention'}]->(t)-[:HAS_LINE]->(l)",
        "(l)<-[:HAS_LINE]-(t)<-[{inferred: 'mention'}]-(m:Login)",
    ):
        assert rows(network, f"{known}MATCH {path} RETURN m.number") == [(1,)], path

"""Lines and entities of an embedded KG are found by their ids through one index, whatever label a statement names."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from benchmarks.speed.wait_for_server import wait_for_server_end
from graph_store.bolt_graph import BoltGraph
from graph_store.kg_folder import require_folder
from graph_store.open_graph import open_graph
from graph_store.schema import OF_NODES, Index
from tests.borrowed_graph import borrowed_graph
from workspace.evidence_graph import NODE

SEEKS = {
    "an entity": "MATCH (e:Entity {id: 7}) RETURN e",
    "as its panel asks": NODE.replace("$id", "7"),
    "a line": "MATCH (l:Line {id: 7}) RETURN l",
    "one of several": "MATCH (n:Entity) WHERE n.id IN [7, 8] RETURN n",
    "a range, as of one document": "MATCH (n:Entity) WHERE n.id >= 7 AND n.id < 9 RETURN n",
    "what stands on a line": "MATCH (l:Line {id: 7})<-[:HAS_LINE*0..1]-(e:Entity) RETURN e",
}
RECORD, LINE, THING, LINE_OF_THING = 2**32 + 1, 2**32 + 2, 2**32 + 2**31, 2**32 + 3
FOUND = {
    "a record, as an entity": ("MATCH (e:Entity {id: $id}) RETURN e.id", RECORD, [RECORD]),
    "a record, as a line": ("MATCH (l:Line {id: $id}) RETURN l.id", RECORD, [RECORD]),
    "a record, as a log record": ("MATCH (e:Event {id: $id}) RETURN e.id", RECORD, [RECORD]),
    "a line is no entity": ("MATCH (e:Entity {id: $id}) RETURN e.id", LINE, []),
    "an entity is no line": ("MATCH (l:Line {id: $id}) RETURN l.id", THING, []),
    "an entity, by its type": ("MATCH (e:Interface {id: $id}) RETURN e.id", THING, [THING]),
    "a record's own line": ("MATCH (e:Entity {id: $id})-[:HAS_LINE]->(l:Line) RETURN l.id", RECORD, [RECORD]),
    "an entity's line": (
        "MATCH (e:Entity {id: $id})-[:HAS_LINE]->(l:Line) RETURN l.id",
        THING,
        [LINE_OF_THING],
    ),
    "by a range": ("MATCH (e:Entity) WHERE e.id >= $id AND e.id < $id + 9 RETURN e.id", RECORD, [RECORD]),
    "labels": ("MATCH (e {id: $id}) UNWIND labels(e) AS label RETURN label", THING, ["Entity", "Interface"]),
}
MADE_OF_RECORD = ("CREATE (:Line:Entity:Event:Down {id: $id})", {"id": RECORD})
MADE = (
    MADE_OF_RECORD,
    ("CREATE (:Line {id: $id})", {"id": LINE}),
    ("CREATE (:Entity:Interface {id: $id})-[:HAS_LINE]->(:Line {id: 4294967299})", {"id": THING}),
)


@pytest.fixture(scope="module")
def graph() -> Iterator[BoltGraph]:
    with borrowed_graph() as graph:
        graph.write_all(MADE)
        yield graph


@pytest.mark.parametrize("statement", SEEKS.values(), ids=SEEKS)
def test_a_node_is_sought_in_an_index(graph: BoltGraph, statement: str) -> None:
    plan = _plan(graph, statement)
    assert "NodeIndex" in plan
    assert f"{OF_NODES}[id]" in plan


@pytest.mark.parametrize(("statement", "node", "expected"), FOUND.values(), ids=FOUND)
def test_found_by_id(graph: BoltGraph, statement: str, node: int, expected: list[object]) -> None:
    assert [row[0] for row in graph.read(statement, {"id": node}).rows] == expected


def test_a_kg_of_an_older_version_keeps_its_two_indexes(tmp_path: Path) -> None:
    kg = tmp_path / "kg"
    require_folder(kg, create=True)
    with open_graph(str(kg), idle_s=5.0) as older:
        for index in (Index("Entity", "id"), Index("Line", "id")):
            older.define(index.definition())
        older.write(*MADE_OF_RECORD)
    with open_graph(str(kg), idle_s=1.0, create=True) as graph:
        graph.write(MADE_OF_RECORD[0], {"id": RECORD + 1})
        for label, node in itertools.product(("Line", "Entity", "Event"), (RECORD, RECORD + 1)):
            found = graph.read(f"MATCH (e:{label} {{id: $id}}) RETURN e.id", {"id": node}).rows
            assert found == ((node,),), (label, node)
        assert "Entity[id]" in _plan(graph, SEEKS["an entity"])
    wait_for_server_end(kg)


def _plan(graph: BoltGraph, statement: str) -> str:
    address = graph._session.address
    with (
        neo4j.GraphDatabase.driver(address.url, auth=address.writer) as driver,
        driver.session(database=address.database) as session,
    ):
        plan = session.run(f"EXPLAIN {statement}").consume().plan
    return str(plan["args"]["string-representation"]) if plan else ""

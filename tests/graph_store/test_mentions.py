"""Mentions are written by where a store keeps its nodes, the same in an embedded KG and in a Neo4j."""

from __future__ import annotations

from dataclasses import replace

from graph_store.bolt_graph import BoltGraph
from ingest.load.graph_rows import entity_id, line_id
from ingest.relations.index_mentions import Mentionable
from ingest.relations.load_mentions import load_mentions
from ingest.relations.records import RelationKind, Source

PORT = entity_id(901, 0)
SEVERAL, SECOND = entity_id(902, 1), entity_id(902, 2)
EVENT = "type: 'Down', device: 'core', port: 'Gi0/0', document: 902"
MADE = (
    f"CREATE (:Entity:Port {{id: {PORT}, type: 'Port', key: 'Gi0/0'}})",
    "CREATE (:Device {name: 'core'})-[:HAS_DOCUMENT]->(:Document {serial: 902, kind: 'log'})",
    f"CREATE (:Line:Entity:Event {{id: {line_id(902, 1)}, number: 1, first_line: 1, {EVENT}}})",
    (
        f"CREATE (e:Entity:Event {{id: {SEVERAL}, first_line: 2, {EVENT}}}) "
        f"CREATE (e)-[:HAS_LINE]->(:Line {{id: {line_id(902, 2)}, number: 2}}) "
        f"CREATE (e)-[:HAS_LINE]->(:Line {{id: {line_id(902, 3)}, number: 3}})"
    ),
    (
        f"MATCH (l:Line {{id: {line_id(902, 1)}}}) "
        f"CREATE (:Entity:Event {{id: {SECOND}, first_line: 1, {EVENT}}})-[:HAS_LINE]->(l)"
    ),
    f"CREATE (:Line:Entity:Event {{id: {line_id(902, 4)}, number: 4, first_line: 4, {EVENT}}})",
)
FOUND = (
    "MATCH (e:Event)-[m:MENTIONS]->(p:Port) WHERE e.document = 902 "
    "RETURN e.id, p.id, m.inferred, m.property, m.value, m.lines, m.target_lines ORDER BY e.id"
)


def _mentions(*records: tuple[int, int]) -> tuple[tuple[object, ...], ...]:
    return tuple((node, PORT, "mention", "port", "Gi0/0", (line,), (7,)) for node, line in records)


def test_every_record_has_its_mentions_once(graph: BoltGraph) -> None:
    for statement in MADE:
        graph.write(statement)
    devices = {"core": Mentionable({"Gi0/0": ((PORT, 7, "Port"),)}, "one")}
    first = Source(902, "a.log", "log", "", lines=3)
    counts = load_mentions(graph, first, devices)
    kind = RelationKind("mention", "MENTIONS", "Down", "port", "Port")
    assert counts == {kind: 3}
    own = (line_id(902, 1), 1), (SEVERAL, 2), (SECOND, 1)
    assert graph.read(FOUND).rows == _mentions(*own)

    mark = str(graph.read("MATCH (d:Document {serial: 902}) RETURN d.relations").rows[0][0])
    grown = replace(first, lines=4, mark=mark, mentioned=3)
    assert load_mentions(graph, grown, devices) == {kind: 4}
    assert graph.read(FOUND).rows == _mentions(own[0], (line_id(902, 4), 4), *own[1:])

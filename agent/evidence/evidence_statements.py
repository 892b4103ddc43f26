"""The statements that read the lines of what was matched: entities, lines, devices and documents."""

from __future__ import annotations

PLAIN_LINE = "null AS fields, l.path, l.number, l.text, null AS kind, null AS key, null AS device"
NAMED_LINE = "null AS fields, l.path, l.number, l.text, null AS kind, id AS key, null AS device"
ENTITY_LINES = (
    "UNWIND $ids AS id WITH id MATCH (e:Entity {id: id})-[r:HAS_LINE]->(l:Line) "
    "RETURN id, r.fields AS fields, l.path, l.number, l.text, e.type AS kind, e.key AS key, e.device AS device"
)
LINES = f"UNWIND $ids AS id WITH id MATCH (l:Line {{id: id}}) RETURN id, {PLAIN_LINE}"
DEVICE_LINES = (
    "UNWIND $ids AS id WITH id MATCH (e:Configuration {device: id})-[:HAS_LINE]->(l:Line) "
    f"WHERE toLower(l.text) CONTAINS toLower(id) RETURN id, {NAMED_LINE}"
)
FIRST_DEVICE_LINE = (
    "MATCH (l:Line {device: $id}) WHERE toLower(l.text) CONTAINS toLower($id) "
    "WITH l, $id AS id LIMIT 1 "
    f"RETURN id, {NAMED_LINE}"
)
FIRST_OF_DEVICE = (
    "MATCH (f:Document {device: $id}) MATCH (l:Line {path: f.path, number: 1}) "
    f"WITH l, $id AS id LIMIT 1 RETURN id, {NAMED_LINE}"
)
"""Where no line says a device's name."""
DOCUMENT_LINES = f"UNWIND $ids AS id WITH id MATCH (l:Line {{path: id, number: 1}}) RETURN id, {PLAIN_LINE}"

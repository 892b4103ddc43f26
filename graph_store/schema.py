"""The indexes of a KG: match an entity as (:Entity {id: ...}) and a line as (:Line {id: ...})."""

from __future__ import annotations

_SCHEMA = (
    "CREATE CONSTRAINT IF NOT EXISTS FOR (n:Document) REQUIRE n.serial IS UNIQUE",
    "CREATE CONSTRAINT IF NOT EXISTS FOR (n:Device) REQUIRE n.name IS UNIQUE",
    "CREATE CONSTRAINT IF NOT EXISTS FOR (n:Type) REQUIRE n.name IS UNIQUE",
    "CREATE CONSTRAINT IF NOT EXISTS FOR (n:Store) REQUIRE n.id IS UNIQUE",
    "CREATE INDEX IF NOT EXISTS FOR (n:Document) ON (n.path)",
    "CREATE INDEX IF NOT EXISTS FOR (n:Subnet) ON (n.prefix)",
)

EMBEDDED_SCHEMA = (
    "CREATE INDEX IF NOT EXISTS FOR (n:Entity) ON (n.id)",
    "CREATE INDEX IF NOT EXISTS FOR (n:Line) ON (n.id)",
    *_SCHEMA,
)
"""Ids are unique by how they are made, one ingest at a time; to have ArcadeDB look for each first costs it a third of
loading: it asks an index per entity type."""

_NEO4J_TEXT_INDEX = (
    "CREATE FULLTEXT INDEX lines IF NOT EXISTS FOR (n:Line) ON EACH [n.search_text] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}"
)

NEO4J_SCHEMA = (
    "CREATE CONSTRAINT IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT IF NOT EXISTS FOR (n:Line) REQUIRE n.id IS UNIQUE",
    *_SCHEMA,
    _NEO4J_TEXT_INDEX,
    "CALL db.awaitIndexes(600)",
)
"""Awaited, as an index over lines that were there before it is filled in the background; a search would fail."""

"""The indexes of a KG, and safe names for labels, relations and properties that come from data."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from graph_store.errors import InvalidNameError
from graph_store.graph import vector_index_name


@dataclass(frozen=True, slots=True)
class Index:
    """An index on one property of all nodes with a label; with `unique` no two of them have the same value."""

    label: str
    name: str
    unique: bool = False

    def definition(self) -> str:
        """Return the statement that makes it."""
        if self.unique:
            return f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:{self.label}) REQUIRE n.{self.name} IS UNIQUE"
        return f"CREATE INDEX IF NOT EXISTS FOR (n:{self.label}) ON (n.{self.name})"


_NODES = (Index("Entity", "id"), Index("Line", "id"))
_OTHERS = (
    Index("Document", "serial", unique=True),
    Index("Device", "name", unique=True),
    Index("Type", "name", unique=True),
    Index("Store", "id", unique=True),
    Index("Document", "path"),
    Index("Change", "document"),
    Index("Subnet", "prefix"),
)

EMBEDDED_SCHEMA = _OTHERS
OF_NODES = "~NO_LABEL~"
"""ArcadeDB's own type of nodes without a label, which it counts among nobody's labels."""
EMBEDDED_NODES = (
    f"CREATE VERTEX TYPE `{OF_NODES}` IF NOT EXISTS",
    f"CREATE PROPERTY `{OF_NODES}`.id IF NOT EXISTS LONG",
    f"CREATE INDEX IF NOT EXISTS ON `{OF_NODES}` (id) NOTUNIQUE",
    *(f"CREATE VERTEX TYPE {index.label} IF NOT EXISTS EXTENDS `{OF_NODES}`" for index in _NODES),
)
"""What makes one index of the ids of lines and entities, in SQL: a log record is both, and would be in two. Ids are
unique by how they are made, one ingest at a time; to have ArcadeDB look for each first costs it a third of loading: it
asks an index per entity type."""

_NEO4J_TEXT_INDEX = (
    "CREATE FULLTEXT INDEX lines IF NOT EXISTS FOR (n:Line) ON EACH [n.search_text] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}"
)


def embedded_vector_index(label: str, dimensions: int) -> tuple[str, ...]:
    """Return the SQL that makes an ArcadeDB's vector index of cosines anew, which Cypher cannot there."""
    name = quote_name(label)
    return (
        f"CREATE VERTEX TYPE {name} IF NOT EXISTS",
        f"CREATE PROPERTY {name}.embedding IF NOT EXISTS ARRAY_OF_FLOATS",
        f"DROP INDEX `{vector_index_name(label)}` IF EXISTS",
        f"CREATE INDEX ON {name} (embedding) LSM_VECTOR METADATA {{dimensions: {dimensions}, similarity: 'COSINE'}}",
    )


def vector_index(label: str, dimensions: int) -> tuple[str, ...]:
    """Return the statements that make a Neo4j's vector index of cosines anew."""
    name = f"`{vector_index_name(label)}`"
    options = f"{{`vector.dimensions`: {dimensions}, `vector.similarity_function`: 'cosine'}}"
    on = f"FOR (n:{quote_name(label)}) ON (n.embedding)"
    return (
        f"DROP INDEX {name} IF EXISTS",
        f"CREATE VECTOR INDEX {name} {on} OPTIONS {{indexConfig: {options}}}",
        "CALL db.awaitIndexes(600)",
    )


NEO4J_SCHEMA = (
    *(replace(index, unique=True).definition() for index in _NODES),
    *(index.definition() for index in _OTHERS),
    _NEO4J_TEXT_INDEX,
    "CALL db.awaitIndexes(600)",
)
"""Awaited, as an index over lines that were there before it is filled in the background; a search would fail."""


NAME = re.compile(r"[^\W\d]\w{0,127}")


def counted(record: str) -> str:
    """Return the Cypher sum of how often what records say happened: some stand for several, as `repeated` says."""
    return f"sum(coalesce({record}.repeated, 1))"


def quote_name(name: str) -> str:
    """Put a name between backticks. Raises InvalidNameError unless it is of letters, digits and '_', 128 at most."""
    if NAME.fullmatch(name) is None:
        raise InvalidNameError(
            f"{name[:80]!r} is no label or property name; expected letters, digits or '_', no digit first"
        )
    return f"`{name}`"


def holds(value: str, text: str) -> str:
    """Return the Cypher test whether a value, or one of a list of values, reads as a text; both are expressions."""
    return f"any(one IN [] + {value} WHERE toString(one) = {text})"

"""Keeps what was decided about references with the types, for whoever asks which relations there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from graph_store.graph import Parameters, WritableGraph
from ingest.relations.records import Reference

_REMOVE = "MATCH (:Type)-[r:REFERS_TO]->(:Type) DELETE r"
_CREATE = (
    "UNWIND $rows AS r MATCH (a:Type {name: r[0]}) MATCH (b:Type {name: r[1]}) "
    "CREATE (a)-[x:REFERS_TO]->(b) SET x = r[2]"
)
_READ = (
    "MATCH (a:Type)-[r:REFERS_TO]->(b:Type) RETURN a.name, b.name, properties(r) ORDER BY a.name, r.property"
)


def load_references(graph: WritableGraph, references: Sequence[Reference]) -> None:
    """Write (:Type)-[:REFERS_TO {property, relation, share, affinity, support, score, rank}]->(:Type) anew."""
    rows = [row for reference in references for row in _rows(reference)]
    statements: list[tuple[str, Parameters]] = [(_REMOVE, {})]
    if rows:
        statements.append((_CREATE, {"rows": rows}))
    if rows or graph.read(_READ, row_limit=1).rows:
        graph.write_all(statements)


def _rows(reference: Reference) -> Iterator[list[Any]]:
    said = {
        "property": reference.place.property,
        "relation": reference.relation,
        "share": reference.share,
        "affinity": reference.affinity,
        "support": reference.support,
        "score": reference.score,
    }
    for rank, target in enumerate(reference.targets):
        yield [reference.place.type, target, {**said, "rank": rank}]

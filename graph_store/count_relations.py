"""Counts the relations of a graph by what they lead from and to, without following those that ingest counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from graph_store.errors import InvalidNameError, TimeLimitError
from graph_store.names import quote_name
from graph_store.records import Cell
from graph_store.sample_labels import LABELS_OF_A_STATEMENT, Node, Reads

STRUCTURE_RELATIONS = frozenset({"HAS_LINE", "HAS_DOCUMENT", "REFERS_TO"})
SOURCES_OF_A_LABEL = (20_000, 1_000)
ALL_ROWS = 1_000_000

RelationCount = tuple[str, str, str, int]
"""Source label, relation, target label, and how many."""


def count_relations(
    graph: Reads, counts: Mapping[str, int], samples: Mapping[str, Sequence[Node]]
) -> tuple[RelationCount, ...]:
    """Count relations between entities.

    Inferred ones were counted by ingest. Of the others, those of the first 20,000 nodes of a label are
    followed (1,000 on a server too busy for that), and stand for all of its nodes.
    """
    found = _inferred(graph)
    known = {name for _, name, _ in found} | STRUCTURE_RELATIONS
    others = [name for name in _relation_types(graph) if name not in known]
    types = [label for label in counts if any(node.get("type") == label for node in samples[label])]
    if others:
        for start in range(0, len(types), LABELS_OF_A_STATEMENT):
            found += _followed(graph, others, types[start : start + LABELS_OF_A_STATEMENT], counts)
    return tuple(sorted((source, name, target, count) for (source, name, target), count in found.items()))


def inferred_names(graph: Reads) -> frozenset[str]:
    """Return the names of the relations that ingest counts."""
    return frozenset(name for _, name, _ in _inferred(graph))


def _inferred(graph: Reads) -> Counter[tuple[str, str, str]]:
    found: Counter[tuple[str, str, str]] = Counter()
    for (text,) in graph.read("MATCH (s:Store {id: 1}) RETURN s.inferred", row_limit=1).rows:
        for _, name, source, _, target, count in json.loads(str(text or "[]")):
            found[source, name, target] += count
    return found


def _relation_types(graph: Reads) -> list[str]:
    statement = "CALL db.relationshipTypes() YIELD relationshipType AS t RETURN t"
    return [str(name) for (name,) in graph.read(statement, row_limit=ALL_ROWS).rows if is_name(name)]


def _followed(
    graph: Reads, names: Sequence[str], labels: Sequence[str], counts: Mapping[str, int]
) -> Counter[tuple[str, str, str]]:
    kinds = "|".join(quote_name(name) for name in names)
    for limit in SOURCES_OF_A_LABEL:
        parts = [
            f"MATCH (a:{quote_name(label)} {{type: '{label}'}}) WITH a LIMIT {limit} MATCH (a)-[r:{kinds}]->(b:Entity) "
            f"RETURN '{label}' AS source, type(r) AS name, b.type AS target, count(*) AS count"
            for label in labels
        ]
        with suppress(TimeLimitError):
            rows = graph.read(" UNION ALL ".join(parts), row_limit=ALL_ROWS).rows
            return Counter(
                {
                    (str(source), str(name), str(target)): round(
                        int(str(count)) * max(1.0, counts[str(source)] / limit)
                    )
                    for source, name, target, count in rows
                }
            )
    return Counter()


def is_name(name: Cell) -> bool:
    """Say whether a label or relation type can stand in a statement."""
    try:
        quote_name(str(name))
    except InvalidNameError:
        return False
    return True

"""Describes what is in a graph, with plain Cypher over what is there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from graph_store.errors import InvalidNameError, TimeLimitError
from graph_store.learned_types import LearnedType, read_type
from graph_store.names import quote_name
from graph_store.property_counts import describe_properties
from graph_store.records import Cell, Description, Document, LabelDescription, Table

SAMPLE_ROWS = 5_000
SAMPLE_OF_A_LABEL = (40, 500)
LABELS_OF_A_STATEMENT = 20
RELATIONS_COUNTED = (100_000, 5_000)
ALL_ROWS = 1_000_000
STRUCTURE = frozenset({"Entity", "Line", "Device", "Document", "Type", "Store"})
STRUCTURE_RELATIONS = frozenset({"HAS_LINE", "HAS_DOCUMENT"})
DOCUMENT_FIELDS = (
    "path",
    "sha256",
    "kind",
    "serial",
    "lines",
    "lines_explained",
    "device",
    "parser",
    "state",
)
SHUFFLED = "(n.id % 999983) * 48271 % 999983"


class Reads(Protocol):
    """What describing needs of a graph."""

    def read(self, statement: str, *, row_limit: int) -> Table: ...


def describe_graph(graph: Reads) -> Description:
    """Read the labels with their properties, the relations, the devices and the documents.

    Labels with more nodes than a sample are sampled, the same nodes every time; of each type of relation the
    first 100,000 are counted (5,000 on a server too busy for that).
    """
    types = {found.name: found for found in map(read_type, _rows(graph, "MATCH (t:Type) RETURN t"))}
    counts = _count_labels(graph)
    relations = _count_relations(graph)
    parents: dict[str, set[str]] = defaultdict(set)
    for parent, relation, child, _ in relations:
        if relation == "HAS":
            parents[child].add(parent)
    samples = _sample_labels(graph, counts)
    return Description(
        labels=tuple(
            _describe_label(label, count, samples[label], tuple(sorted(parents[label])), types.get(label))
            for label, count in counts.items()
        ),
        relations=relations,
        devices=tuple(str(row[0]) for row in _rows(graph, "MATCH (d:Device) RETURN d.name ORDER BY d.name")),
        documents=_documents(graph),
    )


def _describe_label(
    label: str,
    count: int,
    sample: Sequence[Mapping[str, Cell]],
    parents: tuple[str, ...],
    learned: LearnedType | None,
) -> LabelDescription:
    return LabelDescription(
        name=label,
        count=count,
        properties=describe_properties(sample, count, learned),
        parents=parents,
        words=learned.words if learned else (),
        sampled=len(sample) if len(sample) < count else 0,
    )


def _rows(graph: Reads, statement: str) -> tuple[tuple[Cell, ...], ...]:
    return graph.read(statement, row_limit=ALL_ROWS).rows


def _count_labels(graph: Reads) -> dict[str, int]:
    names = [str(row[0]) for row in _rows(graph, "CALL db.labels() YIELD label RETURN label")]
    labels = sorted(name for name in names if name not in STRUCTURE and _is_valid(name))
    counts: dict[str, int] = {}
    for some in _in_groups(labels):
        parts = [
            f"MATCH (n:{quote_name(label)}) RETURN '{label}' AS label, count(n) AS count" for label in some
        ]
        counts |= {str(label): _whole(count) for label, count in _rows(graph, " UNION ALL ".join(parts))}
    return {label: counts[label] for label in labels if counts.get(label)}


def _sample_labels(graph: Reads, counts: Mapping[str, int]) -> dict[str, list[Mapping[str, Cell]]]:
    least, most = SAMPLE_OF_A_LABEL
    size = max(least, min(most, SAMPLE_ROWS // max(len(counts), 1)))
    samples: dict[str, list[Mapping[str, Cell]]] = {label: [] for label in counts}
    for some in _in_groups(list(counts)):
        parts = [_sample_part(label, counts[label], size) for label in some]
        for label, properties in _rows(graph, " UNION ALL ".join(parts)):
            if isinstance(properties, Mapping):
                samples[str(label)].append(properties)
    return samples


def _sample_part(label: str, count: int, size: int) -> str:
    """Ids of one label may be evenly spaced, so they are shuffled before one in so many is taken."""
    chosen = f" WHERE {SHUFFLED} % {count // size} = 0" if count >= 2 * size else ""
    return (
        f"MATCH (n:{quote_name(label)}){chosen} WITH n LIMIT {size} "
        f"RETURN '{label}' AS label, properties(n) AS properties"
    )


def _count_relations(graph: Reads) -> tuple[tuple[str, str, str, int], ...]:
    names = [
        str(row[0])
        for row in _rows(graph, "CALL db.relationshipTypes() YIELD relationshipType AS t RETURN t")
    ]
    found: list[tuple[str, str, str, int]] = []
    for name in names:
        if name not in STRUCTURE_RELATIONS and _is_valid(name):
            rows = _relation_rows(graph, name)
            found += [(str(row[0]), name, str(row[1]), _whole(row[2])) for row in rows]
    return tuple(sorted(found))


def _relation_rows(graph: Reads, name: str) -> tuple[tuple[Cell, ...], ...]:
    """Count fewer on a server too busy to count them all."""
    for limit in RELATIONS_COUNTED:
        with suppress(TimeLimitError):
            return _rows(
                graph,
                f"MATCH (a:Entity)-[:{quote_name(name)}]->(b:Entity) WITH a, b LIMIT {limit} "
                "RETURN a.type AS source, b.type AS target, count(*) AS count",
            )
    return ()


def _documents(graph: Reads) -> tuple[Document, ...]:
    columns = ", ".join(f"d.{name}" for name in DOCUMENT_FIELDS)
    rows = _rows(graph, f"MATCH (d:Document) RETURN {columns} ORDER BY d.serial")
    return tuple(_document(dict(zip(DOCUMENT_FIELDS, row, strict=True))) for row in rows)


def _document(row: Mapping[str, Cell]) -> Document:
    texts = {name: str(row[name] or "") for name in ("path", "sha256", "kind", "device", "parser", "state")}
    return Document(
        **texts,
        serial=_whole(row["serial"]),
        lines=_whole(row["lines"]),
        lines_explained=_whole(row["lines_explained"]),
    )


def _whole(value: Cell) -> int:
    return value if isinstance(value, int) else 0


def _in_groups(names: Sequence[str]) -> list[Sequence[str]]:
    return [
        names[start : start + LABELS_OF_A_STATEMENT] for start in range(0, len(names), LABELS_OF_A_STATEMENT)
    ]


def _is_valid(name: str) -> bool:
    try:
        quote_name(name)
    except InvalidNameError:
        return False
    return True

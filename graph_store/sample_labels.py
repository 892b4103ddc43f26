"""Takes a sample of the nodes of every label, the same one every time, however many there are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from graph_store.names import quote_name
from graph_store.records import Cell, Table

SAMPLE_ROWS = 5_000
SAMPLE_OF_A_LABEL = (40, 500)
LABELS_OF_A_STATEMENT = 20
LARGE = 20_000
SAMPLED_BY_ID = 3_000
IDS_OF_A_STATEMENT = 500
ALL_ROWS = 1_000_000
SHUFFLED = "(coalesce(n.document * 4294967296 + 2147483648 + n.ordinal, n.id) % 999983) * 48271 % 999983"
BY_ID = (
    "UNWIND $ids AS id WITH * MATCH (l:Line {id: id})<-[:HAS_LINE]-(n:Entity) "
    "WITH DISTINCT n RETURN labels(n) AS labels, properties(n) AS properties"
)

Node = Mapping[str, Cell]


class Reads(Protocol):
    """What sampling needs of a graph."""

    def read(
        self, statement: str, parameters: Mapping[str, object] | None = None, *, row_limit: int
    ) -> Table: ...


def sample_labels(graph: Reads, counts: Mapping[str, int], of_labels: int = 0) -> dict[str, list[Node]]:
    """Read some nodes of each label: all of a small one, evenly spread ones of others.

    `of_labels` is how many labels the graph has, where these are not all of them: each gets no larger a share.
    A label of more than 20,000 nodes is not read through: its nodes are found by lines that are picked.
    """
    least, most = SAMPLE_OF_A_LABEL
    size = max(least, min(most, SAMPLE_ROWS // max(len(counts), of_labels, 1)))
    large = {label for label, count in counts.items() if count > LARGE}
    samples: dict[str, list[Node]] = {label: [] for label in counts}
    for label, node in _by_id(graph) if large else ():
        if label in large and len(samples[label]) < size:
            samples[label].append(node)
    left = [label for label in counts if len(samples[label]) < min(least, counts[label])]
    samples |= {label: [] for label in left}
    for start in range(0, len(left), LABELS_OF_A_STATEMENT):
        parts = [_part(label, counts[label], size) for label in left[start : start + LABELS_OF_A_STATEMENT]]
        for name, properties in _rows(graph, " UNION ALL ".join(parts)):
            if isinstance(properties, Mapping):
                samples[str(name)].append(properties)
    return samples


def _part(label: str, count: int, size: int) -> str:
    """Ids of one label may be evenly spaced, so they are shuffled before one in so many is taken."""
    chosen = f" WHERE {SHUFFLED} % {count // size} = 0" if count >= 2 * size else ""
    return (
        f"MATCH (n:{quote_name(label)}){chosen} WITH n LIMIT {size} "
        f"RETURN '{label}' AS label, properties(n) AS properties"
    )


def _by_id(graph: Reads) -> Iterator[tuple[str, Node]]:
    ids = _some_ids(graph)
    for start in range(0, len(ids), IDS_OF_A_STATEMENT):
        for labels, node in _rows(graph, BY_ID, {"ids": ids[start : start + IDS_OF_A_STATEMENT]}):
            for label in labels if isinstance(labels, Sequence) else ():
                if isinstance(node, Mapping):
                    yield str(label), node


def _some_ids(graph: Reads) -> list[int]:
    """Pick ids of lines over all documents; lines without an entity bring none."""
    rows = _rows(graph, "MATCH (d:Document) RETURN d.serial, coalesce(d.lines, 0) ORDER BY d.serial")
    sizes = [(int(str(serial)), int(str(lines))) for serial, lines in rows if serial is not None]
    total = sum(lines for _, lines in sizes)
    chance = random.Random(1)  # noqa: S311 - the same nodes every time
    ids: list[int] = []
    for serial, lines in sizes:
        some = min(lines, -(-lines * SAMPLED_BY_ID // total))
        ids += [serial * 2**32 + 1 + place for place in chance.sample(range(lines), some)]
    chance.shuffle(ids)
    return ids[:SAMPLED_BY_ID]


def _rows(
    graph: Reads, statement: str, parameters: Mapping[str, object] | None = None
) -> tuple[tuple[Cell, ...], ...]:
    return graph.read(statement, parameters, row_limit=ALL_ROWS).rows

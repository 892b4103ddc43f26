"""Reads configuration entities back from the graph, device by device."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graph_store.graph import ReadableGraph
from graph_store.property_counts import read_type
from graph_store.records import ENTITY_PROPERTIES, Cell
from ingest.concepts.common_labels import read_concepts
from ingest.load.graph_rows import entity_id, in_batches
from ingest.relations.name_words import NameWords, singular, split_words
from ingest.relations.records import KEY, ConfigNode, Device, Source

BATCH = 2000
ALL_ROWS = 1_000_000
READ_LIMIT_S = 60.0
_DOCUMENTS = (
    "MATCH (d:Document) WHERE d.state = 'ready' "
    "RETURN d.serial, d.path, d.kind, d.device, d.relations, coalesce(d.entities, 0), coalesce(d.mentioned, 0), "
    "coalesce(d.lines, 0) ORDER BY d.serial"
)
_ENTITIES = (
    "UNWIND $ids AS id WITH id MATCH (e:Entity {id: id}) "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(e) RETURN properties(e), labels(e), p.id"
)


_Read = tuple[Mapping[str, Cell], Sequence[str], int | None]
"""An entity's properties and labels, and its parent's id."""


def read_sources(graph: ReadableGraph) -> list[Source]:
    """List the documents that are served, in the order in which they were loaded."""
    rows = graph.read(_DOCUMENTS, row_limit=ALL_ROWS).rows
    found: list[Source] = []
    for serial, *texts, entities, mentioned, lines in rows:
        path, kind, device, mark = (str(text or "") for text in texts)
        numbers = (int(str(each)) for each in (entities, mentioned, lines))
        found.append(Source(int(str(serial)), path, kind, device, mark, *numbers))
    return found


def read_words(graph: ReadableGraph) -> NameWords:
    """Read the words of every learned type."""
    found = map(read_type, graph.read("MATCH (t:Type) RETURN t", row_limit=ALL_ROWS).rows)
    return NameWords(
        {kind.name: tuple(map(singular, kind.words)) or split_words(kind.name) for kind in found}
    )


def read_devices(graph: ReadableGraph, sources: Sequence[Source]) -> Iterator[Device]:
    """Yield the configurations, those of one device together; one large device, or some small ones, are in memory."""
    together: dict[str, list[Source]] = defaultdict(list)
    for source in sources:
        if source.kind == "configuration":
            together[source.device or f"\n{source.path}"].append(source)
    # small ones together: to read each by itself would take longer than all else
    for some in in_batches(together.values(), lambda group: sum(each.entities for each in group), BATCH):
        read: dict[int, list[_Read]] = defaultdict(list)
        for found in read_entities(graph, [source for group in some for source in group]):
            read[int(str(found[0]["id"])) >> 32].append(found)
        for group in some:
            nodes: dict[int, ConfigNode] = {}
            for source in group:
                for properties, labels, parent in read.pop(source.serial, ()):
                    node = _node(properties, labels, parent, nodes)
                    nodes[node.id] = node
            yield Device(group[0].device, tuple(group), nodes)


def read_entities(graph: ReadableGraph, sources: Sequence[Source]) -> Iterator[_Read]:
    """Yield documents' entities with their labels and their parents' ids, parents before children.

    Only ids that exist are asked for: the embedded server takes a millisecond for each that does not.
    """
    wanted = [entity_id(source.serial, ordinal) for source in sources for ordinal in range(source.entities)]
    for start in range(0, len(wanted), BATCH):
        ids = {"ids": wanted[start : start + BATCH]}
        rows = graph.read(_ENTITIES, ids, row_limit=2 * BATCH, time_limit_s=READ_LIMIT_S).rows
        found = [
            (properties, tuple(map(str, labels)), parent if isinstance(parent, int) else None)
            for properties, labels, parent in rows
            if isinstance(properties, Mapping) and isinstance(labels, list | tuple)
        ]
        yield from sorted(found, key=lambda one: int(str(one[0]["id"])))


def _node(
    properties: Mapping[str, Cell], labels: Sequence[str], parent: int | None, above: Mapping[int, ConfigNode]
) -> ConfigNode:
    learned = {name: cell for name, cell in properties.items() if name not in ENTITY_PROPERTIES}
    values = {name: texts for name, cell in learned.items() if (texts := _texts(cell))}
    key = str(properties.get(KEY) or "").strip("\"'")
    if key:
        values[KEY] = (key,)
    return ConfigNode(
        id=int(str(properties["id"])),
        type=str(properties["type"]),
        key=key,
        first_line=int(str(properties.get("first_line") or 0)),
        parent=parent,
        depth=above[parent].depth + 1 if parent is not None and parent in above else 0,
        values=values,
        flags=frozenset(name for name, cell in learned.items() if cell is True),
        common=min(read_concepts().labels.intersection(labels), default=""),
    )


def _texts(cell: Cell) -> tuple[str, ...]:
    """Return what a property holds as texts; nothing for what only says on or off."""
    items = cell if isinstance(cell, list | tuple) else (cell,)
    return tuple(str(item) for item in items if isinstance(item, str | int) and not isinstance(item, bool))

"""Counts property values and relations, and samples nodes, for the description of a graph."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from graph_store.errors import TimeLimitError
from graph_store.records import LINE_PROPERTIES, Cell, PropertyDescription, Scalar, Table, members_of
from graph_store.schema import NAME, quote_name

LARGE = 20_000
ALL_ROWS = 1_000_000
IDS_OF_A_STATEMENT = 500
LABELS_OF_A_STATEMENT = 20

NodeCells = Mapping[str, Cell]


class Reads(Protocol):
    """What describing needs of a graph."""

    def read(
        self, statement: str, parameters: Mapping[str, object] | None = None, *, row_limit: int
    ) -> Table: ...


def read_rows(graph: Reads, statement: str) -> tuple[tuple[Cell, ...], ...]:
    """Read all rows of a statement."""
    return graph.read(statement, row_limit=ALL_ROWS).rows


def read_by_ids(graph: Reads, statement: str, ids: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of a statement about `$ids`, some of them at a time."""
    for start in range(0, len(ids), IDS_OF_A_STATEMENT):
        some = {"ids": ids[start : start + IDS_OF_A_STATEMENT]}
        yield from graph.read(statement, some, row_limit=ALL_ROWS).rows


def read_by_labels(
    graph: Reads, part: Callable[[str], str], labels: Sequence[str]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of one statement for each label, some of them joined at a time."""
    for start in range(0, len(labels), LABELS_OF_A_STATEMENT):
        some = labels[start : start + LABELS_OF_A_STATEMENT]
        yield from read_rows(graph, " UNION ALL ".join(map(part, some)))


# Takes a sample of the nodes of every label, the same one every time, however many there are.


SAMPLE_ROWS = 40_000
"""Nodes of all labels together: with 100 labels, these take 1.7 s of processor time more than 5,000 (28 November)."""
SAMPLE_OF_A_LABEL = (40, 500)
SAMPLED_BY_ID = 3_000
SHUFFLED = "(coalesce(n.document * 4294967296 + 2147483648 + n.ordinal, n.id) % 999983) * 48271 % 999983"
BY_ID = (
    "UNWIND $ids AS id WITH * MATCH (l:Line {id: id})<-[:HAS_LINE]-(n:Entity) "
    "WITH DISTINCT n RETURN labels(n) AS labels, properties(n) AS properties"
)


def sample_labels(graph: Reads, counts: Mapping[str, int], of_labels: int) -> dict[str, list[NodeCells]]:
    """Read some nodes of each label: all of a small one, evenly spread ones of others.

    `of_labels` is how many labels the graph has: these may not be all of them, and get no larger a share.
    A label of more than 20,000 nodes is not read through: its nodes are found by lines that are picked.
    """
    least, most = SAMPLE_OF_A_LABEL
    size = max(least, min(most, SAMPLE_ROWS // max(of_labels, 1)))

    def part(label: str) -> str:
        """Ids of one label may be evenly spaced, so they are shuffled before one in so many is taken.

        A limit alone would take those that the graph keeps side by side: nodes with the same properties.
        """
        share = -(-counts[label] // size)
        chosen = f" WHERE {SHUFFLED} % {share} = 0" if share >= 2 else ""
        return (
            f"MATCH (n:{quote_name(label)}){chosen} WITH n LIMIT {size} "
            f"RETURN '{label}' AS label, properties(n) AS properties"
        )

    large = {label for label, count in counts.items() if count > LARGE}
    samples: dict[str, list[NodeCells]] = {label: [] for label in counts}
    for labels, node in read_by_ids(graph, BY_ID, _some_ids(graph)) if large else ():
        for label in large.intersection(labels) if isinstance(labels, Sequence) else ():
            if isinstance(node, Mapping) and len(samples[label]) < size:
                samples[label].append(node)
    left = [label for label in counts if len(samples[label]) < min(least, counts[label])]
    samples |= {label: [] for label in left}
    for name, node in read_by_labels(graph, part, left):
        if isinstance(node, Mapping):
            samples[str(name)].append(node)
    return samples


def _some_ids(graph: Reads) -> list[int]:
    """Pick ids of lines over all documents; lines without an entity bring none."""
    rows = read_rows(graph, "MATCH (d:Document) RETURN d.serial, coalesce(d.lines, 0) ORDER BY d.serial")
    sizes = [(int(str(serial)), int(str(lines))) for serial, lines in rows if serial is not None]
    total = sum(lines for _, lines in sizes)
    chance = random.Random(1)  # noqa: S311 - the same nodes every time
    ids: list[int] = []
    for serial, lines in sizes:
        some = min(lines, -(-lines * SAMPLED_BY_ID // max(total, 1)))
        ids += [serial * 2**32 + 1 + place for place in chance.sample(range(lines), some)]
    chance.shuffle(ids)
    return ids[:SAMPLED_BY_ID]


# Counts the relations of a graph by what they lead from and to, without following those that ingest counted.


STRUCTURE_RELATIONS = frozenset({"HAS_LINE", "HAS_DOCUMENT", "REFERS_TO"})
SOURCES_OF_A_LABEL = (20_000, 1_000)

RelationCount = tuple[str, str, str, int]
"""Source label, relation, target label, and how many."""


def count_relations(
    graph: Reads, counts: Mapping[str, int], samples: Mapping[str, Sequence[NodeCells]]
) -> tuple[RelationCount, ...]:
    """Count relations between entities.

    Inferred ones were counted by ingest. Of the others, those of the first 20,000 nodes of a label are
    followed (1,000 on a server too busy for that), and stand for all of its nodes.
    """
    found = _inferred(graph)
    known = {name for _, name, _ in found} | STRUCTURE_RELATIONS
    types = read_rows(graph, "CALL db.relationshipTypes() YIELD relationshipType AS t RETURN t")
    others = [str(name) for (name,) in types if is_name(name) and name not in known]
    labels = [label for label in counts if any(node.get("type") == label for node in samples[label])]
    for start in range(0, len(labels) if others else 0, LABELS_OF_A_STATEMENT):
        found += _followed(graph, others, labels[start : start + LABELS_OF_A_STATEMENT], counts)
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
            found: Counter[tuple[str, str, str]] = Counter()
            for source, name, target, count in read_rows(graph, " UNION ALL ".join(parts)):
                share = max(1.0, counts[str(source)] / limit)
                found[str(source), str(name), str(target)] = round(int(str(count)) * share)
            return found
    return Counter()


def is_name(name: Cell) -> bool:
    """Say whether a label or relation type can stand in a statement."""
    return NAME.fullmatch(str(name)) is not None


# What the graph remembers of a learned type: its words, and the schema of its properties.


@dataclass(frozen=True, slots=True)
class LearnedType:
    """One (:Type) node. `kinds` and `property_words` are by property name; both may lack some."""

    name: str
    words: tuple[str, ...]
    kinds: Mapping[str, tuple[str, ...]]
    property_words: Mapping[str, tuple[str, ...]]


def read_type(row: Sequence[Cell]) -> LearnedType:
    """Read a row that holds a (:Type) node; a schema that is no JSON Schema says nothing."""
    node = row[0] if isinstance(row[0], Mapping) else {}
    properties = _properties(node.get("schema"))
    return LearnedType(
        name=str(node.get("name", "")),
        words=_words(node.get("words")),
        kinds={name: _kinds(schema) for name, schema in properties.items()},
        property_words={name: _words(schema.get("x-words")) for name, schema in properties.items()},
    )


def merge_types(name: str, types: Sequence[LearnedType]) -> LearnedType:
    """Say of types with one common label what is known of any of them."""
    kinds: dict[str, tuple[str, ...]] = {}
    words: dict[str, tuple[str, ...]] = {}
    for one in types:
        for learned, merged in ((one.kinds, kinds), (one.property_words, words)):
            for each, names in learned.items():
                merged[each] = tuple(dict.fromkeys((*merged.get(each, ()), *names)))
    return LearnedType(name, tuple(dict.fromkeys(word for one in types for word in one.words)), kinds, words)


def _properties(text: Cell) -> Mapping[str, Mapping[str, Cell]]:
    try:
        schema = json.loads(text) if isinstance(text, str) else {}
    except ValueError:
        return {}
    properties = schema.get("properties") if isinstance(schema, dict) else None
    known = properties if isinstance(properties, dict) else {}
    return {str(name): value for name, value in known.items() if isinstance(value, dict)}


def _kinds(schema: Mapping[str, Cell]) -> tuple[str, ...]:
    """Return a format in the place of "string", and "array" before the kinds of the items."""
    format_name = schema.get("format")
    if isinstance(format_name, str):
        return (format_name,)
    kinds = _words(schema.get("type"))
    items = schema.get("items")
    return kinds + (_kinds(items) if "array" in kinds and isinstance(items, Mapping) else ())


def _words(value: Cell) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(map(str, members_of(value)))


EXAMPLES = 5
STRUCTURE = frozenset({"id", "type", "ordinal", "number", "document", "path", "timestamp_text"})
KIND_NAMES: Mapping[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def describe_properties(
    nodes: Sequence[Mapping[str, Cell]], count: int, learned: LearnedType | None
) -> tuple[PropertyDescription, ...]:
    """Describe every property of `nodes`, a sample of `count`, and every one that was learned for their type.

    Properties that every entity has for the store's sake are left out, unless they were learned.
    """
    names = {name for node in nodes for name in _own_names(node)} - STRUCTURE
    names |= set(learned.kinds) if learned else set()
    scale = count / len(nodes) if nodes else 0.0
    found = (_describe(name, [node.get(name) for node in nodes], scale, learned) for name in sorted(names))
    return tuple(described for described in found if described.count or described.words)


def _own_names(node: Mapping[str, Cell]) -> Iterable[str]:
    """Return a node's property names without those of the line that a log record is, too."""
    is_line = "text" in node and node.get("number") == node.get("first_line", 0)
    return node.keys() - LINE_PROPERTIES if is_line else node


def _describe(
    name: str, cells: Sequence[Cell], scale: float, learned: LearnedType | None
) -> PropertyDescription:
    present = [cell for cell in cells if cell is not None]
    values = Counter(scalar for cell in present for scalar in _scalars(cell))
    commonest = sorted(values.items(), key=lambda pair: (-pair[1], str(pair[0])))
    kinds = learned.kinds.get(name, ()) if learned else ()
    return PropertyDescription(
        name=name,
        kinds=kinds or _kinds_of(present),
        count=round(len(present) * scale),
        distinct=len(values),
        examples=tuple(value for value, _ in commonest[:EXAMPLES]),
        words=learned.property_words.get(name, ()) if learned else (),
    )


def _scalars(cell: Cell) -> list[Scalar]:
    if isinstance(cell, str | int | float):
        return [cell]
    return [item for item in members_of(cell) if isinstance(item, str | int | float)]


def _kinds_of(cells: Sequence[Cell]) -> tuple[str, ...]:
    kinds = {KIND_NAMES[type(scalar)] for cell in cells for scalar in _scalars(cell)}
    lists = ("array",) if any(isinstance(cell, list | tuple) for cell in cells) else ()
    return lists + tuple(sorted(kinds))

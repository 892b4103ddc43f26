"""Describes a graph's content with plain Cypher."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from graph_store.graph import ReadableGraph, WritableGraph
from graph_store.property_counts import (
    LABELS_OF_A_STATEMENT,
    LARGE,
    LearnedType,
    NodeCells,
    Reads,
    count_relations,
    describe_properties,
    inferred_names,
    is_name,
    merge_types,
    read_by_ids,
    read_by_labels,
    read_rows,
    read_type,
    sample_labels,
)
from graph_store.records import (
    EVENT,
    Cell,
    Description,
    Document,
    LabelDescription,
    PropertyDescription,
    members_of,
)
from graph_store.schema import quote_name

STRUCTURE = frozenset(
    {"Entity", "Line", "Device", "Document", "Type", "Store", "CommunityReport", "ProseTriplets", "VectorSet"}
    | {"ChunkVector", "ReportVector", "StatementVector"}
)
DOCUMENT_TEXTS = ("path", "sha256", "kind", "device", "parser", "state", "unknown")
DOCUMENT_FIELDS = (*DOCUMENT_TEXTS, "serial", "lines", "lines_explained")


_NAMES = "MATCH (v:Device) RETURN v.name, v.aliases"
_ALIASES = "MATCH (v:Device) WHERE v.aliases IS NOT NULL RETURN v.name, v.aliases"


def read_names(graph: ReadableGraph) -> dict[str, str]:
    """Return the devices by their names, and by what logs call them as well."""
    return {
        name: str(device)
        for device, aliases in graph.read(_NAMES, row_limit=1_000_000).rows
        for name in (str(device), *map(str, members_of(aliases)))
    }


def read_aliases(graph: ReadableGraph) -> dict[str, str]:
    """Return what logs call devices that have other names: that name → device."""
    rows = graph.read(_ALIASES, row_limit=1_000_000).rows
    return {alias: str(device) for device, aliases in rows for alias in map(str, members_of(aliases))}


def describe_graph(graph: Reads) -> Description:
    """Read labels, relations, devices and documents: as `keep_description` kept them, while that is true."""
    contents = kept_contents(graph) or _read_contents(graph)
    return Description(
        labels=contents.labels,
        relations=contents.relations,
        devices=tuple(
            str(name) for (name,) in read_rows(graph, "MATCH (d:Device) RETURN d.name ORDER BY d.name")
        ),
        documents=_documents(graph),
    )


def keep_description(graph: WritableGraph) -> None:
    """Describe the graph and keep that in it; where logs only grew, only labels that a tenth is new of."""
    if kept_contents(graph) is None:
        keep_contents(graph, _read_contents(graph, outgrown_contents(graph)))


def _read_contents(graph: Reads, before: Contents | None = None) -> Contents:
    types = {found.name: found for found in map(read_type, read_rows(graph, "MATCH (t:Type) RETURN t"))}
    counts = _count_labels(graph)
    held = _grown_labels(before, counts, types) if before else {}
    new = {label: count for label, count in counts.items() if label not in held}
    samples = sample_labels(graph, new, len(counts)) if new else {}
    spans = _count_types(graph, new, samples)
    relations = count_relations(graph, new, samples)
    if before:
        relations = tuple(sorted((*relations, *_grown_relations(before, held, inferred_names(graph)))))
    parents: dict[str, set[str]] = defaultdict(set)
    for parent, relation, child, _ in relations:
        if relation == "HAS":
            parents[child].add(parent)
    fresh = {
        label: _describe_label(label, count, samples[label], spans.get(label, ()), types)
        for label, count in new.items()
    }
    described = held | _add_lines(graph, fresh, samples)
    for label, described_label in described.items():
        parents[label].update(*(parents[kind] for kind, _ in described_label.spans))
    bases = {base.label: base for base in before.bases} if before else {}
    return Contents(
        labels=tuple(replace(described[label], parents=tuple(sorted(parents[label]))) for label in counts),
        relations=relations,
        bases=tuple(
            bases[label] if label in held else Base(label, count, _mark_type(types.get(label)))
            for label, count in counts.items()
        ),
    )


def _describe_label(
    label: str,
    count: int,
    sample: Sequence[NodeCells],
    spans: tuple[tuple[str, int], ...],
    types: Mapping[str, LearnedType],
) -> LabelDescription:
    learned = types.get(label)
    if spans:
        learned = merge_types(label, [types[kind] for kind, _ in spans if kind in types])
    return LabelDescription(
        name=label,
        count=count,
        properties=describe_properties(sample, count, learned),
        words=learned.words if learned else (),
        sampled=len(sample) if len(sample) < count else 0,
        spans=spans,
        devices=tuple(sorted({str(node["device"]) for node in sample if node.get("device")}))
        if len(sample) == count
        else (),
    )


def _count_types(
    graph: Reads, counts: Mapping[str, int], samples: Mapping[str, Sequence[NodeCells]]
) -> dict[str, tuple[tuple[str, int], ...]]:
    """Count the entities of each learned type under a label that is not only their type's name: a common label."""
    wanted = [
        label
        for label, count in counts.items()
        if label != EVENT and (count <= LARGE or any(node.get("type") != label for node in samples[label]))
    ]

    def part(label: str) -> str:
        return f"MATCH (n:{quote_name(label)}) RETURN '{label}' AS label, n.type AS type, count(*) AS count"

    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for label, kind, count in read_by_labels(graph, part, wanted):
        if kind is not None:
            found[str(label)].append((str(kind), _whole(count)))
    return {
        label: tuple(sorted(kinds, key=lambda one: (-one[1], one[0])))
        for label, kinds in found.items()
        if [kind for kind, _ in kinds] != [label]
    }


def _count_labels(graph: Reads) -> dict[str, int]:
    """Count each label in a subquery that returns nothing else: such counts are kept by servers."""
    names = [row[0] for row in read_rows(graph, "CALL db.labels() YIELD label RETURN label")]
    labels = sorted(str(name) for name in names if name not in STRUCTURE and is_name(name))
    counts: list[int] = []
    for start in range(0, len(labels), LABELS_OF_A_STATEMENT):
        some = labels[start : start + LABELS_OF_A_STATEMENT]
        parts = [
            f"CALL {{ MATCH (n:{quote_name(label)}) RETURN count(n) AS c{place} }}"
            for place, label in enumerate(some)
        ]
        columns = ", ".join(f"c{place}" for place in range(len(some)))
        counts += map(_whole, read_rows(graph, f"{' '.join(parts)} RETURN {columns}")[0])
    return {label: count for label, count in zip(labels, counts, strict=True) if count}


def _documents(graph: Reads) -> tuple[Document, ...]:
    columns = ", ".join(
        "coalesce(d.unknown, '*')" if name == "unknown" else f"d.{name}" for name in DOCUMENT_FIELDS
    )
    rows = read_rows(graph, f"MATCH (d:Document) RETURN {columns} ORDER BY d.serial")
    return tuple(
        Document(
            **{name: str(text or "") for name, text in zip(DOCUMENT_TEXTS, texts, strict=True)},
            serial=_whole(serial),
            lines=_whole(lines),
            lines_explained=_whole(explained),
            bytes=0,
        )
        for *texts, serial, lines, explained in rows
    )


def _whole(value: Cell) -> int:
    return value if isinstance(value, int) else 0


# Finds the lines on which the examples of a description stand: by them it is judged whether one is a secret.


LINES = "UNWIND $ids AS id MATCH (n:Entity {id: id})-[:HAS_LINE]->(l:Line) RETURN id, l.text"
LONGEST = 400
"""Characters of a line that are kept, around the example."""


def _add_lines(
    graph: Reads, labels: Mapping[str, LabelDescription], samples: Mapping[str, Sequence[NodeCells]]
) -> dict[str, LabelDescription]:
    """Give the examples that are texts the first line of their node that holds them."""
    nodes = {
        (label.name, one.name): _first_nodes(one.name, one.examples, samples.get(label.name, ()))
        for label in labels.values()
        for one in label.properties
    }
    texts: dict[int | None, list[str]] = defaultdict(list)
    ids = sorted({node for found in nodes.values() for node in found.values()})
    for identity, text in read_by_ids(graph, LINES, ids):
        texts[int(str(identity))].append(str(text))

    def lines(label: str, name: str, examples: Sequence[object]) -> Iterator[str]:
        for example in examples:
            node = nodes[label, name].get(example) if isinstance(example, str) else None
            line = next((text for text in texts.get(node, ()) if str(example) in text), "")
            at = max(line.find(str(example)) - LONGEST // 2, 0)
            yield line if len(line) <= LONGEST else line[at : at + LONGEST]

    return {
        name: replace(
            label,
            properties=tuple(
                replace(one, lines=tuple(lines(name, one.name, one.examples))) for one in label.properties
            ),
        )
        for name, label in labels.items()
    }


def _first_nodes(name: str, examples: Sequence[object], sample: Sequence[NodeCells]) -> dict[str, int]:
    """Return the id of the first node of each example that is a text."""
    wanted = {example for example in examples if isinstance(example, str)}
    found: dict[str, int] = {}
    for node in sample:
        if not wanted:
            break
        cell, identity = node.get(name), node.get("id")
        texts = cell if isinstance(cell, list | tuple) else (cell,)
        held = {text for text in texts if isinstance(text, str)} & wanted
        if isinstance(identity, int):
            found |= dict.fromkeys(held, identity)
            wanted -= held
    return found


# Which labels' descriptions still hold after a log has grown: all but those of which too much is new.


MOST_NEW = 0.1
"""Nodes were read for a label's description while at most this share has been added since."""


def _mark_type(learned: LearnedType | None) -> str:
    """Return what tells a learned type from others: a label of another type is described anew."""
    if learned is None:
        return ""
    known = (learned.words, sorted(learned.kinds.items()), sorted(learned.property_words.items()))
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]


def _grown_labels(
    before: Contents, counts: Mapping[str, int], types: Mapping[str, LearnedType]
) -> dict[str, LabelDescription]:
    """Return the descriptions that hold still, in a graph to which nodes were only added; counts as they are now."""
    bases = {base.label: base for base in before.bases}
    return {
        label.name: _grown(label, counts[label.name])
        for label in before.labels
        if _holds(label, bases.get(label.name), counts.get(label.name, 0), types)
    }


def _holds(label: LabelDescription, base: Base | None, count: int, types: Mapping[str, LearnedType]) -> bool:
    if base is None or base.type != _mark_type(types.get(label.name)):
        return False
    sampled = label.sampled > 0 and label.count <= count <= base.count * (1 + MOST_NEW)
    return sampled or count == label.count


def _grown(label: LabelDescription, count: int) -> LabelDescription:
    """Scale what was counted: a property that all had is one that all have."""
    share = count / label.count
    properties = tuple(replace(one, count=round(one.count * share)) for one in label.properties)
    return replace(label, count=count, properties=properties)


def _grown_relations(
    before: Contents, labels: Mapping[str, LabelDescription], inferred: Collection[str]
) -> tuple[tuple[str, str, str, int], ...]:
    """Return the relations from labels that hold still, scaled; without those that ingest counts itself."""
    was = {label.name: label.count for label in before.labels}
    return tuple(
        (source, name, target, round(count * labels[source].count / was[source]))
        for source, name, target, count in before.relations
        if source in labels and name not in inferred
    )


METHOD = 3
"""Changes whenever a graph is described otherwise, so that what was kept before is not used."""

CONTENTS = "MATCH (d:Document) RETURN count(d), max(d.serial), sum(d.lines)"
DOCUMENTS_TOLD = 3
"""The first words of a revision: the method, and which documents there are, grown or not."""
STATE = "MATCH (s:Store {id: 1}) RETURN s.relations, s.described"
KEPT = "MATCH (s:Store {id: 1}) RETURN s.description"
KEEP = "MERGE (s:Store {id: 1}) SET s.described = $revision, s.description = $description"


@dataclass(frozen=True, slots=True)
class Base:
    """What a label's description was read from: how many nodes there were then, and the mark of its learned type."""

    label: str
    count: int
    type: str


@dataclass(frozen=True, slots=True)
class Contents:
    """The part of a description that takes long to find out; without `bases` it cannot be brought up to date."""

    labels: tuple[LabelDescription, ...]
    relations: tuple[tuple[str, str, str, int], ...]
    bases: tuple[Base, ...] = ()


def kept_contents(graph: Reads) -> Contents | None:
    """Read what was kept; None when nothing was, or the graph has changed since."""
    revision, described = _revisions(graph)
    return _read_kept(graph) if revision == described else None


def outgrown_contents(graph: Reads) -> Contents | None:
    """Read what was kept before logs grew; None when nothing was, or a document has come, gone or changed since."""
    revision, described = _revisions(graph)
    same = revision.split(" ")[:DOCUMENTS_TOLD] == described.split(" ")[:DOCUMENTS_TOLD]
    return _read_kept(graph) if same else None


def keep_contents(graph: WritableGraph, contents: Contents) -> None:
    """Keep a description of the graph as it is now."""
    revision, _ = _revisions(graph)
    text = json.dumps(asdict(contents), ensure_ascii=False, separators=(",", ":"))
    graph.write_all([(KEEP, {"revision": revision, "description": text})])


def _revisions(graph: Reads) -> tuple[str, str]:
    """Return what the graph's contents are, and what they were when it was described."""
    (contents,) = graph.read(CONTENTS, row_limit=1).rows
    (state,) = graph.read(STATE, row_limit=1).rows or ((None, None),)
    relations, described = state
    return " ".join(map(str, (METHOD, *contents, relations))), str(described)


def _read_kept(graph: Reads) -> Contents:
    kept = json.loads(str(graph.read(KEPT, row_limit=1).rows[0][0]))
    return Contents(
        tuple(_label(label) for label in kept["labels"]),
        tuple((source, name, target, count) for source, name, target, count in kept["relations"]),
        tuple(Base(**base) for base in kept.get("bases", ())),
    )


def _label(kept: dict[str, Any]) -> LabelDescription:
    texts = ("kinds", "examples", "words", "lines")
    properties = tuple(
        PropertyDescription(**one | {name: tuple(one[name]) for name in texts}) for one in kept["properties"]
    )
    lists = {name: tuple(kept[name]) for name in ("parents", "words", "devices")}
    spans = tuple((name, count) for name, count in kept["spans"])
    return LabelDescription(**kept | lists | {"properties": properties, "spans": spans})

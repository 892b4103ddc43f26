"""Keeps a graph's description in the graph, so that a large one is not read at every start."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from graph_store.graph import WritableGraph
from graph_store.property_counts import Reads
from graph_store.records import LabelDescription, PropertyDescription

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

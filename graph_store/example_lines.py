"""Finds the lines on which the examples of a description stand: by them it is judged whether one is a secret."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from graph_store.records import Cell, LabelDescription, PropertyDescription
from graph_store.sample_labels import ALL_ROWS, IDS_OF_A_STATEMENT, Node, Reads

LINES = "UNWIND $ids AS id MATCH (n:Entity {id: id})-[:HAS_LINE]->(l:Line) RETURN id, l.text"
LONGEST = 400
"""Characters of a line that are kept, around the example."""


def add_lines(
    graph: Reads, labels: Mapping[str, LabelDescription], samples: Mapping[str, Sequence[Node]]
) -> dict[str, LabelDescription]:
    """Give the examples that are texts the first line of their node that holds them."""
    nodes = {
        (label.name, one.name, example): node
        for label in labels.values()
        for one in label.properties
        for example, node in _first_nodes(one, samples.get(label.name, ()))
    }
    texts = _read(graph, sorted(set(nodes.values())))
    return {
        name: replace(
            label,
            properties=tuple(
                replace(one, lines=tuple(_lines(label.name, one, nodes, texts))) for one in label.properties
            ),
        )
        for name, label in labels.items()
    }


def _first_nodes(one: PropertyDescription, sample: Sequence[Node]) -> Iterator[tuple[str, int]]:
    """Yield the examples that are texts, each with the id of a node that has it."""
    wanted = {example for example in one.examples if isinstance(example, str)}
    for node in sample:
        if not wanted:
            return
        held = wanted.intersection(_texts(node.get(one.name)))
        identity = node.get("id")
        if held and isinstance(identity, int):
            yield from ((example, identity) for example in sorted(held))
            wanted -= held


def _texts(cell: Cell) -> Iterable[str]:
    if isinstance(cell, str):
        return (cell,)
    return [item for item in cell if isinstance(item, str)] if isinstance(cell, list | tuple) else ()


def _read(graph: Reads, ids: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for start in range(0, len(ids), IDS_OF_A_STATEMENT):
        some = ids[start : start + IDS_OF_A_STATEMENT]
        for identity, text in graph.read(LINES, {"ids": some}, row_limit=ALL_ROWS).rows:
            found[int(str(identity))].append(str(text))
    return found


def _lines(
    label: str,
    one: PropertyDescription,
    nodes: Mapping[tuple[str, str, str], int],
    texts: Mapping[int, Sequence[str]],
) -> Iterator[str]:
    for example in one.examples:
        node = nodes.get((label, one.name, example)) if isinstance(example, str) else None
        lines = texts.get(node, ()) if node is not None else ()
        line = next((text for text in lines if str(example) in text), "")
        at = max(line.find(str(example)) - LONGEST // 2, 0)
        yield line if len(line) <= LONGEST else line[at : at + LONGEST]

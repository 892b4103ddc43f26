"""All that a graph holds, written so that two graphs compare equal when they say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import tantivy

from graph_store.graph import ReadableGraph
from graph_store.text_search.line_index import LineIndex

OUR_NUMBERS = frozenset(
    {
        "id",
        "document",
        "serial",
        "generation",
        "joined",
        "relations",
        "described",
        "description",
        "checked",
        "incidents",
        "location",
        "loaded",
    }
)
"""Properties that differ from load to load: numbers in order, digests, what was derived, where and when it came."""
OF_A_STORE = frozenset({"search_text"})
"""Properties that only the lines of a store need whose own index reads them."""
NODES = "MATCH (n) WHERE NOT n:Change RETURN labels(n), properties(n)"
"""What changed between loads is history: it stays when the files are again as they were."""
RELATIONS = (
    "MATCH (a)-[r]->(b) WHERE NOT a:Change AND NOT b:Change "
    "RETURN coalesce(a.id, a.path, a.name, a.prefix), type(r), properties(r), "
    "coalesce(b.id, b.path, b.name, b.prefix)"
)
DOCUMENTS = "MATCH (d:Document) RETURN d.serial, d.path"
ALL = 10**7
TIME_S = 120.0


def graph_contents(graph: ReadableGraph) -> list[str]:
    """List every node and every relation, sorted; a node's id is told by its document's path and its place there."""
    paths = {int(str(serial)): str(path) for serial, path in _rows(graph, DOCUMENTS)}
    nodes = [_node(labels, properties, paths) for labels, properties in _rows(graph, NODES)]
    relations = [
        f"{_name(first, paths)} {kind} {_plain(properties, paths)} {_name(last, paths)}"
        for first, kind, properties, last in _rows(graph, RELATIONS)
    ]
    return sorted((*nodes, *relations))


def differences(found: Iterable[str], expected: Iterable[str]) -> list[str]:
    """Name the first entries that only one of two contents has, or has more often."""
    counts: dict[str, int] = {}
    for step, entries in ((1, found), (-1, expected)):
        for entry in entries:
            counts[entry] = counts.get(entry, 0) + step
    told = [f"{'surplus' if count > 0 else 'missing'}: {entry}" for entry, count in counts.items() if count]
    return told[:10]


def text_index_faults(graph: ReadableGraph, folder: Path) -> list[str]:
    """Say where the text index of a KG folder disagrees with its graph: lines too many, too few, or others."""
    lines, generation = (
        int(str(_rows(graph, statement)[0][0]))
        for statement in ("MATCH (l:Line) RETURN count(l)", "MATCH (s:Store {id: 1}) RETURN s.generation")
    )
    opened = tantivy.Index.open(str(folder / "text"))
    held = opened.searcher().num_docs - 1  # one of them is the generation
    faults = [f"{held} lines in the text index, {lines} in the graph"] if held != lines else []
    known = LineIndex(folder / "text").generation()
    return faults + ([f"generation {known}, the graph's is {generation}"] if known != generation else [])


def _rows(graph: ReadableGraph, statement: str) -> tuple[tuple[object, ...], ...]:
    return graph.read(statement, row_limit=ALL, time_limit_s=TIME_S).rows


def _node(labels: object, properties: object, paths: Mapping[int, str]) -> str:
    assert isinstance(labels, list | tuple)
    assert isinstance(properties, Mapping)
    name = _name(properties["id"], paths) if "document" in properties else ""
    return f"({':'.join(sorted(map(str, labels)))} {name} {_plain(properties, paths)})"


def _name(name: object, paths: Mapping[int, str]) -> str:
    if not isinstance(name, int):
        return str(name)
    if name < 0:  # what is kept of a whole document
        return paths.get(-name, "(no document)")
    return f"{paths.get(name >> 32, '(no document)')}#{name % 2**32}"


def _plain(properties: object, paths: Mapping[int, str]) -> str:
    assert isinstance(properties, Mapping)
    told = (
        (name, _told(value, paths))
        for name, value in properties.items()
        if name not in OUR_NUMBERS | OF_A_STORE
    )
    return repr(sorted(told))


def _told(value: object, paths: Mapping[int, str]) -> object:
    # A finding holds the ids of its lines in a list.
    return [_name(entry, paths) for entry in value] if isinstance(value, list | tuple) else value

"""The kinds of documents that are loaded, each with what is most common in it, for the questions to begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from chat.welcome.overview import Overview, TypeCount
from graph_store.graph import ReadableGraph
from graph_store.records import Document

MOST_DATASETS = 4
MOST_ROWS = 500
COMMON = """\
MATCH (n:Entity {document: $serial}) WITH n LIMIT 2000
RETURN n.type, n.device, count(*) AS number ORDER BY number DESC, n.type"""
"""Of a part of a document, so that a large one takes no longer."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """Documents of one format, told by the largest of them: its device, and its types with the most common first.

    Of a log, the device is the one that has the most events; blank where they have none.
    """

    kind: str
    device: str = ""
    types: tuple[TypeCount, ...] = ()


def read_datasets(overview: Overview, graph: ReadableGraph) -> tuple[Dataset, ...]:
    """Read what is common in each of the largest datasets. Raises GraphError."""
    known = {one.name: one for one in overview.types}
    return tuple(_read(document, known, graph) for document in choose_documents(overview.documents))


def choose_documents(documents: Sequence[Document]) -> tuple[Document, ...]:
    """Choose the largest document of each format: those with the most lines first, configurations and logs in turn."""
    lines = Counter[str]()
    largest: dict[str, Document] = {}
    for one in documents:
        if one.parser:
            lines[one.parser] += one.lines
            largest[one.parser] = max(largest.get(one.parser, one), one, key=lambda each: each.lines)
    ordered = [largest[parser] for parser, _ in lines.most_common()]
    kinds = [[one for one in ordered if one.kind == kind] for kind in sorted({one.kind for one in ordered})]
    in_turn = chain.from_iterable(zip_longest(*kinds))
    return tuple(one for one in in_turn if one is not None)[:MOST_DATASETS]


def _read(document: Document, known: dict[str, TypeCount], graph: ReadableGraph) -> Dataset:
    types, devices = Counter[str](), Counter[str]()
    for name, device, number in graph.read(COMMON, {"serial": document.serial}, row_limit=MOST_ROWS).rows:
        types[str(name)] += int(str(number))
        if device:
            devices[str(device)] += int(str(number))
    device = document.device or next((name for name, _ in devices.most_common(1)), "")
    return Dataset(
        document.kind, device, tuple(known[name] for name, _ in types.most_common() if name in known)
    )

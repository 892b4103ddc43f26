"""Loads the same lines into several stores, asks them the same question, and compares what they hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphError
from graph_store.graph import IndexedLine, Parameters
from graph_store.text_search.tokenize_line import search_text

LINE_IDS = 2**32
BATCH = 2000
BUSY_S = 60.0
"""How long a server may take to read while it goes on with what was cut."""
SEARCH = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.id"


def load_lines(store: BoltGraph, serial: int, texts: Sequence[str]) -> None:
    """Load a document of these lines, numbered from 1; `commit_lines` makes them found."""
    store.write("CREATE (d:Document {serial: $s, lines: $n, state: 'ready'})", {"s": serial, "n": len(texts)})
    rows = [
        {
            "id": serial * LINE_IDS + number,
            "document": serial,
            "text": text,
            "search_text": search_text(text),
        }
        for number, text in enumerate(texts, start=1)
    ]
    for start in range(0, len(rows), BATCH):
        store.write("UNWIND $rows AS r CREATE (l:Line) SET l = r", {"rows": rows[start : start + BATCH]})
    store.add_lines(
        [
            IndexedLine(serial * LINE_IDS + number, serial, search_text(text))
            for number, text in enumerate(texts, 1)
        ]
    )


def numbers_found(store: BoltGraph, query: str, statement: str = SEARCH) -> list[int] | str:
    """List the ids of the lines that a query finds, ascending; or what the store says against it."""
    answer = answered(store, statement, {"q": query}, row_limit=100_000)
    return answer if isinstance(answer, str) else sorted(int(str(row[0])) for row in answer)


def answered(
    store: BoltGraph, statement: str, parameters: Parameters | None = None, row_limit: int = 20_000
) -> list[tuple[object, ...]] | str:
    """Return a statement's rows in their order, or the kind of error that it ends with."""
    try:
        return list(store.read(statement, parameters, row_limit=row_limit).rows)
    except GraphError as error:
        return f"{type(error).__name__}: {getattr(error, 'code', '')}"


def as_set(rows: Iterable[tuple[object, ...]]) -> list[str]:
    """Write rows so that two lists compare equal when they hold the same rows in any order."""
    return sorted(repr(tuple(_settled(cell) for cell in row)) for row in rows)


def _settled(cell: object) -> object:
    """Round numbers, which may be summed up in any order, and sort lists of maps, which are collected in any."""
    if isinstance(cell, float):
        return float(f"{cell:.9g}")
    if isinstance(cell, dict):
        return {name: _settled(cell[name]) for name in sorted(cell)}
    if isinstance(cell, list | tuple):
        items = [_settled(item) for item in cell]
        return tuple(sorted(items, key=repr) if all(isinstance(item, dict) for item in items) else items)
    return cell


def content_digest(store: BoltGraph) -> str:
    """Digest all nodes and relations."""
    statements = (
        "MATCH (n) RETURN labels(n), properties(n)",
        "MATCH (a)-[r]->(b) RETURN a.id, type(r), properties(r), b.id",
    )
    tables = [store.read(each, row_limit=10_000, time_limit_s=BUSY_S) for each in statements]
    rows = sorted(repr(row) for table in tables for row in table.rows)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()

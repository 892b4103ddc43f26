"""Digests of lines, rows, prompts and of what a graph holds: equal for equal content, whatever its order and ids."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from agent.records import Outcome, Row
from graph_store.graph import ReadableGraph
from graph_store.records import Cell

LENGTH = 16
"""Hexadecimal digits that are kept of a digest."""
LOADED = "MATCH (d:Document) WHERE d.state = 'ready' RETURN d.path AS path, d.sha256 AS sha256"
MOST_DOCUMENTS = 1_000_000
OURS = frozenset({"id", "document", "serial"})
"""Properties of a node that change with every load."""


def digest(text: str) -> str:
    """Return the first digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def digest_rows(outcome: Outcome) -> str:
    """Digest rows with their lines. What a text search scores is no fact, and is left out."""
    ranked = {"score"} if outcome.query.kind != "cypher" else set()
    return digest("\n".join(sorted(_row_text(row, ranked) for row in outcome.rows)))


def _row_text(row: Row, without: set[str]) -> str:
    values = {name: _plain(cell) for name, cell in row.values.items() if name not in without}
    lines = sorted((line.path, line.number, line.text) for line in row.lines)
    return json.dumps([values, lines, row.total_lines], sort_keys=True, ensure_ascii=True)


def _plain(cell: Cell) -> object:
    if isinstance(cell, float):
        return round(cell, 9)
    if isinstance(cell, Mapping):
        return {name: _plain(value) for name, value in cell.items() if name not in OURS}
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return [_plain(value) for value in cell]
    return cell


def digest_prompts(folder: Path) -> dict[str, str]:
    """Digest every prompt in and below a folder by its path there."""
    found = sorted(folder.rglob("*.md"))
    return {
        path.relative_to(folder).with_suffix("").as_posix(): digest(path.read_text("utf-8")) for path in found
    }


def fingerprint(graph: ReadableGraph) -> str:
    """Digest what is loaded: the paths and the content of the documents, not when they were loaded.

    Raises GraphError.
    """
    table = graph.read(LOADED, row_limit=MOST_DOCUMENTS)
    return digest("\n".join(sorted(f"{path} {sha256}" for path, sha256 in table.rows)))

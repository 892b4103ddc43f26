"""The records of a conversation, as its file has them, and the digests in them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from agent.records import Mode, Outcome, Status
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, Scalar

SCHEMA = 1
"""The version of what the lines hold; a reader reads its own and older ones."""

Verdict = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line: which conversation this is. `door` is "ask", "chat" or another; `begun` is UTC, ISO 8601."""

    id: str
    door: str
    begun: str
    user: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class CitedLine:
    """A cited line; `digest` is of its text, so that a line that moved is told from one that changed."""

    path: str
    line: int
    digest: str


@dataclass(frozen=True, slots=True)
class RunStatement:
    """A statement that was run. `rows` were returned of `total`; `digest` is of them and their lines, in any order."""

    kind: Literal["cypher", "lucene", "passages"]
    text: str
    parameters: Mapping[str, Scalar | tuple[Scalar, ...]] = field(default_factory=dict)
    attempt: int = 1
    rows: int = 0
    total: int | None = None
    digest: str = ""
    error: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table that was shown: its cells as texts, and of each row the first line that it cites, as "r1.cfg:7".

    `total` counts the rows left out, too.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    places: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """One question with its answer.

    `number` counts from 1; `history` is how many of the turns before were told to the agent. `kind` is what the
    question was read to ask for ("count"), `values` are the rows' values that the answer shows, `tables` the data that
    stand in the place of an answer, or behind it, and `close` the closest lines. `prompts` are the
    digests of the prompts by name, none without a model. `graph` is the fingerprint of what was loaded.
    """

    number: int
    time: str
    question: str
    answer: str
    status: Status
    mode: Mode = "combined"
    kind: str = ""
    history: int = 0
    citations: tuple[CitedLine, ...] = ()
    values: tuple[str, ...] = ()
    tables: tuple[KeptTable, ...] = ()
    close: tuple[CitedLine, ...] = ()
    statements: tuple[RunStatement, ...] = ()
    model: str = "builtin"
    prompts: Mapping[str, str] = field(default_factory=dict)
    graph: str = ""
    user: str = ""
    tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a person thought of the answer of a turn."""

    turn: int
    verdict: Verdict
    time: str
    comment: str = ""
    user: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One file. `cut` is a last line that a killed process left half."""

    path: str
    heading: Heading
    turns: tuple[KeptTurn, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    cut: bool = False

    def verdict(self, turn: int) -> Feedback | None:
        """Return the last feedback on a turn."""
        return next((each for each in reversed(self.feedback) if each.turn == turn), None)


# Digests of lines, rows, prompts and of what a graph holds: equal for equal content, whatever its order and ids.


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
    ranked = outcome.query.kind != "cypher"
    rows = []
    for row in outcome.rows:
        values = {name: _plain(cell) for name, cell in row.values.items() if name != "score" or not ranked}
        lines = sorted((line.path, line.number, line.text) for line in row.lines)
        rows.append(json.dumps([values, lines, row.total_lines], sort_keys=True, ensure_ascii=True))
    return digest("\n".join(sorted(rows)))


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


# An answer without its citation marks: what it says, not where that stands. Pure.


def strip_marks(text: str, paths: Iterable[str]) -> str:
    """Take the citation marks of these files out of a text: "[r1.cfg:7, r2.cfg:9]", "r1.cfg:7-9"."""
    for path in set(paths):
        place = rf"(?<![\w/]){re.escape(path)}:\d+(?:[-\u2013…]+\d+)?"
        text = re.sub(rf"\s?\[[^\[\]\n]*{place}[^\[\]\n]*\]|{place}", " ", text)
    return text

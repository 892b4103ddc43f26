"""Runs queries that a person wrote, read-only, with the agent's limits, masks and evidence, and reads lines."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from agent.execute import QueryLimits, run_query
from agent.records import Answer, Outcome, Query, Row
from graph_store.foreign_statements import refuse
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, Scalar, SourceLine

SEARCH = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score ORDER BY score DESC"
)
_PLAIN_WORD = re.compile(r"(?!(?:AND|OR|NOT|TO)$)\w{3,}")
"""A word without Lucene's syntax, long enough to be looked for inside others."""


def cypher_by_hand(statement: str, parameters: Mapping[str, Scalar] | None = None) -> Query:
    """Make a query of a statement."""
    return Query("cypher", statement.strip().rstrip(";"), parameters or {})


def search_by_hand(text: str) -> Query:
    """Make a query of a search in Lucene's syntax; a word alone is found inside longer ones too, behind whole ones."""
    searched = text.strip()
    if _PLAIN_WORD.fullmatch(searched):
        searched = f"{searched} OR *{searched}*"
    return Query("lucene", SEARCH, {"q": searched})


def run_by_hand(query: Query, graph: ReadableGraph, limits: QueryLimits) -> Outcome:
    """Run it as the agent runs its own. Raises GraphError."""
    refused = refuse(query.statement, query.parameters)
    return Outcome(query, error=refused) if refused else run_query(query, graph, limits)


_LINES = """\
MATCH (d:Document {path: $path, state: 'ready'})
UNWIND range($first, $last) AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN l.number AS number, l.text AS text ORDER BY number"""


def read_lines(path: str, first: int, last: int, graph: ReadableGraph) -> tuple[SourceLine, ...]:
    """Read lines `first` to `last` of a document, as it was loaded. Raises GraphError."""
    span = {"path": path, "first": first, "last": last}
    rows = graph.read(_LINES, span, row_limit=last - first + 1).rows
    return tuple(SourceLine(path, int(str(number)), str(text)) for number, text in rows)


def as_answer(outcome: Outcome) -> Answer:
    """Make an answer of an outcome, so that it is shown as one."""
    if outcome.error:
        return Answer(outcome.error.strip(), "failed", outcomes=(outcome,), seconds=outcome.seconds)
    lines = tuple(dict.fromkeys(line for row in outcome.rows for line in row.lines))
    return Answer("", "answered" if outcome.rows else "none", lines, (outcome,), seconds=outcome.seconds)


class CutRowsWarning(UserWarning):
    """The row limit left rows out of what is handed on."""


@dataclass(frozen=True, slots=True, repr=False)
class Rows(Sequence[Row]):
    """What a statement found: `row.values` by column, `row.lines` as evidence.

    `cut` says that the limit left rows out; `total` is how many there are, None where that is not known. Rows that were
    cut warn (CutRowsWarning) before they become dictionaries or a DataFrame.
    """

    columns: tuple[str, ...]
    found: tuple[Row, ...]
    cut: bool = False
    total: int | None = None

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self.found[index]

    def __repr__(self) -> str:
        counted = f"the first {len(self.found):,} of {self._all}" if self.cut else f"{len(self.found):,}"
        return f"<{counted} rows: {', '.join(self.columns)}>"

    @property
    def _all(self) -> str:
        return f"{self.total:,}" if self.total is not None else "more"

    def _warn(self) -> None:
        if self.cut:
            message = f"these are the first {len(self.found):,} of {self._all} rows; limit=None gives all"
            warnings.warn(message, CutRowsWarning, stacklevel=3)

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Return the rows as dictionaries, column by column."""
        self._warn()
        return self._dicts()

    def _dicts(self) -> list[dict[str, Cell]]:
        return [dict(row.values) for row in self.found]

    def to_pandas(self) -> Any:
        """Return a DataFrame; `source` is "path:line" of each row's first line. Raises ImportError without pandas."""
        import pandas

        self._warn()
        table = pandas.DataFrame(self._dicts(), columns=list(self.columns))
        firsts = [row.lines[0] if row.lines else None for row in self.found]
        table["source"] = [f"{line.path}:{line.number}" if line else "" for line in firsts]
        return table

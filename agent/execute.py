"""Runs the pending queries, read-only and with limits, and collects the lines behind their rows."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from agent.evidence.add_evidence import RowEvidence, collect_evidence
from agent.evidence.choose_lines import prove_row
from agent.evidence.companion import Companion, derive_companions
from agent.evidence.matched_rows import COMPANION_ROWS, shows_values
from agent.records import Outcome, Query, Row
from agent.routes import State
from agent.secrets.mask_secrets import SecretMask
from agent.secrets.refuse_statements import refuse
from graph_store.cypher_tokens import Token, aggregates, split_clauses, split_list, tokenize
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import Parameters, ReadableGraph
from graph_store.records import Cell, Description, Table

# Reads a statement and its companion in one pass over the graph, where both have the same rows.


def read_once(
    query: Query, graph: ReadableGraph, row_limit: int, time_limit_s: float
) -> tuple[Table, ReadableGraph]:
    """Return the statement's rows, and the graph to ask for their evidence: it does not try again what failed.

    A graph that remembers what it read knows the companion's rows already. Raises GraphError.
    """
    companion = _companion_of(query)
    asked = graph
    if companion is not None:
        try:
            beside = graph.read(
                companion.statement, query.parameters, row_limit=COMPANION_ROWS, time_limit_s=time_limit_s
            )
        except GraphServerError:
            raise
        except GraphError as error:
            asked = _Refusing(graph, companion.statement, error)
        else:
            if len(beside.rows) >= row_limit or not beside.cut:
                return _first_columns(beside, companion.width, row_limit), graph
    table = graph.read(query.statement, query.parameters, row_limit=row_limit, time_limit_s=time_limit_s)
    return table, asked


def _companion_of(query: Query) -> Companion | None:
    """Return the companion that is asked anyway and gives the statement's rows in their order."""
    found = derive_companions(query.statement)
    if len(found) != 1 or not found[0].width or found[0].instead or found[0].label:
        return None
    return found[0].ends if shows_values(query) and found[0].by_value and found[0].ends else found[0]


def _first_columns(table: Table, width: int, row_limit: int) -> Table:
    rows = tuple(row[:width] for row in table.rows[:row_limit])
    return Table(table.columns[:width], rows, table.cut or len(table.rows) > row_limit, table.notes)


class _Refusing:
    """Reads as the graph inside does, but not the statement that failed."""

    def __init__(self, inner: ReadableGraph, statement: str, error: GraphError) -> None:
        self._inner = inner
        self._statement = statement
        self._error = error

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        """Run a statement. Raises GraphError."""
        if statement == self._statement:
            raise self._error
        return self._inner.read(statement, parameters, row_limit=row_limit, time_limit_s=time_limit_s)

    def describe(self) -> Description:
        """Tell what is in the graph."""
        return self._inner.describe()


LONGEST_CELL = 20_000
MOST_ITEMS = 500


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """What one statement may cost. What the row limit leaves out is counted, never silent."""

    rows: int = 50
    time_s: float = 10.0


def execute(state: State, *, graph: ReadableGraph, limits: QueryLimits, mask: SecretMask) -> State:
    """Run every query that has no outcome yet, in the order in which they were written; secrets are masked.

    Raises GraphServerError when the graph is gone: that is no query's fault.
    """
    done = len(state.get("outcomes", []))
    queries = state.get("queries", [])[done:]
    return {"outcomes": [mask.shown(run_query(mask.ask(query), graph, limits)) for query in queries]}


def run_query(query: Query, graph: ReadableGraph, limits: QueryLimits) -> Outcome:
    """Run one query; a refusal or a failure is an outcome with `error`."""
    started = time.monotonic()
    refused = refuse(query.statement, query.parameters) if query.by_model else ""
    if refused:
        return Outcome(query, error=refused)
    try:
        table, remaining = read_once(query, graph, limits.rows, limits.time_s)
        table = replace(table, rows=tuple(tuple(map(bounded, row)) for row in table.rows))
        evidence = collect_evidence(query, table, remaining, limits.time_s)
        total = _count_rows(query, graph, limits) if table.cut else len(table.rows)
    except GraphServerError:
        raise
    except GraphError as error:
        return Outcome(query, error=str(error), seconds=time.monotonic() - started)
    rows = _rows(query, table, evidence)
    return Outcome(query, rows, cut=table.cut, total_rows=total, seconds=time.monotonic() - started)


def bounded(cell: Cell) -> Cell:
    """Cut a text or a list that nobody reads to its end: masks and evidence look at all that is left."""
    if isinstance(cell, str):
        return cell if len(cell) <= LONGEST_CELL else f"{cell[:LONGEST_CELL]}… ({len(cell):,} characters)"
    if isinstance(cell, Mapping):
        return {name: bounded(one) for name, one in islice(cell.items(), MOST_ITEMS)}
    if isinstance(cell, Sequence):
        items = [bounded(one) for one in cell[:MOST_ITEMS]]
        return tuple(items if len(cell) <= MOST_ITEMS else [*items, f"… ({len(cell):,} items)"])
    return cell


def _rows(query: Query, table: Table, evidence: tuple[RowEvidence, ...]) -> tuple[Row, ...]:
    return tuple(
        prove_row(query, Row(dict(zip(table.columns, row, strict=True)), found.lines, found.total))
        for row, found in zip(table.rows, evidence, strict=True)
    )


def _count_rows(query: Query, graph: ReadableGraph, limits: QueryLimits) -> int | None:
    """Count what the row limit left out, too; None when that cannot be counted in time."""
    statement = counting_statement(query.statement)
    if not statement:
        return None
    try:
        table = graph.read(statement, query.parameters, row_limit=1, time_limit_s=limits.time_s)
    except GraphServerError:
        raise
    except GraphError:
        return None
    count = table.rows[0][0] if table.rows else None
    return count if isinstance(count, int) else None


def counting_statement(statement: str) -> str:
    """Write the statement that counts a statement's rows; "" for one that limits itself or is not that simple."""
    clauses = split_clauses(tokenize(statement.strip().rstrip(";")))
    words = [clause.keyword for clause in clauses]
    if (
        "UNION" in words
        or words.count("RETURN") != 1
        or {"SKIP", "LIMIT"} & set(words[words.index("RETURN") :])
    ):
        return ""
    clause = clauses[words.index("RETURN")]
    distinct = bool(clause.tokens) and clause.tokens[0].word == "DISTINCT"
    items = split_list(clause.tokens[1:] if distinct else clause.tokens)
    before = statement.strip()[: clause.start]
    keys = [item for item in items if not aggregates(item)]
    if not distinct and len(keys) == len(items):
        return f"{before}RETURN count(*) AS total"
    texts = [_expression(statement.strip(), item) for item in keys]
    columns = ", ".join(f"{text} AS k{place}" for place, text in enumerate(texts))
    return f"{before}WITH DISTINCT {columns} RETURN count(*) AS total" if columns else ""


def _expression(statement: str, item: tuple[Token, ...]) -> str:
    named = len(item) > 2 and item[-2].word == "AS"
    return statement[item[0].start : item[-3 if named else -1].end]

"""Runs the pending queries, read-only and with limits, and collects the lines behind their rows."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from agent.evidence.add_evidence import collect_evidence
from agent.evidence.choose_lines import prove_row
from agent.evidence.companion import Companion, derive_companions
from agent.evidence.matched_rows import COMPANION_ROWS, shows_values
from agent.evidence.node_patterns import expression_text, read_items
from agent.evidence.ties import without_next
from agent.records import Outcome, Query, Row
from agent.routes import State
from graph_store.cypher_tokens import aggregates, split_clauses, split_union, tokenize
from graph_store.errors import GraphError, GraphServerError, TimeLimitError
from graph_store.foreign_statements import refuse
from graph_store.graph import ROW_LIMIT, TIME_LIMIT_S, Parameters, ReadableGraph
from graph_store.records import Cell, Description, Table, Value
from language_model.calls import whole_characters

LONGEST_CELL = 20_000
MOST_ITEMS = 500
INTEGERS = 1 << 63
"""What a parameter is below, and at least its negative."""


FOR_LINES_S = 1.0
"""What a query may take beyond its statement's time to find the lines behind its rows, however many parts it has."""


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """What one statement may cost. What the row limit leaves out is counted, never silent."""

    rows: int = ROW_LIMIT
    time_s: float = TIME_LIMIT_S


@dataclass(frozen=True, slots=True)
class _UntilDeadline:
    """Reads as the graph does, up to one moment; statements that would begin later fail at once."""

    graph: ReadableGraph
    ends: float

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = ROW_LIMIT,
        time_limit_s: float = TIME_LIMIT_S,
    ) -> Table:
        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeLimitError(statement, "no time is left for this query", "TimeLimit")
        limit = min(left, time_limit_s)
        return self.graph.read(statement, parameters, row_limit=row_limit, time_limit_s=limit)

    def describe(self) -> Description:
        return self.graph.describe()


def execute(state: State, *, graph: ReadableGraph, limits: QueryLimits) -> State:
    """Run the queries without an outcome, in order. Raises GraphServerError."""
    done = len(state.get("outcomes", []))
    queries = state.get("queries", [])[done:]
    return {"outcomes": [run_query(query, graph, limits) for query in queries]}


def run_query(query: Query, graph: ReadableGraph, limits: QueryLimits) -> Outcome:
    """Run one query; a refusal or a failure is an outcome with `error`."""
    started = time.monotonic()
    refused = (refuse(query.statement, query.parameters) if query.by_model else "") or _refuse_values(
        query.parameters
    )
    if refused:
        return Outcome(query, error=refused)
    late = _UntilDeadline(graph, started + limits.time_s + FOR_LINES_S)
    try:
        table, failed = read_once(
            query, _UntilDeadline(graph, started + limits.time_s), limits.rows, limits.time_s
        )
        table = replace(table, rows=tuple(tuple(map(_bounded, row)) for row in table.rows))
        try:
            evidence = collect_evidence(query, table, late, limits.time_s, failed)
        except TimeLimitError:
            evidence = (((), 0),) * len(table.rows)
        total_rows = _count_rows(query, late, limits) if table.cut else len(table.rows)
    except GraphServerError:
        raise
    except TimeLimitError:
        message = f"no result within {limits.time_s:.1f} s"
        return Outcome(query, error=message, seconds=time.monotonic() - started)
    except GraphError as error:
        return Outcome(query, error=str(error), seconds=time.monotonic() - started)
    rows = tuple(
        prove_row(query, Row(dict(zip(table.columns, row, strict=True)), lines, total))
        for row, (lines, total) in zip(table.rows, evidence, strict=True)
    )
    rows = without_next(query, rows)
    total_rows = len(rows) if not table.cut else total_rows
    return Outcome(query, rows, cut=table.cut, total_rows=total_rows, seconds=time.monotonic() - started)


def _refuse_values(parameters: Mapping[str, Value]) -> str:
    """Return why a statement with these parameters is not run: what no store can take; "" where it may run."""
    for name, value in parameters.items():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, int) and not -INTEGERS <= one < INTEGERS:
                return f"the parameter ${name} is an integer of more than 64 bits"
            if isinstance(one, str) and whole_characters(one) != one:
                return f"the parameter ${name} holds half of a character, which is no text"
    return ""


def _bounded(cell: Cell) -> Cell:
    """Cut a text or a list that nobody reads to its end: evidence looks at all that is left."""
    if isinstance(cell, str):
        return cell if len(cell) <= LONGEST_CELL else f"{cell[:LONGEST_CELL]}… ({len(cell):,} characters)"
    if isinstance(cell, Mapping):
        return {name: _bounded(one) for name, one in islice(cell.items(), MOST_ITEMS)}
    if isinstance(cell, Sequence):
        items = [_bounded(one) for one in cell[:MOST_ITEMS]]
        return tuple(items if len(cell) <= MOST_ITEMS else [*items, f"… ({len(cell):,} items)"])
    return cell


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
    statement = statement.strip()
    clauses = split_clauses(tokenize(statement.rstrip(";")))
    words = [clause.keyword for clause in clauses]
    if "UNION" in words or words.count("RETURN") != 1:
        return ""
    at = words.index("RETURN")
    if {"SKIP", "LIMIT"} & set(words[at:]):
        return ""
    items, distinct = read_items(clauses[at])
    before = statement[: clauses[at].start]
    keys = [item for item in items if not aggregates(item)]
    if not distinct and len(keys) == len(items):
        return f"{before}RETURN count(*) AS total"
    columns = ", ".join(f"{expression_text(statement, item)} AS k{place}" for place, item in enumerate(keys))
    return f"{before}WITH DISTINCT {columns} RETURN count(*) AS total" if columns else ""


# Reads a statement and its companion in one pass over the graph, where both have the same rows.


def read_once(query: Query, graph: ReadableGraph, row_limit: int, time_limit_s: float) -> tuple[Table, str]:
    """Return the rows, and the companion if it failed; it knows them already, and has half of the time.

    Raises GraphError.
    """
    companion, failed = _companion_of(query), ""
    if companion is not None:
        try:
            beside = graph.read(
                companion.statement, query.parameters, row_limit=COMPANION_ROWS, time_limit_s=time_limit_s / 2
            )
        except GraphServerError:
            raise
        except GraphError:
            failed = companion.statement
        else:
            if len(beside.rows) >= row_limit or not beside.cut:
                rows = tuple(row[: companion.width] for row in beside.rows[:row_limit])
                cut = beside.cut or len(beside.rows) > row_limit
                return Table(beside.columns[: companion.width], rows, cut, beside.notes), ""
    table = graph.read(query.statement, query.parameters, row_limit=row_limit, time_limit_s=time_limit_s)
    return table, failed


def _companion_of(query: Query) -> Companion | None:
    """Return the companion that is asked anyway and gives the statement's rows in their order."""
    if len(split_union(tokenize(query.statement))) > 1:
        return None  # it would answer for one part, and nobody would look at the others
    found = derive_companions(query.statement)
    if len(found) != 1 or not found[0].width or found[0].instead or found[0].label:
        return None
    return found[0].ends if shows_values(query) and found[0].by_value and found[0].ends else found[0]

"""What an answer can show of its evidence, ready for the page: rows, charts, the graph behind it. Reads the graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.execute import QueryLimits, run_query
from agent.records import Answer, Outcome, Query, Row
from agent.render.words import show_cell
from agent.secrets.mask_secrets import SecretMask
from chat.asking.query_view import say_rows
from chat.evidence.choose_chart import Series, choose_chart
from chat.evidence.evidence_graph import EvidenceGraph
from chat.evidence.rows_table import telling_outcomes
from chat.words.say import say
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine

ALL_ROWS = QueryLimits(rows=1000, time_s=20.0)
"""What is read again for a table when the answer was made of a part of the rows."""
DRAWN_ROWS = 20_000
"""What is read again for a chart, which needs no lines."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an answer rests on, kept as long as its chat is open."""

    outcomes: tuple[Outcome, ...]
    lines: tuple[SourceLine, ...]

    @property
    def is_cut(self) -> bool:
        return any(one.cut for one in self.outcomes)


def keep_evidence(answer: Answer) -> Evidence:
    """Keep what can be shown of an answer."""
    outcomes = telling_outcomes(answer)
    return Evidence(outcomes, _first_lines(answer.citations, outcomes))


def _first_lines(citations: Sequence[SourceLine], outcomes: Sequence[Outcome]) -> tuple[SourceLine, ...]:
    rows = (line for one in outcomes for row in one.rows for line in row.lines)
    return tuple(dict.fromkeys(citations or rows))


def first_chart(evidence: Evidence) -> Series | None:
    """Return the chart of an answer whose rows are all there; a part of the moments would tell a wrong story."""
    charts = (choose_chart(one) for one in evidence.outcomes if one.query.kind == "cypher" and not one.cut)
    return next(filter(None, charts), None)


def read_all_rows(
    evidence: Evidence, graph: ReadableGraph, *, show_secrets: bool, drawn: bool = False
) -> tuple[Outcome, ...]:
    """Run again what was cut, with room for more rows; secrets are masked as they were. Raises GraphServerError.

    What is only `drawn` needs no lines, and has room for more.
    """
    return tuple(
        _more_rows(one, graph, SecretMask(show_secrets), drawn=drawn) if one.cut else one
        for one in evidence.outcomes
    )


def _more_rows(outcome: Outcome, graph: ReadableGraph, mask: SecretMask, *, drawn: bool) -> Outcome:
    if not drawn:
        found = mask.shown(run_query(outcome.query, graph, ALL_ROWS))
        return outcome if found.error or not found.rows else found
    try:
        table = graph.read(
            outcome.query.statement,
            outcome.query.parameters,
            row_limit=DRAWN_ROWS,
            time_limit_s=ALL_ROWS.time_s,
        )
    except GraphServerError:
        raise
    except GraphError:
        return outcome
    rows = tuple(Row(dict(zip(table.columns, row, strict=True)), (), 0) for row in table.rows)
    total = outcome.total_rows if table.cut else len(rows)
    return mask.shown(Outcome(outcome.query, rows, cut=table.cut, total_rows=total)) if rows else outcome


def say_table(outcomes: Sequence[Outcome]) -> str:
    """Title a panel of tables: "17 rows"."""
    return say("rows.and").join(say_rows(one) for one in outcomes)


def mask_names(found: EvidenceGraph, mask: SecretMask) -> EvidenceGraph:
    """Mask the names of nodes that are secrets, as the cells of a row are masked."""
    rows = tuple(Row({node.kind: node.name}, (), 0) for node in found.nodes)
    masked = mask.shown(Outcome(Query("cypher", ""), rows)).rows
    names = [show_cell(row.values[node.kind]) for node, row in zip(found.nodes, masked, strict=True)]
    nodes = (replace(node, name=name) for node, name in zip(found.nodes, names, strict=True))
    return replace(found, nodes=tuple(nodes))

"""Runs queries that a person wrote: read-only, with the agent's limits, masks and evidence."""

from __future__ import annotations

import re
from functools import partial

from agent.execute import QueryLimits, run_query
from agent.records import Answer, Outcome, Query
from agent.secrets.mask_secrets import SecretMask, graph_secrets
from agent.secrets.refuse_statements import refuse
from graph_store.graph import ReadableGraph
from workspace.mask_lines import mask_rows

SEARCH = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score ORDER BY score DESC"
)
_PLAIN_WORD = re.compile(r"(?!(?:AND|OR|NOT|TO)$)\w{3,}")
"""A word without Lucene's syntax, long enough to be looked for inside others."""


def cypher_by_hand(statement: str) -> Query:
    """Make a query of a statement."""
    return Query("cypher", statement.strip().rstrip(";"))


def search_by_hand(text: str) -> Query:
    """Make a query of a search in Lucene's syntax; a word alone is found inside longer ones too, behind whole ones."""
    searched = text.strip()
    if _PLAIN_WORD.fullmatch(searched):
        searched = f"{searched} OR *{searched}*"
    return Query("lucene", SEARCH, {"q": searched})


def run_by_hand(query: Query, graph: ReadableGraph, limits: QueryLimits, *, show_secrets: bool) -> Outcome:
    """Run it as the agent runs its own; secrets cannot be masked in texts that it takes apart. Raises GraphError."""
    refused = refuse(query.statement, query.parameters, show_secrets=show_secrets)
    if refused:
        return Outcome(query, error=refused)
    outcome = run_query(query, graph, limits)
    if show_secrets or not outcome.rows:
        return SecretMask(show_secrets).shown(outcome)
    mask = SecretMask(known=partial(graph_secrets, graph, logs=True))
    return mask.shown(mask_rows(outcome, graph, mask.redactor))


def as_answer(outcome: Outcome) -> Answer:
    """Make an answer of an outcome, so that it is shown as one."""
    if outcome.error:
        return Answer(outcome.error.strip(), "failed", outcomes=(outcome,), seconds=outcome.seconds)
    lines = tuple(dict.fromkeys(line for row in outcome.rows for line in row.lines))
    return Answer("", "answered" if outcome.rows else "none", lines, (outcome,), seconds=outcome.seconds)

"""Questions about errors with a trace: what caused one, and what else their records say."""

from __future__ import annotations

import re

from agent.planner.logs.error_names import with_whole_names
from agent.planner.logs.event_clauses import read_clause
from agent.planner.logs.joined_records import write_joined
from agent.planner.logs.match_records import write_kinds, write_tests
from agent.planner.logs.read_closely import read_closely
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope, read_scope
from agent.planner.write_conditions import Parameters

_CAUSE = re.compile(
    r"\b(?:(?:root|underlying|actual|real|original|ultimate|initial) )?(?:cause|reason)s? "
    r"(?:of|for|behind) (?:the )?(?P<what>.+?)[\s?.!]*$|\bwhat (?:has )?caused (?:the )?(?P<caused>.+?)[\s?.!]*$",
    re.IGNORECASE,
)
_RAISED = re.compile(
    r"\b(?:threw|throws?|thrown|raised|hit|hits|caught|encountered|suffered)\b", re.IGNORECASE
)
_OF_TRACE = (
    "t.number > e.first_line AND NOT t.text STARTS WITH ' ' "
    "AND NOT t.text STARTS WITH '\\t' AND trim(t.text) <> ''"
)
"""Lines of a record behind its first one that are not indented: the error, and what caused it."""


def write_errors(scope: Scope) -> tuple[Statement, ...]:
    """Write what is asked of records with an error that the question names; nothing where any word stays open."""
    if not scope.lexicon.events:
        return ()
    text = with_whole_names(_RAISED.sub("had", scope.text), scope.look_up)
    if text == _RAISED.sub("had", scope.text):
        text = scope.text
    own = scope if text == scope.text else read_scope(text, scope.lexicon, scope.look_up)
    cause = _CAUSE.search(text)
    if cause is not None:
        written = _write_cause(cause["what"] or cause["caused"], own)
        return (written,) if written else ()
    joined = write_joined(own)
    if joined or own is scope:
        return joined
    reading = read_closely(own)
    if reading is None or not reading.narrows:
        return ()
    return EventWriter(reading.meaning, reading.scope).write()


def _write_cause(what: str, scope: Scope) -> Statement | None:
    """Write the lines of a record's trace that name errors; None where the records have no trace."""
    clause = read_clause(what, scope)
    if clause is None:
        return None
    meaning, parameters = clause.reading.meaning, Parameters()
    tests = " AND ".join([*write_tests("e", meaning, parameters), _OF_TRACE])
    text = (
        f"MATCH (e:{write_kinds(meaning.labels)})-[:HAS_LINE]->(t:Line) WHERE {tests} "
        "RETURN t.text AS line, count(*) AS count ORDER BY count DESC, line"
    )
    if not scope.look_up.rows(text, parameters.values):
        return None
    note = f"read as: the errors that the traces of these records name. {meaning.note}".strip()
    return Statement(text, parameters.values, "lookup", ("line", "count"), subject="log record", note=note)

"""Questions about how log records follow on one another or go together: how long, before and after, what caused it."""

from __future__ import annotations

from dataclasses import replace

from agent.planner.logs.beside_events import write_beside
from agent.planner.logs.error_causes import write_errors
from agent.planner.logs.from_to_events import write_from_to
from agent.planner.logs.lasting_states import write_lasting
from agent.planner.logs.unmatched_events import write_unmatched
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.lexicon import EVENT


def write_timed(scope: Scope) -> tuple[Statement, ...]:
    """Write the statements for the first such form that is understood whole; none where none is."""
    written = _written(scope)
    return tuple(replace(one, subject=one.subject or EVENT) for one in written)


def _written(scope: Scope) -> tuple[Statement, ...]:
    for write in (write_from_to, write_unmatched):
        statement = write(scope)
        if statement is not None:
            return (statement,)
    return write_lasting(scope) or write_beside(scope) or write_errors(scope)

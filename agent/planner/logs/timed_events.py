"""Questions about how log records follow on one another or go together: how long, before and after, what caused it."""

from __future__ import annotations

from dataclasses import replace

from agent.planner.logs.absent_values import write_absent
from agent.planner.logs.beside_events import write_beside
from agent.planner.logs.error_causes import write_errors
from agent.planner.logs.from_to_events import write_from_to
from agent.planner.logs.lasting_states import write_lasting
from agent.planner.logs.plain_states import plain_states, states_now
from agent.planner.logs.unmatched_events import write_unmatched
from agent.planner.logs.when_events import write_when
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope, read_scope
from agent.planner.words.lexicon import EVENT


def write_timed(scope: Scope) -> tuple[Statement, ...]:
    """Write the statements for the first such form that is understood whole; none where none is."""
    plain = plain_states(scope.text if scope.lexicon.things else states_now(scope.text))
    written = _written(read_scope(plain, scope.lexicon, scope.look_up)) if plain != scope.text else ()
    if written:
        note = f"'{scope.text.strip()}' was read as '{plain.strip()}'."
        written = (replace(written[0], note=f"{note} {written[0].note}".strip()), *written[1:])
    written = written or _written(scope)
    return tuple(replace(one, subject=one.subject or EVENT) for one in written)


def _written(scope: Scope) -> tuple[Statement, ...]:
    for write in (write_from_to, write_unmatched):
        statement = write(scope)
        if statement is not None:
            return (statement,)
    for several in (write_lasting, write_absent, write_when, write_beside, write_errors):
        written = several(scope)
        if written:
            return written
    return ()

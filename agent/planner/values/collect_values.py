"""Reads all values that a pattern has, which a sample of its rows does not show."""

from __future__ import annotations

from collections.abc import Mapping

from agent.planner.plan_records import Parameter
from agent.planner.scope import Scope
from graph_store.records import Scalar


def collected(
    scope: Scope, pattern: str, value: str, parameters: Mapping[str, Parameter]
) -> tuple[Scalar, ...]:
    """Return the different values of an expression over all that a pattern matches, in no order."""
    rows = scope.look_up.rows(f"{pattern} RETURN collect(DISTINCT {value})", dict(parameters))
    held = rows[0][0] if rows else ()
    return (
        tuple(one for one in held if isinstance(one, str | int | float))
        if isinstance(held, list | tuple)
        else ()
    )

"""Finds the records that say that something went to a state, and those that say that it left it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace

from agent.planner.logs.event_clauses import Clause, read_clause
from agent.planner.logs.match_records import labels_of
from agent.planner.logs.moved_states import field_after, field_before
from agent.planner.plan_records import Condition
from agent.planner.scope import Scope
from agent.planner.words.lexicon import EVENT, Label
from graph_store.records import Scalar


def moved_clauses(what: str, state: str, scope: Scope) -> tuple[Clause, Clause] | None:
    """Find the records that say "to idle", and those that say "from idle": by their fields, or by their kinds."""
    clause = read_clause(f"{what} {state}", scope, state=state)
    if clause is None:
        return None
    begin, other = _with_side(clause, field_after, scope), _with_side(clause, field_after, scope, leaves=True)
    if begin and other and _with_side(clause, field_before, scope):
        return begin, other
    name = re.escape(state).replace("_", "[_ -]")
    enters = re.compile(rf"(?:\bto|->|=>) {name}\b", re.IGNORECASE)
    leaves = re.compile(rf"\bfrom {name}\b|\b{name} (?:->|=>)", re.IGNORECASE)
    begin, end = _only(clause, enters, scope), _only(clause, leaves, scope)
    return (begin, end) if begin and end else None


def templates(label: Label) -> tuple[Scalar, ...]:
    """Return how a kind of record is written, as far as it is known."""
    found = label.properties.get("template")
    return found.examples if found else ()


def _with_side(
    clause: Clause, side: Callable[[str, Collection[str]], str], scope: Scope, leaves: bool = False
) -> Clause | None:
    """Test the field of what was moved to, or from; None where no two fields hold the value.

    What `leaves` a state goes to any other: what is down may come up by steps of which none is "from down".
    """
    meaning = clause.reading.meaning
    fields = frozenset(name for label in labels_of(meaning, scope.lexicon) for name in label.properties)
    for place, one in enumerate(meaning.conditions):
        name = side(one.property, fields) if one.test == "equal" else ""
        if not name:
            continue
        tests = [*meaning.conditions]
        tested = replace(one, property=name, also=())
        tests[place : place + 1] = [replace(tested, negated=True), _held(name)] if leaves else [tested]
        kinds = tuple(label.name for label in labels_of(meaning, scope.lexicon) if name in label.properties)
        told = replace(meaning, conditions=tuple(tests), labels=kinds)
        return replace(clause, reading=replace(clause.reading, meaning=told))
    return None


def _held(name: str) -> Condition:
    return Condition(EVENT, name, "present")


def _only(clause: Clause, pattern: re.Pattern[str], scope: Scope) -> Clause | None:
    """Keep the kinds of records whose templates show a pattern."""
    kept = tuple(
        label.name
        for label in labels_of(clause.reading.meaning, scope.lexicon)
        if any(pattern.search(str(text)) for text in templates(label))
    )
    meaning = replace(clause.reading.meaning, labels=kept)
    return replace(clause, reading=replace(clause.reading, meaning=meaning)) if kept else None

"""Questions about what a record says that are told by when it was: "what was the load when pump p7 stopped?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.logs.event_clauses import Clause, all_have, named_values, read_clause
from agent.planner.logs.event_statements import MESSAGE, TIME
from agent.planner.logs.event_words import EventProperty, event_properties
from agent.planner.logs.fields_by_kind import asks_person, asks_reason, person_field, reason_field
from agent.planner.logs.match_records import labels_of
from agent.planner.logs.overviews import FEW_EVENTS
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope, read_scope
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from graph_store.names import quote_name

_FORM = re.compile(
    r"^\s*(?P<main>(?:on |at |in |to |from )?(?:what|which|who|why)\b.+?),? "
    r"(?:when|at the (?:time|moment)(?: that| when)?|the moment(?: that| when)?) (?P<clause>.+?)\s*[?.!]*$",
    re.IGNORECASE,
)
_SURE = 0.6


def write_when(scope: Scope) -> tuple[Statement, ...]:
    """Write what a field of the few records of a clause says; nothing where either is not understood whole."""
    found = _FORM.match(scope.text) if scope.lexicon.events else None
    if found is None:
        return ()
    own = read_scope(found["main"], scope.lexicon, scope.look_up)
    clause = _clause(found["clause"], own, scope)
    if clause is None or clause.count > FEW_EVENTS:
        return ()
    field = _field(own, event_properties(labels_of(clause.reading.meaning, scope.lexicon)))
    return (_write(field, clause, scope),) if field is not None and all_have(clause, field.name) else ()


def _clause(text: str, own: Scope, scope: Scope) -> Clause | None:
    """Read the clause, with the values that the question names before it."""
    named = named_values(own)
    beside = named_values(read_scope(text, scope.lexicon, scope.look_up))
    if named and beside:
        return read_clause(f"{text} for {' and '.join(named)}", scope)
    return read_clause(text, scope, named)


def _field(own: Scope, fields: Sequence[EventProperty]) -> EventProperty | None:
    """Return the field that all words of the asked noun name; who and why have fields of their own."""
    if asks_person(own.tokens):
        return person_field(fields)
    if asks_reason(own.tokens):
        return reason_field(fields)
    phrase = next((one for one in own.asked.phrases if one.sort == "thing" and one.positions), None)
    places = phrase.positions if phrase else ()
    words = [token for token in (own.tokens[place] for place in places) if isinstance(token, Word)]
    fitting: list[tuple[float, EventProperty]] = []
    for found in fields:
        matched = match_words(found.words, words).positions
        sure = any(weight >= _SURE for weight in matched.values())
        if sure and all(word.index in matched or word.sort == "generic" for word in words):
            fitting.append((round(sum(matched.values()), 3), found))
    best = max((fit for fit, _ in fitting), default=0.0)
    chosen = [found for fit, found in fitting if fit == best]
    return chosen[0] if len(chosen) == 1 else None


def _write(field: EventProperty, clause: Clause, scope: Scope) -> Statement:
    writer = EventWriter(clause.reading.meaning, clause.reading.scope)
    writer.count_matched()
    place = ["e.device AS device"] if scope.lexicon.devices else []
    name = quote_name(field.name)
    columns = (field.name, "timestamp", *(["device"] if place else []), "message")
    way = " DESC LIMIT 1" if clause.which == "last" else " LIMIT 1" if clause.which == "first" else ""
    text = (
        f"{writer.pattern} RETURN {', '.join([f'e.{name} AS {name}', TIME, *place, MESSAGE])} "
        f"ORDER BY e.timestamp{way}"
    )
    note = (
        f"read as: {field.name.replace('_', ' ')} of '{clause.text}'. {clause.reading.meaning.note}".strip()
    )
    return Statement(text, writer.parameters.values, "lookup", columns, subject="log record", note=note)

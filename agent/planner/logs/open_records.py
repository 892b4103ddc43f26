"""Writes which log records begin something that no later record ends."""

from __future__ import annotations

from collections.abc import Sequence

from agent.planner.logs.event_clauses import Clause
from agent.planner.logs.match_records import (
    are_few,
    contrary_fields,
    labels_of,
    write_kinds,
    write_later,
    write_same,
    write_tests,
)
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_VARIES = "<*>"
"""Stands in a template for what varies."""


def write_open(
    begin: Clause, ends: Sequence[Clause], fields: tuple[str, ...], scope: Scope, last: bool
) -> Statement | None:
    """Write the records that begin something without any that ends it: before the next such one, or at all (`last`)."""
    a = begin.reading.meaning
    firsts = labels_of(a, scope.lexicon)
    if not fields or not firsts:
        return None
    parameters = Parameters()
    tests = write_tests("a", a, parameters)
    for end in ends:
        b = end.reading.meaning
        lasts = labels_of(b, scope.lexicon)
        same = {one.name for one in firsts} & {one.name for one in lasts}
        if not lasts or not are_few(firsts, lasts) or (same and not contrary_fields(a, b)):
            return None
        inner = [*write_tests("b", b, parameters), write_later("b", "a")]
        inner += write_same("b", "a", fields, scope, (*firsts, *lasts))
        if not last:
            again = [
                write_later("c", "a"),
                write_later("b", "c"),
                *write_same("c", "a", fields, scope, firsts),
            ]
            inner.append(f"NOT EXISTS {{ MATCH (c:{write_kinds(a.labels)}) WHERE {' AND '.join(again)} }}")
        tests.append(f"NOT EXISTS {{ MATCH (b:{write_kinds(b.labels)}) WHERE {' AND '.join(inner)} }}")
    if last:
        again = [*write_tests("d", a, parameters), write_later("d", "a")]
        again += write_same("d", "a", fields, scope, firsts)
        tests.append(f"NOT EXISTS {{ MATCH (d:{write_kinds(a.labels)}) WHERE {' AND '.join(again)} }}")
    names = [f"a.{quote_name(name)} AS {quote_name(name)}" for name in fields]
    names += ["a.device AS device"] if scope.lexicon.devices else []
    columns = (*fields, *(["device"] if scope.lexicon.devices else []), "since")
    text = (
        f"MATCH (a:{write_kinds(a.labels)}) WHERE {' AND '.join(tests)} "
        f"RETURN {', '.join([*names, 'a.timestamp_text AS since'])} ORDER BY a.timestamp, a.ordinal"
    )
    told = " or ".join(f"'{shown_kind(end, scope)}'" for end in ends)
    note = f"read as: '{shown_kind(begin, scope)}' with no {told} behind it. {a.note}"
    return Statement(text, parameters.values, "list", columns, subject="log record", note=note.strip())


def shown_kind(clause: Clause, scope: Scope) -> str:
    """Return a kind of record as its template says it, or as the question does, where the template is one record."""
    label = next(iter(labels_of(clause.reading.meaning, scope.lexicon)), None)
    template = label.properties.get("template") if label else None
    shown = str(next(iter(template.examples), "")) if template else ""
    tests = [one for one in clause.reading.meaning.conditions if one.test == "equal" and one.property]
    told = ", ".join(
        f"{one.property.replace('_', ' ')} {'other than ' if one.negated else ''}{one.values[0]}"
        for one in tests
    )
    kind = shown if _VARIES in shown else clause.text
    return f"{kind} ({told})" if told else kind

"""Questions about what other records of the same request say: "which tenant's request ran into that error?"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planner.logs.event_clauses import Clause, named_values, read_clause
from agent.planner.logs.event_statements import MESSAGE, TIME, Through
from agent.planner.logs.event_words import EventProperty, event_properties
from agent.planner.logs.match_records import shared_fields
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Meaning, Statement, Target
from agent.planner.scope import Scope
from agent.reader.english import stem, stems_of
from agent.planner.words.lexicon import EVENT, Label

_ASKING = re.compile(
    r"^\s*(?:(?:in|on|at|to|for|from|by|with) )?(?:which|what|whose) (?P<noun>[a-z]+)(?P<of>['\u2019]s [a-z]+)? "
    r"(?:(?:did|was|were|had|has|is|are) )?(?P<rest>.+?)[\s?.!]*$",
    re.IGNORECASE,
)
_LIGHT = re.compile(
    r"\b(?:ran|run|came|come|went|got|hit|had|has|see|saw|seen|get) (?:into|in|across|the|a|an)\b",
    re.IGNORECASE,
)
_DISTINCT = 0.5
"""So many of a field's values differ, where it names one request."""
_MOST = 3
_NAMES = "id req request session trace span transaction txn correlation connection conn call ticket uuid guid order"
_IDENTIFIERS = frozenset(map(stem, _NAMES.split()))
"""How fields are called that name one request, session or the like."""


def write_joined(scope: Scope) -> tuple[Statement, ...]:
    """Write the field that is asked for of the records with the same identifier as those that the rest names."""
    asked = _ASKING.match(scope.text)
    fields = _fields(asked["noun"], scope) if asked else []
    if asked is None or len(fields) != 1:
        return ()
    rest = _LIGHT.sub(" ", asked["rest"])
    told = read_clause(rest, scope, named_values(scope))
    if told is None:
        return ()
    told_by = _kinds(told, scope)
    if any(fields[0].name in label.properties for label in told_by):
        return ()
    holding = [label for label in scope.lexicon.events if fields[0].name in label.properties]
    links = {
        name
        for label in holding
        for name in shared_fields([label], told_by, scope.lexicon)
        if _names_one(name, told_by)
    }
    return _write(told, fields[0].name, links.pop(), scope) if len(links) == 1 else ()


def _kinds(told: Clause, scope: Scope) -> list[Label]:
    """Return the kinds of the records that a clause names."""
    writer = EventWriter(told.reading.meaning, told.reading.scope)
    writer.count_matched()
    rows = scope.look_up.rows(f"{writer.pattern} RETURN DISTINCT e.type", writer.parameters.values)
    names = {str(row[0]) for row in rows}
    return [label for label in scope.lexicon.events if label.name in names]


def _fields(noun: str, scope: Scope) -> list[EventProperty]:
    return [one for one in event_properties(scope.lexicon.events) if one.words == (stem(noun),)]


def _names_one(name: str, labels: list[Label]) -> bool:
    """Tell whether a field names one request or session: by its name, and as its values differ."""
    if not _IDENTIFIERS & set(stems_of(name)):
        return False
    found = [label.properties[name] for label in labels]
    return all(
        one.distinct >= _DISTINCT * min(label.count, 40) for one, label in zip(found, labels, strict=True)
    )


def _write(told: Clause, wanted: str, link: str, scope: Scope) -> tuple[Statement, ...]:
    holding = tuple(label.name for label in scope.lexicon.events if {wanted, link} <= set(label.properties))
    through = Through(replace(told.reading.meaning, properties=(link,)), link)
    meaning = Meaning(Target(EVENT), labels=holding, properties=(wanted,))
    writer = EventWriter(meaning, scope, through)
    if not writer.count_matched():
        return ()
    first = EventWriter(told.reading.meaning, told.reading.scope)
    first.count_matched()
    shown = f"{first.pattern} RETURN {TIME}, {MESSAGE} ORDER BY e.timestamp, e.ordinal LIMIT {_MOST}"
    note = f"read as: the records with the same {link.replace('_', ' ')}"
    tie = Statement(
        shown, first.parameters.values, "lookup", ("timestamp", "message"), note="the records it is told by"
    )
    return (*(replace(one, note=note) for one in EventWriter(meaning, scope, through).write()), tie)

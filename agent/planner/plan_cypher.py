"""Writes Cypher for a question, without a model."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent.planner.english import stem, stems_of
from agent.planner.far_ends import write_far_end
from agent.planner.lexicon import Lexicon
from agent.planner.plan_records import Meaning, Statement
from agent.planner.read_events import EventReader
from agent.planner.read_things import read_things
from agent.planner.references import write_references
from agent.planner.scope import LOG_STEMS, Scope, read_scope
from agent.planner.shared_values import write_shared_values
from agent.planner.split_question import Part, split_question
from agent.planner.try_readings import write_readings
from agent.planner.value_index import ValueIndex
from agent.planner.write_description import write_description
from agent.planner.write_events import EventWriter, Through
from agent.records import Query, Question, Reading
from graph_store.records import Description


@dataclass(frozen=True, slots=True)
class _Plan:
    """The queries of one part, and its meaning when it was about events."""

    queries: tuple[Query, ...]
    event: Meaning | None = None


def plan_cypher(question: Question, description: Description, look_up: ValueIndex) -> tuple[Query, ...]:
    """Read a question and write the statements that answer it, one or more for each part of it.

    Nothing comes back when nothing in the graph is asked for.
    """
    lexicon = Lexicon(description)
    plans: list[_Plan] = []
    for part in split_question(question.text, lexicon.vocabulary):
        plans.append(_plan_part(part, plans[-1] if plans else None, lexicon, look_up))
    return tuple(query for plan in plans for query in plan.queries)


def _plan_part(part: Part, before: _Plan | None, lexicon: Lexicon, look_up: ValueIndex) -> _Plan:
    chained = _chained(part, before, lexicon, look_up)
    if chained is not None:
        return chained
    scope = read_scope(part.text, lexicon, look_up)
    if not (scope.words or scope.located):
        return _Plan(())
    for write in (write_references, write_shared_values, write_far_end):
        statement = write(scope)
        if statement is not None:
            return _Plan((_query(None, statement),))
    things = read_things(scope)
    thing = things[0] if things else None
    described = write_description(scope, thing)
    if described:
        return _Plan(tuple(_query(None, one) for one in described))
    event = EventReader(scope).read()
    if event is not None and _says_nothing(event, scope):
        event = None
    if event is None and _asks_when(scope):
        return _Plan(())
    if event is not None and (
        thing is None or event.score > thing.score or _asks_when(scope) or _is_lost(thing, lexicon)
    ):
        return _Plan(tuple(_query(event, one) for one in EventWriter(event, scope).write()), event)
    return _Plan(tuple(_query(meaning, one) for meaning, one in write_readings(scope, things)))


def _says_nothing(event: Meaning, scope: Scope) -> bool:
    """Tell whether a question neither narrows the records nor speaks of a log at all."""
    narrows = event.labels or event.conditions or event.devices or event.properties or event.unlinked
    return not narrows and not any(word.stem in LOG_STEMS for word in scope.words)


def _is_lost(thing: Meaning, lexicon: Lexicon) -> bool:
    """Tell whether a reading of configurations fails where there are none."""
    return not lexicon.things and bool(thing.missing or thing.unlinked)


def _asks_when(scope: Scope) -> bool:
    """Tell whether a time is asked for: only logs know those."""
    return any(phrase.sort == "time" for phrase in scope.asked.phrases)


def _chained(part: Part, before: _Plan | None, lexicon: Lexicon, look_up: ValueIndex) -> _Plan | None:
    """Read "that instance" as the one that the part before found, by the property of this name."""
    event = before.event if before else None
    noun = stem(part.pointed_at)
    if event is None or not noun:
        return None
    linking = next((name for name in event.properties if noun in stems_of(name)), "")
    scope = read_scope(part.alone, lexicon, look_up)
    meaning = EventReader(scope).read() if linking else None
    if meaning is None or meaning.missing or meaning.unlinked:
        return None
    through = Through(replace(event, properties=(linking,)), linking)
    return _Plan(tuple(_query(meaning, one) for one in EventWriter(meaning, scope, through).write()), meaning)


def _query(meaning: Meaning | None, statement: Statement) -> Query:
    reading = Reading(
        statement.intent,
        statement.subject or (meaning.target.label if meaning else "") or "Device",
        statement.columns,
        statement.group,
        meaning.unlinked if meaning else (),
        meaning.missing if meaning else (),
        statement.note,
    )
    return Query("cypher", statement.text, statement.parameters, reading=reading)

"""Writes Cypher for a question, without a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from agent.planner.account_words import unaccounted, without_false_none
from agent.planner.across.device_overview import write_device_overview
from agent.planner.across.devices_as_values import as_values
from agent.planner.across.reworded import rewordings
from agent.planner.configurations.asked_of_configurations import is_asked_of_configurations
from agent.planner.configurations.dated_comments import write_dated_comments
from agent.planner.configurations.read_things import read_things
from agent.planner.configurations.write_description import write_description
from agent.planner.logs.about_logs import write_about_logs
from agent.planner.logs.event_statements import Through
from agent.planner.logs.log_sayings import LOGS_SAY, write_log_sayings
from agent.planner.logs.other_kinds import with_other_kinds
from agent.planner.logs.plain_times import plain_times
from agent.planner.logs.read_closely import heeded, read_mnemonics, read_verbs
from agent.planner.logs.read_events import EventReader
from agent.planner.logs.same_records import read_by_address
from agent.planner.logs.timed_events import write_timed
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Meaning, Statement
from agent.planner.related.unsure_absence import decline_unsure
from agent.planner.scope import LOG_STEMS, Scope, read_scope
from agent.planner.split_question import Part, split_question
from agent.planner.try_readings import finds_something, write_readings
from agent.planner.values.first_found import first_found
from agent.reader.value_index import ValueIndex
from agent.reader.english import stem, stems_of
from agent.planner.words.lexicon import Lexicon
from agent.planner.words.question_words import Word
from agent.planner.words.taken_back import denies, names_taken_back
from agent.planner.writers import WRITERS
from agent.records import Query, Question, Reading

_PAST = re.compile(
    r"\b(?:did|was|were|had|happened|occurred|went|came|became|lost|failed|flapped|dropped|crashed|restarted|"
    r"rebooted)\b",
    re.IGNORECASE,
)
_WHO_DID = re.compile(r"^\s*who (?!is\b|are\b|has\b|have\b|owns?\b|does\b|can\b|else\b)\w+", re.IGNORECASE)
_PAST_WORTH = 1.0
_POINTING_BACK = re.compile(
    r" (?:about|of|on|for) (?:it|its|them|that|this|these|those|the same)(?: [a-z]+)? for ", re.IGNORECASE
)
_RECORDS = frozenset({"event", "events", "message", "messages", "lines", "records", "entries"})
_OBJECTS = frozenset({"all", "every", "any", "each", "the", "their", "to", "nothing"})
_LOGS = frozenset({"log", "syslog"})


@dataclass(frozen=True, slots=True)
class _Plan:
    """The queries of one part, and its meaning when it was about events."""

    queries: tuple[Query, ...]
    event: Meaning | None = None


@dataclass(frozen=True, slots=True)
class _Written:
    """What one writer or reader wrote of a scope, with the meaning of each statement where it had one."""

    scope: Scope
    pairs: tuple[tuple[Meaning | None, Statement], ...]
    event: Meaning | None = None


def plan_cypher(question: Question, lexicon: Lexicon, look_up: ValueIndex) -> tuple[Query, ...]:
    """Read a question and write the statements that answer it, one or more for each part of it.

    Nothing comes back when nothing in the graph is asked for. What lines take back is told only where it is denied.
    """
    if lexicon.stated is lexicon or denies(question.text):
        return _plan(question, lexicon, look_up)
    queries = _plan(question, lexicon.stated, look_up)
    if not any(map(_leaves_words, queries)) and any(
        look_up.rows(one.statement, one.parameters) for one in queries
    ):
        return queries
    every = _plan(question, lexicon, look_up)
    taken = [one for one in every if names_taken_back(one.statement) and not _leaves_words(one)]
    return tuple(_only_taken_back(one) for one in taken) or queries


def _leaves_words(query: Query) -> bool:
    reading = query.reading or Reading("list")
    return bool(reading.unlinked or reading.missing or reading.declined)


def _only_taken_back(query: Query) -> Query:
    """Decline, and show what lines take back."""
    reading = query.reading or Reading("list")
    declined = "Not answered as asked: what was found stands in lines that take it back."
    return replace(query, reading=replace(reading, intent="list", declined=declined))


def _plan(question: Question, lexicon: Lexicon, look_up: ValueIndex) -> tuple[Query, ...]:
    plans: list[_Plan] = []
    parts = split_question(question.text, lexicon.vocabulary)
    for part in parts:
        text, note = plain_times(part.text, lexicon, look_up)
        plain = Part(text, plain_times(part.alone, lexicon, look_up)[0])
        plan = _plan_part(plain, plans[-1] if plans else None, lexicon, look_up)
        plans.append(replace(plan, queries=tuple(_noted(one, note) for one in plan.queries)))
    if len(parts) == 1:
        return plans[0].queries
    unread = tuple(part.alone for part, plan in zip(parts, plans, strict=True) if not plan.queries)
    told = zip(parts, plans, strict=True)
    return tuple(_of_part(query, part, unread) for part, plan in told for query in plan.queries)


def _noted(query: Query, note: str) -> Query:
    """Add how times were read to what is said beside the answer."""
    if not note or query.reading is None:
        return query
    return replace(query, reading=replace(query.reading, note=f"{note} {query.reading.note}".strip()))


def _of_part(query: Query, part: Part, unread: tuple[str, ...]) -> Query:
    """Note which part of the question a query answers, so that a part without an answer is not dropped silently."""
    reading = query.reading or Reading("list")
    leans = part.points_back and not LOGS_SAY.search(part.alone)
    return replace(query, reading=replace(reading, part=part.alone, leans=leans, unread=unread))


def _plan_part(part: Part, before: _Plan | None, lexicon: Lexicon, look_up: ValueIndex) -> _Plan:
    chained = _chained(part, before, lexicon, look_up)
    if chained is not None:
        return chained
    found = first_found(before.queries, look_up) if before and part.points_back else ""
    if LOGS_SAY.search(part.alone):
        sayings = _log_sayings(part, found, lexicon, look_up)
        if sayings is not None:
            return sayings
    scope = read_scope(f"{part.alone.rstrip(' ?.')} for {found}?" if found else part.text, lexicon, look_up)
    if not (scope.words or scope.located):
        return _Plan(())
    written = _write(scope)
    left = unaccounted(written.scope, written.pairs)
    if left or _is_unread(written):
        written, left = _in_other_words(scope, written, left)
    pairs = written.pairs if left else without_false_none(written.scope, written.pairs)
    return _Plan(tuple(_query(meaning, one, left) for meaning, one in pairs), written.event)


def _is_unread(written: _Written) -> bool:
    """Tell whether a word is left open, or nothing is found."""
    if any(meaning is not None and _is_open(meaning) for meaning, _ in written.pairs):
        return True
    return _finds_nothing(written.scope, [one for _, one in written.pairs])


def _in_other_words(scope: Scope, first: _Written, left: tuple[str, ...]) -> tuple[_Written, tuple[str, ...]]:
    """Return what the first other wording that is understood and finds something was written as, or else the first."""
    if any(one.declined for _, one in first.pairs) or first.event is not None:
        return first, left
    for text, note in rewordings(scope.text, scope.lexicon, scope.look_up):
        written = _write(read_scope(text, scope.lexicon, scope.look_up))
        if unaccounted(written.scope, written.pairs) or _is_unread(written):
            continue
        if any(one.declined for _, one in written.pairs):
            continue
        told = [
            (meaning, replace(one, note=f"{one.note}; {note}" if one.note else note))
            for meaning, one in written.pairs
        ]
        return replace(written, pairs=tuple(told)), ()
    return first, left


def _write(scope: Scope) -> _Written:
    """Let the first writer or reader that understands the question write what answers it."""
    for write in WRITERS:
        statement = write(scope)
        if statement is not None:
            return _Written(scope, ((None, statement),))
    timed = write_timed(scope)
    if timed:
        return _written(scope, timed)
    about = write_about_logs(scope) or write_device_overview(scope)
    if about:
        return _written(scope, about)
    things = read_things(scope) if scope.lexicon.things else []
    other = as_values(scope, things)
    scope, things = other or (scope, things)
    thing = things[0] if things else None
    described = write_description(scope, thing)
    if described:
        return _written(scope, described)
    event = read_verbs(scope) or EventReader(scope).read()
    if event is not None and _is_open(event):
        told = read_mnemonics(scope)
        event = told.meaning if told is not None and told.narrows else event
    event = heeded(event, scope) if event is not None else None
    if event is not None and _is_open(event) and (thing is None or _is_open(thing)):
        by_address = read_by_address(scope)
        if by_address is not None:
            written = EventWriter(by_address.meaning, by_address.scope).write()
            return _written(by_address.scope, (*written, by_address.tie), by_address.meaning)
    if event is not None and (_says_nothing(event, scope) or is_asked_of_configurations(scope, event)):
        event = None
    if event is None and (_asks_when(scope) or _asks_for_latest_device(scope, thing)):
        dated = write_dated_comments(scope)
        return _written(scope, (dated,) if dated else ())
    if event is not None and (
        thing is None
        or _prefers_event(scope, event, things)
        or _asks_when(scope)
        or _is_lost(thing, scope.lexicon)
        or _counts_once(scope, thing)
    ):
        written = with_other_kinds(EventWriter(event, scope).write(), event, scope)
        dated = write_dated_comments(scope) if _asks_when(scope) and _finds_nothing(scope, written) else None
        if dated:
            return _written(scope, (dated,))
        if thing is None or not _is_elsewhere(scope) or not _finds_nothing(scope, written):
            return _Written(scope, tuple((event, one) for one in written), event)
    unsure = decline_unsure(scope, things[0]) if things else None
    if unsure is not None:
        return _written(scope, (unsure,))
    return _Written(scope, tuple(write_readings(scope, things)))


def _written(scope: Scope, statements: Iterable[Statement], meaning: Meaning | None = None) -> _Written:
    return _Written(scope, tuple((meaning, one) for one in statements))


def _log_sayings(part: Part, found: str, lexicon: Lexicon, look_up: ValueIndex) -> _Plan | None:
    """Ask the logs for what the part names, and for what the part before it found; None where it is no such part."""
    texts = [part.text, f"{part.alone.rstrip(' ?.')} for {found}?"] if found else [part.text]
    written = [
        one
        for text in texts
        for one in write_log_sayings(read_scope(_without_pointing(text), lexicon, look_up))
    ]
    found_some = [one for one in written if look_up.rows(one.text, one.parameters)]
    return _Plan(tuple(_query(None, one) for one in found_some or written)) if written else None


def _without_pointing(text: str) -> str:
    """Leave out what only points back, where the thing itself stands behind it: "about it for 10.0.0.1"."""
    return _POINTING_BACK.sub(" for ", text)


def _prefers_event(scope: Scope, event: Meaning, things: Sequence[Meaning]) -> bool:
    """Tell whether a log is meant: it leaves no word open that configurations do, or it scores more.

    What somebody did, or what was, stands in a log; and what leaves a word open gives way only to what finds something.
    """
    leaves, open_too = _is_open(event), _is_open(things[0])
    if _WHO_DID.search(scope.text) and not _says_nothing(event, scope):
        return True
    if not leaves and not _says_nothing(event, scope) and _asks_for_records(scope):
        return True
    past = (
        _PAST_WORTH if _PAST.search(scope.text) and not leaves and (event.labels or event.conditions) else 0.0
    )
    more = event.score + past > things[0].score
    if leaves == open_too:
        return more
    return open_too or (more and not finds_something(scope, things))


def _asks_for_records(scope: Scope) -> bool:
    """Tell whether the main thing asked for is called an event, message or record of a log."""
    first = next((one for one in scope.asked.phrases if one.sort == "thing" and one.positions), None)
    words = [one.text.lower() for one in scope.tokens[first.positions[0] :][:2]] if first else []
    return bool(words) and (words[0] in _RECORDS or (words[0] in _LOGS and words[-1] in _RECORDS))


def _is_open(meaning: Meaning) -> bool:
    return bool(meaning.unlinked or meaning.missing)


def _says_nothing(event: Meaning, scope: Scope) -> bool:
    """Tell whether a question neither narrows the records nor speaks of a log at all."""
    told = event.labels or event.conditions or event.devices or event.properties
    narrows = told or event.unlinked or event.group or event.measure
    return not narrows and not any(
        word.stem in LOG_STEMS for word in scope.words if not _is_verb(scope, word.index)
    )


def _is_elsewhere(scope: Scope) -> bool:
    """Tell whether what is named stands in configurations only, and nothing says that a log is meant."""
    labels = {label.name for label in scope.lexicon.things}
    named = [one for one in scope.located if one.occurrences and not one.devices]
    of_logs = _PAST.search(scope.text) or any(word.stem in LOG_STEMS for word in scope.words)
    return (
        bool(named) and not of_logs and all(one.label in labels for own in named for one in own.occurrences)
    )


def _is_verb(scope: Scope, place: int) -> bool:
    """Tell whether a word between a noun and "all" is what the noun does: "which policies log all traffic"."""
    before = scope.tokens[place - 1] if place else None
    after = scope.tokens[place + 1].text.lower() if place + 1 < len(scope.tokens) else ""
    return isinstance(before, Word) and before.sort != "function" and after in _OBJECTS


def _finds_nothing(scope: Scope, statements: Iterable[Statement]) -> bool:
    return not any(scope.look_up.rows(one.text, one.parameters) for one in statements)


def _asks_for_latest_device(scope: Scope, thing: Meaning | None) -> bool:
    """Tell whether devices are to be put in an order of time that no property of theirs says."""
    return scope.asked.intent in ("first", "last") and thing is not None and not thing.target.label


def _counts_once(scope: Scope, thing: Meaning) -> bool:
    """Tell whether the most frequent of entities is asked for that each are there once: only a log counts them."""
    own = all(one.label == thing.target.label for one in thing.conditions)
    whole = bool(thing.target.label) and not thing.target.property
    return scope.asked.intent == "most_common" and whole and own


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


def _query(meaning: Meaning | None, statement: Statement, left: tuple[str, ...] = ()) -> Query:
    reading = Reading(
        statement.intent,
        statement.subject or (meaning.target.label if meaning else "") or "Device",
        statement.columns,
        statement.group,
        (*(meaning.unlinked if meaning else ()), *left),
        meaning.missing if meaning else (),
        statement.note or (meaning.note if meaning else ""),
        declined=statement.declined,
    )
    return Query("cypher", statement.text, statement.parameters, reading=reading)

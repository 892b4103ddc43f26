"""Finds records whose own text says a state of a thing ("ether4 link down"), where others hold it in a field."""

from __future__ import annotations

from collections.abc import Sequence

from agent.planner.logs.event_clauses import Clause
from agent.planner.logs.read_closely import Reading
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning, Target
from agent.planner.scope import Scope, read_scope
from agent.planner.values.locate_values import Located
from agent.reader.english import stem
from agent.planner.words.lexicon import EVENT, HEADER, Label


def said_clauses(what: str, state: str, ends: Sequence[str], scope: Scope) -> tuple[Clause, Clause] | None:
    """Return the records that say that a thing is in a state, and those that say that it left it.

    None unless the thing is only named, by a value that a field holds, and both say the same of it but for the state.
    """
    own = read_scope(what, scope.lexicon, scope.look_up)
    named = [one for one in own.located if not one.devices]
    if own.words or not named:
        return None
    held = [(label, tests) for label in scope.lexicon.events if (tests := _tests(label, named))]
    for label, tests in held:
        if stem(state) not in label.template_words:
            continue
        said = label.template_words - {stem(state)}
        same = [one for one, others in held if others == tests and said <= one.template_words]
        for end in ends:
            left = [one.name for one in same if {stem(state), stem(end)} & one.template_words == {stem(end)}]
            begin, ending = _clause([label.name], tests, own, state), _clause(left, tests, own, end)
            if begin and ending:
                return begin, ending
    return None


def _tests(label: Label, named: Sequence[Located]) -> tuple[Condition, ...]:
    """Test the field in which a kind of record holds each value that is named; nothing where it lacks one."""
    found = [
        next(
            (one for one in each.occurrences if one.label == label.name and one.property not in HEADER), None
        )
        for each in named
    ]
    tests = tuple(Condition(EVENT, one.property, "equal", (one.value,)) for one in found if one)
    return tests if len(tests) == len(named) else ()


def _clause(kinds: Sequence[str], tests: tuple[Condition, ...], own: Scope, state: str) -> Clause | None:
    meaning = Meaning(Target(EVENT), tests, own.devices, labels=tuple(kinds))
    count = EventWriter(meaning, own).count_matched() if kinds else 0
    return Clause(Reading(meaning, own), "", count, f"{own.text} {state}") if count else None

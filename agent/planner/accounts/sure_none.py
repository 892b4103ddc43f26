"""Tells whether an empty result may be called "none": what is asked about was surely read, and it is there at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.configurations.write_things import ThingWriter
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Meaning, Statement
from agent.planner.scope import Scope
from agent.planner.try_readings import found_rows
from agent.planner.words.lexicon import EVENT
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention

UNSURE = (
    "Not answered: nothing that was parsed was found to be so, and the question was not read surely enough to say that "
    "there is none."
)
_FAR = re.compile(r"\(c\w*o:")
"""What a statement calls the common owner of two things that are not below each other."""
_SIZES = frozenset(["least", "more", "most", "less"])
_SURE = 0.9


def finds_nothing(scope: Scope, statements: Sequence[Statement]) -> bool:
    """Tell whether no statement finds anything."""
    return not any(found_rows(scope.look_up, one) for one in statements)


def is_sure_none(scope: Scope, meaning: Meaning, statement: Statement) -> bool:
    """Tell whether what is asked about is there, and only the values or the "not" of the question leave nothing."""
    if meaning.missing:
        return True
    sizes = [one for one in meaning.conditions if one.test in _SIZES]
    if any(one.unit is None and not _names_property(scope, one) for one in sizes):
        return False
    named = [one for one in meaning.conditions if _is_named(scope, one)]
    rest = tuple(one for one in meaning.conditions if one not in named and not one.negated)
    if any(_is_guessed(scope, one) for one in rest):
        return False
    if meaning.target.label == EVENT:
        return bool(EventWriter(replace(meaning, conditions=rest), scope).count_matched())
    if _FAR.search(statement.text) or not _is_linked(scope, meaning):
        return False
    singly = [replace(meaning, conditions=(one,), extras=()) for one in meaning.conditions if not one.negated]
    wider = [replace(meaning, conditions=rest, extras=()), *singly]
    return all(not finds_nothing(scope, [ThingWriter(one, scope).write()]) for one in wider)


def _is_named(scope: Scope, condition: Condition) -> bool:
    """Tell whether a test is for a value that the question names as one, as it stands there."""
    said = {one.text.lower() for one in scope.tokens if isinstance(one, Mention) and not one.maybe}
    return bool(condition.values) and all(str(one).lower() in said for one in condition.values)


def _is_guessed(scope: Scope, condition: Condition) -> bool:
    """Tell whether a test is for a value that other words of the question stand for."""
    text = scope.text.lower()
    return condition.test == "equal" and any(
        isinstance(one, str) and one.lower() not in text for one in condition.values
    )


def _names_property(scope: Scope, condition: Condition) -> bool:
    label = scope.lexicon.labels.get(condition.label)
    found = label.properties.get(condition.property) if label is not None else None
    return (
        found is not None
        and max(match_words(found.words, scope.words).positions.values(), default=0.0) >= _SURE
    )


def _is_linked(scope: Scope, meaning: Meaning) -> bool:
    """Tell whether the question names the kind of thing, and what is wanted of it, in the data's own words."""
    label = scope.lexicon.labels.get(meaning.target.label)
    if label is None:
        return not meaning.target.label
    wanted = label.properties.get(meaning.target.property)
    if wanted is not None:
        return max(match_words(wanted.words, scope.words).positions.values(), default=0.0) >= _SURE
    own = match_words(label.words, scope.words)
    said = {place for place, weight in own.positions.items() if weight >= _SURE}
    alike = (
        match_words(other.words, scope.words).positions
        for other in scope.lexicon.things
        if other is not label
    )
    return bool(said) and not (own.missed and any(said <= set(positions) for positions in alike))

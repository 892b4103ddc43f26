"""Finds the field of other log records that holds the same kind of values as one that a question names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from agent.planner.logs.event_words import EventProperty
from agent.planner.plan_records import Condition, Meaning
from agent.reader.english import stem
from agent.planner.words.lexicon import EVENT

_TELLING = 2
"""A shared value of fewer characters says nothing."""
_PERSONS = frozenset(map(stem, ("user", "username", "account", "login")))
_LOGIN = frozenset(map(stem, ("password", "login", "logon", "session", "auth", "authentication")))
"""What is said of persons where they are not called so."""
_OWN = 0.2
"""What more of the kinds of records have is of their header."""


def like_field(
    name: str, fields: Mapping[str, EventProperty], types: Collection[str], conditions: Collection[Condition]
) -> EventProperty | None:
    """Return the one field of some types that may hold what a field says which they do not have; None when none does.

    That is the field that shares values with it, or else the only one of these records' own that has such values at
    all. So the user of one kind of record is found in another that never calls it a user.
    """
    tested = {one.property for one in conditions if one.label == EVENT}
    beside = [
        found
        for found in fields.values()
        if found.name != name
        and found.name not in tested
        and found.kinds == fields[name].kinds
        and found.labels & set(types)
        and _texts(found)
    ]
    shares = {one.name: len(_texts(fields[name]) & _texts(one)) / len(_texts(one)) for one in beside}
    best = max(shares.values(), default=0.0)
    named = [other for other, share in shares.items() if share == best] if best > 0 else []
    kinds = len(frozenset[str]().union(*(found.labels for found in fields.values())))
    own = [one.name for one in beside if one.distinct > 1 and len(one.labels) <= _OWN * kinds]
    chosen = named or own
    if len(chosen) > 1 and _PERSONS & set(fields[name].words):
        chosen = [one for one in chosen if _LOGIN & set(fields[one].words)]
    return fields[chosen[0]] if len(chosen) == 1 else None


def with_field(meaning: Meaning, name: str, other: EventProperty) -> Meaning:
    """Ask for another field in the place of one, and say so."""
    properties = tuple(other.name if one == name else one for one in meaning.properties)
    note = f"'{name}' was read as {said_like(other)}."
    return replace(meaning, properties=properties, note=f"{meaning.note} {note}".strip())


def said_like(other: EventProperty) -> str:
    """Say what a field is read as."""
    return f"{other.name.replace('_', ' ')}, which says that in these records"


def _texts(found: EventProperty) -> frozenset[str]:
    return frozenset(one for one in found.examples if isinstance(one, str) and len(one) > _TELLING)

"""Tests for like_fields: which field of other records says what a question calls by another name."""

import pytest

from agent.planner.logs.event_words import EventProperty, field_of_words
from agent.planner.logs.like_fields import like_field
from agent.planner.plan_records import Condition
from agent.planner.words.question_words import as_word

TEXT, ADDRESS = frozenset({"string"}), frozenset({"ipv4"})


def _field(name: str, labels: str, examples: str, kinds: frozenset[str] = TEXT) -> EventProperty:
    values = tuple(examples.split())
    return EventProperty(
        name, tuple(name.split("_")), frozenset(labels.split()), values, len(values), False, 9, kinds
    )


USER = _field("user", "Login Commit", "ann bob")
FIELDS: dict[str, tuple[list[EventProperty], str]] = {
    "the field that shares values with it": (
        [USER, _field("for", "Refused", "bob eve"), _field("lane", "Refused", "left right")],
        "for",
    ),
    "without shared values the only field of the records' own": (
        [USER, _field("for", "Refused", "eve max"), _field("peer", "Refused", "10.0.0.1 10.0.0.2", ADDRESS)],
        "for",
    ),
    "of a person, among several, the one beside a login": (
        [USER, _field("password_for", "Refused", "eve max"), _field("lane", "Refused", "left right")],
        "password_for",
    ),
    "none of two that might be meant": (
        [
            _field("colour", "Login", "red green"),
            _field("for", "Refused", "eve max"),
            _field("lane", "Refused", "left right"),
        ],
        "",
    ),
    "never one of other kinds of values": (
        [USER, _field("peer", "Refused", "10.0.0.1 10.0.0.2", ADDRESS)],
        "",
    ),
}


@pytest.mark.parametrize(("fields", "expected"), FIELDS.values(), ids=FIELDS)
def test_like_field(fields: list[EventProperty], expected: str) -> None:
    kinds = [_field(f"f{place}", f"K{place}", "x y") for place in range(20)]
    by_name = {one.name: one for one in [*fields, *kinds]}
    found = like_field(fields[0].name, by_name, {"Refused"}, [Condition("Event", "origin", "equal", ("x",))])
    assert (found.name if found else "") == expected


WORDS: dict[str, tuple[str, str]] = {
    "the one field whose values show several words": ("api log", "source"),
    "none for a single word": ("api", ""),
    "none that no value shows": ("green door", ""),
}


@pytest.mark.parametrize(("words", "expected"), WORDS.values(), ids=WORDS)
def test_field_of_words(words: str, expected: str) -> None:
    fields = [_field("source", "A B", "x-api.log y-api.log"), _field("module", "A B", "x.api y.disk")]
    found = field_of_words([as_word(place, word) for place, word in enumerate(words.split())], fields)
    assert (found.name if found else "") == expected

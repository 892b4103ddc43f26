"""What a question asks for by its words: kinds of values, and things that have other names."""

from __future__ import annotations

import pytest

from agent.model.asked import AskedKinds, asks_what_passes, subjects_of
from graph_store.records import PropertyDescription

KINDS = {
    "who asks for users": ("Who opened the door?", "session_user", "ada", True),
    "what is up or down has a state": ("Is door 3 down?", "state", "closed", True),
    "an address by its value": ("What is the gateway of hall 2?", "far_side", "192.0.2.1", True),
    "an address of version 6": ("Which subnet has hall 2?", "far_side", "2001:db8::1/64", True),
    "no address where a user is asked for": ("Who opened the door?", "far_side", "192.0.2.1", False),
    "no part of a name": ("Who opened the door?", "user_limit", "3", False),
}


@pytest.mark.parametrize(("question", "name", "value", "expected"), KINDS.values(), ids=KINDS)
def test_kinds(question: str, name: str, value: str, expected: bool) -> None:
    asked = PropertyDescription(name, ("string",), 4, 1, (value,))
    assert AskedKinds(question).has(asked) == expected


def test_subjects() -> None:
    assert {"filter", "prefix"} <= set(subjects_of("What is dropped between the halls?").split())
    assert asks_what_passes("May hall 2 reach hall 3?")
    assert not asks_what_passes("Which halls are there?")
    assert subjects_of("Which halls are there?") == ""

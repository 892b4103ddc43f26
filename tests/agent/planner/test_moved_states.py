"""Tests for moved_states: which field holds the state after, and which the one before."""

import pytest

from agent.planner.logs.moved_states import field_after, field_before

FIELDS: dict[str, tuple[str, set[str], str, str]] = {
    "a state before has one after": ("from_state", {"from_state", "to_state"}, "to_state", "from_state"),
    "one after is that already": ("to_state", {"from_state", "to_state"}, "to_state", "from_state"),
    "old and new": ("old_mode", {"old_mode", "new_mode", "door"}, "new_mode", "old_mode"),
    "without a name of their own": ("from", {"from", "to"}, "to", "from"),
    "addresses have two sides, and no before": ("from_address", {"from_address", "to_address"}, "", ""),
    "nor have ports": ("from_port", {"from_port", "to_port"}, "", ""),
    "a side alone is none": ("from_state", {"from_state", "door"}, "", ""),
    "a field of another kind": ("door", {"from_state", "to_state", "door"}, "", ""),
}


@pytest.mark.parametrize(("name", "fields", "after", "before"), FIELDS.values(), ids=FIELDS)
def test_sides(name: str, fields: set[str], after: str, before: str) -> None:
    assert field_after(name, fields) == after
    assert field_before(name, fields) == before

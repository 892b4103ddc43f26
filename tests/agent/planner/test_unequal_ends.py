"""Which questions compare the two ends of links."""

from __future__ import annotations

import pytest

from agent.planner.across.unequal_ends import is_about_unequal_ends

CASES = {
    "a difference at both ends": ("Which link has a different MTU at its two ends?", True),
    "a mismatch of links": ("Are there links with an MTU mismatch?", True),
    "a difference of something else": ("How many different MTUs are there?", False),
    "the other end alone": ("What is at the other end of ge-0/0/0?", False),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_is_about_unequal_ends(text: str, expected: bool) -> None:
    assert is_about_unequal_ends(text) is expected

"""Times that begin some way before now."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.question_times import read_since

NOW = datetime(2026, 11, 26, 20, 15, tzinfo=UTC)  # a Thursday
CASES = {
    "a day of the week": ("what changed on edge1 since Monday?", "2026-11-23T00:00:00+00:00"),
    "today's day of the week": ("what changed since thursday", "2026-11-26T00:00:00+00:00"),
    "yesterday": ("what happened yesterday", "2026-11-25T00:00:00+00:00"),
    "hours": ("what happened in the last 2 hours", "2026-11-26T18:15:00+00:00"),
    "one week": ("changes of the past week", "2026-11-19T20:15:00+00:00"),
    "a date": ("what changed since 2026-11-24 10:00", "2026-11-24T10:00:00+00:00"),
    "no time": ("what changed on edge1", ""),
    "the last of something": ("what is the last change", ""),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_read_since(text: str, expected: str) -> None:
    assert read_since(text, NOW)[0] == expected

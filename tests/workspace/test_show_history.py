"""What is typed behind `timeline` and `history`."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from workspace.show_history import read_times

FIRST, LAST = datetime(2026, 11, 24, 2, 50, tzinfo=UTC), datetime(2026, 11, 24, 3, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "r1 from 2026-11-24T02:50 to 2026-11-24T03:20",
        "r1 from 2026-11-24 02:50 to 2026-11-24 03:20",
        "from 2026-11-24 02:50:00 until 2026-11-24T03:20 r1",
    ],
)
def test_a_time_may_stand_apart_from_its_date(text: str) -> None:
    assert read_times(text) == (("r1",), FIRST, LAST)


def test_a_device_may_be_called_like_a_time() -> None:
    assert read_times("02:50 from 2026-11-24") == (("02:50",), datetime(2026, 11, 24, tzinfo=UTC), None)

"""A time that a log writes without a zone is not known to be UTC; one that was shifted, or has a zone, is."""

from __future__ import annotations

import pytest

from reading.written_zones import files_without_zone, is_without_zone

TIME = "2026-02-03T04:05:06.000000Z"
LINES = {
    "syslog without a year": ("Feb  3 04:05:06 gate4 sshd[1]: Accepted", True),
    "a fraction": ("2026-02-03 04:05:06,123 INFO started", True),
    "NX-OS": ("2026 Feb  3 04:05:06 spine7 %VPC-2-X: y", True),
    "UTC as Z": ("2026-02-03T04:05:06Z spine7 up", False),
    "UTC with a fraction": ('{"time": "2026-02-03T04:05:06.123Z"}', False),
    "UTC by its name": ("Feb  3 04:05:06.123 UTC: %LINK-3-UPDOWN: x", False),
    "no offset": ("[03/Feb/2026:04:05:06 +0000] GET /", False),
    "a zone before the year": ("Tue Feb  3 04:05:06 UTC 2026 x", False),
    "what was shifted": ("2026-02-03T05:05:06+01:00 spine7 up", False),
    "seconds since 1970": ("1770091506.123 192.0.2.1 TCP_MISS", False),
    "a zone in a field of its own": (
        'date=2026-02-03 time=04:05:06 devname="f" tz="+0000" type="event"',
        False,
    ),
}


@pytest.mark.parametrize(("line", "expected"), LINES.values(), ids=LINES)
def test_times_without_a_zone(line: str, expected: bool) -> None:
    assert is_without_zone(line, TIME) is expected


def test_files_are_named_once() -> None:
    bare, zoned = LINES["NX-OS"][0], LINES["UTC as Z"][0]
    shown = [
        ("b.log", bare, TIME),
        ("a.log", zoned, TIME),
        ("b.log", bare, TIME),
        ("c.cfg", "hostname x", ""),
    ]
    assert files_without_zone(shown) == ("b.log",)

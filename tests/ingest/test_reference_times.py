"""A log that names no year has the one that its messages tell, or the logs beside it; else that of its file."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ingest.files.reference_times import first_year, reference_times, year_of_calendar
from ingest.records import Sample

COPIED = datetime(2026, 11, 24, tzinfo=UTC)
LOGIN = "Nov  3 07:33:09 core2 %SEC_LOGIN-5-LOGIN_SUCCESS: Login Success at 07:33:09 UTC Mon Nov 3 2025"
FIRST_YEARS = {
    "a message tells": (["Nov  3 07:30:00 core2 up", LOGIN], 2025),
    "the year ended before the line that tells": (
        ["Dec 31 10:00:00 r1 up", "Jan  2 07:00:00 r1 at 2026-01-02T07:00:00Z"],
        2025,
    ),
    "midnight lies between": (["Dec 31 23:59:59 r1 seen at 2026-01-01 00:00:01"], 2025),
    "a time far from the header's": (["Nov  3 07:30:00 r1 certificate ends 2026-05-01 00:00:00"], None),
    "most lines": ([LOGIN, LOGIN, "Nov  3 08:00:00 r1 certificate ends 2031-11-03 08:00:00"], 2025),
    "no line tells": (["Nov  3 07:30:00 core2 port 2025 is up"], None),
    "seconds since 1970 tell": (
        ["Dec 31 23:00:19 web3 NetworkManager: <info>  [1704063619.3312] eth0: up"],
        2023,
    ),
    "the years are written": (["2020-01-01 00:00:00 r1 since 2020-01-01 00:00:00"], None),
}


@pytest.mark.parametrize(("lines", "expected"), FIRST_YEARS.values(), ids=FIRST_YEARS)
def test_first_year(lines: list[str], expected: int | None) -> None:
    assert first_year(lines) == expected


def reference(samples: dict[str, list[str]], changed: datetime = COPIED) -> dict[str, int]:
    """Return the years of the moments behind logs."""
    logs = [Sample(path, "log", tuple(lines)) for path, lines in samples.items()]
    return {path: one.year for path, one in reference_times(logs, dict.fromkeys(samples, changed)).items()}


def test_logs_beside_it_tell_how_far_a_copied_file_is_off() -> None:
    silent = ["Nov  6 10:00:00 fw1 sshd: Failed password"]
    found = reference({"logs/syslog.log": [LOGIN], "logs/fw1.log": silent, "other/fw2.log": silent})
    assert found == {"logs/syslog.log": 2025, "logs/fw1.log": 2025, "other/fw2.log": 2026}


def test_years_in_headers_tell_it_too() -> None:
    silent = ["Dec 30 10:00:00 fw1 sshd: Failed password"]
    dated = ["2024-12-30T10:00:00Z app started", "2024-12-31T10:00:00Z app stopped"]
    assert reference({"app.log": dated, "fw1.log": silent}) == {"app.log": 2025, "fw1.log": 2025}


def test_an_old_log_left_as_it_was_does_not_move_the_others() -> None:
    logs = [
        Sample("old.log", "log", ("2023-03-01T10:00:00Z app started",)),
        Sample("new.log", "log", ("Nov 20 10:00:00 fw1 sshd: Failed password",)),
    ]
    changed = {"old.log": datetime(2023, 3, 1, 11, tzinfo=UTC), "new.log": COPIED}
    assert reference_times(logs, changed) == changed


def test_a_log_of_several_years_that_still_grows_is_not_off() -> None:
    grown = ["2023-03-01T10:00:00Z app started", "2026-11-23T10:00:00Z app stopped"]
    assert reference({"app.log": grown}) == {"app.log": 2026}


def test_the_name_of_a_rotated_log_has_its_last_day() -> None:
    silent = ["Jan  6 10:00:00 fw1 sshd: Failed password"]
    files = {"messages-20240107": silent, "fw1.2023-01-07.log": silent, "build-20991231.log": silent}
    assert list(reference(files).values()) == [2024, 2023, 2026]


CALENDARS = {
    "summer time that ended on the 26th": (
        ["Oct 26 00:58:10 CEST a b", "Oct 26 02:10:01 CET a b", "Oct 27 09:00:00 CET a b"],
        2025,
    ),
    "summer time that began on the 9th": (["Mar  8 10:00:00 EST a b", "Mar  9 10:00:00 EDT a b"], 2025),
    "a weekday": (["Tue Mar 11 10:00:00 a b"], 2025),
    "a weekday of the latest year": (["Wed Mar 11 10:00:00 a b"], None),
    "a zone's name all the year": (["Jul  8 10:00:00 CET a b", "Nov 9 10:00:00 CET a b"], None),
    "a day that only leap years have": (["Feb 28 23:59:58 a b", "Feb 29 00:00:03 a b"], 2024),
    "winter alone": (["Nov 9 10:00:00 CET a b"], None),
    "no sign": (["Nov 9 10:00:00 a b"], None),
    "weekdays over the end of a year": (["Wed Dec 31 10:00:00 a b", "Thu Jan  1 10:00:00 a b"], 2025),
}


@pytest.mark.parametrize(("lines", "expected"), CALENDARS.values(), ids=CALENDARS)
def test_the_calendar_tells_a_year(lines: list[str], expected: int | None) -> None:
    assert year_of_calendar(lines, 2026) == expected


def test_a_log_is_of_the_year_that_its_calendar_fits() -> None:
    assert reference({"a.log": ["Oct 26 00:58:10 CEST a b", "Oct 26 02:10:01 CET a b"]}) == {"a.log": 2025}

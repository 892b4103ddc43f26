from datetime import UTC, datetime, timedelta, timezone

import pytest

from ingest.files.read_times import TimeReader, find_time, read_time
from reading.time_formats import BY_NAME

REFERENCE = datetime(2024, 6, 15, tzinfo=UTC)

LINES = {
    "ISO with a T and zulu": (
        "<165>1 2003-10-11T22:14:15.003Z host",
        "2003-10-11T22:14:15.003Z",
        "2003-10-11T22:14:15.003",
    ),
    "ISO with an offset": (
        "2024-03-01T10:00:00+02:00 r1",
        "2024-03-01T10:00:00+02:00",
        "2024-03-01T08:00:00",
    ),
    "ISO with an offset without colon": (
        "2024-03-01T10:00:00.5-0730",
        "2024-03-01T10:00:00.5-0730",
        "2024-03-01T17:30:00.5",
    ),
    "ISO with a comma": (
        "2015-07-29 17:41:44,747 - INFO",
        "2015-07-29 17:41:44,747",
        "2015-07-29T17:41:44.747",
    ),
    "ISO with nine digits": (
        "2024-03-01T10:00:00.123456789Z",
        "2024-03-01T10:00:00.123456789Z",
        "2024-03-01T10:00:00.123456",
    ),
    "two keys": (
        "<14>date=2024-03-01,time=10:00:00.5,x",
        "2024-03-01,time=10:00:00.5",
        "2024-03-01T10:00:00.5",
    ),
    "two keys of an object": (
        '{"date":"2024-03-01","time":"10:00:00"}',
        '2024-03-01","time":"10:00:00',
        "2024-03-01T10:00:00",
    ),
    "two columns": ("2024/03/01,10:00:00,up", "2024/03/01,10:00:00", "2024-03-01T10:00:00"),
    "a dash before the clock": (
        "03/21/2024-10:00:00.5 [**]",
        "03/21/2024-10:00:00.5",
        "2024-03-21T10:00:00.5",
    ),
    "noon": ("2024-03-01 12:00:00 PM x", "2024-03-01 12:00:00 PM", "2024-03-01T12:00:00"),
    "a zone by name": ("2024-03-01 10:00:00 UTC r1", "2024-03-01 10:00:00 UTC", "2024-03-01T10:00:00"),
    "a level is no zone": ("2024-03-01 10:00:00 INFO x", "2024-03-01 10:00:00", "2024-03-01T10:00:00"),
    "syslog": ("Dec 10 06:55:46 host sshd[1]: x", "Dec 10 06:55:46", "2023-12-10T06:55:46"),
    "syslog with one digit": ("<189>Jun  1 06:55:46 r1 x", "Jun  1 06:55:46", "2024-06-01T06:55:46"),
    "syslog with a year": ("Jan  1 2024 10:00:00: %A-1-B: x", "Jan  1 2024 10:00:00", "2024-01-01T10:00:00"),
    "milliseconds behind a colon": (
        "%Nov 16 01:40:15:982 2026 sw1 SHELL/5/SHELL_LOGIN: x",
        "Nov 16 01:40:15:982 2026",
        "2026-11-16T01:40:15.982",
    ),
    "a year at the end": ("Jan  1 10:00:00 2022: x", "Jan  1 10:00:00 2022", "2022-01-01T10:00:00"),
    "a clock not in step": (
        "*Mar  1 00:00:01.123 UTC: %A",
        "*Mar  1 00:00:01.123 UTC",
        "2024-03-01T00:00:01.123",
    ),
    "a clock that lost step": ("000042: .Mar  1 00:00:01: %A", ".Mar  1 00:00:01", "2024-03-01T00:00:01"),
    "a summer time": ("Mar 31 10:00:00 CEST r1", "Mar 31 10:00:00 CEST", "2024-03-31T08:00:00"),
    "year before month": (
        "2024 Mar  1 10:00:00.5 EST: x",
        "2024 Mar  1 10:00:00.5 EST",
        "2024-03-01T15:00:00.5",
    ),
    "a weekday and the year last": (
        "[Sun Dec 04 04:47:44 2005] [x]",
        "Sun Dec 04 04:47:44 2005",
        "2005-12-04T04:47:44",
    ),
    "mail": ("Sun, 04 Dec 2005 04:47:44 +0100 x", "Sun, 04 Dec 2005 04:47:44 +0100", "2005-12-04T03:47:44"),
    "web access": (
        '1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] "GET',
        "10/Oct/2000:13:55:36 -0700",
        "2000-10-10T20:55:36",
    ),
    "two groups of six digits": ("081109 203615 148 INFO", "081109 203615", "2008-11-09T20:36:15"),
    "month and day in numbers": ("[05.30 16:49:06] a.exe", "05.30 16:49:06", "2024-05-30T16:49:06"),
    "a short year": ("17/06/09 20:10:40 INFO", "17/06/09 20:10:40", "2017-06-09T20:10:40"),
    "a month's name between slashes": (
        "mar/09/2024 09:05:03 system,info x",
        "mar/09/2024 09:05:03",
        "2024-03-09T09:05:03",
    ),
    "one digit of day and month before a short year": (
        "3/9/24 9:05:03 PM  spooler",
        "3/9/24 9:05:03 PM",
        "2024-03-09T21:05:03",
    ),
    "a day over twelve before a short year": ("31/3/24 9:05:03 x", "31/3/24 9:05:03", "2024-03-31T09:05:03"),
    "a short year behind dots": ("9.3.24 9:05:03 [door] shut", "9.3.24 9:05:03", "2024-03-09T09:05:03"),
    "one run of digits": ("20240301T100000Z r1", "20240301T100000Z", "2024-03-01T10:00:00"),
    "dots all through": (
        "2005-06-03-15.42.50.363779 R0",
        "2005-06-03-15.42.50.363779",
        "2005-06-03T15:42:50.363779",
    ),
    "a letter in front": ("I0301 10:00:00.5 1 x.go:1] up", "0301 10:00:00.5", "2024-03-01T10:00:00.5"),
    "half days": ("3/1/2024 10:00:00 PM up", "3/1/2024 10:00:00 PM", "2024-03-01T22:00:00"),
    "day first, with dots": ("01.03.2024 10:00:00 up", "01.03.2024 10:00:00", "2024-03-01T10:00:00"),
    "day first is seen by a number over twelve": (
        "31/03/2024 10:00:00",
        "31/03/2024 10:00:00",
        "2024-03-31T10:00:00",
    ),
    "a date and a time in two keys": (
        "date=2024-03-01 time=10:00:00 x=1",
        "2024-03-01 time=10:00:00",
        "2024-03-01T10:00:00",
    ),
    "seconds since 1970": ('{"ts":1709287200.25,"m":1}', "1709287200.25", "2024-03-01T10:00:00.25"),
    "milliseconds since 1970": ("1709287200123 up", "1709287200123", "2024-03-01T10:00:00.123"),
    "microseconds since 1970": ("1709287200123456 up", "1709287200123456", "2024-03-01T10:00:00.123456"),
    "a leap second": ("2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z", "2016-12-31T23:59:59"),
    "29 February without a year": ("Feb 29 10:00:00 r1", "Feb 29 10:00:00", "2024-02-29T10:00:00"),
    "the clock before the date": (
        "at 10:00:00 UTC Mon Mar 4 2024",
        "10:00:00 UTC Mon Mar 4 2024",
        "2024-03-04T10:00:00",
    ),
    "a clock alone": ("10:00:01.5 up", "10:00:01.5", "2024-06-15T10:00:01.5"),
}


@pytest.mark.parametrize(("line", "text", "utc"), LINES.values(), ids=LINES)
def test_a_time_is_found_and_read_as_utc(line: str, text: str, utc: str) -> None:
    found = find_time(line)
    assert found is not None
    assert line[found.start : found.end] == text
    read = TimeReader(REFERENCE).read(text)
    expected = datetime.fromisoformat(utc.ljust(26, "0") if "." in utc else utc).replace(tzinfo=UTC)
    assert read == (expected, not BY_NAME[found.format].has_year)
    assert read_time(text, found.format, expected.year) is not None


@pytest.mark.parametrize(("line", "text", "utc"), LINES.values(), ids=LINES)
def test_a_time_is_written_as_it_is_read_first_and_again(line: str, text: str, utc: str) -> None:
    read = TimeReader(REFERENCE).read(text)
    assert read is not None
    expected = (f"{read.utc.replace(tzinfo=None).isoformat(timespec='microseconds')}Z", read.year_assumed)
    reader = TimeReader(REFERENCE)
    assert [reader.read_as_text(text) for _ in range(3)] == [expected] * 3


def test_neighbouring_times_are_written_as_they_are_read() -> None:
    reader, other = TimeReader(REFERENCE), TimeReader(REFERENCE)
    for second in range(0, 7200, 7):
        moment = datetime(2024, 3, 1, 10, tzinfo=UTC) + timedelta(seconds=second, milliseconds=second % 997)
        for text in (
            moment.isoformat(),
            f"{moment:%b %d %H:%M:%S}.{moment.microsecond:06}",
            f"{moment:%b %d %H:%M:%S}",
        ):
            read = other.read(text)
            assert read is not None
            assert reader.read_as_text(text) == (
                read.utc.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
                read.year_assumed,
            )
        assert reader.read_as_text(f"{moment:%b %d %H:%M}:6²") is None


NO_TIMES = {
    "a hardware address": "mac 00:11:22:33:44:55",
    "a hardware address with letters": "mac 00:11:22:aa:bb:cc",
    "addresses": "from 10.0.0.1 to 255.255.255.0",
    "a version": "version 15.2.4",
    "a number far into the line": "a number that stands far from the start of the line 1709287200",
    "a day that is none": "2024-02-31T10:00:00Z",
}


@pytest.mark.parametrize("line", NO_TIMES.values(), ids=NO_TIMES)
def test_what_is_no_time(line: str) -> None:
    assert find_time(line) is None or line == NO_TIMES["a day that is none"]
    assert TimeReader(REFERENCE).read(line) is None


def test_the_search_begins_where_it_is_told() -> None:
    line = "Mar  1 10:00:00 r1 since 2024-03-01 09:00:00"
    first = find_time(line)
    assert first is not None
    second = find_time(line, first.end)
    assert second is not None
    assert line[second.start : second.end] == "2024-03-01 09:00:00"


def test_a_year_that_ends_inside_the_file_rolls_over() -> None:
    reader = TimeReader(datetime(2024, 1, 20, tzinfo=UTC))
    texts = ["Dec 30 10:00:00", "Dec 31 23:59:59", "Jan  1 00:00:00", "Dec 31 23:59:59", "Jan  2 00:00:00"]
    years = [read.utc.year for text in texts if (read := reader.read(text))]
    assert years == [2023, 2023, 2024, 2023, 2024]


def test_a_zone_stands_in_where_none_is_written() -> None:
    reader = TimeReader(REFERENCE, zone=timezone(timedelta(hours=2)))
    read = reader.read("2024-03-01 10:00:00")
    assert read is not None
    assert read.utc == datetime(2024, 3, 1, 8, tzinfo=UTC)


def test_neighbouring_times_are_read_alike_whatever_was_read_before() -> None:
    reader = TimeReader(REFERENCE)
    for second in range(0, 7200, 7):
        moment = datetime(2024, 3, 1, 10, tzinfo=UTC) + timedelta(seconds=second, milliseconds=second % 997)
        for text in (
            moment.isoformat(),
            f"{moment:%b %d %H:%M:%S}.{moment.microsecond:06}",
            f"{moment:%H%M} no time",
        ):
            read = reader.read(text)
            assert (read is None) == text.endswith("no time")
            assert read is None or read.utc == moment

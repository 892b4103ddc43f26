"""The zone in which a log's headers are written, by what its messages say."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ingest.files.read_times import find_time, named_zone, zone_in
from ingest.files.reference_times import _MAY_NAME_ZONE, header_zone
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

IOS = (
    "Nov {day:2} {head} gw{n} {n}7: Nov {day:2} {inner}.73{n} {zone}: %SYS-5-CONFIG_I: Configured by pkrause"
)
OTHER = "Nov 14 08:30:0{n} sw3 port-manager: port 1/1/{n} is down"


def lines(head: str, inner: str, zone: str, count: int = 3) -> list[str]:
    told = [IOS.format(day=9 + n, head=head, inner=inner, zone=zone, n=n) for n in range(count)]
    return [*told, *(OTHER.format(n=n) for n in range(3))]


ZONES = {
    "a server in the devices' zone": (lines("09:14:02", "09:14:01", "CET"), ZoneInfo("Europe/Berlin")),
    "a server in UTC": (lines("08:14:02", "09:14:01", "CET"), UTC),
    "devices in UTC": (lines("09:14:02", "09:14:01", "UTC"), UTC),
    "a zone by its offset": (lines("09:14:02", "09:14:01", "+0530"), named_zone("+0530")),
    "a clock that is wrong": (lines("09:44:02", "09:14:01", "CET"), UTC),
    "one line alone": (lines("09:14:02", "09:14:01", "CET", 1), UTC),
    "two zones": ([*lines("09:14:02", "09:14:01", "CET"), *lines("09:14:02", "09:14:01", "EST")], UTC),
    "no zone at all": ([OTHER.format(n=n) for n in range(5)], UTC),
}


@pytest.mark.parametrize(("log", "expected"), ZONES.values(), ids=ZONES)
def test_the_zone_of_headers(log: list[str], expected: tzinfo) -> None:
    moment = datetime(2026, 11, 14, 12, tzinfo=UTC)
    assert header_zone(log).utcoffset(moment) == expected.utcoffset(moment)


def test_records_of_devices_that_name_no_zone_are_in_that_of_their_server(tmp_path: Path) -> None:
    log = tmp_path / "network.log"
    log.write_text("\n".join(lines("09:14:02", "09:14:01", "CET")) + "\n", "utf-8")
    with borrowed_graph() as graph:
        ingest([str(log)], graph, tmp_path / "kg" / "parsers")
        rows = graph.read("MATCH (e:Event {device: 'sw3'}) RETURN e.timestamp ORDER BY e.timestamp").rows
    assert [str(row[0])[5:19] for row in rows] == [f"11-14T07:30:0{n}" for n in range(3)]


DATES = (
    "2024-01-20T{}",
    "20240120{}",
    "20240120T{}",
    "Jan 20 {}",
    "Jan 20, 2024 {}",
    "20/Jan/2024:{}",
    "{} Sat Jan 20 2024",
)
CLOCKS = (
    "10:30:05",
    "1:30:05.123",
    "10:30:05,123456",
    "10:30:05 PM",
    "10:30:05PM.123",
    "10:30",
    "103005",
    "10:30:5:123",
)
ZONES_WRITTEN = ("Z", " UTC", "+01:00", " +0100", " (CEST)", "-03")


def test_a_line_is_asked_for_a_zone_where_a_clock_has_one() -> None:
    found = 0
    for date, clock, zone in itertools.product(DATES, CLOCKS, ZONES_WRITTEN):
        line = f"Nov 12 22:03:12 r1 7: {date.format(clock + zone)}: up"
        time = find_time(line, len("Nov 12 22:03:12"))
        if time and zone_in(line, time):
            found += 1
            assert _MAY_NAME_ZONE.search(line), line
    assert found > 100
    for line in (
        "2031-05-16 00:00:00.008 2593 INFO [req-38101a0b-2096-447d] up",
        "2031-05-16T08:00:00 r1 MESZ",
    ):
        assert not _MAY_NAME_ZONE.search(line), line

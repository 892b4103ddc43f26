"""The zone in which a log's headers are written, by what its messages say."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ingest.files.header_zone import header_zone
from ingest.files.read_times import named_zone
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

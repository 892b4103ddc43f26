"""A planted incident is told in order on one screen, among the noise of a day; clocks that differ are said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from settings import read_settings
from timeline.clocks import find_offsets
from timeline.records import Timeline
from timeline.show_timeline import WIDTH, timeline_json, write_lines
from workspace.workspace import Workspace

R1 = """\
hostname r1
interface GigabitEthernet0/0
 description to r2
 mtu {mtu}
 ip address 10.0.0.1 255.255.255.252
router bgp 65001
 neighbor 10.0.0.2 remote-as 65002
"""
R2 = """\
hostname r2
interface GigabitEthernet0/0
 description to r1
 ip address 10.0.0.2 255.255.255.252
router bgp 65002
 neighbor 10.0.0.1 remote-as 65001
"""
SCREEN = 40
LINK = "%LINK-3-UPDOWN: Interface GigabitEthernet0/0, changed state to"
BGP = "%BGP-5-ADJCHANGE: neighbor 10.0.0.1 Down Peer closed the session"


def record(device: str, time: datetime, message: str) -> str:
    return f"{time:%Y-%m-%dT%H:%M:%SZ} {device} {message}\n"


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Change r1 between two loads; then its port flaps, and r2 loses the session, among 400 other records."""
    folder = tmp_path_factory.mktemp("incident")
    files = folder / "in"
    files.mkdir()
    settings = read_settings({"WIRELORE_KG": str(folder / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        (files / "r2.cfg").write_text(R2)
        for mtu in (1500, 9100):
            (files / "r1.cfg").write_text(R1.format(mtu=mtu))
            opened.ingest(files)
        changed = datetime.now(UTC).replace(microsecond=0)
        noise = [
            record(
                device,
                changed + timedelta(minutes=minute),
                f"%SEC-6-IPACCESSLOGP: list 101 denied tcp 192.0.2.{minute % 200}(1024) -> 10.0.0.1(22)",
            )
            for minute in range(-100, 100)
            for device in ("r1", "r2")
        ]
        flaps = [
            record(
                "r1", changed + timedelta(seconds=60 + 10 * turn), f"{LINK} {'up' if turn % 2 else 'down'}"
            )
            for turn in range(10)
        ]
        down = record("r2", changed + timedelta(seconds=200), BGP)
        configured = record(
            "r3", changed, "%SYS-5-CONFIG_I: Configured from console by anna on vty0 (10.0.0.9)"
        )
        (files / "net.log").write_text("".join(sorted([*noise, *flaps, down, configured])))
        opened.ingest(files)
        yield opened


def places(lines: list[str], *words: str) -> list[int]:
    return [next(number for number, line in enumerate(lines) if word in line) for word in words]


def test_a_planted_incident_is_told_in_order_on_one_screen(kg: Workspace) -> None:
    lines = list(write_lines(kg.timeline()))
    assert len(lines) <= SCREEN
    assert max(map(len, lines)) <= WIDTH
    found = places(lines, "mtu 9100", "Interface GigabitEthernet0/0", "neighbor 10.0.0.1 Down")
    assert found == sorted(found)
    assert all(lines[number].rstrip().endswith("]") for number in found)
    assert "[r1.cfg:4]" in lines[found[0]]
    assert "[net.log:" in lines[found[2]]


def test_bursts_are_one_row_and_what_is_left_out_is_counted(kg: Workspace) -> None:
    timeline = kg.timeline(limit=5)
    assert len(timeline.entries) == 5
    flaps = [one for one in timeline.entries if "changed state to" in one.text]
    assert sum(one.count for one in flaps) == 10
    shown = sum(one.count for one in timeline.entries if one.kind == "record")
    total = kg.rows("MATCH (e:Event) RETURN count(e) AS n")[0].values["n"]
    hidden = kg.timeline(limit=1000)
    assert timeline.left_out >= int(str(total)) - shown
    assert hidden.left_out == 0
    gathered = [one.text for one in hidden.entries if "denied tcp" in one.text and one.count > 1]
    assert gathered
    assert all(re.search(r"denied tcp (\S+) .*; last: .*denied tcp (?!\1)", text) for text in gathered)
    rows = timeline_json(timeline)["rows"]
    assert isinstance(rows, list)
    assert all(row["lines"] for row in rows if row["kind"] != "finding")


def test_a_time_and_devices_narrow_it(kg: Workspace) -> None:
    every = kg.timeline(["r2"])
    assert {one.device for one in every.entries if one.kind == "record"} == {"r2"}
    assert not any(one.kind == "change" for one in every.entries)
    late = kg.timeline(since=datetime.now(UTC) + timedelta(days=1))
    assert late.entries == ()
    assert "nothing happened" in next(write_lines(late))


def test_clocks_that_differ_are_said(kg: Workspace) -> None:
    start = datetime(2026, 11, 24, 10, tzinfo=UTC)
    records = [
        (device, f"{start + timedelta(minutes=turn, seconds=ahead):%Y-%m-%dT%H:%M:%SZ}", f"{LINK} {state}")
        for turn, state in enumerate(("down", "up") * 3)
        for device, ahead in (("r1", 0), ("r2", 37))
    ]
    (offset,) = find_offsets(kg.graph(), records)
    assert (offset.ahead, offset.behind, offset.seconds, offset.events) == ("r2", "r1", 37, 6)
    assert "37 s later" in next(iter([*write_lines(Timeline((), clocks=(offset,)))][1:]))
    same = [(device, time.replace(":37Z", ":01Z"), message) for device, time, message in records]
    assert find_offsets(kg.graph(), same) == ()


ASKED = {
    "what changed on r1 since yesterday?": ("change", "mtu 9100"),
    "who changed the mtu on r1": ("change", "mtu 9100"),
    "what changed on r3?": ("change", "by anna on vty0"),
    "what happened today?": ("record", "neighbor 10.0.0.1 Down"),
}


@pytest.mark.parametrize(("question", "expected"), ASKED.items(), ids=ASKED)
def test_a_question_shows_it_without_a_model(kg: Workspace, question: str, expected: tuple[str, str]) -> None:
    answer = kg.ask(question)
    rows = [row for table in answer.tables for row in table.rows if row[2:3] == (expected[0],)]
    assert any(expected[1] in str(row[3]) for row in rows)
    table = next(one for one in answer.tables if one.columns[2:4] == ("kind", "what"))
    assert all(table.citations)


def test_that_nothing_changed_is_said(kg: Workspace) -> None:
    answer = kg.ask("what changed on r2 since yesterday?")
    assert answer.tables[0].title.startswith("no change on r2 since 20")
    assert answer.tables[0].rows == ()

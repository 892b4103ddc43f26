"""Hours of a question mean what each log writes, whatever its zone, and so do the times of the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ask import open_agent
from agent.model.tell_zones import tell_zones
from agent.reader.events import as_written
from agent.reader.written_times import WrittenTimes
from agent.records import Question
from agent.render.record_tables import RecordGroup
from agent.value_index import ValueIndex
from ingest.pipeline import ingest
from tests.agent.ask_files import agent_on
from tests.agent.counted_reads import CountedReads
from tests.borrowed_graph import borrowed_graph
from timeline.show_timeline import show_offset

APP = "2026-11-04T10:12:{at:02d}.055+01:00 ERROR [fares] host=app1 path=/pay status=503\n"
SWITCH = "2026-11-04T{hour}:12:{at:02d}.000+0{zone}:00 sw1 %LINK-3-UPDOWN: Interface Gi0/1, changed state to down\n"


@pytest.mark.parametrize(
    ("minutes", "text"), [(60, "1 h ahead of"), (-330, "5 h 30 min behind"), (45, "45 min ahead of")]
)
def test_an_offset_is_said(minutes: int, text: str) -> None:
    assert show_offset(minutes) == text


@pytest.mark.parametrize(
    ("hour", "zone", "note", "first"),
    [
        (
            "09",
            0,
            (
                "Times are as each log writes them, and the logs write different zones: 1 h ahead of UTC in app.log; "
                "others UTC, or no zone."
            ),
            "2026-11-04 09:12:00",
        ),
        (
            "10",
            1,
            "Times are as the logs write them, 1 h ahead of UTC; findings are in UTC.",
            "2026-11-04 10:12:00",
        ),
    ],
)
def test_times_of_an_answer_are_of_one_zone(
    tmp_path: Path, hour: str, zone: int, note: str, first: str
) -> None:
    logs = tmp_path / "app.log", tmp_path / "sw.log"
    logs[0].write_text("".join(APP.format(at=at) for at in range(30)), encoding="utf-8")
    lines = (SWITCH.format(at=at, hour=hour, zone=zone) for at in range(30))
    logs[1].write_text("".join(lines), encoding="utf-8")
    with borrowed_graph() as graph:
        ingest(logs, graph, tmp_path / "kg")
        with open_agent(graph) as agent:
            answer = agent.ask(Question("What happened between 08:00 and 11:00 on 4 November?"))
    assert note in answer.text
    cells = [str(cell) for table in answer.tables for row in table.rows for cell in row]
    assert any(cell.replace("T", " ").startswith(first) for cell in cells), cells


def test_hours_are_those_that_each_log_writes(tmp_path: Path) -> None:
    logs = tmp_path / "app.log", tmp_path / "sw.log"
    logs[0].write_text("".join(APP.format(at=at) for at in range(30)), encoding="utf-8")
    lines = [SWITCH.format(at=at, hour=hour, zone=0) for hour in ("09", "10") for at in range(30)]
    logs[1].write_text("".join(lines), encoding="utf-8")
    with borrowed_graph() as graph:
        ingest(logs, graph, tmp_path / "kg")
        with open_agent(graph) as agent:
            answer = agent.ask(Question("What happened between 10:00 and 10:30 on 4 November?"))
    times = [
        next(str(cell) for cell in row if ":12:" in str(cell)) for one in answer.tables for row in one.rows
    ]
    assert times
    assert {time[-8:-3] for time in times} == {"10:12"}
    cited = {(line.path, line.number) for one in answer.tables for row in one.citations for line in row}
    assert ("app.log", 1) in cited
    assert ("sw.log", 31) in cited
    assert ("sw.log", 1) not in cited


def test_records_of_two_devices_are_shown_as_their_one_zone_writes_them() -> None:
    group = RecordGroup(
        "Link", "up", ("sw1", "sw2"), 4, *["2026-11-04T09:12:00+00:00"] * 2, (1 << 32, 2 << 32)
    )
    both = {60: frozenset({(1, "sw1"), (2, "sw2")})}
    assert as_written(group, both).first.startswith("2026-11-04T10:12:00")
    assert not as_written(group, both).zone
    mixed = {60: frozenset({(1, "sw1")}), 0: frozenset({(2, "sw2")})}
    assert as_written(group, mixed).first == group.first
    assert as_written(group, mixed).zone == " UTC"


def test_a_prompt_is_told_how_far_written_times_are_from_utc(tmp_path: Path) -> None:
    logs = tmp_path / "app.log", tmp_path / "sw.log"
    logs[0].write_text("".join(APP.format(at=at) for at in range(30)), encoding="utf-8")
    lines = (SWITCH.format(at=at, hour="09", zone=0) for at in range(30))
    logs[1].write_text("".join(lines), encoding="utf-8")
    with borrowed_graph() as graph:
        ingest(logs, graph, tmp_path / "kg")
        documents = {one.serial: one.path for one in graph.describe().documents}
        told = tell_zones(documents, WrittenTimes(ValueIndex(graph)))
    assert told.endswith(
        "to compare with `timestamp` (UTC) subtract 60 minutes in app.log; 0 minutes in sw.log"
    )


def test_a_log_without_clocks_is_looked_at_once() -> None:
    with borrowed_graph() as graph:
        reads = CountedReads(graph)
        times = WrittenTimes(ValueIndex(reads))
        assert [times.clocks(1), times.clocks(1)] == [frozenset(), frozenset()]
    assert len(reads.statements) == 1


def test_records_of_an_interface_in_a_time_show_how_an_outage_ends(tmp_path: Path) -> None:
    states = [(0, 14, "down"), (5, 14, "down"), (5, 31, "up"), (1, 40, "down")]
    lines = (
        f"2026-11-04T02:{minute}:07.000+01:00 sw1 %LINK-3-UPDOWN: "
        f"Interface GigabitEthernet1/0/{port}, changed state to {state}"
        for port, minute, state in states
    )
    with agent_on(tmp_path, {"sw.log": "\n".join(lines)}) as agent:
        answer = agent.ask(
            Question("why was GigabitEthernet1/0/5 down on 4 November between 02:00 and 03:00")
        )
    cited = [{line.number for row in one.citations for line in row} for one in answer.tables]
    assert {2, 3} in cited, answer

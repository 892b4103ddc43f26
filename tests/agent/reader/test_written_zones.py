"""Logs that write different zones are put in order in UTC, and the answer says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ask import open_agent
from agent.model.tell_zones import tell_zones
from agent.reader.written_times import WrittenTimes
from agent.records import Question
from agent.value_index import ValueIndex
from ingest.pipeline import ingest
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
            "The logs write different zones: times are in UTC, or as written where a log names no zone.",
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

"""Questions about how log records follow on one another, and the rows that are found for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.planner.logs.timed_events import write_timed
from agent.planner.scope import read_scope
from agent.reader.value_index import GraphValueIndex
from agent.planner.words.lexicon import Lexicon
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.records import Cell
from ingest.pipeline import ingest

_LOG = """\
04:00:00 yard1 BLT-4-JAM: Belt b7 jammed at 3 kg
04:00:09 yard1 BLT-6-FREE: Belt b7 cleared after 2 kicks
04:01:00 yard2 BLT-4-JAM: Belt b9 jammed at 5 kg
04:02:30 yard2 BLT-6-FREE: Belt b9 cleared after 1 kicks
04:03:00 yard1 BAT-6-ON: batch k12 started on lane 2
04:05:00 yard1 BAT-6-OFF: batch k12 finished with 40 boxes
04:06:00 yard1 BAT-6-ON: batch k13 started on lane 1
04:06:40 yard1 BAT-3-BAD: batch k13 aborted since glue ran out
04:07:00 yard2 BAT-6-ON: batch k14 started on lane 4
04:08:00 yard2 SYS-1-RESTART: controller booted, version unchanged
04:08:20 yard2 GAT-5-GATEDOWN: Gate g2 touches the floor
04:08:50 yard2 GAT-5-GATEUP: Gate g2 hangs under the roof
04:09:10 yard1 GAT-5-GATEDOWN: Gate g1 touches the floor
04:09:12 yard1 GAT-5-GATEUP: Gate g1 hangs under the roof
04:20:00 yard1 BLT-4-JAM: Belt b7 jammed at 9 kg
04:30:00 yard2 GAT-5-GATEDOWN: Gate g4 touches the floor
04:31:00 yard1 BAT-6-ON: batch k15 started on lane 3
04:33:00 yard1 BAT-6-OFF: batch k15 finished with 38 boxes
"""


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return a graph of a log of two yards, read as any file is."""
    folder = tmp_path_factory.mktemp("yard")
    (folder / "files").mkdir()
    lines = "".join(f"Mar  3 {line}\n" for line in _LOG.splitlines())
    (folder / "files" / "yard.log").write_text(lines, encoding="utf-8")
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([folder / "files"], graph, folder / "parsers", allow_weak_sandbox=True)
        yield graph


ANSWERS: dict[str, tuple[str, tuple[Cell, ...], int]] = {
    "a state lasts until the record that says its contrary": ("How long was gate g2 down?", ("g2", 30.0), 1),
    "asked for in minutes": ("How many minutes was gate g2 down?", ("g2", 30.0), 1),
    "the last before a record": (
        "What was the last thing logged before the restart of yard2?",
        ("batch k14 started on lane 4",),
        2,
    ),
    "what has no end is told beside": ("how long was belt b7 jammed?", ("b7", 9.0), 2),
    "the longest of all": ("Which belt was jammed the longest?", ("b9", 90.0), 2),
    "what is still so": ("Which gates are still down?", ("g4",), 1),
    "what was so at the end": (
        "Which gates went down and were still down at the end of the log?",
        ("g4",),
        1,
    ),
    "what began and ended in neither way": (
        "which batches started but neither finished nor aborted?",
        ("k14",),
        1,
    ),
    "a word before a noun that no line says is left out": (
        "which urgent batches started but neither finished nor aborted?",
        ("k14",),
        1,
    ),
    "from one record to another": (
        "How long did it take from the restart of yard2 until gate g2 came up?",
        (50.0,),
        1,
    ),
    "within some time after a record": (
        "Which gates went down within a minute after yard2 restarted?",
        ("g2",),
        2,
    ),
    "before a record": ("Which belts jammed before yard2 restarted?", ("b7", "b9"), 2),
    "a record that the question's own thing names": (
        "Did any batch start on yard2 in the minute before it restarted?",
        ("k14",),
        2,
    ),
    "the record right before": (
        "What happened right before the restart of yard2?",
        ("batch k14 started on lane 4",),
        2,
    ),
}


@pytest.mark.parametrize(("text", "expected", "statements"), ANSWERS.values(), ids=ANSWERS)
def test_rows(text: str, expected: tuple[Cell, ...], statements: int, yard: BoltGraph) -> None:
    look_up = GraphValueIndex(yard)
    written = write_timed(read_scope(text, Lexicon(yard.describe()), look_up))
    assert len(written) == statements
    rows = look_up.rows(written[0].text, written[0].parameters)
    assert all(any(cell in row for row in rows) for cell in expected), rows
    assert len(rows) == (1 if isinstance(expected[-1], float) else len(expected)), rows
    assert written[0].note


NOT_READ = {
    "a device is not down because a part of it is": "How long was yard2 down?",
    "a record that none of several is": "Which gates went down after belt b7 jammed?",
    "an end that no record says": "which batches started but were never weighed?",
    "a record that no line says": "Which gates went down after the flood?",
    "a time is no record": "Which gates went down after 04:09?",
}


@pytest.mark.parametrize("text", NOT_READ.values(), ids=NOT_READ)
def test_what_is_not_understood_whole_is_left_to_others(text: str, yard: BoltGraph) -> None:
    look_up = GraphValueIndex(yard)
    assert not write_timed(read_scope(text, Lexicon(yard.describe()), look_up))

"""Questions about errors with a trace, about records of one request, and about states that one record moves between."""

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
07:00:01,120 INFO  [oven-2] bake.Server - tray t11 served code=200 ticket=x9a01 guest=ada
07:00:04,220 INFO  [oven-1] bake.Server - tray t12 served code=200 ticket=x9a02 guest=bo
07:00:09,320 INFO  [oven-3] bake.Server - tray t13 served code=200 ticket=x9a03 guest=cyd
07:01:01,001 ERROR [oven-1] bake.Guard - uncaught fault ticket=x9b04
bake.err.DoughTooDryException: no water at the mixer
\tat bake.Mixer.mix(Mixer.kt:12)
\tat bake.Oven.load(Oven.kt:7)
Caused by: io.tap.ValveShutException: valve tap-7 is shut
\tat io.tap.Valve.open(Valve.kt:9)
\t... 3 more
07:01:02,120 WARN  [oven-1] bake.Server - tray t14 served code=500 ticket=x9b04 guest=dee
07:02:00,500 INFO  [lamp-0] bake.Lamp - lamp l3 moved from GREEN to RED
07:02:10,700 INFO  [oven-2] bake.Server - tray t15 served code=200 ticket=x9a05 guest=ada
07:02:30,900 INFO  [lamp-0] bake.Lamp - lamp l3 moved from RED to GREEN
07:03:00,100 INFO  [lamp-0] bake.Lamp - lamp l4 moved from GREEN to RED
07:03:20,300 ERROR [press-1] bake.Press - sheet weekly dropped
sys.OutOfPaperError: tray empty
\tat bake.Press.run(Press.kt:77)
07:04:10,700 INFO  [oven-3] bake.Server - tray t16 served code=200 ticket=x9a06 guest=eve
"""


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return a graph of a log with traces, read as any file is."""
    folder = tmp_path_factory.mktemp("bakery")
    (folder / "files").mkdir()
    lines = (f"2031-03-03 {one}\n" if one[0] == "0" else f"{one}\n" for one in _LOG.splitlines())
    (folder / "files" / "bakery.log").write_text("".join(lines), encoding="utf-8")
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([folder / "files"], graph, folder / "parsers", allow_weak_sandbox=True)
        yield graph


ANSWERS: dict[str, tuple[str, Cell]] = {
    "what caused an error is in its trace": (
        "What was the root cause of the DoughTooDryException?",
        "Caused by: io.tap.ValveShutException: valve tap-7 is shut",
    ),
    "the same, asked with a verb": (
        "What caused the uncaught fault?",
        "Caused by: io.tap.ValveShutException: valve tap-7 is shut",
    ),
    "an error in words of its own": ("Was there an out of paper error, and on which thread?", "press-1"),
    "an error by the last part of its name": ("Which thread raised the OutOfPaperError?", "press-1"),
    "another record of the same request says it": (
        "Which guest's ticket ran into the DoughTooDryException?",
        "dee",
    ),
    "a state from the record that says to it until the one that says from it": (
        "How long was lamp l3 red?",
        30.4,
    ),
    "what is in a state at the end": ("Which lamps were still red at the end of the log?", "l4"),
}


@pytest.mark.parametrize(("text", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_rows(text: str, expected: Cell, bakery: BoltGraph) -> None:
    look_up = GraphValueIndex(bakery)
    written = write_timed(read_scope(text, Lexicon(bakery.describe()), look_up))
    assert written
    rows = look_up.rows(written[0].text, written[0].parameters)
    assert any(expected in row for row in rows), rows


NOT_READ = {
    "an error that no line names": "What was the cause of the YeastDiedException?",
    "a record without a trace has no cause": "What was the reason for lamp l3 moved?",
    "no identifier ties what is asked for": "Which lamp ran into the OutOfPaperError?",
}


@pytest.mark.parametrize("text", NOT_READ.values(), ids=NOT_READ)
def test_what_is_not_understood_whole_is_left_to_others(text: str, bakery: BoltGraph) -> None:
    look_up = GraphValueIndex(bakery)
    assert not write_timed(read_scope(text, Lexicon(bakery.describe()), look_up))

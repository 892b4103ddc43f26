"""Numbers with units in logs are compared as what they measure, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.planner.words.quantities import Unit, read_quantity, read_unit, unit_behind
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

KILN = """\
Nov  3 04:11:02 oven1 baker[811]: batch rye weight 30KB took 120ms by ann
Nov  3 04:11:09 oven1 baker[811]: batch rye weight 870KB took 2.4s by bob
Nov  3 04:11:30 oven1 baker[811]: batch oat weight 1KB took 163ms by ann
Nov  3 04:12:01 oven1 baker[811]: batch oat weight 1.2MB took 88ms by cem
Nov  3 04:12:07 oven2 baker[905]: batch rye weight 14KB took 30.2s by cem
Nov  3 04:12:11 oven2 baker[905]: batch rye weight 2KB took 799ms by bob
Nov  3 04:15:00 oven2 hatch[77]: hatch north went down, seal 320s old
Nov  3 04:18:21 oven1 hatch[78]: hatch south went down, seal 4000s old
Nov  3 04:22:10 oven2 larder[12]: drawer /top used 91% spare 4GB
Nov  3 04:23:10 oven1 larder[13]: drawer /top used 45% spare 40GB
Nov  3 04:23:12 oven1 larder[13]: drawer /low used 97% spare 800MB
Nov  3 04:24:00 oven1 scale[5]: dough tray 3 mass 12 at rest
Nov  3 04:24:05 oven1 scale[5]: dough tray 4 mass 15 at rest
"""


@pytest.fixture(scope="module")
def kiln(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from a log in which lengths of time and sizes stand in several units."""
    folder = tmp_path_factory.mktemp("kiln")
    (folder / "kiln.log").write_text(KILN)
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        assert isinstance(graph, BoltGraph)
        ingest([folder / "kiln.log"], graph, folder / "parsers", allow_weak_sandbox=True)
        yield Agent(graph)


ANSWERED = {
    "the longest of milliseconds and seconds": ("Which batch took longest?", ["30.2s"], ["799"]),
    "the shortest of both": ("What was the shortest batch?", ["88ms"], ["2.4s"]),
    "more than a bound in another unit": (
        "Which batches took more than 500 ms?",
        ["2.4s", "30.2s", "799ms"],
        ["120ms", "163ms", "88ms"],
    ),
    "a count beyond a bound with its unit attached": (
        "How many batches took longer than 1s?",
        ["2 events"],
        [],
    ),
    "an average in one unit": (
        "What is the average time that batches took on oven1?",
        ["0.6927", "in s"],
        ["took in ms"],
    ),
    "values that spell their units": ("What was the largest weight?", ["1.2MB"], ["870KB"]),
    "values that spell their units, beyond a bound": (
        "Which batches have a weight above 20 KB?",
        ["30KB", "870KB", "1.2MB"],
        ["14KB"],
    ),
    "a share": ("Which drawers are more than 90% used?", ["/top", "/low"], []),
    "a share in words": ("Which drawers are more than 95 percent used?", ["/low"], ["/top"]),
    "the least in two units, of one record": ("Which drawer has the least spare?", ["/low"], ["/top"]),
    "a bound without a unit, where none is written": (
        "Which dough tray has a mass above 13?",
        ["Tray: 4"],
        ["Tray: 3"],
    ),
}


@pytest.mark.parametrize(("question", "shown", "not_shown"), ANSWERED.values(), ids=ANSWERED)
def test_units_are_heeded(kiln: Agent, question: str, shown: list[str], not_shown: list[str]) -> None:
    answer = kiln.ask(Question(question))
    assert answer.status == "answered", answer.text
    assert [one for one in shown if one not in answer.text] == [], answer.text
    assert [one for one in not_shown if one in answer.text] == [], answer.text


DECLINED = {
    "a bound without a unit over records in several": "Which batches took more than 100?",
    "a bound in a unit of something else": "Which batches took more than 100 KB?",
    "a small unit over records that show none": "Which dough tray has a mass above 100 ms?",
    "a bound that several fields could meet": "Which ones are over 500ms?",
    "how long a state lasted that nothing measures": "How long was hatch north down?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_what_cannot_be_compared_is_not_answered(kiln: Agent, question: str) -> None:
    answer = kiln.ask(Question(question))
    assert answer.status == "not_parsed", answer.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("163ms", (163.0, Unit("s", 0.001))),
        ("12.5 s", (12.5, Unit("s", 1.0))),
        ("30KB", (30.0, Unit("bytes", 1000.0))),
        ("4GiB", (4.0, Unit("bytes", 1024.0**3))),
        ("90%", (90.0, Unit("%", 1.0))),
        ("5m", None),
        ("12Mb", None),
        ("eth4", None),
        ("10.0.0.1", None),
    ],
)
def test_a_number_with_its_unit(text: str, expected: tuple[float, Unit] | None) -> None:
    assert read_quantity(text) == expected


def test_the_name_of_a_unit() -> None:
    assert read_unit("Milliseconds") == Unit("s", 0.001)
    assert read_unit("client") is None


@pytest.mark.parametrize(
    ("number", "text", "expected"),
    [
        ("163", "took 163ms by ann", Unit("s", 0.001)),
        ("163", "took 163 by ann", None),
        ("4", "took 4 ms on eth4", Unit("s", 0.001)),
        ("4", "4 of 4 ms", False),
        ("12", "at 12:30 it took 5ms", False),
    ],
)
def test_the_unit_behind_a_number(number: str, text: str, expected: Unit | bool | None) -> None:
    assert unit_behind(number, text) == expected

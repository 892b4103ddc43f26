"""Numbers that no word of the question says the property of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

SWITCH = """\
! north hall
system-name hall1
lane 30
 title "cameras"
lane 31
 title "printers"
port 7
 rate 1000
 lane 30
port 8
 rate 100
 lane 31
 burst 31
port 9
 rate 1000
 lane 31
 burst 40
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return a graph read from one configuration in words of its own."""
    folder: Path = tmp_path_factory.mktemp("hall")
    (folder / "hall1.cfg").write_text(SWITCH)
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([folder / "hall1.cfg"], graph, folder / "parsers", allow_weak_sandbox=True)
        yield graph


def test_a_number_that_one_property_has_is_that_property(hall: BoltGraph) -> None:
    answer = Agent(hall).ask(Question("Which ports run at 1000?"))
    assert answer.status == "answered"
    assert {line.number for line in answer.citations} == {7, 8, 14, 15}


def test_a_number_that_two_properties_have_is_not_guessed_at(hall: BoltGraph) -> None:
    answer = Agent(hall).ask(Question("Which ports run at 31?"))
    assert (answer.status, "31" in answer.text) == ("not_parsed", True)


def test_a_number_that_is_nowhere_is_said_to_be_nowhere(hall: BoltGraph) -> None:
    answer = Agent(hall).ask(Question("Which ports run at 777?"))
    assert (answer.status, "777" in answer.text) == ("none", True)


def test_a_number_beside_a_property_that_nothing_has_is_none(hall: BoltGraph) -> None:
    answer = Agent(hall).ask(Question("Which ports have a rate of 40?"))
    assert (answer.status, answer.citations) == ("none", ())

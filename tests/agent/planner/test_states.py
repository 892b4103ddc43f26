"""States that things are said to be in: "are up" is no word without weight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

TABLE = """\
Door     Address        State               Lamp
north0   192.0.2.1      up                  lit
north1   198.51.100.1   closed for good     dark
north2   198.51.100.5   down                dark
south0   10.0.0.1       up                  lit
"""


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder: Path = tmp_path_factory.mktemp("doors")
    (folder / "hall.txt").write_text(TABLE)
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([folder / "hall.txt"], graph, folder / "parsers", allow_weak_sandbox=True)
        yield graph


ASKED = {
    "those in a state": ("Which doors are up?", "answered", {2, 5}),
    "how many are": ("How many doors are up?", "answered", {2, 5}),
    "those in another": ("Which doors are down?", "answered", {4}),
    "a value beside a name": ("What is the address of north2?", "answered", {4}),
    "a participle is no state": ("Which doors are set up?", "answered", {2, 3, 4, 5}),
}


@pytest.mark.parametrize(("question", "status", "lines"), ASKED.values(), ids=ASKED)
def test_states(doors: BoltGraph, question: str, status: str, lines: set[int]) -> None:
    answer = Agent(doors).ask(Question(question))
    assert (answer.status, {line.number for line in answer.citations}) == (status, lines)


def test_a_state_that_nothing_has_is_not_passed_over(doors: BoltGraph) -> None:
    answer = Agent(doors).ask(Question("Which lamps are up on hall?"))
    assert answer.status != "answered" or all("up" in line.text for line in answer.citations)

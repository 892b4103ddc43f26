"""What the files do not tell is not bent into an answer: a superlative without a measure, a switch for names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

DOORS = """\
# hall 3
/gate panel
add colour=red name=panel10 panel-id=10
add colour=red name=panel20 panel-id=20
/room address
add address=10.40.10.1/24 panel=panel10 network=10.40.10.0
add address=10.40.20.1/24 panel=panel20 network=10.40.20.0
add address=192.0.2.2/30 panel=gate1 network=192.0.2.0
/room door filter
add action=accept chain=input
add action=drop chain=input in-panel=gate1
/gate identity
set name=hall3
"""


def said(number: int) -> str:
    clock = f"2031-02-03T08:{number // 60:02}:{number % 60:02}.000Z"
    return (
        f"{clock} INFO [porter] lamp of room {number} was changed by ann"
        if number % 2
        else f"{clock} WARN [gate] badge {1000 + number} refused at north"
    )


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return a graph read from a configuration in words of its own, and a log without any measure."""
    folder = tmp_path_factory.mktemp("hall")
    files: Path = folder / "files"
    files.mkdir()
    (files / "hall3.rsc").write_text(DOORS)
    (files / "hall.log").write_text("".join(f"{said(number)}\n" for number in range(80)))
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([files], graph, folder / "parsers", allow_weak_sandbox=True)
        yield graph


UNREAD = {
    "the greatest of what no record measures": "What is the longest badge duration?",
    "the average of what no record measures": "What is the average refusal latency?",
}


@pytest.mark.parametrize("question", UNREAD.values(), ids=UNREAD)
def test_an_overview_answers_no_superlative(hall: BoltGraph, question: str) -> None:
    answer = Agent(hall).ask(Question(question))
    assert answer.status != "answered", answer.text


@pytest.mark.parametrize("question", ["Which panels are there on hall3?", "Which panel ids are on hall3?"])
def test_a_switch_is_the_name_of_nothing(hall: BoltGraph, question: str) -> None:
    answer = Agent(hall).ask(Question(question))
    assert "yes" not in answer.text.split(), answer.text
    if answer.status == "answered":
        assert "10" in answer.text
        assert "20" in answer.text

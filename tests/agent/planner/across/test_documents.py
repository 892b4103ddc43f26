"""Questions about the files that were read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

_SWITCH = """\
hostname {name}
!
interface Ethernet1
 description to the crane
!
interface Ethernet2
 description to the dock
!
ntp server 10.90.0.5
"""
FILES = {
    "bay/bay-one.cfg": _SWITCH.format(name="bay-one"),
    "bay/bay-two.cfg": _SWITCH.format(name="bay-two").replace("10.90.0.5", "10.90.0.6"),
    "bay/bay.log": "".join(
        f"2025-11-0{day} 08:00:0{day} bay-one gate: door {day} was opened by hand\n" for day in range(1, 8)
    ),
}


@pytest.fixture(scope="module")
def bay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("bay")) as agent:
        yield agent


ANSWERED = {
    "how many": ("How many documents are there?", ["3 documents"], []),
    "of a kind": ("how many log files do you have?", ["1 document"], []),
    "lines": ("How many lines are there?", ["25 lines"], []),
    "which": ("which files were loaded?", ["bay-one.cfg", "bay-two.cfg", "bay.log"], []),
    "listed": ("List the configuration files", ["bay-one.cfg", "bay-two.cfg"], ["bay.log"]),
    "that say a value": ("which files mention 10.90.0.5?", ["bay-one.cfg"], ["bay-two.cfg"]),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_documents(bay: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(bay, question, shown, hidden)


def test_files_that_somebody_moved_are_others(bay: Agent) -> None:
    assert_not_answered(bay, "How many files were uploaded to bay-one?")


def test_lines_are_spoken_of_only_where_there_are_any(bay: Agent) -> None:
    answer = bay.ask(Question("Which wombats yodel loudly?"))
    assert not answer.fallback
    assert "shown apart" not in answer.text

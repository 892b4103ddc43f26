"""What never was, of devices and of values, on the log of three switches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent, open_agent
from agent.companion import derive_companions
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows
from tests.agent.planner.badge_log import badge_log
from tests.agent.planner.planned import planned


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"badges.log": badge_log()}, tmp_path_factory.mktemp("badges")) as agent:
        yield agent


ANSWERS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "where nobody did it": (
        "On which switches was nobody configured?",
        ("sw-west",),
        ("sw-east", "sw-north"),
    ),
    "where nothing was": ("On which switches was nothing configured?", ("sw-west",), ("sw-east", "sw-north")),
    "a verb that says nothing of itself": (
        "Which switches did not get a configured by?",
        ("sw-west",),
        ("sw-east", "sw-north"),
    ),
    "clients that never failed": (
        "Which clients never failed?",
        ("00:1b:63:00:10:03",),
        ("00:1b:63:00:10:99",),
    ),
}


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERS.values(), ids=ANSWERS)
def test_absent_values(agent: Agent, question: str, shown: tuple[str, ...], hidden: tuple[str, ...]) -> None:
    assert_shows(agent, question, shown, hidden)


def test_nobody_is_never_dropped(agent: Agent) -> None:
    assert_not_answered(agent, "On which switches did nobody make a config change?")


def test_only_lines_of_what_never_was_are_cited(agent: Agent) -> None:
    answer = agent.ask(Question("Which clients never failed?"))
    assert "COLLECT" in answer.outcomes[0].query.statement
    assert answer.citations
    assert not any(":99 " in line.text for line in answer.citations)


def test_other_values_are_read_once(gate_log: BoltGraph) -> None:
    statement = planned("Which svc did not get status 500?", gate_log)[0].statement
    assert "EXISTS {" not in statement
    assert len(derive_companions(statement)) == 1


NO_FAILURE_IS_NO_FAILURE = (
    "Which users are without a failed login?",
    "Which guests had no failed login?",
)


@pytest.mark.parametrize("question", NO_FAILURE_IS_NO_FAILURE)
def test_failures_are_no_answer_to_who_had_none(door_log: BoltGraph, question: str) -> None:
    assert_not_answered(open_agent(door_log), question)


def test_what_could_not_be_is_a_failure(tmp_path: Path) -> None:
    messages = ("cannot open valve {} at pump address 10.0.0.1", "round {} took 7 ms")
    lines = [f"2026-05-10 08:{at:02}:00 {messages[at % 2].format(at % 4)}\n" for at in range(40)]
    with agent_of({"pumps.log": "".join(lines)}, tmp_path) as agent:
        question = 'Which pump addresses could no valve be opened at ("cannot open valve")?'
        assert_shows(agent, question, ("10.0.0.1: 20",), ("round",))

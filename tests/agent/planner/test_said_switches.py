"""Switches that say yes or no in words: what says no is not listed with what says yes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.planner.asked_files import agent_of, assert_shows

_PORTS = "".join(
    f"add name=p{number} comment=bench{number} disabled={'yes' if number > 3 else 'no'} "
    f"snooping={'yes' if number == 2 else 'no'}\n"
    for number in range(1, 6)
)
_TRUNKS = "".join(
    f"add name=t{number} speed={number}0 disabled={'yes' if number == 1 else 'no'}\n"
    for number in range(1, 4)
)
FILES = {
    name: f"/port bench\n{ports}/port trunk\n{_TRUNKS}/system identity\nset name={name.partition('.')[0]}\n"
    for name, ports in {"mill-1.rsc": _PORTS, "mill-2.rsc": _PORTS.replace("p5", "p9")}.items()
}
ASKED = {
    "off": ("Which ports are disabled?", ["p4", "p5", "p9", "t1"], ["p1", "p2", "p3", "t2"]),
    "off on a device": ("Which ports of mill-1 are disabled?", ["p4", "p5", "t1"], ["p1", "p3", "p9", "t2"]),
    "on": ("Which ports have snooping?", ["p2"], ["p1", "p4"]),
}


@pytest.fixture(scope="module")
def mills(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("mills")) as agent:
        yield agent


@pytest.mark.parametrize(("question", "shown", "hidden"), ASKED.values(), ids=ASKED.keys())
def test_said_switches(mills: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(mills, question, shown, hidden)


def test_what_says_no_is_not_called_so(mills: Agent) -> None:
    assert "Yes" not in mills.ask(Question("Is p3 on mill-1 disabled?")).text

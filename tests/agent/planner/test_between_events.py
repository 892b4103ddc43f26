"""How long something lasted, of records whose times have fractions of a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_shows


def _log() -> str:
    lines = []
    for place in range(6):
        start = f"2026-05-10T08:{10 + place}"
        lines.append(f"{start}:05.900Z host1 gate: session s{place} opened for user ann{place}")
        lines.append(f"{start}:07.{150 + place}Z host1 gate: session s{place} closed for user ann{place}")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"gates.log": _log()}, tmp_path_factory.mktemp("gates")) as agent:
        yield agent


def test_thousandths_are_kept(agent: Agent) -> None:
    assert_shows(agent, "How long did the session of ann3 last?", ("1.253",), ())

"""What a user did is told by records that say so, and who is named as not meant is left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

_LOG = """\
2026-03-05 07:00:11 gate-1 core: user anne logged in from 192.0.2.10 (session a17)
2026-03-05 07:01:12 gate-1 core: user bert logged in from 192.0.2.11 (session b25)
2026-03-05 07:02:13 gate-2 core: user carl logged in from 192.0.2.12 (session c31)
2026-03-05 07:05:41 gate-1 core: user anne logged out from 192.0.2.10
2026-03-05 07:06:41 gate-2 core: carl closed a connection to 198.51.100.5 after 40 seconds
2026-03-05 07:07:41 gate-2 core: carl closed a connection to 198.51.100.6 after 41 seconds
2026-03-05 07:08:00 gate-2 core: wrong password from user dora at 192.0.2.13
2026-03-05 07:08:20 gate-2 core: wrong password from user edda at 192.0.2.14
2026-03-05 07:08:40 gate-2 core: wrong password from user edda at 192.0.2.14
2026-03-05 07:08:50 gate-2 core: wrong password from user fred at 192.0.2.15
2026-03-05 07:08:55 gate-2 core: wrong password from user gina at 192.0.2.16
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"gate.log": _LOG}, tmp_path_factory.mktemp("gate")) as opened:
        yield opened


def test_who_logged_in_did_not_log_out(agent: Agent) -> None:
    assert_shows(agent, "Did anne log out?", ["07:05:41"], ["07:00:11"])
    assert_not_answered(agent, "Did bert log out?")


def test_who_closed_a_connection_did_not_log_out(agent: Agent) -> None:
    assert_not_answered(agent, "Did carl log out?")


def test_who_is_named_as_not_meant_is_left_out(agent: Agent) -> None:
    assert_shows(agent, "Who else than edda had a wrong password?", ["dora", "fred", "gina"], ["edda"])
    assert_shows(agent, "Which users except edda had a wrong password?", ["dora", "fred", "gina"], ["edda"])
    assert_not_answered(agent, "Did anyone else than anne log out?")

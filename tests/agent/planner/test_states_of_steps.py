"""A state that fields of some records hold and the text of others says, and one that is left by several steps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_shows

_LOG = """\
Mar  4 06:19:37 rtr-mill interface,info gate4 link down
Mar  4 06:21:12 rtr-mill interface,info gate4 link up (speed 1G, full duplex)
Mar  4 06:21:50 rtr-mill interface,info gate7 link up (speed 1G, full duplex)
Mar  4 06:30:00 rtr-mill interface,info gate7 link down
Mar  4 06:30:02 rtr-mill route,info v4: interface gate7: peer 198.51.100.5: state change from Full to Down
Mar  4 06:30:45 rtr-mill interface,info gate7 link up (speed 1G, half duplex)
Mar  4 06:30:52 rtr-mill route,info v4: interface gate7: peer 198.51.100.5: state change from Init to Full
Mar  4 06:40:01 rtr-mill interface,info gate4 link down
Mar  4 06:41:11 rtr-barn system,info user ann logged in
Mar  4 06:44:11 rtr-barn interface,info gate9 link up (speed 1G, full duplex)
Mar  4 06:46:11 rtr-barn system,info user bob logged in
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"mill.log": _LOG}, tmp_path_factory.mktemp("mill")) as opened:
        yield opened


def test_what_the_text_of_records_says_is_told_beside_what_fields_hold(agent: Agent) -> None:
    assert_shows(agent, "How long was gate7 down?", ["seconds 45", "seconds 50"], ["since"])


def test_a_state_is_left_for_any_other(agent: Agent) -> None:
    assert_shows(agent, "How long was 198.51.100.5 down?", ["seconds 50"], ["since", "seconds 45"])


def test_what_is_down_still_is_told(agent: Agent) -> None:
    shown = ["seconds 95", "since Mar  4 06:40:01"]
    assert_shows(agent, "How long was gate4 down?", shown, ["v4"])
    assert_shows(agent, "Is gate4 still down?", shown, ["v4"])

"""Lengths of time are added up where they are asked for in total, and whether something was is told by records."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_shows

_LOG = """\
02.06.2026 06:43:43 hatchd hatch bow held open for 63 s
02.06.2026 06:54:03 hatchd hatch stern held open for 46 s
02.06.2026 06:57:16 hatchd hatch bow held open for 127 s
02.06.2026 07:01:10 hatchd round 418 finished on deck-fore in 1186 s
02.06.2026 07:02:20 hatchd round 419 finished on hold-aft in 543 s
02.06.2026 07:03:30 hatchd round 420 finished on mast-top in 367 s
02.06.2026 07:04:40 hatchd round 421 begun by ines
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"hatch.log": _LOG}, tmp_path_factory.mktemp("hatch")) as opened:
        yield opened


def test_lengths_of_time_are_added_up_in_total(agent: Agent) -> None:
    assert_shows(agent, "How long was hatch bow held open in total?", ["190"], ["63", "127"])
    assert_shows(agent, "How long was hatch bow held open?", ["63", "127"], ["190"])


def test_whether_it_finished_is_told_by_the_record(agent: Agent) -> None:
    assert_shows(agent, "Did round 418 finish?", ["07:01:10"], [])

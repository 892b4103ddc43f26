"""What went down is told by all kinds of records that say so, or those left out are named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_shows

_QUAY = """\
Aug  1 06:02:04 sw-quay 0: %CABLE-3-STATE: Interface Gi1/0/7, changed state to down
Aug  1 06:05:16 sw-quay 1: %HATCH-5-DOWN: port 1/0/2 is down (admin)
Aug  1 06:08:45 sw-quay 2: %CABLE-3-STATE: Interface Gi1/0/4, changed state to down
Aug  1 06:09:45 sw-quay 3: %HATCH-5-DOWN: port 1/0/4 is down (none)
Aug  1 06:20:26 sw-quay 5: %CABLE-3-STATE: Interface Gi1/0/9, changed state to up
Aug  1 06:32:44 sw-quay 7: %WIRE-3-LINK: Ethernet1/8 link went down
Aug  1 06:36:00 sw-quay 8: %WIRE-3-LINK: Ethernet1/9 link went down
Aug  1 06:40:30 sw-quay 9: %CABLE-3-STATE: Interface Gi1/0/1, changed state to up
Aug  1 06:42:30 sw-quay 9: %WIRE-3-LINK: Ethernet1/10 link went down
"""
_ISLE = """\
2026-08-01T06:08:35Z core-isle wires: port 10 errors crc=82
2026-08-01T06:17:51Z core-isle wires: port 12 is up at 10G
2026-08-01T06:26:58Z core-isle wires: port 12 went down, reason loss-of-signal
2026-08-01T06:29:26Z core-isle wires: port 3 errors crc=32
2026-08-01T06:33:07Z core-isle wires: port 8 went down, reason loss-of-signal
2026-08-01T06:42:39Z core-isle wires: port 2 errors crc=27
2026-08-01T06:44:00Z core-isle wires: carrier lost on xe-20, now down
2026-08-01T06:53:58Z core-isle wires: carrier lost on xe-13, now down
2026-08-01T06:59:06Z core-isle wires: carrier lost on xe-18, now down
"""
_FOG = """\
2026-08-01T06:08:35Z fog-isle horn: mast north went dark
2026-08-01T06:17:51Z fog-isle horn: mast south went dark
2026-08-01T06:26:58Z fog-isle horn: mast east went dark
2026-08-01T06:33:07Z fog-isle horn: oil was filled by ida into tank 3
2026-08-01T06:42:39Z fog-isle horn: mast north cleaned by ida
"""
_KELP = """\
2026-08-01T06:08:35Z kelp-1 wires: port 10 went down
2026-08-01T06:17:51Z kelp-1 wires: port 12 went down
2026-08-01T06:26:58Z kelp-1 wires: port 12 came up
2026-08-01T06:33:07Z kelp-1 wires: port 14 went down
2026-08-01T06:42:39Z kelp-1 wires: port 15 came up
"""
_LOST = "'carrier lost on <*>, now down' (3)"


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"quay.log": _QUAY}, tmp_path_factory.mktemp("quay")) as opened:
        yield opened


@pytest.fixture(scope="module")
def isle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"isle.log": _ISLE}, tmp_path_factory.mktemp("isle")) as opened:
        yield opened


def test_kinds_with_a_field_of_another_name_are_told_beside(quay: Agent) -> None:
    down = ["1/0/2", "1/0/4", "Gi1/0/7", "Gi1/0/4", "Ethernet1/8", "Ethernet1/10"]
    for text in ("Which ports went down?", "Which interfaces went down?"):
        assert_shows(quay, text, down, ["Gi1/0/9", "Gi1/0/1 "])


def test_kinds_without_such_a_field_are_named(isle: Agent) -> None:
    assert_shows(isle, "Which ports went down?", ["8 [", "12 [", _LOST], ["10 ["])
    assert_shows(isle, "How many ports went down?", ["2", _LOST], [])


def test_what_is_no_state_stays_as_it_is(isle: Agent) -> None:
    assert_shows(isle, "Which ports had errors?", ["port 10", "port 3", "port 2"], ["carrier"])


def test_what_is_down_did_not_come_up_again(tmp_path: Path) -> None:
    with agent_of({"kelp.log": _KELP}, tmp_path) as agent:
        assert_shows(agent, "Which ports are down?", ["port 10", "port 14"], ["port 12", "port 15"])


def test_what_was_so_at_some_time_is_not_told_to_be_so(tmp_path: Path) -> None:
    with agent_of({"fog.log": _FOG}, tmp_path) as agent:
        assert_shows(agent, "Which masts are dark?", ["north", "east", "whatever came after"], [])
        assert_shows(agent, "Which masts went dark?", ["north", "east"], ["whatever came after"])

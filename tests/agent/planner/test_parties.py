"""Who got an address is told by the records that say so, not by the device that wrote them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

_SERVER = """\
Aug  1 06:04:12 ns-depot leased[812]: lease 10.44.0.22 given to 00:1b:63:0a:00:12 (laptop-ana) for 3600 s
Aug  1 06:15:13 ns-depot leased[812]: lease 10.44.0.23 given to 00:1b:63:0a:00:13 (printer-b2) for 3600 s
Aug  1 06:29:02 ns-depot leased[812]: lease 10.44.0.23 expired, was 00:1b:63:0a:00:13 (printer-b2)
Aug  1 06:33:26 ns-depot leased[812]: lease 10.44.0.30 expired, was 00:1b:63:0a:00:10 (till-3)
Aug  1 06:38:03 ns-depot leased[812]: declined 10.44.0.22 by 00:1b:63:0a:00:12
Aug  1 06:41:07 ns-depot leased[812]: declined 10.44.0.24 by 00:1b:63:0a:00:14
Aug  1 06:51:52 ns-depot leased[812]: lease 10.44.0.21 given to 00:1b:63:0a:00:11 (kiosk-east) for 3600 s
"""
_CLIENTS = """\
Aug  1 07:00:01 till-3 addressd[44]: bound to 10.44.0.23 until 08:00
Aug  1 07:01:02 cam-roof addressd[45]: bound to 10.44.0.24 until 08:01
Aug  1 07:02:03 till-4 addressd[46]: bound to 10.44.0.25 until 08:02
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"ns-depot.log": _SERVER}, tmp_path_factory.mktemp("server")) as opened:
        yield opened


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"clients.log": _CLIENTS}, tmp_path_factory.mktemp("clients")) as opened:
        yield opened


def test_who_got_an_address_is_whom_it_was_given_to(server: Agent) -> None:
    for text in (
        "Which host got 10.44.0.23?",
        "Which client received 10.44.0.23?",
        "Who was given the address 10.44.0.23?",
    ):
        assert_shows(server, text, ["06:15:13", "printer-b2"], ["06:29:02"])
    assert_shows(server, "Which hosts got an address?", ["0a:00:11", "0a:00:12", "0a:00:13"], ["0a:00:10"])


def test_who_declined_or_has_an_address_is_named_by_the_records(server: Agent) -> None:
    assert_shows(server, "Which host declined 10.44.0.22?", ["0a:00:12"], [])
    assert_shows(server, "Which host has 10.44.0.23?", ["06:15:13", "06:29:02"], [])


def test_writers_of_records_are_not_counted_for_those_who_got_an_address(server: Agent) -> None:
    assert_not_answered(server, "How many hosts got an address?")
    assert_not_answered(server, "Which hosts got no address?")


def test_who_gave_an_address_wrote_the_records(server: Agent) -> None:
    assert_shows(server, "Which host gave 10.44.0.23?", ["ns-depot"], [])


def test_who_writes_of_its_own_address_got_it(clients: Agent) -> None:
    assert_shows(clients, "Which host got 10.44.0.23?", ["till-3"], ["cam-roof", "till-4"])

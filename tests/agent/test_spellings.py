"""Addresses and MACs are found and compared by what they mean, however they are written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from agent.spellings import is_same, plain
from tests.agent.ask_files import agent_on

FEN = """version 17.6
hostname fen-r1
interface Loopback0
 ipv6 address 2001:0DB8:00AA:0000:0000:0000:0000:0022/64
interface GigabitEthernet0/1
 mac-address 0011.22AB.cdef
 ip address 10.31.1.1 255.255.255.0
ipv6 route 2001:DB8:BB::/48 2001:DB8:AA:0:0:0:0:23
end
"""
LOG = "Nov  3 10:00:01 fen-r1 kernel: mac 00-1E-22-33-44-5F seen at 2001:DB8:CC:0::7, 2001:db8:dd::\n"
SPELLED = {
    "2001:db8:aa::22": 4,
    "2001:DB8:AA::22/64": 4,
    "2001:db8:aa::23": 8,
    "2001:db8:bb:0::/48": 8,
    "00:11:22:ab:cd:ef": 6,
    "0011-22ab-cdef": 6,
    "10.31.1.1/24": 7,
    "00:1e:22:33:44:5f": 1,
    "2001:db8:cc::7": 1,
    "2001:db8:dd:0:0:0:0:0": 1,
}
"""Values in other spellings than that of their line, and its number."""
ELSEWHERE = (
    "2001:db8:aa::2",
    "2001:db8:aa::222",
    "2001:db8:bb::/47",
    "00:11:22:ab:cd:ee",
    "10.31.1.1/25",
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("spelled"), {"fen.cfg": FEN, "fen.log": LOG}) as opened:
        yield opened


@pytest.mark.parametrize("value", SPELLED)
def test_a_value_in_another_spelling_is_found(agent: Agent, value: str) -> None:
    answer = agent.ask(Question(f"where is {value}"))
    assert "Nowhere" not in answer.text
    assert SPELLED[value] in {line.number for one in answer.closest for line in one.lines}


@pytest.mark.parametrize("value", ELSEWHERE)
def test_another_value_is_nowhere(agent: Agent, value: str) -> None:
    assert "Nowhere in the data" in agent.ask(Question(f"where is {value}")).text


SAME = (("2001:DB8::1", "2001:db8:0::1/64"), ("0011.2233.4455", "0:11:22:33:44:55"), ("a", "a"))
OTHER = (("2001:db8::1/64", "2001:db8::1"), ("10:11:12", "10:11:12:0"), ("10.0.0.1", "10.0.0.10"))


def test_addresses_are_compared_by_what_they_mean() -> None:
    assert all(is_same(one, other) for one, other in SAME)
    assert not any(is_same(one, other) for one, other in OTHER)
    assert plain("12:30:01") == "12:30:01"

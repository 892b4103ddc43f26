"""A small file of blocks within `config` and `end`: few of a kind, in words that say a thing's path."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "lock-7.conf": """\
config system global
    set hostname "lock-7"
end
config system interface
    edit "port1"
        set ip 192.0.2.2 255.255.255.252
        set alias "carrier"
    next
    edit "port2"
        set ip 198.51.100.1 255.255.255.0
        set alias "office"
    next
    edit "port3"
        set status down
    next
end
config system dns
    set primary 203.0.113.53
    set secondary 203.0.113.54
end
config log syslogd setting
    set status enable
    set server "203.0.113.31"
end
""",
}
ASKED = {
    "of one": ("What is the IP address of port1?", ["192.0.2.2"], ["198.51.100.1"]),
    "with an address": ("Which interfaces have an IP address?", ["port1", "port2"], ["port3"]),
    "all servers": ("Which DNS servers does lock-7 use?", ["203.0.113.53", "203.0.113.54"], []),
    "the server": ("What is the DNS server of lock-7?", ["203.0.113.53", "203.0.113.54"], []),
    "the first of them": ("What is the primary DNS server?", ["203.0.113.53"], ["203.0.113.54"]),
}


@pytest.fixture(scope="module")
def locks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("locks")) as agent:
        yield agent


@pytest.mark.parametrize(("question", "shown", "hidden"), ASKED.values(), ids=ASKED.keys())
def test_few_blocks(locks: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(locks, question, shown, hidden)


def test_what_has_an_address_is_not_counted_with_all(locks: Agent) -> None:
    assert_not_answered(locks, "How many interfaces have an IP address?")

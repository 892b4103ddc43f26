"""Kinds of questions on configurations of made-up makes: what is off, what is lacked, who logs where, what decides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.planner.words.typed_words import as_typed
from agent.records import Question
from tests.agent.planner.asked_files import agent_of, assert_shows

FILES = {
    "mill-gate.conf": """\
hostname mill-gate
log collector 10.61.0.5
!
interface Tunnel1
 description to mill-weir
 ip address 10.61.4.1 255.255.255.0
!
interface Tunnel2
 description spare
 shutdown
!
interface Serial3
 description drying yard
 ip address 10.61.8.1 255.255.254.0
!
interface Serial4
 description fallow
 admin down
!
access list DRYING
 10 drop udp destination 10.61.9.0 0.0.0.255
 20 drop tcp destination-port eq 25
 30 allow ip source 10.61.8.0 0.0.1.255
!
""",
    "mill-weir.ini": """\
[system]
name = mill-weir
[service telnet]
disabled = yes
[service ssh]
port = 2200
[service web]
disabled = yes
[logging target 1]
address = 10.61.0.5
[logging target 2]
address = 10.61.0.6
""",
    "mill-barn.conf": """\
hostname mill-barn
log collector 10.61.0.6
!
interface Tunnel1
 ip address 10.61.4.2 255.255.255.0
!
interface Tunnel9
 description access list of the loft
!
""",
}


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from three configurations."""
    with agent_of(FILES, tmp_path_factory.mktemp("mill")) as agent:
        yield agent


ANSWERED = {
    "a switch that says the contrary of what is asked": (
        "Is the telnet service on mill-weir enabled?",
        ["telnet", "disabled yes"],
        ["Yes"],
    ),
    "what is off, in two words for it": (
        "Which interfaces are administratively down?",
        ["Tunnel2", "Serial4", "down"],
        ["Tunnel1", "Serial3"],
    ),
    "what is not off": ("Which interfaces are enabled?", ["Tunnel1", "Serial3"], ["Tunnel2", "Serial4"]),
    "what is not off, by its value": ("Which services are enabled?", ["ssh"], ["telnet", "web"]),
    "devices that say it in other words": (
        "Which devices send logs to 10.61.0.5?",
        ["mill-gate", "mill-weir"],
        ["mill-barn"],
    ),
    "a count that says what it leaves out": (
        "How many devices send logs to 10.61.0.5?",
        ["mill-", "in other words"],
        ["mill-barn"],
    ),
    "devices that say it in no words": ("Which devices dont log to 10.61.0.5?", ["mill-barn"], ["mill-weir"]),
    "a noun that is the begin of names": ("Which tunnels are there on mill-gate?", ["Tunnel1", "Tunnel2"], ["Serial"]),
    "what has no address": ("Which serials have no ip address?", ["Serial4"], ["Serial3", "Tunnel"]),
    "interfaces by an address of their subnet": (
        "Which interfaces have 10.61.9.77 in their subnet?",
        ["Serial3", "10.61.8.1/23"],
        ["Tunnel"],
    ),
    "a maker that no line says, of named devices": (
        "Which tunnels are shut down on the Acme routers (mill-gate, mill-barn)?",
        ["Tunnel2", "no line says 'Acme'"],
        ["Tunnel1"],
    ),
    "entries that name their sides": (
        "Which entry of access list DRYING on mill-gate is hit first by a pump at 10.61.8.9 opening tcp/25 to 8.8.8.8?",
        ["20 drop tcp", "so it is denied"],
        ["10 drop udp", "30 allow"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_unseen_makes(mill: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(mill, question, shown, hidden)


DECLINED = {
    "a switch that nothing is said of": (
        "Is the ssh service on mill-weir disabled?",
        "no line says 'disabled'",
    ),
    "a maker that no line says": (
        "Which Acme routers have a tunnel?",
        "no line says which devices are 'Acme'",
    ),
    "an address that only a subnet holds": (
        "Which description does the interface of 10.61.9.44 have?",
        "it is in the subnet 10.61.8.0/23",
    ),
}


@pytest.mark.parametrize(("question", "said"), DECLINED.values(), ids=DECLINED)
def test_declined(mill: Agent, question: str, said: str) -> None:
    answer = mill.ask(Question(question))
    assert answer.status == "not_parsed", answer.text
    assert said in answer.text


TYPED = {
    "a short name": ("which ACL is unused", "access", "acl"),
    "two words for one": ("Which vlans are admin down?", "shutdown", "admin down"),
    "the word itself": ("Which ports are shutdown?", "shutdown", "shutdown"),
}


@pytest.mark.parametrize(("text", "word", "typed"), TYPED.values(), ids=TYPED)
def test_as_typed(text: str, word: str, typed: str) -> None:
    assert as_typed(text, word) == typed

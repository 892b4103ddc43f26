"""Lines that take a value back: none of what they deny is told as a value, counted, or called there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.planner.words.taken_back import is_taken_back
from agent.records import Question
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "weir-1.cfg": """\
hostname weir-1
!
vlan 40
 name SLUICE
vlan 70
 name LOCKS
!
interface GigabitEthernet0/1
 description to weir-2
 ip address 192.0.2.1 255.255.255.252
 mtu 9000
!
interface GigabitEthernet0/2
 description spare
 no ip address
 shutdown
!
interface GigabitEthernet0/3
 description gate
 switchport access vlan 70
 no ip address
 no mtu
!
interface Vlan40
 description sluice
 no ip address
!
interface Vlan50
 description pumps
 ip address 198.51.100.1 255.255.255.0
 no ip redirects
!
ntp server 203.0.113.5
no ip http server
end
""",
    "weir-2.cfg": """\
hostname weir-2
!
interface GigabitEthernet0/1
 description to weir-1
 ip address 192.0.2.2 255.255.255.252
 mtu 1500
!
interface GigabitEthernet0/2
 description spare
 no ip address
 shutdown
!
interface Vlan60
 description yard
 no power-over-ethernet
 ip address 198.51.100.129 255.255.255.128
!
ntp server 203.0.113.5
no ntp server 203.0.113.6
no ntp server 203.0.113.7
no logging console
end
""",
}
ASKED = {
    "of a thing": ("What is the IP address of Vlan40?", ["Vlan40 on weir-1", "address none"], ["no ["]),
    "of a thing on a device": (
        "What is the IP address of GigabitEthernet0/2 on weir-2?", ["weir-2: address none"], ["no ["],
    ),
    "all of a device": ("Which IP addresses are configured on weir-1?", ["192.0.2.1"], ["none", "Vlan40"]),
    "of each": ("List the IP addresses of all interfaces", ["Vlan40 (ip address none)"], ["address no)"]),
    "how many": ("How many IP addresses does weir-1 have?", ["2 ip addresses"], []),
    "the most common": ("What is the most common IP address?", ["192.0.2.1"], ["no:", "none"]),
    "the smallest": ("Which interface has the lowest MTU?", ["weir-2", "1500"], ["none", "GigabitEthernet0/3"]),
    "of a number": ("What is the IP address of vlan 40?", ["Vlan40 on weir-1: address none"], ["Gigabit"]),
    "of another number": ("What is the address of VLAN 60 on weir-2?", ["Vlan60", "198.51.100.129"], []),
    "whether there is one": ("Does Vlan40 have an IP address?", ["ip address none"], ["Yes"]),
    "whether there is another": ("Does Vlan50 have an IP address?", ["Yes", "198.51.100.1"], ["none"]),
    "all of a thing": ("Show me interface Vlan40", ["ip address none"], ["address no,", "address no "]),
}  # fmt: skip


@pytest.fixture(scope="module")
def weirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("weirs")) as agent:
        yield agent


@pytest.mark.parametrize(("question", "shown", "hidden"), ASKED.values(), ids=ASKED.keys())
def test_no_value_of_what_a_line_takes_back(
    weirs: Agent, question: str, shown: list[str], hidden: list[str]
) -> None:
    assert_shows(weirs, question, shown, hidden)


HAVE = {
    "which have one": "Which interfaces have an IP address?",
    "on a device": "Which interfaces of weir-1 have an IP?",
    "shown": "Show the interfaces with an ip address",
}


@pytest.mark.parametrize("question", HAVE.values(), ids=HAVE.keys())
def test_only_what_has_an_address_is_listed(weirs: Agent, question: str) -> None:
    assert_shows(weirs, question, ["192.0.2.1", "Vlan50"], ["Vlan40", "GigabitEthernet0/2"])


def test_what_does_not_have_an_address_is_listed(weirs: Agent) -> None:
    question = "Which interfaces on weir-1 do not have an IP address?"
    assert_shows(weirs, question, ["GigabitEthernet0/2", "Vlan40"], ["Vlan50", "GigabitEthernet0/1 "])


def test_a_number_by_which_nothing_with_an_address_is_called(weirs: Agent) -> None:
    answer = weirs.ask(Question("What is the IP address of vlan 70?"))
    assert "GigabitEthernet0/3" not in answer.text
    assert answer.status == "not_parsed"


def test_addresses_that_nothing_of_the_kind_has_are_not_passed_over(weirs: Agent) -> None:
    assert_not_answered(weirs, "Which vlans have an IP address?")


@pytest.mark.parametrize("question", ["Is the http server on at weir-1?", "Does weir-2 log to the console?"])
def test_what_is_taken_back_is_not_called_there(weirs: Agent, question: str) -> None:
    answer = weirs.ask(Question(question))
    assert answer.status == "not_parsed"
    assert "lines that take it back. Found: No " in answer.text
    assert "Yes" not in answer.text


def test_a_switch_that_is_off_is_not_called_on(weirs: Agent) -> None:
    assert "Yes" not in weirs.ask(Question("Is power over ethernet enabled on Vlan60?")).text


def test_what_is_taken_back_is_found_where_it_is_denied(weirs: Agent) -> None:
    assert_shows(weirs, "Which devices do not log to the console?", ["weir-2"], ["weir-1"])


@pytest.mark.parametrize("question", ["Which NTP servers does weir-2 use?", "List the NTP servers"])
def test_no_server_is_listed_that_a_line_takes_back(weirs: Agent, question: str) -> None:
    assert_shows(weirs, question, ["203.0.113.5"], ["203.0.113.6", "203.0.113.7"])


def test_is_taken_back() -> None:
    names = ["no_ntp_server", "NoNtpServer", "no_of_ports", "node_name", "Node", "notes"]
    assert [is_taken_back(name) for name in names] == [True, True, False, False, False, False]

"""A question of several parts: what has no answer is said beside what has one."""

from __future__ import annotations

import pytest

from agent.ask import open_agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph

CASES: dict[str, tuple[str, str, list[str], list[str]]] = {
    "both parts are answered": (
        "Which device owns 10.10.99.21, and what do the logs say about it?",
        "answered",
        ["Vlan99", "access1", "access2", "Duplicate address 10.10.99.21"],
        ["Not answered"],
    ),
    "no comma is needed": (
        "Which device owns address 10.10.99.21 and what do the logs say about it?",
        "answered",
        ["Vlan99", "Duplicate address"],
        ["Not answered"],
    ),
    "what the logs do not say is said beside the owner": (
        "Which interface has the address 10.254.2.9, and what does the syslog say about it?",
        "answered",
        ["GigabitEthernet0/0/1 on branch-elm", "Not answered: 'what does the syslog say about it' (None"],
        [],
    ),
    "a part with a word that nothing explains": (
        "What is the MTU of TenGigabitEthernet1/0/3 on core1 and who painted it?",
        "answered",
        ["mtu 9100", "Not answered: 'who painted it' (no line says 'painted'"],
        [],
    ),
    "nothing is answered where no part is": (
        "Which unicorn owns 10.10.99.21, and who painted it?",
        "not_parsed",
        [],
        ["Vlan99"],
    ),
    "what speaks of a part without an answer has none": (
        "Which unicorn owns Vlan99, and what is its address on access1?",
        "not_parsed",
        [],
        ["10.10.99.21"],
    ),
    "what nobody owns, and no log names": (
        "Which device owns 9.9.9.9, and what do the logs say about it?",
        "not_parsed",
        ["Nothing was read that has the address 9.9.9.9"],
        ["Vlan"],
    ),
    "the records of a device": (
        "What do the logs say about branch-elm?",
        "answered",
        ["NTP sync is lost", "Temp: Inlet 1"],
        [],
    ),
}


@pytest.mark.parametrize(("text", "status", "shown", "hidden"), CASES.values(), ids=CASES)
def test_parts(
    text: str, status: str, shown: list[str], hidden: list[str], sample_network: BoltGraph
) -> None:
    answer = open_agent(sample_network).ask(Question(text))
    assert answer.status == status
    assert [one for one in shown if one not in answer.text] == []
    assert [one for one in hidden if one in answer.text] == []

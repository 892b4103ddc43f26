"""What is claimed of the one thing that words describe, and of a port that its number names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

SWITCH = """version 15.2
hostname mill-sw2
interface GigabitEthernet1/0/3
 description flour scale bay 4
 switchport access vlan 31
 switchport mode access
interface GigabitEthernet1/0/4
 description sack printer
 switchport access vlan 32
 switchport voice vlan 40
 switchport mode access
interface GigabitEthernet1/0/5
 description old oven panel
 switchport access vlan 33
 switchport mode access
interface GigabitEthernet1/0/6
 description camera north
 switchport access vlan 34
 switchport mode access
interface GigabitEthernet1/0/7
 description camera south
 switchport access vlan 34
 switchport mode access
interface GigabitEthernet1/0/8
 description weighbridge to mill-r9
 no switchport
 ip address 10.31.8.1 255.255.255.252
interface GigabitEthernet1/0/9
 description sifter motor
 switchport access vlan 35
 switchport mode trunk
interface TenGigabitEthernet1/1/3
 description uplink
 switchport mode trunk
interface Vlan31
 description scale network
 ip address 10.31.31.1 255.255.255.0
 shutdown
snmp-server location Mill Harlingen
ip host dryer 10.31.31.9
end
"""
OTHER = """version 15.2
hostname yard-sw1
interface GigabitEthernet1/0/2
 description gate barrier
 switchport access vlan 51
 switchport mode access
interface GigabitEthernet1/0/6
 description dryer-fan
 switchport access vlan 52
 switchport mode access
interface GigabitEthernet1/0/11
 description dryer
 switchport access vlan 52
 switchport mode access
ip route 10.31.0.0 255.255.0.0 10.31.8.1
ip route 10.32.0.0 255.255.0.0 10.31.8.1
end
"""
CLAIMED = {
    "where something is": ("where is the sack printer plugged in", "GigabitEthernet1/0/4"),
    "its port": ("which port is the sack printer on", "GigabitEthernet1/0/4"),
    "its port and vlan": ("which port is the gate barrier on and in what vlan", "51"),
    "its vlan": ("what vlan is the gate barrier in", "51"),
    "in a place": ("which port in harlingen is the sack printer on", "GigabitEthernet1/0/4"),
    "on a device by a part of its name": ("vlan of the flour scale port on the mill switch", "31"),
    "the address of the port itself": ("ip of the weighbridge port", "10.31.8.1"),
    "a port by its number": ("what vlan is port 4 on mill-sw2", "32"),
    "static routes, which have no name": ("how many static routes has yard-sw1", "2"),
}
NOT_CLAIMED = {
    "a denial": "which port is the sack printer not on",
    "another device": "which port on yard-sw1 is the sack printer on",
    "another place": "which port in rotterdam is the sack printer on",
    "what the text takes back": "what vlan is the oven panel in",
    "two that are described so": "which port is the camera on",
    "a word that is left": "which port is the spare sack printer on",
    "the address of what is behind a port": "what is the ip address of the sack printer",
    "the address of what a port leads to": "what is the ip address of mill-r9",
    "the mtu of what is behind a port": "mtu of the gate barrier",
    "another line has the name": "which port is the dryer on",
    "a time": "which port was the sack printer on yesterday",
    "a verb that may be of a log": "when did the sack printer go down",
    "the access vlan of a trunk": "what vlan is the sifter motor in",
    "two ports of the number": "what vlan is port 3 on mill-sw2",
    "no port of the number": "what vlan is port 44 on mill-sw2",
    "a tcp port": "is port 4 open on mill-sw2",
    "still": "is the sack printer still on port 4 of mill-sw2",
    "only": "which vlan is only on port 4 of mill-sw2",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    files = {"mill-sw2.cfg": SWITCH, "yard-sw1.cfg": OTHER}
    with agent_on(tmp_path_factory.mktemp("mill"), files) as opened:
        yield opened


@pytest.mark.parametrize(("text", "said"), CLAIMED.values(), ids=CLAIMED)
def test_what_is_described_is_claimed(agent: Agent, text: str, said: str) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert said in answer.text


@pytest.mark.parametrize("text", NOT_CLAIMED.values(), ids=NOT_CLAIMED)
def test_no_trap_is_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status != "answered"


def test_nothing_is_claimed_of_a_port_with_an_unknown_statement(tmp_path: Path) -> None:
    files = {"mill-sw2.cfg": SWITCH.replace(" switchport voice vlan 40", " frobnicate zorp 7")}
    with agent_on(tmp_path, files) as agent:
        assert agent.ask(Question("what vlan is port 4 on mill-sw2")).status != "answered"
        assert agent.ask(Question("which port is the sack printer on")).status != "answered"

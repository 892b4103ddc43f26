"""Things that a question names by a plain name, a description, a number with its word, or as the only one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

SWITCH = """version 17.9
hostname dock-s1
!
username viewer privilege 1 secret 9 $9$abc
username keeper privilege 15 secret 9 $9$abd
!
vlan 20
 name STAFF
vlan 30
 name PRINTERS
!
interface GigabitEthernet1/0/1
 description DOCK-PC17 reception
 switchport access vlan 20
 switchport mode access
!
interface GigabitEthernet1/0/2
 description dock-r9 Gi0/0
 no switchport
 ip address 192.0.2.9 255.255.255.252
!
interface Vlan20
 ip address 192.0.2.65 255.255.255.192
!
router ospf 1
 router-id 192.0.2.1
!
router bgp 64990
 neighbor HUBS peer-group
 neighbor HUBS remote-as 64999
!
ntp server 192.0.2.5
line vty 0 4
 transport input ssh
end
"""
ROUTER = """version 17.9
hostname dock-r1
!
vlan 20
 name STAFF
!
interface GigabitEthernet0/0
 description towards DOCK-SRV2
 ip address 198.51.100.1 255.255.255.252
!
interface GigabitEthernet0/1
 description DOCK-SRV3
 ip address 198.51.100.5 255.255.255.252
!
router ospf 1
 router-id 198.51.100.1
router bgp 64999
 bgp router-id 198.51.100.2
 neighbor 203.0.113.9 remote-as 64998
!
ip route 10.0.0.0 255.0.0.0 198.51.100.6 name DOCK-SRV3
line vty 0 4
 transport input ssh
end
"""
_TACACS = (
    "{}\t192.0.2.65\t{}\ttty2\t192.0.2.70\tstop\t"
    "task_id=72\ttimezone=UTC\tservice=shell\tpriv-lvl=15\tcmd={} <cr>"
)
ACCOUNTED = [
    _TACACS.format("Tue Nov 10 07:58:00 2026", "keeper", "configure terminal"),
    _TACACS.format("Tue Nov 10 07:58:40 2026", "keeper", "no vlan 40"),
    _TACACS.format("Wed Nov 11 09:20:40 2026", "viewer", "show version"),
]
CLAIMED = {
    "ip of vlan 20 on dock-s1": "192.0.2.65",
    "privilege of viewer on dock-s1": "1",
    "router id of dock-s1": "192.0.2.1",
    "which port is DOCK-PC17 on": "GigabitEthernet1/0/1",
    "which interface goes to dock-r9": "GigabitEthernet1/0/2",
    "which interface is DOCK-SRV2 behind": "GigabitEthernet0/0",
}
TRAPS = {
    "another has the property too": "router id of dock-r1",
    "the device has none": "router id of dock-s9",
    "what another end has": "autonomous system of dock-s1",
    "one word alone": "the id of dock-s1",
    "no such number": "ip of vlan 30 on dock-s1",
    "a property that it has not": "mtu of vlan 20 on dock-s1",
    "a negated form": "which port is DOCK-PC17 not on",
    "a name that is a part of another": "which port is DOCK-PC1 on",
    "another statement has the name": "which interface goes to DOCK-SRV3",
    "a description is no address": "what is the ip address of dock-r9",
    "nobody is called so": "privilege of visitor on dock-s1",
    "another device": "privilege of viewer on dock-r1",
    "a time": "which port was DOCK-PC17 on yesterday",
    "two devices": "which port is DOCK-PC17 on at dock-s1 and dock-r1",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    files = {"dock-s1.cfg": SWITCH, "dock-r1.cfg": ROUTER, "dock.acct": "\n".join([*ACCOUNTED, ""])}
    with agent_on(tmp_path_factory.mktemp("dock"), files) as opened:
        yield opened


@pytest.mark.parametrize(("text", "shown"), CLAIMED.items(), ids=CLAIMED)
def test_a_thing_is_claimed_however_it_is_named(agent: Agent, text: str, shown: str) -> None:
    answer = agent.ask(Question(text))
    assert (answer.status, shown in answer.text) == ("answered", True)
    assert answer.citations


@pytest.mark.parametrize("text", TRAPS.values(), ids=TRAPS)
def test_no_trap_is_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status != "answered"


SHOWN_FIRST = {
    "how many vlans per switch": ("VLANs by device", "dock-s1"),
    "who removed vlan 40": ("", "no vlan 40"),
    "who typed no vlan 40": ("", "no vlan 40"),
    "what happened between 9 and 10 on wednesday": ("", "show version"),
}


@pytest.mark.parametrize(("text", "shown"), SHOWN_FIRST.items(), ids=SHOWN_FIRST)
def test_what_is_asked_stands_in_the_first_tables(agent: Agent, text: str, shown: tuple[str, str]) -> None:
    tables = agent.ask(Question(text)).tables[:2]
    title, value = shown
    assert any(table.title.startswith(title) and value in str(table.rows) for table in tables)

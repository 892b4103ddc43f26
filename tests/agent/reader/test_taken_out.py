"""What a later line takes out of a list is neither listed, nor counted, nor said of a port; nor what defaults say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

IOS = """version 15.2
hostname mole-sw1
vlan 10
 name STAFF
vlan 20,30,40-45
no vlan 42
interface GigabitEthernet0/1
 switchport trunk allowed vlan 10,20,30
 switchport trunk allowed vlan remove 20
 switchport mode trunk
interface GigabitEthernet0/2
 switchport trunk allowed vlan except 30
 switchport mode trunk
interface GigabitEthernet0/3
 switchport trunk allowed vlan remove 20
 switchport mode trunk
interface GigabitEthernet0/4
 switchport trunk allowed vlan none
 switchport trunk allowed vlan add 10
 switchport mode trunk
end
"""
EOS = """! device: mole-eos (DCS-7050, EOS-4.28.0F)
hostname mole-eos
vlan 10,20,30-39
no vlan 35
interface Ethernet1
   switchport mode trunk
   switchport trunk allowed vlan 10,20
   switchport trunk allowed vlan 30
"""
DEFAULTS = """! device: mole-eos2 (DCS-7050, EOS-4.28.0F)
hostname mole-eos2
interface defaults
   mtu 9000
interface Ethernet1
   description a
interface Ethernet2
   mtu 1500
"""
VRP = """!Software Version V200R019C10
#
sysname mole-vrp
#
vlan batch 10 20 30 to 39
#
undo vlan 35
#
interface GigabitEthernet0/0/1
 port link-type trunk
 undo port trunk allow-pass vlan 1
 port trunk allow-pass vlan 10 20 30 to 39
 undo port trunk allow-pass vlan 35
#
return
"""
CLAIMED = {
    "How many VLANs does mole-sw1 have?": "8 VLANs",
    "How many VLANs does mole-vrp have?": "11 VLANs",
    "Which VLANs are allowed on Gi0/1 of mole-sw1?": "vlan 10,30 [",
    "Which VLANs are allowed on Gi0/2 of mole-sw1?": "vlan except, 30 [",
    "Which VLANs are allowed on Gi0/3 of mole-sw1?": "vlan remove, 20 [",
    "Which VLANs are allowed on Gi0/4 of mole-sw1?": "vlan 10 [",
    "Which VLANs are allowed on GigabitEthernet0/0/1 of mole-vrp?": "vlan 10, 20, 30-34, 36-39 [",
}
NOT_CLAIMED = (
    "Does VLAN 42 exist on mole-sw1?",
    "what does vlan 42 on mole-sw1 say",
    "Which ports of mole-sw1 have trunk allowed vlan 30?",
    "Is VLAN 20 allowed on Gi0/1 of mole-sw1?",
    # What is set for all interfaces is none of them, and holds where nothing else is written.
    "Which interfaces does mole-eos2 have?",
    "Which interfaces of mole-eos2 have no mtu?",
    # A second list replaces the first on some makes.
    "Which VLANs are allowed on Ethernet1 of mole-eos?",
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    files = {"mole-sw1.cfg": IOS, "mole-eos.cfg": EOS, "mole-eos2.cfg": DEFAULTS, "mole-vrp.cfg": VRP}
    with agent_on(tmp_path_factory.mktemp("mole"), files) as opened:
        yield opened


@pytest.mark.parametrize(("text", "shown"), CLAIMED.items(), ids=CLAIMED)
def test_what_is_left_is_claimed(agent: Agent, text: str, shown: str) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert shown in answer.text


@pytest.mark.parametrize("text", NOT_CLAIMED)
def test_what_is_not_sure_is_not_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status == "closest"

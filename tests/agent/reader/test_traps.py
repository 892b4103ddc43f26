"""What is claimed of one property of a named thing, and traps: questions that a hasty reader would answer wrongly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

IOS = """version 15.2
hostname quay-r1
vrf definition BLUE
 rd 65010:1
interface Loopback0
 ip address 10.9.0.1 255.255.255.255
interface GigabitEthernet0/0
 description to quay-sw1
 ip address 10.9.1.1 255.255.255.0
 ip mtu 1400
interface GigabitEthernet0/1
 description reserve line
 ip address 10.9.2.1 255.255.255.0
 ip address 10.9.3.1 255.255.255.0 secondary
 mtu 1600
 shutdown
interface GigabitEthernet0/2
 description camera
 switchport access vlan 30
 switchport trunk allowed vlan 10,20
 switchport mode access
interface GigabitEthernet0/3
 description trunk to the hall
 switchport trunk allowed vlan 10,20
 switchport trunk native vlan 99
 switchport mode trunk
interface GigabitEthernet0/4
 switchport trunk allowed vlan 10,30
interface Vlan10
 description staff gateway
 ip address 10.9.10.1 255.255.255.0
interface Port-channel1
 description to quay-sw2
router bgp 65010
 neighbor 10.9.1.2 remote-as 65020
 neighbor 10.9.1.2 description carrier
 neighbor 10.9.5.2 remote-as 65030
 neighbor 10.9.5.2 shutdown
 address-family ipv4 vrf BLUE
  neighbor 10.9.5.2 remote-as 65099
  neighbor 10.9.5.2 activate
end
"""
OTHER = """version 15.2
hostname quay-r2
vlan 10
 name STAFF
interface GigabitEthernet0/0
 description to quay-r1
 ip address 10.9.1.9 255.255.255.0
 mtu 9000
interface GigabitEthernet0/7
 description only here
 mtu 1700
end
"""
JUNOS = """set version 21.4R3
set system host-name quay-mx
set interfaces ge-0/0/0 description "to the quay"
set interfaces ge-0/0/0 mtu 9192
set interfaces ge-0/0/0 unit 0 family inet address 10.9.7.1/30
set interfaces ge-0/0/4 unit 0 family inet address 10.9.6.2/29 vrrp-group 110 priority 200
set interfaces ge-0/0/1 description "two units"
set interfaces ge-0/0/1 unit 10 family inet address 10.9.8.1/30
set interfaces ge-0/0/1 unit 20 family inet address 10.9.8.5/30
set interfaces ge-0/0/2 description "spare"
set interfaces ge-0/0/2 disable
set interfaces ge-0/0/2 unit 0 family inet address 10.9.8.9/30
set interfaces ge-0/0/3 description "group"
set interfaces ge-0/0/3 apply-groups JUMBO
set interfaces ge-0/0/3 mtu 1500
set protocols bgp group CARRIER peer-as 65020
set protocols bgp group CARRIER neighbor 10.9.7.2 description "carrier"
set protocols bgp group CARRIER neighbor 10.9.7.2 local-as 65011
"""
FILES = {"quay-r1.cfg": IOS, "quay-r2.cfg": OTHER, "quay-mx.set": JUNOS}

CLAIMED = {
    "What is the IP address of GigabitEthernet0/0 on quay-r1?": "10.9.1.1",
    "what's the ip on gi0/0 of quay-r1": "10.9.1.1",
    "please tell me the description configured on g0/1 of quay-r1": "reserve line",
    "mtu of gi0/1 on quay-r1": "1600",
    "Which VLANs are on trunk Gi0/3 of quay-r1?": "10,20",
    "what vlan is gi0/2 in on quay-r1": "30",
    "which native vlan does Gi0/3 have on quay-r1": "99",
    "what is the address of Vlan10 on quay-r1": "10.9.10.1",
    "what is the address of vlan 10 on quay-r1": "read as: interface Vlan10 on quay-r1",
    "description of po1 on quay-r1": "to quay-sw2",
    "to which remote AS does quay-r1 peer with 10.9.1.2?": "65020",
    "description of neighbor 10.9.1.2 on quay-r1": "carrier",
    "What is the MTU of GigabitEthernet0/7?": "1700",
    "what is the mtu of ge-0/0/0 on quay-mx": "9192",
    "what ip address does ge-0/0/0 have on quay-mx": "10.9.7.1/30",
    "priority of vrrp group 110 on quay-mx": "200",
    "is gi0/1 on quay-r1 shut down?": "shutdown yes",
    "Which ports of quay-r1 are access ports in VLAN 30?": "GigabitEthernet0/2",
    "how many interfaces have native vlan 99 on quay-r1": "GigabitEthernet0/3",
    "show me the trunk ports on our quay-r1 box please": "GigabitEthernet0/3",
}
"""Questions, and what the claim has to show."""
TRAPS = (
    # Another device, or more than one.
    "What is the mtu of GigabitEthernet0/0?",
    "What is the mtu of GigabitEthernet0/0 on quay-r3?",
    "What is the mtu of GigabitEthernet0/7 on quay-r1?",
    "What is the mtu of GigabitEthernet0/0 on quay-r1 and quay-r2?",
    "mtu of the interface of quay-r2 that faces Gi0/0 on quay-r1",
    "description of the port behind Gi0/0 on quay-r1",
    "What is the address of the device connected to Gi0/0 on quay-r1?",
    "Which address does the neighbor of Gi0/0 on quay-r1 have?",
    # What is a default, or not set.
    "What is the mtu of GigabitEthernet0/0 on quay-r1?",
    "What is the description of Loopback0 on quay-r1?",
    "what is the speed of gi0/1 on quay-r1",
    "what is the mtu of ge-0/0/1 on quay-mx",
    "Is gi0/0 on quay-r1 shut down?",
    "which vlans are on trunk gi0/4 of quay-r1",
    "which native vlan does gi0/4 have on quay-r1",
    # A port of another mode.
    "which vlans are on trunk gi0/2 of quay-r1",
    "Which trunk vlans are allowed on Gi0/2 of quay-r1?",
    "which access vlan does Gi0/3 have on quay-r1",
    # Two things of one name, another VRF or table.
    "to which remote AS does quay-r1 peer with 10.9.5.2?",
    "remote as of neighbor 10.9.5.2 in vrf BLUE on quay-r1",
    "what is the remote as of 10.9.5.2 in the default vrf of quay-r1",
    "what is the name of vlan 10 on quay-r1",
    "description of 10 on quay-r1",
    "description of vlan 10 on quay-r2",
    # Inherited, switched off, or taken from a group.
    "what is the mtu of ge-0/0/3 on quay-mx",
    "what is the description of ge-0/0/3 on quay-mx",
    "what is the remote as of 10.9.7.2 on quay-mx",
    "peer as of neighbor 10.9.7.2 on quay-mx",
    "what as does quay-mx have towards 10.9.7.2",
    # Another property than that.
    "what is the tcp mtu of gi0/1 on quay-r1",
    "what is the ipv6 address of gi0/0 on quay-r1",
    "what is the mac address of gi0/0 on quay-r1",
    "what is the broadcast address of gi0/0 on quay-r1",
    "what is the network address of gi0/0 on quay-r1",
    "what is the virtual ip address of Vlan10 on quay-r1",
    "what is the dhcp address of gi0/0 on quay-r1",
    "what is the gateway address of vlan10 on quay-r1",
    "router id of 10.9.1.2 on quay-r1",
    "keepalive of 10.9.1.2 on quay-r1",
    # Things by a value: one that holds unwritten, in a list, of another mode, or in one of several properties.
    "which ports of quay-r1 are in vlan 10",
    "which ports of quay-r1 are in vlan 30",
    "which interfaces have access vlan 1 on quay-r1",
    "which interfaces have access vlan 3 on quay-r1",
    "which interfaces have access vlan 31 on quay-r1",
    "how many interfaces have mtu 1600 on quay-r1",
    "how many interfaces have mtu 1500 on quay-r1",
    "which access ports does quay-r1 have",
    "which interfaces on quay-r1 allow vlan 10",
    "how many access ports in vlan 30 are up on quay-r1",
    "which access ports in vlan 30 are not shut down on quay-r1",
    "how many access ports in vlan 30 do all devices have",
    "which neighbors have remote as 65020 on quay-r1",
    # A unit other than that.
    "what is the mtu of gi0/1 on quay-r1 in bits",
    "what is the mtu of gi0/1 on quay-r1 in kilobytes",
    # Denials, exceptions and comparisons.
    "which vlans are not on trunk gi0/3 of quay-r1",
    "which vlans are missing on trunk gi0/3 of quay-r1",
    "which vlans but 10 are on trunk gi0/3 of quay-r1",
    "all vlans except 10 on trunk gi0/3 of quay-r1",
    "is the mtu of gi0/1 on quay-r1 wrong",
    "is the mtu of gi0/1 on quay-r1 higher than 1500",
    "does the mtu of gi0/1 on quay-r1 match quay-r2",
    "is the mtu of gi0/1 9000 on quay-r1",
    # Times.
    "what was the mtu of gi0/1 on quay-r1",
    "what was the mtu of gi0/1 on quay-r1 before Monday",
    "what was the description of gi0/1 on quay-r1 yesterday",
    "what will the mtu of gi0/1 on quay-r1 be after the change",
    "who set the mtu of gi0/1 on quay-r1",
    "when was the address of gi0/0 on quay-r1 set",
    "why is the mtu of gi0/1 on quay-r1 1600",
    # Numbers, all of them, and states that no configuration has.
    "how many vlans are on trunk gi0/3 of quay-r1",
    "how many addresses does gi0/1 have on quay-r1",
    "description of every interface but gi0/1 on quay-r1",
    "description of gi0/0 and gi0/1 on quay-r1",
    "next mtu up from gi0/1 on quay-r1",
    "is gi0/0 on quay-r1 up",
    "how many bgp neighbors are up on quay-r1",
    "which interfaces are up on quay-r2",
    "error rate of gi0/0 on quay-r1",
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("quay"), FILES) as opened:
        yield opened


@pytest.mark.parametrize(("text", "shown"), CLAIMED.items(), ids=CLAIMED)
def test_a_property_of_a_named_thing_is_claimed(agent: Agent, text: str, shown: str) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert shown in answer.text
    assert answer.citations


def test_no_trap_is_claimed(agent: Agent) -> None:
    assert len(TRAPS) >= 60
    claimed = {
        text: answer.text for text in TRAPS if (answer := agent.ask(Question(text))).status == "answered"
    }
    assert claimed == {}


def test_all_addresses_of_a_thing_are_shown_and_that_it_is_off(agent: Agent) -> None:
    units = agent.ask(Question("what is the ip address of ge-0/0/1 on quay-mx"))
    off = agent.ask(Question("what is the ip address of gi0/1 on quay-r1"))
    spare = agent.ask(Question("description of ge-0/0/2 on quay-mx"))
    assert all(one in units.text for one in ("10.9.8.1/30", "10.9.8.5/30"))
    assert off.status == "closest" or ("10.9.3.1" in off.text and "shutdown" in off.text)
    assert "disable yes" in spare.text

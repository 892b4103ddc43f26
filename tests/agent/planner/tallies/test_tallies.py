"""Counts over several makes: each says the same in its own words, and none may be left out without a word."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.planner.tallies.read_tally import Tally, holds, read_tally
from agent.records import Question
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "kiln-1.cfg": """\
hostname kiln-1
!
vlan 10
 name CLAY
vlan 20
 name GLAZE
!
interface GigabitEthernet1/0/1
 ip address 192.0.2.1 255.255.255.252
 ip access-group EDGE in
!
interface GigabitEthernet1/0/2
 switchport access vlan 10
 no ip address
 shutdown
!
interface Loopback0
 ip address 192.0.2.254 255.255.255.255
!
ip route 0.0.0.0 0.0.0.0 192.0.2.2
ip route 198.51.100.0 255.255.255.0 192.0.2.2
!
ip access-list extended EDGE
 10 permit tcp any any eq 443
 20 permit icmp any any
 30 deny ip any any
ip access-list standard OPS
 10 permit 203.0.113.9
!
route-map FROM-EDGE permit 10
 match ip address OPS
route-map FROM-EDGE deny 20
!
ip name-server 203.0.113.53 203.0.113.54
ntp server 203.0.113.60
ntp server 203.0.113.61
""",
    "kiln-2.set": """\
set system host-name kiln-2
set system name-server 203.0.113.53
set system ntp server 203.0.113.60
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.2/30
set interfaces ge-0/0/1 disable
set routing-options static route 0.0.0.0/0 next-hop 192.0.2.1
set routing-options static route 198.51.100.0/24 next-hop 192.0.2.1
set routing-options static route 203.0.113.0/26 next-hop 192.0.2.1
""",
    "kiln-3.yaml": """\
hostname: kiln-3
ntp_servers:
  - 203.0.113.60
  - 203.0.113.61
dns_servers:
  - 203.0.113.53
vlans:
  - id: 10
    name: CLAY
  - id: 30
    name: OVEN
  - id: 40
    name: YARD
interfaces:
  - name: Ethernet1
    vlan: 10
    enabled: true
  - name: Ethernet2
    vlan: 30
    enabled: false
  - name: Ethernet3
    vlan: 30
    enabled: false
  - name: Ethernet4
    vlan: 40
    enabled: true
static_routes:
  - prefix: 0.0.0.0/0
    next_hop: 192.0.2.1
""",
    "kiln-4.json": """\
{
  "hostname": "kiln-4",
  "interfaces": [
    {
      "name": "port1",
      "ip_address": "192.0.2.130/25",
      "status": "up"
    },
    {
      "name": "port2",
      "status": "down"
    }
  ],
  "static_routes": [
    {
      "prefix": "0.0.0.0/0",
      "next_hop": "192.0.2.129"
    }
  ],
  "dns": {
    "servers": ["203.0.113.54"]
  }
}
""",
}
ASKED = {
    "most": ("Which device has the most static routes?", ["kiln-2: 3"], ["kiln-1"]),
    "fewest, with a tie": ("Which device has the fewest static routes?", ["kiln-3: 1", "kiln-4: 1"], ["kiln-1"]),
    "a number of the most": ("Which two devices have the most interfaces?", ["kiln-3: 4", "kiln-1: 3"], ["kiln-2: "]),
    "most of what one has not": ("Which device has the most VLANs?", ["kiln-3: 3", "none was read on kiln-2"], []),
    "more than": ("Which devices have more than 2 interfaces?", ["kiln-1: 3", "kiln-3: 4"], ["kiln-2: "]),
    "only one": ("Which devices have only one NTP server?", ["kiln-2: 1"], ["kiln-1: ", "kiln-3: "]),
    "each": ("How many interfaces does each device have?", ["kiln-1: 3", "kiln-2: 2", "kiln-3: 4", "kiln-4: 2"], []),
    "ranked": ("Rank the devices by number of static routes", ["kiln-2: 3", "kiln-1: 2"], []),
    "all of every make": ("How many static routes are there?", ["7 static routes"], []),
    "a kind of several words": ("How many route maps are there?", ["1 route map"], []),
    "different ones": ("How many different NTP servers are there?", ["2 ntp servers"], []),
    "numbered and named": ("How many different VLANs are there?", ["4 vlans"], []),
    "off in any words": ("How many interfaces are shut down?", ["5 interfaces"], []),
    "off on each": ("How many interfaces are disabled on each device?", ["kiln-3: 2", "kiln-4: 1"], []),
    "with an address": ("How many interfaces have an IP address?", ["4 interfaces"], []),
    "without an address": ("How many interfaces have no IP address?", ["7 interfaces"], []),
    "a route is a static one": ("How many routes are there?", ["7 routes"], []),
    "entries of lists": ("How many ACL entries does kiln-1 have?", ["4 acl entries"], []),
    "of most devices": ("Which DNS server is used by most devices?", ["203.0.113.53", "kiln-2", "kiln-3"], [".54"]),
    "of one device": ("Which VLAN is configured on only one device?", ["20", "30", "40"], ["10 on"]),
    "alike": ("Which devices have the same NTP servers?", ["alike: kiln-1 and kiln-3"], []),
}  # fmt: skip


@pytest.fixture(scope="module")
def kilns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("kilns")) as agent:
        yield agent


@pytest.mark.parametrize(("question", "shown", "hidden"), ASKED.values(), ids=ASKED.keys())
def test_tallies(kilns: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(kilns, question, shown, hidden)


def test_a_word_of_a_longer_name_is_not_counted(kilns: Agent) -> None:
    assert "counted: route map" not in kilns.ask(Question("How many maps are there?")).text


def test_names_that_cannot_be_compared_are_not(kilns: Agent) -> None:
    assert_not_answered(kilns, "How many different static routes are there?")


def test_a_place_that_is_no_device_is_not_passed_over(kilns: Agent) -> None:
    answer = kilns.ask(Question("How many interfaces are in ospf?"))
    assert "11 interfaces" not in answer.text


def test_read_tally() -> None:
    assert read_tally("Which routers have at least two syslog servers?") == Tally(
        "bound", "syslog servers", bound="at least", number=2, top=0
    )
    assert read_tally("What is the MTU of port 3?") is None


def test_holds() -> None:
    asked = Tally("bound", "vlans", bound="fewer than", number=3)
    assert [holds(asked, count) for count in (2, 3, 4)] == [True, False, False]

"""What most things of a kind name, where each make says so in its own words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "mole-1.cfg": """\
hostname mole-1
!
vlan 10
 name QUAY
vlan 20
 name CRANES
!
interface GigabitEthernet1/0/1
 switchport access vlan 10
!
interface GigabitEthernet1/0/2
 switchport access vlan 10
!
interface GigabitEthernet1/0/3
 switchport access vlan 20
!
ip access-list standard OPS
 10 permit 203.0.113.9
!
""",
    "mole-2.yaml": """\
hostname: mole-2
vlans:
  - id: 20
    name: CRANES
  - id: 30
    name: YARD
interfaces:
  - name: Ethernet1
    vlan: 20
  - name: Ethernet2
    vlan: 20
  - name: Ethernet3
    vlan: 30
""",
    "mole-3.json": """\
{
  "hostname": "mole-3",
  "interfaces": [
    {"name": "port1", "ip_address": "192.0.2.130/25"},
    {"name": "port2", "ip_address": "192.0.2.1/25"}
  ]
}
""",
}
ASKED = {
    "used by most": (
        "Which VLAN is used by the most interfaces?",
        ["20: 3", "none was read on mole-3"],
        ["10: "],
    ),
    "has the most": ("Which VLAN has the most ports?", ["20: 3"], ["10: ", "30: "]),
    "on a device": ("Which VLAN has the most interfaces on mole-1?", ["10: 2"], ["20: "]),
    "a bound": ("Which VLANs are used by more than 1 interface?", ["20: 3", "10: 2"], ["30: "]),
}


@pytest.fixture(scope="module")
def moles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("moles")) as agent:
        yield agent


@pytest.mark.parametrize(("question", "shown", "hidden"), ASKED.values(), ids=ASKED.keys())
def test_value_uses(moles: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(moles, question, shown, hidden)


def test_the_fewest_may_be_what_nothing_names(moles: Agent) -> None:
    assert_not_answered(moles, "Which VLAN is used by the fewest interfaces?")

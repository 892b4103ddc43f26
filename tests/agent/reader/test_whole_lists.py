"""Lists are claimed only where nothing of another label may belong to them: bundles, bridges, router interfaces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

SR_OS = """# TiMOS-B-21.10.R2 both/x86_64 Nokia 7750 SR
exit all
configure
    system
        name "pier-pe1"
    exit
    port 1/1/1
        no shutdown
    exit
    filter
        ip-filter 10 create
            default-action drop
            entry 10 create
                action drop
            exit
            entry 20 create
                action forward
            exit
        exit
        ipv6-filter 10 create
            default-action drop
            entry 10 create
                action forward
            exit
        exit
    exit
    router Base
        interface "to-core"
            address 10.77.1.0/31
            port 1/1/1
            no shutdown
        exit
    exit
    service
        customer 1 name "1" create
            description "Default customer"
        exit
        ies 300 name "300" customer 1 create
            interface "cust-quay" create
                address 10.78.0.1/24
            exit
            no shutdown
        exit
    exit
exit all
"""
JUNOS = """system { host-name pier-mx1; }
interfaces {
    ge-0/0/1 { disable; }
    ge-0/0/2 { unit 0 { disable; family inet { address 10.79.0.1/30; } } }
}
routing-instances {
    X { instance-type vrf; protocols { bgp { group G { peer-as 65042; neighbor 10.79.0.2; } } } }
}
protocols { bgp { group G { peer-as 65041; neighbor 10.79.0.2; } } }
"""
ROUTER_OS = """# nov/24/2025 10:00:00 by RouterOS 7.11.2
/interface bridge
add name=bridge-lan
/interface ethernet
set [ find default-name=ether1 ] comment="uplink"
/interface vlan
add interface=bridge-lan name=vlan70 vlan-id=70
/ip address
add address=10.90.70.1/24 interface=vlan70 network=10.90.70.0
/system identity
set name=pier-gw
"""
SONIC = """{
  "DEVICE_METADATA": {"localhost": {"hostname": "pier-leaf1", "hwsku": "Accton-AS7726", "platform": "x86_64-accton"}},
  "PORT": {
    "Ethernet0": {"admin_status": "up", "alias": "Eth1/1", "mtu": "9100"}
  },
  "PORTCHANNEL": {"PortChannel01": {"admin_status": "up", "mtu": "9100"}},
  "PORTCHANNEL_MEMBER": {"PortChannel01|Ethernet0": {}},
  "VLAN": {"Vlan70": {"vlanid": "70"}}
}
"""
AOS_CX = """!
!Version ArubaOS-CX FL.10.10.1020
hostname pier-cx1
vlan 1,70,80
interface lag 10
    no shutdown
    vlan trunk native 80
    vlan trunk allowed 70,80
    lacp mode active
interface 1/1/1
    no shutdown
    vlan access 70
interface 1/1/2
    no shutdown
    vlan access 75
interface 1/1/49
    no shutdown
    lag 10
"""
FORTI = """config system global
    set hostname "pier-gate-2"
end
config firewall policy
    edit 4
        set name "quay-out"
        set srcintf "port1"
        set dstintf "port2"
        set srcaddr "all"
        set dstaddr "all"
        set action accept
        set schedule "always"
        set service "HTTPS"
        set status disable
    next
    edit 5
        set name "yard-out"
        set srcintf "port3"
        set dstintf "port2"
        set srcaddr "all"
        set dstaddr "all"
        set action accept
        set schedule "always"
        set service "HTTPS"
        set utm-status enable
    next
end
"""
FILES = {
    "gate2.conf": FORTI,
    "pe1.cfg": SR_OS,
    "mx1.conf": JUNOS,
    "gw.rsc": ROUTER_OS,
    "config_db.json": SONIC,
    "cx1.cfg": AOS_CX,
}
NOT_CLAIMED = {
    "interfaces that stand elsewhere under the same word": "List the interfaces on pier-pe1",
    "a bundle with a table of its own": "List the interfaces on pier-leaf1",
    "a bundle whose statement is called so": "List the interfaces on pier-cx1",
    "a bundle that carries the VLAN": "Which ports are in VLAN 70 on pier-cx1?",
    "ports that nothing switches on": "Which ports are shut down on pier-pe1?",
    "a part that is off": "Which interfaces are disabled on pier-mx1?",
    "a neighbor in two instances": "How many BGP neighbors does pier-mx1 have?",
    "two filters of one number": "List the filters on pier-pe1",
    "all but those that are off": "Which firewall policies are not switched off on pier-gate-2?",
    "the state of a part": "Which firewall policies are switched on on pier-gate-2?",
    "what was done": "Which firewall policies were switched off on pier-gate-2 last?",
    "a number that is said of two things": "What does entry 10 of filter 10 do on pier-pe1?",
}
CLAIMED = {
    "a bridge, which is an interface": ("List the interfaces on pier-gw", "bridge-lan"),
    "nothing else holds the value": ("Which ports are in VLAN 75 on pier-cx1?", "1/1/2"),
    "a VLAN with its members": ("List the VLANs on pier-leaf1", "Vlan70"),
    "a phrase for a value, the end of a name": ("Which policies are switched off on gate-2?", "quay-out"),
    "services of two sorts": ("List the services on pier-pe1", "300"),
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("pier"), FILES) as opened:
        yield opened


@pytest.mark.parametrize("text", NOT_CLAIMED.values(), ids=NOT_CLAIMED)
def test_a_list_that_may_lack_something_is_not_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status == "closest"


@pytest.mark.parametrize(("text", "shown"), CLAIMED.values(), ids=CLAIMED)
def test_a_whole_list_is_claimed(agent: Agent, text: str, shown: str) -> None:
    answer = agent.ask(Question(text))
    assert (answer.status, shown in answer.text) == ("answered", True)


TWO_VALUES = {
    "a setting written twice": (
        {"r1.cfg": "hostname r1\n!\ninterface Gi0/1\n mtu 1500\n mtu 9000\n!\nline vty 0 4\n!\nend\n"},
        "What is the mtu of Gi0/1 on r1?",
        ("answered", "9000"),
    ),
    "a property that is a list on one of the things": (
        {
            "r1.cfg": "hostname r1\ninterface Gi0/1\n duplex full\n duplex half\ninterface Gi0/2\n duplex full\n"
        },
        "Which interfaces have duplex full?",
        ("closest", ""),
    ),
    "a property that is a list on another device": (
        {
            "r1.cfg": "hostname r1\ninterface Ethernet2\n switchport access vlan 20\n",
            "r2.cfg": "hostname r2\ninterface Ethernet2\n switchport access vlan 20\n switchport access vlan 30\n",
        },
        "Which interfaces have access vlan 20 on r1?",
        ("answered", "Ethernet2 on r1 [r1.cfg:2,3]"),
    ),
}


@pytest.mark.parametrize(("files", "question", "expected"), TWO_VALUES.values(), ids=TWO_VALUES)
def test_what_has_two_values_is_asked_like_what_has_one(
    tmp_path: Path, files: dict[str, str], question: str, expected: tuple[str, str]
) -> None:
    with agent_on(tmp_path, files) as agent:
        answer = agent.ask(Question(question))
    assert (answer.status, expected[1] in answer.text) == (expected[0], True), answer.text
    assert "toString" not in answer.text

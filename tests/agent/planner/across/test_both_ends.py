"""What is set at both ends of links and on several devices, in the words in which this is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.planner.asked_files import agent_of, assert_shows

FILES = {
    "quay-one.set": """\
set system host-name quay-one
set system ntp server 10.20.0.11
set system ntp server 10.20.0.12
set ports xg-0 note "to quay-two"
set ports xg-0 mtu 9192
set ports xg-0 part 0 family plain address 10.20.1.0/31
set ports xg-1 note "to quay-cfg"
set ports xg-1 mtu 9192
set ports xg-1 part 0 family plain address 10.20.1.2/31
set net-list MILL-NETS 10.71.0.0/22
set net-list MILL-NETS 10.71.8.0/24
""",
    "quay-two.set": """\
set system host-name quay-two
set system ntp server 10.20.0.11
set ports xg-0 note "to quay-one"
set ports xg-0 mtu 1500
set ports xg-0 part 0 family plain address 10.20.1.1/31
set ports xg-1 mtu 9192
set ports xg-1 part 0 family plain address 10.20.1.4/31
set net-list MILL-NETS 10.71.0.0/22
""",
    "quay-cfg.cfg": """\
hostname quay-cfg
!
vlan 10
   name OFFICE
!
vlan 20
   name PRINTERS
!
vlan 30
   name SIGNS
!
interface Ethernet1
   description to quay-one
   mtu 9214
   ip address 10.20.1.3/31
!
interface Ethernet2
   description to quay-barn
   mtu 1500
!
interface Ethernet3
   speed 100
!
""",
    "quay-barn.cfg": """\
hostname quay-barn
!
vlan 10
   name OFFICE
!
vlan 20
   name PRINTING
!
interface Ethernet7
   description uplink to quay-cfg
   mtu 1400
!
interface Ethernet3
   speed 1000
!
""",
}


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from four devices of two makes."""
    with agent_of(FILES, tmp_path_factory.mktemp("quay")) as agent:
        yield agent


ANSWERED = {
    "both ends of a link, by its subnet": (
        "mtu on both ends of the quay-one to quay-two link",
        ["9192", "1500", "not the same"],
        ["9214"],
    ),
    "whether they match": (
        "Do the MTUs on both ends of the link quay-one - quay-cfg match, and what are they?",
        ["9192", "9214", "not the same"],
        ["1500"],
    ),
    "whether they are the same": (
        "Is the mtu the same on both sides of the quay-cfg to quay-one link?",
        ["9192", "9214"],
        ["Yes"],
    ),
    "a link that only descriptions tie": (
        "What is the mtu at each end of the link between quay-cfg and quay-barn?",
        ["1500", "1400", "Ethernet2", "Ethernet7"],
        ["9214"],
    ),
    "an order to compare": ("Compare the mtu of xg-0 on quay-one vs quay-two", ["9192", "1500", "not the same"], []),
    "another order": ("compare speed of Ethernet3 on quay-cfg and quay-barn", ["100 ", "1000"], []),
    "whether two agree": (
        "Do quay-cfg and quay-barn agree on the speed of Ethernet3?",
        ["100 ", "1000", "not the same"],
        ["Yes"],
    ),
    "whether a list is the same": (
        "Do quay-one and quay-two have the same net-list MILL-NETS?",
        ["10.71.8.0/24", "not the same"],
        ["10.71.0.0/22"],
    ),
    "of one name, and called otherwise": (
        "Which VLAN has a different name on quay-cfg and quay-barn?",
        ["20", "PRINTERS", "PRINTING"],
        ["OFFICE", "SIGNS"],
    ),
    "on one and not on the other": ("Which VLANs are on quay-cfg but not on quay-barn?", ["30"], ["10 ", "20 "]),
    "missing there": ("which vlan of quay-cfg is missing on quay-barn", ["30"], ["10 ", "20 "]),
    "the other one first": (
        "Which ntp server does quay-one have that quay-two does not?",
        ["10.20.0.12"],
        ["10.20.0.11"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_both_ends(quay: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(quay, question, shown, hidden)


def test_no_link_that_ties_two_devices_is_not_made_up(quay: Agent) -> None:
    answer = quay.ask(Question("mtu on both ends of the quay-two to quay-barn link"))
    assert answer.status == "not_parsed"
    assert "no link between" in answer.text

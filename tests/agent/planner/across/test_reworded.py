"""Classes of devices, and things by what their descriptions say of them, in the words in which people ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "hub/moor-hb1.conf": """\
hostname moor-hb1
!
interface Slot1
 description printer room
 mtu 1500
!
interface Slot2
 description lease Amber Mills
 mtu 9000
!
interface Slot3
 shutdown
!
interface Slot4
 description camera of the hall
!
interface Slot5
 description desk 12 by the stairs
!
interface Slot6
 description old kiosk
!
ring GUEST
 label 100
!
""",
    "hub/moor-hb2.conf": """\
hostname moor-hb2
!
interface Slot1
 description lease Amber Mills backup
 mtu 9000
!
interface Slot2
 shutdown
!
ring GUEST
 label 200
!
ring TILLS
 label 300
!
""",
    "rim/moor-acc7.set": """\
set system host-name moor-acc7
set ports p1 note "meeting room printer"
set ports p1 tag 30
set ports p2 note "sign east door"
set ports p2 tag 40
set ports p3 disable
set partner 10.6.0.2 note "Tollgate Dairy"
set partner 10.6.0.2 far-as 64702
set partner 10.6.0.6 note "Penrose Quarry"
set partner 10.6.0.6 far-as 64703
""",
}


@pytest.fixture(scope="module")
def moor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from three devices in two folders."""
    with agent_of(FILES, tmp_path_factory.mktemp("moor")) as agent:
        yield agent


ANSWERED = {
    "a class by its folder": (
        "Which interfaces are shut down on the hub routers?",
        ["Slot3", "Slot2"],
        ["p3"],
    ),
    "a class in the plural": ("Which hubs have the ring GUEST?", ["moor-hb1", "moor-hb2"], ["moor-acc7"]),
    "a class by the beginning of a name": (
        "which ports are disabled on the access switches",
        ["p3"],
        ["Slot"],
    ),
    "a class in capitals": (
        "Which HBs have the ring TILLS?",
        ["moor-hb2", "'HBs' was read as"],
        ["moor-hb1:"],
    ),
    "a port by what it goes to": ("which port goes to the meeting room printer", ["p1"], ["p2", "Slot1"]),
    "by a verb at the end": ("Which interface does the printer room hang on?", ["Slot1", "moor-hb1"], ["p1"]),
    "with a small word between": ("which port feeds the sign at the east door?", ["p2"], ["p1"]),
    "where something is": ("Where is the meeting room printer connected?", ["p1"], ["p2"]),
    "by a customer, on a device": ("Which interface faces Amber Mills on moor-hb1?", ["Slot2"], ["Slot1"]),
    "a number of what is described": ("What is the AS of Tollgate Dairy?", ["64702"], ["64703"]),
    "by a part of a name": ("What is the far AS of Penrose?", ["64703"], ["64702"]),
    "another number": ("What is the tag of the meeting room printer?", ["30"], ["40"]),
}


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_in_other_words(moor: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(moor, question, shown, hidden)


DECLINED = {
    "a class that nothing is called": "Which interfaces are shut down on the spine routers?",
    "a description that nothing has": "which port goes to the boiler room",
    "a plain word of a description": "Which port goes to the east?",
    "something else that is not known": "Which port painted the meeting room printer?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_declined(moor: Agent, question: str) -> None:
    assert_not_answered(moor, question)

"""Names that nothing defines and things that nothing names, in three syntaxes and in many wordings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

FILES = {
    "site/pier-one.set": """\
set system host-name pier-one
set lanes lane0 note "to pier-two"
set lanes lane0 part 0 guard input DAY-IN
set lanes lane1 part 0 guard input NIGHT-IN
set lanes lane2 part 0 family plain
set speaker group OUTER partner 10.4.0.2 admit NORTH-ADMIT
set speaker group OUTER partner 10.4.0.6 admit SOUTH-ADMIT
set speaker group OUTER partner 10.4.0.6 issue ALL-ISSUE
set ruling-options ruling NORTH-ADMIT step a from net-list NORTH-NETS
set ruling-options ruling NORTH-ADMIT step a then accept
set ruling-options ruling ALL-ISSUE step a then accept
set ruling-options ruling SHELVED step a then reject
set ruling-options net-list NORTH-NETS 10.70.0.0/22
set ruling-options net-list OLD-NETS 10.99.0.0/16
set keeper guard DAY-IN step web then accept
set keeper guard DAY-IN step rest then discard
set keeper guard SPARE-IN step all then accept
""",
    "site/pier-shed.yaml": """\
hostname: pier-shed
vlans:
  - id: 61
    name: tills
  - id: 62
    name: signs
  - id: 63
    name: guests
interfaces:
  - name: port1
    mode: trunk
    allowed_vlans: [61, 62]
  - name: port2
    mode: access
    access_vlan: 61
  - name: port3
    mode: access
    access_vlan: 64
""",
    "site/pier-gate.cfg": """\
hostname pier-gate
!
vlan 10
   name OFFICE
!
vlan 20
   name PRINT
!
vlan 60
   name LEGACY
!
interface Ethernet1
   switchport trunk allowed vlan 10,20
!
interface Ethernet2
   switchport access vlan 20
!
interface Ethernet3
   switchport access vlan 35
!
interface Vlan10
   ip access-group OFFICE-IN in
!
interface Vlan20
   ip access-group PRINT-IN in
!
ip access-list OFFICE-IN
   10 permit tcp any host 10.20.0.91 eq 443
   20 deny ip any any
!
ip access-list LINE-IN
   10 permit ip 10.20.0.0/24 any
!
ip access-list OLD-CAM
   10 permit ip any host 10.20.0.92
!
router watch 7
   neighbor 10.20.1.2 route-map WATCH-OUT out
   neighbor 10.20.1.2 prefix-list WATCH-NETS in
!
ip prefix-list WATCH-NETS
   seq 10 permit 10.20.0.0/16
!
route-map SHORT permit 10
   set metric 5
!
line far
   ip access-group LINE-IN in
!
tide flow
   member Ethernet1
   member Ethernet2
!
""",
}


@pytest.fixture(scope="module")
def pier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from three devices, each in a syntax of its own."""
    with agent_of(FILES, tmp_path_factory.mktemp("pier")) as agent:
        yield agent


ANSWERED = {
    "applied but not defined": ("Which ACLs are applied but not defined?", ["PRINT-IN"], ["OFFICE-IN", "OLD-CAM"]),
    "two words, no verb": ("undefined access lists", ["PRINT-IN", "Vlan20"], ["LINE-IN"]),
    "that nobody made": ("which interface uses an ACL that nobody defined?", ["PRINT-IN", "Vlan20"], ["OFFICE-IN"]),
    "never written": (
        "Is there an interface that points at an access list never written?",
        ["PRINT-IN", "Vlan20"],
        ["OFFICE-IN"],
    ),
    "who uses one that does not exist": (
        "which interface has an access list that does not exist?",
        ["PRINT-IN", "Vlan20"],
        ["Vlan10"],
    ),
    "a property that says what it refers to": (
        "which partner has an admit ruling that isn't defined",
        ["10.4.0.6", "SOUTH-ADMIT"],
        ["NORTH-ADMIT", "10.4.0.2"],
    ),
    "missing, at the end": ("Which admit ruling is missing on pier-one?", ["SOUTH-ADMIT"], ["ALL-ISSUE"]),
    "missing its own": (
        "which partner is missing its ruling?",
        ["10.4.0.6", "SOUTH-ADMIT"],
        ["10.4.0.2"],
    ),
    "a word that stands only in the lines that define": (
        "any keeper guard applied to a lane but not configured?",
        ["NIGHT-IN", "lane1"],
        ["SPARE-IN", "443"],
    ),
    "numbers, in a list of another name": (
        "Which port of pier-shed is in a vlan that does not exist?",
        ["port3", "64"],
        ["port2", "port1"],
    ),
    "numbers, in an access port": (
        "Which ports use a VLAN that isn't configured on pier-gate?",
        ["Ethernet3", "35"],
        ["20 "],
    ),
    "a map that another is called like": (
        "Which route-map is referenced but not defined on pier-gate?",
        ["WATCH-OUT"],
        ["SHORT"],
    ),
    "never used": ("Which rulings are never used?", ["SHELVED"], ["NORTH-ADMIT", "ALL-ISSUE"]),
    "not referenced": ("which net-lists are not referenced anywhere", ["OLD-NETS"], ["NORTH-NETS"]),
    "not bound to": ("Which guard is defined but not bound to any lane?", ["SPARE-IN"], ["DAY-IN"]),
    "nothing uses it": ("Which ACLs does nothing use?", ["OLD-CAM"], ["LINE-IN", "OFFICE-IN"]),
    "used by a line of the whole file": ("Which access lists are unused?", ["OLD-CAM"], ["LINE-IN"]),
    "on no port": ("Which VLANs of pier-gate are on no port?", ["60"], ["10 ", "20 "]),
    "not assigned to any": ("Which vlans of pier-shed are not assigned to any port?", ["guests"], ["tills", "signs"]),
    "what runs no protocol": (
        "Which interfaces of pier-gate do not run flow?",
        ["Ethernet3", "Vlan10"],
        ["Ethernet1", "Ethernet2"],
    ),
    "what is not in it": ("which interface is not in the flow on pier-gate", ["Ethernet3"], ["Ethernet1"]),
    "a map that no neighbor has": ("Which route maps are not applied to any neighbor?", ["SHORT"], ["WATCH-OUT"]),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_names_that_refer(pier: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(pier, question, shown, hidden)


DECLINED = {
    "a noun that nothing is called": "Which bollards are used but not defined?",
    "a protocol that nothing says": "Which interfaces of pier-gate do not run ebb?",
    "a protocol that the device does not say": "Which interfaces of pier-shed do not run flow?",
    "who uses it is nothing known": "Which access lists are not applied to any bollard?",
}


@pytest.mark.parametrize("question", DECLINED.values(), ids=DECLINED)
def test_declined(pier: Agent, question: str) -> None:
    assert_not_answered(pier, question)


NUMBERED = {
    "kelp/kelp-one.cfg": """\
hostname kelp-one
!
vlan 20
   name NETS
!
interface Ethernet1
   switchport access vlan 20
!
interface Ethernet2
   switchport access vlan 35
!
interface Ethernet3
   switchport access vlan 36
!
interface Vlan20
   ip access-group 40 in
!
interface Vlan21
   ip access-group 40 in
!
access-list 20 permit 10.60.1.1
access-list 40 permit 10.60.1.2
access-list 50 permit 10.60.1.3
!
router tide 7
   neighbor 10.60.9.2 route-map EBB-OUT out
   neighbor 10.60.9.4 route-map FLOW-OUT out
!
route-map FLOW-OUT permit 5
   set metric 5
!
snmp-server community PLAIN RO 20
!
""",
    "kelp/kelp-two.set": """\
set system host-name kelp-two
set ruling-options static route 10.61.0.0/16 discard
set ruling-options static route 10.62.0.0/16 discard
set ruling-options ruling NORTH step a from route-filter 10.61.0.0/16
set ruling-options ruling NORTH step a then accept
set ruling-options ruling SOUTH step b from route-filter 10.69.0.0/16
set ruling-options ruling SOUTH step b then reject
""",
}


@pytest.fixture(scope="module")
def kelp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Answer from lists and VLANs with the same numbers."""
    with agent_of(NUMBERED, tmp_path_factory.mktemp("kelp")) as agent:
        yield agent


def test_a_vlan_is_no_access_list(kelp: Agent) -> None:
    assert_not_answered(kelp, "Which ACLs are applied but not defined?")


def test_a_number_that_nothing_explains_may_use_a_list(kelp: Agent) -> None:
    assert_shows(kelp, "Which access lists are unused?", ["50"], ["20 ", "40 "])


def test_both_words_of_a_route_map_count(kelp: Agent) -> None:
    assert_shows(kelp, "Which route-maps are used but not defined?", ["EBB-OUT"], ["FLOW-OUT", "10.69"])

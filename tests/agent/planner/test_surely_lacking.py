"""What lacks something, where makes say the same in different words: in three syntaxes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

_PLAIN = """\
hostname {name}
!
logging host 10.80.0.9
!
ip name-server 10.80.0.3
!
snmp-server community PLAIN RO
!
interface Ethernet1
 description to the pier
 ip address 10.81.{number}.1 255.255.255.0
!
interface Ethernet2
 ip dhcp snooping trust
!
router bgp {number}
 neighbor 10.80.{number}.2 remote-as 65001
 neighbor 10.80.{number}.4 remote-as 65002
 neighbor 10.80.{number}.4 password HUSH
!
"""
_BRACES = """\
system {{
    host-name {name};
    syslog {{
        host 10.80.0.9 {{
            any notice;
        }}
    }}
}}
snmp {{
    community PLAIN {{
        authorization read-only;
    }}
}}
interfaces {{
    xe-0/0/1 {{
        unit 0 {{
            family inet {{
                address 10.81.{number}.9/24;
            }}
        }}
    }}
    xe-0/0/2 {{
        description spare;
    }}
}}
protocols {{
    bgp {{
        group OUTER {{
            neighbor 10.80.{number}.6 {{
                description pier;
                authentication-key HUSH;
            }}
            neighbor 10.80.{number}.8 {{
                description quay;
            }}
        }}
    }}
}}
"""
_BARE = """\
hostname {name}
!
no snmp-server
!
ip dhcp pool DESKS
 dns-server 10.80.0.3
!
interface Ethernet1
 description to the quay
!
"""
FILES = {
    "reef/reef-one.cfg": _PLAIN.format(name="reef-one", number=11),
    "reef/reef-two.cfg": _PLAIN.format(name="reef-two", number=12),
    "reef/reef-three.conf": _BRACES.format(name="reef-three", number=13),
    "reef/reef-four.conf": _BRACES.format(name="reef-four", number=14),
    "reef/reef-five.cfg": _BARE.format(name="reef-five"),
}


@pytest.fixture(scope="module")
def reef(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of(FILES, tmp_path_factory.mktemp("reef")) as agent:
        yield agent


ANSWERED = {
    "a device of whose make nothing is called so": (
        "which devices have no syslog server?",
        ["1 device", "reef-five", "left out"],
        [],
    ),
    "a statement that takes it back": ("Which devices have no snmp community?", ["1 device", "reef-five"], []),
    "counted": ("How many devices have no syslog server?", ["1 name", "left out"], []),
    "a protocol": ("which devices do not run bgp?", ["reef-five"], ["reef-five, "]),
    "an address, whatever it is called": (
        "Which interfaces have no ip address?",
        ["Ethernet2 on reef-one, reef-two", "xe-0/0/2 on reef-four", "left out", "xe-0/0/1 of reef-four"],
        ["Ethernet1 on reef-one"],
    ),
    "things": (
        "which neighbors have no password?",
        ["10.80.11.2", "10.80.12.2", "10.80.13.8", "10.80.14.8", "left out, as their lines may say 'password'"],
        ["10.80.11.4"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("question", "shown", "hidden"), ANSWERED.values(), ids=ANSWERED)
def test_surely_lacking(reef: Agent, question: str, shown: list[str], hidden: list[str]) -> None:
    assert_shows(reef, question, shown, hidden)


def test_nothing_is_claimed_where_all_say_it(reef: Agent) -> None:
    assert_not_answered(reef, "Which devices have no hostname?")

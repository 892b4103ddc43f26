"""Findings are the answer where they say each word of a question, and nothing is claimed of what they leave open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

ROUTER = """hostname fen-r1
!
interface GigabitEthernet0/0
 description fen-r2 Gi0/1
 ip address 10.7.0.1 255.255.255.252
 mtu 1500
!
interface GigabitEthernet0/2
 description cellar
 ip address 10.7.9.1 255.255.255.0
 ip access-group ATTIC in
!
ip access-list extended LOFT
 permit ip 10.7.9.0 0.0.0.255 any
!
line vty 0 4
 transport input telnet ssh
 login local
!
end
"""
OTHER = """hostname fen-r2
!
interface GigabitEthernet0/1
 description fen-r1 Gi0/0
 ip address 10.7.0.2 255.255.255.252
 mtu 9000
!
line vty 0 4
 transport input ssh
 login local
!
end
"""
LOG = "".join(
    f"May  6 {clock} fen-r1 {number}: May  6 {clock}.100 UTC: %{message}\n"
    for number, (clock, message) in enumerate(
        [
            *(
                (
                    f"{8 + down // 6:02}:{down % 6}0:0{place}",
                    f"LINK-3-UPDOWN: Interface GigabitEthernet0/2, changed state to {state}",
                )
                for down in range(8)
                for place, state in enumerate(("down", "up"))
            ),
            ("11:00:00", "PLATFORM_ENV-1-FRU_PS_FAIL: fan tray 2 has failed"),
        ]
    )
)
CLAIMED = {
    "which boxes still talk telnet?": "fen-r1 can be managed by telnet",
    "is telnet enabled anywhere": "fen-r1 can be managed by telnet",
    "do the MTUs match on the link fen-r1 to fen-r2?": "fen-r1 GigabitEthernet0/0 has 1500",
    "compare the mtu at both ends of fen-r1 and fen-r2": "fen-r2 GigabitEthernet0/1 has 9000",
    "any acl that is used but never defined?": "ATTIC",
    "which access lists on fen-r1 are not used anywhere?": "LOFT",
    "how often did GigabitEthernet0/2 flap": "8 times",
}
TRAPS = (
    "which boxes do not talk telnet?",
    "which users may log in by telnet?",
    "which boxes allow telnet and ftp?",
    "which access list allows telnet?",
    "which boxes allow telnet only from 10.7.9.0?",
    "which firewalls allow telnet?",
    "why is telnet enabled on fen-r1?",
    "is telnet enabled on fen-r2?",
    "do the MTUs match on the link fen-r1 to fen-r3?",
    "what is the mtu of fen-r1 and fen-r2",
    "do the speeds match on the link fen-r1 to fen-r2?",
    "any route map that is used but never defined?",
    "any acl on fen-r2 that is used but never defined?",
    "which access lists are not used on GigabitEthernet0/0?",
    "which access lists are not applied to any interface?",
    "how often did GigabitEthernet0/0 flap",
    "how many interfaces flapped",
    "which interfaces are flapping now",
    "when did a power supply of fen-r1 fail",
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    files = {"fen-r1.cfg": ROUTER, "fen-r2.cfg": OTHER, "fen.log": LOG}
    with agent_on(tmp_path_factory.mktemp("fen"), files) as made:
        yield made


@pytest.mark.parametrize(("text", "shown"), CLAIMED.items(), ids=CLAIMED)
def test_claimed(agent: Agent, text: str, shown: str) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert shown in answer.text
    assert answer.citations


def test_no_trap_is_claimed(agent: Agent) -> None:
    claimed = {
        text: answer.text for text in TRAPS if (answer := agent.ask(Question(text))).status == "answered"
    }
    assert claimed == {}

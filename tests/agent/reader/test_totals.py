"""How many there are is said only where the list is proved whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

GORSE = """version 17.6
hostname gorse-r1
router bgp 65010
 neighbor INNER peer-group
 neighbor INNER remote-as 65010
 neighbor 10.8.0.2 peer-group INNER
 neighbor 10.8.0.3 peer-group INNER
 neighbor 10.9.0.1 remote-as 65020
ip dhcp pool USERS
 network 10.8.10.0 255.255.255.0
vlan 10
 name STAFF
vlan 20
 name VOICE
ip access-list extended USED
 10 permit ip any any
ip access-list extended ALSO
 10 permit ip any any
interface Vlan10
 ip access-group USED in
 frobnicate acl ALSO
end
"""
POOLS = """set version 21.4R3
set system host-name gorse-mx
set access address-assignment pool GUESTS family inet network 10.8.30.0/24
set protocols bgp group A type external
set protocols bgp group A neighbor 10.8.7.2 peer-as 65077
set protocols bgp group A neighbor 10.8.7.6 peer-as 65078
set protocols bgp group A neighbor 10.8.7.6 hold-time 30
set interfaces ge-0/0/0 unit 0 family inet address 10.8.7.1/30
set security policies from-zone barn to-zone yard policy SEEDS match source-address any
set security policies from-zone barn to-zone yard policy SEEDS then permit
set security nat source rule-set WAYS rule R1 match source-address 10.8.0.0/16
set security nat source rule-set WAYS rule R1 then source-nat interface
"""
OPEN = {
    "another make calls it otherwise": "dhcp pools",
    "some inherit from a group": "bgp neighbors of gorse-r1 with remote as 65020",
    "a statement is unknown": "access lists of gorse-r1 please",
}
LISTED = {
    "table of the vlans of gorse-r1 with their names": ["STAFF", "VOICE"],
    "vlans and names on gorse-r1": ["STAFF", "VOICE"],
    "bgp peers of gorse-mx with their AS": ["65077", "65078"],
    "security rules of gorse-mx": ["SEEDS"],
}
"""What is asked of each thing, where all of them say it, and what has to be shown."""
UNLISTED = (
    "bgp peers of gorse-r1 with their AS",  # from a group
    "vlans of gorse-r1 with their colour",
    "vlans of gorse-r1 with the same names",
    "vlans of gorse-r1 with other names",
    "vlans of gorse-r1 with only their names",
    "vlans of gorse-r1 and not their names",
    "bgp peers of gorse-mx with their local AS",
    "bgp peers of gorse-mx with their hold time",  # one says it
    "peers of gorse-mx with their AS",
    "rules of gorse-mx",  # of the firewall, or of NAT
    "how many rules does gorse-mx have",
    "dhcp of gorse-r1 with their pool",
    "bgp peers of gorse-mx9 with their AS",
)
_NUMBER = re.compile(r"^\d+ (?:of \d+ )?\w+ .*|^settings on \d+ of")


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    files = {"gorse-r1.cfg": GORSE, "gorse-mx.set": POOLS}
    with agent_on(tmp_path_factory.mktemp("totals"), files) as opened:
        yield opened


@pytest.mark.parametrize("text", OPEN.values(), ids=OPEN)
def test_no_total_is_said_where_there_may_be_more(agent: Agent, text: str) -> None:
    answer = agent.ask(Question(text))
    assert answer.tables
    assert answer.status == "closest"
    assert not _NUMBER.match(answer.tables[0].title)


def test_a_list_that_is_whole_has_its_number(agent: Agent) -> None:
    titles = [one.title for one in agent.ask(Question("which names do vlans of gorse-r1 have")).tables]
    assert "2 VLANs on gorse-r1" in titles


def test_what_may_be_used_is_not_said_to_be_unused(agent: Agent) -> None:
    tables = agent.ask(Question("where are the access lists of gorse-r1 used")).tables
    assert tables
    assert not [row for table in tables for row in table.rows if "no reference was found" in row]


@pytest.mark.parametrize(("text", "shown"), LISTED.items(), ids=LISTED)
def test_what_all_of_a_list_say_is_claimed(agent: Agent, text: str, shown: list[str]) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert [one for one in shown if one not in answer.text] == []


@pytest.mark.parametrize("text", UNLISTED)
def test_what_some_of_a_list_say_is_not_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status != "answered"

"""What a named block says, and where a name is used: claimed where it is the name of one thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent, open_agent
from agent.records import Question
from ingest.pipeline import ingest
from tests.agent.ask_files import agent_on
from tests.borrowed_graph import borrowed_graph

IOS = """version 15.2
hostname mill-r1
ip access-list extended YARD-IN
 10 permit tcp any host 10.8.1.5 eq 443
 20 deny ip any 10.8.0.0 0.0.255.255 log
ip access-list extended SPARE
 10 permit ip any any
interface GigabitEthernet0/1
 description yard
 ip address 10.8.1.1 255.255.255.0
 ip access-group YARD-IN in
interface GigabitEthernet0/2
 ip address 10.8.2.1 255.255.255.0
interface Port-channel7
 ip address 10.8.3.1 255.255.255.0
ip route 10.8.90.0 255.255.255.0 Port-channel7
ip route 10.8.91.0 255.255.255.0 Po7
ip route 10.8.92.0 255.255.255.0 GigabitEthernet0/2
ip route 10.8.93.0 255.255.255.0 Gi0/2
route-map SEEDS permit 10
end
"""
FORTI = """config system global
    set hostname "mill-fw"
end
config firewall address
    edit "n-yard"
        set subnet 10.8.1.0 255.255.255.0
    next
end
config firewall address
    edit "h-till01"
        set subnet 10.8.1.7 255.255.255.255
    next
    edit "vlan20"
        set subnet 10.8.20.0 255.255.255.0
    next
end
config firewall policy
    edit 20
        set name "till-out"
        set srcaddr "h-till01"
        set dstaddr "vlan20"
        set action accept
    next
    edit 4
        set name "yard-out"
        set srcintf "port1"
        set dstintf "port2"
        set action accept
        set srcaddr "n-yard"
        set dstaddr "all"
        set schedule "always"
        set service "DNS" "HTTPS"
    next
end
"""
ASA = """ASA Version 9.14(2)
hostname mill-asa
object network TILL
 host 10.8.7.5
object-group network SHOP-ALL
 network-object object TILL
 network-object 10.8.9.0 255.255.255.0
object-group network SITES-ALL
 network-object host 10.8.6.6
 group-object SHOP-ALL
object-group network OTHER
 network-object host 10.8.6.7
access-list A extended permit ip any object-group SITES-ALL
ip local pool CALLERS 10.8.40.10-10.8.40.90 mask 255.255.255.0
tunnel-group OFFICE general-attributes
 address-pool CALLERS
group-policy GP-YARD internal
group-policy GP-YARD attributes
 vpn-idle-timeout 30
group-policy GP-MILL internal
group-policy GP-MILL attributes
 vpn-session-timeout 240
webvpn
 tunnel-group-list enable
"""
FORTI_GROUPS = """config firewall address
    edit "n-shed"
        set subnet 10.8.4.0 255.255.255.0
    next
    edit "n-barn"
        set subnet 10.8.3.0 255.255.255.0
    next
end
config firewall addrgrp
    edit "grp-inner"
        set member "n-barn"
    next
    edit "grp-outer"
        set member "n-shed" "grp-inner"
    next
end
"""
SEEDS = """ip access-list standard SEEDS
 10 permit 10.8.0.0
end
"""
TWICE = """version 15.2
hostname {name}
ip access-list extended CELLAR
 10 permit tcp any host 10.8.44.5 eq 22
 15 deny ip any any
end
"""
FILES = {
    "mill-r1.cfg": IOS,
    "mill-r3.cfg": TWICE.format(name="mill-r3").replace("end\n", SEEDS),
    "mill-r4.cfg": TWICE.format(name="mill-r4")
    .replace("10.8.44.5", "10.8.44.6")
    .replace(" 15 deny ip any any\n", ""),
    "mill-fw.conf": FORTI.replace("config firewall policy", FORTI_GROUPS + "config firewall policy"),
    "mill-asa.cfg": ASA,
}
CLAIMED = {
    "an entry of a list": ("What does entry 20 of YARD-IN say?", ["20 deny ip any 10.8.0.0 0.0.255.255 log"]),
    "a rule by its number": ("what does policy 4 on mill-fw allow", ['"n-yard"', '"DNS" "HTTPS"']),
    "a rule on the only device of a make": ("what does policy 4 of the fortigate allow", ['"n-yard"']),
    "a group with what it gathers": (
        "Which addresses are in object-group SITES-ALL?",
        ["host 10.8.6.6", "host 10.8.7.5", "10.8.9.0 255.255.255.0"],
    ),
    "a group of groups": (
        "which addresses does address group grp-outer contain",
        ["10.8.4.0 255.255.255.0", "10.8.3.0 255.255.255.0"],
    ),
    "an interface": ("show interface Gi0/1 of mill-r1", ["description yard", "YARD-IN in"]),
    "where a list is applied": (
        "Where is access list YARD-IN applied?",
        ["GigabitEthernet0/1", "mill-r1.cfg:11"],
    ),
    "where an address stands": ("where is 10.8.1.5 used", ["mill-r1.cfg:4"]),
    "an entry of lists of one name": (
        "what does entry 10 of CELLAR say",
        ["host 10.8.44.5", "host 10.8.44.6", "mill-r3.cfg:4", "mill-r4.cfg:4"],
    ),
    "two things of one name": (
        "what does SEEDS say",
        ["route policy SEEDS on mill-r1 and access list SEEDS on mill-r3 say"],
    ),
    "where an address is mentioned": ("where is 10.8.1.5 mentioned in the configs", ["mill-r1.cfg:4"]),
    "where a name is mentioned, and defined": (
        "where is YARD-IN mentioned in the configs",
        ["mill-r1.cfg:3", "mill-r1.cfg:11"],
    ),
    "where an address shows up": ("where does 10.8.44.6 show up in the configs", ["mill-r4.cfg:4"]),
    "a pool of addresses": ("what uses the address pool CALLERS", ["OFFICE"]),
    "a name that ends in a number": ("what uses the address object h-till01", ["20", "srcaddr"]),
    "who uses an address object": ("who uses the address n-yard on mill-fw", ["4"]),
}
NOT_CLAIMED = {
    "members of one kind, beside others": "Which objects are in SHOP-ALL?",
    "an entry that is not there": "What does entry 30 of YARD-IN say?",
    "a rule that is not there": "what does policy 5 on mill-fw allow",
    "entries of two lists": "What does entry 10 say?",
    "what is asked beside": "Which hosts does entry 20 of YARD-IN deny?",
    "an entry of one of two lists of a name": "what does entry 15 of CELLAR say, and on which of both",
    "a name that the number of another thing may stand for": "what uses the address object vlan20",
    "a name that is written short elsewhere": "what uses Port-channel7 on mill-r1",
    "a port that is written short elsewhere": "what uses GigabitEthernet0/2 on mill-r1",
    "where an address was seen": "where was 10.8.1.5 mentioned in the configs",
    "a denial": "Where is access list YARD-IN not applied?",
    "a name that its number may stand for": "where is GigabitEthernet0/1 used on mill-r1",
    "what the name itself uses": "what does access list YARD-IN use",
    "an address that others begin with": "where is 10.8.1 used",
    "an address that is nowhere": "where is 10.8.1.99 used",
    "what is used nowhere": "Where is access list SPARE applied?",
    "a setting that stands elsewhere": "tunnel-group-list in GP-YARD?",
    "a question about one packet": "does policy 4 on mill-fw allow telnet",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("mill"), FILES) as opened:
        yield opened


@pytest.mark.parametrize(("text", "shown"), CLAIMED.values(), ids=CLAIMED)
def test_a_block_or_its_use_is_claimed(agent: Agent, text: str, shown: list[str]) -> None:
    answer = agent.ask(Question(text))
    cited = " ".join(f"{line.path}:{line.number} {line.text}" for line in answer.citations)
    assert answer.status == "answered"
    assert [one for one in shown if one not in answer.text and one not in cited] == []


@pytest.mark.parametrize("text", NOT_CLAIMED.values(), ids=NOT_CLAIMED)
def test_not_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status == "closest"


def test_a_group_shows_no_other_ones_members(agent: Agent) -> None:
    assert "10.8.6.7" not in agent.ask(Question("Which addresses are in object-group SITES-ALL?")).text


def test_lists_of_one_name_are_claimed_where_all_are_read(tmp_path: Path) -> None:
    files = [tmp_path / "a.cfg", tmp_path / "b.cfg"]
    files[0].write_text(TWICE.format(name="mill-r3"), "utf-8")
    files[1].write_text(FILES["mill-r4.cfg"], "utf-8")
    unread = "MATCH (d:Document) WHERE d.path ENDS WITH 'b.cfg' SET d.lines_explained = d.lines - 1"
    with borrowed_graph() as graph:
        ingest(files, graph, tmp_path / "parsers")
        graph.write_all([(unread, {})])
        with open_agent(graph) as opened:
            assert opened.ask(Question("what does entry 10 of CELLAR say")).status == "closest"

"""What a filter does with a packet, asked in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import ask
from agent.packet_question import read_packet
from chat.asking.commands import packet_question
from findings.filters.records import Packet
from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

READ = {
    "everything": (
        "Does ACL permit tcp from 10.0.0.1 to 10.1.1.1 port 22?",
        Packet("10.0.0.1", "10.1.1.1", "tcp", None, 22),
    ),
    "addresses in the order of an entry": (
        "permit udp 10.0.0.1 10.1.1.1 53",
        Packet("10.0.0.1", "10.1.1.1", "udp", None, 53),
    ),
    "a service by name": (
        "is ssh from 10.0.0.1 to 10.1.1.1 allowed",
        Packet("10.0.0.1", "10.1.1.1", "tcp", None, 22),
    ),
    "a port behind the source": (
        "permit tcp from 10.0.0.1 port 5000 to 10.1.1.1 port 22",
        Packet("10.0.0.1", "10.1.1.1", "tcp", 5000, 22),
    ),
    "only a destination": ("which entry matches traffic to 10.1.1.1", Packet("", "10.1.1.1")),
    "a word that is not read": ("permit tcp from 10.0.0.1 to 10.1.1.1 on mondays", None),
    "two sources": ("permit from 10.0.0.1 from 10.0.0.2", None),
    "a port of either": ("permit tcp to 10.1.1.1 from 10.0.0.1 port 22", None),
}
ROUTER = """\
hostname edge9
interface GigabitEthernet0/0
 ip address 10.0.0.254 255.255.255.0
 ip access-group EDGE-IN in
ip access-list extended EDGE-IN
 10 permit tcp any any established
 20 deny tcp host 10.0.0.66 any
 30 permit tcp 10.0.0.0 0.0.0.255 host 10.1.1.1 eq 22
 40 deny udp any any
"""
ASKED = {
    "the action is the same whatever the open entry does": (
        "Does EDGE-IN on edge9 permit tcp from 10.0.0.1 to 10.1.1.1 port 22?",
        "EDGE-IN on edge9 permits it: entry 30 decides [edge9.cfg:8]",
    ),
    "an entry before it may do the opposite for other packets": (
        "does access list EDGE-IN on EDGE9 allow tcp from 10.0.0.66 to 10.1.1.1 port 22",
        "EDGE-IN on edge9 denies it, taken for the first packet of its connection: entry 20 decides [edge9.cfg:7].",
    ),
    "an entry before it may do the opposite": (
        "does access list EDGE-IN on EDGE9 allow tcp to 10.1.1.1 port 22",
        "What EDGE-IN on edge9 does is not known: no entry surely matches",
    ),
    "a packet of the other version of IP": (
        "Does EDGE-IN on edge9 permit tcp from 2001:db8::1 to 2001:db8::2 port 22?",
        "What EDGE-IN on edge9 does is not known",
    ),
    "no entry": (
        "Does EDGE-IN on edge9 block icmp from 10.0.0.1 to 10.1.1.1?",
        "EDGE-IN on edge9 denies it: no entry surely matches, and what none matches is denied",
    ),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_packet_is_read_from_words(text: str, expected: Packet | None) -> None:
    assert read_packet(text.replace(" ACL ", " ")) == expected


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder: Path = tmp_path_factory.mktemp("filters")
    (folder / "network").mkdir()
    (folder / "network" / "edge9.cfg").write_text(ROUTER)
    with borrowed_graph() as opened:
        ingest([folder / "network"], opened, folder / "parsers")
        yield opened


@pytest.mark.parametrize(("question", "expected"), ASKED.values(), ids=ASKED)
def test_filter_is_asked_in_words(question: str, expected: str, graph: BoltGraph) -> None:
    answer = ask(question, graph)
    assert answer.status == "answered"
    assert answer.text.startswith(expected)
    assert {line.path for line in answer.citations} == {"edge9.cfg"}


def test_command_asks_the_same(graph: BoltGraph) -> None:
    question = packet_question("/test-filter edge9 EDGE-IN tcp 10.0.0.1 10.1.1.1 22")
    assert ask(question, graph).text.startswith("EDGE-IN on edge9 permits it: entry 30 decides")
    assert packet_question("/test-filter edge9") == ""

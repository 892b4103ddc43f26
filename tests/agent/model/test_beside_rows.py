"""Beside the rows of a question stand the owners of their addresses, and of a why-question what checks found wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from agent.ask import Agent
from agent.model.beside_rows import rows_beside
from agent.model.misplaced_values import misplaced_values
from agent.model.near_values import value_places
from agent.records import Answer, Query, Question
from agent.value_index import ValueIndex, ValueOccurrence
from graph_store.bolt_graph import BoltGraph
from graph_store.graph import ReadableGraph
from graph_store.records import Description
from ingest.pipeline import ingest
from tests.agent.scripted_model import ScriptedCalls
from tests.borrowed_graph import borrowed_graph

R1 = """hostname r1
interface Loopback0
 description http://10.7.0.2:7012/order
 ip address 10.255.0.1 255.255.255.255
interface GigabitEthernet0/0
 description to r2
 mtu 9000
 ip address 10.7.0.1 255.255.255.252
router bgp 65001
 neighbor 10.7.0.2 remote-as 65002
 neighbor 203.0.113.9 remote-as 64999
logging host 192.0.2.14
ip prefix-list UP seq 5 permit 10.7.0.0/16 le 30
ip prefix-list UP seq 9 permit 198.51.100.0/24
end
"""
R2 = """system {
    host-name r2;
    ntp {
        server 192.0.2.15;
    }
}
interfaces {
    ge-0/0/0 {
        mtu 1514;
        unit 0 {
            family inet {
                address 10.7.0.2/30;
            }
        }
    }
}
routing-options {
    autonomous-system 65003;
}
protocols {
    bgp {
        group up {
            type external;
            neighbor 10.7.0.1 {
                peer-as 65001;
            }
        }
    }
}
"""
NEIGHBORS = {
    "statement": "MATCH (n:BgpNeighbor {device: 'r1'}) RETURN n.device AS device, n.key AS neighbor ORDER BY neighbor"
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    folder = tmp_path_factory.mktemp("beside")
    files = {"r1.cfg": R1, "r2.conf": R2}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    with borrowed_graph() as opened:
        ingest([folder / name for name in files], opened, Path(folder / "parsers"))
        yield opened


def ask(graph: BoltGraph, text: str, reply: str, **more: object) -> tuple[Answer, str]:
    replies = {"write_statement": [json.dumps(more or NEIGHBORS)], "synthesize": [reply]}
    calls = ScriptedCalls(replies)
    answer = Agent(graph, calls, "scripted:model").ask(Question(text, mode="graph"))
    return answer, "\n".join(calls.sent("synthesize"))


def test_the_owner_of_an_address_is_a_row_of_its_own(graph: BoltGraph) -> None:
    answer, rows = ask(graph, "Who are the BGP neighbors of r1?", "`r2`, as `10.7.0.2` on `ge-0/0/0.0` [1,3]")
    assert (
        "owners of addresses above), columns address, device, interface; the only row:\n3 10.7.0.2 | r2"
        in rows
    )
    assert answer.status == "answered"
    assert "(not " not in answer.text
    assert {line.path for line in answer.citations} == {"r1.cfg", "r2.conf"}


def test_what_is_said_of_an_owner_wrongly_is_marked(graph: BoltGraph) -> None:
    for lie in ("`r2` owns `203.0.113.9` [2,3]", "`10.7.0.2` is `r1` on `GigabitEthernet0/0` [1,3]"):
        answer, _ = ask(graph, "Who are the BGP neighbors of r1?", lie)
        assert "(not " in answer.text, lie


def test_an_address_of_the_question_needs_no_row(graph: BoltGraph) -> None:
    users = "MATCH (n:BgpNeighbor {key: '10.7.0.1'}) RETURN n.device AS device"
    answer, rows = ask(
        graph,
        "Whose address is 10.7.0.1?",
        "`10.7.0.1` is on `GigabitEthernet0/0` of `r1` [2]",
        statement=users,
    )
    assert "\n2 10.7.0.1 | r1 | GigabitEthernet0/0\n" in rows
    assert answer.status == "answered"


def test_the_owner_of_an_address_inside_of_a_word_is_told(graph: BoltGraph) -> None:
    described = "MATCH (i:Interface {key: 'Loopback0'}) RETURN i.description AS description"
    _, rows = ask(graph, "What is Loopback0 described as?", "NONE", statement=described)
    assert "10.7.0.2 | r2 | ge-0/0/0.0" in rows


def test_a_row_of_the_owner_is_not_told_twice(graph: BoltGraph) -> None:
    own = "MATCH (i:Interface {device: 'r1'}) RETURN i.device AS device, i.key AS interface, i.ip_address AS address"
    _, rows = ask(graph, "Which addresses has r1?", "`10.255.0.1` [2]", statement=own)
    assert "10.7.0.1" in rows
    assert "owners" not in rows


def test_a_why_question_sees_what_is_wrong_with_its_devices(graph: BoltGraph) -> None:
    _, rows = ask(graph, "Why is the session of r1 with r2 down?", "NONE")
    assert "what checks found wrong there" in rows
    assert "r1 expects AS 65002 of its BGP neighbor 10.7.0.2" in rows
    assert "differ in MTU: r1 GigabitEthernet0/0 has 9000, r2 ge-0/0/0.0 has 1514" in rows
    for other in ("Which BGP neighbors has r1?", "Why is a session down?"):
        assert "what checks found" not in ask(graph, other, "NONE")[1]


AROUND = {
    "an address of a why-question": ("Why is 10.7.0.2 not announced?", True),
    "a network of a question about what passes": ("Does anything let 10.7.0.0/30 through?", True),
    "a network that nothing is wider than": ("Does anything let 198.51.100.0/24 through?", False),
    "a question about neither": ("Who has 10.7.0.2?", False),
}


@pytest.mark.parametrize(("question", "expected"), AROUND.values(), ids=AROUND)
def test_entries_that_name_a_wider_prefix_are_rows(graph: BoltGraph, question: str, expected: bool) -> None:
    found = rows_beside(Question(question), (), graph.describe(), ValueIndex(graph))
    around = [row for one in found for row in one.rows if "prefix" in row.values]
    assert [row.values["line"] for row in around] == [
        "ip prefix-list UP seq 5 permit 10.7.0.0/16 le 30"
    ] * expected


def test_labels_have_a_place_where_their_networks_hold_an_address(graph: BoltGraph) -> None:
    description, look_up = graph.describe(), ValueIndex(graph)
    within = value_places("What lets 10.7.255.9 through?", description, look_up)
    assert set(within) == {("PrefixListEntry", "")}
    assert value_places("What lets 172.31.0.9 through?", description, look_up) == {}


MISPLACED = {
    "under another label": (
        "Who talks to 10.7.0.2?",
        "MATCH (n:NtpServer {key: '10.7.0.2'}) RETURN n.device",
        True,
    ),
    "that the question means less": (
        "Is 192.0.2.14 an NTP server of r1?",
        "MATCH (n:NtpServer {key: '192.0.2.14'}) RETURN n.device",
        False,
    ),
    "under this label": (
        "Who has 10.7.0.2?",
        "MATCH (n:BgpNeighbor {key: '10.7.0.2'}) RETURN n.device",
        False,
    ),
    "under any": ("Who has 10.7.0.2?", "MATCH (n {key: '10.7.0.2'}) RETURN n.device", False),
    "nowhere": ("Who talks to 10.9.9.9?", "MATCH (n:NtpServer {key: '10.9.9.9'}) RETURN n.device", False),
}


@pytest.mark.parametrize(("question", "statement", "expected"), MISPLACED.values(), ids=MISPLACED)
def test_misplaced_values(graph: BoltGraph, question: str, statement: str, expected: bool) -> None:
    found = misplaced_values(question, Query("cypher", statement), graph.describe(), ValueIndex(graph))
    assert bool(found) == expected


def test_the_host_of_a_record_is_no_misplaced_device() -> None:
    class Hosts(ValueIndex):
        def find(self, text: str) -> tuple[ValueOccurrence, ...]:
            return (ValueOccurrence("Fan", "host", text),)

    query = Query("cypher", "MATCH (e:Event {device: 'hq-r1'}) WHERE e.message CONTAINS 'slow' RETURN e.key")
    index = Hosts(cast("ReadableGraph", None))
    assert misplaced_values("When did the fan fail?", query, Description((), (), ()), index)
    assert misplaced_values("When did the fan fail?", query, Description((), (), ("hq-r1",)), index) == ()

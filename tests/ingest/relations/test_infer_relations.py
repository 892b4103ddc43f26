"""Files in, relations out: by name, by address, and from logs; done again, changed and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from ingest.relations.infer_relations import infer_relations
from tests.borrowed_graph import borrowed_graph
from workspace.overview import read_relations

CORE = """\
hostname core
interface Gi0/0
 description to the edge
 ip address 10.0.0.1 255.255.255.0
 ip access-group EDGE-IN in
interface Gi0/1
 description to nobody
 ip address 10.0.9.1 255.255.255.0
 ip access-group LOST-IN in
interface Gi0/2
 description spare
 ip access-group EDGE-IN in
ip access-list extended EDGE-IN
 permit ip 10.0.0.0 0.0.255.255 any
 deny ip any any
ip access-list extended NEVER-IN
 deny ip any any
router bgp 65001
 neighbor 10.0.0.2 remote-as 65002
 neighbor 10.0.0.2 description edge
"""
EDGE = """\
hostname edge
interface Gi0/0
 description to the core
 ip address 10.0.0.2 255.255.255.0
 ip access-group CORE-IN in
interface Gi0/9
 description to a customer
 ip address 10.0.7.1 255.255.255.0
 ip access-group CORE-IN in
ip access-list extended CORE-IN
 permit ip 10.0.0.0 0.0.255.255 any
 deny ip any any
router bgp 65002
 neighbor 10.0.0.1 remote-as 65001
 neighbor 10.0.0.1 description core
"""
LOG = "".join(
    f"2024-05-01T10:00:{second:02d}Z {host} link[7]: port {port} went {'down' if second % 2 else 'up'}\n"
    for second, (host, port) in enumerate([("core", "Gi0/0"), ("edge", "Gi0/9"), ("other", "Gi0/0")] * 10)
)


@pytest.fixture(scope="module")
def store() -> Iterator[BoltGraph]:
    with borrowed_graph() as opened:
        yield opened


@pytest.fixture
def graph(store: BoltGraph) -> BoltGraph:
    for (serial,) in store.read("MATCH (d:Document) RETURN d.serial", row_limit=1000).rows:
        store.delete_document(int(str(serial)))
    store.write("MATCH (n) WHERE n:Device OR n:Subnet OR n:Type DETACH DELETE n")
    store.commit_lines(0)
    return store


@pytest.fixture
def network(tmp_path: Path) -> Path:
    folder = tmp_path / "network"
    folder.mkdir()
    (folder / "core.cfg").write_text(CORE)
    (folder / "edge.cfg").write_text(EDGE)
    (folder / "links.log").write_text(LOG)
    return folder


def rows(graph: BoltGraph, statement: str) -> list[tuple[Any, ...]]:
    return sorted(graph.read(statement, row_limit=10_000).rows)


ALL = (
    "MATCH (a:Entity)-[r]->(b) WHERE r.inferred IS NOT NULL "
    "RETURN a.path, a.first_line, type(r), r.value, r.inferred, coalesce(b.id, b.prefix, b.name)"
)
OWNERS = (
    "MATCH (a:Entity)-[r:ADDRESS_OWNED_BY]->(i:Entity) WHERE a.device <> i.device "
    "RETURN a.device, r.value, i.device, i.key, r.lines, r.target_lines"
)
SAME_SUBNET = (
    "MATCH (a:Entity)-[:IN_SUBNET]->(s:Subnet)<-[:IN_SUBNET]-(b:Entity) WHERE a.id < b.id "
    "RETURN a.device, a.key, s.prefix, b.device, b.key"
)
FILTERS_OF = "MATCH (i {key: 'Gi0/0', device: 'core'})-[r:IP_ACCESS_GROUP]->(f) RETURN f.key, r.inferred"
UNDEFINED = (
    "MATCH (a)-[:IP_ACCESS_GROUP]->(u:Undefined) RETURN a.device, a.key, u.key, u.expected, u.first_line"
)
UNUSED = (
    "MATCH (f:Entity) WHERE f.key IN ['EDGE-IN', 'NEVER-IN', 'CORE-IN'] AND f.type CONTAINS 'List' "
    "AND NOT EXISTS { (f)<-[{inferred: 'reference'}]-() } RETURN f.device, f.key"
)
COVERED = (
    "MATCH (i:Entity {device: 'edge', key: 'Gi0/9'})-[:IN_SUBNET]->()-[:INSIDE*0..8]->(s:Subnet)<-[c:COVERS]-(e) "
    "RETURN DISTINCT e.device, s.prefix"
)
MENTIONS = "MATCH (e:Event)-[m:MENTIONS]->(i:Entity) RETURN DISTINCT e.device, m.value, i.device, i.key"


def test_names_addresses_and_mentions_become_relations(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    assert rows(graph, FILTERS_OF) == [("EDGE-IN", "reference")]
    assert [(*row[:3], row[4]) for row in rows(graph, UNDEFINED)] == [("core", "Gi0/1", "LOST-IN", 9)]
    assert rows(graph, UNUSED) == [("core", "NEVER-IN")]
    assert rows(graph, SAME_SUBNET) == [("core", "Gi0/0", "10.0.0.0/24", "edge", "Gi0/0")]
    assert rows(graph, OWNERS) == [
        ("core", "10.0.0.2", "edge", "Gi0/0", (19,), (4,)),
        ("edge", "10.0.0.1", "core", "Gi0/0", (14,), (4,)),
    ]
    assert rows(graph, COVERED) == [("core", "10.0.0.0/16"), ("edge", "10.0.0.0/16")]
    assert rows(graph, MENTIONS) == [("core", "Gi0/0", "core", "Gi0/0"), ("edge", "Gi0/9", "edge", "Gi0/9")]


FORTIOS = """\
#config-version=FGT60F-7.4.1-FW-build2463:opmode=0:vdom=0
config system global
    set hostname "gate-fw"
end
config firewall address
    edit "n-lab"
        set subnet 10.8.1.0 255.255.255.0
    next
    edit "h-print"
        set subnet 10.8.2.9 255.255.255.255
    next
end
config firewall addrgrp
    edit "g-inside"
        set member "n-lab" "h-print"
    next
end
config firewall vip
    edit "v-print"
        set extip 198.51.100.9
        set mappedip "10.8.2.9"
    next
end
config firewall policy
    edit 1
        set srcaddr "n-lab"
        set dstaddr "h-print"
        set action accept
    next
    edit 2
        set srcaddr "g-inside"
        set dstaddr "all"
        set action accept
    next
    edit 3
        set srcaddr "all"
        set dstaddr "v-print"
        set action accept
    next
end
"""
PANOS = """\
set deviceconfig system hostname gate-pa
set address N-LAB ip-netmask 10.8.1.0/24
set address H-PRINT ip-netmask 10.8.2.9/32
set rulebase security rules Lab-Print from lab
set rulebase security rules Lab-Print to print
set rulebase security rules Lab-Print source N-LAB
set rulebase security rules Lab-Print destination H-PRINT
set rulebase security rules Lab-Print action allow
set rulebase security rules Lab-Out source N-LAB
set rulebase security rules Lab-Out destination any
set rulebase security rules Lab-Out action allow
"""
RULES = {
    "FortiOS": (
        FORTIOS,
        {
            ("1", "SRCADDR", "n-lab"),
            ("1", "DSTADDR", "h-print"),
            ("2", "SRCADDR", "g-inside"),
            ("3", "DSTADDR", "v-print"),
        },
    ),
    "PAN-OS": (
        PANOS,
        {
            ("Lab-Print", "SOURCE", "N-LAB"),
            ("Lab-Print", "DESTINATION", "H-PRINT"),
            ("Lab-Out", "SOURCE", "N-LAB"),
        },
    ),
}


@pytest.mark.parametrize(("text", "expected"), RULES.values(), ids=RULES)
def test_policies_refer_to_their_addresses(
    tmp_path: Path, text: str, expected: set[tuple[str, str, str]]
) -> None:
    (tmp_path / "gate.conf").write_text(text, "utf-8")
    with borrowed_graph() as graph:
        ingest([tmp_path / "gate.conf"], graph, tmp_path / "parsers")
        found = graph.read(
            "MATCH (p:Policy)-[r {inferred: 'reference'}]->(t) RETURN p.key, type(r), t.key"
        ).rows
    assert {row for row in found if "ADDR" in str(row[1]) or row[1] in {"SOURCE", "DESTINATION"}} == expected


def test_a_second_ingest_writes_nothing_and_keeps_all(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    first = ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    before = rows(graph, ALL)
    second = ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    assert not infer_relations(graph)
    assert rows(graph, ALL) == before
    assert dict(second.labels) == dict(first.labels)


def test_a_changed_document_changes_its_relations_and_those_that_lead_to_it(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    (network / "core.cfg").write_text(CORE.replace("LOST-IN", "NEVER-IN"))
    ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    assert rows(graph, UNDEFINED) == []
    assert rows(graph, UNUSED) == []
    assert [row[:4] for row in rows(graph, OWNERS)] == [
        ("core", "10.0.0.2", "edge", "Gi0/0"),
        ("edge", "10.0.0.1", "core", "Gi0/0"),
    ]
    assert len(rows(graph, MENTIONS)) == 2


def test_a_removed_document_takes_its_relations_along(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    ((serial,),) = rows(graph, "MATCH (d:Document {path: 'edge.cfg'}) RETURN d.serial")
    graph.delete_document(serial)
    infer_relations(graph)
    assert rows(graph, OWNERS) == []
    assert rows(graph, SAME_SUBNET) == []
    assert "10.0.7.0/24" not in {row[0] for row in rows(graph, "MATCH (s:Subnet) RETURN s.prefix")}
    assert rows(graph, MENTIONS) == [("core", "Gi0/0", "core", "Gi0/0")]


def test_relations_that_were_cut_short_are_written_again(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    before = rows(graph, ALL)
    graph.write("MATCH (a:Entity {device: 'core'})-[r]->() WHERE r.inferred IS NOT NULL DELETE r")
    graph.write("MATCH (d:Document {device: 'core'}) SET d.relations = '*'")
    graph.write("MATCH (d:Document {kind: 'log'}) SET d.relations = '*'")
    graph.write("MATCH (s:Store {id: 1}) SET s.relations = ''")
    infer_relations(graph)
    assert rows(graph, ALL) == before


def test_status_counts_the_kinds_and_shows_what_is_defined_nowhere(
    graph: BoltGraph, network: Path, tmp_path: Path
) -> None:
    ingest([network], graph, tmp_path / "parsers", allow_weak_sandbox=True)
    status = read_relations(graph)
    counted: dict[str, int] = {}
    for one in status.relations:
        counted[one.inferred] = counted.get(one.inferred, 0) + one.count
    in_graph = "MATCH (a:Entity)-[r]->(b) WHERE r.inferred IS NOT NULL RETURN r.inferred, count(*)"
    assert counted == dict(rows(graph, in_graph))
    assert [(one.name, one.used_at) for one in status.unresolved] == [("LOST-IN", ("core.cfg:9",))]

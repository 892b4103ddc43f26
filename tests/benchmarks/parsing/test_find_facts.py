"""Facts are found in entities of any schema, when right values stand on the right lines; wrong parsers score low."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.parsing.configuration_facts import read_facts
from benchmarks.parsing.find_facts import ORDER, add_reports, find_facts
from benchmarks.parsing.records import FactReport, Invented
from graph_store.records import Entity, Value

TEXT = """\
interface Gi0/0
 description to the edge
 ip address 10.0.0.1 255.255.255.0
interface Gi0/1
 shutdown
access-list 101 permit tcp any host 10.0.0.9 eq 22
access-list 101 deny ip any any
route-map OUT permit 10
 match ip address 101
 set community 1:2 additive
router bgp 65001
 neighbor core remote-as 65002
 neighbor core route-map OUT out
router ospf 1
 network 10.0.0.0 0.0.0.255 area 0
ip prefix-list NETS seq 5 permit 10.0.0.0/8 le 24
"""


def made(
    kind: str, values: dict[str, Value], *lines: int, parent: int | None = None, key: str = ""
) -> Entity:
    return Entity(kind, key, 0, values, lines, parent)


def numbered(*entities: Entity) -> list[Entity]:
    return [entity._replace(ordinal=ordinal) for ordinal, entity in enumerate(entities)]


NESTED = numbered(
    made("Configuration", {}),
    made(
        "Interface",
        {"ip_address": "10.0.0.1", "ip_address_mask": "255.255.255.0", "description": "to the edge"},
        1,
        2,
        3,
        parent=0,
        key="Gi0/0",
    ),
    made("Interface", {"shutdown": True}, 4, 5, parent=0, key="Gi0/1"),
    made("AccessList", {}, 6, 7, parent=0, key="101"),
    made("AccessListEntry", {"action": "permit", "tcp_any_host": "10.0.0.9", "eq": 22}, 6, parent=3),
    made("AccessListEntry", {"action": "deny", "ip_any_any": True}, 7, parent=3),
    made("RouteMap", {}, 8, parent=0, key="OUT"),
    made(
        "RouteMapEntry",
        {"action": "permit", "number": 10, "match_ip_address": 101, "set_community": "1:2", "additive": True},
        8,
        9,
        10,
        parent=6,
    ),
    made("RouterBgp", {}, 11, parent=0, key="65001"),
    made("Neighbor", {"remote_as": 65002}, 12, 13, parent=8, key="core"),
    made("NeighborRouteMap", {"out": True}, 13, parent=9, key="OUT"),
    made("RouterOspf", {}, 14, parent=0, key="1"),
    made("Network", {"prefix": "10.0.0.0/24", "area": 0}, 15, parent=11, key="10.0.0.0"),
    made("PrefixList", {}, 16, parent=0, key="NETS"),
    made("Entry", {"seq": 5, "action": "permit", "prefix": "10.0.0.0/8", "le": 24}, 16, parent=13),
)
OTHER_NAMES = numbered(
    made("Port", {"label": "Gi0/0", "note": '"to the edge"'}, 1, 2),
    made("PortAddress", {"cidr": "10.0.0.1/24"}, 3, parent=0),
    made("Port", {"kind": "Gi", "unit": "0/1", "state": "shutdown"}, 4, 5),
    made(
        "Rule",
        {
            "acl": 101,
            "verdict": "permit",
            "protocol": "tcp",
            "to": "host 10.0.0.9",
            "from": "any",
            "port": "eq 22",
        },
        6,
    ),
    made("Rule", {"acl": 101, "verdict": "deny", "protocol": "ip", "to": "any", "from": "any"}, 7),
    made("Clause", {"policy": "OUT", "rank": "10", "verdict": "permit"}, 8),
    made("Condition", {"what": "ip address 101"}, 9, parent=5),
    made("Change", {"what": "community", "to": "1:2 additive"}, 10, parent=5),
    made("Bgp", {"local_as": 65001}, 11),
    made("Peer", {"peer": "core", "as_number": "65002", "outbound_policy": "OUT"}, 12, 13, parent=8),
    made("Ospf", {"process": 1}, 14),
    made("Area", {"area": 0, "net": "10.0.0.0", "wildcard": "0.0.0.255"}, 15, parent=10),
    made(
        "Prefix", {"list": "NETS", "seq": 5, "verb": "permit", "net": "10.0.0.0", "length": 8, "le": 24}, 16
    ),
)
EXPECTED = (
    ("interface", 2),
    ("address", 1),
    ("route-map clause", 1),
    ("prefix-list entry", 1),
    ("access-list entry", 2),
    ("BGP process", 1),
    ("BGP neighbor", 1),
    ("BGP policy", 1),
    ("OSPF network", 1),
)


def judge(entities: list[Entity]) -> FactReport:
    return find_facts(read_facts("r1.cfg", TEXT.splitlines()), entities)


@pytest.mark.parametrize("entities", [NESTED, OTHER_NAMES], ids=["nested", "other names"])
def test_a_right_parser_finds_all_whatever_its_names(entities: list[Entity]) -> None:
    report = judge(entities)
    assert report == FactReport(tuple((kind, number, number) for kind, number in EXPECTED), (), ())
    assert report.share == 1.0


def change(ordinal: int, **values: Value) -> Callable[[Entity], Entity]:
    def changed(entity: Entity) -> Entity:
        return entity._replace(values={**entity.values, **values}) if entity.ordinal == ordinal else entity

    return changed


SPOILT: dict[str, tuple[Callable[[Entity], Entity], list[tuple[int, tuple[str, ...]]]]] = {
    "a wrong address": (change(1, ip_address="10.0.0.2"), [(3, ("10.0.0.1",))]),
    "a wrong mask": (change(1, ip_address_mask="255.255.0.0"), [(3, ("255.255.255.0",))]),
    "a wrong description": (change(1, description="to"), [(1, ("to the edge (2)",))]),
    "shut down that is not": (change(1, shutdown=True), [(1, ("says shutdown",))]),
    "not shut down that is": (change(2, shutdown=False), [(4, ("shutdown (5)",))]),
    "a wrong action": (change(4, action="deny"), [(6, ("permit",))]),
    "a wrong port": (change(4, eq=23), [(6, ("22",))]),
    "a flag that is off": (change(5, ip_any_any=False), [(7, ("ip", "any", "any"))]),
    "a whole line copied": (
        change(4, tcp_any_host="tcp any host 10.0.0.9 eq 22"),
        [(6, ("10.0.0.9",))],
    ),
    "another sequence": (change(7, number=20), [(8, ("10",))]),
    "what is set is missing": (change(7, set_community=""), [(8, ("1:2 (10)",))]),
    "another AS": (change(9, remote_as=1), [(12, ("65002",))]),
    "a policy the other way": (change(10, out=False, **{"in": True}), [(13, ("out",))]),
    "another prefix length": (change(12, prefix="10.0.0.0/16"), [(15, ("0.0.0.255",))]),
    "another area": (change(12, area=1), [(15, ("0",))]),
    "another limit": (change(14, le=32), [(16, ("24",))]),
    "an interface without its name": (
        lambda entity: entity._replace(key="") if entity.ordinal == 1 else entity,
        [(1, ("Gi0/0",)), (3, ("Gi0/0 (1)",))],
    ),
    "values on the line before": (
        lambda entity: entity._replace(lines=(14,)) if entity.ordinal == 12 else entity,
        [(15, ())],
    ),
}


@pytest.mark.parametrize(("spoil", "expected"), SPOILT.values(), ids=SPOILT)
def test_what_is_wrong_is_missing(
    spoil: Callable[[Entity], Entity], expected: list[tuple[int, tuple[str, ...]]]
) -> None:
    report = judge([spoil(entity) for entity in NESTED])
    assert sorted((missed.fact.number, missed.lacks) for missed in report.missed) == expected


def test_entries_out_of_order_are_missing() -> None:
    swapped = {4: 5, 5: 4}
    entities = [each._replace(ordinal=swapped.get(each.ordinal, each.ordinal)) for each in NESTED]
    assert [(missed.fact.number, missed.lacks) for missed in judge(entities).missed] == [(7, (ORDER,))]


def test_one_entity_is_not_two_entries() -> None:
    merged = made(
        "AccessListEntry",
        {"action": ("permit", "deny"), "what": ("tcp", "ip", "any"), "to": "10.0.0.9", "eq": 22},
        6,
        7,
        parent=3,
    )
    entities = [*NESTED[:4], merged._replace(ordinal=4), *NESTED[6:]]
    assert [missed.fact.number for missed in judge(entities).missed] == [7]


WRONG_PARSERS: dict[str, tuple[list[Entity], float]] = {
    "nothing": ([], 0.0),
    "every line as text": (
        [Entity("Line", "", n, {"text": line}, (n,)) for n, line in enumerate(TEXT.splitlines(), 1)],
        0.0,
    ),
    "every word in one list": (
        [Entity("Configuration", "", 0, {"words": tuple(TEXT.split())}, tuple(range(1, 17)))],
        0.0,
    ),
    "all a line too far": (
        [each._replace(lines=tuple(number + 1 for number in each.lines)) for each in NESTED],
        0.0,
    ),
    "names alone": ([each._replace(values={}) for each in NESTED], 1 / 11),
    "no parents": ([each._replace(parent=None) for each in NESTED], 4 / 11),
}


@pytest.mark.parametrize(("entities", "share"), WRONG_PARSERS.values(), ids=WRONG_PARSERS)
def test_wrong_parsers_score_low(entities: list[Entity], share: float) -> None:
    assert judge(entities).share == pytest.approx(share)


def test_an_entity_on_lines_that_state_nothing_is_invented() -> None:
    text = f"{TEXT}hostname r1\n"
    entities = [*NESTED, Entity("Interface", "r1", 15, {}, (17,), 0)]
    report = find_facts(read_facts("r1.cfg", text.splitlines()), entities)
    assert report.invented == (Invented("r1.cfg", 17, "Interface", "r1"),)


def test_reports_add_up() -> None:
    report = add_reports([judge(NESTED), judge([])])
    assert report.kinds[0] == ("interface", 4, 2)
    assert report.share == 0.5
    assert len(report.missed) == 11

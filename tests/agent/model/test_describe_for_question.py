"""What a prompt is told of a graph: within its tokens, and first what the question speaks of."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from agent.model.describe_for_question import (
    QuestionDescription,
    describe_for_question,
    estimate_tokens,
)
from agent.model.rank_labels import Places, rank_labels
from graph_store.records import Description, LabelDescription, PropertyDescription


def _label(name: str, count: int, *properties: PropertyDescription, under: str = "") -> LabelDescription:
    return LabelDescription(name, count, properties, parents=(under,) if under else ())


def _property(name: str, *examples: str | int, count: int = 4) -> PropertyDescription:
    kinds = ("integer",) if examples and isinstance(examples[0], int) else ("string",)
    return PropertyDescription(name, kinds, count, len(examples), examples)


SMALL = Description(
    labels=(
        _label("AccessList", 2, _property("key", "101", "IN")),
        _label(
            "Entry",
            40,
            _property("action", "permit", "deny"),
            _property("source", "10.0.0.0"),
            under="AccessList",
        ),
        _label("Interface", 9, _property("key", "ge-0/0/1", count=9), _property("mtu", 1500, 9000)),
        _label("Neighbor", 4, _property("key", "10.0.0.2"), _property("remote_as", 65001)),
        _label("Vlan", 7, _property("key", 10, 20)),
    ),
    relations=(
        ("AccessList", "HAS", "Entry", 40),
        ("Interface", "IP_ACCESS_GROUP", "AccessList", 3),
    ),
    devices=("core-1", "edge-1", "edge-2"),
)

FIRST = {
    "a label by its name, in the plural": ("Which interfaces are there?", "Interface"),
    "a label by all words of its name": ("Is there an access list called IN?", "AccessList"),
    "a label by a property": ("What is the remote AS of 10.9.9.9?", "Neighbor"),
    "a label by a value": ("what does deny", "Entry"),
    "a label by a value that is a number": ("Where is 20 used?", "Vlan"),
    "the largest label where nothing is named": ("Well?", "Entry"),
    "the largest label where nothing is asked": ("", "Entry"),
}


@pytest.mark.parametrize(("question", "label"), FIRST.values(), ids=FIRST)
def test_what_stands_first(question: str, label: str) -> None:
    assert describe_for_question(SMALL, question, 4000).labels.startswith(f"- {label} (")


RANKED = Description(
    labels=(
        _label("VirtualIp", 2, _property("key", "vip-portal", "vip-mail"), _property("extport", 443)),
        _label("LoadedServer", 2, _property("server", "inner-tunnel")),
        _label("GateOpened", 20, _property("gate", "north", count=20)),
        _label("DoorOpened", 1, _property("door", "north", count=1)),
        _label("Rule", 4, _property("source", "10.0.0.0/8"), _property("target", "10.9.0.0/16")),
        _label("Badge", 4, _property("owner", "mira"), _property("group", "staff")),
        _label("Parcel", 4, _property("owner", "lars")),
    )
)
ALSO_FIRST = {
    "a label by a word within a value": ("Which port has the portal?", "", {}, "VirtualIp"),
    "of two that fit alike the one with more nodes": ("What was opened?", "", {}, "GateOpened"),
    "a label that has a value of the question": ("Who is mira?", "", {("Badge", "owner"): 1}, "Badge"),
    "a label by what means the same": ("Which packages are there?", "parcel", {}, "Parcel"),
    "what the question says itself": ("Which badges are there?", "parcel", {}, "Badge"),
}


@pytest.mark.parametrize(("question", "others", "places", "label"), ALSO_FIRST.values(), ids=ALSO_FIRST)
def test_what_stands_first_by_more_than_names(question: str, others: str, places: Places, label: str) -> None:
    told = describe_for_question(RANKED, question, 4000, others=others, places=places).labels
    assert told.startswith(f"- {label} (")


RECORDS = Description(
    labels=(
        _label("Attempt", 40, _property("status", 200, 503, count=40), _property("page", "/a", count=40)),
        _label("BadgeRejected", 9, _property("badge", "b-1", count=9)),
        _label("DoorLog", 90, _property("policy", "WIRED-MAB4", "OPEN", count=90)),
        _label("Route", 9, _property("metric", 15, 20), _property("rejects", "a", count=9)),
        _label("Port", 900, _property("key", "a", "b"), _property("rejected", "x", count=900)),
    )
)
KINDS = ("Attempt", "BadgeRejected", "DoorLog")
OF_RECORDS = {
    "another form of a word": ("How many rejects were there in the night?", "BadgeRejected"),
    "the number of a status": ("How often 503s?", "Attempt"),
    "a part of a value between signs": ("Which mab4 failed?", "DoorLog"),
    "no day is a value": ("What was rejected on 15 Nov?", "BadgeRejected"),
}


@pytest.mark.parametrize(("question", "label"), OF_RECORDS.values(), ids=OF_RECORDS)
def test_kinds_of_records_stand_first_where_something_happened(question: str, label: str) -> None:
    assert describe_for_question(RECORDS, question, 4000, records=KINDS).labels.startswith(f"- {label} (")


def test_of_a_wide_label_that_does_not_fit_less_is_told() -> None:
    many = tuple(_property(f"field_{number}", "a value that is long", count=9) for number in range(40))
    wide = Description((_label("Chassis", 9, _property("slot", "1/1", count=9), *many),))
    told = [
        describe_for_question(wide, "Which chassis slots are there?", room).labels for room in (30, 60, 400)
    ]
    assert [text.count("a value that is long") for text in told] == [0, 1, 3]
    assert all(text.startswith("- Chassis (9): slot") for text in told)


POLICIES = Description(
    labels=(
        LabelDescription("FwPacket", 90, (_property("fw", "a"),), devices=("gate-2",)),
        LabelDescription("PacketPolicy", 4, (_property("key", "7"),), devices=("gate-2",)),
        LabelDescription("Policy", 4, (_property("key", "8"),), devices=("fw-1",)),
        LabelDescription("Zone", 3, (_property("key", "in"),), devices=("fw-1",)),
        LabelDescription("Wall", 30, (_property("key", "x"),), devices=("gate-2",)),
    ),
    devices=("fw-1", "gate-2"),
)


def test_what_the_asked_devices_have_stands_first() -> None:
    told = describe_for_question(POLICIES, "Which policies are off on fw-1?", 4000, devices=("fw-1",)).labels
    names = re.findall(r"^- (\w+) \(", told, re.MULTILINE)
    assert names == ["Policy", "PacketPolicy", "Zone", "FwPacket", "Wall"]


def test_what_another_device_has_stands_first_where_it_has_a_value_of_the_question() -> None:
    told = describe_for_question(
        POLICIES, "Who is 10.9.9.9 of fw-1?", 4000, devices=("fw-1",), places={("Wall", "key"): 1}
    ).labels
    assert told.startswith("- Wall (")


def test_all_of_a_small_graph_is_told() -> None:
    assert describe_for_question(
        SMALL, "Which MTU have the interfaces of edge-2?", 4000
    ) == QuestionDescription(
        labels="\n".join(
            [
                "- Interface (9): mtu (4: 1500, 9000); key (ge-0/0/1)",
                "- AccessList (2): key ('101', IN)",
                "- Entry (40, under AccessList): action (4: permit, deny); source (4: 10.0.0.0)",
                "- Vlan (7): key (4: 10, 20)",
                "- Neighbor (4): key (10.0.0.2); remote_as (65001)",
            ]
        ),
        relations="(:Interface)-[:IP_ACCESS_GROUP]->(:AccessList)\n(:AccessList)-[:HAS]->(:Entry)",
        devices="edge-2, core-1, edge-1",
    )


def _large(labels: int) -> Description:
    properties = [_property(f"field_{number}", f"value {number}", count=number) for number in range(40)]
    return Description(
        labels=tuple(_label(f"Kind{'abcdefghij'[n % 10]}{n}", 1000 - n, *properties) for n in range(labels)),
        relations=tuple((f"Kinda{n}", "HAS", f"Kindb{n}", n) for n in range(labels)),
        devices=tuple(f"device-{n}" for n in range(labels)),
    )


TOKENS = {"few": 1000, "many": 4000, "plenty": 20_000}


def test_a_common_label_is_told_of_instead_of_the_types_that_it_spans() -> None:
    common = LabelDescription(
        "Interface", 3, (_property("key", "1/1", count=3),), spans=(("InterfaceEthernet", 2), ("Tunnel", 1))
    )
    labels = (common, _label("InterfaceEthernet", 2, _property("key", "1/1")), _label("Tunnel", 5))
    relations = (("Vlan", "HAS", "InterfaceEthernet", 2), ("Vlan", "HAS", "Tunnel", 5))
    told = describe_for_question(Description(labels, relations), "Which ethernet interfaces are there?", 4000)
    assert told.labels.splitlines() == [
        "- Interface (3; types InterfaceEthernet, Tunnel): key (1/1)",
        "- Tunnel (5): ",
    ]
    assert told.relations.splitlines() == [
        "(:Vlan)-[:HAS]->(:Interface|Tunnel)",
    ]


@pytest.mark.parametrize("tokens", TOKENS.values(), ids=TOKENS)
def test_the_tokens_are_kept(tokens: int) -> None:
    found = describe_for_question(_large(300), "Which field_7 has Kindc12?", tokens)
    text = "\n".join((found.labels, found.relations, found.devices))
    assert estimate_tokens(text) <= tokens + 20
    assert found.labels.startswith("- Kindc12 (988): field_7 (7: value 7); ")
    left_out = 300 - len(re.findall(r"\bKind[a-j]\d", found.labels))
    assert (f"and {left_out} more labels" in found.labels) is (left_out > 0)


def test_of_what_no_question_names_a_few_are_told_in_short_and_the_rest_by_name() -> None:
    *told, last = describe_for_question(_large(16), "", 2000).labels.splitlines()
    assert len(told) == 12
    assert not [line for line in told if "value" in line]
    assert last.startswith("- by name only: ")
    assert last.count("Kind") == 4


def test_properties_that_are_called_alike_are_told_as_one() -> None:
    names = ["key", *(f"snmp_server_traps_{number}" for number in range(90))]
    properties = tuple(
        PropertyDescription(name, ("string",), 9 - place // 20, 1, ("x",)) for place, name in enumerate(names)
    )
    found = describe_for_question(
        Description((LabelDescription("Host", 9, properties),), (), ()), "Which hosts?", 4000
    )
    assert re.search(r"snmp_server_traps_\* \(8\d\)", found.labels)


def test_labels_without_room_share_one_line() -> None:
    *told, last = describe_for_question(_large(60), "Which field_7 has Kindc12?", 1000).labels.splitlines()
    assert told
    assert all(line.startswith("- Kind") for line in told)
    assert last.startswith("- by name only: Kind")
    assert last.endswith(" more labels")


SHARES = {
    "all have it": (9, 0, "mtu (1500)"),
    "some have it": (4, 0, "mtu (4: 1500)"),
    "some of a sample have it": (4, 3, "mtu (~4: 1500)"),
}


@pytest.mark.parametrize(("count", "sampled", "told"), SHARES.values(), ids=SHARES)
def test_how_many_have_a_property(count: int, sampled: int, told: str) -> None:
    label = LabelDescription("Port", 9, (_property("mtu", 1500, count=count),), sampled=sampled)
    assert describe_for_question(Description((label,)), "", 4000).labels == f"- Port (9): {told}"


def test_of_a_thing_asked_of_all_devices_it_is_told_who_has_none() -> None:
    configured = LabelDescription("Configuration", 3, (), devices=("core-1", "edge-1", "edge-2"))
    vlan = replace(SMALL.labels[-1], devices=("core-1", "edge-2"))
    known = replace(SMALL, labels=(*SMALL.labels[:-1], vlan, configured))

    def told(question: str, *devices: str) -> str:
        return describe_for_question(known, question, 400, devices=devices).labels

    assert "- Vlan (7, none on edge-1): " in told("Which VLANs are there on which devices?")
    assert "- Vlan (7): " in told("Which VLANs has core-1?", "core-1")
    assert "none on" not in told("Which interfaces are there?")  # of which the devices are not known


PORTS = Description(
    labels=(
        LabelDescription(
            "Port",
            40,
            (
                _property("access_vlan", "20", count=30),
                _property("trunk_vlan", "10-20", count=9),
                _property("native_vlan", "10", count=2),
                _property("own_ip", "192.0.2.7", count=20),
                _property("mode", "access", count=40),
                _property("owner_user", "ada", count=3),
            ),
        ),
        _label("Pool", 3, _property("key", "guest-lan")),
        _label("PoolRange", 4, _property("low", "192.0.2.50"), under="Pool"),
        _label("Clock", 9, _property("offset", 3)),
    ),
    relations=(),
)
BEFORE = {
    "a word once, before it comes again": ("Which vlan and ip has this port?", "access_vlan", "own_ip"),
    "what many have of alike": ("Which vlan has this port?", "access_vlan", "trunk_vlan"),
}


@pytest.mark.parametrize(("question", "first", "second"), BEFORE.values(), ids=BEFORE)
def test_the_order_of_properties(question: str, first: str, second: str) -> None:
    port = next(one for one in rank_labels(PORTS, question) if one.label.name == "Port")
    names = [one.name for one in port.properties]
    assert names.index(first) < names.index(second) < names.index("native_vlan")


def test_what_stands_under_a_label_of_the_question_comes_before_others() -> None:
    ranked = [one.label.name for one in rank_labels(PORTS, "What does the pool guest-lan give out?")]
    assert ranked[:2] == ["Pool", "PoolRange"]


def test_a_label_whose_lines_have_a_value_comes_first() -> None:
    assert rank_labels(PORTS, "Where is x9?", places={("Clock", ""): 1})[0].label.name == "Clock"

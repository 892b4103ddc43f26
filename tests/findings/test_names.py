"""Patterns of names, and what they find in statements."""

from __future__ import annotations

import time

import pytest

from findings.facts import Network, read_device
from findings.names import compile_pattern, name_kinds, read_names, statement_words
from findings.references import undefined, unused
from findings.statements import read_statements
from graph_store.records import SourceLine
from tests.findings.planted import network

FOUND = {
    "blocks are left out": (
        "router bgp ** route-map NAME (in|out)",
        "router bgp 1 > neighbor 1.1.1.1 > route-map A in",
        ["A"],
    ),
    "a statement is described whole": ("class-map NAME", "class-map A > match any", []),
    "words may be missing": ("class-map [type *] NAME", "class-map type qos A", ["A"]),
    "a word must not stand there": (
        "match ip address !(prefix-list) NAMES",
        "match ip address prefix-list A",
        [],
    ),
    "names up to the end": ("import NAMES", "import [ A B ]", ["A", "B"]),
    "an expression of names": ("import NAMES", "import (A && B)", ["A", "&&", "B"]),
    "arguments are no part of a name": ("apply NAME **", "apply A(1, 2)", ["A"]),
    "a list in place is no name": ("community in NAME **", "community in (65000:1)", []),
    "every place of a line": (
        "access-list ** object NAME **",
        "access-list X permit ip object A object B",
        ["A", "B"],
    ),
    "a field of a menu": ("ip pool ** name=NAME **", "ip pool ranges=10.0.0.1 name=A", ["A"]),
    "a part of a word": ("queue ** queue=*/NAME **", "queue simple queue=A/B", ["B"]),
    "an interface with a blank": (
        "ip route PREFIX INTERFACE **",
        "ip route 0.0.0.0/0 Dialer 1 250",
        ["Dialer 1"],
    ),
    "a name and its unit": (
        "interfaces NAME unit UNIT **",
        "interfaces ge-0/0/0 unit 5 family inet",
        ["ge-0/0/0.5"],
    ),
    "in any case": ("interface port-channelNAME", "interface Port-channel7", ["7"]),
}


@pytest.mark.parametrize(("pattern", "statement", "names"), FOUND.values(), ids=FOUND)
def test_a_pattern_finds_names(pattern: str, statement: str, names: list[str]) -> None:
    assert list(compile_pattern(pattern).find(statement_words(statement))) == names


def test_every_pattern_has_one_place_for_names() -> None:
    patterns = [text for kind in name_kinds().values() for text in (*kind.defines, *kind.uses)]
    compiled = [(text, compile_pattern(text)) for text in patterns]
    assert [text for text, one in compiled if one.place == len(one.parts)] == []


def test_a_long_statement_takes_no_time() -> None:
    """A pattern's parts are searched one behind the other: no text makes them try again and again."""
    started = time.process_time()
    for text in ("router bgp 1 " + "neighbor route-map " * 2_000, "access-list A " + "object " * 5_000):
        read_names(read_statements([SourceLine("a", 1, text)])[1])
    assert time.process_time() - started < 5


OSPF = "protocols {\n ospf {\n  area 0 {\n   interface ge-0/0/0.5;\n   interface ge-0/0/0.6;\n  }\n }\n}\n"
VIRTUAL = "ltm virtual /Common/v1 {\n pool /Common/p2\n}\n"
XR_USE = (
    "router bgp 1\n neighbor 10.0.0.1\n  remote-as 2\n  address-family ipv4 unicast\n   route-policy P in\n"
)
REFERENCES: dict[str, tuple[str, list[str]]] = {
    "an interface may be shortened": (
        "interface GigabitEthernet0/1\nrouter ospf 1\n passive-interface Gi0/1\n",
        [],
    ),
    "blocks on one line, and a member with an IPv6 address": (
        "ltm node /Common/n1 {\n address 10.0.0.1\n}\nltm pool /Common/p1 {\n members {\n  /Common/n1:80 { }\n"
        "  /Common/2001:db8::1.80 { }\n }\n monitor min 1 of { /Common/tcp /Common/m1 }\n}\nltm rule /Common/r { }\n"
        "ltm virtual /Common/v1 {\n pool /Common/p1\n rules { /Common/r }\n}\n" + VIRTUAL,
        ["health monitor /Common/m1", "load-balancing pool /Common/p2"],
    ),
    "an interface that is not there": (
        "interface GigabitEthernet0/1\nrouter ospf 1\n passive-interface Gi0/2\n",
        ["interface Gi0/2"],
    ),
    "interfaces of a system outside of the file": (
        "frr version 8\nrouter ospf\n passive-interface vlan7\n",
        [],
    ),
    "one name of two kinds": (
        "interface Vlan1\n ip access-group A in\nroute-map A permit 10\n",
        ["access list A", "route map A"],
    ),
    "a statement that no pattern describes may define": (
        "odd-list A\ninterface Vlan1\n ip access-group A in\n",
        [],
    ),
    "one inside a block does not": (
        "odd-block x\n odd-word A\ninterface Vlan1\n ip access-group A in\n",
        ["access list A"],
    ),
    "a number is used near a word of its kind": ("access-list 7 permit any\nodd access 7\n", []),
    "a number elsewhere is no use": ("access-list 7 permit any\nvlan 7\n", ["access list 7"]),
    "pools and monitors of a load balancer": (
        "sys global-settings {\n hostname r9\n}\nltm pool /Common/p1 {\n monitor /Common/m1\n}\n" + VIRTUAL,
        ["health monitor /Common/m1", "load-balancing pool /Common/p2", "load-balancing pool /Common/p1"],
    ),
    "sets in parentheses": (
        "route-policy P\n if (community matches-any A) or (as-path in (ios-regex '1')) then\n  pass\n endif\n"
        + XR_USE,
        ["community list A"],
    ),
    "a pool is not used where it is defined": (
        "ip nat pool A 10.0.0.1 10.0.0.9 netmask 255.255.255.0\n",
        ["address pool A"],
    ),
    "settings of a group are no members": (
        "router bgp 1\n neighbor as3 peer-group\n neighbor as3 route-map M in\n neighbor 10.0.0.1 activate\n",
        ["route map M", "BGP neighbor 10.0.0.1", "peer group as3"],
    ),
    "a neighbor that is named by its interface is no group": (
        "router bgp 1\n neighbor UP peer-group\n neighbor UP remote-as 2\n neighbor eth1 interface peer-group UP\n",
        [],
    ),
    "a neighbor's AS inside its block": (
        "router bgp 1\n neighbor 10.0.0.1\n  remote-as 2\n  update-source Gi0/1\ninterface GigabitEthernet0/1\n",
        [],
    ),
    "a description uses nothing": (
        "route-map A permit 10\ninterface Vlan1\n description A\n",
        ["route map A"],
    ),
    "a group without members": (
        "system {\n host-name r9;\n}\nprotocols {\n bgp {\n  group A {\n   type internal;\n  }\n }\n}\n",
        ["peer group A"],
    ),
    "a unit in braces": (
        "interfaces {\n ge-0/0/0 {\n  unit 5 {\n   family inet;\n  }\n }\n}\n" + OSPF,
        ["interface ge-0/0/0.6"],
    ),
}
"""A configuration, and the names that are undefined or unused."""


@pytest.mark.parametrize(("text", "names"), REFERENCES.values(), ids=REFERENCES)
def test_what_is_undefined_or_unused(text: str, names: list[str]) -> None:
    read = network(a=text)
    found = [one.message for check in (undefined, unused) for one in check(read)]
    assert [message.split(" the ", 1)[1].partition(" and ")[0] for message in found] == names


def test_interfaces_of_a_part_of_a_configuration() -> None:
    part = 'config firewall policy\nedit 4\nset srcintf "desk"\nset dstintf "attic"\nset action accept\nnext\nend\n'
    whole = 'config system interface\nedit "desk"\nset ip 10.1.1.1 255.255.255.0\nnext\nend\n' + part
    assert [(one.severity, one.message) for one in undefined(network(fw=part))] == [
        (
            "low",
            (
                "fw uses 2 interfaces that no line defines: desk, attic. "
                "That part may have been left out of the files."
            ),
        )
    ]
    assert [one.message for one in undefined(network(fw=whole))] == [
        "fw uses the interface attic and does not define it."
    ]


def test_lines_of_two_files_are_two_though_they_have_one_number() -> None:
    here = SourceLine("a.cfg", 1, "ip prefix-list NEAR seq 5 permit 10.7.0.0/16")
    there = SourceLine("b.cfg", 1, "some-statement that-nobody-knows NEAR")
    read = Network((read_device("r1", *read_statements([here, there])),))
    assert not list(unused(read))


FORTIGATE = """\
config system admin
edit "bob"
set accprofile "readers"
next
end
config system interface
edit "{name}"
set type aggregate
set member "x1" "x2"
next
end
config vpn ssl settings
set servercert "lab-2026"
end
"""


def test_ports_of_the_hardware_need_not_be_created() -> None:
    """A bundle, a subinterface and a VLAN's interface must be; a port beside one that is configured may be missing."""
    use = "hostname r1\ninterface GigabitEthernet0/1\nrouter ospf 1\n passive-interface {}\n"
    severities = {
        name: [one.severity for one in undefined(network(r1=use.format(name)))]
        for name in (
            "Gi0/1",
            "Gi0/2",
            "Gi1/0/2",
            "M-GigabitEthernet0/0/0",
            "Gi1/0/2.7",
            "Virtual-Ethernet0/0/1",
            "Vlan7",
        )
    }
    assert severities == {
        "Gi0/1": [],
        "Gi0/2": ["low"],
        "Gi1/0/2": [],
        "M-GigabitEthernet0/0/0": [],
        "Gi1/0/2.7": ["high"],
        "Virtual-Ethernet0/0/1": ["high"],
        "Vlan7": ["high"],
    }


def test_what_a_part_of_an_export_does_not_define_is_low() -> None:
    found = list(undefined(network(fw=FORTIGATE.format(name="AGG-LAN"))))
    assert [one.severity for one in found] == ["low", "low"]
    assert ["lab-2026" in one.message or "readers" in one.message for one in found] == [True, True]
    whole = 'config system accprofile\nedit "writers"\nnext\nend\n' + FORTIGATE.format(name="AGG-LAN")
    assert sorted(one.severity for one in undefined(network(fw=whole))) == ["low", "medium"]

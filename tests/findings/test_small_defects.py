"""One defect in a few lines, and the lines that its finding cites."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

Lines = set[tuple[str, int]]

FILTER = """\
configure
    filter
        ip-filter 10 name "IN" create
            entry 10 create
                match protocol tcp
                    src-ip 192.0.2.0/24
                exit
                action
                    forward
                exit
            exit
            entry 20 create
                match protocol tcp
                    src-ip 192.0.2.9/32
                    dst-port eq 22
                exit
                action
                    drop
                exit
            exit
        exit
    exit
    router Base
        interface "a"
            address 198.51.100.1/30
            ingress
                filter ip 10
            exit
        exit
        interface "b"
            address 198.51.100.5/30
            ingress
                filter ip 11
            exit
        exit
    exit
"""
SESSION = """\
configure
    system
        name "{name}"
    exit
    router Base
        interface "link"
            address 192.0.2.{own}/30
        exit
        autonomous-system {autonomous}
        bgp
            group "PEERS"
                neighbor 192.0.2.{other}
                    peer-as {expected}
                exit
            exit
        exit
    exit
"""
BUNDLE = """\
sysname {name}
interface {long}
 description {far} {short}
 port link-type trunk
 port trunk permit vlan 10 20
 {more}
"""
RULES = """\
interfaces {{
    ethernet eth0 {{
        address 192.0.2.1/24
    }}
    ethernet eth1 {{
        address 198.51.100.1/24
    }}
}}
nat {{
    source {{
        rule 10 {{
            outbound-interface {{
                name {port}
            }}
        }}
    }}
}}
"""
CASES: dict[str, tuple[dict[str, str], str, Lines]] = {
    "a shadowed entry is cited from the line that opens its block": (
        {"a": FILTER},
        "shadowed-entry",
        {("a.cfg", number) for number in (4, 5, 6, 8, 9, 12, 13, 14, 15, 17, 18)},
    ),
    "a filter with a number for a name is not defined": (
        {"a": FILTER},
        "undefined-reference",
        {("a.cfg", 33)},
    ),
    "a neighbor in a group has another AS": (
        {
            "a": SESSION.format(name="a", own=1, other=2, autonomous=64501, expected=64509),
            "b": SESSION.format(name="b", own=2, other=1, autonomous=64502, expected=64501),
        },
        "bgp-wrong-as",
        {("a.cfg", 13), ("a.cfg", 12), ("b.cfg", 9)},
    ),
    "a password that says it is plain text": (
        {"a": "user ops group administrators password plaintext Nothing9\n"},
        "clear-text-password",
        {("a.cfg", 1)},
    ),
    "a password of a line": (
        {"a": "user-interface vty 0 4\n acl 2001 inbound\n set authentication password simple Nothing9\n"},
        "clear-text-password",
        {("a.cfg", 3)},
    ),
    "ports that descriptions call by a short name": (
        {
            "sw1": BUNDLE.format(
                name="sw1",
                long="Bridge-Aggregation1",
                far="sw2",
                short="BAGG1",
                more="port trunk pvid vlan 10",
            ),
            "sw2": BUNDLE.format(
                name="sw2",
                long="Bridge-Aggregation1",
                far="sw1",
                short="BAGG1",
                more="port trunk pvid vlan 20",
            ),
        },
        "link-vlan",
        {("sw1.cfg", 6), ("sw2.cfg", 6)},
    ),
    "a native VLAN at one end, and the default at the other": (
        {
            "sw1": BUNDLE.format(
                name="sw1",
                long="GigabitEthernet1/0/1",
                far="sw2",
                short="GE1/0/1",
                more="port trunk pvid vlan 10",
            ),
            "sw2": BUNDLE.format(
                name="sw2", long="GigabitEthernet1/0/1", far="sw1", short="GE1/0/1", more="mtu 1500"
            ),
        },
        "link-vlan",
        {("sw1.cfg", 6), ("sw2.cfg", 5)},
    ),
    "a port that is missing where all ports are listed": (
        {"a": RULES.format(port="eth7")},
        "undefined-reference",
        {("a.cfg", 13)},
    ),
}


@pytest.mark.parametrize(("texts", "kind", "lines"), CASES.values(), ids=CASES)
def test_it_is_found(texts: dict[str, str], kind: str, lines: Lines) -> None:
    check = next(check for check in CHECKS if check.kind == kind)
    (finding,) = check.run(network(**texts))
    assert {(line.path, line.number) for line in finding.lines} == lines


FINE: dict[str, tuple[dict[str, str], str]] = {
    "a port that is there": ({"a": RULES.format(port="eth1")}, "undefined-reference"),
    "a native VLAN that is the default, said at one end": (
        {
            "sw1": BUNDLE.format(
                name="sw1",
                long="GigabitEthernet1/0/1",
                far="sw2",
                short="GE1/0/1",
                more="port trunk pvid vlan 1",
            ),
            "sw2": BUNDLE.format(
                name="sw2", long="GigabitEthernet1/0/1", far="sw1", short="GE1/0/1", more="mtu 1500"
            ),
        },
        "link-vlan",
    ),
    "sessions that a filter of the server admits": (
        {"a": "ssh server acl 2001\nline vty 0 4\n protocol inbound ssh\n"},
        "vty-without-filter",
    ),
}


@pytest.mark.parametrize(("texts", "kind"), FINE.values(), ids=FINE)
def test_it_is_fine(texts: dict[str, str], kind: str) -> None:
    check = next(check for check in CHECKS if check.kind == kind)
    assert not list(check.run(network(**texts)))

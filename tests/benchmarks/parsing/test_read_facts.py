"""The regular expressions read what a configuration says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.parsing.configuration_facts import read_facts

FACTS: dict[str, tuple[str, list[tuple[str, int, str, list[str]]]]] = {
    "an interface with its description, state and addresses": (
        (
            "interface Gi0/0\n description to the edge\n ip address 10.0.0.1 255.255.255.0\n"
            " ip address 10.0.1.1 255.255.255.0 secondary\n shutdown\n"
        ),
        [
            ("interface", 1, "Gi0/0", ["name Gi0/0", "value to the edge", "on shutdown"]),
            ("address", 3, "Gi0/0 10.0.0.1", ["name Gi0/0", "value 10.0.0.1", "mask 255.255.255.0"]),
            (
                "address",
                4,
                "Gi0/0 10.0.1.1",
                ["name Gi0/0", "value 10.0.1.1", "mask 255.255.255.0", "word secondary"],
            ),
        ],
    ),
    "an interface without an address": (
        "interface Gi0/1\n no ip address\n no shutdown\n",
        [("interface", 1, "Gi0/1", ["name Gi0/1", "off shutdown"])],
    ),
    "an IPv6 address": (
        "interface Gi0/1\n ipv6 address 2001:db8::1/64\n",
        [
            ("interface", 1, "Gi0/1", ["name Gi0/1"]),
            ("address", 2, "Gi0/1 2001:db8::1/64", ["name Gi0/1", "value 2001:db8::1/64"]),
        ],
    ),
    "a clause of a route map": (
        "route-map OUT permit 10\n match ip address prefix-list NETS\n set community 1:2 additive\n!\n",
        [
            (
                "route-map clause",
                1,
                "OUT permit 10",
                ["name OUT", "word permit", "name 10", "value NETS", "value 1:2", "word additive"],
            )
        ],
    ),
    "a prefix list's entry": (
        "ip prefix-list NETS seq 5 permit 10.0.0.0/8 le 24\n",
        [
            (
                "prefix-list entry",
                1,
                "NETS 5 permit 10.0.0.0/8",
                ["name NETS", "word permit", "value 10.0.0.0/8", "name 5", "value 24"],
            )
        ],
    ),
    "a numbered access list; remarks are no entries": (
        "access-list 101 remark a\naccess-list 101 permit tcp 10.0.0.0 0.0.0.255 host 10.9.9.9 eq 22\n",
        [
            (
                "access-list entry",
                2,
                "101 permit tcp 10.0.0.0 0.0.0.255 host 10.9.9.9 eq 22",
                [
                    "name 101",
                    "word permit",
                    "word tcp",
                    "value 10.0.0.0",
                    "mask 0.0.0.255",
                    "value 10.9.9.9",
                    "value 22",
                ],
            )
        ],
    ),
    "the address of a second host is no mask": (
        "access-list 1 permit ip host 10.0.0.1 host 10.0.0.2\n",
        [
            (
                "access-list entry",
                1,
                "1 permit ip host 10.0.0.1 host 10.0.0.2",
                ["name 1", "word permit", "word ip", "value 10.0.0.1", "value 10.0.0.2"],
            )
        ],
    ),
    "a named access list": (
        "ip access-list extended IN\n 10 deny   ip any any\n",
        [
            (
                "access-list entry",
                2,
                "IN deny ip any any",
                ["name IN", "word extended", "value 10", "word deny", "word ip", "word any", "word any"],
            )
        ],
    ),
    "BGP with a nested address family": (
        (
            "router bgp 65001\n neighbor core peer-group\n neighbor core remote-as 65002\n !\n address-family ipv4\n"
            "  neighbor core route-map OUT out\n exit-address-family\n"
        ),
        [
            ("BGP process", 1, "65001", ["name 65001"]),
            ("BGP neighbor", 3, "core remote-as 65002", ["name 65001", "name core", "value 65002"]),
            (
                "BGP policy",
                6,
                "neighbor core route-map OUT out",
                ["name 65001", "name core", "word ipv4", "value OUT", "direction out"],
            ),
        ],
    ),
    "BGP with an address family that is not indented more": (
        (
            "router bgp 1\n neighbor 10.0.0.2 remote-as 2\n neighbor 10.0.0.2 prefix-list A in\n address-family ipv6\n"
            " neighbor 10.0.0.2 route-map B in\n exit-address-family\n"
        ),
        [
            ("BGP process", 1, "1", ["name 1"]),
            ("BGP neighbor", 2, "10.0.0.2 remote-as 2", ["name 1", "name 10.0.0.2", "value 2"]),
            (
                "BGP policy",
                3,
                "neighbor 10.0.0.2 prefix-list A in",
                ["name 1", "name 10.0.0.2", "value A", "direction in"],
            ),
            (
                "BGP policy",
                5,
                "neighbor 10.0.0.2 route-map B in",
                ["name 1", "name 10.0.0.2", "word ipv6", "value B", "direction in"],
            ),
        ],
    ),
    "an OSPF network": (
        "router ospf 1\n network 10.0.0.0 0.0.255.255 area 0\n",
        [
            (
                "OSPF network",
                2,
                "network 10.0.0.0 0.0.255.255 area 0",
                ["name 1", "value 10.0.0.0", "mask 0.0.255.255", "value 0"],
            )
        ],
    ),
    "VLANs, and what only begins like one": (
        "vlan internal allocation policy ascending\nvlan 10\n name users\n",
        [("vlan", 2, "10", ["name 10", "value users"])],
    ),
    "a static route": (
        "ip route vrf red 10.0.0.0 255.0.0.0 10.9.9.9 200 name up\n",
        [
            (
                "static route",
                1,
                "10.0.0.0 255.0.0.0 10.9.9.9 200 name up",
                [
                    "value red",
                    "value 10.0.0.0",
                    "mask 255.0.0.0",
                    "value 10.9.9.9",
                    "value 200",
                    "word name",
                    "value up",
                ],
            )
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FACTS.values(), ids=FACTS)
def test_read_facts(text: str, expected: list[tuple[str, int, str, list[str]]]) -> None:
    facts = read_facts("r1.cfg", text.splitlines())
    assert [
        (fact.kind, fact.number, fact.name, [f"{each.role} {each.text}" for each in fact.wanted])
        for fact in facts
    ] == expected


def count(folder: Path, pattern: str) -> Counter[str]:
    files = sorted(folder.glob(pattern))
    assert files
    return Counter(
        fact.kind
        for file in files
        for fact in read_facts(file.name, file.read_text(encoding="utf-8", errors="replace").splitlines())
    )


def test_the_facts_of_real_configurations(shared_data: Path) -> None:
    """The figures are those of grep -c for each kind's lines; one neighbor more has no AS and is in no group."""
    assert count(shared_data / "cisco-example" / "configs", "*.cfg") == {
        "interface": 65,
        "address": 52,
        "route-map clause": 46,
        "prefix-list entry": 17,
        "access-list entry": 66,
        "BGP process": 13,
        "BGP neighbor": 68,
        "BGP policy": 33,
        "OSPF network": 14,
    }
    assert count(shared_data / "stanford-backbone", "*.txt") == {
        "interface": 429,
        "address": 189,
        "access-list entry": 611,
        "vlan": 357,
    }

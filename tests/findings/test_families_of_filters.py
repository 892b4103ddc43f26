"""A packet is judged by what is for its version of IP; what is not sure of it leaves no verdict."""

from __future__ import annotations

import pytest

from findings.facts import read_device
from findings.filters.first_match import decide_for_first, named_filter
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from findings.statements import read_statements
from graph_store.records import SourceLine

NAMES_OF_14 = """\
firewall {
    ipv4 {
        name GATE {
            default-action drop
            rule 5 {
                action accept
                destination {
                    port 8022
                }
                protocol tcp
            }
        }
    }
    ipv6 {
        name GATE {
            default-action accept
            rule 5 {
                action drop
                destination {
                    port 8022
                }
                protocol tcp
            }
        }
    }
}
"""
NAMES_OF_13 = (
    NAMES_OF_14.replace("    ipv4 {\n        name", "        name")
    .replace("        }\n    }\n    ipv6 {\n        name", "        }\n        ipv6-name")
    .replace("        }\n    }\n}\n", "        }\n}\n")
)
CHAINS = """\
/ip firewall filter
add action=accept chain=input dst-port=8022 protocol=tcp
add action=drop chain=input
/ipv6 firewall filter
add action=drop chain=input dst-port=8022 protocol=tcp
add action=accept chain=input
"""
SAVED = """\
*filter
:INPUT DROP [0:0]
-A INPUT -p tcp -m tcp --dport 8022 -j ACCEPT
COMMIT
"""
SAVED_6 = SAVED.replace("ACCEPT", "DROP").replace("INPUT DROP", "INPUT ACCEPT")
TABLES = """\
table ip walls {
    chain gate {
        type filter hook input priority 0; policy drop;
        tcp dport 8022 accept
    }
}
table ip6 walls {
    chain gate {
        type filter hook input priority 0; policy accept;
        tcp dport 8022 drop
    }
}
table arp walls {
    chain gate {
        type filter hook input priority 0; policy drop;
    }
}
"""
BOTH = """\
table inet walls {
    chain gate {
        type filter hook output priority 0; policy accept;
        ip6 nexthdr tcp tcp dport 8022 drop
        ip protocol tcp tcp dport 81 drop
    }
}
"""
POLICIES = """\
config firewall policy
    edit 4
        set srcintf "in"
        set dstintf "out"
        set srcaddr{0} "all"
        set dstaddr{0} "all"
        set action accept
        set schedule "always"
        set service "ALL"
    next
{1}end
"""
OTHER_POLICY = """\
    edit 5
        set srcintf "out"
        set dstintf "in"
        set srcaddr "all"
        set dstaddr "all"
        set schedule "always"
        set service "ALL"
    next
"""
LIST = "ipv6 access-list GATE\n permit icmp any any\n permit tcp any any eq 8022\n"
PLAIN = "ip access-list extended GATE\n permit tcp any any eq 8022\n"
CASES: dict[str, tuple[dict[str, str], str, list[str]]] = {
    # files, filter → what it does with IPv4 to 8022 and 81, IPv6 to 8022 and 81, and a ping of IPv6
    "vyos 1.4": ({"e.conf": NAMES_OF_14}, "GATE", ["permit", "deny", "deny", "permit", "permit"]),
    "vyos 1.3": ({"e.conf": NAMES_OF_13}, "GATE", ["permit", "deny", "deny", "permit", "permit"]),
    "routeros": ({"e.rsc": CHAINS}, "input", ["permit", "deny", "deny", "permit", "permit"]),
    "routeros, IPv4 alone": (
        {"e.rsc": CHAINS.partition("/ipv6")[0]},
        "input",
        ["permit", "deny", "", "", ""],
    ),
    "iptables in two files": (
        {"rules.v6": SAVED_6, "rules.v4": SAVED},
        "INPUT",
        ["permit", "deny", "deny", "permit", "permit"],
    ),
    "iptables in one file": ({"fw.save": SAVED + SAVED_6}, "INPUT", ["", "", "", "", ""]),
    "nftables": ({"e.nft": TABLES}, "gate", ["permit", "deny", "deny", "permit", "permit"]),
    "nftables, both": ({"e.nft": BOTH}, "gate", ["permit", "deny", "deny", "permit", "permit"]),
    "fortios": ({"e.conf": POLICIES.format("", "")}, "policy", ["permit", "permit", "", "", ""]),
    "fortios, IPv6": ({"e.conf": POLICIES.format("6", OTHER_POLICY)}, "policy", ["deny", "deny", "permit"]),
    "a list for IPv6": ({"e.cfg": LIST}, "GATE", ["", "", "permit", "deny", "permit"]),
    "a list for IPv4": ({"e.cfg": PLAIN}, "GATE", ["permit", "deny", "", "", ""]),
}
ADDRESSES = (("192.0.2.7", "198.51.100.7"), ("2001:db8:7::7", "2001:db8:8::8"))
PACKETS = [
    *(
        Packet(source, destination, "tcp", 4000, port, "in", "out", "new")
        for source, destination in ADDRESSES
        for port in (8022, 81)
    ),
    Packet(*ADDRESSES[1], "icmpv6", None, None, "in", "out", "new", 128),
]


def _verdict(files: dict[str, str], name: str, packet: Packet) -> str:
    lines = [
        SourceLine(path, at, line)
        for path, text in files.items()
        for at, line in enumerate(text.splitlines(), 1)
    ]
    device = read_device("edge", *read_statements(lines))
    found = named_filter("edge", name, read_filters(device), packet)
    return decide_for_first(found, packet, [device]).action


@pytest.mark.parametrize("case", CASES)
def test_a_packet_is_judged_by_what_is_for_its_version(case: str) -> None:
    files, name, expected = CASES[case]
    assert [_verdict(files, name, one) for one in PACKETS][: len(expected)] == expected


def test_icmp_between_addresses_of_ipv6_is_that_of_ipv6() -> None:
    packet = Packet(*ADDRESSES[1], "icmp")
    assert _verdict({"e.cfg": LIST}, "GATE", packet) == "permit"

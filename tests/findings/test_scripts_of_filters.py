"""Rules that a script adds are read where the whole script is understood; where it is not, nothing is decided."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.planted import network

IPTABLES = """\
#!/bin/sh
# hostname one
PATH=/usr/sbin
iptables -F
iptables -P INPUT DROP
iptables -A INPUT -p tcp --dport 22 -j ACCEPT
{}
iptables -A INPUT -p tcp --dport 25 -j ACCEPT
"""
NFT = """\
add table inet shop
add chain inet shop in {{ type filter hook input priority 0 ; policy drop ; }}
add rule inet shop in tcp dport 22 accept
{}
add rule inet shop in tcp dport 25 accept
"""
BRACES = """\
#!/usr/sbin/nft -f
table inet shop {{
  chain in {{
    type filter hook input priority 0; policy drop;
    tcp dport 22 accept {}
    tcp dport 25 accept
  }}
}}
"""
FLUSHED = "flush chain inet shop in"
CASES = {
    "the first": (IPTABLES, "", 22, "permit"),
    "the default": (IPTABLES, "", 23, "deny"),
    "put before": (IPTABLES, "iptables -I INPUT -s 10.1.0.0/16 -j DROP", 22, "deny"),
    "put behind the first": (IPTABLES, "iptables -I INPUT 2 -p tcp -j DROP", 22, "permit"),
    "of another family": (IPTABLES, "ip6tables -I INPUT -p tcp -j DROP", 22, "permit"),
    "of another table": (IPTABLES, "iptables -t nat -A POSTROUTING -j MASQUERADE", 22, "permit"),
    "of a table on the way": (IPTABLES, "iptables -t mangle -A INPUT -j DROP", 22, ""),
    "all taken out": (IPTABLES, "iptables -F INPUT", 22, "deny"),
    "one behind is there": (IPTABLES, "iptables -F INPUT", 25, "permit"),
    "one taken out": (IPTABLES, "iptables -D INPUT 1", 22, ""),
    "one replaced": (IPTABLES, "iptables -R INPUT 1 -j DROP", 22, ""),
    "a jump": (
        IPTABLES,
        "iptables -N far\niptables -A far -j ACCEPT\niptables -I INPUT -j far",
        23,
        "permit",
    ),
    "a variable": (IPTABLES, "iptables -I INPUT -s $FAR -j DROP", 22, ""),
    "a condition": (IPTABLES, "if test -f /etc/far; then\niptables -I INPUT -j DROP\nfi", 25, ""),
    "a loop": (
        IPTABLES,
        "for port in 80 443; do\n  iptables -I INPUT -p tcp --dport $port -j DROP\ndone",
        25,
        "",
    ),
    "another file": (IPTABLES, ". /etc/more", 22, ""),
    "of nft": (NFT, "", 22, "permit"),
    "an opening brace in a remark": (BRACES, "# x { accept", 25, "permit"),
    "a remark that ends with a brace": (BRACES, "# x {", 25, "permit"),
    "a closing brace in a remark": (BRACES, "# y } accept", 25, "permit"),
    "a rule with a remark": (BRACES, "# y } accept", 22, "permit"),
    "no remark in quoted text": (BRACES, 'comment "a # b {"', 25, "permit"),
    "the default of nft": (NFT, "", 23, "deny"),
    "inserted": (NFT, "insert rule inet shop in ip saddr 10.1.0.9 drop", 22, "deny"),
    "inserted somewhere": (NFT, "insert rule inet shop in position 4 tcp dport 22 drop", 22, ""),
    "flushed": (NFT, FLUSHED, 22, "deny"),
    "behind what is flushed": (NFT, FLUSHED, 25, "permit"),
    "another chain flushed": (NFT, "flush chain inet shop out", 22, "permit"),
    "all flushed": (NFT, "flush ruleset", 25, ""),
    "all flushed before": (f"flush ruleset\n{NFT}", "", 25, "permit"),
    "one deleted": (NFT, "delete rule inet shop in handle 3", 22, ""),
    "commands of a shell": (
        "# hostname one\n" + NFT.replace("add ", "nft add ").replace(" ;", " \\;"),
        "nft insert rule inet shop in tcp dport 25 drop",
        25,
        "deny",
    ),
}


@pytest.mark.parametrize(("text", "said", "port", "action"), CASES.values(), ids=CASES)
def test_scripts_decide_where_they_are_understood(text: str, said: str, port: int, action: str) -> None:
    device = network(one=text.format(said)).devices[0]
    packet = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, port, state="new")
    found = next(one for one in read_filters(device) if one.name in ("INPUT", "inet shop in"))
    assert decide_for_first(found, packet, [device]).action == action


def test_an_advanced_list_of_vrp_has_its_name() -> None:
    text = (
        "sysname one\nacl name SHOP advance\n rule 5 deny tcp destination-port eq 22\n rule 10 permit ip\n#\n"
    )
    device = network(one=text).devices[0]
    (found,) = read_filters(device)
    packet = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, 22)
    assert (found.name, decide_for_first(found, packet, [device]).action) == ("SHOP", "deny")

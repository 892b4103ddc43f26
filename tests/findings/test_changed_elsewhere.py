"""What changes a filter from another place of the file: its defaults, sets, groups, and parts of entries taken back."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first, named_filter
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.planted import network

WEB = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, 443, "i", "o")
WITHIN = Packet("10.1.0.9", "10.1.0.4", "tcp", 40000, 443, "i", "i")
PAN = "set zone i network layer3 ethernet1/1\nset zone o network layer3 ethernet1/2\n"
PAN += "".join(
    f"set rulebase security rules r1 {one}\n"
    for one in (
        "from o",
        "to i",
        "source any",
        "destination any",
        "application any",
        "service any",
        "action deny",
    )
)
XML = """\
<?xml version="1.0"?>
<config version="10.1.0">
  <devices><entry name="localhost.localdomain"><vsys><entry name="vsys1"><rulebase>
    <security><rules><entry name="one">
      <from><member>o</member></from><to><member>i</member></to>
      <source><member>any</member></source><destination><member>any</member></destination>
      <application><member>any</member></application><service><member>any</member></service><action>deny</action>
    </entry></rules></security>
    <default-security-rules><rules>
      <entry name="intrazone-default"><action>deny</action></entry>
      <entry name="interzone-default"><action>allow</action></entry>
    </rules></default-security-rules>
  </rulebase></entry></vsys></entry></devices>
</config>
"""
NFT = "table inet f {{\n set s {{ type ipv4_addr; elements = {{ 10.1.0.1 }} }}\n chain input {{\n"
NFT += "  type filter hook input priority 0; policy accept;\n  ip saddr @s tcp dport 443 drop\n }}\n}}\n{}\n"
PORTS = "table inet f {{\n set p {{ type inet_service; elements = {{ 80 }} }}\n chain input {{\n"
PORTS += "  type filter hook input priority 0; policy accept;\n  tcp dport @p drop\n }}\n}}\n{}\n"
VRP = "sysname a\nacl number 3005\n rule 5 deny tcp source 10.1.0.0 0.0.255.255 destination-port eq 80\n"
VRP += " rule 10 permit tcp\n {}\n"
COMWARE = "version 7.1.070, Release 6728P06\nsysname a\nacl advanced 3005\n"
COMWARE += " rule 5 deny tcp source 10.1.0.0 0.0.255.255 destination-port eq 80\n rule 10 permit tcp\n {}\n"
JUNOS = "set system host-name a\n{}\nset firewall family inet filter F term y from protocol udp\n"
JUNOS += "set firewall family inet filter F term y then discard\n"
SRX = "set system host-name a\n{}\nset security policies from-zone i to-zone o policy p match source-address any\n"
SRX += "set security policies from-zone i to-zone o policy p match destination-address any\n"
SRX += "set security policies from-zone i to-zone o policy p match application junos-ssh\n"
SRX += "set security policies from-zone i to-zone o policy p then deny\n"
ASA = "hostname a\naccess-list L extended deny tcp any any eq 80\naccess-list L extended permit ip any any\n{}\n"
DEFAULT = "set rulebase default-security-rules rules {}-default action {}\n"
GROUP = "set groups G firewall family inet filter {} term z then accept\nset apply-groups G"

CASES = {
    "zones by default": (PAN, "security", WEB, "deny"),
    "one zone by default": (PAN, "security", WITHIN, "permit"),
    "one zone": (PAN + DEFAULT.format("intrazone", "deny"), "security", WITHIN, "deny"),
    "zones are others": (PAN + DEFAULT.format("intrazone", "deny"), "security", WEB, "deny"),
    "zones": (PAN + DEFAULT.format("interzone", "allow"), "security", WEB, "permit"),
    "zones, dropped": (PAN + DEFAULT.format("interzone", "drop"), "security", WEB, "deny"),
    "said twice": (
        PAN + DEFAULT.format("intrazone", "deny") + DEFAULT.format("intrazone", "allow"),
        "security",
        WITHIN,
        "permit",
    ),
    "two virtual systems": (
        (
            f"{PAN}set vsys vsys1 {DEFAULT.format('intrazone', 'deny')[4:]}"
            f"set vsys vsys2 {DEFAULT.format('intrazone', 'allow')[4:]}"
        ),
        "security",
        WITHIN,
        "",
    ),
    "zones in XML": (XML, "security", WEB, "permit"),
    "one zone in XML": (XML, "security", WITHIN, "deny"),
    "not in the set": (NFT.format(""), "input", WEB, "permit"),
    "put into the set": (NFT.format("add element inet f s { 10.1.0.9 }"), "input", WEB, "deny"),
    "as a command": (NFT.format("nft add element inet f s { 10.1.0.7, 10.1.0.9 }"), "input", WEB, "deny"),
    "into that of another table": (NFT.format("add element ip f s { 10.1.0.9 }"), "input", WEB, "permit"),
    "a port": (PORTS.format("add element inet f p { 443 }"), "input", WEB, "deny"),
    "another port": (PORTS.format("add element inet f p { 444 }"), "input", WEB, "permit"),
    "whole": (VRP.format(""), "3005", WEB, "permit"),
    "a part taken back": (VRP.format("undo rule 5 destination-port"), "3005", WEB, ""),
    "of another rule": (VRP.format("undo rule 15 destination-port"), "3005", WEB, "permit"),
    "its text": (VRP.format("undo rule 5 description"), "3005", WEB, "permit"),
    "a part of Comware's": (COMWARE.format("undo rule 5 destination-port"), "3005", WEB, ""),
    "a source": (COMWARE.format("undo rule 5 source"), "3005", WEB, ""),
    "a group": (JUNOS.format(GROUP.format("F")), "F", WEB, ""),
    "of another filter": (JUNOS.format(GROUP.format("F2")), "F", WEB, "deny"),
    "a group of policies": (
        SRX.format(
            "set groups G security policies from-zone i to-zone o policy z then permit\nset apply-groups G"
        ),
        "i to-zone o",
        WEB,
        "",
    ),
    "no group": (SRX.format(""), "i to-zone o", WEB, "deny"),
    "by its place": (ASA.format("no access-list L line 1"), "L", WEB, ""),
}


@pytest.mark.parametrize(("text", "name", "packet", "action"), CASES.values(), ids=CASES)
def test_it_counts(text: str, name: str, packet: Packet, action: str) -> None:
    parts = network(a=text).devices
    found = named_filter("a", name, [one for part in parts for one in read_filters(part)], packet)
    assert decide_for_first(found, packet, parts).action == action

"""No verdict and no shadow where a statement is not understood, or places entries elsewhere; exact ones where it is."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first, shadowed_entries
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.planted import fortios_policy, network

IOS = """\
hostname one
ip access-list extended WEB
 10 deny tcp any any eq 22
{}
 20 permit tcp any any
 30 permit tcp any any eq 443
"""
XR = """\
hostname one
ipv4 access-list WEB
 10 deny tcp any any eq 22
{}
 20 permit tcp any any
 30 permit tcp any any eq 443
!
"""
ASA = """\
hostname one
access-list WEB extended deny tcp any any eq 22
access-list WEB extended permit tcp any any
access-list WEB extended permit tcp any any eq 443
{}
"""
VRP = """\
sysname one
acl number 3005
 rule 5 deny tcp destination-port eq 22
{}
 rule 10 permit tcp
 rule 15 permit tcp destination-port eq 443
#
"""
COMWARE = """\
sysname one
security-policy ip
 rule 1 name noshell
  action drop
 rule 2 name web
  action pass
 rule 3 name more
  action pass
 {}
"""
JUNOS = """\
set system host-name one
set firewall family inet filter WEB term noshell from protocol tcp
set firewall family inet filter WEB term noshell from destination-port 22
set firewall family inet filter WEB term noshell then discard
set firewall family inet filter WEB term web from protocol tcp
set firewall family inet filter WEB term web then accept
set firewall family inet filter WEB term more from protocol tcp
set firewall family inet filter WEB term more then accept
{}
"""
FORTIOS = (
    "config firewall policy\n"
    + fortios_policy(1, "SSH", action="")
    + fortios_policy(2)
    + fortios_policy(3, "HTTPS")
    + "    {}\nend\n"
)
PANOS = "".join(
    f"set rulebase security rules {name} {key}\n"
    for name, service, action in (
        ("noshell", "shell", "deny"),
        ("web", "any", "allow"),
        ("more", "service-https", "allow"),
    )
    for key in (
        "from any",
        "to any",
        "source any",
        "destination any",
        "application any",
        f"service {service}",
        f"action {action}",
    )
)
PANOS = f"set service shell protocol tcp port 22\n{PANOS}{{}}\n"
IPTABLES = """\
*filter
:INPUT DROP [0:0]
:FORWARD DROP [0:0]
-A FORWARD -p tcp -m tcp --dport 22 -j DROP
-A FORWARD -p tcp -j ACCEPT
-A FORWARD -p tcp -m tcp --dport 443 -j ACCEPT
{}
COMMIT
"""
NFTABLES = """\
table inet filter {{
    chain forward {{
        type filter hook forward priority 0; policy drop;
        tcp dport 22 drop
        meta l4proto tcp accept
        tcp dport 443 accept
    }}
}}
{}
"""
ROUTEROS = """\
/ip firewall filter
add action=drop chain=forward comment=noshell dst-port=22 protocol=tcp
add action=accept chain=forward comment=web protocol=tcp
add action=accept chain=forward dst-port=443 protocol=tcp
{}
"""
SROS = """\
# TiMOS-C-20.10.R8 cpm/hops64 Nokia 7750 SR
configure
    filter
        ip-filter 110 create
            default-action drop
            entry 10 create
                match protocol tcp
                    dst-port eq 22
                exit
                action
                    drop
                exit
            exit
            entry 20 create
                match protocol tcp
                exit
                action
                    forward
                exit
            exit
            entry 30 create
                match protocol tcp
                    dst-port eq 443
                exit
                action
                    forward
                exit
            exit
{}
        exit
    exit
exit all
"""
MAKES = {
    "ios": IOS,
    "xr": XR,
    "asa": ASA,
    "vrp": VRP,
    "comware": COMWARE,
    "junos": JUNOS,
    "fortios": FORTIOS,
    "panos": PANOS,
    "iptables": IPTABLES,
    "nftables": NFTABLES,
    "routeros": ROUTEROS,
    "sros": SROS,
}
SHELL, WEB = (Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, port, "lan", "wan") for port in (22, 8080))

# What a later line does that is not known, or does not say for sure where an entry stands.
UNKNOWN = {
    "ios": [
        " 15 frobnicate tcp any any",
        " frobnicate all",
        "ip access-list extended WEB\n 12 evaluate MIRROR",
    ],
    "xr": [" 15 frobnicate tcp any any", " include-group OTHERS"],
    "asa": ["access-list WEB extended frobnicate any", "access-list WEB line 1 extended frobnicate"],
    "vrp": [" rule 7 frobnicate tcp", " frobnicate all"],
    "comware": ["move rule 2 before 9", "frobnicate all"],
    "junos": [
        "set firewall family inet filter WEB frobnicate",
        "set firewall family inet filter WEB term web filter OTHER",
        "insert firewall family inet filter WEB term web before term nowhere",
    ],
    "fortios": ["move 2 before 9", "frobnicate 2"],
    "panos": ["move rulebase security rules web up", "frobnicate rulebase security rules web"],
    "iptables": [
        "-R FORWARD 1 -p tcp -j LOG",
        "-D FORWARD 1",
        "-F FORWARD",
        "-I FORWARD 1 --frobnicate -j ACCEPT",
    ],
    "nftables": [
        "add rule inet filter forward position 4 tcp dport 22 accept",
        "delete rule inet filter forward handle 4",
    ],
    "routeros": [
        "add action=accept chain=forward place-before=0 protocol=tcp",
        "move 1 destination=0",
        "remove 0",
        "set [find comment=web] action=drop",
        "set 0 action=accept",
    ],
    "sros": ["            embed-filter 7", "            chain-to-system-filter"],
}
# Filters of which nothing is claimed then; of the others, the entries beside what is not understood stay as they are.
WHOLE = {"comware", "junos", "nftables", "panos", "sros"}
# What is done for sure: the verdicts about the packet to port 22 and about the other one.
APPLIED = {
    "ios": (" 5 permit tcp any any eq 22", "permit", "permit"),
    "asa": ("access-list WEB line 1 extended permit tcp any any eq 22", "permit", "permit"),
    "vrp": (" rule 2 permit tcp destination-port eq 22", "permit", "permit"),
    "comware": ("move rule 2 before 1", "permit", "permit"),
    "junos": ("insert firewall family inet filter WEB term web before term noshell", "permit", "permit"),
    "fortios": ("move 1 after 3", "permit", "permit"),
    "panos": ("move rulebase security rules web top", "permit", "permit"),
    "iptables": ("-I FORWARD -p tcp -m tcp --dport 22 -j ACCEPT", "permit", "permit"),
    "nftables": ("insert rule inet filter forward tcp dport 22 accept", "permit", "permit"),
    "routeros": ("remove [find comment=noshell]", "permit", "permit"),
}


def _verdict(text: str, packet: Packet) -> str:
    parts = network(r1=text).devices
    found = max((one for part in parts for one in read_filters(part)), key=lambda one: len(one.entries))
    return decide_for_first(found, packet, parts).action


@pytest.mark.parametrize("make", MAKES)
def test_what_is_understood_decides(make: str) -> None:
    text = MAKES[make].format("")
    assert _verdict(text, WEB) == (
        "permit" if make != "comware" else "deny"
    )  # there, the first rule asks for nothing
    assert _verdict(text, SHELL) == "deny"
    assert list(shadowed_entries(network(r1=text)))


@pytest.mark.parametrize(
    ("make", "line"), [(make, line) for make, lines in UNKNOWN.items() for line in lines]
)
def test_what_is_not_understood_leaves_no_verdict(make: str, line: str) -> None:
    text = MAKES[make].format(line)
    assert "" in (_verdict(text, WEB), _verdict(text, SHELL))
    if make in WHOLE:
        assert not list(shadowed_entries(network(r1=text)))


@pytest.mark.parametrize(("make", "applied"), APPLIED.items(), ids=APPLIED)
def test_what_places_an_entry_is_applied(make: str, applied: tuple[str, str, str]) -> None:
    line, shell, web = applied
    text = MAKES[make].format(line)
    assert (_verdict(text, SHELL), _verdict(text, WEB)) == (shell, web)


# Groups that a filter asks for, and what is said of them besides: where it may take something out, nothing is known.
GROUPS = {
    "asa": (
        (
            "hostname one\nobject-group network FARM\n network-object 192.0.2.0 255.255.255.0\n {}\n"
            "access-list WEB extended permit tcp any object-group FARM\n"
        ),
        ("description the farm", "permit"),
        ("frobnicate 192.0.2.4", ""),
    ),
    "comware": (
        (
            "sysname one\nobject-group ip address FARM\n 0 network subnet 192.0.2.0 255.255.255.0\n {}\n"
            "security-policy ip\n rule 1 name farm\n  action pass\n  destination-ip FARM\n"
        ),
        ("description the farm", "permit"),
        ("10 network exclude 192.0.2.4", "deny"),
        ("10 network exclude 192.0.2.5", "permit"),
        ("10 network frobnicate 192.0.2.4", ""),
    ),
    "fortios": (
        (
            'config firewall address\n edit "net"\n  set subnet 192.0.2.0 255.255.255.0\n next\nend\n'
            'config firewall addrgrp\n edit "FARM"\n  set member "net"\n  set {}\n next\nend\n'
            'config firewall policy\n edit 1\n  set srcaddr "all"\n  set dstaddr "FARM"\n  set service "ALL"\n'
            '  set schedule "always"\n  set action accept\n next\nend\n'
        ),
        ("color 7", "permit"),
        ('exclude-member "shop"', ""),
    ),
    "junos": (
        (
            "set system host-name one\nset policy-options prefix-list FARM 192.0.2.0/24\n"
            "set policy-options prefix-list FARM {}\n"
            "set firewall family inet filter WEB term a from destination-prefix-list FARM\n"
            "set firewall family inet filter WEB term a then accept\n"
        ),
        ('apply-path "system ntp server <*>"', "permit"),
        ("frobnicate 192.0.2.4", ""),
    ),
    "sros": (
        (
            "# TiMOS-C-20.10.R8 cpm/hops64 Nokia 7750 SR\nconfigure\n    filter\n        match-list\n"
            '            ip-prefix-list "farm" create\n                prefix 192.0.2.0/24\n                {}\n'
            "            exit\n        exit\n        ip-filter 110 create\n            default-action drop\n"
            '            entry 10 create\n                match\n                    dst-ip ip-prefix-list "farm"\n'
            "                exit\n                action\n                    forward\n                exit\n"
            "            exit\n        exit\n    exit\nexit all\n"
        ),
        ("prefix 198.51.100.0/24", "permit"),
        ("prefix-exclude 192.0.2.4/32", "deny"),
        ("frobnicate 192.0.2.4/32", ""),
    ),
}


@pytest.mark.parametrize("make", GROUPS)
def test_what_may_take_members_out_leaves_no_verdict(make: str) -> None:
    text, *asked = GROUPS[make]
    for line, action in asked:
        assert (line, _verdict(text.format(line), WEB)) == (line, action)


def test_filters_of_two_families_may_have_one_name() -> None:
    text = """\
set system host-name one
set firewall family inet filter DOOR term web from protocol tcp
set firewall family inet filter DOOR term web then accept
set firewall family inet6 filter DOOR term all then discard
"""
    filters = {one.name: one for one in read_filters(network(one=text).devices[0])}
    assert filters.keys() == {"DOOR", "ipv6 DOOR"}
    assert [entry.name for entry in filters["DOOR"].entries] == ["web"]
    assert [entry.name for entry in filters["ipv6 DOOR"].entries] == ["all"]


@pytest.mark.parametrize("said", ["from protocol tcp destination-port 80", "then count seen discard"])
def test_several_statements_of_a_line_are_read_where_the_format_is_known(said: str) -> None:
    text = MAKES["junos"].format(f"set firewall family inet filter WEB term noshell {said}")
    assert _verdict(text, SHELL) == "deny"
    assert _verdict(text.replace("family inet ", ""), SHELL) == ""

"""The first entry that surely matches decides; what may match before it is told, and nothing is guessed."""

from __future__ import annotations

import pytest

from findings.filters.first_match import FIRST, FROM_OUTSIDE, decide, decide_for_first
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from findings.filters.ways import COMES_IN, LEAVES
from tests.findings.planted import EOS, FORTIOS, IOS, JUNOS, NXOS, VYOS, network

WORDS = """\
ip access-list extended A
 10 permit tcp 10.0.0.0 0.0.0.255 host 10.1.1.1 eq 22 443
 20 deny tcp any any gt 1023
 30 permit tcp any range 1000 2000 any
 40 deny ip 10.0.0.0 0.0.5.0 any
 50 permit udp any object-group SERVERS eq domain
 60 deny ip any any
object-group network SERVERS
 host 10.2.2.2
 10.3.0.0 255.255.0.0
access-list 7 permit 10.0.0.0 0.255.255.255
access-list 7 deny any
"""
GROUPS = """\
object-group service WEB
 tcp source gt 1023 eq 443 flags 2
object-group network PART
 host 10.2.2.2
 host-info 10.2.2.20
ip access-list extended A
 10 permit object-group WEB 10.0.0.0 0.0.0.255 host 10.1.1.1
 20 permit ip any object-group PART
 30 deny ip any any
"""
VRP = """\
acl name EDGE 3001
 rule 5 permit tcp source 10.8.0.0 0.0.1.255 destination-port eq 443
 rule 10 deny tcp destination-port eq telnet
 rule 20 deny ip
"""
ASA = """\
names
name 10.4.20.55 web-dmz description old web
object-group network RANGE
 network-object host 10.9.9.9
object network POOL
 range 10.2.2.20 10.2.2.29
object-group service MIX
 service-object tcp destination eq https
 service-object udp destination range 8440 8450
object-group service PORTS tcp
 port-object eq www
 port-object range 9000 9010
access-list IN extended permit object-group MIX any object POOL
access-list IN extended permit tcp any host web-dmz object-group PORTS log disable
access-list IN extended permit tcp any host web-dmz eq ssh inactive
access-list IN extended deny tcp any web-dmz 255.255.255.255
"""
PORT_GROUPS = """\
object-group ip port WEB
  10 eq 22
  20 range 8080 8088
ip access-list M
  10 permit tcp any any portgroup WEB
  20 deny ip any any
"""
SROS = """\
# TiMOS-C-20.10.R4 cpm/hops64 Nokia 7750 SR
exit all
configure
    filter
        ip-filter 10 name "EDGE" create
            default-action forward
            entry 20 create
                match protocol tcp
                    dst-port eq 23
                exit
            exit
            entry 30 create
                match protocol tcp
                    dst-port range 22 25
                exit
                action drop
            exit
        exit
    exit
exit all
"""
Case = tuple[str, str, Packet, str, str, list[str]]
TCP_22 = Packet("10.20.0.1", "10.0.0.1", "tcp", 9, 22)
TO_8001 = Packet("10.0.0.1", "10.10.0.9", "tcp", 5, 8001)
FROM_ANYWHERE = Packet("10.9.0.9", "9.9.9.9", "tcp", None, 80)
CASES: dict[str, Case] = {
    "one port of several": (WORDS, "A", Packet("10.0.0.9", "10.1.1.1", "tcp", 1, 443), "permit", "10", []),
    "a port behind gt": (WORDS, "A", Packet("10.9.0.9", "10.1.1.1", "tcp", 1, 8080), "deny", "20", []),
    "a source port in a range": (
        WORDS,
        "A",
        Packet("10.9.0.9", "1.1.1.1", "tcp", 1500, 80),
        "permit",
        "30",
        [],
    ),
    "an unknown source port leaves it open": (WORDS, "A", FROM_ANYWHERE, "", "60", ["30"]),
    "a wildcard with holes": (WORDS, "A", Packet("10.0.5.0", "9.9.9.9", "icmp"), "deny", "40", []),
    "between the holes of a wildcard": (
        WORDS,
        "A",
        Packet("10.0.2.0", "9.9.9.9", "icmp"),
        "deny",
        "60",
        [],
    ),
    "an address of a group": (WORDS, "A", Packet("11.0.0.1", "10.3.4.5", "udp", 9, 53), "permit", "50", []),
    "a group of services in the place of the protocol": (
        ASA,
        "IN",
        Packet("11.0.0.1", "10.2.2.21", "udp", 9, 8445),
        "permit",
        "",
        [],
    ),
    "a name for an address, and a group of ports": (
        ASA,
        "IN",
        Packet("11.0.0.1", "10.4.20.55", "tcp", 9, 9005),
        "permit",
        "",
        [],
    ),
    "an entry that is not active": (
        ASA,
        "IN",
        Packet("11.0.0.1", "10.4.20.55", "tcp", 9, 22),
        "deny",
        "",
        [],
    ),
    "a group of ports by numbered lines": (
        PORT_GROUPS,
        "M",
        Packet("10.9.9.9", "1.1.1.1", "tcp", 9, 8081),
        "permit",
        "10",
        [],
    ),
    "an entry without an action, and a range of ports": (
        SROS,
        "10",
        Packet("10.1.1.1", "1.1.1.1", "tcp", 9, 23),
        "deny",
        "30",
        [],
    ),
    "a port of the destination without an address": (
        VRP,
        "EDGE",
        Packet("10.99.1.9", "9.9.9.9", "tcp", 9, 23),
        "deny",
        "10",
        [],
    ),
    "a group of services that is not understood in the place of the protocol may match": (
        GROUPS,
        "A",
        Packet("10.0.0.9", "10.1.1.1", "udp", 9, 443),
        "",
        "30",
        ["10", "20"],
    ),
    "a group of which a line is not understood may match": (
        GROUPS,
        "A",
        Packet("11.0.0.9", "10.2.2.21", "udp", 9, 443),
        "",
        "30",
        ["20"],
    ),
    "a list with a name and a number": (
        VRP,
        "EDGE",
        Packet("10.8.1.9", "9.9.9.9", "tcp", 9, 443),
        "permit",
        "5",
        [],
    ),
    "a standard list": (WORDS, "7", Packet("10.200.0.1", "1.1.1.1", "tcp"), "permit", "", []),
    "what established asks is not known": (IOS, "EDGE-IN", TO_8001, "permit", "40", ["10"]),
    "a term that only counts decides nothing": (
        JUNOS,
        "PROTECT",
        Packet("11.0.0.1", "1.1.1.1"),
        "deny",
        "rest",
        [],
    ),
    "a port by its name": (JUNOS, "PROTECT", TCP_22, "permit", "ssh", []),
    "a rule's default": (VYOS, "LAN-IN", Packet("11.0.0.1", "10.0.0.1", "icmp"), "", "", ["30"]),
    "an object and a service": (FORTIOS, "policy", Packet("10.60.0.9", "1.1.1.1", "tcp", 9, 443), "", "", []),
}


@pytest.mark.parametrize(("text", "name", "packet", "action", "entry", "before"), CASES.values(), ids=CASES)
def test_first_match(
    text: str, name: str, packet: Packet, action: str, entry: str, before: list[str]
) -> None:
    device = network(r1=text).devices[0]
    found = next(one for one in read_filters(device) if one.name == name)
    verdict = decide(found, packet)
    if name == "policy":  # where it comes in and leaves is not known: everything stays open
        assert (verdict.action, verdict.entry, len(verdict.open)) == ("", None, 2)
        return
    assert (verdict.action, verdict.entry.name if verdict.entry else "") == (action, entry)
    assert [one.name for one in verdict.open] == before


@pytest.mark.parametrize(("text", "names"), [(VRP, ("EDGE", "3001")), (SROS, ("10", "EDGE"))])
def test_a_filter_has_a_name_and_a_number(text: str, names: tuple[str, str]) -> None:
    (found,) = read_filters(network(r1=text).devices[0])
    assert (found.name, found.other) == names


def test_every_entry_is_read() -> None:
    names = {
        text: [one.name for one in read_filters(network(r1=text).devices[0])] for text in (IOS, EOS, NXOS)
    }
    assert names == {IOS: ["EDGE-IN"], EOS: [], NXOS: []}
    entries = read_filters(network(r1=IOS).devices[0])[0].entries
    assert [one.name for one in entries] == ["10", "20", "30", "40", "50", "60", "70", "80", "90", "100"]
    assert {one.name: one.open for one in entries if one.open} == {
        "70": ("fragments",),
        "90": ("time-range", "NIGHT"),
    }


HOST = """\
define DESKS = {10.1.0.0/16, 10.2.0.0/16}   # of both floors
table inet fw {
  set banned {
    type ipv4_addr
    flags interval, timeout
    elements = { 192.0.2.0/25 timeout 30d expires 12d4h, 198.51.100.7 comment "from the shop" }
  }
  chain input {
    type filter hook input priority filter; policy drop;
    ct state vmap { established : accept, related : accept, invalid : drop }
    iifname "lo" accept
    ip saddr @banned drop
    meta l4proto tcp tcp sport 20 \\
      tcp dport 1024-65535 reject
    tcp dport 22 ip saddr $DESKS accept
    tcp dport 3000 accept
    udp dport 514 ct state established drop
  }
}
"""
OUTSIDE = (FIRST, FROM_OUTSIDE.format("lo"))
OF_FIRST = {
    "a variable with a remark behind it": (
        Packet("10.2.9.1", "", "tcp", 40000, 22),
        "permit",
        15,
        OUTSIDE[:1],
    ),
    "what no entry matches": (Packet("10.3.9.1", "", "tcp", 40000, 22), "deny", None, OUTSIDE),
    "an element that ends some day": (Packet("192.0.2.9", "", "tcp", 40000, 3000), "deny", 12, OUTSIDE),
    "an element with a comment": (Packet("198.51.100.7", "", "tcp", 40000, 3000), "deny", 12, OUTSIDE),
    "an entry over two lines": (Packet("10.1.1.1", "", "tcp", 20, 3000), "deny", 13, OUTSIDE),
    "another port than its first line's": (
        Packet("10.1.1.1", "", "tcp", 40000, 3000),
        "permit",
        16,
        OUTSIDE[:1],
    ),
    "a state that is said": (
        Packet("10.3.9.1", "", "tcp", 40000, 22, state="new"),
        "deny",
        None,
        OUTSIDE[1:],
    ),
    "an interface that is said": (
        Packet("10.3.9.1", "", "tcp", 40000, 22, "eth0"),
        "deny",
        None,
        OUTSIDE[:1],
    ),
    "all that is said": (Packet("10.3.9.1", "", "tcp", 40000, 22, "lo", state="new"), "permit", 11, ()),
    "ports that are not said": (Packet("10.1.1.1", "", "tcp"), "", None, ()),
}


@pytest.mark.parametrize(("packet", "action", "line", "assumed"), OF_FIRST.values(), ids=OF_FIRST)
def test_first_packet_of_a_connection(
    packet: Packet, action: str, line: int | None, assumed: tuple[str, ...]
) -> None:
    device = network(h1=HOST).devices[0]
    found = next(one for one in read_filters(device) if one.name == "inet fw input")
    verdict = decide_for_first(found, packet, [device])
    where = verdict.entry.lines[0].number if verdict.entry and verdict.action else None
    assert (verdict.action, where, verdict.assumed) == (action, line, assumed)
    assert verdict.filter is found
    assert bool(verdict.otherwise) == bool(assumed)


FORTIGATE = """\
#config-version=FGT60F-7.2.5-FW-build1517-230606:opmode=0:vdom=0:user=admin
config system global
    set hostname "fw9"
end
config system interface
    edit "wan1"
        set ip 198.51.100.2 255.255.255.248
    next
    edit "lan"
        set ip 10.8.0.1 255.255.255.0
    next
    edit "dmz"
        set ip 10.9.0.1 255.255.255.0
    next
end
config router static
    edit 1
        set gateway 198.51.100.1
        set device "wan1"
    next
end
{}config firewall policy
    edit 1
        set srcintf "lan"
        set dstintf "dmz"
        set srcaddr "all"
        set dstaddr "all"
        set action accept
        set schedule "always"
        set service "HTTPS"
    next
    edit 2
        set srcintf "lan"
        set dstintf "wan1"
        set srcaddr "all"
        set dstaddr "all"
        set action accept
        set schedule "always"
        set service "ALL"
    next
end
"""
VIP = """\
config firewall vip
    edit "shop"
        set extip 198.51.100.4
        set mappedip "10.9.0.20"
    next
end
"""
LEARNS = """\
config router bgp
    set as 65001
end
"""
ZONES = """\
set deviceconfig system hostname pa9
set network interface ethernet ethernet1/1 layer3 ip 198.51.100.2/29
set network interface ethernet ethernet1/2 layer3 ip 10.8.0.1/24
set network interface ethernet ethernet1/3 layer3 ip 10.9.0.1/24
set network interface ethernet ethernet1/4 layer3 ip 10.8.4.1/24
set zone untrust network layer3 ethernet1/1
set zone trust network layer3 [ ethernet1/2 ethernet1/4 ]
set zone servers network layer3 ethernet1/3
set rulebase security rules web from trust
set rulebase security rules web to servers
set rulebase security rules web source any
set rulebase security rules web destination any
set rulebase security rules web application any
set rulebase security rules web service service-https
set rulebase security rules web action allow
"""
PLAIN, WITH_VIP, WITH_BGP = (FORTIGATE.format(more) for more in ("", VIP, LEARNS))
PLACED = {
    "between two subnets": (PLAIN, "10.8.0.9", "10.9.0.20", 443, "permit", ("lan", "dmz")),
    "what no policy permits": (PLAIN, "10.8.0.9", "10.9.0.20", 22, "deny", ("lan", "dmz")),
    "by the default route": (PLAIN, "10.8.0.9", "203.0.113.8", 25, "permit", ("lan", "wan1")),
    "the other way": (PLAIN, "203.0.113.8", "10.9.0.20", 443, "deny", ("wan1", "dmz")),
    "through one interface alone": (PLAIN, "10.8.0.9", "10.8.0.10", 443, "", None),
    "to the device itself": (PLAIN, "10.8.0.9", "10.9.0.1", 443, "", None),
    "where the destination may be translated": (WITH_VIP, "10.8.0.9", "198.51.100.4", 443, "", None),
    "a private one where others are translated": (
        WITH_VIP,
        "10.8.0.9",
        "10.9.0.20",
        443,
        "permit",
        ("lan", "dmz"),
    ),
    "where a longer route may be learned": (WITH_BGP, "10.8.0.9", "203.0.113.8", 25, "", None),
    "a subnet where routes are learned": (WITH_BGP, "10.8.0.9", "10.9.0.20", 443, "permit", ("lan", "dmz")),
    "between zones": (ZONES, "10.8.4.9", "10.9.0.20", 443, "permit", ("ethernet1/4", "ethernet1/3")),
    "within a zone": (ZONES, "10.8.0.9", "10.8.4.9", 22, "permit", ("ethernet1/2", "ethernet1/4")),
}


@pytest.mark.parametrize(
    ("text", "source", "destination", "port", "action", "ways"), PLACED.values(), ids=PLACED
)
def test_packet_passes_where_its_addresses_are(
    text: str, source: str, destination: str, port: int, action: str, ways: tuple[str, str] | None
) -> None:
    device = network(fw9=text).devices[0]
    packet = Packet(source, destination, "tcp", 40000, port)
    verdict = decide_for_first(read_filters(device)[0], packet, [device])
    assumed = (COMES_IN.format(ways[0]), LEAVES.format(ways[1])) if ways else ()
    assert (verdict.action, verdict.assumed) == (action, assumed)
    assert verdict.entry not in verdict.otherwise

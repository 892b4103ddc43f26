"""Which filter a name means, what its objects hold, what decides where no entry does, and all filters of a hook."""

from __future__ import annotations

import pytest

from findings.errors import NoSuchFilterError
from findings.facts import read_device
from findings.filters.first_match import decide, named_filter
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from findings.statements import read_statements
from graph_store.records import SourceLine
from tests.findings.test_other_makes import network

NFTABLES = """\
table inet guard {
    chain bouncer {
        type filter hook input priority raw; policy accept;
        ip saddr 10.1.7.0/24 accept
        ip saddr 10.1.0.0/16 tcp dport 3306 drop
        ip daddr 10.1.1.1 limit rate 9/second accept
        ip daddr 10.1.1.1 tcp dport 99 drop
    }
}
table ip6 six {
    chain six_in {
        type filter hook input priority 5; policy drop;
    }
}
table inet house {
    chain input {
        type filter hook input priority filter; policy drop;
        tcp dport { 3306, 99 } accept
        ip saddr 10.1.7.9 tcp dport 25 drop
    }
    chain output {
        type filter hook output priority filter + 5;
    }
}
"""
IPTABLES = """\
*mangle
:FORWARD ACCEPT [9:900]
[8:800] -A FORWARD -p tcp -m tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu
COMMIT
*nat
:INPUT ACCEPT [5:300]
COMMIT
*filter
:INPUT DROP [7:700]
:FORWARD DROP [3:300]
[4:400] -A INPUT -s 10.2.0.0/24 -p tcp -m tcp ! --dport 23 -j ACCEPT
[4:400] -A INPUT -m iprange --src-range 10.2.8.3-10.2.8.5 -m conntrack ! --ctstate NEW -j ACCEPT
[2:200] -A FORWARD -p udp -j ACCEPT
COMMIT
"""
ASA = """\
hostname gate
object service JOB
 service tcp source range 5000 5009 destination eq 8086
object-group service BOTH
 service-object tcp source gt 1023 destination eq 7
 service-object udp destination range 700 709
access-list EDGE extended permit object JOB any host 10.3.0.7
access-list EDGE extended permit object-group BOTH any host 10.3.0.8
"""
JUNOS = """\
set system host-name plant
set security address-book global address pumps range-address 10.4.0.5 to 10.4.0.9
set security address-book global address-set wet address pumps
set security address-book global address lab 10.4.9.0/24
set security address-book global address odd dns-name odd.example.net
set security address-book global address-set dry address odd
set applications application job protocol tcp
set applications application job source-port 1024-65535
set applications application job destination-port 700-705
set security policies from-zone desk to-zone hall policy one match source-address any
set security policies from-zone desk to-zone hall policy one match destination-address wet
set security policies from-zone desk to-zone hall policy one match application job
set security policies from-zone desk to-zone hall policy one then permit
set security policies from-zone desk to-zone hall policy two match source-address any
set security policies from-zone desk to-zone hall policy two match destination-address lab
set security policies from-zone desk to-zone hall policy two match destination-address-excluded
set security policies from-zone desk to-zone hall policy two match application junos-ntp
set security policies from-zone desk to-zone hall policy two then permit
set firewall family inet filter NOTE term a from source-address 10.4.1.0/24
set firewall family inet filter NOTE term a then log
set firewall family inet filter NOTE term b then discard
"""
XR = """\
hostname edge
object-group network ipv4 LAB
 10.5.0.16/28
 range 10.5.1.3 10.5.1.5
!
object-group port NAMES
 eq domain
!
ipv4 access-list IN-PEER
 10 permit udp any net-group LAB port-group NAMES
 20 deny udp any net-group LAB
 30 permit ipv4 any any
"""
VYOS = """\
firewall {
    group {
        network-group ALL {
            include PART
            network 10.6.0.0/24
        }
        network-group PART {
            network 10.6.1.0/24
        }
        network-group ODD {
            network 10.6.2.0/24
            mystery yes
        }
        port-group WEB {
            port https
        }
    }
    ipv4 {
        name HALL {
            default-action drop
            rule 5 {
                action accept
                protocol tcp
                source {
                    group {
                        network-group ALL
                    }
                }
                destination {
                    group {
                        port-group WEB
                    }
                }
            }
            rule 6 {
                action accept
                protocol tcp
                source {
                    address 10.6.9.1
                }
                destination {
                    port !22,23
                }
            }
            rule 7 {
                action accept
                protocol udp
                source {
                    group {
                        network-group ODD
                    }
                }
            }
        }
    }
}
system {
    host-name vy
}
"""
ROUTEROS = """\
/ip firewall filter
add action=reject chain=forward protocol=tcp reject-with=tcp-reset src-address=10.7.0.0/24
add action=drop chain=forward connection-state=!established,related in-interface=wan
/system identity
set name=rb
"""
VRP = """\
[V300R003C00SPC200]
#
 sysname hut
#
acl name DESK 3100
 rule 5 deny tcp destination-port eq 23
acl number 2100
 rule 5 permit source 10.8.0.8 0.0.0.7
#
interface GigabitEthernet0/0/1
 traffic-filter inbound acl name DESK
#
user-interface vty 0 4
 acl 2100 inbound
#
return
"""
IPV6 = """\
hostname six
ip access-list extended USERS
 permit ip any any
ipv6 access-list USERS
 permit tcp 2001:db8:9::/64 any eq 443
"""
BOTH = """\
set system host-name r1
set firewall family inet filter EDGE term a from destination-port 23
set firewall family inet filter EDGE term a then accept
set firewall family inet filter EDGE term a then discard
set firewall family inet filter EDGE term b then count all
set firewall family inet filter EDGE term b then accept
"""


def tcp(
    source: str, destination: str = "", port: int | None = None, source_port: int | None = None
) -> Packet:
    return Packet(source, destination, "tcp", source_port, port, "eth0", "eth1", "new")


ASKED = {
    "an early chain of the hook denies": (NFTABLES, "input", tcp("10.1.2.2", "10.1.1.2", 3306), "deny", 5),
    "every chain of the hook permits": (NFTABLES, "input", tcp("10.1.7.2", "10.1.1.2", 3306), "permit", 18),
    "a permit in one chain is not the last word": (NFTABLES, "input", tcp("10.1.7.9", "", 25), "deny", 19),
    "an early chain may deny": (NFTABLES, "input", tcp("10.9.9.9", "10.1.1.1", 99), "", 18),
    "a later chain is of the other version": (NFTABLES, "six_in", tcp("2001:db8::1", "", 3306), "deny", 12),
    "a chain asked by its table": (NFTABLES, "house input", tcp("10.1.7.2", "10.1.1.2", 3306), "permit", 18),
    "a chain of a hook without a policy": (NFTABLES, "output", tcp("10.1.7.2"), "permit", None),
    "counters before the entries": (IPTABLES, "INPUT", tcp("10.2.0.9", "", 80), "permit", 11),
    "a port that is not meant": (IPTABLES, "INPUT", tcp("10.2.0.9", "", 23), "deny", 9),
    "a state that is not meant": (IPTABLES, "INPUT", tcp("10.2.8.4", "", 23), "deny", 9),
    "a target that only changes the packet": (IPTABLES, "FORWARD", tcp("10.2.8.4", "", 23), "deny", 10),
    "a source port of a service": (ASA, "EDGE", tcp("10.1.1.1", "10.3.0.7", 8086, 5009), "permit", 7),
    "another source port": (ASA, "EDGE", tcp("10.1.1.1", "10.3.0.7", 8086, 5010), "deny", None),
    "a source port of a group": (ASA, "EDGE", tcp("10.1.1.1", "10.3.0.8", 7, 1023), "deny", None),
    "a range of a set": (
        JUNOS,
        "from-zone desk to-zone hall",
        tcp("1.1.1.1", "10.4.0.9", 705, 2000),
        "permit",
        10,
    ),
    "behind the range": (JUNOS, "desk to hall", tcp("1.1.1.1", "10.4.0.10", 705, 2000), "deny", None),
    "what is excluded": (
        JUNOS,
        "desk to hall",
        Packet("1.1.1.1", "10.4.9.1", "udp", 123, 123),
        "deny",
        None,
    ),
    "beside what is excluded": (
        JUNOS,
        "desk to hall",
        Packet("1.1.1.1", "10.4.8.1", "udp", 123, 123),
        "permit",
        14,
    ),
    "a term that only logs": (JUNOS, "NOTE", tcp("10.4.1.1"), "permit", 19),
    "a term that both permits and denies": (BOTH, "EDGE", tcp("10.4.1.1", "", 23), "", 5),
    "a term that counts and permits": (BOTH, "EDGE", tcp("10.4.1.1", "", 22), "permit", 5),
    "groups of networks and ports": (
        XR,
        "IN-PEER",
        Packet("1.1.1.1", "10.5.1.5", "udp", 9, 53),
        "permit",
        10,
    ),
    "another port": (XR, "IN-PEER", Packet("1.1.1.1", "10.5.1.5", "udp", 9, 54), "deny", 11),
    "beside the group": (
        XR,
        "ipv4 access-list IN-PEER",
        Packet("1.1.1.1", "10.5.1.6", "udp", 9, 54),
        "permit",
        12,
    ),
    "a group in a group": (VYOS, "HALL", tcp("10.6.1.9", "", 443), "permit", 21),
    "ports that are not meant": (VYOS, "HALL", tcp("10.6.9.1", "", 22), "deny", 20),
    "beside ports that are not meant": (VYOS, "ipv4 name HALL", tcp("10.6.9.1", "", 25), "permit", 35),
    "a group of which a line is not understood": (
        VYOS,
        "HALL",
        Packet("10.6.3.9", "", "udp", 9, 22),
        "",
        None,
    ),
    "how it rejects": (ROUTEROS, "forward", tcp("10.7.0.9"), "deny", 2),
    "a state behind a sign": (
        ROUTEROS,
        "forward",
        Packet("10.7.1.9", "", "tcp", in_interface="wan", state="related"),
        "permit",
        None,
    ),
    "what no rule denies where it filters traffic": (VRP, "DESK", tcp("10.8.0.1", "", 80), "permit", 11),
    "what no rule permits where it guards lines": (VRP, "2100", tcp("10.8.0.1"), "deny", 14),
    "a list of the packet's version": (IPV6, "USERS", tcp("2001:db8:9::1", "", 443), "permit", 5),
    "the other list of the name": (IPV6, "USERS", tcp("10.9.0.1", "", 443), "permit", 3),
    "neighbor discovery is not denied for sure": (
        IPV6,
        "ipv6 USERS",
        Packet("fe80::1", "ff02::1", "icmpv6", icmp_type=135),
        "",
        None,
    ),
    "a ping is": (IPV6, "USERS", Packet("fe80::1", "ff02::1", "icmpv6", icmp_type=128), "deny", None),
}


@pytest.mark.parametrize(("text", "name", "packet", "action", "line"), ASKED.values(), ids=ASKED)
def test_packet(text: str, name: str, packet: Packet, action: str, line: int | None) -> None:
    filters = read_filters(network(r1=text).devices[0])
    verdict = decide(named_filter("r1", name, filters, packet), packet, filters)
    assert (verdict.action, verdict.lines[0].number if verdict.lines else None) == (action, line)


def test_name_of_several() -> None:
    two = NFTABLES + NFTABLES.replace("inet house", "inet yard").replace("hook input", "hook forward")
    filters = read_filters(network(r1=two).devices[0])
    with pytest.raises(NoSuchFilterError, match="inet house input, inet yard input"):
        named_filter("r1", "input", filters, Packet())


NETWORK_ACL = """\
{"NetworkAcls": [{"NetworkAclId": "acl-77", "IsDefault": true, "Entries": [
  {"RuleNumber": 300, "Egress": false, "Protocol": "6", "RuleAction": "allow", "CidrBlock": "0.0.0.0/0",
   "PortRange": {"From": 25, "To": 30}},
  {"RuleNumber": 310, "Egress": false, "Protocol": "6", "RuleAction": "allow", "Ipv6CidrBlock": "::/0",
   "PortRange": {"From": 22, "To": 22}},
  {"RuleNumber": 50, "Egress": false, "Protocol": "17", "RuleAction": "deny", "CidrBlock": "0.0.0.0/0",
   "PortRange": {"From": 53, "To": 53}},
  {"RuleNumber": 60, "Egress": false, "Protocol": "-1", "RuleAction": "allow", "CidrBlock": "10.9.0.0/16"},
  {"RuleNumber": 20, "Egress": true, "Protocol": "6", "RuleAction": "allow", "CidrBlock": "10.0.0.0/8",
   "PortRange": {"From": 1024, "To": 65535}},
  {"RuleNumber": 32767, "Egress": true, "Protocol": "-1", "RuleAction": "deny", "CidrBlock": "0.0.0.0/0"},
  {"RuleNumber": 32767, "Egress": false, "Protocol": "-1", "RuleAction": "deny", "CidrBlock": "0.0.0.0/0"}
]}]}
"""
PANOS = """\
<?xml version="1.0"?>
<config version="11.0.0" urldb="paloaltonetworks">
  <devices><entry name="localhost.localdomain"><vsys><entry name="vsys1">
    <address>
      <entry name="till"><ip-netmask>10.2.0.7</ip-netmask><description>The till</description></entry>
      <entry name="desks"><ip-range>10.2.9.10-10.2.9.19</ip-range></entry>
    </address>
    <address-group><entry name="outer"><static><member>inner</member></static></entry>
      <entry name="inner"><static><member>desks</member></static></entry></address-group>
    <service><entry name="pay"><protocol><tcp><port>700,710-712</port></tcp></protocol></entry></service>
    <rulebase><security><rules>
      <entry name="off"><disabled>yes</disabled>
        <from><member>any</member></from><to><member>any</member></to>
        <source><member>any</member></source><destination><member>any</member></destination>
        <application><member>any</member></application><service><member>any</member></service>
        <action>allow</action></entry>
      <entry name="others">
        <from><member>shop</member></from><to><member>back</member></to>
        <source><member>outer</member></source><negate-source>yes</negate-source>
        <destination><member>till</member></destination>
        <application><member>any</member></application><service><member>pay</member></service>
        <action>allow</action></entry>
    </rules></security></rulebase>
  </entry></vsys></entry></devices>
</config>
"""
ASA_ANY = """\
hostname gate
access-list EDGE extended permit tcp any4 any eq 443
access-list EDGE extended permit tcp any any6 eq 444
"""


@pytest.mark.parametrize(
    ("text", "name", "packet", "action", "line"),
    [
        (NETWORK_ACL, "acl-77 in", tcp("10.9.1.1", "", 22), "permit", 8),
        (NETWORK_ACL, "acl-77 in", tcp("192.0.2.1", "", 22), "deny", 12),
        (NETWORK_ACL, "acl-77 in", tcp("2001:db8::1", "", 22), "permit", 4),
        (NETWORK_ACL, "acl-77 in", Packet("10.9.1.1", "", "udp", None, 53), "deny", 6),
        (NETWORK_ACL, "acl-77 out", tcp("10.9.1.1", "10.1.1.1", 1023), "deny", 11),
        (NETWORK_ACL, "acl-77 out", tcp("10.9.1.1", "10.1.1.1", 1024), "permit", 9),
        (
            PANOS,
            "security rules",
            Packet("10.2.9.9", "10.2.0.7", "tcp", 9, 711, "shop", "back"),
            "permit",
            17,
        ),
        (PANOS, "security", Packet("10.2.9.10", "10.2.0.7", "tcp", 9, 711, "shop", "back"), "deny", None),
        (ASA_ANY, "EDGE", tcp("2001:db8::1", "2001:db8::2", 443), "deny", None),
        (ASA_ANY, "EDGE", tcp("2001:db8::1", "2001:db8::2", 444), "permit", 3),
    ],
)
def test_versions_and_lists(text: str, name: str, packet: Packet, action: str, line: int | None) -> None:
    test_packet(text, name, packet, action, line)


def test_chains_of_two_files_are_two() -> None:
    first = [SourceLine("rules.v4", n, text) for n, text in enumerate(IPTABLES.splitlines(), 1)]
    second = [
        SourceLine("rules.v6", one.number, one.text.replace("10.2.0.0/24", "2001:db8::/48")) for one in first
    ]
    statements = [*read_statements(first)[1], *read_statements(second)[1]]
    filters = read_filters(read_device("r1", "indented", statements))
    with pytest.raises(NoSuchFilterError, match=r"filter INPUT, filter INPUT \(rules\.v6\)"):
        named_filter("r1", "INPUT", filters, Packet())
    for name, source, path in (
        ("filter INPUT", "10.2.0.9", "rules.v4"),
        ("filter INPUT (rules.v6)", "2001:db8::9", "rules.v6"),
    ):
        packet = tcp(source, "", 80)
        verdict = decide(named_filter("r1", name, filters, packet), packet, filters)
        assert (verdict.action, verdict.lines[0].path) == ("permit", path)

"""What the filters of many makes do with packets, by the entry's first line; a blank is what is not known."""

from __future__ import annotations

import pytest

from findings.errors import UnknownPacketError
from findings.filters.first_match import decide
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.test_other_makes import network

SONIC = """\
{
    "ACL_TABLE": {"EDGE6": {"type": "L3V6", "stage": "ingress", "ports": ["Ethernet0"]}},
    "ACL_RULE": {
        "EDGE6|LAST": {"PRIORITY": "10", "PACKET_ACTION": "DROP", "IP_TYPE": "IPV6ANY"},
        "EDGE6|PING": {"PRIORITY": "80", "PACKET_ACTION": "FORWARD", "NEXT_HEADER": "58", "ICMPV6_TYPE": "128"},
        "EDGE6|WEB": {
            "PRIORITY": "90",
            "PACKET_ACTION": "FORWARD",
            "SRC_IPV6": "2001:db8:1::/48",
            "L4_DST_PORT_RANGE": "8000-8010"
        }
    }
}
"""
SR_LISTS = """\
# TiMOS-C-20.10.R8 cpm/hops64 Nokia 7750 SR
configure
    filter
        match-list
            ip-prefix-list "desks" create
                prefix 10.5.0.0/28
                prefix 10.5.1.7/32
            exit
            port-list "web" create
                port 80
                port range 8000 8010
            exit
        exit
        ip-filter 110 create
            default-action drop
            entry 10 create
                match protocol tcp
                    src-ip ip-prefix-list "desks"
                    dst-port port-list "web"
                exit
                action
                    forward
                exit
            exit
        exit
    exit
exit all
"""
JUNOS_PORT = """\
set firewall family inet filter EDGE term mail from protocol tcp
set firewall family inet filter EDGE term mail from port 25
set firewall family inet filter EDGE term mail then discard
set firewall family inet filter EDGE term rest then accept
"""
NFTABLES = """\
define ADMINS = { 10.7.1.0/24, 10.7.2.9 }
table inet fw {
    set ports {
        type inet_service
        elements = { 25, 110,
                 143 }
    }
    chain in {
        type filter hook input priority 0; policy drop;
        iifname { "lo", "eth9" } accept
        ct state { established, related } accept
        ip saddr $ADMINS tcp dport { 22,
            443 } counter accept
        ip saddr != 10.7.0.0/16 tcp dport @ports drop
        tcp dport @ports goto mail
        icmp type echo-request limit rate 4/second accept
    }
    chain mail {
        ip saddr 10.7.9.0/24 accept
    }
}
"""
PFSENSE = """\
<?xml version="1.0"?>
<pfsense>
  <interfaces>
    <lan><if>em1</if><ipaddr>10.6.1.1</ipaddr><subnet>24</subnet></lan>
    <opt1><if>em2</if><descr>LAB</descr><ipaddr>10.6.2.1</ipaddr><subnet>24</subnet></opt1>
  </interfaces>
  <filter>
    <rule>
      <type>block</type>
      <interface>lan</interface>
      <ipprotocol>inet46</ipprotocol>
      <floating>yes</floating>
      <source><any></any></source>
      <destination><any></any></destination>
    </rule>
    <rule>
      <type>pass</type>
      <interface>lan</interface>
      <ipprotocol>inet</ipprotocol>
      <protocol>tcp</protocol>
      <source><network>lan</network></source>
      <destination><address>Servers</address><port>Web</port></destination>
    </rule>
    <rule>
      <type>reject</type>
      <interface>opt1</interface>
      <ipprotocol>inet</ipprotocol>
      <disabled></disabled>
      <source><network>opt1</network></source>
      <destination><any></any></destination>
    </rule>
    <rule>
      <type>pass</type>
      <interface>opt1</interface>
      <ipprotocol>inet</ipprotocol>
      <source><network>opt1</network></source>
      <destination><network>lanip</network><not></not></destination>
    </rule>
  </filter>
  <aliases>
    <alias><name>Servers</name><type>host</type><address>10.6.9.4 10.6.9.5</address></alias>
    <alias><name>Web</name><type>port</type><address>80 8000:8010</address></alias>
  </aliases>
</pfsense>
"""
ROUTEROS = """\
/interface list
add name=WAN
/interface list member
add interface=ether1 list=WAN
/interface bridge
add name=bridge1
/ip firewall address-list
add address=10.5.1.0/24 list=admins
add address=10.5.2.7 list=admins
/ip firewall filter
add action=accept chain=input connection-state=established,related,untracked
add action=jump chain=input in-interface-list=WAN jump-target=outside
add action=drop chain=input dst-port=22 protocol=tcp src-address-list=!admins
add action=accept chain=input in-interface=bridge1
add action=drop chain=input
add action=accept chain=outside dst-port=443 protocol=tcp
add action=log chain=outside
add action=return chain=outside dst-port=22 protocol=tcp
add action=drop chain=outside
"""
JUNOS = """\
firewall {
    family inet {
        filter PROTECT {
            term ssh {
                from {
                    source-address {
                        10.4.0.0/16;
                        10.4.9.0/24 except;
                    }
                    protocol tcp;
                    destination-port 22;
                }
                then accept;
            }
            term rest {
                then discard;
            }
        }
    }
}
"""
FORTIOS = """\
config system zone
    edit "inside"
        set interface "port1" "port2"
    next
end
config firewall address
    edit "SCAN"
        set type iprange
        set start-ip 10.3.1.10
        set end-ip 10.3.1.19
    next
end
config firewall policy
    edit 4
        set srcintf "inside"
        set dstintf "wan1"
        set srcaddr "SCAN"
        set dstaddr "all"
        set action deny
        set schedule "always"
        set service "ALL"
    next
    edit 5
        set srcintf "inside"
        set dstintf "wan1"
        set srcaddr "all"
        set dstaddr "all"
        set action accept
        set schedule "always"
        set service "HTTPS"
    next
end
"""
IOS = """\
ip access-list extended IN
 10 permit tcp any any established
 20 permit icmp any any echo-reply
 30 deny icmp any any
 40 deny ip any any
"""
COMWARE = """\
acl advanced 3010
 rule 0 permit icmp source 10.2.0.0 0.0.255.255 icmp-type echo
 rule 5 permit icmp icmp-type 3 4
 rule 15 deny ip
"""
VYOS = """\
firewall {
    name WAN {
        default-action drop
        rule 10 {
            action accept
            state {
                established enable
                new disable
            }
        }
    }
}
system {
    host-name r1
}
"""
ICMP = """\
set firewall family inet filter LO term ping from protocol icmp
set firewall family inet filter LO term ping from icmp-type echo-request
set firewall family inet filter LO term ping then accept
set firewall family inet filter LO term end then discard
"""
IPTABLES = """\
*nat
:OUTPUT ACCEPT [0:0]
-A OUTPUT -d 10.1.1.1/32 -j DNAT --to-destination 10.1.1.2
COMMIT
*filter
:INPUT DROP [3:180]
:SSHIN - [0:0]
-A INPUT -i lo -j ACCEPT
-A INPUT -m state --state RELATED,ESTABLISHED -j ACCEPT
-A INPUT -p tcp -m tcp --dport 22 -j SSHIN
-A INPUT ! -s 10.60.0.0/24 -p udp -m udp --dport 161:162 -j DROP
-A INPUT -p udp -m multiport --dports 161,514 -j ACCEPT
-A INPUT -p tcp --dport 80 -g SSHIN
-A INPUT -p tcp --dport 80 -j ACCEPT
-A SSHIN -s 10.60.0.5/32 -j ACCEPT
-A SSHIN -p tcp --dport 22 -j REJECT --reject-with icmp-port-unreachable
COMMIT
"""
LAN = {"in_interface": "lan"}
ASKED = {
    "SONiC: a number decides": (
        SONIC,
        "EDGE6",
        Packet("2001:db8:1::5", "2001:db8::9", "tcp", None, 8004),
        "permit",
        6,
    ),
    "SONiC: the lowest comes last": (SONIC, "EDGE6", Packet("2001:db8:2::5", "", "tcp", None, 22), "deny", 4),
    "SONiC: a type of ICMP": (SONIC, "EDGE6", Packet("2001:db8:2::5", "", "58", icmp_type=128), "permit", 5),
    "SONiC: another version of IP": (
        SONIC,
        "EDGE6",
        Packet("10.0.0.1", "10.0.0.2", "tcp", None, 22),
        "",
        None,
    ),
    "nftables: an interface of a set": (
        NFTABLES,
        "in",
        Packet("10.7.1.5", in_interface="eth9"),
        "permit",
        10,
    ),
    "nftables: a variable, a set over two lines": (
        NFTABLES,
        "in",
        Packet("10.7.2.9", "", "tcp", None, 443, "eth0", state="new"),
        "permit",
        12,
    ),
    "nftables: negated, ports of a set": (
        NFTABLES,
        "inet fw in",
        Packet("10.8.2.9", "", "tcp", None, 143, "eth0", state="new"),
        "deny",
        14,
    ),
    "nftables: another chain": (
        NFTABLES,
        "in",
        Packet("10.7.9.9", "", "tcp", None, 25, "eth0", state="new"),
        "permit",
        19,
    ),
    "nftables: back from a chain": (
        NFTABLES,
        "in",
        Packet("10.7.8.9", "", "tcp", None, 25, "eth0", state="new"),
        "deny",
        15,
    ),
    "nftables: a limit may be passed": (
        NFTABLES,
        "in",
        Packet("10.7.8.9", "", "icmp", in_interface="eth0", state="new", icmp_type=8),
        "",
        None,
    ),
    "nftables: a state that is not known": (
        NFTABLES,
        "in",
        Packet("10.7.2.9", "", "tcp", None, 80, "eth0"),
        "",
        None,
    ),
    "pfSense: aliases": (
        PFSENSE,
        "filter",
        Packet("10.6.1.9", "10.6.9.5", "tcp", None, 8004, **LAN),
        "permit",
        17,
    ),
    "pfSense: a floating rule without quick comes last": (
        PFSENSE,
        "filter",
        Packet("10.6.1.9", "10.6.9.5", "tcp", None, 22, **LAN),
        "deny",
        9,
    ),
    "pfSense: a disabled rule": (
        PFSENSE,
        "filter",
        Packet("10.6.2.9", "10.6.1.9", "tcp", None, 22, in_interface="opt1"),
        "permit",
        33,
    ),
    "pfSense: all but an address": (
        PFSENSE,
        "filter",
        Packet("10.6.2.9", "10.6.1.1", "tcp", None, 22, in_interface="opt1"),
        "deny",
        None,
    ),
    "pfSense: an interface by another name": (
        PFSENSE,
        "filter",
        Packet("10.6.2.9", "10.6.1.9", "tcp", None, 22, in_interface="em2"),
        "",
        None,
    ),
    "RouterOS: a chain that is jumped to": (
        ROUTEROS,
        "input",
        Packet("9.9.9.9", "", "tcp", None, 80, "ether1", state="new"),
        "deny",
        19,
    ),
    "RouterOS: back to the chain": (
        ROUTEROS,
        "input",
        Packet("9.9.9.9", "", "tcp", None, 22, "ether1", state="new"),
        "deny",
        13,
    ),
    "RouterOS: not of a list": (
        ROUTEROS,
        "input",
        Packet("10.5.2.7", "", "tcp", None, 22, "bridge1", state="new"),
        "permit",
        14,
    ),
    "RouterOS: an interface that is not known": (
        ROUTEROS.replace("in-interface=bridge1", "in-interface=!ether1"),
        "input",
        Packet("10.5.2.7", "", "tcp", None, 80, "ether7", state="new"),
        "",
        15,
    ),
    "Junos: an exception": (JUNOS, "PROTECT", Packet("10.4.9.5", "", "tcp", None, 22), "deny", 15),
    "Junos: beside the exception": (JUNOS, "PROTECT", Packet("10.4.8.5", "", "tcp", None, 22), "permit", 4),
    "FortiOS: an interface of a zone": (
        FORTIOS,
        "policy",
        Packet("10.3.1.12", "1.1.1.1", "tcp", None, 443, "port2", "wan1"),
        "deny",
        14,
    ),
    "FortiOS: an address behind the range": (
        FORTIOS,
        "policy",
        Packet("10.3.1.20", "1.1.1.1", "tcp", None, 443, "inside", "wan1"),
        "permit",
        23,
    ),
    "Comware: a type of ICMP": (COMWARE, "3010", Packet("10.2.0.1", "", "icmp", icmp_type=8), "permit", 2),
    "Comware: a code is not known": (COMWARE, "3010", Packet("10.2.0.1", "", "icmp", icmp_type=3), "", 4),
    "VyOS: a state": (VYOS, "WAN", Packet("10.2.0.1", "", "tcp", None, 22, state="established"), "permit", 4),
    "VyOS: another state": (VYOS, "WAN", Packet("10.2.0.1", "", "tcp", None, 22, state="new"), "deny", None),
    "Junos: a type of ICMP": (ICMP, "LO", Packet("10.2.0.1", "", "icmp", icmp_type=8), "permit", 1),
    "Junos: another type of ICMP": (ICMP, "LO", Packet("10.2.0.1", "", "icmp", icmp_type=3), "deny", 4),
    "iptables: a chain": (
        IPTABLES,
        "INPUT",
        Packet("10.60.0.5", "", "tcp", None, 22, "eth0", state="new"),
        "permit",
        15,
    ),
    "iptables: a chain denies": (
        IPTABLES,
        "INPUT",
        Packet("10.60.0.6", "", "tcp", None, 22, "eth0", state="new"),
        "deny",
        16,
    ),
    "iptables: not from": (
        IPTABLES,
        "INPUT",
        Packet("10.61.0.6", "", "udp", None, 162, "eth0", state="new"),
        "deny",
        11,
    ),
    "iptables: several ports": (
        IPTABLES,
        "filter INPUT",
        Packet("10.60.0.6", "", "udp", None, 514, "eth0", state="new"),
        "permit",
        12,
    ),
    "iptables: a chain for good": (
        IPTABLES,
        "INPUT",
        Packet("10.60.0.6", "", "tcp", None, 80, "eth0", state="new"),
        "deny",
        13,
    ),
    "iptables: the policy": (
        IPTABLES,
        "INPUT",
        Packet("10.60.0.6", "", "tcp", None, 81, "eth0", state="new"),
        "deny",
        None,
    ),
    "iptables: what is translated is not known": (
        IPTABLES,
        "nat OUTPUT",
        Packet("1.1.1.1", "10.1.1.1", "tcp"),
        "",
        None,
    ),
    "IOS: a new connection": (
        IOS,
        "IN",
        Packet("1.1.1.1", "2.2.2.2", "tcp", None, 22, state="new"),
        "deny",
        5,
    ),
    "IOS: a type of ICMP": (IOS, "IN", Packet("1.1.1.1", "2.2.2.2", "icmp", icmp_type=0), "permit", 3),
    "IOS: another type of ICMP": (IOS, "IN", Packet("1.1.1.1", "2.2.2.2", "icmp", icmp_type=8), "deny", 4),
}


QUOTED = """\
*filter
:INPUT DROP [0:0]
-A INPUT -p tcp -m comment --comment "for now -j ACCEPT --dport 5432" -m multiport --dports 80,443 -j ACCEPT
COMMIT
"""
NEGATED = """\
config firewall address
edit "bad"
set subnet 192.0.2.64 255.255.255.240
next
end
config firewall policy
edit 7
set srcintf "lan"
set dstintf "wan"
set action accept
set srcaddr "all"
set dstaddr "bad"
set dstaddr-negate enable
set service "ALL"
next
end
"""
SOURCE_PORTS = """\
config firewall service custom
edit "MIXED"
set tcp-portrange {}
set udp-portrange 5000
next
end
config firewall policy
edit 7
set srcintf "lan"
set dstintf "wan"
set action accept
set srcaddr "all"
set dstaddr "all"
set service "MIXED"
next
end
"""
FOLLOWED = """\
hostname fw
access-list IN extended permit tcp any host 10.0.0.9 eq www
access-list ALL extended permit tcp any any eq ssh
access-group IN in interface outside
{}
"""
ASKED |= {
    "a comment with options in it": (
        QUOTED,
        "INPUT",
        Packet("1.1.1.1", "10.0.0.1", "tcp", 4000, 5432, "lan", "wan", "new"),
        "deny",
        None,
    ),
    "several ports behind a comment": (
        QUOTED,
        "INPUT",
        Packet("1.1.1.1", "10.0.0.1", "tcp", 4000, 443, "lan", "wan", "new"),
        "permit",
        3,
    ),
    "beside a destination that is not meant": (
        NEGATED,
        "policy",
        Packet("1.1.1.1", "192.0.2.80", "tcp", 4000, 80, "lan", "wan", "new"),
        "permit",
        7,
    ),
    "a destination that is not meant": (
        NEGATED,
        "policy",
        Packet("1.1.1.1", "192.0.2.70", "tcp", 4000, 80, "lan", "wan", "new"),
        "deny",
        None,
    ),
    "ports that are read": (
        SOURCE_PORTS.format("5000-5010"),
        "policy",
        Packet("1.1.1.1", "192.0.2.80", "tcp", 4000, 5010, "lan", "wan", "new"),
        "permit",
        8,
    ),
    "ports of the source": (
        SOURCE_PORTS.format("5000-5010:1024-65535"),
        "policy",
        Packet("1.1.1.1", "192.0.2.80", "tcp", 4000, 5010, "lan", "wan", "new"),
        "permit",
        8,
    ),
    "other ports of the source": (
        SOURCE_PORTS.format("5000-5010:1024-65535"),
        "policy",
        Packet("1.1.1.1", "192.0.2.80", "tcp", 1000, 5010, "lan", "wan", "new"),
        "deny",
        None,
    ),
    "ports of the source that are not known": (
        SOURCE_PORTS.format("5000-5010:1024-65535"),
        "policy",
        Packet("1.1.1.1", "192.0.2.80", "tcp", None, 5010, "lan", "wan", "new"),
        "",
        None,
    ),
    "ports of the source of too many ports": (
        SOURCE_PORTS.format("1-65535:1024-65535"),
        "policy",
        Packet("1.1.1.1", "192.0.2.80", "tcp", 4000, 5010, "lan", "wan", "new"),
        "",
        None,
    ),
    "two spans of ports": (
        SOURCE_PORTS.format("80 443"),
        "policy",
        Packet("1.1.1.1", "192.0.2.80", "tcp", 4000, 443, "lan", "wan", "new"),
        "permit",
        8,
    ),
    "SR OS: addresses and ports of lists": (
        SR_LISTS,
        "110",
        Packet("10.5.1.7", "10.9.9.9", "tcp", 40000, 8005),
        "permit",
        16,
    ),
    "SR OS: an address that the list lacks": (
        SR_LISTS,
        "110",
        Packet("10.5.1.8", "10.9.9.9", "tcp", 40000, 8005),
        "deny",
        None,
    ),
    "Junos: either port": (JUNOS_PORT, "EDGE", Packet("10.1.1.1", "", "tcp", 25, 40000), "deny", 1),
    "Junos: neither port": (JUNOS_PORT, "EDGE", Packet("10.1.1.1", "", "tcp", 26, 40000), "permit", 4),
    "Junos: one port that is not known": (
        JUNOS_PORT,
        "EDGE",
        Packet("10.1.1.1", "", "tcp", None, 443),
        "",
        4,
    ),
    "what another list decides": (
        FOLLOWED.format("access-group ALL global"),
        "IN",
        Packet("1.1.1.1", "10.0.0.9", "tcp", 4000, 22, "lan", "wan", "new"),
        "",
        None,
    ),
    "what no other list decides": (
        FOLLOWED.format("!"),
        "IN",
        Packet("1.1.1.1", "10.0.0.9", "tcp", 4000, 22, "lan", "wan", "new"),
        "deny",
        None,
    ),
    "the list that decides the rest": (
        FOLLOWED.format("access-group ALL global"),
        "ALL",
        Packet("1.1.1.1", "10.0.0.9", "tcp", 4000, 80, "lan", "wan", "new"),
        "deny",
        None,
    ),
}


@pytest.mark.parametrize(("text", "name", "packet", "action", "line"), ASKED.values(), ids=ASKED)
def test_packet(text: str, name: str, packet: Packet, action: str, line: int | None) -> None:
    filters = read_filters(network(r1=text).devices[0])
    found = next(one for one in filters if name in (one.name, one.other))
    verdict = decide(found, packet, filters)
    assert (verdict.action, verdict.entry.lines[0].number if verdict.entry else None) == (action, line)


def test_state_that_is_none() -> None:
    (found,) = read_filters(network(r1=IOS).devices[0])
    with pytest.raises(UnknownPacketError, match="one of: new"):
        decide(found, Packet(state="fresh"))

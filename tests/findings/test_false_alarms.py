"""What only looks wrong is not reported."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

SHARED = "interface {name}\n {more}\n ip address 10.0.0.1 255.255.255.0\n"
ACL = "ip access-list extended A\n{entries}interface Vlan1\n ip access-group A in\n"
KEY_CHAIN = """\
interfaces {
 xe-0/0/0 {
  unit 0 {
   family inet {
    address 10.9.4.2/30;
   }
   family iso;
  }
 }
}
protocols {
 isis {
  interface xe-0/0/0.0 {
   point-to-point;
   level 2 {
    hello-authentication-key-chain ISIS;
   }
  }
 }
}
security {
 authentication-key-chains {
  key-chain ISIS {
   key 1 {
    start-time 2020-1-1.00:00;
   }
  }
 }
}
"""
CASES: dict[str, dict[str, str]] = {
    "a service that a router runs": {"a": "service password-encryption\nhostname a\n"},
    "objects of XML, in a system of its own": {
        "a": "<config>\n<devices><entry name='d'><deviceconfig><system><hostname>a</hostname></system></deviceconfig>\n"
        "<vsys><entry name='v'>\n<zone><entry name='in'/><entry name='out'/></zone>\n"
        "<address><entry name='HOST'><ip-netmask>10.7.0.9/32</ip-netmask></entry></address>\n"
        "<service><entry name='WEB'><protocol><tcp><port>8080</port></tcp></protocol></entry></service>\n"
        "<rulebase><security><rules>\n<entry name='one'><from><member>in</member></from><to><member>out</member></to>"
        "<source><member>HOST</member></source><destination><member>HOST</member></destination>"
        "<service><member>WEB</member></service><application><member>any</member></application>"
        "<action>allow</action><log-end>yes</log-end></entry>\n</rules></security></rulebase>\n"
        "</entry></vsys></entry></devices>\n</config>\n",
    },
    "OSPF at the port of a firewall, which writes no ip before it": {
        "a": "ASA Version 9.16(4)\nhostname a\ninterface GigabitEthernet0/1\n nameif inside\n"
        " ip address 10.9.0.1 255.255.255.252\n ospf network point-to-point non-broadcast\n"
        " ospf message-digest-key 1 md5 *****\n"
        " ospf authentication message-digest\nrouter ospf 1\n network 10.9.0.0 255.255.255.252 area 0\n",
        "b": "hostname b\ninterface GigabitEthernet0/1\n no switchport\n ip address 10.9.0.2 255.255.255.252\n"
        " ip ospf network point-to-point\n ip ospf authentication message-digest\n"
        " ip ospf message-digest-key 1 md5 7 redacted\nrouter ospf 1\n network 10.9.0.0 0.0.0.3 area 0\n",
    },
    "OSPF at a port that takes its keys from a chain": {
        "a": "hostname a\nkey chain KC\n key 1\n  key-string 7 redacted\n  cryptographic-algorithm hmac-sha-256\n!\n"
        "interface GigabitEthernet0/1\n no switchport\n ip address 10.9.0.1 255.255.255.252\n"
        " ip ospf network point-to-point\n ip ospf authentication key-chain KC\n ip ospf 1 area 0\nrouter ospf 1\n",
        "b": "hostname b\ninterface Ethernet1\n   no switchport\n   ip address 10.9.0.2/30\n"
        "   ip ospf network point-to-point\n   ip ospf authentication message-digest\n   ip ospf area 0.0.0.0\n"
        "   ip ospf message-digest-key 1 sha256 7 redacted\nrouter ospf 1\n",
    },
    "one address in two VRFs": {
        "a": "vrf definition X\n" + SHARED.format(name="Vlan5", more="vrf forwarding X"),
        "b": SHARED.format(name="Vlan5", more="no shutdown"),
    },
    "an anycast gateway": {
        name: SHARED.format(name="Vlan5", more="fabric forwarding mode anycast-gateway") for name in "ab"
    },
    "an interface that is shut down": {
        "a": SHARED.format(name="Vlan5", more="shutdown"),
        "b": SHARED.format(name="Vlan5", more="no shutdown"),
    },
    "the source of tunnels of a pair": {
        name: f"hostname {name}\ninterface Loopback1\n ip address 10.9.9.9 255.255.255.255\n"
        "interface Vxlan1\n vxlan source-interface Loopback1\n"
        for name in "ab"
    },
    "servers of another make, or behind an interface's name": {
        **{
            f"i{number}": f"hostname i{number}\nntp server 192.0.2.1\nlogging host 192.0.2.2\n"
            "snmp-server location x\nsnmp-server enable traps\n"
            for number in range(8)
        },
        "aos": "ntp server 192.0.2.1\nlogging 192.0.2.2\nsnmpv3 enable\nsnmpv3 user x\n",
        "asa": "hostname asa\ninterface Management0/0\n nameif mgmt\n"
        "ntp server 192.0.2.1\nlogging host mgmt 192.0.2.2\nsnmp-server enable traps\n",
        "exos": 'configure snmp sysName "exos"\nconfigure sntp-client primary 192.0.2.1 vr VR-Default\n'
        "configure syslog add 192.0.2.2:514 vr VR-Default local3\nconfigure snmpv3 add user x\n",
    },
    "virtual addresses": {
        name: f"interface Vlan5\n ip address 10.0.0.{number} 255.255.255.0\n standby 1 ip 10.0.0.1\n"
        for name, number in (("a", 2), ("b", 3))
    },
    "an MTU of another make counts the header": {
        "a": "interface Gi0/0\n mtu 9178\n ip address 10.0.0.1 255.255.255.252\n",
        "b": "set interfaces ge-0/0/0 mtu 9192\nset interfaces ge-0/0/0 unit 0 family inet address 10.0.0.2/30\n",
    },
    "a default MTU that something else sets": {
        "a": "interface Gi0/0\n mtu 9000\n ip address 10.0.0.1 255.255.255.252\n",
        "b": "system mtu 9000\ninterface Gi0/0\n ip address 10.0.0.2 255.255.255.252\n",
    },
    "a VRF that every device has": {"a": "interface mgmt0\n vrf member management\n"},
    "a name that stands where no pattern looks": {
        "a": "route-map EXPORT permit 10\nvrf definition X\n odd-way-to-say export via EXPORT\n",
    },
    "a name of free text": {"a": "interface Vlan1\n description route-map GONE in\n no shutdown\n"},
    "numbers taken for names": {
        "a": "route-map A permit 10\n match community 100:1\nrouter bgp 1\n neighbor 1.1.1.1 remote-as 2\n"
        " neighbor 1.1.1.1 route-map A in\n",
    },
    "a permit with flags covers nothing": {
        "a": ACL.format(entries=" 10 permit tcp any any established\n 20 permit tcp any any eq 22\n"),
    },
    "fragments and times": {
        "a": ACL.format(
            entries=" 1 deny ip any any fragments\n 2 deny ip any any time-range T\n 3 permit ip any any\n"
        )
        + "time-range T\n periodic daily 8:00 to 18:00\n",
    },
    "a wildcard with holes": {
        "a": ACL.format(entries=" 10 deny ip 10.0.0.0 0.0.254.255 any\n 20 permit ip 10.0.1.0 0.0.0.255 any\n"),
    },
    "a group that is not known": {
        "a": "object-group network G\n host 10.0.0.1\n"
        + ACL.format(entries=" 10 deny ip object-group G any\n 20 permit ip 10.0.0.0 0.0.0.3 any\n"),
    },
    "a negated address": {
        "a": "set firewall name F rule 1 source address '!10.0.0.0/8'\nset firewall name F rule 1 action accept\n"
        "set firewall name F rule 2 source address 10.1.0.0/16\nset firewall name F rule 2 action drop\n"
        "set interfaces ethernet eth0 firewall in name F\n",
    },
    "local-as": {
        "a": "interface Gi0/0\n ip address 10.0.0.1 255.255.255.252\nrouter bgp 1\n neighbor 10.0.0.2 remote-as 7\n",
        "b": "interface Gi0/0\n ip address 10.0.0.2 255.255.255.252\nrouter bgp 2\n"
        " neighbor 10.0.0.1 remote-as 1\n neighbor 10.0.0.1 local-as 7\n",
    },
    "neighbors by a range": {
        "a": "interface Gi0/0\n ip address 10.0.0.1 255.255.255.252\nrouter bgp 1\n neighbor 10.0.0.2 remote-as 2\n",
        "b": "interface Gi0/0\n ip address 10.0.0.2 255.255.255.252\nrouter bgp 2\n"
        " bgp listen range 10.0.0.0/24 peer-group P\n neighbor P peer-group\n",
    },
    "what a route policy sets is no other policy": {
        "a": "bgp 65001\n peer 10.0.0.2 as-number 65002\n peer 10.0.0.2 route-policy P import\n#\n"
        "route-policy P permit node 10\n apply local-preference 150\n apply cost 20\n#\n",
    },
    "further virtual addresses of a group": {
        "a": "interface Vl6\n ip address 10.66.2.99 255.255.255.240 secondary\n ip address 10.66.9.99 255.255.255.240\n"
        " standby 6 ip 10.66.9.97\n standby 6 ip 10.66.2.97 secondary\n",
    },
    "an anycast address": dict.fromkeys("ab", "interface Vlan6\n ipv6 address 2001:db8:6::10/64 anycast\n"),
    "a switch's port that says no MTU": {
        "n1": "hostname n1\ninterface port-channel9\n description e1 Po9\n switchport mode trunk\n mtu 9216\n",
        "e1": "hostname e1\ninterface Port-Channel9\n description n1 Po9\n switchport mode trunk\n",
    },
    "a file of a host that is no whole configuration": {
        **{
            f"i{n}": f"hostname i{n}\nntp server 192.0.2.1\nlogging host 192.0.2.2\ninterface Loopback{n}\n"
            for n in range(8)
        },
        "nftables": "table inet filter {\n chain input {\n  type filter hook input priority 0; policy drop;\n"
        "  tcp dport 22 accept\n }\n}\n",
    },
    "no spanning tree where nothing is switched": {
        "a": "hostname a\nspanning-tree mode none\ninterface Ethernet1\n no switchport\n ip address 10.4.0.1/31\n"
    },
    "the web server of an ASA is one with TLS": {
        "a": "hostname a\ninterface Gi0/1\n nameif in\nhttp server enable\nhttp 10.4.0.0 255.255.0.0 in\n"
    },
    "that of one that says nothing else of it": {
        "a": "ASA Version 9.8(2)\nhostname a\ninterface Gi0/1\n nameif in\nhttp server enable\n"
        "http 10.4.0.0 255.255.0.0 in\nno http 10.4.0.0 255.255.0.0 in\n"
    },
    "a class of what is inspected": {
        "a": "hostname a\nclass-map type inspect match-any WEB\n match protocol https\npolicy-map type inspect OUT\n"
        " class type inspect WEB\n  inspect\nzone security IN\nzone security OUT\n"
        "zone-pair security P source IN destination OUT\n service-policy type inspect OUT\n"
        "interface Gi0/1\n zone-member security IN\ninterface Gi0/2\n zone-member security OUT\n"
    },
    "a switch that snoops and hands out DHCP itself": {
        "a": "sysname a\ndhcp enable\ndhcp snooping enable\ninterface Vlanif6\n ip address 10.6.0.1 255.255.255.0\n"
        " dhcp select relay\n dhcp relay server-ip 10.7.0.5\n"
    },
    "VLANs by VTP": {"a": "vtp mode client\nvlan 5\ninterface Gi0/1\n switchport access vlan 9\n"},
    "a range of VLANs": {"a": "vlan 5\ninterface Gi0/1\n switchport trunk allowed vlan 2-900\n"},
    "a spare port": {"a": "interface Gi0/1\n description SPARE\n shutdown\n"},
    "a hash is no password": {"a": "enable secret 9 $9$x\nusername a privilege 15 secret 5 $1$x\n"},
    "a password that was taken out": {"a": "enable password <removed>\nusername a password 7 <removed>\n"},
    "negated lines": {
        "a": "no ip http server\nline vty 0 4\n access-class 5 in\n transport input ssh\naccess-list 5 permit any\n",
    },
    "a default that nothing names": {"a": "crypto ipsec transform-set default esp-aes 256 esp-sha256-hmac\n"},
    "switch ports of two makes, whose largest frames differ by little": {
        "n1": "hostname n1\ninterface Ethernet1/1\n description e1 Et1\n switchport mode trunk\n mtu 9216\n",
        "e1": "! device: e1 (EOS)\nhostname e1\nspanning-tree mode mstp\ninterface Ethernet1\n description n1 Eth1/1\n"
        "   switchport mode trunk\n   mtu 9214\n",
    },
    "IS-IS by a key chain, whose algorithm stands elsewhere": {
        "p1": KEY_CHAIN,
        "e1": "hostname e1\ninterface TenGigE0/0/0/0\n ipv4 address 10.9.4.1 255.255.255.252\nkey chain K\n key 1\n"
        "router isis CORE\n interface TenGigE0/0/0/0\n  point-to-point\n  hello-password keychain K\n"
        "  address-family ipv4 unicast\n",
    },
    "that a manager's password is set": {"a": 'hostname "a"\npassword manager\npassword operator\n'},
    "a server that a role has": {
        **{f"a{n}": "ntp server 10.0.0.1\n" for n in range(8)},
        **{f"b{n}": "ntp server 10.0.0.2\n" for n in range(2)},
    },
}  # fmt: skip


@pytest.mark.parametrize("texts", CASES.values(), ids=CASES)
def test_it_is_no_finding(texts: dict[str, str]) -> None:
    read = network(**texts)
    assert [one.message for check in CHECKS for one in check.run(read)] == []

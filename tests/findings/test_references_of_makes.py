"""References of many makes: a name that nothing defines is found, and is not where a line defines it."""

from __future__ import annotations

import tomllib

import pytest

from findings.names import REFERENCES
from findings.references import undefined, unused
from tests.findings.planted import network

ROUTEROS = "/system identity\nset name=one\n"
CASES = {
    "VRF": ("vlan 1\ninterface vlan 10\n    vrf attach LAB\n", "vrf LAB\n"),
    "bundle": ("hostname one\nvsx\n    inter-switch-link lag 9\n", "interface lag 9\n"),
    "class map": ("policy P\n    10 class ip C action drop\n", "class ip C\n"),
    "classifier policy": ("interface 1/1/1\n    apply policy P in\n", "policy P\n"),
    "IPsec policy": ("interface GigabitEthernet0/0/1\n ipsec policy P\n", "ipsec policy P 1 isakmp\n"),
    "policy-based route": (
        "interface GigabitEthernet1/0/1\n ip policy-based-route P\n",
        "policy-based-route P permit node 1\n",
    ),
    "DHCP pool": ("interface Vlan-interface1\n dhcp server apply ip-pool P\n", "dhcp server ip-pool P\n"),
    "SNMP group": ("snmp-agent usm-user v3 u1 group G\n", "snmp-agent group v3 G privacy\n"),
    "SNMP view": (
        "snmp-agent group v3 G privacy read-view V\n",
        "snmp-agent mib-view included V iso\n",
    ),
    "BFD session": (
        "ip route-static 10.0.0.0 8 192.0.2.2 track bfd-session B\n",
        "bfd B bind peer-ip 192.0.2.2\n",
    ),
    "pseudowire class": (
        "hostname one\nl2vpn\n xconnect group G\n  p2p P\n   neighbor ipv4 192.0.2.2 pw-id 9\n    pw-class W\n",
        "l2vpn\n pw-class W\n",
    ),
    "user group": (
        "config firewall policy\nedit 1\nset groups G\nnext\nend\n",
        "config user group\nedit G\nnext\nend\n",
    ),
    "security profile": (
        "config firewall policy\nedit 1\nset av-profile P\nnext\nend\n",
        "config antivirus profile\nedit P\nnext\nend\n",
    ),
    "traffic shaper": (
        "config firewall policy\nedit 1\nset traffic-shaper P\nnext\nend\n",
        "config firewall shaper traffic-shaper\nedit P\nnext\nend\n",
    ),
    "administrator profile": (
        "config system admin\nedit bob\nset accprofile P\nnext\nend\n",
        "config system accprofile\nedit P\nnext\nend\n",
    ),
    "OSPF area": (
        f"{ROUTEROS}/routing ospf interface-template\nadd area=edge interfaces=ether1\n",
        "/routing ospf area\nadd area-id=0.0.0.1 name=edge\n",
    ),
    "firewall mark": (
        f"{ROUTEROS}/queue tree\nadd name=q packet-mark=voice parent=global\n",
        "/ip firewall mangle\nadd action=mark-packet chain=forward new-packet-mark=voice\n",
    ),
    "routing table": (
        f"{ROUTEROS}/ip route\nadd dst-address=10.0.0.0/8 gateway=192.0.2.2@lab\n",
        "/ip vrf\nadd interfaces=none name=lab\n",
    ),
    "VRRP group": (
        "set system host-name one\nset high-availability vrrp sync-group S member G\n",
        "set high-availability vrrp group G vrid 9\n",
    ),
    "SDP": (
        "configure\n    service\n        epipe 9 customer 1 create\n            spoke-sdp 12:9 create\n",
        "        exit\n        sdp 12 mpls create\n",
    ),
    "customer": (
        "configure\n    service\n        epipe 9 customer 7 create\n            no shutdown\n",
        "        exit\n        customer 7 create\n",
    ),
    "port": (
        'configure\n    router Base\n        interface "a"\n            port 1/1/9\n',
        "        exit\n    exit\n    port 1/1/9\n",
    ),
    "line template": ("vty-pool default 0 4 line-template T\n", "line template T\n"),
    "certificate": (
        "config system global\nset admin-server-cert C\nend\n",
        "config vpn certificate local\nedit C\nnext\nend\n",
    ),
    "SSL VPN portal": (
        "config vpn ssl settings\nset default-portal P\nend\n",
        "config vpn ssl web portal\nedit P\nnext\nend\n",
    ),
    "SD-WAN health check": (
        "config system sdwan\nconfig service\nedit 1\nconfig sla\nedit H\nset id 1\nnext\nend\nnext\nend\nend\n",
        "config system sdwan\nconfig health-check\nedit H\nnext\nend\nend\n",
    ),
    "SD-WAN member": (
        "config system sdwan\nconfig service\nedit 1\nset priority-members 2\nnext\nend\nend\n",
        "config system sdwan\nconfig members\nedit 2\nnext\nend\nend\n",
    ),
    "access or prefix list": (
        "config router route-map\nedit R\nconfig rule\nedit 1\nset match-ip-address L\nnext\nend\nnext\nend\n",
        "config router prefix-list\nedit L\nnext\nend\n",
    ),
    "domain": ("sysname one\ndomain default enable D\n", "domain D\n"),
    "NQA test": ("sysname one\ntrack 2 nqa entry ops N reaction 1\n", "nqa entry ops N\n"),
    "IS-IS process": ("interface LoopBack0\n isis enable 7\n", "isis 7\n"),
    "address pool": (
        "interface GigabitEthernet1/0/4\n nat outbound 3003 address-group 3\n",
        "nat address-group 3\n",
    ),
    "DHCP server": (
        f"{ROUTEROS}/ip dhcp-server lease\nadd address=10.0.0.9 server=D\n",
        "/ip dhcp-server\nadd interface=ether2 name=D\n",
    ),
    "parent queue": (
        f"{ROUTEROS}/queue tree\nadd name=q parent=up\n",
        "/interface vlan\nadd interface=ether1 name=up vlan-id=7\n",
    ),
    "script": (
        f"{ROUTEROS}/system scheduler\nadd name=s on-event=S\n",
        "/system script\nadd name=S source=x\n",
    ),
    "address object": (
        "set rulebase security rules R source A\nset zone T network layer3 ethernet1/1\n",
        "set address A ip-netmask 10.0.0.1/32\n",
    ),
    "zone": (
        (
            "config {\n  devices {\n    box {\n      vsys {\n        v1 {\n"
            "          zone {\n            Y {\n            }\n          }\n"
            "          rulebase {\n            nat {\n              rules {\n                R {\n"
            "                  from Z;\n                }\n              }\n            }\n          }\n"
            "        }\n      }\n    }\n  }\n}\n"
        ),
        "set zone Z network layer3 ethernet1/1\n",
    ),
    "virtual router": (
        "set network virtual-router V routing-table ip static-route S nexthop next-vr W\n",
        "set network virtual-router W interface ethernet1/1\n",
    ),
    "IKE or IPsec object": (
        "set network tunnel ipsec T auto-key ike-gateway G\n",
        "set network ike gateway G protocol ikev1 dpd enable yes\n",
    ),
    "cable service class": (
        "cable qos enforce-rule E\n service-class enforced gold\n",
        "cable service class 4 name gold\n",
    ),
    "DEPI or L2TP object": (
        "controller Modular-Cable 2/0/0\n rf-channel 1 depi-tunnel D tsid 77\n",
        "depi-tunnel D\n dest-ip 192.0.2.9\n",
    ),
    "HA group": ("cm traffic-group /Common/tg { ha-group /Common/h }\n", "sys ha-group /Common/h { }\n"),
    "configuration group": (
        "set system host-name one\nset protocols ospf apply-groups G\n",
        "set groups G system services ssh\n",
    ),
    "screen": (
        "set security zones security-zone out screen S\n",
        "set security screen ids-option S icmp ping-death\n",
    ),
    "MPLS link group": (
        "set protocols mpls interface ge-0/0/1.0 admin-group blue\n",
        "set protocols mpls admin-groups blue 4\n",
    ),
    "named AAA server": (
        "hostname one\naaa group server tacacs+ G\n server name T\n",
        "tacacs server T\n address ipv4 192.0.2.5\n",
    ),
    "load-balancing pool": (
        "slb virtual-server V 192.0.2.10\n port 80 http\n  service-group P\n",
        "slb service-group P tcp\n",
    ),
}


@pytest.mark.parametrize(("use", "definition"), CASES.values(), ids=CASES)
def test_undefined_name(use: str, definition: str, request: pytest.FixtureRequest) -> None:
    kind = request.node.callspec.id
    said = [found.message for found in undefined(network(one=use))]
    assert [message for message in said if f" {kind} " in message]
    said = [found.message for found in undefined(network(one=use + definition))]
    assert not [message for message in said if f"uses the {kind} " in message]


CLEAN = {
    "an access list of a name and a number, used by its number": (
        "acl name OUT 3003\n rule 5 permit ip\n#\ninterface GigabitEthernet0/0/4\n nat outbound 3003\n"
        " nat server protocol tcp global 192.0.2.4 443 inside 10.0.0.10 443\n"
    ),
    "an IPsec policy that is applied": (
        "acl number 3002\n rule 5 permit ip\n#\nipsec transform-set T\n#\nipsec policy P 1 isakmp\n transform-set T\n"
        " security acl 3002\n#\ninterface GigabitEthernet1/0/4\n ipsec apply policy P\n"
    ),
    "an interface in a template of OSPF, and a VRF that has one": (
        f"{ROUTEROS}/interface bridge\nadd name=loop0\n/ip vrf\nadd interfaces=loop0 name=guest\n"
        "/routing ospf area\nadd name=a\n/routing ospf interface-template\nadd area=a interfaces=loop0\n"
    ),
    "a key chain where it is defined": (
        "config router key-chain\nedit K\nconfig key\nedit 1\nnext\nend\nnext\nend\n"
        "config router ospf\nconfig ospf-interface\nedit o\nset keychain K\nnext\nend\nend\n"
    ),
    "a description that reads like a statement": "interface lag 10 multi-chassis\n    description to sw1 lag 1\n",
    "a policy that is applied below an interface": (
        "#\ntraffic classifier c\n#\ntraffic behavior b\n#\nqos policy Q\n classifier c behavior b\n"
        "#\ninterface GigabitEthernet1/0/1\n qos apply policy Q outbound\n"
    ),
    "names that PAN-OS knows: lists of its maker, countries, and zones of another file": (
        "set rulebase security rules R source [ panw-known-ip-list DE ]\nset rulebase security rules R to multicast\n"
        "set network virtual-router V interface tunnel.5\nset network interface tunnel units tunnel.5 comment x\n"
    ),
    "a service of AOS-CX and the interface that it leaves by": (
        "vlan 10\ninterface vlan 10\n    ip address 10.1.1.1/24\nip source-interface syslog interface vlan10\n"
        "ip source-interface radius vlan10\nip source-interface ntp 10.1.1.1\n"
    ),
    "entries of a filter without a name": (
        "configure\n    system\n        security\n            management-access-filter\n                ip-filter\n"
        "                    default-action deny\n                    entry 10\n                        protocol tcp\n"
        "                        action permit\n                    exit\n"
    ),
}


@pytest.mark.parametrize("text", CLEAN.values(), ids=CLEAN)
def test_what_is_found_in_nothing(text: str) -> None:
    assert [found.message for check in (undefined, unused) for found in check(network(one=text))] == []


def test_an_interface_that_a_service_of_aos_cx_leaves_by_is_not_there() -> None:
    text = "vlan 10\ninterface vlan 10\n    ip address 10.1.1.1/24\nip source-interface syslog interface vlan12\n"
    (found,) = undefined(network(one=text))
    assert found.message == "one uses the interface vlan12 and does not define it."


def test_zones_that_no_line_defines_may_have_been_left_out() -> None:
    (found,) = undefined(network(one="set device-group D pre-rulebase security rules R from Z\n"))
    assert (found.severity, "uses 1 zone that no line defines: Z." in found.message) == ("low", True)


def test_a_policy_that_is_applied_nowhere() -> None:
    text = "acl number 3002\n rule 5 permit ip\n#\nipsec policy P 1 isakmp\n security acl 3002\n"
    said = [found.message for found in unused(network(one=text))]
    assert said == ["one defines the IPsec policy P and never uses it."]


def test_each_kind_of_names_stands_once() -> None:
    kinds = [kind["kind"] for kind in tomllib.loads(REFERENCES.read_text(encoding="utf-8"))["name"]]
    assert len(kinds) == len(set(kinds))

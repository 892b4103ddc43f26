"""Settings that need another one, are open to all, or contradict each other, with twins that are right."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

VRP = "sysname one\n#\n{}#\ninterface Vlanif10\n ip address 10.0.0.1 255.255.255.0\n{}#\n"
IOS = "hostname one\n{}interface Vlan10\n ip address 10.0.0.1 255.255.255.0\n{}"
SROS = """\
configure
    router Base
        ospf 0
            area 0.0.0.0
                interface "core"
                    hello-interval 10
                    dead-interval {}
                exit
            exit
        exit
        {}
    exit
"""
NXOS = "hostname one\nrouter bgp 65001\n  neighbor 192.0.2.1\n    remote-as 65002\n{}{}"
ROUTEROS = (
    "/ip firewall filter\nadd action=accept chain=input protocol=icmp\n"
    "add action=drop chain=input connection-state=invalid\n{}{}/system identity\nset name=one\n"
)
JUNOS = "set system host-name one\nset system services {}\nset security policies default-policy {}\n"
OSPF_ROUTEROS = (
    "/routing ospf interface-template\nadd area=a interfaces=ether1 hello-interval={}s dead-interval={}s\n"
)
FORTIOS = """\
config system global
    set hostname one
end
config router ospf
    config ospf-interface
        edit "core"
            set interface "port1"
            set hello-interval {}
            set dead-interval {}
        next
    end
end
"""
BARE = "router bgp 65001\n no bgp default ipv4-unicast\n neighbor 10.0.0.9 remote-as 65001\n"
ACTIVE = " address-family ipv4\n  neighbor 10.0.0.9 activate\n"
CASES = {
    "lines without a password": (
        "open-access",
        IOS,
        ("", "line vty 0 4\n no login\n"),
        ("", "line vty 0 4\n login local\n"),
    ),
    "sessions without an end (NX-OS)": (
        "open-access",
        IOS,
        ("", "line vty\n exec-timeout 0\n"),
        ("", "line vty\n exec-timeout 5\n"),
    ),
    "small servers": (
        "open-access",
        IOS,
        ("service tcp-small-servers\n", ""),
        ("no service tcp-small-servers\n", ""),
    ),
    "management from everywhere (ASA)": (
        "open-access",
        IOS,
        ("ssh 0.0.0.0 0.0.0.0 outside\n", ""),
        ("ssh 10.0.0.0 255.0.0.0 inside\n", ""),
    ),
    "source routes": ("open-access", IOS, ("ip source-route\n", ""), ("no ip source-route\n", "")),
    "a policy that permits the rest": ("open-access", JUNOS, ("ssh", "permit-all"), ("ssh", "deny-all")),
    "root by SSH": (
        "open-access",
        JUNOS,
        ("ssh root-login allow", "deny-all"),
        ("ssh root-login deny", "deny-all"),
    ),
    "an input that drops nothing": (
        "open-access",
        ROUTEROS,
        ("", ""),
        ("add action=drop chain=input in-interface=ether1\n", ""),
    ),
    "snooping without the switch": (
        "missing-part",
        IOS,
        ("ip dhcp snooping vlan 10\n", ""),
        ("ip dhcp snooping vlan 10\nip dhcp snooping\ninterface Gi0/1\n ip dhcp snooping trust\n", ""),
    ),
    "PIM without multicast (VRP)": (
        "missing-part",
        VRP,
        ("", " pim sm\n"),
        ("multicast routing-enable\n", " pim sm\n"),
    ),
    "DHCP that is off (VRP)": (
        "missing-part",
        VRP,
        ("", " dhcp select interface\n"),
        ("dhcp enable\n", " dhcp select interface\n"),
    ),
    "LDP that is off (VRP)": ("missing-part", VRP, ("", " mpls ldp\n"), ("mpls ldp\n#\n", " mpls ldp\n")),
    "keys that nobody asks for": (
        "missing-part",
        IOS,
        ("ntp trusted-key 5\nntp server 10.0.0.9 key 5\n", ""),
        ("ntp authenticate\nntp trusted-key 5\nntp server 10.0.0.9 key 5\n", ""),
    ),
    "a neighbor without a family": (
        "missing-part",
        NXOS,
        ("", ""),
        ("    address-family ipv4 unicast\n", ""),
    ),
    "a neighbor that is not activated": ("missing-part", IOS, ("", BARE), ("", BARE + ACTIVE)),
    "spanning tree that is off": (
        "missing-part",
        IOS,
        ("no spanning-tree vlan 10\n", ""),
        ("spanning-tree vlan 10 priority 4096\n", ""),
    ),
    "a password in clear text in OSPF": (
        "weak-algorithm",
        VRP,
        ("", " ospf authentication-mode simple cipher %^%#abc%^%#\n"),
        ("", " ospf authentication-mode hmac-sha256 1 cipher %^%#abc%^%#\n"),
    ),
    "a dead interval of one hello": (
        "timer-order",
        IOS,
        ("", " ip ospf hello-interval 10\n ip ospf dead-interval 10\n"),
        ("", " ip ospf hello-interval 10\n ip ospf dead-interval 40\n"),
    ),
    "timers of VRP": (
        "timer-order",
        VRP,
        ("", " ospf timer hello 20\n ospf timer dead 10\n"),
        ("", " ospf timer hello 20\n"),
    ),
    "timers of SR OS": ("timer-order", SROS, (5, ""), (40, "")),
    "timers of RouterOS": ("timer-order", OSPF_ROUTEROS, (10, 5), (10, 40)),
    "timers of FortiOS": ("timer-order", FORTIOS, (30, 10), (10, 30)),
    "timers of HSRP": (
        "timer-order",
        IOS,
        ("", " standby 1 timers 10 3\n"),
        ("", " standby 1 timers 3 10\n"),
    ),
    "timers of BGP": (
        "timer-order",
        IOS,
        ("", "router bgp 65001\n timers bgp 60 20\n"),
        ("", "router bgp 65001\n timers bgp 20 60\n"),
    ),
}


@pytest.mark.parametrize(("kind", "text", "wrong", "right"), CASES.values(), ids=CASES)
def test_setting(kind: str, text: str, wrong: tuple[object, object], right: tuple[object, object]) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    found = [list(run(network(one=text.format(*values)))) for values in (wrong, right)]
    assert [len(each) for each in found] == [1, 0], found

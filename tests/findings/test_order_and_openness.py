"""What is preferred, let in or asked in the wrong order, with twins of one value that are right."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

ROUTEROS = (
    "/ip address\nadd address=10.0.0.1/24 interface=ether2\n/ip route\n"
    "add comment=main distance=2 dst-address=0.0.0.0/0 gateway=192.0.2.1\n"
    'add comment="LTE backup" distance={} dst-address=0.0.0.0/0 gateway=lte1\n/system identity\nset name=one\n'
)
IOS = (
    "hostname one\nip route 10.0.0.0 255.0.0.0 192.0.2.1 {} name MAIN\n"
    "ip route 10.0.0.0 255.0.0.0 192.0.2.5 200 name BACKUP\n"
)
NXOS = (
    "hostname one\nip route 10.0.0.0/8 192.0.2.1 name MAIN {}\nip route 10.0.0.0/8 192.0.2.5 name BACKUP 10\n"
)
VRP = (
    "sysname one\nip route-static 10.0.0.0 255.0.0.0 192.0.2.1 description main\n"
    "ip route-static 10.0.0.0 255.0.0.0 192.0.2.5 preference {} description backup\n"
)
FORTIOS = (
    "config router static\nedit 1\nset gateway 192.0.2.1\nset device port1\nnext\n"
    'edit 2\nset gateway 192.0.2.5\nset distance {}\nset device port2\nset comment "backup line"\nnext\nend\n'
)
SROS = """\
configure
    router Base
        static-route-entry 0.0.0.0/0
            next-hop 192.0.2.1
                no shutdown
            exit
            next-hop 192.0.2.5
                preference {}
                description "backup"
                no shutdown
            exit
        exit
    exit
"""
BGP = """\
hostname one
router bgp 65001
 neighbor 192.0.2.1 remote-as 64500
 neighbor 192.0.2.1 route-map MAIN-IN in
 neighbor 192.0.2.5 remote-as 64501
 neighbor 192.0.2.5 description backup provider
 neighbor 192.0.2.5 route-map SECOND-IN in
route-map MAIN-IN permit 10
 set local-preference 200
route-map SECOND-IN permit 10
 set local-preference {}
"""
INPUT = (
    "/ip dns\nset allow-remote-requests=yes\n/ip firewall filter\n"
    "add action=accept chain=input connection-state=established,related\n"
    "add action=accept chain=input dst-port=53 protocol=udp {}\nadd action=drop chain=input\n"
)
VYOS_INPUT = """\
set service ssh port '22'
set firewall ipv4 input filter default-action 'drop'
set firewall ipv4 input filter rule 10 action 'accept'
set firewall ipv4 input filter rule 10 destination port '22'
set firewall ipv4 input filter rule 10 protocol 'tcp'
set firewall ipv4 input filter rule 10 {}
"""
VYOS_NAT = """\
set nat destination rule 10 destination address '192.0.2.10'
set nat destination rule 10 destination port '443'
set nat destination rule 10 translation address '10.0.0.10'
set firewall ipv4 forward filter rule 10 action 'accept'
set firewall ipv4 forward filter rule 10 destination address '{}'
set firewall ipv4 forward filter rule 10 destination port '443'
set firewall ipv4 forward filter rule 10 protocol 'tcp'
"""
FORTIOS_POLICY = """\
config system global
    set hostname one
end
config firewall policy
    edit 1
        set name "guests"
        set srcintf "wifi"
        set dstintf {}
        set srcaddr "all"
        set dstaddr "all"
        set action accept
        set schedule "always"
        set service "ALL"
    next
    edit 2
        set srcintf "lan"
        set dstintf "dmz"
        set action accept
        set srcaddr "all"
        set dstaddr "all"
        set schedule "always"
        set service "HTTP"
    next
end
"""
VIP = (
    "config system interface\nedit port3\nset ip 10.0.20.1 255.255.255.0\nnext\nend\n"
    "config router static\nedit 1\nset dst 10.0.0.0 255.255.0.0\nset blackhole enable\nnext\nend\n"
    "config firewall vip\nedit web\nset extip 192.0.2.4\nset mappedip {}\nnext\nend\n"
)
CASES = {
    "a backup that is taken first": ("backup-preferred", ROUTEROS, 1, 3),
    "a backup (IOS)": ("backup-preferred", IOS, 250, 10),
    "a backup (NX-OS)": ("backup-preferred", NXOS, 20, 5),
    "a backup (VRP)": ("backup-preferred", VRP, 40, 80),
    "a backup (FortiOS)": ("backup-preferred", FORTIOS, 5, 20),
    "a backup (SR OS)": ("backup-preferred", SROS, 2, 9),
    "a neighbor that is a backup": ("backup-preferred", BGP, 300, 100),
    "a resolver for everybody": ("open-access", INPUT, "comment=all", "in-interface=ether2"),
    "a server for everybody": ("open-access", VYOS_INPUT, "description 'all'", "source address '10.0.0.0/8'"),
    "an address before its translation": ("unmatched-entry", VYOS_NAT, "192.0.2.10", "10.0.0.10"),
    "guests that go everywhere": ("any-to-any", FORTIOS_POLICY, "any", "wan1"),
    "a virtual IP to a black hole": ("misplaced-address", VIP, "10.0.200.10", "10.0.20.10"),
}


@pytest.mark.parametrize(("kind", "text", "wrong", "right"), CASES.values(), ids=CASES)
def test_order(kind: str, text: str, wrong: object, right: object) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    found = [list(run(network(one=text.format(value)))) for value in (wrong, right)]
    assert [len(each) for each in found] == [1, 0], found


def test_guests_behind_an_entry_that_denies() -> None:
    deny = """\
    edit 9
        set srcintf "wifi"
        set dstintf "lan"
        set srcaddr "all"
        set dstaddr "all"
        set schedule "always"
        set service "ALL"
    next
"""
    text = FORTIOS_POLICY.format("any").replace("    edit 1\n", deny + "    edit 1\n", 1)
    run = next(check.run for check in CHECKS if check.kind == "any-to-any")
    assert list(run(network(one=text))) == []

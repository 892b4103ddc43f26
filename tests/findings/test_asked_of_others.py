"""What a device asks of others, or shares with them: one value differs between the wrong text and the right one."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

IOS = "hostname {name}\ninterface GigabitEthernet0/1\n ip address 10.4.0.{own} 255.255.255.0\n"
ONE, TWO = IOS.format(name="one", own=1), IOS.format(name="two", own=2)
CLOCK = ONE + "ntp authentication-key 5 md5 x\nntp trusted-key 5\nntp master 3\n"
JUNOS = (
    "set system host-name two\nset interfaces ge-0/0/1 unit 0 family inet address 10.4.0.2/24\n"
    "set system ntp server 10.4.0.1 key {}\n"
)
POOL = "ip dhcp excluded-address 10.4.0.1 10.4.0.{}\nip dhcp pool A\n network 10.4.0.0 255.255.255.0\n"
UPPER = "ip dhcp excluded-address 10.4.0.100 10.4.0.254\n"
MANAGED = (
    ONE
    + "vrf definition oob\ninterface GigabitEthernet0/9\n vrf forwarding oob\n ip address 10.9.0.1 255.255.255.0\n"
)
VRP = (
    "sysname one\n#\ninterface Vlanif7\n ip binding vpn-instance oob\n ip address 10.9.0.1 255.255.255.0\n#\n"
)
STANDARD = "ip access-list standard CLOCKS\n permit host 10.4.0.{}\n"
VYOS = (
    "set system host-name 'one'\nset interfaces ethernet eth0 address '192.0.2.2/28'\n"
    "set protocols static route 0.0.0.0/0 next-hop 192.0.2.1\n"
    "set nat source rule 5 outbound-interface name 'eth0'\n"
    "set nat source rule 5 translation address '192.0.2.{}-192.0.2.9'\n"
)
FORTIOS = (
    "config system global\nset hostname one\nend\nconfig system interface\nedit wan1\n"
    "set ip 192.0.2.2 255.255.255.240\nnext\nend\n"
    "config router static\nedit 1\nset gateway 192.0.2.1\nset device wan1\nnext\n"
    "\nend\nconfig firewall ippool\nedit out\nset startip 192.0.2.{}\nset endip 192.0.2.9\nnext\nend\n"
)
SHAPED = (
    "policy-map IN\n class VOICE\n  police cir {}\n  priority\npolicy-map OUT\n class class-default\n"
    "  shape average 20000000\n  service-policy IN\n"
)
BGP = (
    ONE + "router bgp 65001\n network 203.0.113.0 mask 255.255.255.0\n neighbor 10.4.0.9 remote-as 65009\n"
    " neighbor 10.4.0.9 description Transit\n neighbor 10.4.0.9 route-map OUT out\n"
    "ip prefix-list OURS seq 5 permit 203.0.113.0/24\nroute-map OUT deny 10\n match ip address prefix-list OURS\n"
)
COMWARE_USER = (
    "sysname one\nlocal-user bob class manage\n service-type {}\n#\n"
    "ssh user bob service-type stelnet authentication-type password\n"
)
ROUTEROS = (
    "/system identity\nset name=one\n/ip address\nadd address=192.0.2.2/28 interface=ether1\n"
    "add address=10.4.0.1/24 interface=ether2\n/ip firewall filter\n"
    "add action=accept chain=forward in-interface=ether2\n"
    "add action=accept chain=forward dst-address=10.4.0.{} dst-port=25 protocol=tcp\nadd action=drop chain=forward\n"
    "/ip firewall nat\nadd action=dst-nat chain=dstnat dst-address=192.0.2.2 dst-port=25 protocol=tcp "
    "to-addresses=10.4.0.8\n"
)
NETWATCH = (
    '/system identity\nset name=one\n/tool netwatch\nadd down-script="/system script run tell" host=10.4.0.8\n'
    '/system script\nadd name={} source=":log info down"\n'
)
SROS_RELAY = """\
configure
    system
        name "one"
    exit
    service
        vprn 7 name "7" customer 1 create
            interface "lo-dhcp" create
                address 10.7.0.{}/32
                local-dhcp-server "OWN"
                loopback
            exit
            interface "users" create
                address 10.4.0.1/24
                dhcp
                    server 10.7.0.1
                    no shutdown
                exit
            exit
        exit
    exit
"""

CASES = {
    "an IOS router asks with a key": (
        "neighbor-differs",
        [CLOCK, TWO + "ntp server 10.4.0.1 key {}\n"],
        (7, 5),
    ),
    "a Junos router asks with a key": ("neighbor-differs", [CLOCK, JUNOS], (7, 5)),
    "a relay passes the server": (
        "misplaced-address",
        [
            ONE + POOL.format(99),
            TWO.replace("GigabitEthernet0/1\n", "GigabitEthernet0/1\n ip helper-address 10.4.0.{}\n"),
        ],
        (11, 1),
    ),
    "logs go another way than their source": (
        "misplaced-address",
        [MANAGED + "logging source-interface GigabitEthernet0/9{}\nlogging host 10.9.0.8 vrf oob\n"],
        (" vrf other", " vrf oob"),
    ),
    "NTP goes another way than its source": (
        "misplaced-address",
        [VRP + "ntp-service source-interface Vlanif7\nntp-service unicast-server 10.9.0.8{}\n"],
        ("", " vpn-instance oob"),
    ),
    "a clock is not listened to": (
        "own-traffic",
        [ONE + STANDARD + "ntp access-group peer CLOCKS\nntp server 10.4.0.8\n"],
        (9, 8),
    ),
    "another one's serial": (
        "contradictory-name",
        [ONE + "snmp-server chassis-id {}\n", TWO],
        ("two", "one"),
    ),
    "another one's name in IS-IS": (
        "contradictory-name",
        ["sysname one\n#\nisis 1\n is-name {}\n", TWO],
        ("two", "one"),
    ),
    "NAT to the next hop, VyOS": ("misplaced-address", [VYOS], (1, 3)),
    "NAT to the next hop, FortiOS": ("misplaced-address", [FORTIOS], (1, 3)),
    "NAT to a neighbor, IOS": (
        "misplaced-address",
        [ONE + "ip nat pool OUT 10.4.0.{} 10.4.0.9 prefix-length 24\n", TWO],
        (2, 3),
    ),
    "two pools share what is left": ("dhcp-overlap", [ONE + POOL.format(9) + UPPER, TWO + POOL], (90, 99)),
    "one zone, two offsets": (
        "neighbor-differs",
        [ONE + "clock timezone EET 2 0\n", TWO + "clock timezone EET {} 0\n"],
        (-2, 2),
    ),
    "an account without SSH": ("missing-part", [COMWARE_USER], ("terminal", "ssh terminal")),
    "a class above its policy": ("rate-order", [ONE + SHAPED], (30000000, 3000000)),
    "a policy turned around": ("route-leak", [BGP + "route-map OUT {} 20\n"], ("permit", "deny")),
    "a tunnel into itself": (
        "next-hop-unreachable",
        [
            ONE + "interface Tunnel4\n ip address 10.8.0.1 255.255.255.252\n tunnel source 10.4.0.1\n"
            " tunnel destination 198.51.100.9\nip route 0.0.0.0 0.0.0.0 10.4.0.9\n"
            "ip route 198.51.100.0 255.255.255.0 {}\n"
        ],
        ("Tunnel4", "10.4.0.9"),
    ),
    "a scheme without a server": (
        "missing-part",
        ["sysname one\nradius scheme staff\n {}user-name-format without-domain\n"],
        ("", "primary authentication 10.4.0.8\n "),
    ),
    "a script that is not there": (
        "undefined-reference",
        [NETWATCH],
        ("tells", "tell"),
    ),
    "a forward to another host": ("own-traffic", [ROUTEROS], (9, 8)),
}


@pytest.mark.parametrize(("kind", "texts", "values"), CASES.values(), ids=CASES)
def test_relation(kind: str, texts: list[str], values: tuple[object, object]) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    found = [
        list(
            run(
                network(
                    **dict(
                        zip(("one", "two"), (text.replace("{}", str(value)) for text in texts), strict=False)
                    )
                )
            )
        )
        for value in values
    ]
    assert [len(each) for each in found] == [1, 0], found


def test_a_relay_may_ask_a_server_of_its_own() -> None:
    run = next(check.run for check in CHECKS if check.kind == "misplaced-address")
    assert not list(run(network(one=SROS_RELAY.replace("{}", "1"))))

"""A setting that needs another one: found without it, or with a wrong one, and not with the right one."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

VLANS = """\
/interface bridge
add name=br7 vlan-filtering=yes
/interface vlan
add interface=br7 name=office vlan-id=70
/interface bridge vlan
add bridge=br7 tagged={tagged} vlan-ids=60-80
"""
DNS = """\
/ip address
add address=10.7.0.1/24 interface=ether2
/ip dhcp-server network
add address=10.7.0.0/24 dns-server=10.7.0.1 gateway=10.7.0.1
/ip dns
set {dns} servers=192.0.2.53
"""
ASKED = """\
set interfaces ethernet eth1 address 10.7.1.1/24
set service dhcp-server shared-network-name N subnet 10.7.1.0/24 option name-server 10.7.1.1
set service dns forwarding listen-address 10.7.1.1
set service dns forwarding allow-from {net}
"""
USERS = """\
set service ssh disable-password-authentication
set system login user op authentication encrypted-password x
set system login user op authentication {}
"""
ENTRY = """\
configure
    filter
        ip-filter 7 create
            default-action forward
            entry 10 create
                match
                    src-ip 10.7.0.0/16
                exit
                {action}
            exit
        exit
    exit
exit
"""
CLASSIFIER = "sysname c\ntraffic classifier VIDEO operator {}\n if-match dscp af41\n if-match dscp cs4\n"
NETWATCH = """\
/ip route
add comment="{comment}" dst-address=0.0.0.0/0 gateway=192.0.2.1
/tool netwatch
add down-script="/ip route disable [find comment=\\"by line 1\\"]" host=192.0.2.9
"""
FORWARD = (
    "/ip firewall nat\nadd action=dst-nat chain=dstnat dst-port=8443 {}protocol=tcp to-addresses=10.7.0.9\n"
)
VTY = "sysname v\nuser-interface vty 0 4\n acl 2007 {}\n authentication-mode aaa\nacl number 2007\n rule 5 permit\n"
POOL = "hostname x\nline template T\n {}\n!\nvty-pool default 0 9 line-template T\n"
OWN_LINES = "hostname x\nline default\n {}\n!\nvty-pool default 0 9 line-template default\n"
TRAPS = """\
sysname t
snmp-agent group v3 NMS privacy
snmp-agent usm-user v3 watch NMS
snmp-agent target-host trap address udp-domain 192.0.2.7 params securityname {} v3 privacy
"""
CHAIN = """\
/routing bgp connection
add as=65007 name=far output.filter-chain=tell remote.address=192.0.2.6 .as=65008
/routing filter rule
add chain=tell rule="if (dst-len > 24) {{ reject }}"
{more}
"""
ORDER = """\
/ip ipsec policy
add dst-address=10.8.0.0/16 src-address=10.7.0.0/16 peer=far tunnel=yes
/ip firewall nat
{}
"""
MASQUERADE = "add action=masquerade chain=srcnat out-interface=ether1"
LEAVE_OUT = "add action=accept chain=srcnat dst-address=10.8.0.0/16"
ROLE = "#\n sysname r\n#\n role default-role enable network-{}\n#\nvlan 1\n"
BLOCK = """\
config firewall policy
    edit 7
        set srcaddr "blocklist-a"
        set srcaddr-negate {}
    next
end
"""
BFD = """\
configure
    router Base
        interface "to-b"
            address 10.7.0.0/31
            {bfd}
        exit
        ospf 0
            area 0.0.0.0
                interface "to-b"
                    bfd-enable
                exit
            exit
        exit
    exit
exit
"""
MONITOR = """\
config system interface
    edit "wan1"
        set ip 203.0.113.10 255.255.255.248
    next
    edit "wan2"
        set ip 198.51.100.10 255.255.255.248
    next
end
config system link-monitor
    edit "m"
        set srcintf "wan2"
        set gateway-ip {}
    next
end
"""
NETWORKS = """\
config system interface
    edit "lan"
        set ip 10.7.12.1 255.255.255.0
    next
end
config router bgp
    set as 65007
    config network
        edit 1
            set prefix {}
        next
    end
end
"""
PREPEND = """\
sysname p
bgp 65007
 peer 192.0.2.2 as-number 65008
 peer 192.0.2.2 route-policy OUT export
route-policy OUT permit node 10
 apply as-path {} additive
"""
ONLY = """\
configure
    router Base
        policy-options
            policy-statement "IN"
                description "only what the customer has"
                entry 10
                    from
                        prefix-list "P"
                    exit
                    action accept
                    exit
                exit
                default-action {}
                exit
            exit
        exit
    exit
exit
"""
DEFAULT = "hostname d\nprefix-set JUST-DEFAULT\n  0.0.0.0/0{}\nend-set\n"
KEYS = """\
hostname k
key chain LINKS
 key 1
  send-lifetime 00:00:00 january 01 2030 23:59:59 march 31 2030
 !
 key 2
  send-lifetime 00:00:00 {} 2030 infinite
 !
"""
PEERS = """\
/interface wireguard
add listen-port=13231 name=wg7
/interface wireguard peers
add allowed-address=10.7.9.8/29 interface=wg7
add allowed-address={}/32 interface=wg7
"""
CASES = {
    "a VLAN whose bridge is not tagged": (
        "missing-part",
        VLANS.format(tagged="ether2"),
        VLANS.format(tagged="br7,ether2"),
    ),
    "a resolver that is told and is not there": (
        "missing-part",
        DNS.format(dns=""),
        DNS.format(dns="allow-remote-requests=yes"),
    ),
    "a resolver that refuses its clients": (
        "missing-part",
        ASKED.format(net="10.7.0.0/24"),
        ASKED.format(net="10.7.0.0/16"),
    ),
    "a user without a key": (
        "missing-part",
        USERS.format("plaintext-password x"),
        USERS.format("public-keys k key y"),
    ),
    "an entry without an action": (
        "missing-part",
        ENTRY.format(action=""),
        ENTRY.format(action="action drop"),
    ),
    "two values at once": ("shadowed-entry", CLASSIFIER.format("and"), CLASSIFIER.format("or")),
    "a comment that nothing has": (
        "undefined-reference",
        NETWATCH.format(comment="line 1"),
        NETWATCH.format(comment="by line 1"),
    ),
    "a forward of everybody's port": (
        "open-access",
        FORWARD.format(""),
        FORWARD.format("in-interface=ether1 "),
    ),
    "a filter of what leaves a vty": ("open-access", VTY.format("outbound"), VTY.format("inbound")),
    "a template without an access class": (
        "vty-without-filter",
        POOL.format("exec-timeout 5 0"),
        POOL.format("access-class ingress A"),
    ),
    "traps by a user that is not there": (
        "undefined-reference",
        TRAPS.format("watcher"),
        TRAPS.format("watch"),
    ),
    "a filter of routes that accepts none": (
        "missing-part",
        CHAIN.format(more=""),
        CHAIN.format(more='add chain=tell rule="accept"'),
    ),
    "NAT before what leaves out a VPN": (
        "missing-part",
        ORDER.format(f"{MASQUERADE}\n{LEAVE_OUT}"),
        ORDER.format(f"{LEAVE_OUT}\n{MASQUERADE}"),
    ),
    "all rights by default": ("open-access", ROLE.format("admin"), ROLE.format("operator")),
    "a blocklist that is negated": ("unmatched-entry", BLOCK.format("enable"), BLOCK.format("disable")),
    "BFD of a protocol alone": (
        "missing-part",
        BFD.format(bfd=""),
        BFD.format(bfd="bfd 100 receive 100 multiplier 3"),
    ),
    "a gateway of another interface": (
        "misplaced-address",
        MONITOR.format("203.0.113.9"),
        MONITOR.format("198.51.100.9"),
    ),
    "a network that is no route": (
        "unannounced-network",
        NETWORKS.format("10.7.8.0 255.255.248.0"),
        NETWORKS.format("10.7.12.0 255.255.255.0"),
    ),
    "another AS before a path": ("bgp-wrong-as", PREPEND.format("65070"), PREPEND.format("65007")),
    "a policy that lets all pass and says only": ("route-leak", ONLY.format("accept"), ONLY.format("drop")),
    "a default route that is every route": ("route-leak", DEFAULT.format(" le 32"), DEFAULT.format("")),
    "a time without a key": ("contradictory-time", KEYS.format("april 08"), KEYS.format("april 01")),
    "peers that are allowed the same": ("tunnel-ends", PEERS.format("10.7.9.9"), PEERS.format("10.7.9.16")),
}


@pytest.mark.parametrize(("kind", "wrong", "right"), CASES.values(), ids=CASES)
def test_parts_that_need_others(kind: str, wrong: str, right: str) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    assert [finding.kind for finding in run(network(one=wrong))] == [kind]
    assert list(run(network(one=right))) == []


GROUP = """\
set interfaces ethernet eth1 address 10.7.4.{own}/24
set high-availability vrrp group G interface eth1
set high-availability vrrp group G address 10.7.4.1/24
set high-availability vrrp group G vrid 7
set high-availability vrrp group G peer-address 10.7.4.{peer}
"""
DISCRIMINATORS = """\
sysname b{own}
bfd one bind peer-ip 10.7.5.{peer} interface Vlanif75
 discriminator local {own}
 discriminator remote {remote}
interface Vlanif75
 ip address 10.7.5.{own} 255.255.255.252
"""
TARGETS = """\
sysname t{own}
ip vpn-instance RED
 address-family ipv4
  vpn-target 65007:1 import-extcommunity
  vpn-target 65007:1 export-extcommunity
 address-family evpn
  vpn-target 65007:{imports} import-extcommunity
  vpn-target 65007:2 export-extcommunity
"""
CIRCUIT = """\
hostname c{own}
interface Loopback0
 ipv4 address 10.7.6.{own} 255.255.255.255
!
interface TenGigE0/0/0/1.7 l2transport
 mtu {mtu}
!
l2vpn
 xconnect group X
  p2p Y
   interface TenGigE0/0/0/1.7
   neighbor ipv4 10.7.6.{peer} pw-id 70
"""
INNER = """\
set interfaces ethernet eth0 address 192.0.2.{edge}/30
set interfaces ethernet eth1 address 10.7.7.{own}/30
set protocols bgp system-as 65007
set protocols bgp neighbor 10.7.7.{peer} remote-as 65007
set protocols bgp neighbor 10.7.7.{peer} address-family ipv4-unicast {self}
set protocols bgp neighbor 192.0.2.{far} remote-as 65008
"""
IDS = """\
config system interface
    edit "wan1"
        set ip 203.0.113.{own} 255.255.255.0
    next
end
config vpn ipsec phase1-interface
    edit "v"
        set interface "wan1"
        set remote-gw 203.0.113.{peer}
        set {id}
    next
end
"""
PAIRS = {
    "a partner that nobody is": (
        "misplaced-address",
        (GROUP.format(own=2, peer=4), GROUP.format(own=3, peer=2)),
        (GROUP.format(own=2, peer=3), GROUP.format(own=3, peer=2)),
    ),
    "a discriminator of nobody": (
        "neighbor-differs",
        (DISCRIMINATORS.format(own=1, peer=2, remote=3), DISCRIMINATORS.format(own=2, peer=1, remote=1)),
        (DISCRIMINATORS.format(own=1, peer=2, remote=2), DISCRIMINATORS.format(own=2, peer=1, remote=1)),
    ),
    "targets of one family": (
        "vrf-targets",
        (TARGETS.format(own=1, imports=1), TARGETS.format(own=2, imports=2)),
        (TARGETS.format(own=1, imports=2), TARGETS.format(own=2, imports=2)),
    ),
    "circuits of two sizes": (
        "pseudowire-ends",
        (CIRCUIT.format(own=1, peer=2, mtu=1522), CIRCUIT.format(own=2, peer=1, mtu=9000)),
        (CIRCUIT.format(own=1, peer=2, mtu=9000), CIRCUIT.format(own=2, peer=1, mtu=9000)),
    ),
    "a next hop that the other end does not know": (
        "bgp-session",
        (
            INNER.format(edge=2, far=1, own=1, peer=2, self="weight 1"),
            INNER.format(edge=6, far=5, own=2, peer=1, self="nexthop-self"),
        ),
        (
            INNER.format(edge=2, far=1, own=1, peer=2, self="nexthop-self"),
            INNER.format(edge=6, far=5, own=2, peer=1, self="nexthop-self"),
        ),
    ),
    "an id of a VPN that the other end has not": (
        "vpn-ends",
        (IDS.format(own=1, peer=2, id='peerid "b"'), IDS.format(own=2, peer=1, id='localid "c"')),
        (IDS.format(own=1, peer=2, id='peerid "b"'), IDS.format(own=2, peer=1, id='localid "b"')),
    ),
}


@pytest.mark.parametrize(("kind", "wrong", "right"), PAIRS.values(), ids=PAIRS)
def test_ends_that_need_each_other(kind: str, wrong: tuple[str, str], right: tuple[str, str]) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    assert [finding.kind for finding in run(network(one=wrong[0], two=wrong[1]))] == [kind]
    assert list(run(network(one=right[0], two=right[1]))) == []


@pytest.mark.parametrize(("line", "found"), [("exec-timeout 5 0", True), ("access-class ingress A", False)])
def test_the_template_that_lines_have_of_their_own(line: str, found: bool) -> None:
    run = next(check.run for check in CHECKS if check.kind == "vty-without-filter")
    assert bool(list(run(network(one=OWN_LINES.format(line))))) is found

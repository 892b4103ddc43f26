"""The configurations of the two data-centre leaf switches, which run Arista EOS."""

from . import eos_routing
from .eos_routing import PEER_NETWORK
from .faults import BLOCKING_LIST
from .plan import (
    NAME_SERVERS,
    NTP_SERVERS,
    SERVER_VLANS,
    SNMP_SERVER,
    SYSLOG_SERVER,
    TACACS_SERVER,
    Device,
    End,
    Vlan,
    links_of,
)

SERVERS = (
    (110, "fares-app-1"),
    (110, "fares-app-2"),
    (120, "fares-db-1"),
    (120, "fares-db-2"),
    (130, "dns-1"),
    (130, "clock-1"),
    (130, "syslog-1"),
    (130, "dhcp-1"),
    (140, "timetable-1"),
    (140, "timetable-2"),
)
UNUSED_PORTS = range(11, 15)


def leaf(this: Device) -> str:
    ends = links_of(this.name)
    parts = (
        _opening(this),
        _vlans(this),
        _peer_link(this),
        *(_server_port(this, number, *server) for number, server in enumerate(SERVERS, 1)),
        *(_unused_port(this, number) for number in UNUSED_PORTS),
        *(_peer_member(this, number) for number in (47, 48)),
        *(_core_port(here, there) for here, there in ends),
        _loopback(this),
        *(_gateway(this, vlan) for vlan in SERVER_VLANS),
        _peer_vlan(this),
        eos_routing.access_lists(this),
        "ip virtual-router mac-address 00:00:5e:00:53:01\n!\nip routing\n!\n",
        eos_routing.route_policy(this),
        eos_routing.mlag(this),
        eos_routing.bgp(this, [there for _, there in ends]),
        _closing(this),
    )
    return "".join(parts)


def _opening(this: Device) -> str:
    name_servers = "\n".join(f"ip name-server vrf default {address}" for address in NAME_SERVERS)
    clocks = "\n".join(f"ntp server {s} @@ntp {this.name},ntp-server {s}" for s in NTP_SERVERS)
    return f"""\
! Command: show running-config
! device: {this.name} ({this.model}, EOS-4.30.5M) @@version {this.name}
!
! boot system flash:/EOS-4.30.5M.swi
!
no aaa root
!
username breakglass privilege 15 role network-admin secret sha512 $6$example$not.a.real.hash
!
tacacs-server host {TACACS_SERVER} key 7 EXAMPLE-NOT-A-KEY
aaa authentication login default group tacacs+ local
aaa authorization exec default group tacacs+ local
!
transceiver qsfp default-mode 4x10G
!
service routing protocols model multi-agent
!
logging buffered 10000 informational
logging host {SYSLOG_SERVER} @@syslog {this.name}
logging source-interface Loopback0
!
hostname {this.name} @@device {this.name}
{name_servers}
dns domain larkmoor.example
!
ntp local-interface Loopback0
{clocks}
!
snmp-server contact noc@larkmoor.example
snmp-server location {this.site} @@location {this.name}
snmp-server community EXAMPLE-READ-ONLY ro SNMP-HOSTS @@snmp {this.name}
snmp-server host {SNMP_SERVER} version 2c EXAMPLE-READ-ONLY
!
spanning-tree mode mstp
no spanning-tree vlan-id 4093-4094
spanning-tree mst 0 priority 4096
!
clock timezone UTC
!
"""


def _vlans(this: Device) -> str:
    servers = "".join(
        f"vlan {vlan.number} @@vlan {this.name} {vlan.number}\n"
        f"   name {vlan.name} @@vlan-name {this.name} {vlan.number}\n!\n"
        for vlan in SERVER_VLANS
    )
    return f"""\
{servers}vlan 4093 @@vlan {this.name} 4093
   name LEAF-PEER
   trunk group MLAG-PEER
!
vlan 4094 @@vlan {this.name} 4094
   name MLAG-CONTROL
   trunk group MLAG-PEER
!
"""


def _peer_link(this: Device) -> str:
    return f"""\
interface Port-Channel1000 @@interface {this.name} Port-Channel1000
   description MLAG peer link
   switchport mode trunk
   switchport trunk group MLAG-PEER
!
"""


def _server_port(this: Device, number: int, vlan: int, server: str) -> str:
    return f"""\
interface Port-Channel{number} @@interface {this.name} Port-Channel{number}
   description {server}
   switchport access vlan {vlan}
   mlag {number}
!
interface Ethernet{number} @@interface {this.name} Ethernet{number}
   description {server} @@description {this.name} Ethernet{number}
   channel-group {number} mode active
!
"""


def _unused_port(this: Device, number: int) -> str:
    return f"""\
interface Ethernet{number} @@interface {this.name} Ethernet{number}
   description unused
   shutdown @@shutdown {this.name}
!
"""


def _peer_member(this: Device, number: int) -> str:
    return f"""\
interface Ethernet{number} @@interface {this.name} Ethernet{number}
   description MLAG peer link
   channel-group 1000 mode active
!
"""


def _core_port(here: End, there: End) -> str:
    key = f"{here.device} {here.port}"
    return f"""\
interface {here.port} @@interface {key}
   description to {there.device} {there.port} @@description {key}
   mtu {here.mtu} @@mtu {key}
   no switchport
   ip address {here.address}/31 @@address {here.address}
!
"""


def _loopback(this: Device) -> str:
    return f"""\
interface Loopback0 @@interface {this.name} Loopback0
   description router id
   ip address {this.loopback}/32 @@address {this.loopback},loopback {this.name}
!
interface Management1 @@interface {this.name} Management1
   description unused
   shutdown @@shutdown {this.name}
!
"""


def _gateway(this: Device, vlan: Vlan) -> str:
    address = f"{vlan.network}.{_host(this)}"
    use = f"@@acl-use {this.name} {BLOCKING_LIST},blocking list use {this.name}"
    group = f"   ip access-group {BLOCKING_LIST} in {use}\n" if vlan.name == "FARES-APP" else ""
    return f"""\
interface Vlan{vlan.number} @@interface {this.name} Vlan{vlan.number}
   description gateway of {vlan.name}
   ip address {address}/24 @@address {address}
{group}   ip virtual-router address {vlan.network}.1
!
"""


def _host(this: Device) -> int:
    return 2 if this.name == "leaf1" else 3


def _peer_vlan(this: Device) -> str:
    mine = 0 if this.name == "leaf1" else 1
    return f"""\
interface Vlan4093 @@interface {this.name} Vlan4093
   description BGP between the leaves
   ip address {PEER_NETWORK}.{mine}/31 @@address {PEER_NETWORK}.{mine}
!
interface Vlan4094 @@interface {this.name} Vlan4094
   description MLAG control
   no autostate
   ip address {PEER_NETWORK}.{mine + 2}/31 @@address {PEER_NETWORK}.{mine + 2}
!
"""


def _closing(this: Device) -> str:
    return f"""\
banner login
Larkmoor Rail: {this.name}, {this.site}
Staff only. Every session is recorded.
EOF
!
management api http-commands
   protocol https
   no shutdown
!
management ssh
   ip access-group STAFF-ONLY in @@acl-use {this.name} STAFF-ONLY
   idle-timeout 15
!
end
"""

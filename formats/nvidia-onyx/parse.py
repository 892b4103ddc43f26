"""Reads Onyx (MLNX-OS) configurations, one statement a line, after NVIDIA's Onyx User Manual."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [
    r'## Running database "',
    r"## Product release: 3\.\d",
    r"no cli default prefix-modes enable",
    r"\s*protocol (?:mlag|bgp|ospf|vrrp)\s*$",
]
GRAMMAR = r"""
- cli default prefix-modes enable
- cli <...>
hostname <hostname>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> description <description:text>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> mtu <mtu:int> [force]
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> speed <speed> [force]
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> ip address <address> [<mask:\d+\.\S+>] [primary]
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> switchport mode <mode>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> switchport access vlan <access_vlan:int>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> switchport hybrid|trunk allowed-vlan <allowed_vlan:text>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> channel-group <channel_group:int> mode <channel_mode>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> mlag-channel-group <mlag_channel_group:int> mode <channel_mode>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> ipl <ipl:int>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> vrf forwarding <vrf>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> vrrp <Vrrp:int> address <address>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> vrrp <Vrrp:int> priority <priority:int>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> magp <Magp:int> ip virtual-router address <virtual_router_address>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> magp <Magp:int> ip virtual-router mac-address <mac_address>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> shutdown
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> switchport [force]
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> dhcp
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?> <...>
interface <Interface:(?:ethernet|port-channel|mlag-port-channel|vlan|loopback|mgmt)\S*(?: [\d/]+)?>
vlan <Vlan:\d+> name <name>
vlan <Vlan:\d+>
vlan <vlans:\d+-\d+>
lacp
lldp
protocol mlag|bgp|ospf|vrrp|magp|pim|igmp|nve|openflow
mlag-vip <mlag_vip> ip <mlag_vip_address> <mlag_vip_mask> [force]
mlag system-mac *
mlag shutdown
spanning-tree
spanning-tree mode|priority|port|vlan ...
ip routing [vrf <vrf>]
ip default-gateway *
ip name-server <NameServer>
ip domain-list *
ip route vrf <+StaticRoute.vrf> <destination:\d\S+> <next_hop> [<distance:\d+>]
ip route <+StaticRoute.destination:\d\S+> <next_hop> [<distance:\d+>]
vrf definition <Vrf> rd <rd>
vrf definition <Vrf>
router bgp <Bgp:int> [vrf <vrf>] router-id <router_id> [force]
router bgp <Bgp:int> [vrf <vrf>] neighbor <Neighbor> remote-as <remote_as>
router bgp <Bgp:int> [vrf <vrf>] neighbor <Neighbor> description <description:text>
router bgp <Bgp:int> [vrf <vrf>] neighbor <Neighbor> peer-group <peer_group>
router bgp <Bgp:int> [vrf <vrf>] neighbor <Neighbor> route-map <route_map> <direction:in|out>
router bgp <Bgp:int> [vrf <vrf>] neighbor <Neighbor> update-source <update_source:text>
router bgp <Bgp:int> [vrf <vrf>] neighbor <Neighbor> <...>
router bgp <Bgp:int> [vrf <vrf>] network <BgpNetwork> <mask>
router bgp <Bgp:int> [vrf <vrf>] redistribute <Redistribution>
router bgp <Bgp:int> [vrf <vrf>] maximum-paths <maximum_paths:int>
router bgp <Bgp:int> [vrf <vrf>] <...>
router bgp <Bgp:int> [vrf <vrf>]
router ospf <Ospf:int> [vrf <vrf>] router-id <router_id>
router ospf <Ospf:int> [vrf <vrf>]
ip prefix-list <PrefixList/PrefixListEntry> seq <key:\d+> <action:permit|deny> <prefix> [<mask:/\d+|\d+\.\S+>] [ge <ge:int>] [le <le:int>] [eq <eq:int>]
ntp server <NtpServer> version <version:int>
ntp server <NtpServer> disable
ntp server <NtpServer> [keyID <key_id:int>] [prefer]
ntp enable
logging <LogServer:\d\S+> [trap <level>] [port <port:int>]
logging <LogServer:\d\S+> <...>
logging local|trap|level|files|receive|format <...>
snmp-server community <SnmpCommunity> <access:ro|rw>
snmp-server contact|location ...
snmp-server host <SnmpHost> <...>
snmp-server user <SnmpUser> <...>
snmp-server enable|auto-refresh|traps <...>
username <User> password <password_kind:int> <password>
username <User> capability <capability>
username <User> full-name <full_name:text>
username <User> disable
username <User> <...>
tacacs-server host <TacacsServer> [key <shared_key>]
radius-server host <RadiusServer> [key <shared_key>]
aaa <...>
banner login|motd|login-local|login-remote|logout *
clock timezone ...
ssh server enable
web https|http|enable|vrf|session|auto-logout|proxy <...>
telnet-server enable
crypto|file|license|module|system|dcb|usb|image|boot|terminal|docker|openflow|nve|email|job|stats|fae|sflow|ptp|ip <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

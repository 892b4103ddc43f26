"""Reads AlliedWare Plus configurations, after Allied Telesis' command references."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RouteMap": "RoutePolicy"}
CALLED = ["allied telesis", "awplus"]
OTHERS = ""
SIGNS = [
    r"interface port\d+\.\d+\.\d+",
    r"platform (?:hwfilter-size|routingratio|load-balancing) ",
    r"no banner motd\s*$",
    r"stack virtual-chassis-id \d",
]
GRAMMAR = r"""
- end
service password-encryption|ssh|telnet|http|dhcp-server|advanced-vty
hostname *
username <User> [privilege <privilege:int>] password [<password_kind:\d>] <password>
no banner <...>
banner motd|exec|login ...
ssh server <...>
ip domain-name|domain-lookup|name-server **
ip name-server <NameServer>
aaa authentication|accounting <AaaMethod:[a-z]+ \S+> <methods:text>
radius-server host <RadiusServer> [auth-port <auth_port:int>] [acct-port <acct_port:int>] [timeout <timeout:int>] [key [8] <secret>]
tacacs-server host <TacacsServer> [timeout <timeout:int>] [key [8] <secret>]
radius-server|tacacs-server key|timeout|retransmit|deadtime *
clock timezone <clock_timezone:text>
clock summer-time <clock_summer_time:text>
snmp-server
snmp-server contact|location ...
snmp-server community <SnmpCommunity> [view <view>] [<access:ro|rw>] [<access_list:\d+>]
snmp-server host <SnmpHost> [<kind:traps|informs>] [version <version>] [<community>]
snmp-server enable trap <traps:text>
snmp-server <...>
ntp server <NtpServer> [prefer] [version <version:int>] [key <key_id:int>]
ntp peer <NtpPeer> [<...>]
ntp <...>
log host <LogHost>
log host <LogHost> level <level> [<...>]
log <...>
loop-protection <...>
lldp run
lldp <...>
spanning-tree mode *
spanning-tree enable
spanning-tree <...>
vlan database {
    vlan <Vlan:numbers> state <state:enable|disable>
    vlan <Vlan:numbers> name <name:text> state <state:enable|disable>
    vlan <Vlan:numbers> name <name:text>
    vlan <Vlan:numbers>
}
vlan access-map <VlanAccessMap> { match|action ... }
vrf <Vrf:name> <number>
ip vrf <Vrf> [<number:int>] {
    rd *
    description ...
    <...>
}
interface <Interface:ports> {
    description ...
    shutdown
    switchport
    switchport mode <switchport_mode> [ingress-filter <ingress_filter>]
    switchport access vlan *
    switchport trunk allowed vlan add|remove|except <switchport_trunk_allowed_vlan>
    switchport trunk allowed vlan <switchport_trunk_allowed_vlan:all|none>
    switchport trunk native vlan <switchport_trunk_native_vlan>
    switchport voice vlan *
    switchport voice dscp *
    switchport port-security
    switchport port-security maximum|violation *
    switchport resiliencylink|provider-edge-port|atmf-link|atmf-crosslink|enable <...>
    static-channel-group <static_channel_group:int> [<...>]
    channel-group <channel_group:int> mode <channel_mode>
    speed|duplex|polarity|mtu|bandwidth|egress-rate-limit|flowcontrol **
    ip address <ip_address> [secondary] [label <label>]
    ipv6 address <ipv6_address> [<...>]
    ipv6 enable
    ip dhcp-relay server-address <DhcpRelay>
    ip helper-address <DhcpRelay>
    ip vrf forwarding <vrf>
    ip ospf <...>
    ip igmp|pim|proxy-arp|local-proxy-arp|source|dhcp-client|dhcp|tcp|nat <...>
    access-group <access_group> [<direction:in|out>]
    service-policy input <service_policy>
    spanning-tree edgeport|portfast|bpduguard|guard|cost|priority|path-cost|link-type|enable **
    spanning-tree edgeport
    spanning-tree portfast [<...>]
    storm-control broadcast|multicast|dlf level *
    power-inline|poe|auth|dot1x|auth-web|auth-mac|lldp|loop-protection|thrash-limiting|mls|rmon|lacp|ecofriendly|arp|dhcp <...>
    vrrp <...>
    encapsulation dot1q *
    ppp|tunnel <...>
}
interface <Interface:ports>
ip route <StaticRoute> <next_hop> [<distance:\d+>] [description <description:text>]
ip route vrf <StaticRoute.vrf> <StaticRoute> <next_hop> [<distance:\d+>]
ipv6 route <StaticRoute> <next_hop> [<distance:\d+>]
access-list <AccessList/AccessListEntry:\d+> ...
access-list standard|extended|hardware <AccessList> {
    [<AccessListEntry:\d+>] <AccessListEntry.rule:(?:permit|deny|send-to-cpu|copy-to-mirror) .+>
}
ip prefix-list <PrefixList/PrefixListEntry> ...
route-map <RouteMap> <RouteMapEntry.action:permit|deny> <RouteMapEntry:\d+> { match|set ... }
router ospf <OspfProcess> {
    ospf router-id <router_id>
    router-id <router_id>
    network <+OspfNetwork.network> area <area>
    passive-interface *
    redistribute **
    <...>
}
router bgp <BgpProcess:int> {
    bgp router-id <router_id>
    neighbor <BgpNeighbor> remote-as <remote_as>
    neighbor <BgpNeighbor> description <description:text>
    neighbor <BgpNeighbor> <...>
    network <+BgpNetwork.network> [<...>]
    redistribute **
    <...>
}
router vrrp <VrrpGroup:int> <interface> { <...> }
ip dhcp pool <DhcpPool> {
    network <network> [<mask>]
    range <+DhcpRange.first> <last>
    default-router|dns-server|domain-name|lease **
    host <DhcpReservation> <mac>
    <...>
}
ip igmp|multicast-routing|ssh|dhcp|irdp|forward-protocol|radius|tftp|http|source-route|icmp|pim|domain-lookup <...>
ipv6 forwarding|nd|multicast-routing|mld <...>
line <TerminalLine:\S+ \d+> [<last:int>] {
    exec-timeout|privilege|length|login|access-class|transport|stopbits|speed|flowcontrol|history **
}
line <TerminalLine:\S+ \d+> [<last:int>]
stack virtual-mac
stack virtual-chassis-id *
stack <Stack:int> priority <priority:int>
stack <...>
switch <SwitchUnit:int> provision <provision>
switch <...>
atmf network-name *
atmf <...>
platform|mls|class-map|policy-map|trigger|cpu|exception|crypto|arp|rmon|epsr|dot1x|auth|auth-web-server|dhcp|feature|license|security-password|system|ecofriendly|fiber-monitoring|remote-mirror|mac|maximum-paths|no|debug|license|key|virtual-chassis|gui|file|environment <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

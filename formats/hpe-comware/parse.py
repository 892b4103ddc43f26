"""Reads HPE Comware (and H3C) configurations, after HPE's FlexFabric Command References."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"Acl": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
OTHERS = ""
SIGNS = [
    r" version [57]\.\d+\.\d+, ",
    r"interface Vlan-interface\d",
    r" port link-mode (?:bridge|route)",
    r"user-group system",
]
GRAMMAR = r"""
= ../vrp_rows.txt
version ...
header motd|login|legal|shell|incoming *
- irf mac-address <...>
- irf <...>
irf-port <IrfPort> { port group interface <+IrfMember.interface> [mode <mode>] }
lldp global enable
system-working-mode *
system-vlan-mode *
password-recovery enable
scheduler logfile size *
hotfix <...>
line <UserInterface:\S+ [\d ]+|class \S+> {
    authentication-mode|idle-timeout|user-role|screen-length|history-command|protocol **
    protocol inbound *
    set authentication password <password_kind> <password>
}
line class <LineClass> {
    user-role *
    authentication-mode *
}
role name <UserRole> {
    description ...
    rule <+RoleRule:int> <...>
}
local-user <User> [class <class>] {
    password <password_kind> <password>
    service-type **
    authorization-attribute user-role *
    authorization-attribute level *
    authorization-attribute idle-cut *
    group|state *
}
user-group system
user-group <UserGroup>
domain <Domain> {
    authentication|authorization|accounting <+DomainAaa.service> <method:text>
    state *
    access-limit|idle-cut|self-service-url disable
}
domain default enable *
radius scheme <RadiusScheme> {
    primary|secondary authentication|accounting <+RadiusServer.address> [<port:\d+>] [key <key_kind> <key_value>]
    key authentication|accounting [cipher|simple] <shared_key>
    user-name-format *
    nas-ip *
}
hwtacacs scheme <TacacsScheme> {
    primary|secondary authentication|authorization|accounting <+TacacsServer.address> [<port:\d+>]
    key authentication|authorization|accounting [cipher|simple] <shared_key>
    user-name-format|nas-ip *
}
stp global enable
stp global mode *
ip http|https enable
ip http|https port *
netconf ssh server enable
ip ttl-expires|unreachables enable
dhcp server ip-pool <DhcpPool> {
    gateway-list **
    network <network> mask <mask>
    dns-list **
    domain-name *
    expired day *
    forbidden-ip **
    static-bind ip-address <DhcpReservation> mask <mask> hardware-address <mac>
}
qos policy <TrafficPolicy> { classifier <PolicyClass> behavior <behavior> }
vlan <Vlan:numbers>
ssh server enable
ssh user <SshUser> service-type <service_type> authentication-type <authentication_type>
ntp-service enable
interface <Interface> [mode <mode>] {
    dhcp client identifier ...
    port access vlan *
    port trunk permit vlan **
    port hybrid vlan <hybrid_vlan:text> <tagging:tagged|untagged>
    port link-aggregation group *
    link-aggregation mode *
    combo enable *
    port link-mode *
    port auto-power-down
    lldp notification remote-change enable
    irf-port <...>
    port group interface <irf_member> [mode <irf_mode>]
    loopback-detection <...>
    mad enable
    mad bfd enable
    mad ip address * * member *
    stp edged-port
    dot1x
    mac-authentication
    packet-filter <+TrafficFilter.acl:\d+> <direction:inbound|outbound>
    packet-filter name|ipv6 <+TrafficFilter.acl> <direction:inbound|outbound>
    qos apply policy <+TrafficPolicyUse.policy> <direction:inbound|outbound>
    dhcp server apply ip-pool *
    ospf <ospf_process:int> area <ospf_area>
}
acl basic|advanced|mac|user-defined name <Acl> [match-order <match_order>] {
    description ...
    step *
    rule **
}
acl ipv6 basic|advanced|number name <Acl> {
    description ...
    rule **
}
acl [ipv6] number|basic|advanced|mac <Acl:\d+> [name <name>] [match-order <match_order>] {
    description ...
    step *
    rule **
}
ip prefix-list <PrefixList> **
ipv6 prefix-list <PrefixList> **
ip route-static vpn-instance <+StaticRoute.vrf> <destination> <mask> [<interface:[A-Z]\S+>] <next_hop> [preference <preference:int>] [tag <tag:int>] [description <description:text>]
ip route-static <+StaticRoute.destination:\d\S+> <mask> [<interface:[A-Z]\S+>] <next_hop:\d[\d.]+> [preference <preference:int>] [tag <tag:int>] [description <description:text>]
ip route-static <+StaticRoute.destination:\d\S+> <mask> <interface:[A-Z]\S+> [preference <preference:int>]
snmp-agent community read|write cipher|simple <SnmpCommunity> [mib-view <mib_view>] [acl <acl>]
snmp-agent target-host trap address udp-domain <SnmpHost> [vpn-instance <vrf>] [udp-port <port:int>] params securityname [cipher] <securityname> [v1|v2c|v3] [privacy|authentication]
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

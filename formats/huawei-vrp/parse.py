"""Reads Huawei VRP configurations of switches and routers, after Huawei's Command Reference of S and AR series."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"Acl": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
OTHERS = ""
SIGNS = [
    r"!Software Version V\d",
    r"vlan batch \d",
    r"interface Vlanif\d",
    r"interface MEth\d",
    r"info-center loghost ",
    r"\[V\d{3}R\d{3}\w*\]$",
    r"(?:stelnet|snetconf) server enable",
    r"user-interface (?:con|vty|maximum-vty) \d",
]
GRAMMAR = r"""
= ../vrp_rows.txt
telnet|ftp|tftp server enable|disable
telnet|ftp|tftp ipv6 server enable|disable
telnet|ftp server-source -i <server_source>
telnet|ftp server-source all-interface
clock daylight-saving-time <daylight_zone> one-year|repeating <daylight:text>
dhcp snooping enable [ipv4|ipv6]
header login|shell information ...
authentication-profile name <AuthenticationProfile>
interface <Interface> [mode <mode>] {
    port default vlan *
    port trunk allow-pass vlan **
    port trunk allow-pass only-vlan **
    eth-trunk *
}
acl name <Acl> [<number:\d+|advance|basic>] [match-order <match_order>] {
    description ...
    step *
    rule **
}
acl ipv6|number <Acl> [match-order <match_order>] {
    description ...
    step *
    rule **
}
acl ipv6 number|name <Acl> [<number>] { rule ** }
acl <Acl:\d+> {
    description ...
    rule **
}
ip ip-prefix <PrefixList> **
ip ipv6-prefix <PrefixList> **
ip route-static vpn-instance <+StaticRoute.vrf> <destination> <mask> [vpn-instance <next_vrf>] [<interface:[A-Za-z]\S+>] <next_hop:\d[\d.]+> [preference <preference:int>] [tag <tag:int>] [description <description:text>]
ip route-static <+StaticRoute.destination:\d\S+> <mask> [vpn-instance <next_vrf>] [<interface:[A-Za-z]\S*\d>] <next_hop:\d[\d.]+> [preference <preference:int>] [track <track:text>] [tag <tag:int>] [description <description:text>]
ip route-static <+StaticRoute.destination:\d\S+> <mask> <interface> [preference <preference:int>] [tag <tag:int>] [description <description:text>]
snmp-agent community read|write cipher <SnmpCommunity> [mib-view <mib_view>] [acl <acl>]
snmp-agent target-host trap address udp-domain <SnmpHost> [udp-port <port:int>] [source <source>] [vpn-instance <vrf>] params securityname [cipher] <securityname> [v1|v2c|v3] [privacy|authentication]
aaa {
    authentication-scheme <AuthScheme> { authentication-mode ** }
    authentication-scheme <AuthScheme>
    authorization-scheme <AuthorizationScheme> { authorization-mode ** }
    authorization-scheme <AuthorizationScheme>
    accounting-scheme <AccountingScheme> { accounting-mode * }
    accounting-scheme <AccountingScheme>
    service-scheme <ServiceScheme>
    domain <Domain> {
        authentication-scheme|accounting-scheme|authorization-scheme|radius-server|hwtacacs-server|service-scheme *
    }
    domain <Domain>
    local-user <User> password <password_kind:cipher|irreversible-cipher|simple> <password>
    local-user <User> privilege level <privilege_level:int>
    local-user <User> service-type <service_type:text>
    local-user <User> <...>
    recording-scheme <RecordingScheme>
    local-aaa-user <...>
}
radius-server template <RadiusTemplate> {
    radius-server shared-key cipher <shared_key>
    radius-server authentication|accounting <+RadiusServer.address:\d\S+> <port:int> [source <source:text>] [weight <weight:int>]
    radius-server <...>
}
radius-server template <RadiusTemplate>
hwtacacs-server template <TacacsTemplate> {
    hwtacacs-server authentication|authorization|accounting <+TacacsServer.address> [<port:\d+>] [secondary]
    hwtacacs-server shared-key cipher <shared_key>
    hwtacacs-server source-ip *
}
ip pool <DhcpPool> {
    gateway-list **
    network <network> mask <mask>
    dns-list **
    lease day <lease_days:int> [hour <lease_hours:int>] [minute <lease_minutes:int>]
    lease unlimited
    option <option:int> ip-address|ascii|hex <option_value>
    domain-name *
    excluded-ip-address **
    static-bind ip-address <DhcpReservation> mac-address <mac>
}
ip pool <DhcpPool>
drop-profile default
set cpu-threshold|memory-threshold <...>
pki realm default
voice-vlan mac-address <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads Cisco ASA configurations, after Cisco's ASA Series Command Reference."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
OTHERS = ""
SIGNS = [
    r"ASA Version \d",
    r": (?:Hardware:\s+ASA|Saved)",
    r" security-level \d+\s*$",
    r"policy-map global_policy\s*$",
]
GRAMMAR = r"""
- :<...>
- end
- Cryptochecksum:<sum>
ASA Version <version>
hostname|domain-name *
enable password <enable_password> [level <enable_level:int>] [encrypted|pbkdf2]
passwd <password> [encrypted]
names
name <Name> <name> [description <description:text>]
terminal width|pager *
pager lines *
mac-address auto
firewall transparent
license smart {
    feature tier *
    throughput level *
}
xlate per-session <action:permit|deny> <match:text>
ip local pool <IpPool> <range> [mask <mask>]
interface <Interface> {
    description ...
    nameif *
    security-level *
    ip address * *
    ip address * * standby *
    ip address dhcp setroute
    ipv6 address *
    ipv6 enable
    shutdown
    vlan *
    speed|duplex *
    channel-group * mode *
    switchport access vlan *
    management-only
    management-only individual
    port-channel min-bundle *
    lacp max-bundle *
    bridge-group *
    nameif
    ospf cost|priority|network *
    ospf authentication message-digest
    ospf authentication
    delay *
    mac-address <mac_address> standby <standby_mac>
    mac-address *
    policy-route route-map *
    authentication key|mode eigrp <...>
    tunnel source interface *
    tunnel destination *
    tunnel mode ipsec *
    tunnel protection ipsec profile *
    zone-member *
    cts manual
}
zone <Zone>
banner exec|login|motd|asdm ...
boot system *
ftp mode passive
clock timezone <...>
clock summer-time <...>
dns domain-lookup *
dns server-group <DnsServerGroup> {
    name-server <NameServer:\S+> [<further:text>]
    domain-name *
}
dns-group *
same-security-traffic permit *
object network <AddressObject> {
    host|fqdn *
    fqdn v4|v6 *
    subnet * *
    subnet *
    range * *
    description ...
    nat (<source_interface:[^,()]+>,<destination_interface:[^,()]+>) <nat_type:static|dynamic> <mapped> [service <protocol> <real_port> <mapped_port>] [dns] [no-proxy-arp] [route-lookup]
}
object service <Service> {
    service <protocol> source eq <source_port> [destination eq <destination_port>]
    service <protocol> [source <source:text>] destination <operator:eq|range|gt|lt|neq> <destination_port:text>
    service <protocol>
    description ...
}
object-group network <AddressGroup> {
    description ...
    network-object host <+Member.host>
    network-object object <+Member.object>
    network-object <+Member.address:\d\S+> <mask>
    network-object <+Member.address>
    group-object <+MemberGroup.group>
}
object-group service <ServiceGroup> [<protocol>] {
    description ...
    service-object object <+Member.object>
    service-object icmp|icmp6 <+Member.icmp_type>
    service-object <+Member.protocol> [source <source_operator:eq|range|gt|lt> <source_port:text>] destination <operator:eq|range|gt|lt|neq> <port:text>
    service-object <+Member.protocol>
    port-object <+Member.operator:eq|range> <port:text>
    group-object <+MemberGroup.group>
}
object-group protocol <ProtocolGroup> {
    description ...
    protocol-object <+Member.protocol>
    group-object <+MemberGroup.group>
}
object-group icmp-type <IcmpGroup> {
    description ...
    icmp-object <+Member.icmp_type>
    group-object <+MemberGroup.group>
}
access-list <AccessList> **
access-group <AccessGroup> [<direction:in|out>] interface <interface> [<flag:per-user-override|control-plane>]
access-group <AccessGroup> global
time-range <TimeRange> {
    absolute|periodic ...
}
mtu <Mtu> <mtu:int>
logging enable
logging timestamp
logging standby
logging host <+LogServer.interface> <address> [<transport>] [format emblem] [secure]
logging buffered|trap|asdm|monitor|console|history|mail *
logging buffer-size|facility|queue|from-address *
logging device-id **
logging message <LogMessage:int> [level <level>]
logging recipient-address <recipient> level <recipient_level>
logging permit-hostdown
flow-export destination <+FlowExport.interface> <address> <port:int>
flow-export <...>
icmp unreachable rate-limit <icmp_rate_limit:text>
icmp <+IcmpAccess.action:permit|deny> <source:text> <interface>
asdm image *
asdm history enable
asdm location <...>
arp timeout *
arp permit-nonconnected
arp rate-limit *
nat (<+Nat.source_interface:[^,()]+>,<destination_interface:[^,()]+>) [<position:\d+|after-auto \d+|after-auto>] source <source_type:static|dynamic> <source> <mapped_source:text> destination static <destination> <mapped_destination> [service <real_service> <mapped_service>] [net-to-net] [no-proxy-arp] [route-lookup] [inactive] [description <description:text>]
nat (<+Nat.source_interface:[^,()]+>,<destination_interface:[^,()]+>) [<position:\d+|after-auto \d+|after-auto>] source <source_type:static|dynamic> <source> <mapped_source> [interface] [dns] [no-proxy-arp] [route-lookup] [inactive] [description <description:text>]
global (<+Global.interface:[^()]+>) <pool_id:int> <address:text>
nat (<+Nat.interface:[^()]+>) <pool_id:int> <address:text>
static (<+Nat.source_interface:[^,()]+>,<destination_interface:[^,()]+>) <mapped:text> netmask <mask> [<limits:text>]
route <+StaticRoute.interface> <destination> <mask> <next_hop> [<distance:\d+>] [track <track:int>] [tunneled]
ipv6 route <+StaticRoute.interface> <destination> <next_hop> [<distance:\d+>]
router ospf <Ospf:int> {
    router-id *
    network <OspfNetwork> <mask> area <area>
    area <OspfArea> [authentication <authentication>]
    area <OspfArea> <...>
    log-adj-changes
    redistribute <Redistribution> [<process:\d+>] [metric <metric:int>] [metric-type <metric_type:int>] [subnets] [route-map <route_map>]
    default-information originate <...>
    passive-interface <passive_interface>
    timers <...>
}
router eigrp <Eigrp:int> {
    network <EigrpNetwork> [<mask>]
    passive-interface *
    eigrp router-id *
    auto-summary
    redistribute <Redistribution> <...>
}
router bgp <Bgp> {
    bgp router-id *
    bgp log-neighbor-changes
    timers bgp <...>
    address-family <AddressFamily:text> {
        neighbor <BgpSession> remote-as <remote_as>
        neighbor <BgpSession> description <description:text>
        neighbor <BgpSession> activate
        neighbor <BgpSession> prefix-list|route-map|filter-list <filter> <direction:in|out>
        neighbor <BgpSession> <...>
        network <BgpNetwork> [mask <mask>] [route-map <route_map>]
        redistribute <Redistribution> [<process:\d+>] [route-map <route_map>]
        aggregate-address <Aggregate> <mask> [summary-only]
        auto-summary
        synchronization
    }
    - exit-address-family
}
prefix-list <PrefixList> **
route-map <RoutePolicy> * * {
    match ip address **
    match ip next-hop|route-source **
    match interface|tag|metric **
    set metric|local-preference|tag|weight *
    set ip next-hop **
    set as-path prepend **
    set community **
}
timeout <...>
aaa-server <AaaServerGroup> protocol <protocol> {
    accounting-mode|reactivation-mode|max-failed-attempts **
    interim-accounting-update
    dynamic-authorization
}
aaa-server <AaaServerGroup> (<+AaaServer.interface:[^()]+>) host <address> [<key_value>] {
    key|timeout|authentication-port|accounting-port|server-port|ldap-base-dn|ldap-scope|ldap-naming-attribute *
    ldap-login-password|ldap-login-dn|server-type|ldap-attribute-map|radius-common-pw|ldap-over-ssl *
}
aaa authentication <+Authentication.access:ssh|http|telnet|serial|enable|secure-http-client> console <method:text>
aaa authentication login-history
aaa authorization <+Authorization.access> <method:text>
aaa accounting <+Accounting.access> <method:text>
aaa local authentication attempts max-fail *
user-identity default-domain *
http server enable [<http_port:int>]
http <+ManagementAccess.address:\d\S+> <mask> <interface>
ssh <+ManagementAccess.address:\d\S+> <mask> <interface>
telnet <+ManagementAccess.address:\d\S+> <mask> <interface>
ssh|telnet|console|http timeout *
ssh version **
ssh stricthostkeycheck
ssh scopy enable
ssh key-exchange group *
ssh cipher|pubkey-chain <...>
snmp-server host <+SnmpHost.interface> <address> [poll|trap] [community <community>] [version <version>] [<user>]
snmp-server community <SnmpCommunity>
snmp-server location|contact ...
snmp-server group <SnmpGroup> v3 <...>
snmp-server user <SnmpUser> <group> v3 <...>
snmp-server enable traps <...>
snmp-server enable
service-policy <ServicePolicy> global
service-policy <ServicePolicy> interface <interface>
sysopt connection|noproxyarp <...>
service password-recovery
service resetoutside
crypto ipsec ikev1 transform-set <TransformSet> <transforms:text>
crypto ipsec transform-set <TransformSet> <transforms:text>
crypto ipsec ikev2 ipsec-proposal <IpsecProposal> {
    protocol esp encryption|integrity **
}
crypto ipsec profile <IpsecProfile> {
    set ikev1|ikev2 transform-set|ipsec-proposal *
    set pfs|security-association **
    set trustpoint *
}
crypto ipsec security-association <...>
crypto map <CryptoMap> <CryptoMapEntry:\d+> match address <match_address>
crypto map <CryptoMap> <CryptoMapEntry:\d+> set peer <peer:text>
crypto map <CryptoMap> <CryptoMapEntry:\d+> set pfs [<pfs>]
crypto map <CryptoMap> <CryptoMapEntry:\d+> set ikev1 transform-set <transform_set:text>
crypto map <CryptoMap> <CryptoMapEntry:\d+> set ikev2 ipsec-proposal <ipsec_proposal:text>
crypto map <CryptoMap> <CryptoMapEntry:\d+> <...>
crypto map <CryptoMap> interface <interface>
crypto dynamic-map <DynamicMap> <DynamicMapEntry:\d+> <...>
crypto ca trustpoint <TrustPoint> {
    enrollment|subject-name|keypair|crl|fqdn|revocation-check|serial-number|validation-usage ...
    ca-check
}
crypto ca trustpool policy
crypto ca certificate chain <CertificateChain> {
    certificate <Certificate>
    certificate ca <Certificate>
    - quit
}
crypto isakmp <...>
crypto ikev1|ikev2 enable <IkeInterface> [client-services port <port:int>]
crypto ikev1|ikev2 policy <IkePolicy:int> {
    authentication|encryption|hash|group|lifetime|integrity|prf **
    lifetime seconds *
}
crypto ikev2 remote-access trustpoint *
crypto key <...>
tunnel-group <TunnelGroup> type <type>
tunnel-group <TunnelGroup> general-attributes|ipsec-attributes|webvpn-attributes {
    ikev1 pre-shared-key *
    ikev2 remote-authentication|local-authentication pre-shared-key *
    pre-shared-key *
    address-pool|default-group-policy|authentication-server-group|accounting-server-group **
    group-alias|group-url <group_name> enable
    isakmp keepalive <...>
    dhcp-server|peer-id-validate|authentication *
    ikev1 user-authentication|trust-point *
}
group-policy <GroupPolicy> internal
group-policy <GroupPolicy> external <...>
group-policy <GroupPolicy> attributes {
    banner value ...
    banner none
    dns-server|wins-server|dhcp-network-scope value **
    vpn-tunnel-protocol **
    default-domain|split-tunnel-network-list|address-pools|group-lock|vpn-filter|split-dns value **
    split-tunnel-policy|vpn-idle-timeout|vpn-session-timeout|vpn-simultaneous-logins|pfs *
    wins-server|default-domain none
    ip-comp|re-xauth|ipsec-udp|password-storage *
    webvpn {
        <...>
    }
}
username <User> password <password> [encrypted|pbkdf2|mschap|nt-encrypted] [privilege <privilege:int>]
username <User> attributes {
    service-type|vpn-group-policy *
    ssh authentication <...>
    vpn-filter value *
}
dynamic-access-policy-record <AccessPolicyRecord>
webvpn {
    enable *
    tunnel-group-list enable
    anyconnect enable
    anyconnect image <image> <anyconnect_order:int> [regex <regex:text>]
    anyconnect profiles <AnyconnectProfile> disk0:<path>
    hsts <...>
    http-headers
    cache {
        disable
    }
    error-recovery disable
    keepout *
}
class-map <ClassMap:type .+> {
    match <match:text>
}
class-map <ClassMap> {
    match access-list|port|any|dscp|precedence **
    match default-inspection-traffic
    match any
    description ...
}
policy-map type inspect <InspectType> <PolicyMap> {
    parameters {
        <...>
    }
    match <match:text> {
        <...>
    }
    description ...
}
policy-map <PolicyMap> {
    class <PolicyClass> {
        inspect <Inspection> [<map>]
        set connection <...>
        police <...>
        sfr|cxsc|ips <...>
        flow-export event-type <...>
        user-statistics accounting
    }
    description ...
}
prompt **
call-home reporting anonymous
call-home <...>
service call-home
threat-detection <...>
ntp server <NtpServer> [key <key_id:int>] [source <source>] [prefer]
ntp authenticate
ntp trusted-key *
ntp authentication-key <NtpKey:int> <algorithm> <key_value>
dhcpd address <+DhcpPool.range> <interface>
dhcpd enable <dhcpd_interface>
dhcpd <...>
dhcprelay server <+DhcpRelay.address> <interface>
dhcprelay <...>
management-access *
sla monitor <SlaMonitor:int> {
    type echo protocol ipIcmpEcho <target> interface <interface>
    num-packets|frequency|timeout *
}
sla monitor schedule <...>
track <Track:int> rtr <sla:int> reachability
failover
failover lan unit *
failover lan interface <failover_interface> <failover_port>
failover link <failover_link> <failover_link_port>
failover interface ip <FailoverInterface> <address> <mask> standby <standby>
failover polltime|holdtime|key|replication|ipsec <...>
monitor-interface *
ssl <...>
snmp-map <SnmpMap>
pim|multicast-routing <...>
quota management-session *
password-policy <...>
tls-proxy maximum-session *
jumbo-frame reservation
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

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
version ...
header motd|login|legal|shell|incoming *
sysname *
- irf mac-address <...>
- irf <...>
irf-port <IrfPort> {
    port group interface <+IrfMember.interface> [mode <mode>]
}
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
qos policy <TrafficPolicy> {
    classifier <PolicyClass> behavior <behavior>
}
- return
- quit
- clock timezone <...>
vlan batch <Vlan:numbers>
vlan <Vlan:int> {
    name|description ...
}
vlan <Vlan:int>
vlan <Vlan:numbers>
ssh server enable
ssh user <SshUser> service-type <service_type> authentication-type <authentication_type>
ntp-service enable
http server enable
http server enable
http secure-server enable
telnet|ftp|sftp|stelnet|dhcp|lldp|stp|snetconf server enable
telnet ipv6 server enable
telnet|ssh server-source -i *
dhcp|lldp|lldp|mpls|bfd|ipv6 enable
dhcp|lldp|mpls|bfd|ipv6
mpls ldp
mpls lsr-id *
router id *
stp mode|region-configuration|enable *
stp instance <StpInstance:int> root|priority *
stp bpdu-protection
ip vpn-instance <Vrf> {
    ipv4-family {
        route-distinguisher *
        vpn-target <vpn_target:text> <direction:export-extcommunity|import-extcommunity|both>
    }
    ipv4-family
    ipv6-family
    description ...
    route-distinguisher *
    vpn-target <vpn_target:text> <direction:export-extcommunity|import-extcommunity|both>
}
bridge-domain <BridgeDomain:int> {
    description ...
    vxlan vni *
}
interface <Interface> [mode <mode>] {
    description ...
    ip address * *
    ip address * * sub
    ip address dhcp-alloc
    dhcp client identifier ...
    ipv6 enable
    ipv6 address *
    ip binding vpn-instance *
    port link-type *
    port access vlan *
    port trunk pvid vlan *
    port hybrid pvid vlan *
    port trunk permit vlan **
    port hybrid tagged|untagged vlan **
    port hybrid vlan <hybrid_vlan:text> <tagging:tagged|untagged>
    port link-aggregation group *
    link-aggregation mode *
    shutdown
    combo enable *
    port link-mode *
    port auto-power-down
    lldp notification remote-change enable
    lldp enable
    irf-port <...>
    port group interface <irf_member> [mode <irf_mode>]
    ip address dhcp-alloc
    loopback-detection <...>
    mad enable
    mad bfd enable
    mad ip address * * member *
    stp edged-port
    poe enable
    dot1x
    mac-authentication
    ip binding vpn-instance *
    packet-filter <+TrafficFilter.acl:\d+> <direction:inbound|outbound>
    packet-filter name|ipv6 <+TrafficFilter.acl> <direction:inbound|outbound>
    qos apply policy <+TrafficPolicyUse.policy> <direction:inbound|outbound>
    dhcp server apply ip-pool *
    ospf <ospf_process:int> area <ospf_area>
    mode *
    load-balance *
    lacp timeout *
    lacp priority|preference *
    least|max active-linknumber *
    m-lag *
    dfs-group * m-lag *
    peer-link *
    shutdown
    speed|duplex|mtu|jumboframe|bandwidth|negotiation *
    portswitch
    stp edged-port enable
    stp disable|root-protection|bpdu-filter|loop-protection|enable
    stp cost *
    loopback-detect enable
    traffic-filter <+TrafficFilter.direction:inbound|outbound> acl [name] <acl>
    traffic-policy <+TrafficPolicyUse.policy> <direction:inbound|outbound>
    port-security enable
    port-security max-mac-num *
    port-isolate enable group *
    storm-control|broadcast-suppression|multicast-suppression|unicast-suppression **
    dhcp select *
    dhcp relay server-ip *
    dhcp snooping enable
    dhcp snooping trusted
    dhcp server dns-list **
    ip relay address *
    vrrp vrid <Vrrp:int> virtual-ip <virtual_ip>
    vrrp vrid <Vrrp:int> priority <priority:int>
    vrrp vrid <Vrrp:int> preempt-mode timer delay <delay:int>
    vrrp vrid <Vrrp:int> track interface <track> [reduced <reduced:int>]
    ospf cost|dr-priority|network-type *
    ospf timer hello|dead *
    ospf enable <ospf_process:int> area <ospf_area>
    ospf authentication-mode <ospf_authentication> [<ospf_key_id:int> <ospf_key_kind> <ospf_key>]
    isis enable|cost *
    isis circuit-level *
    mpls
    mpls mtu|ldp *
    mpls ldp
    mpls te
    dot1q termination vid *
    encapsulation dot1q vid *
    arp broadcast enable
    arp broadcast enable
    tunnel-protocol *
    source|destination *
    nat outbound *
    nat server <...>
    trust dscp|8021p
    voice-vlan * enable
    lldp enable
    lldp tlv-enable|compliance <...>
    set flow-stat interval *
    poe enable
    igmp enable
    pim sm
    urpf strict|loose
    qos lr|wrr|queue <...>
    bpdu enable
    bpdu bridge enable
    authentication-profile *
    device transceiver *
    gre key *
    vni <Vni:int> head-end peer-list <...>
    vni <Vni:int> mcast-group <mcast_group>
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
ip as-path-filter <AsPathList/AsPathEntry> [index <key:\d+>] <action:permit|deny> <pattern:text>
ip community-filter [basic|advanced] <CommunityList/CommunityListEntry> [index <key:\d+>] <action:permit|deny> <community:text>
route-policy <RoutePolicy> * node * {
    description ...
    if-match ip-prefix|acl|cost|tag|interface|as-path-filter|community-filter *
    if-match ip next-hop ip-prefix *
    if-match ipv6 address prefix-list *
    apply cost|local-preference|preferred-value|tag|origin|preference|cost-type *
    apply ip-address next-hop *
    apply community|as-path **
    goto next-node *
}
traffic classifier <TrafficClassifier> [operator <operator>] [precedence <precedence:int>] {
    if-match acl|dscp|vlan-id|8021p *
    if-match any
}
traffic behavior <TrafficBehavior> {
    permit
    deny
    remark dscp|8021p|local-precedence *
    redirect ip-nexthop *
    statistic enable
    car <...>
}
traffic policy <TrafficPolicy> [match-order <match_order>] {
    classifier <PolicyClass> behavior <behavior> [precedence <precedence:int>]
}
ip route-static vpn-instance <+StaticRoute.vrf> <destination> <mask> [<interface:[A-Z]\S+>] <next_hop> [preference <preference:int>] [tag <tag:int>] [description <description:text>]
ip route-static <+StaticRoute.destination:\d\S+> <mask> [<interface:[A-Z]\S+>] <next_hop:\d[\d.]+> [preference <preference:int>] [tag <tag:int>] [description <description:text>]
ip route-static <+StaticRoute.destination:\d\S+> <mask> <interface:[A-Z]\S+> [preference <preference:int>]
ipv6 route-static <+StaticRoute.destination> <mask:int> [<interface:[A-Z]\S+>] <next_hop> [preference <preference:int>]
ospf <Ospf:int> [router-id <router_id>] [vpn-instance <vrf>] {
    description ...
    area <OspfArea> {
        network <OspfNetwork> <wildcard>
        authentication-mode <...>
        stub|nssa
        stub|nssa no-summary
        description ...
    }
    import-route <Redistribution> [<process:\d+>] [cost <cost:int>] [type <type:int>] [tag <tag:int>] [route-policy <route_policy>]
    default-route-advertise [always] [cost <default_cost:int>]
    silent-interface **
    bandwidth-reference|preference|opaque-capability *
    bfd all-interfaces enable
    spf-schedule-interval|lsa-arrival-interval|lsa-originate-interval <...>
}
isis <Isis:int> [vpn-instance <vrf>] {
    network-entity|is-level|cost-style|is-name|description *
    import-route <Redistribution> [<process:\d+>] [route-policy <route_policy>]
}
bgp <Bgp:int> {
    router-id *
    graceful-restart
    default ipv4-unicast
    default ipv4-unicast
    group <BgpPeerGroup> [internal|external]
    peer <Neighbor:\d\S+|[0-9A-Fa-f]+:\S+> as-number <as_number>
    peer <Neighbor:\d\S+|[0-9A-Fa-f]+:\S+> group <group>
    peer <Neighbor:\d\S+|[0-9A-Fa-f]+:\S+> description <description:text>
    peer <Neighbor:\d\S+|[0-9A-Fa-f]+:\S+> connect-interface <connect_interface>
    peer <Neighbor:\d\S+|[0-9A-Fa-f]+:\S+> password <password_kind> <password>
    peer <Neighbor:\d\S+|[0-9A-Fa-f]+:\S+> <...>
    peer <BgpPeerGroup> as-number <as_number>
    peer <BgpPeerGroup> connect-interface <connect_interface>
    peer <BgpPeerGroup> description <description:text>
    peer <BgpPeerGroup> <...>
    address-family <AddressFamily:text> {
        synchronization
        peer <Neighbor> enable
        peer <Neighbor> group <group>
        peer <Neighbor> as-number <as_number>
        peer <Neighbor> route-policy <route_policy> <direction:import|export>
        peer <Neighbor> ip-prefix <ip_prefix> <direction:import|export>
        peer <Neighbor> <...>
        network <BgpNetwork> [<mask>] [route-policy <route_policy>]
        import-route <Redistribution> [<process:\d+>] [route-policy <route_policy>] [med <med:int>]
        aggregate <Aggregate> <mask> [detail-suppressed]
        maximum load-balancing *
        maximum load-balancing ibgp|ebgp *
        preference **
        reflector cluster-id *
        advertise l2vpn evpn
        default-route imported
        policy vpn-target
        policy vpn-target
    }
    network <BgpNetwork> [<mask>] [route-policy <route_policy>]
    import-route <Redistribution> [<process:\d+>] [route-policy <route_policy>]
}
ntp-service|ntp unicast-server <NtpServer> [vpn-instance <vrf>] [source-interface <source_interface>] [authentication-keyid <key_id:int>] [prefer|preference]
ntp-service|ntp source-interface *
ntp-service|ntp server disable
ntp-service|ntp ipv6 server disable
ntp-service authentication enable
ntp-service authentication-keyid <NtpKey:int> authentication-mode <mode> <...>
ntp-service reliable authentication-keyid *
info-center loghost <LogServer> [vpn-instance <vrf>] [source-ip <source_ip>] [facility <facility>] [channel <channel>] [level <level>]
info-center loghost source *
info-center source <...>
info-center timestamp <...>
info-center logbuffer|trapbuffer size *
snmp-agent
snmp-agent local-engineid *
snmp-agent sys-info version **
snmp-agent sys-info contact|location ...
snmp-agent community read|write cipher|simple <SnmpCommunity> [mib-view <mib_view>] [acl <acl>]
snmp-agent community read|write <SnmpCommunity> [mib-view <mib_view>] [acl <acl>]
snmp-agent target-host trap address udp-domain <SnmpHost> [vpn-instance <vrf>] [udp-port <port:int>] params securityname [cipher] <securityname> [v1|v2c|v3] [privacy|authentication]
snmp-agent group v3 <SnmpGroup> <...>
snmp-agent usm-user v3 <SnmpUser> <...>
snmp-agent mib-view included|excluded <SnmpView> <view_oid>
snmp-agent trap enable
snmp-agent trap source *
ssh user <SshUser> authentication-type <authentication_type>
ssh user <SshUser> service-type <service_type>
ssh user <SshUser>
ssh server port|timeout|key-exchange|cipher|hmac|publickey|dh-exchange **
ssh client first-time enable
user-interface maximum-vty *
user-interface <UserInterface:\S+ [\d ]+> {
    authentication-mode|idle-timeout|history-command|screen-length **
    protocol inbound *
    acl <acl> <acl_direction:inbound|outbound>
    acl <acl_vrf> <acl> <acl_direction:inbound|outbound>
    user privilege level *
    set authentication password cipher <password>
}
dns resolve
dns server <DnsServer>
dns domain *
nqa test-instance <NqaTest:\S+ \S+> {
    test-type|frequency|interval|timeout|probe-count *
    destination-address ipv4 *
    start now
}
bfd <BfdSession> bind peer-ip <peer_ip> [interface <interface>] [source-ip <source_ip>] [auto] {
    discriminator local|remote *
    commit
}
nat address-group <NatPool:int> <first> <last>
arp static <ArpEntry> <mac> [<...>]
diffserv domain default
telnet server enable
stp region-configuration {
    region-name *
    revision-level *
    instance <StpInstance:int> vlan <vlans:text>
    active region-configuration
}
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads Arista EOS configurations, after Arista's EOS User Manual."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
UNWRITTEN = [
    "switchport",
    "lldp_run",
    "log_neighbor_changes",
    "bgp_log_neighbor_changes",
    "activate",
    "neighbor_default_activate",
]
OTHERS = ""
SIGNS = [
    r"! (?:device: \S+ \(\S+, EOS-|boot system flash:\S*EOS)",
    r"transceiver qsfp default-mode ",
    r"(?:no )?service routing protocols model ",
    r"management (?:api (?:http-commands|gnmi|models|netconf)|ssh|telnet|console|security)\s*$",
    r"(?:no )?service interface inactive port-id",
    r"(?:no )?service configuration ",
    r"mlag configuration\s*$",
    r"interface Ethernet\d+(?:/\d+)*\s*$",
    r"interface Management\d+(?:/\d+)?\s*$",
    r"vrf (?:definition|instance) \S+\s*$",
    r"spanning-tree mode (?:mstp|rstp|rapid-pvst|none)\s*$",
    r"(?:no )?aaa root",
    r"username \S+ (?:privilege \d+ )?role network-admin",
    r"daemon TerminAttr",
    r"ip virtual-router mac-address ",
]
WORDS = "fallback timeout static individual"
GRAMMAR = r"""
= bgp-neighbors {
    neighbor <PeerGroup:[^\s:]*[A-Za-z][^\s:]*> peer-group
    neighbor <PeerGroup:[^\s:]*[A-Za-z][^\s:]*> peer group
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> remote-as <remote_as>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> peer-group <peer_group>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> peer group <peer_group>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> description <description:text>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> update-source <update_source>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> password [<password_kind:\d>] <password>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> timers <keepalive:int> <holdtime:int>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> [ebgp-multihop] [<ebgp_multihop:int>]
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> shutdown
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> bfd
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> next-hop-self
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> route-reflector-client
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> send-community
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> send-community <send_community:text>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> soft-reconfiguration inbound
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> route-map <+RouteMapUse.route_map> <direction:in|out>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> maximum-routes <maximum_routes:int> [warning-only] [warning-limit <warning_limit:text>]
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> activate
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> local-as <local_as> <...>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> <...>
    neighbor <PeerGroup> remote-as <remote_as>
    neighbor <PeerGroup> description <description:text>
    neighbor <PeerGroup> update-source <update_source>
    neighbor <PeerGroup> password [<password_kind:\d>] <password>
    neighbor <PeerGroup> timers <keepalive:int> <holdtime:int>
    neighbor <PeerGroup> [ebgp-multihop] [<ebgp_multihop:int>]
    neighbor <PeerGroup> local-as <local_as> <...>
    neighbor <PeerGroup> shutdown
    neighbor <PeerGroup> bfd
    neighbor <PeerGroup> next-hop-self
    neighbor <PeerGroup> route-reflector-client
    neighbor <PeerGroup> soft-reconfiguration inbound
    neighbor <PeerGroup> send-community
    neighbor <PeerGroup> send-community <send_community:text>
    neighbor <PeerGroup> route-map <+RouteMapUse.route_map> <direction:in|out>
    neighbor <PeerGroup> prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
    neighbor <PeerGroup> maximum-routes <maximum_routes:int> [warning-only] [warning-limit <warning_limit:text>]
    neighbor <PeerGroup> activate
    neighbor <PeerGroup> <...>
}
- end
- exit
- EOF
hostname <hostname>
boot system <...>
alias <Alias> <command:text>
alias <Alias> { <command:text> }
aaa root
enable secret|password [<enable_kind:sha512|\d>] <enable_secret>
aaa root secret [<root_kind:sha512|\d>] <root_secret>
username <User> [privilege <privilege:int>] [role <role>] secret|password [<secret_kind:sha512|\d>] <secret>
username <User> [privilege <privilege:int>] [role <role>] nopassword
username <User> shell|ssh-key|sshkey <...>
username <User> <...>
role <UserRole> { <+Rule.sequence:\d+> <action:permit|deny> <match:text> }
agent <...>
daemon <Daemon> {
    exec ...
    option <...>
    shutdown
    heartbeat *
}
event-handler <EventHandler> {
    trigger <...>
    action <...>
    delay|asynchronous|timeout|threshold <...>
    asynchronous
}
event-monitor
event-monitor <...>
tacacs-server host <TacacsServer> [single-connection] [vrf <vrf>] [port <port:int>] [timeout <timeout:int>] [key [<key_kind:\d>] <key_value>]
radius-server host <RadiusServer> [vrf <vrf>] [auth-port <auth_port:int>] [acct-port <acct_port:int>] [timeout <timeout:int>] [retransmit <retransmit:int>] [key [<key_kind:\d>] <key_value>]
tacacs-server|radius-server key [<key_kind:\d>] <server_key>
tacacs-server|radius-server <...>
ip tacacs|radius [vrf <vrf>] source-interface <source_interface>
aaa group server radius|tacacs+ <AaaServerGroup> {
    server <+Server.address> [vrf <vrf>] [auth-port <auth_port:int>] [acct-port <acct_port:int>]
}
aaa authentication|authorization|accounting <Aaa:(?:commands \S+|policy \S+|\S+) (?:default|console|dot1x|on-success|on-failure|local)> [<methods:text>]
aaa authorization config-commands|serial-console
aaa <...>
transceiver qsfp default-mode *
transceiver <...>
hardware <...>
platform <...>
tcam profile <...>
service routing protocols model *
service interface inactive port-id allocation disabled
service configuration <...>
service <...>
switch forwarding-mode *
load-interval default *
errdisable recovery cause <+ErrdisableRecovery.cause>
errdisable recovery interval *
errdisable <...>
queue-monitor <...>
queue-monitor length
logging buffered|console|monitor|persistent **
logging console|monitor
logging synchronous <...>
logging [vrf <LogServer.vrf>] host <LogServer> [<ports:\d[\d ]*>] [protocol <transport:udp|tcp|tls>] <...>
logging [vrf <vrf>] source-interface <logging_source_interface>
logging trap|facility|on **
logging trap|on
logging format timestamp <log_timestamp:text>
logging format hostname *
logging format <...>
logging level <LogLevel> <level>
logging event|policy|repeat-messages|relogging-interval|qos <...>
logging repeat-messages
dns domain *
ip domain-name|domain-list *
ip name-server [vrf <NameServer.vrf>] <NameServer>
ip domain lookup [vrf <domain_lookup_vrf>] source-interface <domain_lookup_source_interface>
ip host|hostname <Host> <addresses:text>
ipv6 host <Host> <addresses:text>
ntp local-interface|source *
ntp local-interface [vrf <ntp_vrf>] <ntp_local_interface>
ntp server [vrf <NtpServer.vrf>] <NtpServer> [prefer] [burst] [iburst] [version <version:int>] [minpoll <minpoll:int>] [maxpoll <maxpoll:int>] [local-interface <local_interface>] [source <source>] [key <key_id:int>]
ntp authenticate
ntp authenticate servers
ntp authentication-key <NtpKey:int> <kind:md5|sha1> [<key_kind:\d>] <key_value>
ntp trusted-key|serve **
ntp <...>
clock timezone *
clock source <...>
ptp <...>
lldp run
lldp <...>
snmp-server contact|location|chassis-id ...
snmp-server community <SnmpCommunity> [view <view>] [<access:ro|rw>] [ipv6 <ipv6_access_list>] [<access_list>]
snmp-server host <SnmpHost> [vrf <vrf>] [<kind:traps|informs>] [version <version> [<security:auth|noauth|priv>]] <community> [udp-port <port:int>]
snmp-server enable traps
snmp-server enable traps <+SnmpTrap.traps:text>
snmp-server group <SnmpGroup> <version:v1|v2c|v3> [<security:auth|noauth|priv>] [read <read_view>] [write <write_view>] [notify <notify_view>]
snmp-server user <SnmpUser> <group> <version:v1|v2c|v3> <...>
snmp-server view <SnmpView> <oid> <effect:included|excluded>
snmp-server vrf <SnmpVrf>
snmp-server [vrf <vrf>] local-interface|source-interface <snmp_local_interface>
snmp-server <...>
sflow run
sflow <...>
spanning-tree mode *
spanning-tree vlan-id *
spanning-tree vlan-id <+SpanningTreeVlan.vlan> priority <priority:int>
spanning-tree priority *
spanning-tree mst <SpanningTreeInstance:int> priority <priority:int>
spanning-tree vlan <+SpanningTreeVlan.vlan> priority <priority:int>
spanning-tree mst configuration {
    name|revision *
    instance <MstInstance:int> vlan <vlans:text>
}
spanning-tree edge-port bpduguard|bpdufilter default
spanning-tree <...>
vlan internal order *
vlan internal allocation policy <...>
vlan <Vlan:numbers> {
    name ...
    trunk group *
    state *
    private-vlan <...>
    mac <...>
}
vrf instance|definition <Vrf> {
    description ...
    rd *
}
vrf <...>
interface <Interface:ports> {
    description ...
    switchport
    switchport mode *
    switchport access vlan *
    switchport access vlan * <...>
    switchport phone vlan|trunk *
    switchport trunk native vlan *
    switchport trunk allowed vlan **
    switchport trunk allowed vlan add <switchport_trunk_allowed_vlan:text>
    switchport trunk group *
    switchport dot1q vlan tag *
    switchport source-interface *
    switchport vlan <...>
    switchport port-security
    switchport <...>
    encapsulation dot1q vlan *
    encapsulation vlan { <...> }
    encapsulation dot1q vlan <...>
    vrf *
    vrf forwarding *
    ip address *
    ip address <IpAddress:\d\S+> secondary
    ip address * *
    ip address dhcp
    ip address unnumbered *
    ip address virtual *
    ip address virtual * secondary
    ip virtual-router address *
    ip unnumbered *
    ipv6 address <Ipv6Address:\S*:\S*>
    ipv6 address virtual *
    ipv6 address <Ipv6Address:\S*:\S*> <kind:link-local>
    ipv6 virtual-router address *
    ipv6 enable
    ip|ipv6 access-group <+AccessGroup.access_list> <direction:in|out>
    mac access-group <+AccessGroup.access_list> <direction:in|out>
    ip helper-address [vrf <helper_vrf>] <ip_helper_address> [vrf <helper_vrf_2>] [source-interface <helper_source_interface>]
    ip dhcp <...>
    ipv6 dhcp <...>
    ip ospf cost|network|priority|hello-interval|dead-interval|retransmit-interval|area *
    ip ospf authentication
    ip ospf authentication message-digest
    ip ospf authentication-key [<ospf_key_kind:\d>] <ospf_key>
    ip ospf message-digest-key <ospf_key_id:int> <ospf_digest:md5|sha\d+> [<ospf_key_kind:\d>] <ospf_key>
    ip ospf disabled
    ip ospf neighbor bfd
    ip ospf <...>
    ospfv3 <...>
    ipv6 ospf <...>
    ipv6 nd|pim|mld|attached-host|verify <...>
    ip nat <+Nat.kind:source|destination> <method:static|dynamic> <...>
    ip verify|rip|attached-host|attached-routes|local-proxy-arp|proxy-arp|directed-broadcast|icmp|arp|tcp|multicast|mfib|nat|attached|igmp|pim <...>
    ip proxy-arp|local-proxy-arp|routing
    arp <...>
    isis enable *
    isis <...>
    pim ipv4 sparse-mode
    pim <...>
    igmp <...>
    multicast ipv4 static
    multicast <...>
    mtu|speed|duplex|bandwidth|load-interval|mac-address **
    speed forced *
    no-switchport
    autostate
    shutdown
    channel-group <channel_group:int> [mode <channel_mode>]
    lacp port-priority|rate|timer|port-id **
    lacp system-id *
    lacp <...>
    port-channel <...>
    mlag *
    mlag <...>
    evpn ethernet-segment {
        identifier *
        route-target import *
        redundancy *
        designated-forwarder <...>
        <...>
    }
    spanning-tree portfast
    spanning-tree portfast <spanning_tree_portfast_kind:edge|network|normal|auto>
    spanning-tree bpduguard|bpdufilter|guard|link-type|cost|port-priority *
    spanning-tree <...>
    storm-control broadcast|multicast|unknown-unicast|all|unicast level *
    storm-control <...>
    lldp transmit|receive
    lldp <...>
    flowcontrol send|receive *
    priority-flow-control <...>
    priority-flow-control
    service-policy <...>
    service-policy type <...>
    qos|tx-queue|uc-tx-queue|shape|dcbx|l2|l2-protocol|phy|error-correction|ptp|sflow|traffic-policy|traffic-loopback|traffic-engineering|tunnel|unidirectional|transceiver|fec|bfd|mpls|link-debounce|private-vlan|poe|dot1x|mac|macsec|snmp|track|logging|monitor|dps|hardware|pvlan|xcvr|rsvp|segment-routing|loop-protection|address|backup-link|link|queue-monitor|carrier-delay|ecn|platform|counters|profile|pbr|service|load-balance|dhcp|cfm|packet|flow <...>
    bfd interval * min-rx|min_rx * multiplier *
    logging event link-status
    snmp trap link-change|link-status
    vxlan source-interface *
    vxlan udp-port *
    vxlan vlan <+VxlanVlan.vlan> vni <vni>
    vxlan vrf <+VxlanVrf.vrf> vni <vni:int>
    vxlan flood vtep **
    vxlan flood vtep add **
    vxlan vlan <vlan> flood vtep <flood_vtep:text>
    vxlan virtual-router encapsulation mac-address *
    vxlan virtual-vtep local-interface *
    vxlan learn-restrict any
    vxlan <...>
    vrrp <Vrrp:int> ip|ipv4|ipv6 <ip> [secondary]
    vrrp <Vrrp:int> priority <priority:int>
    vrrp <Vrrp:int> priority-level <priority:int>
    vrrp <Vrrp:int> description|session description <description:text>
    vrrp <Vrrp:int> <...>
    tcp mss ceiling <...>
}
arp aging <...>
arp [vrf <StaticArp.vrf>] <+StaticArp.address:\d\S+> <mac> arpa
arp <...>
mac address-table <...>
mac access-list <AccessList> {
    * permit|deny|remark **
    permit|deny|remark **
    counters per-entry
}
ip access-list [standard] <AccessList> {
    counters per-entry
    statistics per-entry
    fragment-rules
    seq * permit|deny|remark **
    * permit|deny|remark **
    permit|deny|remark **
}
ipv6 access-list [standard] <AccessList> {
    counters per-entry
    * permit|deny|remark **
    permit|deny|remark **
}
system control-plane {
    ip|ipv6 access-group <+AccessGroup.access_list> [vrf <vrf>] <direction:in|out>
    <...>
}
ip virtual-router mac-address *
ip virtual-router mac-address mlag-peer
ip virtual-router <...>
ip|ipv6 routing [vrf <+RoutingVrf.vrf>]
ip routing ipv6 interfaces
ipv6 unicast-routing
ipv6 unicast-routing vrf *
ip multicast-routing
ip icmp|load-sharing|multicast|igmp|pim|msdp|ssh|ftp|http|security|dhcp|nat|hardware|rip|extcommunity-list|as-path|mfib|arp|verify|dscp|scp|telnet|tftp|radius|tacacs|large-community-list|address <...>
ipv6 <...>
ip dhcp relay|snooping <...>
ip ssh client source-interface <ssh_source_interface> [vrf <ssh_vrf>]
ip radius|tacacs source-interface *
ip nat pool <NatPool> prefix-length|netmask * { range <+Range.first> <last> <...> }
ip prefix-list <PrefixList> <...>
ip prefix-list <PrefixList> **
ip prefix-list <PrefixList> { seq * ** }
ipv6 prefix-list <PrefixList> { seq * ** }
ipv6 prefix-list <PrefixList> **
ip route [vrf <StaticRoute.vrf>] <+StaticRoute.destination:\d\S*/\d+> [<interface:[A-Z][a-zA-Z-]*\d\S*>] <next_hop:\d+\.\S+|Null0> [<distance:\d+>] [tag <tag:int>] [name <name>] [track bfd] [metric <metric:int>]
ip route [vrf <StaticRoute.vrf>] <+StaticRoute.destination:\d\S*/\d+> <interface:[A-Z][a-zA-Z-]*\d\S*> [<distance:\d+>] [tag <tag:int>] [name <name>]
ip route [vrf <StaticRoute.vrf>] <+StaticRoute.destination:\d\S*/\d+> egress-vrf <egress_vrf> <...>
ip route [vrf <StaticRoute.vrf>] <+StaticRoute.destination:\d\S*/\d+> <next_hop> <...>
ip route [vrf <StaticRoute.vrf>] <+StaticRoute.destination:\d\S+> <mask:\d+\.\S+> <next_hop> [<distance:\d+>] [tag <tag:int>] [name <name>]
ipv6 route [vrf <StaticRoute.vrf>] <+StaticRoute.destination> [<interface:[A-Z][a-zA-Z-]*\d\S*>] <next_hop:\S*:\S*|Null0> [<distance:\d+>] [tag <tag:int>] [name <name>]
ip as-path access-list <AsPathList/AsPathEntry> <action:permit|deny> <pattern:text>
ip as-path regex-mode *
ip community-list [standard] [expanded] [regexp] <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
ip extcommunity-list [standard] [expanded] [regexp] <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
ip large-community-list [regexp] <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
route-map <RoutePolicy> * * {
    description ...
    match ip|ipv6 address prefix-list|access-list|dynamic **
    match ip|ipv6 address **
    match ip|ipv6 next-hop prefix-list **
    match ip next-hop|resolved-next-hop **
    match tag|interface|metric|source-protocol|community|extcommunity|large-community|as-path|as|local-preference|metric-type|route-type|invert-result|isis|vlan|router-id|aggregate-role **
    set local-preference|metric|tag|weight|origin|metric-type|distance|isis|bgp|resolution-rib **
    set ip|ipv6 next-hop **
    set ip next-hop unchanged
    set ip next-hop peer-address
    set as-path prepend **
    set as-path prepend auto
    set as-path match|replace **
    set community **
    set community none
    set extcommunity|large-community **
    sub-route-map *
    continue *
    continue
}
route-map <RoutePolicy> * *
peer-filter <PeerFilter> { <+PeerFilterEntry.sequence:\d+> match as-range <as_range> result <result:accept|reject> }
dynamic prefix-list <DynamicPrefixList> { <...> }
track <Track> interface <interface> <tracked:text>
mlag configuration {
    domain-id|local-interface|peer-address|peer-link|heartbeat-interval|primary-priority|hello-interval *
    peer-address heartbeat <peer_address_heartbeat> [vrf <peer_address_heartbeat_vrf>]
    reload-delay *
    reload-delay mlag|non-mlag *
    dual-primary detection delay <dual_primary_detection_delay:int> [action <dual_primary_action:text>]
    dual-primary recovery delay <dual_primary_recovery_delay:text>
    shutdown
    <...>
}
router ospf <Ospf> [vrf <vrf>] {
    router-id *
    log-adjacency-changes
    log-adjacency-changes detail
    auto-cost reference-bandwidth *
    passive-interface default
    passive-interface <PassiveInterface>
    network <+OspfNetwork.network> [<inverse_mask:\d\S+>] area <area>
    area <OspfArea> [stub] [no-summary]
    area <OspfArea> [nssa] [no-summary] <...>
    area <OspfArea> range <+OspfRange.prefix> <...>
    area <OspfArea> <...>
    redistribute <Redistribution> [<process:\d+>] [route-map <route_map>]
    redistribute <Redistribution> <...>
    default-information originate
    default-information originate always [metric <default_metric:int>] [metric-type <default_metric_type:int>] [route-map <default_route_map>]
    default-information originate [always] [metric <default_metric:int>] [metric-type <default_metric_type:int>] [route-map <default_route_map>]
    max-lsa|maximum-paths|default-metric|distance **
    bfd default|all-interfaces
    adjacency|timers|max-metric|point-to-point|graceful-restart|graceful-restart-helper|compatible|summary-address|distribute-list|mpls|dn-bit-ignore|fips|segment-routing|bfd <...>
    shutdown
}
router ospfv3 [<OspfV3>] {
    router-id *
    address-family <AddressFamily:text> { <...> }
    <...>
}
ipv6 router ospf <Ospf:\S+> [vrf <vrf>] { <...> }
router isis <Isis> [vrf <vrf>] {
    net|is-type|is-hostname|router-id **
    router-id ipv4 *
    log-adjacency-changes
    address-family <AddressFamily:text> {
        maximum-paths|bfd|fast-reroute **
        <...>
    }
    <...>
}
router rip {
    network <+RipNetwork.network>
    redistribute <Redistribution> <...>
    shutdown
    <...>
}
router general {
    router-id ipv4|ipv6 *
    vrf <Vrf> { <...> }
    <...>
}
router multicast|pim|msdp|igmp|traffic-engineering|segment-security|path-selection|adaptive-virtual-topology|internet-exit|service-insertion|bfd|l2-vpn { <...> }
router bgp <Bgp> {
    router-id *
    router-id ipv4 *
    bgp cluster-id *
    bgp log-neighbor-changes|always-compare-med|advertise-inactive
    bgp default ipv4-unicast|ipv6-unicast
    bgp default ipv4-unicast transport ipv6
    bgp listen range <ListenRange> peer-group|peer <peer_group> [peer-filter <peer_filter>] [remote-as <remote_as>]
    bgp listen range <ListenRange> peer group <peer_group> <...>
    bgp <...>
    maximum-paths <maximum_paths:int> [ecmp <ecmp:int>]
    distance bgp <distance_external:int> [<distance_internal:int> <distance_local:int>]
    timers bgp <keepalive:int> <holdtime:int> <...>
    graceful-restart
    graceful-restart <...>
    graceful-restart-helper
    update wait-for-convergence
    update wait-install
    neighbor default send-community
    neighbor default <...>
    neighbor interface <Neighbor> peer-group <peer_group> [remote-as <remote_as>] [peer-filter <peer_filter>]
    neighbor interface <Neighbor> peer group <peer_group> <...>
    = bgp-neighbors
    network <BgpNetwork> [route-map <route_map>]
    aggregate-address <Aggregate> [as-set] [summary-only] [attribute-map <attribute_map>] [advertise-only] [match-map <match_map>]
    redistribute <Redistribution:ospf match \S+|ospf3 match \S+|\S+> [route-map <route_map>]
    vlan <MacVrf> {
        rd *
        rd auto
        rd evpn domain <...>
        route-target import|export|both *
        route-target import|export|both evpn domain <...>
        route-target import|export|both auto <...>
        redistribute *
        redistribute learned
    }
    vlan-aware-bundle <MacVrfBundle> {
        rd *
        route-target import|export|both *
        redistribute *
        vlan *
    }
    address-family <AddressFamily:text> {
        bgp <...>
        neighbor default <...>
        neighbor default encapsulation <...>
        = bgp-neighbors
        network <BgpNetwork> [route-map <route_map>]
        redistribute <Redistribution:ospf match \S+|ospf3 match \S+|\S+> [route-map <route_map>]
        aggregate-address <Aggregate> <...>
        route-target|rd|import|host-flap|next-hop|domain|maximum-paths|graceful-restart|advertise|route <...>
        <...>
    }
    vrf <Vrf> {
        rd *
        route-target import|export|both *
        route-target import|export <+RouteTarget.family:evpn|vpn-ipv4|vpn-ipv6> <route_target>
        router-id *
        local-as <local_as>
        maximum-paths <maximum_paths:int> [ecmp <ecmp:int>]
        timers bgp <keepalive:int> <holdtime:int>
        = bgp-neighbors
        neighbor interface <Neighbor:\S+> <...>
        network <BgpNetwork> [route-map <route_map>]
        aggregate-address <Aggregate> <...>
        redistribute <Redistribution:ospf match \S+|ospf3 match \S+|\S+> [route-map <route_map>]
        bgp <...>
        address-family <AddressFamily:text> {
            = bgp-neighbors
            network <BgpNetwork> [route-map <route_map>]
            redistribute <Redistribution:ospf match \S+|ospf3 match \S+|\S+> [route-map <route_map>]
            <...>
        }
        <...>
    }
    session tracker <...>
    monitoring <...>
    shutdown
    rd auto
    default-route <...>
    comment <...>
}
control-plane {
    ip|ipv6 access-group <+AccessGroup.access_list> [vrf <vrf>] <direction:in|out>
    <...>
}
class-map [type <ClassMap.kind:\S+>] [<ClassMap.match_kind:match-any|match-all>] <ClassMap> { match <+Match.match:text> }
policy-map [type <PolicyMap.kind:\S+>] <PolicyMap> {
    [<PolicyClass.sequence:\d+>] class <PolicyClass> {
        set|police|bandwidth|shape|priority|action **
        <...>
    }
    <...>
}
traffic-policies { <...> }
qos <...>
banner login|motd
banner login|motd ...
management api http-commands {
    protocol *
    protocol http|https [port <protocol_port:int>]
    protocol https ssl profile *
    protocol unix-socket
    shutdown
    vrf <ManagementVrf> {
        shutdown
        ip|ipv6 access-group <+AccessGroup.access_list> <direction:in|out>
    }
    cors|idle-timeout|qos|session|default-services|content <...>
}
management api gnmi|netconf|restconf|models|external-services|eos-sdk-rpc {
    transport grpc|ssh|https <Transport> {
        vrf|port|ssl|ip|authorization|notification|listen|shutdown **
        ssl profile *
        shutdown
    }
    provider *
    provider <...>
    <...>
}
management ssh {
    ip|ipv6 access-group <+AccessGroup.access_list> [vrf <vrf>] <direction:in|out>
    idle-timeout|server-port|login|cipher|mac|key-exchange|connection|log-level|hostkey|authentication|fips|known-hosts|client-alive|empty-passwords **
    connection limit|per-host *
    authentication mode *
    shutdown
    vrf <ManagementVrf> { shutdown }
    <...>
}
management telnet|console|http-server|xmpp {
    idle-timeout *
    shutdown
    <...>
}
management security {
    ssl profile <SslProfile> { <...> }
    <...>
}
management <...>
monitor session <MonitorSession> source <source:text> [<direction:rx|tx|both>]
monitor session <MonitorSession> destination <destination:text>
monitor <...>
mpls ip
mpls <...>
cvx { <...> }
maintenance { <...> }
dhcp server [vrf <vrf>] {
    subnet <DhcpSubnet> {
        range <first> <last>
        default-gateway|name|dns|lease **
        dns server **
    }
    <...>
}
dot1x <...>
dot1x system-auth-control
poe|patch|link|lacp|load-balance|bfd|address|stun|ip-security|flow|tracking|trident|routing-context|redundancy|schedule|prompt|terminal|email|ipsec|interface-set|igmp|multicast|mcs|nat|ovsdb|priority-flow-control|vxlan|zerotouch|community|match-list|system|default|dcbx|fabric|kernel|l2-protocol|as-path|counters|comment|password|policy|power|security|boot <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

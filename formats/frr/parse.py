"""Reads FRRouting configurations (frr.conf), after FRR's user guide."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
OTHERS = ""
SIGNS = [r"frr version \d", r"frr defaults (?:traditional|datacenter)", r"service integrated-vtysh-config"]
GRAMMAR = r"""
- end
- exit
- exit-vrf
- exit-address-family
- exit-vni
- exit-link-params
- Building configuration<rest:.*>
- Current configuration<rest:.*>
frr version|defaults *
hostname <hostname>
domainname *
log syslog
log syslog *
log file <log_file> [<log_file_level>]
log file|stdout|commands|facility|timestamp|record-priority|monitor **
log commands
service integrated-vtysh-config
service password-encryption|advanced-vty
password|enable <...>
username <User> nopassword
banner motd <...>
debug <Debug:text>
agentx
ip forwarding
ipv6 forwarding
ip protocol <RoutingProtocol> route-map <route_map>
ip|ipv6 nht resolve-via-default
ip router-id *
ip multicast-routing
zebra <...>
allow-external-route-update
fpm address <...>
vni *
nexthop-group <NexthopGroup> {
    nexthop <Nexthop> [<interface>]
    resilient <...>
}
ip route <+StaticRoute.destination> <next_hop> [<interface:[A-Za-z]\S*>] [tag <tag:int>] [<distance:\d+>] [nexthop-vrf <next_vrf>] [vrf <vrf>] [table <table:int>]
ipv6 route <+StaticRoute.destination> <next_hop> [<interface:[A-Za-z]\S*>] [tag <tag:int>] [<distance:\d+>] [nexthop-vrf <next_vrf>] [vrf <vrf>]
ip mroute <+MulticastRoute.destination> <next_hop>
vrf <Vrf> {
    vni *
    ip route <+StaticRoute.destination> <next_hop> [<interface:[A-Za-z]\S*>] [tag <tag:int>] [<distance:\d+>] [nexthop-vrf <next_vrf>]
    ipv6 route <+StaticRoute.destination> <next_hop> [<interface:[A-Za-z]\S*>]
    ip protocol|router-id|import|nht <...>
}
interface <Interface> [vrf <vrf>] {
    description ...
    vrf *
    ip address <address> [label <label>]
    ip address <address> peer <peer>
    ipv6 address *
    shutdown
    bandwidth *
    link-detect
    multicast
    ip ospf area|cost|network|priority|hello-interval|dead-interval|retransmit-interval|transmit-delay|mtu-ignore *
    ip ospf passive|bfd|mtu-ignore
    ip ospf authentication <...>
    ip ospf message-digest-key <ospf_key_id:int> md5 <ospf_key>
    ipv6 ospf6 area|cost|network|hello-interval|dead-interval|priority *
    ipv6 ospf6 passive|bfd
    ip router isis|openfabric *
    ipv6 router isis|openfabric *
    isis metric|circuit-type|network|hello-interval|hello-multiplier|priority **
    isis network point-to-point
    isis passive|bfd
    ipv6 nd suppress-ra
    ipv6 nd ra-interval *
    ipv6 nd ra-interval msec *
    ip rip <...>
    ip pim
    ip pim <...>
    ip igmp
    ip igmp <...>
    evpn mh <...>
    vrrp <Vrrp:int> <...>
    mpls enable
    mpls bgp forwarding
    ip|ipv6 nhrp <...>
    tunnel <...>
}
router bgp <Bgp> [vrf <vrf>] [view <view>] {
    bgp router-id|cluster-id *
    bgp log-neighbor-changes
    bgp bestpath as-path multipath-relax
    bgp bestpath <...>
    bgp ebgp-requires-policy
    bgp default ipv4-unicast
    bgp max-med on-startup *
    bgp default <...>
    bgp graceful-restart
    bgp graceful-restart <...>
    bgp suppress-fib-pending|network|always-compare-med|deterministic-med|fast-external-failover <...>
    bgp enforce-first-as|disable-ebgp-connected-route-check <...>
    bgp suppress-duplicates
    bgp confederation identifier|peers **
    bgp listen range <ListenRange> peer-group <peer_group>
    bgp listen limit *
    bgp coalesce-time|route-reflector|hard-administrative-reset|conditional-advertisement|labeled-unicast <...>
    bgp update-delay <...>
    coalesce-time *
    timers bgp * *
    neighbor <BgpPeerGroup:\S+> peer-group
    neighbor <Neighbor> interface peer-group <peer_group>
    neighbor <Neighbor> interface v6only peer-group <peer_group>
    neighbor <Neighbor> interface v6only remote-as <remote_as>
    neighbor <Neighbor> interface remote-as <remote_as>
    neighbor <Neighbor:\S+> interface
    neighbor <Neighbor:\d\S+|\S*:\S*|swp\S+|eth\S+> remote-as <remote_as>
    neighbor <Neighbor:\d\S+|\S*:\S*|swp\S+|eth\S+> peer-group <peer_group>
    neighbor <Neighbor:\d\S+|\S*:\S*|swp\S+|eth\S+> description <description:text>
    neighbor <Neighbor:\d\S+|\S*:\S*|swp\S+|eth\S+> update-source <update_source>
    neighbor <Neighbor:\d\S+|\S*:\S*|swp\S+|eth\S+> timers <keepalive:int> <holdtime:int>
    neighbor <Neighbor:\d\S+|\S*:\S*|swp\S+|eth\S+> timers connect <timers_connect:int>
    neighbor <Neighbor:\d\S+|\S*:\S*|swp\S+|eth\S+> <...>
    neighbor <BgpPeerGroup> remote-as <remote_as>
    neighbor <BgpPeerGroup> peer-group <peer_group>
    neighbor <BgpPeerGroup> description <description:text>
    neighbor <BgpPeerGroup> update-source <update_source>
    neighbor <BgpPeerGroup> timers <keepalive:int> <holdtime:int>
    neighbor <BgpPeerGroup> timers connect <timers_connect:int>
    neighbor <BgpPeerGroup> <...>
    network <BgpNetwork> [route-map <route_map>]
    redistribute <Redistribution> [<process:\d+>] [route-map <route_map>]
    maximum-paths *
    address-family <AddressFamily:text> {
        network <BgpNetwork> [route-map <route_map>]
        redistribute <Redistribution> [<process:\d+>] [metric <metric:int>] [route-map <route_map>]
        aggregate-address <Aggregate> [summary-only] [as-set] [route-map <route_map>]
        neighbor <Neighbor> activate
        neighbor <Neighbor> next-hop-self [force]
        neighbor <Neighbor> soft-reconfiguration inbound
        neighbor <Neighbor> route-reflector-client
        neighbor <Neighbor> route-map <+RouteMapUse.route_map> <direction:in|out>
        neighbor <Neighbor> prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
        neighbor <Neighbor> filter-list <+FilterListUse.filter_list> <direction:in|out>
        neighbor <Neighbor> allowas-in [<allowas_in:int>]
        neighbor <Neighbor> maximum-prefix <maximum_prefix:int>
        neighbor <Neighbor> <...>
        advertise-all-vni
        advertise-default-gw
        advertise-svi-ip
        advertise <advertise:ipv4 unicast|ipv6 unicast> [route-map <advertise_route_map>]
        maximum-paths *
        maximum-paths ibgp *
        import vrf *
        import|export vpn
        import vrf route-map *
        rd vpn export *
        rt vpn import|export|both **
        label vpn export *
        rd *
        route-target import|export|both *
        vni <Vni:int> {
            rd *
            route-target import|export|both *
            advertise-svi-ip
        }
        flooding <...>
        default-originate <...>
        distance bgp * * *
        dup-addr-detection <...>
        table-map *
    }
    segment-routing <...>
    rfp <...>
}
router <Ospf:ospf|ospf6> [vrf <vrf>] {
    ospf router-id *
    ospf6 router-id *
    router-id *
    network <OspfNetwork> area <area>
    area <OspfArea> [<options:text>]
    interface <OspfInterface> area <area>
    passive-interface default
    passive-interface *
    redistribute <Redistribution> [<process:\d+>] [metric <metric:int>] [metric-type <metric_type:int>] [route-map <route_map>]
    default-information originate [always] [metric <default_metric:int>] [metric-type <default_metric_type:int>] [route-map <default_route_map>]
    log-adjacency-changes [detail]
    auto-cost reference-bandwidth *
    timers throttle|lsa <...>
    max-metric router-lsa <...>
    maximum-paths|distance|default-metric *
    neighbor <OspfNeighbor>
    capability|compatible|graceful-restart|segment-routing|mpls-te|router-info|bfd <...>
}
router isis|openfabric <Isis> [vrf <vrf>] {
    net|is-type|metric-style *
    redistribute <Redistribution:\S+ \S+> <level> [route-map <route_map>]
    log-adjacency-changes
    fabric-tier *
    lsp-gen-interval|lsp-mtu|spf-interval|set-overload-bit|segment-routing|mpls-te|topology|area-password <...>
    domain-password <...>
}
router rip|ripng|eigrp|babel [<RoutingProcess:\d+>] {
    network|neighbor|passive-interface|version|default-metric|redistribute **
    timers <...>
    default-information originate
}
router pim [vrf <PimVrf>] {
    rp <RendezvousPoint> [<group>]
    <setting:text>
}
ip pim rp <RendezvousPoint> [<group>]
ip pim <...>
access-list <AccessList> **
ipv6 access-list <AccessList> **
ip|ipv6 prefix-list <PrefixList> description <description:text>
ip|ipv6 prefix-list <PrefixList> **
bgp as-path access-list <AsPathList/AsPathEntry> [seq <key:\d+>] <action:permit|deny> <pattern:text>
bgp community-list|large-community-list|extcommunity-list standard|expanded <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
bgp community-list <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
bgp community alias <...>
ip as-path|community-list <...>
route-map <RoutePolicy> permit|deny * {
    description ...
    match ip|ipv6 address prefix-list *
    match ip|ipv6 address *
    match ip|ipv6 next-hop prefix-list *
    match ip|ipv6 next-hop *
    match interface|as-path|community|large-community|extcommunity|tag|metric|peer|source-protocol|origin **
    match local-preference|source-vrf **
    match evpn default-route
    match evpn vni|route-type *
    set ip|ipv6 next-hop **
    set ipv6 next-hop global|local *
    set ipv6 next-hop prefer-global
    set src|local-preference|metric|metric-type|tag|weight|origin|table **
    set community|large-community|extcommunity **
    set as-path prepend|exclude **
    set comm-list <CommunityListUse> delete
    on-match goto *
    on-match next
    call|continue *
}
bfd {
    profile <BfdProfile> {
        detect-multiplier|transmit-interval|receive-interval|minimum-ttl *
        echo-mode|passive-mode
        shutdown
    }
    peer <BfdPeer> [multihop] [local-address <local_address>] [interface <interface>] [vrf <vrf>] {
        detect-multiplier|transmit-interval|receive-interval|profile *
        shutdown
    }
}
mpls ldp {
    router-id *
    address-family ipv4|ipv6 {
        discovery transport-address *
        interface <LdpInterface> {
            - exit
        }
        label <...>
    }
    neighbor <LdpNeighbor> <...>
}
mpls label <...>
line vty {
    exec-timeout <...>
    access-class *
    login
}
key chain <KeyChain> { key <Key> { key-string * } }
pbr-map <PbrMap> seq <sequence:int> {
    match src-ip|dst-ip *
    set nexthop|nexthop-group|vrf *
}
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

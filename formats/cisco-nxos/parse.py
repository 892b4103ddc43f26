"""Reads Cisco NX-OS configurations, after Cisco's Nexus 9000 Series NX-OS Command References."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
UNWRITTEN = ["shutdown"]
CALLED = ["nexus"]
OTHERS = ""
SIGNS = [
    r"feature (?:interface-vlan|lacp|vpc|hsrp|bgp|ospf|lldp|nxapi|pim|fex|tacacs\+|vn-segment-vlan-based|nv overlay)\s*$",
    r"vdc \S+ id \d",
    r"vrf context \S",
    r"version \d+\.\d+\(\d+\)",
]
WORDS = "messages"
GRAMMAR = r"""
- end
version <version> [Bios:version] [<bios>]
hostname|switchname *
vdc <Vdc> id <id:int> {
    limit-resource <Limit> minimum <minimum:int> maximum <maximum:int>
    allow|cpu-share|boot-order **
    limit-resource module-type **
    allocate interface **
}
feature-set <FeatureSet>
install feature-set <FeatureSet>
feature <Feature:.+>
cfs eth distribute
power redundancy-mode *
vtp mode|domain|password *
control-plane {
    service-policy input *
}
nv overlay evpn
password strength-check
banner motd|exec ...
ip domain-lookup
ip domain-name|domain-list *
ip name-server <NameServer:\S+> [<further:text>]
ip ssh source-interface *
ip source-route
ip icmp-errors source-interface *
ip tcp path-mtu-discovery
ip host <Host> <address>
ssh|telnet server enable
ssh key <...>
crypto key <...>
cli alias name <Alias> <command:text>
clock timezone|summer-time ...
clock protocol ntp vdc *
boot nxos|kickstart|system <boot_image:text>
system default switchport
system default switchport shutdown
system jumbomtu *
system vlan * reserve
copp profile *
username <User> password <password_kind:int> <password> [role <role>]
username <User> password <password_kind:int> <password> [expire <expire>] [role <role>]
username <User> role <role>
username <User> passphrase <...>
username <User> keypair|sshkey|ssh-cert-dn <...>
role name <UserRole> {
    description ...
    rule <Rule:int> <action:permit|deny> <match:text>
}
snmp-server user <SnmpUser> [<group>] [auth <auth> <auth_key>] [priv <priv:text>] localizedkey [engineID <engine_id>]
snmp-server user <SnmpUser> <...>
snmp-server host <SnmpHost> [<kind:traps|informs>] version <version> [<security:auth|noauth|priv>] <community> [udp-port <port:int>]
snmp-server host <SnmpHost> source-interface <source_interface>
snmp-server host <SnmpHost> use-vrf <vrf>
snmp-server community <SnmpCommunity> [ro|rw] [group <group>]
snmp-server community <SnmpCommunity> use-acl|use-ipv4acl <acl>
snmp-server contact|location ...
snmp-server source-interface <kind:trap|traps|informs> <source_interface>
snmp-server globalEnforcePriv
snmp-server enable traps <...>
rmon event <RmonEvent:int> [log] [trap <trap>] [description <description>] [owner <owner>]
ntp server <NtpServer> [prefer] [use-vrf <vrf>] [key <key_id:int>] [maxpoll <maxpoll:int>] [minpoll <minpoll:int>]
ntp peer <NtpPeer> [prefer] [use-vrf <vrf>] [key <key_id:int>] [maxpoll <maxpoll:int>] [minpoll <minpoll:int>]
ntp source|source-interface *
ntp authenticate|logging|master
ntp authentication-key <NtpKey:int> md5 <key_value> [<key_kind:int>]
ntp trusted-key *
ntp access-group <kind> <acl>
logging server <LogServer> [<level:\d>] [port <port:int>] [secure] [use-vrf <vrf>] [facility <facility>]
logging source-interface *
logging logfile <...>
logging level <LogLevel> <level:int>
logging timestamp *
logging console|monitor|event|module|origin-id **
aaa group server radius|tacacs+ <AaaServerGroup> {
    server <+Server.address>
    use-vrf|deadtime|source-interface *
}
aaa authentication|authorization|accounting <Aaa:login default|login console|login error-enable|config-commands default|commands default|default|ssh-certificate default|ssh-publickey default> [<methods:text>]
tacacs-server host <TacacsServer> [key [<key_kind:int>] <key_value>] [port <port:int>] [timeout <timeout:int>]
tacacs-server|radius-server key <server_key:text>
tacacs-server|radius-server timeout|directed-request|deadtime|retransmit *
radius-server host <RadiusServer> <...>
ip|ipv6 access-list <AccessList> {
    statistics per-entry
    fragments **
    ignore routable
    * permit|deny|remark **
    permit|deny|remark **
}
ip prefix-list <PrefixList> description <description:text>
ip|ipv6 prefix-list <PrefixList> **
ip as-path access-list <AsPathList/AsPathEntry> [seq <key:\d+>] <action:permit|deny> <pattern:text>
ip community-list standard|expanded <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
route-map <RoutePolicy> * * {
    description ...
    match ip|ipv6 address prefix-list **
    match ip address **
    match ip next-hop prefix-list **
    match tag|interface|metric|source-protocol|community|as-path|route-type **
    set local-preference|metric|tag|weight|origin|metric-type **
    set ip next-hop **
    set ip next-hop unchanged
    set as-path prepend **
    set as-path prepend last-as *
    set community **
    set comm-list * delete
    continue *
}
route-map <RoutePolicy> * *
object-group ip address <AddressGroup> {
    <+Member.sequence:\d+> host <host>
    <+Member.sequence:\d+> <address:text>
    host <+Member.host>
}
vlan configuration <VlanConfiguration>
vlan <Vlan:\d+> {
    name|vn-segment|state|mode *
    shutdown
}
vlan <Vlan:numbers>
spanning-tree vlan <SpanningTreeVlan> priority <priority:int>
spanning-tree mode|pathcost *
spanning-tree pathcost method *
spanning-tree port type edge bpduguard|bpdufilter default
spanning-tree port type edge|network default
spanning-tree loopguard default
spanning-tree mst <...>
vrf context <Vrf> {
    description ...
    vni *
    rd *
    ip route <+StaticRoute.destination> [<interface:[A-Za-z]\S*\d>] <next_hop:\d\S+|Null0> [vrf <next_vrf>] [track <track:int>] [name <name>] [tag <tag:int>] [<preference:int>]
    ipv6 route <+StaticRoute.destination> <next_hop> [<preference:int>]
    ip domain-name|domain-list *
    ip name-server <NameServer:\S+> [<further:text>]
    address-family ipv4|ipv6 unicast {
        route-target import|export|both *
        route-target import|export|both * evpn
        route-target both auto
        import|export map *
    }
}
vrf context <Vrf>
ip route <+StaticRoute.destination> [<interface:[A-Za-z]\S*\d>] <next_hop:\d\S+|Null0> [vrf <next_vrf>] [track <track:int>] [name <name>] [tag <tag:int>] [<preference:int>]
ip route <+StaticRoute.destination> <interface> [<next_hop:\d\S+>] [name <name>] [<preference:int>]
ipv6 route <+StaticRoute.destination> <next_hop> [<preference:int>]
vpc domain <Vpc:int> {
    role|system-priority|system-mac|delay|graceful **
    role priority *
    peer-keepalive destination <peer_keepalive> [source <keepalive_source>] [vrf <keepalive_vrf>] [<keepalive:text>]
    delay restore *
    delay restore interface-vlan *
    auto-recovery
    auto-recovery reload-delay *
    peer-switch
    peer-gateway
    peer-gateway exclude-vlan *
    layer3 peer-router
    ip|ipv6 arp|nd synchronize
    fast-convergence
    virtual peer-link <...>
    dual-active exclude interface-vlan *
}
fex <Fex:int> {
    description ...
    pinning max-links *
    type|serial *
}
port-profile type ethernet|port-channel|interface-vlan|vethernet <PortProfile> {
    state enabled
    description ...
    switchport
    switchport mode *
    switchport access|native vlan *
    switchport trunk allowed vlan **
    mtu *
    shutdown
    max-ports *
    spanning-tree port type <spanning_tree_port_type:text>
}
interface <Interface:ports> {
    description ...
    switchport
    switchport mode *
    switchport access vlan *
    switchport voice vlan *
    switchport trunk native vlan *
    switchport trunk allowed vlan **
    switchport trunk allowed vlan add <switchport_trunk_allowed_vlan:text>
    switchport host|monitor
    switchport block|port-security **
    encapsulation dot1q *
    vrf member *
    ip address <ip_address> secondary [tag <tag:int>]
    ip address <ip_address> tag <tag:int>
    ip address * *
    ip address *
    ip address dhcp
    ipv6 address *
    ipv6 address use-link-local-only
    ip|ipv6 redirects
    ip unreachables
    ip directed-broadcast
    ip unnumbered *
    ip access-group <+AccessGroup.access_list> <direction:in|out>
    ip port access-group <+AccessGroup.access_list> <direction:in|out>
    ip dhcp relay address <+DhcpRelay.address> [use-vrf <vrf>]
    ip router ospf <ospf_process> area <ospf_area>
    ip ospf cost|network|priority|hello-interval|dead-interval *
    ip ospf passive-interface
    ip ospf bfd|mtu-ignore
    ip ospf authentication message-digest
    ip ospf authentication
    ip ospf message-digest-key <ospf_key_id:int> md5 <ospf_key_kind:int> <ospf_key>
    ip router eigrp|isis *
    ip pim sparse-mode
    ip pim <...>
    ip igmp <...>
    ip policy route-map *
    ip arp timeout *
    ip forward
    ip flow monitor <...>
    ip proxy-arp
    ip local-proxy-arp
    mtu|speed|duplex|bandwidth|delay|medium|load-interval *
    load-interval counter * *
    negotiate auto
    carrier-delay *
    shutdown
    shut
    channel-group <channel_group> [force] [mode <channel_mode>]
    lacp rate|port-priority|min-links|max-bundle *
    lacp suspend-individual
    vpc *
    vpc peer-link
    vpc orphan-port suspend
    fex associate *
    inherit port-profile *
    spanning-tree port type <spanning_tree_port_type:edge trunk|edge|network|normal>
    spanning-tree bpduguard|bpdufilter|guard|link-type|cost|port-priority *
    storm-control broadcast|multicast|unicast|action **
    storm-control broadcast|multicast|unicast level *
    lldp transmit|receive
    cdp enable
    beacon
    logging event <...>
    service-policy <...>
    hsrp version *
    hsrp delay minimum * reload *
    hsrp bfd
    hsrp <Hsrp:int> [<family:ipv4|ipv6>] {
        ip *
        ip * secondary
        priority <priority:int> [forwarding-threshold lower <lower:int> upper <upper:int>]
        preempt
        preempt delay <...>
        timers [msec] <hello:int> [msec] <hold:int>
        authentication text|md5 **
        authentication *
        track <track> [decrement <track_decrement:int>]
        name|mac-address *
    }
    vrrp <Vrrp:int> {
        address|priority *
        preempt
        shutdown
    }
    fabric forwarding mode anycast-gateway
    source-interface *
    source-interface hold-down-time *
    host-reachability protocol bgp
    member vni <Vni:\d[\d-]*> [associate-vrf] {
        mcast-group|multisite **
        suppress-arp
        ingress-replication protocol *
        ingress-replication protocol bgp
    }
    member vni <Vni:\d[\d-]*> [associate-vrf]
    global suppress-arp
    tunnel source|destination|mode **
    ip verify unicast source reachable-via *
    management
    priority-flow-control mode *
    udld enable|aggressive
    bfd <...>
    switchport trunk allowed vlan none
}
interface <Interface:ports>
line vty {
    exec-timeout|session-limit *
    access-class <access_class> <access_class_direction:in|out>
}
line console {
    exec-timeout|speed|terminal **
}
router ospf <Ospf> {
    router-id *
    area <OspfArea> [<...>]
    log-adjacency-changes
    log-adjacency-changes detail
    passive-interface default
    auto-cost reference-bandwidth ...
    redistribute <Redistribution> [<process>] route-map <route_map>
    default-information originate [always] [route-map <default_route_map>]
    maximum-paths|distance *
    timers throttle <...>
    max-metric <...>
    bfd
    vrf <Vrf> {
        router-id *
        redistribute <Redistribution> [<process>] route-map <route_map>
        default-information originate <...>
        area <OspfArea> <...>
        log-adjacency-changes
    }
}
router ospf <Ospf>
router eigrp <Eigrp> {
    router-id|autonomous-system *
    redistribute <Redistribution> [<process>] route-map <route_map>
}
router isis <Isis> { net|is-type * }
router bgp <Bgp> {
    router-id|cluster-id|reconnect-interval *
    log-neighbor-changes
    graceful-restart
    graceful-restart-helper
    bestpath **
    timers bgp * *
    enforce-first-as
    event-history <...>
    address-family <AddressFamily:text> {
        network <BgpNetwork> [mask <mask>] [route-map <route_map>]
        redistribute <Redistribution> [<process:\S+>] route-map <route_map>
        aggregate-address <Aggregate> [summary-only] [attribute-map <attribute_map>]
        maximum-paths *
        maximum-paths ibgp|eibgp *
        advertise l2vpn evpn
        advertise-pip
        nexthop route-map *
        default-information originate
        dampening
        retain route-target all
        additional-paths <...>
        table-map <...>
    }
    template peer|peer-policy|peer-session <BgpPeerGroup> {
        remote-as|update-source|ebgp-multihop|bfd|local-as|description|password|timers|log-neighbor-changes **
        inherit **
        shutdown
        bfd
        address-family <AddressFamily:text> {
            send-community
            send-community extended|both
            route-map <+RouteMapUse.route_map> <direction:in|out>
            prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
            next-hop-self
            route-reflector-client
            soft-reconfiguration inbound
            soft-reconfiguration inbound always
        }
    }
    neighbor <Neighbor> [remote-as <remote_as>] {
        remote-as|update-source|ebgp-multihop|local-as *
        description ...
        inherit peer *
        inherit peer-session|peer-policy **
        password <password_kind:int> <password>
        bfd
        shutdown
        timers <keepalive:int> <hold:int>
        low-memory exempt
        log-neighbor-changes
        disable-connected-check
        dont-capability-negotiate
        transport connection-mode passive
        peer-type *
        maximum-peers *
        address-family <AddressFamily:text> {
            send-community
            send-community extended|both
            route-map <+RouteMapUse.route_map> <direction:in|out>
            prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
            filter-list <+FilterListUse.filter_list> <direction:in|out>
            next-hop-self
            next-hop-self all
            route-reflector-client
            soft-reconfiguration inbound
            soft-reconfiguration inbound always
            default-originate
            default-originate route-map *
            maximum-prefix <...>
            allowas-in *
            allowas-in
            as-override
            disable-peer-as-check
            rewrite-evpn-rt-asn
            remove-private-as
            weight *
            advertisement-interval *
        }
    }
    neighbor <Neighbor> [remote-as <remote_as>]
    vrf <Vrf> {
        router-id *
        log-neighbor-changes
        timers bgp * *
        address-family <AddressFamily:text> {
            network <BgpNetwork> [route-map <route_map>]
            redistribute <Redistribution> [<process:\S+>] route-map <route_map>
            aggregate-address <Aggregate> [summary-only]
            advertise l2vpn evpn
            maximum-paths *
            maximum-paths ibgp|eibgp *
            default-information originate
        }
        neighbor <Neighbor> [remote-as <remote_as>] {
            remote-as|update-source|ebgp-multihop|local-as *
            description ...
            inherit peer *
            password <password_kind:int> <password>
            bfd
            shutdown
            timers <keepalive:int> <hold:int>
            address-family <AddressFamily:text> {
                send-community
                send-community extended|both
                route-map <+RouteMapUse.route_map> <direction:in|out>
                prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
                next-hop-self
                soft-reconfiguration inbound
                soft-reconfiguration inbound always
                default-originate
            }
        }
    }
}
evpn {
    vni <Vni:int> l2 {
        rd *
        route-target import|export|both *
    }
}
policy-map <PolicyMap> {
    class <PolicyClass> {
        set|police|bandwidth|priority|mtu|shape <...>
    }
}
policy-map type qos|queuing|network-qos|control-plane <PolicyMap> {
    class [type] <PolicyClass:\S+(?: \S+)?> {
        set|police|bandwidth|priority|mtu|pause|queue-limit|random-detect|shape <...>
    }
    description ...
}
system qos {
    service-policy type <...>
}
track <Track:int> interface|ip|list <track:text> {
    delay up|down **
    object <TrackObject:int>
}
track <Track:int> interface|ip|list <track:text>
ip sla <...>
fabric forwarding anycast-gateway-mac *
ip pim rp-address <RendezvousPoint> [group-list <group_list>]
ip pim ssm range *
hardware <...>
monitor session <MonitorSession:int> {
    source|destination interface <...>
    shut
    description ...
}
service dhcp
ip|ipv6 dhcp relay
ip dhcp snooping
nxapi http|https port *
port-channel load-balance <...>
errdisable recovery <...>
lldp timer|holdtime *
callhome {
    <...>
}
key chain <KeyChain> {
    key <Key:int> {
        key-string [<kind:int>] <key_string>
    }
}
ip tacacs|ftp|radius source-interface *
fips|peer|slot <...>
interface breakout <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

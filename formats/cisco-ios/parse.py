"""Reads Cisco IOS and IOS XE configurations, after Cisco's IOS command references."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
UNWRITTEN = [
    "switchport",
    "ip_routing",
    "ip_redirects",
    "ip_unreachables",
    "ip_proxy_arp",
    "cdp_enable",
    "cdp_run",
    "ip_cef",
]
CALLED = ["catalyst"]
OTHERS = ""
SIGNS = [
    r"version 1[0-9]\.\d+\s*$",
    r"service timestamps (?:debug|log) ",
    r"boot-(?:start|end)-marker",
    r"no service (?:pad|tcp-small-servers|udp-small-servers)",
    r"service tcp-keepalives-(?:in|out)",
    r"(?:no )?aaa new-model",
    r"interface (?:FastEthernet|GigabitEthernet|TenGigabitEthernet|TwentyFiveGigE|HundredGigE)\d+(?:/\d+){0,3}(?:\.\d+)?$",
    r"line (?:con|vty) \d+",
]
WORDS = "never flash bootflash qfp utilization monitor load"
GRAMMAR = r"""
= bgp-neighbors {
    neighbor <PeerGroup:[^\s:]*[A-Za-z][^\s:]*> peer-group
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> remote-as <remote_as>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> peer-group <peer_group>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> description <description:text>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> update-source <update_source>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> password [<password_kind:\d>] <password>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> timers <keepalive:int> <holdtime:int> [<minimum_holdtime:int>]
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> [ebgp-multihop] [<ebgp_multihop:int>]
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> shutdown
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> fall-over
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> fall-over <fall_over:text>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> activate
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> [next-hop-self] [all]
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> route-reflector-client
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> send-community
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> send-community <send_community:standard|extended|both|large>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> soft-reconfiguration inbound
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> inherit peer-policy <inherit_peer_policy>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> inherit peer-session <inherit_peer_session>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> route-map <+RouteMapUse.route_map> <direction:in|out>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> filter-list <+FilterListUse.filter_list> <direction:in|out>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> distribute-list <+DistributeListUse.distribute_list> <direction:in|out>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> maximum-prefix <maximum_prefix:int> [<maximum_prefix_threshold:int>] <...>
    neighbor <Neighbor:\d+\.\S+|\S*:\S*> <...>
    neighbor <PeerGroup> remote-as <remote_as>
    neighbor <PeerGroup> description <description:text>
    neighbor <PeerGroup> update-source <update_source>
    neighbor <PeerGroup> password [<password_kind:\d>] <password>
    neighbor <PeerGroup> timers <keepalive:int> <holdtime:int> [<minimum_holdtime:int>]
    neighbor <PeerGroup> [ebgp-multihop] [<ebgp_multihop:int>]
    neighbor <PeerGroup> shutdown
    neighbor <PeerGroup> fall-over
    neighbor <PeerGroup> fall-over <fall_over:text>
    neighbor <PeerGroup> activate
    neighbor <PeerGroup> [next-hop-self] [all]
    neighbor <PeerGroup> route-reflector-client
    neighbor <PeerGroup> soft-reconfiguration inbound
    neighbor <PeerGroup> send-community
    neighbor <PeerGroup> send-community <send_community:standard|extended|both|large>
    neighbor <PeerGroup> route-map <+RouteMapUse.route_map> <direction:in|out>
    neighbor <PeerGroup> prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
    neighbor <PeerGroup> filter-list <+FilterListUse.filter_list> <direction:in|out>
    neighbor <PeerGroup> maximum-prefix <maximum_prefix:int> [<maximum_prefix_threshold:int>] <...>
    neighbor <PeerGroup> <...>
}
- end
- quit
- exit
- exit-address-family
- exit-vrf
- exit-peer-policy
- exit-peer-session
- exit-service-group
- Building configuration<rest:.*>
- Current configuration<rest:.*>
- Using <rest:.+ bytes>
version|hostname *
service timestamps debug|log ...
service password-encryption|pad|config|finger|dhcp|sequence-numbers|internal|tcp-keepalives-in|tcp-keepalives-out
service call-home|compress-config|unsupported-transceiver|nagle|linenumber|tcp-small-servers|udp-small-servers
service counters max age *
service <...>
platform <...>
license udi pid <License> sn <serial_number>
license boot level **
license <...>
diagnostic bootup level *
boot-start-marker
boot-end-marker
boot system <...>
boot <...>
security passwords min-length *
enable secret|password <enable_secret:text>
logging buffered|rate-limit|history|console|monitor **
logging console|monitor
logging source-interface <logging_source_interface> [vrf <vrf>]
logging trap|facility|origin-id|userinfo|synchronous **
logging on
logging event <...>
logging host <LogServer> [vrf <vrf>] [transport <transport:udp|tcp|tls>] [port <port:int>] [session-id <...>]
logging host <LogServer> <...>
logging host ipv6 <LogServer>
logging server-arp
logging count
logging <LogServer:\d+\.\d+\.\d+\.\d+>
logging esm|discriminator|snmp-trap|persistent|buginf|exception|message-counter <...>
aaa new-model
aaa group server radius|tacacs+|ldap <AaaServerGroup> {
    server name *
    server <+Server.address> [auth-port <auth_port:int>] [acct-port <acct_port:int>]
    server-private <+Server.address> <...>
    ip|ipv6 vrf forwarding *
    ip|ipv6 radius|tacacs source-interface *
    deadtime|key|load-balance **
}
aaa authentication|authorization|accounting <Aaa:(?:commands \d+|\S+) \S+> [<methods:text>] {
    action-type *
    broadcast
    group *
}
aaa authorization console|config-commands
aaa session-id *
aaa <...>
tacacs server <TacacsServer> {
    address ipv4|ipv6 *
    key [<key_kind:\d>] <key_value:text>
    timeout|port **
    single-connection
}
radius server <RadiusServer> {
    address ipv4|ipv6 <address> [auth-port <auth_port:int>] [acct-port <acct_port:int>]
    address ipv4|ipv6 *
    key [<key_kind:\d>] <key_value:text>
    timeout|port|retransmit|automate-tester|pac **
    single-connection
}
tacacs-server host <TacacsServer> [single-connection] [port <port:int>] [timeout <timeout:int>] [key [<key_kind:\d>] <key_value:text>]
radius-server host <RadiusServer> [auth-port <auth_port:int>] [acct-port <acct_port:int>] [timeout <timeout:int>] [retransmit <retransmit:int>] [key [<key_kind:\d>] <key_value:text>]
tacacs-server|radius-server directed-request
tacacs-server|radius-server key [<key_kind:\d>] <server_key:text>
tacacs-server|radius-server timeout|retransmit|deadtime *
tacacs-server|radius-server <...>
ip tacacs|radius source-interface * [vrf <vrf>]
dot1x system-auth-control
clock timezone|summer-time **
clock calendar-valid
username <User> [privilege <privilege:int>] [view <view>] [role <role>] secret|password [<secret_kind:\d>] <secret:text>
username <User> [privilege <privilege:int>] <...>
username <User> privilege *
ip domain name|list *
ip domain lookup
ip domain lookup source-interface *
ip domain-name|domain-list *
ip domain-lookup
ip domain name vrf <+DomainName.vrf> <name>
ip name-server vrf <+NameServer.vrf> <addresses:text>
ip name-server <NameServer:\S+> [<further:text>]
ip host <Host> <address>
ip host <...>
ip http server|secure-server
ip http authentication|access-class|max-connections|timeout-policy|path|active-session-modules|secure-active-session-modules **
ip http client source-interface *
ip http <...>
ip ssh version|time-out|authentication-retries|source-interface|port|maxstartups **
ip ssh <...>
ip scp server enable
ip ftp|tftp source-interface *
ip telnet source-interface *
ip source-route|classless|subnet-zero|routing|cef|multicast-routing|gratuitous-arps
ip routing protocol purge interface
ipv6 unicast-routing|cef|multicast-routing
ip cef distributed
ip multicast-routing distributed
ip multicast-routing vrf *
ip bootp server
ip finger|identd
ip forward-protocol nd
ip forward-protocol udp|spanning-tree **
ip default-gateway|default-network *
ip tcp <...>
ip icmp rate-limit <...>
ip arp inspection vlan **
ip arp inspection <...>
ip dhcp snooping
ip dhcp snooping vlan **
ip dhcp snooping information option
ip dhcp snooping <...>
ip dhcp relay information <...>
ip dhcp excluded-address [vrf <DhcpExclusion.vrf>] <+DhcpExclusion.first:\d\S+> [<last:\d\S+>]
ip dhcp pool <DhcpPool> {
    network <network> [<mask>]
    host <host> [<mask>]
    default-router|dns-server|netbios-name-server **
    domain-name|netbios-node-type|next-server|bootfile|client-identifier|client-name|hardware-address|vrf **
    option <+DhcpOption.option:int> <value:text>
    lease **
    import all
    utilization <...>
}
ipv6 dhcp pool <DhcpPool> { <...> }
ip dhcp <...>
ip igmp snooping
ip igmp <...>
ip pim rp-address <RendezvousPoint> [<group>] [override]
ip pim <...>
ip msdp peer <MsdpPeer> <...>
ip msdp <...>
ip flow-export destination <FlowExport> <port:int> [vrf <vrf>]
ip flow-export|flow-top-talkers|flow-cache <...>
ip sla <IpSla:\d+> {
    icmp-echo <target> [source-ip <source_address>] [source-interface <source_interface>] {
        threshold|timeout|frequency|tag|vrf|owner|tos **
    }
    udp-jitter <target> <port:int> <...>
    frequency|timeout|threshold|tag|vrf **
}
ip sla schedule <IpSla:\d+> <schedule:text>
ip sla <...>
track <Track:int> interface <interface> <tracked:line-protocol|ip routing> { delay ** }
track <Track:int> ip sla <ip_sla:int> [<state:reachability|state>] { delay ** }
track <Track:int> ip route <tracked_route:text> { delay ** }
track <Track:int> list <list:text> { object <...> }
login block-for * attempts * within *
login on-failure|on-success log
login on-failure|on-success <...>
login quiet-mode access-class *
crypto pki trustpoint <PkiTrustpoint> {
    enrollment|revocation-check|rsakeypair|fqdn|hash|usage|source|serial-number|ip-address **
    subject-name ...
}
crypto pki certificate chain <CertificateChain> { certificate <Certificate:.+> }
crypto pki <...>
crypto key generate <...>
crypto isakmp policy <IsakmpPolicy:int> {
    encr|encryption|hash|authentication|group|lifetime **
}
crypto isakmp key [<IsakmpKey.key_kind:\d>] <+IsakmpKey.key_value:\S+> address [ipv6] <address> [<mask>] [no-xauth]
crypto isakmp keepalive|nat|identity|enable|invalid-spi-recovery|aggressive-mode <...>
crypto isakmp profile <IsakmpProfile> {
    keyring|vrf|virtual-template|ca|initiate|local-address **
    match identity **
}
crypto isakmp client configuration group <VpnGroup> { <...> }
crypto keyring <Keyring> [vrf <vrf>] {
    pre-shared-key address <+PreSharedKey.address> [<mask:\d\S+>] key [<key_kind:\d>] <key_value>
    local-address **
}
crypto ikev2 proposal <Ikev2Proposal> { encryption|integrity|prf|group ** }
crypto ikev2 policy <Ikev2Policy> {
    proposal *
    match **
}
crypto ikev2 keyring <Keyring> {
    peer <Peer> {
        address|description|identity|hostname **
        pre-shared-key [<direction:local|remote>] [<key_kind:\d>] <key_value>
    }
}
crypto ikev2 profile <Ikev2Profile> {
    match <+Match.match:text>
    authentication local|remote **
    keyring local *
    identity|lifetime|dpd|virtual-template|nat|pki|aaa|ivrf|config-exchange **
}
crypto ikev2 <...>
crypto ipsec transform-set <TransformSet> <transforms:text> { mode * }
crypto ipsec profile <IpsecProfile> {
    set transform-set|pfs|ikev2-profile|isakmp-profile|identity **
    set security-association lifetime **
}
crypto ipsec security-association lifetime|replay|idle-time **
crypto ipsec <...>
crypto dynamic-map <CryptoMap> <sequence:int> {
    set transform-set|pfs|isakmp-profile|ikev2-profile **
    match address *
    reverse-route
}
crypto map <CryptoMap/CryptoMapEntry> <key:int> <kind:ipsec-isakmp|ipsec-manual|gdoi> [dynamic <dynamic_map>] {
    description ...
    set peer <peer> [default]
    set transform-set|pfs|isakmp-profile|ikev2-profile **
    set security-association <...>
    match address *
    reverse-route
    reverse-route <...>
}
crypto map <CryptoMap> local-address <local_address>
crypto <...>
archive {
    path *
    write-memory
    time-period|maximum *
    log config {
        logging enable|persistent
        logging size *
        notify syslog [contenttype <contenttype>]
        hidekeys
    }
}
errdisable recovery cause <+ErrdisableRecovery.cause>
errdisable recovery interval *
errdisable <...>
spanning-tree mode *
spanning-tree extend system-id
spanning-tree portfast [edge|network|normal] default
spanning-tree portfast [edge] bpduguard|bpdufilter default
spanning-tree loopguard default
spanning-tree vlan <+SpanningTreeVlan.vlan> priority <priority:int>
spanning-tree vlan <+SpanningTreeVlan.vlan> root <root:primary|secondary> <...>
spanning-tree mst configuration {
    name|revision *
    instance <MstInstance:int> vlan <vlans:text>
}
spanning-tree <...>
vtp mode|domain|version|password|pruning|interface **
vtp pruning
lldp run
cdp run
cdp <...>
udld enable|aggressive
udld <...>
vlan internal allocation policy *
vlan access-map <VlanAccessMap> [<sequence:int>] {
    match ip|ipv6|mac address **
    action **
}
vlan filter <VlanFilter> vlan-list <vlans>
vlan access-log|dot1q <...>
vlan configuration <VlanConfiguration> { <...> }
vlan <Vlan:numbers> {
    name ...
    remote-span
    shutdown
    state|mtu|media *
    private-vlan <...>
}
vrf definition <Vrf> {
    description ...
    rd *
    vpn id *
    route-target import|export|both * [stitching]
    address-family ipv4|ipv6 {
        route-target import|export|both *
        import|export map *
        import|export ipv4 unicast map *
        mdt <...>
    }
}
ip vrf <Vrf> {
    description ...
    rd *
    vpn id *
    route-target import|export|both *
    import|export map *
}
redundancy {
    mode *
    main-cpu { auto-sync * }
    <...>
}
stack-mac <...>
switch <Switch:int> provision <model>
switch virtual domain <VirtualDomain:int> { <...> }
object-group network|service <ObjectGroup> [<protocol>] {
    description ...
    host <+Member.host>
    range <+Member.first> <last>
    group-object <+Member.group>
    <+Member.address:\d\S+> <mask>
    <+Member.protocol:tcp-udp|tcp|udp> source <source_port:(?:eq|gt|lt) \S+|range \S+ \S+> [<port:(?:(?:eq|gt|lt) )?\S+|range \S+ \S+>]
    <+Member.protocol:tcp-udp|tcp|udp> <port:(?:(?:eq|gt|lt) )?\S+|range \S+ \S+>
    <+Member.protocol:tcp-udp|tcp|udp|icmp|ip|gre|esp|ahp|eigrp|ospf|pim|igmp> [<icmp_type>]
}
class-map [<ClassMap.match_kind:match-any|match-all>] <ClassMap> {
    description ...
    match <+Match.match:text>
}
class-map type <ClassMap.kind> [<ClassMap.subkind:control subscriber>] [<ClassMap.match_kind:match-any|match-all>] <ClassMap> { match <+Match.match:text> }
policy-map <PolicyMap> {
    description ...
    class <PolicyClass> {
        bandwidth|priority|police|shape|set|fair-queue|random-detect|queue-limit|trust|service-policy|dbl|conform-action|exceed-action **
        priority
        fair-queue
        random-detect
        police <...> { conform-action|exceed-action|violate-action ** }
        inspect|drop|pass <...>
    }
    class type inspect <PolicyClass> {
        inspect|drop|pass <...>
    }
}
policy-map type inspect <PolicyMap> { class <...> }
zone security <SecurityZone> { description ... }
zone-pair security <ZonePair> source <source_zone> destination <destination_zone> {
    service-policy type inspect *
}
key chain <KeyChain> {
    key <Key:int> {
        key-string [<key_kind:\d>] <key_string>
        accept-lifetime|send-lifetime|cryptographic-algorithm **
    }
}
template <Template> { <...> }
bfd-template single-hop|multi-hop <BfdTemplate> { <...> }
flow record|exporter|monitor <Flow> {
    description ...
    match|collect <+FlowField.field:text>
    destination|source|transport|exporter|record|cache|template|export-protocol|option|dscp|ttl **
}
multilink bundle-name authenticated
bridge irb
bridge <...>
controller <Controller:.+> { <...> }
interface <Interface> [<kind:point-to-point|multipoint>] {
    description ...
    switchport
    switchport mode *
    switchport access|voice vlan *
    switchport trunk native vlan *
    switchport trunk encapsulation *
    switchport trunk allowed vlan **
    switchport trunk allowed vlan add <switchport_trunk_allowed_vlan:text>
    switchport nonegotiate|nonnegotiate|host
    switchport port-security
    switchport port-security maximum|violation|aging|mac-address **
    switchport protected
    switchport block *
    switchport mode private-vlan *
    switchport private-vlan <...>
    encapsulation dot1Q|dot1q|isl <encapsulation_dot1q:int> [native] [second-dot1q <second_dot1q>]
    encapsulation *
    vrf forwarding *
    ip vrf forwarding *
    ip address * *
    ip address <IpAddress:\d\S+> <mask:\d\S+> secondary
    ip address dhcp
    ip address negotiated
    ip address
    ip unnumbered *
    ipv6 address <Ipv6Address:\S*:\S*> [<kind:eui-64|link-local|anycast>]
    ipv6 address autoconf|dhcp
    ipv6 enable
    ip|ipv6 access-group|traffic-filter <+AccessGroup.access_list> <direction:in|out>
    ip helper-address [vrf <helper_vrf>] [global] <ip_helper_address>
    ip nat inside|outside
    ip virtual-reassembly
    ip virtual-reassembly <...>
    ip policy route-map *
    ip verify unicast source reachable-via ...
    ip verify unicast reverse-path
    ip flow ingress|egress
    ip flow monitor <...>
    ip route-cache
    ip route-cache <...>
    ip redirects|unreachables|proxy-arp|directed-broadcast|mask-reply|local-proxy-arp|mroute-cache|accounting
    ipv6 redirects|unreachables
    ip mtu *
    ipv6 mtu *
    ip tcp adjust-mss *
    ip arp inspection trust
    ip arp inspection limit rate *
    ip dhcp snooping trust
    ip dhcp snooping limit rate *
    ip dhcp relay <...>
    ip ospf <ospf_process:\d+> area <ospf_area>
    ip ospf cost|network|priority|hello-interval|dead-interval|retransmit-interval *
    ip ospf mtu-ignore|bfd
    ip ospf bfd disable
    ip ospf authentication
    ip ospf authentication message-digest
    ip ospf authentication null
    ip ospf authentication-key [<ospf_key_kind:\d>] <ospf_key>
    ip ospf message-digest-key <ospf_key_id:int> md5 [<ospf_key_kind:\d>] <ospf_key>
    ip ospf <...>
    ipv6 ospf <ospfv3_process:\d+> area <ospfv3_area>
    ipv6 ospf cost|network|priority|hello-interval|dead-interval *
    ipv6 ospf mtu-ignore
    ospfv3 <ospfv3_process:\d+> ipv4|ipv6 area <ospfv3_area>
    ospfv3 <...>
    ip router isis *
    ipv6 router isis *
    ip router isis
    isis <...>
    ip pim sparse-mode|dense-mode|sparse-dense-mode|bidirectional|passive
    ip pim <...>
    ip igmp <...>
    ip cgmp <...>
    ip dvmrp <...>
    ip summary-address eigrp|rip <...>
    ip bandwidth-percent|hello-interval|hold-time|authentication|split-horizon|next-hop-self eigrp <...>
    ip rip <...>
    ipv6 nd|rip|dhcp|eigrp|pim|mld|flow|verify|tcp <...>
    ip nhrp|inspect|ips|admission|sticky-arp|wccp|nbar|rsvp|rtp|load-sharing|urd|device <...>
    standby version *
    standby use-bia
    standby delay <...>
    standby bfd
    standby <Standby:\d+> ip <ip:\d\S+> [secondary]
    standby <Standby:\d+> ipv6 <ipv6>
    standby <Standby:\d+> priority <priority:int>
    standby <Standby:\d+> [preempt] [delay <preempt_delay:text>]
    standby <Standby:\d+> timers [msec] <hello:int> [msec] <hold:int>
    standby <Standby:\d+> authentication [<authentication_kind:md5 key-string|md5 key-chain|text>] [<key_kind:\d>] <authentication>
    standby <Standby:\d+> track <+StandbyTrack.track> [<interface_track:line-protocol>] [decrement <decrement:int>] [shutdown]
    standby <Standby:\d+> track <+StandbyTrack.track> <decrement:int>
    standby <Standby:\d+> name|mac-address *
    standby <Standby:\d+> <...>
    standby ip|priority|preempt|timers|track|authentication **
    standby preempt
    vrrp <Vrrp:\d+> ip <ip> [secondary]
    vrrp <Vrrp:\d+> priority <priority:int>
    vrrp <Vrrp:\d+> description <description:text>
    vrrp <Vrrp:\d+> address-family ipv4|ipv6 {
        address <address> [<address_kind:primary|secondary>]
        priority|description|track|timers|preempt|match-address|vrrpv2 **
        preempt
    }
    vrrp <Vrrp:\d+> <...>
    glbp <Glbp:\d+> ip <ip>
    glbp <Glbp:\d+> priority <priority:int>
    glbp <Glbp:\d+> <...>
    channel-group <channel_group:int> [mode <channel_mode>]
    channel-protocol *
    lacp <...>
    spanning-tree portfast
    spanning-tree portfast trunk|edge|disable|network
    spanning-tree portfast edge trunk
    spanning-tree bpduguard|bpdufilter|guard|link-type|cost|port-priority *
    spanning-tree vlan <...>
    storm-control broadcast|multicast|unicast|action|include **
    storm-control broadcast|multicast|unicast level **
    lldp transmit|receive
    cdp enable
    mtu|speed|duplex|bandwidth|delay|media-type|load-interval|clock|keepalive|hold-queue|carrier-delay|mac-address|arp **
    keepalive
    bandwidth receive *
    negotiation auto
    mdix auto
    power inline <...>
    shutdown
    logging event <...>
    snmp trap link-status
    snmp trap <...>
    snmp ifindex persist
    mop enabled|sysid
    service-policy input|output *
    service-policy type <...>
    service instance <ServiceInstance:int> ethernet [<name>] {
        description ...
        encapsulation ...
        rewrite ingress tag ...
        bridge-domain <bridge_domain:int> [split-horizon <...>]
        xconnect|service-policy|l2protocol|errdisable|ethernet|mac <...>
    }
    tunnel source|destination|mode|key|vrf|protection|ttl|path-mtu-discovery **
    tunnel path-mtu-discovery
    crypto map *
    zone-member security *
    authentication host-mode|order|priority|port-control|event|timer|control-direction|periodic|violation **
    authentication periodic|open
    dot1x pae *
    dot1x timeout|max-req|max-reauth-req|port-control **
    dot1x <...>
    mab
    mab eap
    access-session <...>
    mls qos trust
    mls qos trust *
    mls qos <...>
    auto qos <...>
    srr-queue|priority-queue|wrr-queue|rcv-queue|tx-queue|queue-set|qos <...>
    udld port
    udld port *
    mpls ip
    mpls mtu *
    mpls <...>
    bfd interval * min_rx * multiplier *
    bfd <...>
    xconnect <xconnect_peer> <xconnect_id:int> [encapsulation <xconnect_encapsulation>] <...>
    ppp|pppoe|pppoe-client|dialer|dialer-group|isdn|peer|async|fair-queue|tx-ring-limit|random-detect|serial|atm|frame-relay|pvc|hdlc <...>
    bridge-group <...>
    source-interface *
    host-reachability protocol *
    member vni <Vni:\d[\d-]*> [vrf <vrf>] [mcast-group <mcast_group>] [ingress-replication] [local-routing] {
        ingress-replication *
        mcast-group **
    }
    backup|private-vlan|flowcontrol|macro|ntp|vtp|mac|macsec|cts|mvr|nmsp|energywise|device-tracking|trust|transceiver|platform|hw-module|l2protocol-tunnel <...>
    ssid|antenna|channel|power|station-role|world-mode|dot11|rts|preamble-short <...>
    description: <description_text:text>
    link debounce <...>
    link state group **
    fast-forwarding|plim|vrf|autostate|onep|group-range|peer|arp <...>
    autostate
    device-tracking
    template|source template <...>
    vlan-id|encapsulation|stack-mib <...>
}
bridge-domain <BridgeDomain:int> { member <...> }
l2vpn evpn { <...> }
l2 vfi <Vfi> <kind> { <...> }
router ospf <Ospf> [vrf <vrf>] {
    router-id *
    log-adjacency-changes
    log-adjacency-changes detail
    auto-cost reference-bandwidth *
    passive-interface default
    passive-interface <PassiveInterface>
    network <+OspfNetwork.network> <inverse_mask> area <area>
    area <OspfArea> [authentication] [message-digest]
    area <OspfArea> [stub] [no-summary]
    area <OspfArea> [nssa] [no-summary] [default-information-originate] <...>
    area <OspfArea> range <+OspfRange.address> <mask> [<effect:advertise|not-advertise>] [cost <cost:int>]
    area <OspfArea> virtual-link <+VirtualLink.neighbor> <...>
    area <OspfArea> <...>
    redistribute <Redistribution> [<process:\d+>] [<subnets:subnets>] [metric <metric:int>] [metric-type <metric_type:int>] [subnets] [route-map <route_map>] [tag <tag:int>]
    redistribute <Redistribution> <...>
    default-information originate
    default-information originate always [metric <default_metric:int>] [metric-type <default_metric_type:int>] [route-map <default_route_map>]
    default-information originate [always] [metric <default_metric:int>] [metric-type <default_metric_type:int>] [route-map <default_route_map>]
    maximum-paths|distance|default-metric|priority **
    timers|max-metric|nsf|ispf|prefix-suppression|capability|summary-address|neighbor|domain-id|domain-tag|bfd|discard-route|fast-reroute|segment-routing|mpls|compatible|distribute-list|snmp|microloop|nsr|ttl-security <...>
}
ipv6 router ospf <Ospf> { <...> }
router ospfv3 <Ospf> {
    router-id *
    address-family ipv4|ipv6 unicast {
        passive-interface *
        router-id *
        <...>
    }
    <...>
}
router eigrp <Eigrp> {
    network <+EigrpNetwork.network> [<inverse_mask:\d\S+>]
    passive-interface default
    passive-interface <PassiveInterface>
    redistribute <Redistribution> [<process:\d+>] [metric <metric:text>] [route-map <route_map>]
    eigrp router-id *
    eigrp stub [<stub:text>]
    eigrp log-neighbor-changes|log-neighbor-warnings
    eigrp <...>
    auto-summary
    variance|maximum-paths|distance|default-metric|autonomous-system|metric|timers|neighbor|offset-list|distribute-list|traffic-share|nsf **
    address-family ipv4|ipv6 [unicast] [vrf <vrf>] autonomous-system <autonomous_system:int> {
        network <+EigrpNetwork.network> [<inverse_mask:\d\S+>]
        eigrp router-id *
        eigrp stub [<stub:text>]
        neighbor <...>
        autonomous-system *
        redistribute <Redistribution> [<process:\d+>] [metric <metric:text>] [route-map <route_map>]
        topology <Topology> {
            - exit-af-topology
            redistribute <Redistribution> [<process:\d+>] [metric <metric:text>] [route-map <route_map>]
            variance|maximum-paths|distance|default-metric|distribute-list|offset-list|traffic-share **
            auto-summary
        }
        af-interface <AfInterface> {
            - exit-af-interface
            passive-interface
            shutdown
            split-horizon
            hello-interval|hold-time|authentication|summary-address|bandwidth-percent|next-hop-self **
        }
        - exit-af-topology
        - exit-af-interface
        auto-summary
        <...>
    }
}
router rip {
    version *
    network <+RipNetwork.network>
    passive-interface <PassiveInterface>
    redistribute <Redistribution> <...>
    auto-summary
    default-information originate
    neighbor|timers|distance|distribute-list|offset-list|maximum-paths|default-metric **
    address-family ipv4 vrf <Vrf> { <...> }
}
router isis [<Isis>] {
    net|is-type|metric-style|lsp-password|area-password|domain-password|maximum-paths|distance|authentication **
    passive-interface <PassiveInterface>
    log-adjacency-changes <...>
    redistribute <Redistribution> <...>
    <...>
}
= bgp-family {
    bgp <...>
    = bgp-neighbors
    network <BgpNetwork> [mask <mask>] [route-map <route_map>] [backdoor]
    aggregate-address <Aggregate> <mask:\d\S+> [summary-only] [as-set] [route-map <route_map>] <...>
    redistribute <Redistribution> [<process:\d+>] [metric <metric:int>] [match <match:text>] [route-map <route_map>]
    default-information originate
    maximum-paths|distance|table-map|import|advertise **
    maximum-paths ibgp|eibgp *
    synchronization
    auto-summary
    default-metric *
}
router bgp <Bgp> {
    bgp router-id|cluster-id|graceful-restart|maxas-limit **
    bgp router-id interface *
    bgp log-neighbor-changes|always-compare-med|deterministic-med|graceful-restart|enforce-first-as|fast-external-fallover
    bgp default ipv4-unicast
    bgp default local-preference *
    bgp bestpath <...>
    bgp listen range <ListenRange> peer-group <peer_group>
    bgp listen limit *
    bgp confederation identifier *
    bgp confederation peers **
    bgp <...>
    timers bgp * *
    synchronization
    auto-summary
    template peer-policy|peer-session <BgpTemplate> {
        remote-as|local-as|update-source|ebgp-multihop|password|timers|version|transport|disable-connected-check|fall-over|ttl-security **
        description ...
        inherit peer-policy|peer-session <inherit> [<inherit_sequence:int>]
        route-map <+RouteMapUse.route_map> <direction:in|out>
        prefix-list <+PrefixListUse.prefix_list> <direction:in|out>
        filter-list <+FilterListUse.filter_list> <direction:in|out>
        send-community|maximum-prefix|weight|allowas-in|advertisement-interval **
        next-hop-self|route-reflector-client|send-community|remove-private-as|as-override|default-originate|allowas-in|shutdown
        soft-reconfiguration inbound
    }
    = bgp-neighbors
    network <BgpNetwork> [mask <mask>] [route-map <route_map>] [backdoor]
    aggregate-address <Aggregate> <mask:\d\S+> [summary-only] [as-set] [route-map <route_map>] <...>
    redistribute <Redistribution> [<process:\d+>] [metric <metric:int>] [match <match:text>] [route-map <route_map>]
    default-information originate
    maximum-paths|distance|table-map **
    maximum-paths ibgp|eibgp *
    address-family <BgpVrf.family:ipv4|ipv6> [unicast|multicast] vrf <BgpVrf> { = bgp-family }
    address-family <AddressFamily:text> { = bgp-family }
}
ip route [vrf <StaticRoute.vrf>] <+StaticRoute.destination:\d\S+> <mask:\d\S+> [<interface:[A-Za-z]\S*\d>] <next_hop:\d+\.\S+|Null0|dhcp> [<distance:\d+>] [global] [tag <tag:int>] [permanent] [name <name>] [track <track:int>] [tag <tag_2:int>] [name <name_2>]
ip route [vrf <StaticRoute.vrf>] <+StaticRoute.destination:\d\S+> <mask:\d\S+> <interface:[A-Za-z]\S*\d> [<distance:\d+>] [tag <tag:int>] [permanent] [name <name>] [track <track:int>]
ipv6 route [vrf <StaticRoute.vrf>] <+StaticRoute.destination> [<interface:[A-Za-z]\S*\d>] <next_hop:\S*:\S*|Null0> [<distance:\d+>] [tag <tag:int>] [name <name>]
ipv6 route [vrf <StaticRoute.vrf>] <+StaticRoute.destination> <interface:[A-Za-z]\S*\d> [<distance:\d+>]
ip mroute <+MulticastRoute.source> <mask> <next_hop> <...>
ip nat inside|outside source static [<Nat.protocol:tcp|udp>] <+Nat.local:\d\S+> [<local_port:\d+>] <global:\S+(?: [A-Za-z]\S*\d)?> [<global_port:\d+>] [vrf <vrf>] [extendable] [no-alias] <...>
ip nat inside|outside source list <+Nat.list> interface <interface> [vrf <vrf>] [overload]
ip nat inside|outside source list <+Nat.list> pool <pool> [vrf <vrf>] [overload] <...>
ip nat inside source route-map <+Nat.route_map> interface <interface> [vrf <vrf>] [overload]
ip nat inside source route-map <+Nat.route_map> pool <pool> [vrf <vrf>] [overload] <...>
ip nat pool <NatPool> <first:\d\S+> <last:\d\S+> [netmask <netmask>] [prefix-length <prefix_length:int>] <...>
ip nat <...>
ip inspect name <InspectionRule> <+InspectedProtocol.protocol> [alert <alert:on|off>] [audit-trail <audit_trail:on|off>] <...>
ip inspect|wccp|ips|telnet|cef|rcmd|reflexive-list|verify|sticky-arp|radius|tacacs|accounting|admission|access-list|nbar|mroute-cache|spd|options|drp|gdp|dvmrp|rtcp|rsvp|urlfilter|audit|auth-proxy|virtual-reassembly|explicit-path|mfib|service <...>
sdm|spd|security|network-clock-participate|network-clock-select|vpdn|voice-card|vpdn-group|ipc|md5|wlan|ap|identity|lacp|eap|ptp|synce|clns|monitoring|dspfarm|interconnect|warm-reboot|resume|async-bootp|chat-script|x25|isis|tag-switching|nls|mmi|archive|onep|cwmp|ngoam|vmi|zone|crypto-engine <...>
logging snmp-authfail <...>
ip access-list <AccessList.kind:standard|extended> <AccessList> {
    * permit|deny|remark **
    permit|deny|remark **
    dynamic|evaluate|fragments **
}
ipv6 access-list <AccessList> {
    sequence * permit|deny|remark **
    permit|deny|remark **
}
mac access-list extended <AccessList> { permit|deny ** }
ip access-list resequence|logging|log-update|role-based|match-local-traffic <...>
access-list <AccessList> remark|permit|deny|dynamic **
ip|ipv6 prefix-list <PrefixList> description <description:text>
ip|ipv6 prefix-list <PrefixList> **
ip as-path access-list <AsPathList/AsPathEntry> [seq <key:\d+>] <action:permit|deny> <pattern:text>
ip community-list standard|expanded <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
ip community-list <CommunityList/CommunityListEntry:\d+> <action:permit|deny> <community:text>
ip extcommunity-list standard|expanded <CommunityList/CommunityListEntry> [seq <key:\d+>] <action:permit|deny> <community:text>
ip extcommunity-list <CommunityList/CommunityListEntry:\d+> <action:permit|deny> <community:text>
ip bgp-community new-format
ip local policy route-map *
route-map <RoutePolicy> * * {
    description ...
    match ip|ipv6 address prefix-list **
    match ip|ipv6 address **
    match ip next-hop prefix-list **
    match ip next-hop|route-source **
    match tag|interface|metric|source-protocol|community|extcommunity|as-path|route-type|length|track **
    set local-preference|metric|tag|weight|origin|metric-type|interface|vrf|default|automatic-tag|level|dampening **
    set ip next-hop|precedence|dscp|df|tos **
    set ip default next-hop **
    set ip next-hop verify-availability **
    set ip next-hop recursive|vrf **
    set ipv6 next-hop **
    set as-path prepend **
    set as-path prepend last-as *
    set community **
    set community none
    set extcommunity rt|cost|soo **
    set comm-list * delete
    continue *
    continue
}
route-map <RoutePolicy> * *
snmp-server community <SnmpCommunity> [view <view>] [<access:(?i:ro|rw)>] [ipv6 <ipv6_access_list>] [<access_list>]
snmp-server contact|location|chassis-id ...
snmp-server enable traps
snmp-server enable traps <+SnmpTrap.traps:text>
snmp-server host <SnmpHost> [vrf <vrf>] [<kind:traps|informs>] [version <version> [<security:auth|noauth|priv>]] <community> [udp-port <port:int>] [<notifications:text>]
snmp-server group <SnmpGroup> <version:v1|v2c|v3> [<security:auth|noauth|priv>] [context <context>] [match <match>] [read <read_view>] [write <write_view>] [notify <notify_view>] [access [ipv6 <ipv6_access_list>] <access_list>]
snmp-server user <SnmpUser> <group> <version:v1|v2c|v3> <...>
snmp-server view <SnmpView> <oid> <effect:included|excluded>
snmp-server trap-source|source-interface|ifindex|engineID|queue-length|packetsize|tftp-server-list|file-transfer|system-shutdown|manager|trap|inform|cache **
snmp-server trap link <...>
snmp-server ifindex persist
snmp-server system-shutdown
snmp-server <...>
snmp mib <...>
snmp ifmib <...>
control-plane {
    service-policy input|output *
    <...>
}
control-plane host|transit|cef-exception { service-policy input|output * }
banner motd|login|exec|incoming|prompt-timeout|slip-ppp|config-save ...
alias exec|configure|interface <Alias> <command:text>
privilege <...>
parser <...>
menu <...>
line <Line:(?:con|aux|tty|console) .+> {
    session-timeout|exec-timeout|password|login|transport|stopbits|speed|length|width|access-class|privilege|history|flowcontrol|modem|session-limit|absolute-timeout|escape-character|authorization|accounting|exec|script|rotary|autoselect|notify|international|location|logout-warning|session-disconnect-warning **
    exec-timeout <exec_timeout_minutes:int> [<exec_timeout_seconds:int>]
    logging synchronous [<...>]
    login
    login local
    login authentication *
    exec
    exec prompt timestamp
    privilege level *
    transport input|output|preferred **
    history size *
    no-exec
}
line <Line:vty \d+> [<last:\d+>] {
    exec-timeout <exec_timeout_minutes:int> [<exec_timeout_seconds:int>]
    access-class <access_class> <access_class_direction:in|out> [vrfname <vrf>] [vrf-also]
    ipv6 access-class <ipv6_access_class> <ipv6_access_class_direction:in|out>
    session-timeout|password|transport|stopbits|speed|length|width|session-limit|absolute-timeout|authorization|accounting|rotary|notify|location|escape-character|logout-warning|session-disconnect-warning|autocommand|terminal-type|exec|history|flowcontrol **
    logging synchronous [<...>]
    login
    login local
    login authentication *
    exec
    exec prompt timestamp
    privilege level *
    transport input|output|preferred **
    history size *
}
ntp server [vrf <NtpServer.vrf>] [ip] [ipv6] <NtpServer> [version <version:int>] [prefer] [key <key_id:int>] [source <source>] [minpoll <minpoll:int>] [maxpoll <maxpoll:int>] [prefer] [burst] [iburst]
ntp peer [vrf <NtpPeer.vrf>] [ip] [ipv6] <NtpPeer> [version <version:int>] [prefer] [key <key_id:int>] [source <source>] [minpoll <minpoll:int>] [maxpoll <maxpoll:int>] [prefer] [burst] [iburst]
ntp source|clock-period|master|max-associations|maxdistance|trusted-key|logging **
ntp authenticate|logging|update-calendar|master
ntp authentication-key <NtpKey:int> <kind:md5|hmac-sha1|hmac-sha2-256|sha1|sha2> <key_value> [<key_kind:int>]
ntp access-group [<family:ipv4|ipv6>] <kind:peer|serve|serve-only|query-only> <acl>
ntp <...>
sntp server <NtpServer> <...>
event manager applet <EventApplet> {
    event <...>
    action <EventAction> <...>
    <...>
}
event manager <...>
mpls label|ldp|traffic-eng|ip <...>
memory|memory-size|ethernet|process|processor|exception|hw-module|card|module|fabric|mls|qos|auto|access-session|authentication|identity|device-tracking|dot11|dot1x|ip-flow|call-home|subscriber|transceiver|port-channel|power|upgrade|buffers|scheduler|nat64|virtual-service|telemetry|netconf|netconf-yang|restconf|voice|dial-peer|telephony-service|ccm-manager|mgcp|sip-ua|gatekeeper|isdn|cns|wsma|define|macro|epm|vstack|file|monitor|rmon|tftp-server|arp|mac|lacp|l2protocol|system|avc|nmsp|prompt|default|time-range|ipv6|bfd|bridge-domain|service-template|parameter-map|xconnect|pseudowire-class|mac-address-table|multilink|set|configuration|no|call|tacacs|stack|switch|aqm-register-fnf|fhrp|ssl|esmc|sampler|lldp|standby <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads ArubaOS-CX configurations, after HPE Aruba's AOS-CX CLI Guides."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessListEntry": "FilterEntry", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
UNWRITTEN = ["shutdown"]
OTHERS = ""
SIGNS = [
    r"!Version ArubaOS-CX ",
    r"!Version AOS-CX ",
    r"!export-password: default",
    r"https-server vrf ",
    r"    no routing\s*$",
    r"    vlan (?:access|trunk (?:native|allowed)) \d",
]
GRAMMAR = r"""
- end
- Current configuration:
hostname <hostname>
domain-name *
banner motd|exec *
user <User> group <group> password ciphertext <password>
user <User> group <group>
user <User> authorized-key <authorized_key:text>
ip icmp redirect
profile *
vrf <Vrf> {
    rd *
    address-family ipv4|ipv6 unicast {
        route-target import|export|both *
        route-target import|export|both * evpn
    }
}
vrf <Vrf>
ntp server <NtpServer> [minpoll <minpoll:int>] [maxpoll <maxpoll:int>] [iburst] [prefer] [vrf <vrf>]
ntp enable|authentication
ntp vrf *
ntp trusted-key *
ntp authentication-key <...>
clock timezone *
cli-session { timeout * }
session-timeout *
ssh server vrf *
ssh host-key|ciphers|macs|key-exchange-algorithms|public-key-algorithms <...>
ssh password-authentication
https-server vrf *
https-server rest access-mode *
https-server session-timeout *
https-server max-user-sessions *
telnet server vrf *
logging <LogServer> [<transport:udp|tcp|tls>] [port <port:int>] [severity <severity>] [vrf <vrf>] [include-auditable-events]
logging facility *
logging console|filter|persistent-storage <...>
snmp-server vrf *
snmp-server community <SnmpCommunity> {
    access-level *
    access-list|view *
}
snmp-server community <SnmpCommunity>
snmp-server system-contact|system-location|system-description|agent-port ...
snmp-server host <SnmpHost> [<kind:trap|inform>] version <version> [community <community>] [user <user>] [vrf <vrf>]
snmp-server trap <...>
snmpv3 user <SnmpUser> auth <auth> auth-pass ciphertext <auth_pass> [priv <priv> priv-pass ciphertext <priv_pass>] [access-level <access_level>]
snmpv3 context <SnmpContext>
snmpv3 context <SnmpContext> <...>
tacacs-server host <TacacsServer> [key ciphertext <key_value>] [vrf <vrf>] [timeout <timeout:int>] [port <port:int>]
tacacs-server key <tacacs_key:text>
radius-server host <RadiusServer> [key ciphertext <key_value>] [port <port:int>] [acct-port <acct_port:int>] [tracking <tracking>] [vrf <vrf>]
radius-server key|timeout|tracking <...>
radius dyn-authorization <...>
aaa group server tacacs|radius <AaaServerGroup> {
    server <+Server.address> [vrf <vrf>]
}
aaa authentication login <Login> group <groups:text>
aaa authentication login <Login> local
aaa authentication allow-fail-through
aaa authentication|authorization|accounting <...>
access-list ip|ipv6 <AccessList> {
    <AccessListEntry:\d+> <action:permit|deny> <protocol> <source> [eq <source_port>] [<source_port_range:(?:gt|lt) \S+|range \S+ \S+>] <destination> [eq <destination_port>] [<destination_port_range:(?:gt|lt) \S+|range \S+ \S+>] [log] [count] [<flags:text>]
    <AccessListEntry:\d+> comment <comment:text>
}
object-group ip address <AddressGroup> {
    <+Member.sequence:\d+> <address:text>
}
object-group port <ServiceGroup> {
    <+Member.sequence:\d+> <ports:text>
}
apply access-list ip|ipv6 <AppliedAccessList> control-plane vrf <vrf>
apply access-list ip|ipv6 <AppliedAccessList> <...>
ip|ipv6 prefix-list <PrefixList> **
ip aspath-list|community-list <RouteList> <...>
route-map <RoutePolicy> * seq * {
    description ...
    match ip|ipv6 address|next-hop prefix-list **
    match ip|ipv6 next-hop *
    match metric|tag|aspath-list|community-list|interface|route-type|origin|source-protocol|vni **
    set local-preference|metric|metric-type|tag|weight|origin|as-path **
    set ip|ipv6 next-hop **
    set community **
    continue *
}
vlan <Vlan:\d+> {
    name|description ...
    voice
    vsx-sync
    ip igmp snooping enable
    ipv6 mld snooping enable
    dhcpv4-snooping
    arp inspection
    apply access-list ip|ipv6|mac <+AccessGroup.access_list> <direction:in|out>
    shutdown
}
vlan <Vlan:numbers>
evpn {
    arp-suppression
    redistribute local-svi
    vlan <EvpnVlan:int> {
        rd *
        route-target import|export|both *
        redistribute host-route
    }
}
spanning-tree
spanning-tree mode|priority|forward-delay|config-name|config-revision|hello-time|max-age|trap **
spanning-tree instance <StpInstance:int> vlan <vlans>
spanning-tree instance <StpInstance:int> priority <priority:int>
spanning-tree vlan <vlan> [<...>]
loop-protect <...>
dhcpv4-snooping
dhcpv4-snooping <...>
interface lag <Lag:\d+> [multi-chassis] [static] {
    description ...
    shutdown
    routing
    vrf attach *
    ip address *
    vlan access *
    vlan trunk native *
    vlan trunk native * tag
    vlan trunk allowed *
    lacp mode|rate|hash *
    lacp fallback
    lacp fallback-static
    ip mtu *
    mtu *
    loop-protect
    spanning-tree port-type *
    spanning-tree bpdu-guard|root-guard|bpdu-filter|loop-guard
    spanning-tree cost|priority *
    apply access-list ip|ipv6|mac <+AccessGroup.access_list> <direction:in|out>
    ip ospf <ospf_process:int> area <ospf_area>
    ip ospf network|cost|dead-interval|hello-interval *
    arp inspection trust
    dhcpv4-snooping trust
    qos trust *
    vsx-sync **
}
interface <Interface> {
    description ...
    shutdown
    routing
    vrf attach *
    ip address *
    ip address * secondary
    ip address <ip_address> vsx-peer
    ip static *
    ip dhcp
    default-gateway|nameserver **
    ipv6 address **
    ip mtu *
    mtu|speed|duplex|flow-control|split|persona **
    lag *
    lag * multi-chassis
    vlan access *
    vlan trunk native *
    vlan trunk native * tag
    vlan trunk allowed *
    vsx-sync **
    active-gateway ip|ipv6 mac *
    active-gateway ip|ipv6 * mac *
    active-gateway ip|ipv6 *
    active-gateway ip|ipv6 * vsx-peer
    vsx active-forwarding
    vsx shutdown-on-split
    ip helper-address *
    ip helper-address * vrf *
    ip ospf <ospf_process:int> area <ospf_area>
    ip ospf network|cost|priority|dead-interval|hello-interval|authentication *
    ip ospf passive
    ip ospf bfd
    ip ospf message-digest-key <ospf_key_id:int> md5 ciphertext <ospf_key>
    ip ospf keychain *
    ipv6 ospfv3 <...>
    ip pim-sparse enable
    ip igmp enable
    ip igmp snooping <...>
    ip local-proxy-arp
    ip proxy-arp
    ip urpf <...>
    ip redirects
    spanning-tree port-type *
    spanning-tree bpdu-guard|root-guard|bpdu-filter|loop-guard
    spanning-tree cost|priority *
    loop-protect
    loop-protect <...>
    lacp port-id|port-priority *
    lldp|cdp <...>
    power-over-ethernet priority critical|high|low
    power-over-ethernet <...>
    port-access <...>
    aaa authentication port-access client-limit|critical-role|reject-role|preauth-role|auth-role|auth-mode|auth-precedence **
    aaa authentication port-access dot1x authenticator|supplicant {
        enable|reauth|cached-reauth
        eapol-timeout|max-eapol-requests|max-retries|quiet-period|reauth-period|discovery-period|cached-reauth-period *
        radius server-group *
        <...>
    }
    aaa authentication port-access mac-auth {
        enable|reauth|cached-reauth
        quiet-period|reauth-period|cached-reauth-period|auth-method|addr-format|password *
        radius server-group *
        <...>
    }
    aaa authentication <...>
    arp inspection trust
    dhcpv4-snooping trust
    apply access-list ip|ipv6|mac <+AccessGroup.access_list> <direction:in|out|routed-in|routed-out>
    apply policy <+PolicyUse.policy> <direction:in|out|routed-in>
    qos|rate-limit|storm-control|sflow|client|broadcast-unicast|unknown-unicast <...>
    vrrp <Vrrp:\d+> [address-family <family>] {
        address|priority|version|timers **
        address <address> primary
        preempt
        shutdown
    }
    source ip *
    vni <Vni:int> {
        vlan|vrf|vtep-peer *
        routing
    }
    vxlan-counters aggregate
    inter-vxlan-bridging-mode *
    bfd <...>
}
interface <Interface>
vsx {
    system-mac|inter-switch-link|role|linkup-delay-timer|split-recovery *
    inter-switch-link lag *
    keepalive peer <keepalive_peer> source <keepalive_source> [vrf <keepalive_vrf>]
    vsx-sync **
    linkup-delay-timer exclude <...>
}
vsx-sync **
ip route <+StaticRoute.destination> <next_hop> [vrf <vrf>] [distance <distance:int>] [tag <tag:int>]
ip route <+StaticRoute.destination> <next_hop> [<distance:\d+>] [vrf <vrf>]
ipv6 route <+StaticRoute.destination> <next_hop> [vrf <vrf>]
ip dns server-address <DnsServer> [vrf <vrf>]
ip dns domain-name|domain-list|host <...>
ip source-interface <SourceInterface> interface <interface> [vrf <vrf>]
ip source-interface <SourceInterface> <address> [vrf <vrf>]
ip dhcp-snooping|igmp|multicast-routing <...>
router ospf|ospfv3 <Ospf:\d+> [vrf <vrf>] {
    router-id|reference-bandwidth|maximum-paths|distance|default-metric *
    area <OspfArea> [<area_type:stub|nssa|stub no-summary|nssa no-summary>]
    area <OspfArea> <...>
    redistribute <Redistribution> [route-map <route_map>]
    passive-interface default
    max-metric router-lsa <...>
    default-information originate
    default-information originate always
    graceful-restart <...>
    bfd all-interfaces
    timers <...>
    trap-enable
}
router bgp <Bgp> {
    bgp router-id *
    bgp log-neighbor-changes
    bgp bestpath|fast-external-fallover|deterministic-med|always-compare-med|cluster-id <...>
    bgp graceful-restart <...>
    maximum-paths|distance *
    distance bgp * *
    timers bgp * *
    trap-enable
    neighbor <BgpPeerGroup:\S+> peer-group
    neighbor <Neighbor> remote-as <remote_as>
    neighbor <Neighbor> peer-group <peer_group>
    neighbor <Neighbor> description <description:text>
    neighbor <Neighbor> update-source <update_source>
    neighbor <Neighbor> password ciphertext <password>
    neighbor <Neighbor:\S+> passive
    neighbor <Neighbor> <...>
    address-family <AddressFamily:text> {
        neighbor <Neighbor> activate
        neighbor <Neighbor> route-map <route_map> <direction:in|out>
        neighbor <Neighbor> prefix-list <prefix_list> <direction:in|out>
        neighbor <Neighbor> <...>
        network <BgpNetwork> [route-map <route_map>]
        redistribute <Redistribution> [route-map <route_map>]
        aggregate-address <Aggregate> [<...>]
        maximum-paths *
        timers bgp * *
        distance bgp * *
    }
    vrf <Vrf> {
        bgp router-id *
        neighbor <Neighbor> remote-as <remote_as>
        neighbor <Neighbor> <...>
        address-family <AddressFamily:text> {
            neighbor <Neighbor> activate
            neighbor <Neighbor> <...>
            network <BgpNetwork>
            redistribute <Redistribution> [route-map <route_map>]
        }
    }
    - exit-address-family
}
dhcp-server vrf <DhcpServer> {
    pool <DhcpPool> {
        range <DhcpRange> <last> [<...>]
        default-router|dns-server|domain-name|lease|static-bind|option **
        - exit
    }
    authoritative
    enable
    - exit
}
aaa authentication port-access client-limit|critical-role|reject-role|preauth-role|auth-role|auth-mode|auth-precedence **
aaa authentication port-access dot1x authenticator|supplicant {
    enable|reauth|cached-reauth
    eapol-timeout|max-eapol-requests|max-retries|quiet-period|reauth-period|discovery-period|cached-reauth-period *
    radius server-group *
    <...>
}
aaa authentication port-access mac-auth {
    enable|reauth|cached-reauth
    quiet-period|reauth-period|cached-reauth-period|auth-method|addr-format|password *
    radius server-group *
    <...>
}
port-access role <PortAccessRole> {
    description ...
    vlan access|trunk **
    reauth-period|auth-mode|mtu|poe-priority|trust-mode *
    <...>
}
port-access <...>
vsf <...>
lldp|cdp <...>
sflow <...>
crypto <...>
mac-address-table <...>
virtual-mac *
module|system|allow-unsupported-transceiver|fault-monitor|ubt|mgmd|job|schedule|ztp|central <...>
configuration-lockout|qos|keychain|ipv6|bfd|ufd|usb|led <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

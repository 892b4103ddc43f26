"""Reads Ruckus ICX (Brocade FastIron) configurations, after Ruckus' FastIron Command Reference."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
OTHERS = ""
SIGNS = [r"ver \d\d\.\d\.\d\d\S*", r"stack unit \d", r"vlan \d+ (?:name \S+ )?by port", r"interface ve \d"]
GRAMMAR = r"""
- end
- Current configuration<rest:.*>
ver *
stack unit <StackUnit:int> {
    module <Module:int> <type>
    stack-port|priority|stack-trunk|default-ports|trust-port **
    peri-trunk|peri-port <...>
    - exit
}
stack enable|mac|suggested-id *
stack enable
hitless-failover enable
module <Module:int> <type>
hostname *
global-stp
aaa authentication <Authentication:\S+(?: \S+)?> default <methods:text>
aaa accounting|authorization <...>
vlan <Vlan:int> [name <name>] [by port] {
    tagged <tagged:text>
    untagged <untagged:text>
    router-interface <router_interface:ve \d+>
    spanning-tree
    spanning-tree 802-1w
    spanning-tree 802-1w priority *
    spanning-tree priority *
    management-vlan
    default-gateway <default_gateway> <default_gateway_metric:int>
    multicast active|passive
    multicast version *
    loop-detection
    ip-proto|ipv6-proto|static-mac-address|pvst-mode|priority|topology-group|webauth <...>
    dual-mode *
}
default-vlan-id *
lag <Lag> [<kind:dynamic|static|keep-alive>] [id <id:int>] {
    ports <ports:text>
    primary-port *
    deploy
    lacp-timeout *
    port-name <port_name> ethernet <port_name_port>
    disable <disabled:text>
    - exit
}
interface <Interface> {
    port-name ...
    ip address * *
    ip address *
    ip address * dynamic
    ip helper-address <+DhcpRelay.number:int> <address>
    ip access-group <+AccessGroup.access_list> <direction:in|out>
    ip ospf area|cost|priority|hello-interval|dead-interval|network *
    ip ospf passive
    ip vrrp-extended|vrrp vrid <Vrrp:int> {
        backup
        backup priority *
        ip-address *
        advertise backup
        activate
        hello-interval *
    }
    ip pim|pim-sparse|mtu|follow|igmp|proxy-arp|redirect|policy|use-acl-on-arp|route-only|rip <...>
    ip multicast-boundary <...>
    ipv6 address|enable|nd|ospf|access-group|traffic-filter|dhcp-relay <...>
    vrf forwarding *
    disable
    enable
    dual-mode
    dual-mode *
    speed-duplex|mtu|bandwidth|load-interval|flow-control|voice-vlan|priority|loop-detection **
    inline power
    inline power <inline_power:text>
    no spanning-tree
    spanning-tree 802-1w admin-edge-port|admin-pt2pt-mac
    spanning-tree root-protect
    spanning-tree <spanning_tree:text>
    stp-bpdu-guard
    stp-protect
    trust dscp
    optical-monitor *
    optical-monitor
    link-aggregate|broadcast|multicast|unknown-unicast|port|mac|dot1x|authentication|sflow|rate-limit|arp|dhcp <...>
    gig-default|lacp|sz|stp|acl|acl-logging|disable-acl <...>
    sflow forwarding
    - exit
}
interface <Interface>
enable telnet authentication
enable super-user-password ...
enable aaa console
enable acl-per-port-per-vlan
ip address <management_address> <management_mask>
ip address <management_address>
ip default-gateway *
ip dns domain-name|domain-list *
ip dns server-address <DnsServer:\S+> [<further:text>]
ip dhcp-client disable
ip dhcp-client|dhcp|dhcp-server|dhcp-valid-check <...>
ip route <+StaticRoute.destination:\d\S+> <mask:\d+\.\S+> <next_hop:\d\S+> [distance <distance:int>] [name <name>]
ip route <+StaticRoute.destination:\S+/\d+> <next_hop:\d\S+|null0> [distance <distance:int>] [name <name>]
ip route next-hop-recursion|next-hop <...>
ip ssh key-exchange-method|timeout|authentication-retries|client|idle-time|password-authentication <...>
ip ssh key-authentication|interactive-authentication|scp|permit-empty-passwd|encryption <...>
ip multicast active|passive|version|<...>
ip forward-protocol|tftp|telnet|tacacs|radius|syslog|sntp|ntp|igmp|show-subnet-length|directed-broadcast <...>
ip proxy-arp|hitless-route-purge|load-sharing|router-id|preserve|ssl|arp|tcp <...>
ip show-subnet-length
ip source-route
ip prefix-list <PrefixList> **
ipv6 prefix-list <PrefixList> **
ip access-list extended|standard <AccessList> {
    sequence * permit|deny|remark **
    permit|deny|remark **
    enable accounting
}
ip as-path|community-list <...>
ipv6 access-list <AccessList> {
    sequence * permit|deny|remark **
    permit|deny|remark **
}
access-list <AccessList> **
route-map <RoutePolicy> * * {
    match ip address prefix-list *
    match ip address *
    match as-path|community|metric|tag|interface|next-hop|route-type|protocol **
    set local-preference|metric|metric-type|tag|weight|origin|community|next-hop|as-path **
    set ip next-hop *
}
logging host <LogServer> [udp-port <port:int>]
logging buffered|facility|console|persistence|on|enable|cli-command **
logging console
no logging buffered <...>
username <User> password <password:text>
username <User> privilege <privilege:int> password <password:text>
user-disable|password-change|password-aging <...>
radius-server host <RadiusServer> [auth-port <auth_port:int>] [acct-port <acct_port:int>] [<use:default|authentication-only|accounting-only>] [key <shared_key:text>]
radius-server key <radius_key:text>
radius-server timeout|retransmit|dead-time *
tacacs-server host <TacacsServer> [auth-port <auth_port:int>] [<use:default|authentication-only|accounting-only>] [key <shared_key:text>]
tacacs-server key <tacacs_key:text>
tacacs-server timeout|retransmit *
snmp-server community 0|1|2 <SnmpCommunity> <access:ro|rw> [<acl>]
snmp-server community <SnmpCommunity> <access:ro|rw> [<acl>]
snmp-server contact|location ...
snmp-server host <SnmpHost> [version <version>] [<community:text>]
snmp-server enable traps <...>
snmp-server trap-source|view|group|user|max-ifindex-per-module|engineid|legacy|enable|preserve-statistics <...>
snmp-server interface <...>
snmp-server
sntp server <SntpServer> [<version:\d+>]
sntp poll-interval *
ntp {
    server <NtpServer> [minpoll <minpoll:int>] [maxpoll <maxpoll:int>] [burst] [authentication-key <key_id:int>] [key <server_key:int>]
    peer <NtpPeer>
    source-interface <source_interface:text>
    disable serve
    authenticate
    authentication-key <...>
    master
}
clock timezone|summer-time ...
clock summer-time
banner motd|exec|incoming <...>
telnet server enable
telnet server
telnet timeout *
web-management https|http
web-management <...>
crypto|crypto-ssl|ssh|ssl <...>
console timeout *
cdp|lldp|fdp|loop-detection|mac|mstp|sflow|dot1x|dot1x-enable|authentication|qos|gig-default|system-max <...>
errdisable|optical-monitor|mac-authentication|jumbo|cpu-limits|alias|boot|batch|chassis|fan-threshold|hash <...>
inline|legacy-inline-power|link-keepalive|management-vrf|port|pppoe|rmon|scale-timer|scp <...>
symmetric-flow-control|tftp|topology-group|unknown-unicast|vrrp|sz|manager|buffer-profile|reserved-vlan-map <...>
ecmp|license <...>
jumbo
fdp run
cdp run
lldp run
router <Ospf:ospf|ospf6> {
    area <OspfArea> [<options:text>]
    redistribution|redistribute <redistribute:text>
    default-information-originate <...>
    log|metric-type|rfc1583-compatibility|summary-address|distance|auto-cost|external-lsdb-limit|timers|permit <...>
    deny <...>
    log adjacency
}
router ospf|rip|pim|vrrp|vrrp-extended|msdp
router bgp {
    local-as *
    router-id *
    neighbor <BgpNeighbor> remote-as <remote_as>
    neighbor <BgpNeighbor> description <description:text>
    neighbor <BgpNeighbor> peer-group <peer_group>
    neighbor <BgpNeighbor> password <password:text>
    neighbor <BgpNeighbor> update-source <update_source:text>
    neighbor <BgpNeighbor> <...>
    network <BgpNetwork> [<options:text>]
    redistribute|timers|maximum-paths|graceful-restart|log-dampening-debug|multipath|next-hop-recursion <...>
    cluster-id|fast-external-fallover|as-path-ignore <...>
    address-family <AddressFamily:text> {
        neighbor <BgpNeighbor> activate
        neighbor <BgpNeighbor> <...>
        network <BgpNetwork>
        redistribute <Redistribution>
        maximum-paths *
    }
    - exit-address-family
}
vrf <Vrf> {
    rd *
    router-id *
    address-family ipv4|ipv6 max-route *
    address-family ipv4|ipv6
    ip route <+StaticRoute.destination:\S+/\d+> <next_hop>
    ip route <+StaticRoute.destination:\d\S+> <mask> <next_hop>
    - exit-vrf
    - exit-address-family
}
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

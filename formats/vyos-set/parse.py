"""Reads VyOS and EdgeOS configurations as set commands, after VyOS' documentation."""

from reading import read_configuration

STYLE = "flat"
LEAD = "set"
ENTRY_LISTS = {"FirewallRule": "FilterEntry"}
OTHERS = ""
SIGNS = [
    r"set interfaces (?:ethernet|loopback|bonding|dummy|pppoe|wireguard|switch|bridge) (?:eth|lo|bond|dum|pppoe|wg|switch|br)\d*[ ']",
    r"set system config-management commit-revisions ",
    r"set protocols static route \S+ (?:next-hop|blackhole|interface)",
]
GRAMMAR = r"""
system host-name <hostname>
system domain-name|time-zone|gateway-address|domain-search *
system name-server <NameServer>
system domain-search **
system config-management commit-revisions *
system console device <Console> speed *
system conntrack modules ftp|h323|nfs|pptp|sip|sqlnet|tftp
system conntrack expect-table-size|hash-size|table-size *
system option|options ctrl-alt-del|ctrl-alt-del-action|reboot-on-panic|performance|startup-beep *
system options beep-if-fully-booted
system login banner pre-login|post-login *
system login user <User> level|full-name|home-directory *
system login user <User> authentication encrypted-password|plaintext-password *
system login user <User> authentication public-keys <PublicKey> key|type *
system login radius server <RadiusServer> key|port|timeout *
system login radius-server <RadiusServer> secret|port|timeout *
system|service ntp server <NtpServer> prefer
system syslog global|local facility <SyslogFacility> level *
system syslog host|remote <LogServer> facility <SyslogFacility> level|protocol *
system syslog host|remote <LogServer> port|protocol *
system static-host-mapping host-name <Host> inet *
system task-scheduler task <Task> interval|crontab-spec *
system task-scheduler task <Task> executable path|arguments *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> address|description|mtu|hw-id|mac|duplex|speed|vrf|source-address|source-interface|remote|encapsulation|local-ip|remote-ip|mode|hash-policy|private-key|peer-name|interface|vni|group|type|persistent-tunnel|key|port|stp|max-age|aging *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> smp-affinity|poe|bond-group|username|password|user-id|service-name|name-server|default-route|hello-time|device-type|local-host|local-port|remote-host|remote-port|protocol|shared-secret-key-file|config-file|primary|source|forwarding-delay *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> local-address|local-as|openvpn-option|keep-alive|host-uniq|connect-on-demand|no-peer-dns|priority|egress|ingress|peer-address *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> disable|disable-flow-control|disable-link-detect|gro|gso|sg|tso|rps
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> offload-options generic-receive|generic-segmentation|scatter-gather|tcp-segmentation|udp-fragmentation *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> ring-buffer rx|tx *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> pppoe <Pppoe> default-route|mtu|name-server|password|user-id|username|service-name *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> firewall in|out|local name|ipv6-name|modify *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> policy route|route6|ipv6-route *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> ip adjust-mss|source-validation|arp-cache-timeout|enable-proxy-arp|disable-forwarding|enable-arp-accept *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> ip enable-arp-ignore|enable-proxy-arp
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> ip ospf cost|dead-interval|hello-interval|priority|retransmit-interval|transmit-delay|network|authentication *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> ipv6 adjust-mss|dup-addr-detect-transmits *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> ipv6 address no-default-link-local|autoconf
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> ipv6 address eui64 *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> offload gro|gso|sg|tso|rps|lro
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> member interface <BridgeMember> cost|priority|native-vlan|allowed-vlan *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> authentication username|password|user|user-id *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> peer <WireguardPeer> address|allowed-ips|port|public-key|pubkey|persistent-keepalive|preshared-key|endpoint|host-name|description *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> peer <WireguardPeer> disable
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> dhcpv6-options pd <PrefixDelegation> length *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> dhcpv6-options pd <PrefixDelegation> interface <DelegatedInterface> address|sla-id *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> traffic-policy in|out *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> vif|vif-s <Vif> address|description|mtu|vrf|mac|egress-qos|ingress-qos *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> vif|vif-s <Vif> disable
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> vif|vif-s <Vif> firewall in|out|local name|ipv6-name|modify *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> vif|vif-s <Vif> policy route|route6|ipv6-route *
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> vif|vif-s <Vif> pppoe <Pppoe>
interfaces ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> vif|vif-s <Vif> traffic-policy in|out *
firewall all-ping|broadcast-ping|config-trap|ipv6-receive-redirects|ipv6-src-route|ip-src-route|log-martians|receive-redirects|send-redirects|source-validation|syn-cookies|twa-hazards-protection *
firewall group address-group|ipv6-address-group <AddressGroup> address|description|include *
firewall group network-group|ipv6-network-group <NetworkGroup> network|description|include *
firewall group port-group <PortGroup> port|description|include *
firewall group interface-group <InterfaceGroup> interface *
firewall group mac-group <MacGroup> mac-address *
firewall group domain-group <DomainGroup> address *
firewall|zone-policy zone <Zone> default-action|interface|description *
firewall|zone-policy zone <Zone> from <ZoneFrom> firewall name|ipv6-name *
firewall|zone-policy zone <Zone> local-zone
firewall name|ipv6-name|modify <Firewall> default-action|description *
firewall name|ipv6-name|modify <Firewall> enable-default-log|default-log
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> action|description|protocol|log|jump-target|ipsec|inbound-interface|outbound-interface|packet-mark|state *
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> disable|log
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> log enable|disable
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> source|destination address|port|mac-address *
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> source|destination group address-group|network-group|port-group|domain-group|mac-group|ipv6-network-group|ipv6-address-group *
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> state established|related|invalid|new *
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> icmp|icmpv6 type|type-name|code *
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> tcp flags *
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> ipsec match-ipsec
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> recent|limit count|time|rate|burst *
firewall name|ipv6-name|modify <Firewall> rule <FirewallRule> inbound-interface|outbound-interface name|group *
firewall ipv4|ipv6 forward|input|output filter default-action *
firewall ipv4|ipv6 forward|input|output filter rule <FirewallRule> action|description|protocol|jump-target|state *
firewall ipv4|ipv6 forward|input|output filter rule <FirewallRule> inbound-interface|outbound-interface name|group *
firewall ipv4|ipv6 forward|input|output filter rule <FirewallRule> source|destination address|port *
firewall ipv4|ipv6 forward|input|output filter rule <FirewallRule> source|destination group address-group|network-group|port-group *
firewall ipv4|ipv6 forward|input|output filter rule <FirewallRule> disable|log
firewall ipv4|ipv6 name <Firewall> default-action|description *
firewall ipv4|ipv6 name <Firewall> default-log
firewall ipv4|ipv6 name <Firewall> rule <FirewallRule> action|description|protocol|jump-target|state *
firewall ipv4|ipv6 name <Firewall> rule <FirewallRule> inbound-interface|outbound-interface name|group *
firewall ipv4|ipv6 name <Firewall> rule <FirewallRule> source|destination address|port *
firewall ipv4|ipv6 name <Firewall> rule <FirewallRule> source|destination group address-group|network-group|port-group *
firewall ipv4|ipv6 name <Firewall> rule <FirewallRule> icmp|icmpv6 type|type-name|code *
firewall ipv4|ipv6 name <Firewall> rule <FirewallRule> disable|log
firewall options interface <FirewallInterfaceOptions> adjust-mss|adjust-mss6 *
firewall flowtable <Flowtable>
nat source|destination rule <NatRule> description|inbound-interface|outbound-interface|protocol|log *
nat source|destination rule <NatRule> inbound-interface|outbound-interface name|group *
nat source|destination rule <NatRule> source|destination|translation address|port *
nat source|destination rule <NatRule> source|destination group address-group|network-group|port-group|domain-group *
nat source|destination rule <NatRule> exclude|disable|log
high-availability vrrp group <VrrpGroup> address|virtual-address|interface|vrid|priority|preempt-delay|advertise-interval|hello-source-address|description *
high-availability vrrp group <VrrpGroup> no-preempt
high-availability vrrp sync-group <VrrpSyncGroup> member *
protocols static route|route6 <StaticRoute> next-hop <NextHop> distance|interface|vrf|description *
protocols static route|route6 <StaticRoute> next-hop <NextHop> disable
protocols static route|route6 <StaticRoute> blackhole distance|tag *
protocols static route|route6 <StaticRoute> interface|next-hop-interface <RouteInterface> vrf|distance|description *
protocols static route|route6 <StaticRoute> dhcp-interface|description *
protocols static interface-route|interface-route6 <StaticRoute> next-hop-interface <RouteInterface> distance|description *
protocols static table <RouteTable> route <StaticRoute> next-hop <NextHop> distance *
protocols static table <RouteTable> route <StaticRoute> blackhole distance *
protocols static table <RouteTable> route <StaticRoute> interface <RouteInterface>
protocols static table <RouteTable> interface-route <StaticRoute> next-hop-interface <RouteInterface>
protocols static table <RouteTable> description *
protocols static arp <StaticArp> hwaddr *
protocols bgp <Bgp> system-as|local-as *
protocols bgp <Bgp> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn network <BgpNetwork> route-map *
protocols bgp <Bgp> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn redistribute connected|static|ospf|kernel|ospfv3|rip route-map|metric *
protocols bgp <Bgp> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn aggregate-address <Aggregate> summary-only|as-set
protocols bgp <Bgp> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn maximum-paths ebgp|ibgp *
protocols bgp <Bgp> neighbor <BgpNeighbor> remote-as|description|peer-group|update-source|ebgp-multihop|password|local-as|port|bfd|strict-capability-match *
protocols bgp <Bgp> neighbor <BgpNeighbor> shutdown|passive|disable-capability-negotiation|solo|nexthop-self
protocols bgp <Bgp> neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn soft-reconfiguration inbound
protocols bgp <Bgp> neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn route-map|prefix-list|filter-list|distribute-list import|export *
protocols bgp <Bgp> neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn maximum-prefix|weight|allowas-in|peer-group *
protocols bgp <Bgp> neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn nexthop-self|default-originate|route-reflector-client|as-override|remove-private-as|addpath-tx-all
protocols bgp <Bgp> neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn nexthop-self force
protocols bgp <Bgp> neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn default-originate route-map *
protocols bgp <Bgp> neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn allowas-in number *
protocols bgp <Bgp> neighbor <BgpNeighbor> timers connect|holdtime|keepalive *
protocols bgp <Bgp> neighbor <BgpNeighbor> capability dynamic|extended-nexthop|orf
protocols bgp <Bgp> neighbor <BgpNeighbor> local-as <LocalAs>
protocols bgp <Bgp> neighbor <BgpNeighbor> route-map|prefix-list import|export *
protocols bgp <Bgp> neighbor <BgpNeighbor> soft-reconfiguration inbound
protocols bgp <Bgp> peer-group <BgpPeerGroup> remote-as|description|update-source|ebgp-multihop|password|bfd|passive *
protocols bgp <Bgp> peer-group <BgpPeerGroup> disable-capability-negotiation
protocols bgp <Bgp> peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast soft-reconfiguration inbound
protocols bgp <Bgp> peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast route-map|prefix-list|filter-list|distribute-list import|export *
protocols bgp <Bgp> peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast maximum-prefix|weight|allowas-in *
protocols bgp <Bgp> peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast nexthop-self|route-reflector-client
protocols bgp <Bgp> peer-group <BgpPeerGroup> capability dynamic|extended-nexthop|orf
protocols bgp <Bgp> peer-group <BgpPeerGroup> timers connect|holdtime|keepalive *
protocols bgp <Bgp> parameters router-id|cluster-id *
protocols bgp <Bgp> parameters log-neighbor-changes|network-import-check|no-fast-external-failover|no-ipv6-auto-ra
protocols bgp <Bgp> network <BgpNetwork>
protocols bgp <Bgp> timers holdtime|keepalive *
protocols bgp system-as|local-as *
protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn network <BgpNetwork> route-map *
protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn redistribute connected|static|ospf|kernel|ospfv3|rip route-map|metric *
protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn aggregate-address <Aggregate> summary-only|as-set
protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn maximum-paths ebgp|ibgp *
protocols bgp neighbor <BgpNeighbor> remote-as|description|peer-group|update-source|ebgp-multihop|password|local-as|port|bfd|strict-capability-match *
protocols bgp neighbor <BgpNeighbor> shutdown|passive|disable-capability-negotiation|solo|nexthop-self
protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn soft-reconfiguration inbound
protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn route-map|prefix-list|filter-list|distribute-list import|export *
protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn maximum-prefix|weight|allowas-in|peer-group *
protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn nexthop-self|default-originate|route-reflector-client|as-override|remove-private-as|addpath-tx-all
protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn nexthop-self force
protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn default-originate route-map *
protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn allowas-in number *
protocols bgp neighbor <BgpNeighbor> timers connect|holdtime|keepalive *
protocols bgp neighbor <BgpNeighbor> capability dynamic|extended-nexthop|orf
protocols bgp neighbor <BgpNeighbor> local-as <LocalAs>
protocols bgp neighbor <BgpNeighbor> route-map|prefix-list import|export *
protocols bgp neighbor <BgpNeighbor> soft-reconfiguration inbound
protocols bgp peer-group <BgpPeerGroup> remote-as|description|update-source|ebgp-multihop|password|bfd|passive *
protocols bgp peer-group <BgpPeerGroup> disable-capability-negotiation
protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast soft-reconfiguration inbound
protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast route-map|prefix-list|filter-list|distribute-list import|export *
protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast maximum-prefix|weight|allowas-in *
protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast nexthop-self|route-reflector-client
protocols bgp peer-group <BgpPeerGroup> capability dynamic|extended-nexthop|orf
protocols bgp peer-group <BgpPeerGroup> timers connect|holdtime|keepalive *
protocols bgp parameters router-id|cluster-id *
protocols bgp parameters log-neighbor-changes|network-import-check|no-fast-external-failover|no-ipv6-auto-ra
protocols bgp network <BgpNetwork>
protocols bgp timers holdtime|keepalive *
protocols <Ospf:ospf|ospfv3> area <OspfArea> network|range|authentication|interface *
protocols <Ospf:ospf|ospfv3> interface <OspfInterface> area|cost|priority|network|hello-interval|dead-interval|retransmit-interval|transmit-delay|bandwidth *
protocols <Ospf:ospf|ospfv3> interface <OspfInterface> passive|bfd
protocols <Ospf:ospf|ospfv3> parameters router-id|abr-type *
protocols <Ospf:ospf|ospfv3> redistribute connected|static|bgp|kernel metric|metric-type|route-map *
protocols <Ospf:ospf|ospfv3> log-adjacency-changes
protocols <Ospf:ospf|ospfv3> passive-interface|passive-interface-exclude *
protocols <Ospf:ospf|ospfv3> auto-cost reference-bandwidth *
protocols <Ospf:ospf|ospfv3> neighbor <OspfNeighbor>
protocols bfd peer <BfdPeer>
protocols bfd profile <BfdProfile> interval receive|transmit|multiplier *
protocols vrf <Vrf>
policy prefix-list|prefix-list6 <PrefixList> description *
policy prefix-list|prefix-list6 <PrefixList> rule <PrefixListEntry> action|prefix|ge|le|description *
policy access-list|access-list6 <AccessList> description *
policy access-list|access-list6 <AccessList> rule <AccessListEntry> action *
policy access-list|access-list6 <AccessList> rule <AccessListEntry> source|destination inverse-mask|network|host *
policy access-list|access-list6 <AccessList> rule <AccessListEntry> source|destination any
policy as-path-list <AsPathList> rule <AsPathEntry> action|regex|description *
policy community-list|large-community-list|extcommunity-list <CommunityList> rule <CommunityListEntry> action|regex|description *
policy route-map <RoutePolicy> description *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> action|description|continue|call *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> match ip|ipv6 address|nexthop prefix-list|access-list|prefix-len *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> match as-path|interface|metric|tag|peer|rpki|source-vrf|origin *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> match community|large-community community-list|large-community-list *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> set local-preference|metric|tag|weight|ip-next-hop|origin|as-path-prepend|ipv6-next-hop|src|table|community|large-community *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> set as-path prepend|exclude|prepend-last-as *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> set community|large-community add|replace|delete *
policy route-map <RoutePolicy> rule <RoutePolicyEntry> on-match next|goto *
policy route|route6|local-route|ipv6-route <PolicyRoute> description|interface *
policy route|route6|local-route|ipv6-route <PolicyRoute> rule <PolicyRouteRule> destination|source address|port *
policy route|route6|local-route|ipv6-route <PolicyRoute> rule <PolicyRouteRule> destination|source group address-group|network-group|port-group *
policy route|route6|local-route|ipv6-route <PolicyRoute> rule <PolicyRouteRule> set table|dscp|mark|tcp-mss *
policy route|route6|local-route|ipv6-route <PolicyRoute> rule <PolicyRouteRule> protocol|description *
policy route|route6|local-route|ipv6-route <PolicyRoute> rule <PolicyRouteRule> tcp flags *
service ssh port|listen-address|disable-password-authentication|loglevel|ciphers|protocol-version|vrf *
service ssh disable-password-authentication|disable-host-validation
service ntp server <NtpServer> pool|noselect|nts
service ntp allow-client address *
service ntp listen-address *
service snmp community <SnmpCommunity> authorization|network|client *
service snmp listen-address <SnmpListenAddress> port *
service snmp contact|location|description|trap-source *
service snmp trap-target <SnmpTrapTarget>
service snmp v3 engineid *
service snmp v3 group <SnmpGroup> mode|seclevel|view *
service snmp v3 user <SnmpUser> auth|privacy encrypted-key|encrypted-password|type|plaintext-key|plaintext-password *
service snmp v3 user <SnmpUser> group|mode *
service snmp v3 view <SnmpView> oid <SnmpOid> exclude|mask *
service lldp interface <LldpInterface>
service lldp management-address *
service dhcp-server disabled|hostfile-update|use-dnsmasq|static-arp|listen-address *
service dhcp-server shared-network-name <DhcpNetwork> description *
service dhcp-server shared-network-name <DhcpNetwork> authoritative enable|disable
service dhcp-server shared-network-name <DhcpNetwork> subnet <DhcpPool> default-router|dns-server|name-server|domain-name|lease|domain-search|subnet-id|start|ntp-server|exclude *
service dhcp-server shared-network-name <DhcpNetwork> subnet <DhcpPool> range <DhcpRange> start|stop *
service dhcp-server shared-network-name <DhcpNetwork> subnet <DhcpPool> start <DhcpRange> stop *
service dhcp-server shared-network-name <DhcpNetwork> subnet <DhcpPool> static-mapping <DhcpReservation> ip-address|mac-address|mac|description|static-mapping-parameters *
service dhcp-server shared-network-name <DhcpNetwork> subnet <DhcpPool> option default-router|name-server|domain-name|domain-search|ntp-server|client-prefix-length *
service dhcp-relay interface|server|listen-interface|upstream-interface *
service dns forwarding allow-from|cache-size|listen-address|listen-on|name-server|system|dnssec|source-address|options|negative-ttl *
service dns forwarding ignore-hosts-file|no-serve-rfc1918|system
service dns forwarding domain <DnsDomain> server|name-server *
service router-advert interface <RouterAdvert> prefix <AdvertisedPrefix> preferred-lifetime|valid-lifetime *
service router-advert interface <RouterAdvert> default-preference|name-server|link-mtu|default-lifetime|other-config-flag *
service router-advert interface <RouterAdvert> other-config-flag|managed-flag
service nat rule <NatRule> description|inbound-interface|outbound-interface|protocol|log|type *
service nat rule <NatRule> source|destination|inside-address|outside-address address|port *
traffic-policy|qos interface <QosInterface> egress|ingress *
traffic-policy|qos policy shaper|rate-control|shaper-hfsc|limiter|fq-codel|cake <TrafficPolicy> bandwidth|description|burst|latency *
traffic-policy|qos policy shaper|rate-control|shaper-hfsc|limiter|fq-codel|cake <TrafficPolicy> default bandwidth|burst|queue-limit|queue-type|ceiling|priority *
traffic-policy|qos policy shaper|rate-control|shaper-hfsc|limiter|fq-codel|cake <TrafficPolicy> class <TrafficClass> bandwidth|burst|queue-limit|queue-type|ceiling|priority|description *
traffic-policy|qos policy shaper|rate-control|shaper-hfsc|limiter|fq-codel|cake <TrafficPolicy> class <TrafficClass> match <TrafficMatch> ip|ipv6 dscp|protocol *
traffic-policy|qos shaper|rate-control|shaper-hfsc|limiter|fq-codel <TrafficPolicy> bandwidth|description|burst|latency *
traffic-policy|qos shaper|rate-control|shaper-hfsc|limiter|fq-codel <TrafficPolicy> default bandwidth|burst|queue-limit|queue-type|ceiling|priority|codel-quantum|fair-queue *
traffic-policy|qos shaper|rate-control|shaper-hfsc|limiter|fq-codel <TrafficPolicy> class <TrafficClass> bandwidth|burst|queue-limit|queue-type|ceiling|priority|description *
traffic-policy|qos shaper|rate-control|shaper-hfsc|limiter|fq-codel <TrafficPolicy> class <TrafficClass> match <TrafficMatch> ip|ipv6 dscp|protocol *
vpn ipsec esp-group <EspGroup> compression|lifetime|mode|pfs|life-bytes *
vpn ipsec esp-group <EspGroup> proposal <EspProposal> encryption|hash *
vpn ipsec ike-group <IkeGroup> ikev2-reauth|key-exchange|lifetime|close-action|mobike|mode *
vpn ipsec ike-group <IkeGroup> dead-peer-detection action|interval|timeout *
vpn ipsec ike-group <IkeGroup> proposal <IkeProposal> dh-group|encryption|hash *
vpn ipsec interface|auto-firewall-nat-exclude|nat-traversal *
vpn ipsec ipsec-interfaces interface *
vpn ipsec authentication psk <PreSharedKey> id|secret *
vpn ipsec site-to-site peer <VpnPeer> authentication id|mode|pre-shared-secret|remote-id|local-id|use-x509-id *
vpn ipsec site-to-site peer <VpnPeer> connection-type|default-esp-group|ike-group|ikev2-reauth|local-address|remote-address|description|force-udp-encapsulation *
vpn ipsec site-to-site peer <VpnPeer> tunnel <Tunnel> local|remote prefix|port *
vpn ipsec site-to-site peer <VpnPeer> tunnel <Tunnel> esp-group|allow-nat-networks|allow-public-networks|protocol *
vpn ipsec site-to-site peer <VpnPeer> vti bind|esp-group *
vrf bind-to-all
vrf name <Vrf> table|description|vni *
vrf name <Vrf> protocols static route|route6 <StaticRoute> next-hop <NextHop> distance|interface|vrf *
vrf name <Vrf> protocols static route|route6 <StaticRoute> interface <RouteInterface> vrf|distance *
vrf name <Vrf> protocols bgp system-as|local-as *
vrf name <Vrf> protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn network <BgpNetwork> route-map *
vrf name <Vrf> protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn redistribute connected|static|ospf|kernel|ospfv3|rip route-map|metric *
vrf name <Vrf> protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn aggregate-address <Aggregate> summary-only|as-set
vrf name <Vrf> protocols bgp address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn maximum-paths ebgp|ibgp *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> remote-as|description|peer-group|update-source|ebgp-multihop|password|local-as|port|bfd|strict-capability-match *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> shutdown|passive|disable-capability-negotiation|solo|nexthop-self
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn soft-reconfiguration inbound
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn route-map|prefix-list|filter-list|distribute-list import|export *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn maximum-prefix|weight|allowas-in|peer-group *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn nexthop-self|route-reflector-client|as-override|addpath-tx-all|default-originate|remove-private-as
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn nexthop-self force
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn default-originate route-map *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> address-family ipv4-unicast|ipv6-unicast|l2vpn-evpn allowas-in number *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> timers connect|holdtime|keepalive *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> capability dynamic|extended-nexthop|orf
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> local-as <LocalAs>
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> route-map|prefix-list import|export *
vrf name <Vrf> protocols bgp neighbor <BgpNeighbor> soft-reconfiguration inbound
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> remote-as|description|update-source|ebgp-multihop|password|bfd|passive *
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> disable-capability-negotiation
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast soft-reconfiguration inbound
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast route-map|prefix-list|filter-list|distribute-list import|export *
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast maximum-prefix|weight|allowas-in *
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> address-family ipv4-unicast|ipv6-unicast nexthop-self|route-reflector-client
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> capability dynamic|extended-nexthop|orf
vrf name <Vrf> protocols bgp peer-group <BgpPeerGroup> timers connect|holdtime|keepalive *
vrf name <Vrf> protocols bgp parameters router-id|cluster-id *
vrf name <Vrf> protocols bgp parameters log-neighbor-changes|network-import-check|no-fast-external-failover|no-ipv6-auto-ra
vrf name <Vrf> protocols bgp network <BgpNetwork>
vrf name <Vrf> protocols bgp timers holdtime|keepalive *
pki ca|certificate|key-pair|dh|openvpn <Pki>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

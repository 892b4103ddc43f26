"""Reads NVUE commands of Cumulus Linux (nv set), after NVIDIA's Cumulus Linux User Guide."""

from reading import read_configuration

STYLE = "flat"
LEAD = "nv"
ENTRY_LISTS = {"AclRule": "FilterEntry"}
OTHERS = ""
SIGNS = [r"nv set (?:interface|system|router|bridge|vrf|service|acl|evpn|nve|mlag|qos|platform) "]
GRAMMAR = r"""
set system hostname <hostname>
set system hostname|timezone *
set system aaa user <User> hashed-password|role|full-name|password|enable *
set system aaa user <User> ssh authorized-key <SshKey> key|type *
set system aaa class <UserClass> action *
set system aaa class <UserClass> command-path <CommandPath> permission *
set system aaa role <UserRole> class <role_class>
set system aaa tacacs server <TacacsServer> host|secret|port *
set system aaa radius server <RadiusServer> secret|port|priority *
set system aaa tacacs|radius enable|vrf|timeout *
set system api state|port|listening-address **
set system ssh-server state|permit-root-login|port|vrf *
set system ssh-server vrf <SshVrf>
set system snmp-server listening-address <SnmpListenAddress> vrf <vrf>
set system snmp-server readonly-community <SnmpCommunity> access *
set system snmp-server state|system-contact|system-location|system-name *
set system message pre-login|post-login *
set system global fabric-mac|anycast-mac|system-mac|anycast-id|fabric-id *
set system global reserved vlan l3-vni-vlan begin|end *
set system config auto-save|apply|snippet **
set system config auto-save enable|state *
set system lldp tx-interval|tx-hold-multiplier *
set system wjh channel **
set system reboot mode *
set system control-plane acl <ControlPlaneAcl> inbound|outbound
set system forwarding|docker|counter|telemetry|log|security **
set service ntp <Ntp> server <NtpServer> iburst *
set service ntp <Ntp> server <NtpServer>
set service ntp <Ntp> listen|state *
set service syslog <LogInstance> server <LogServer> port|protocol *
set service syslog <LogInstance> server <LogServer>
set service dns <Dns> server <DnsServer>
set service dhcp-relay <DhcpRelay> server <DhcpServer>
set service dhcp-relay <DhcpRelay> interface <DhcpRelayInterface>
set service dhcp-relay <DhcpRelay> server-group <DhcpServerGroup> server <DhcpServer>
set service dhcp-server <DhcpVrf> pool <DhcpPool> domain-name-server|gateway|lease-time|range *
set service dhcp-server <DhcpVrf> pool <DhcpPool> range <DhcpRange> to *
set service lldp tx-interval *
set interface <Interface> description|type|base-interface|vlan|alias *
set interface <Interface> ip address <Address>
set interface <Interface> ip gateway|vrf|vrr|ipv4|ipv6 **
set interface <Interface> ip vrf *
set interface <Interface> ip gateway *
set interface <Interface> ip vrr address <VirtualAddress>
set interface <Interface> ip vrr mac-address|mac-id|state|enable *
set interface <Interface> ip vrrp virtual-router <Vrrp> address|priority *
set interface <Interface> ip igmp|neighbor-discovery **
set interface <Interface> link state|mtu|speed|duplex|auto-negotiate|fec|breakout|mac *
set interface <Interface> bond member **
set interface <Interface> bond mode|lacp-bypass|lacp-rate|down-delay|up-delay *
set interface <Interface> bond mlag id|enable|lacp-conflict *
set interface <Interface> bridge domain <BridgeDomain> access|untagged *
set interface <Interface> bridge domain <BridgeDomain> vlan **
set interface <Interface> bridge domain <BridgeDomain> stp admin-edge|bpdu-guard|auto-edge|network|priority *
set interface <Interface> bridge domain <BridgeDomain> learning *
set interface <Interface> bridge domain <BridgeDomain>
set interface <Interface> evpn multihoming uplink|segment **
set interface <Interface> evpn multihoming segment local-id|mac-address|enable|df-preference *
set interface <Interface> router ospf area|cost|network-type|passive|enable|bfd *
set interface <Interface> router ospf bfd|timers **
set interface <Interface> router pim|pbr|adaptive-routing **
set interface <Interface> acl <InterfaceAcl> inbound|outbound
set interface <Interface> tunnel mode|dest-ip|source-ip|ttl *
set interface <Interface> qos|lldp|ptp|storm-control|synce **
set interface <Interface>
set bridge domain <BridgeDomain> type|untagged|encap|mac-address|ageing *
set bridge domain <BridgeDomain> vlan <BridgeVlan> vni <Vni>
set bridge domain <BridgeDomain> vlan <BridgeVlan>
set bridge domain <BridgeDomain> stp priority|mode|state **
set bridge domain <BridgeDomain> multicast snooping **
set vrf <Vrf> router bgp autonomous-system|router-id|enable|state|rd *
set vrf <Vrf> router bgp neighbor <BgpNeighbor> remote-as|peer-group|type|description|password|enable|update-source *
set vrf <Vrf> router bgp neighbor <BgpNeighbor> local-as *
set vrf <Vrf> router bgp neighbor <BgpNeighbor> address-family <AddressFamily> enable|state|soft-reconfiguration *
set vrf <Vrf> router bgp neighbor <BgpNeighbor> address-family <AddressFamily> nexthop-setting *
set vrf <Vrf> router bgp neighbor <BgpNeighbor> address-family <AddressFamily> policy inbound|outbound route-map|prefix-list *
set vrf <Vrf> router bgp neighbor <BgpNeighbor> address-family <AddressFamily> route-reflector-client *
set vrf <Vrf> router bgp neighbor <BgpNeighbor> bfd|timers|capabilities|multihop-ttl|graceful-restart **
set vrf <Vrf> router bgp neighbor <BgpNeighbor> timers hold|keepalive|connection-retry *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> remote-as|description|update-source|password|multihop-ttl *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> local-as *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> address-family <AddressFamily> enable|state *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> address-family <AddressFamily> soft-reconfiguration *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> address-family <AddressFamily> nexthop-setting *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> address-family <AddressFamily> policy inbound|outbound route-map|prefix-list *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> address-family <AddressFamily> add-path-tx *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> address-family <AddressFamily> route-reflector-client *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> bfd|timers|capabilities **
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> bfd enable|state|detect-multiplier|min-rx-interval *
set vrf <Vrf> router bgp peer-group <BgpPeerGroup> bfd min-tx-interval *
set vrf <Vrf> router bgp address-family <AddressFamily> enable|state *
set vrf <Vrf> router bgp address-family <AddressFamily> network <BgpNetwork>
set vrf <Vrf> router bgp address-family <AddressFamily> redistribute <Redistribution> enable|state|route-map|metric *
set vrf <Vrf> router bgp address-family <AddressFamily> multipaths|route-export|route-import|aggregate-route **
set vrf <Vrf> router bgp address-family <AddressFamily> advertise-svi-ip **
set vrf <Vrf> router bgp path-selection|timers|graceful-restart|dynamic-neighbor|route-export|route-import **
set vrf <Vrf> router bgp route-reflection **
set vrf <Vrf> router <Ospf:ospf> router-id|enable|state *
set vrf <Vrf> router <Ospf:ospf> area <OspfArea> network <OspfNetwork>
set vrf <Vrf> router <Ospf:ospf> area <OspfArea> type *
set vrf <Vrf> router <Ospf:ospf> redistribute|default-originate|reference-bandwidth|timers **
set vrf <Vrf> router static <StaticRoute> via <NextHop> type|vrf|interface *
set vrf <Vrf> router static <StaticRoute> via <NextHop>
set vrf <Vrf> router static <StaticRoute> address-family *
set vrf <Vrf> router static <StaticRoute> distance <Distance> via <NextHop>
set vrf <Vrf> router pim|rib|nexthop-tracking **
set vrf <Vrf> evpn enable|state|vni|vlan|prefix-routes-only **
set vrf <Vrf> evpn vni <Vni>
set vrf <Vrf> loopback ip address <Address>
set vrf <Vrf> table *
set vrf <Vrf>
set router bgp autonomous-system|router-id|enable|state|graceful-restart|wait-for-install|convergence-wait **
set router ospf|pim|vrr|vrrp|igmp|pbr|adaptive-routing|bfd **
set router <Ospf:ospf> enable|router-id|state *
set router policy prefix-list <PrefixList> rule <PrefixListEntry> action *
set router policy prefix-list <PrefixList> rule <PrefixListEntry> match <PrefixMatch> max-prefix-len|min-prefix-len *
set router policy prefix-list <PrefixList> rule <PrefixListEntry> match <PrefixMatch>
set router policy prefix-list <PrefixList> type *
set router policy route-map <RoutePolicy> rule <RoutePolicyEntry> action *
set router policy route-map <RoutePolicy> rule <RoutePolicyEntry> action permit|deny
set router policy route-map <RoutePolicy> rule <RoutePolicyEntry> match type|interface|ip-prefix-list *
set router policy route-map <RoutePolicy> rule <RoutePolicyEntry> match ip-prefix-len|community-list|as-path-list *
set router policy route-map <RoutePolicy> rule <RoutePolicyEntry> match evpn-vni|tag|metric|source-protocol *
set router policy route-map <RoutePolicy> rule <RoutePolicyEntry> set local-preference|metric|tag|weight|origin **
set router policy route-map <RoutePolicy> rule <RoutePolicyEntry> set ip-nexthop|as-path-prepend|community **
set router policy community-list|as-path-list <RouteList> rule <RouteListEntry> action|community|aspath-exp **
set router policy ext-community-list <RouteList> rule <RouteListEntry> action|community|aspath-exp **
set evpn enable|state|route-advertise|dad|multihoming **
set evpn multihoming enable|state|startup-delay|mac-holdtime|neighbor-holdtime *
set evpn vni <Vni> host-route|route-advertise|rd|route-target **
set nve vxlan enable|state|arp-nd-suppress *
set nve vxlan source address *
set nve vxlan mlag shared-address *
set nve vxlan flooding|mac-learning|port **
set mlag enable|state|mac-address|peer-ip|priority|init-delay|debug *
set mlag backup <MlagBackup> vrf *
set mlag backup <MlagBackup>
set acl <Acl> type *
set acl <Acl> rule <AclRule> action permit|deny
set acl <Acl> rule <AclRule> action permit|deny|recent|set|log|police|erspan **
set acl <Acl> rule <AclRule> match ip source-ip|dest-ip|protocol|dscp|state *
set acl <Acl> rule <AclRule> match ip source-port|dest-port *
set acl <Acl> rule <AclRule> match ip tcp|udp source-port|dest-port *
set acl <Acl> rule <AclRule> match mac source-mac|dest-mac|protocol *
set qos|platform|maintenance|system-profile **
header <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

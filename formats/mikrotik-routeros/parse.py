"""Reads exports of MikroTik RouterOS (menus with add and set), after MikroTik's RouterOS documentation."""

from reading import read_configuration

STYLE = "menus"
LEAD = ""
ENTRY_LISTS = {"FilterRule": "FilterEntry", "NatRule": "FilterEntry", "MangleRule": "FilterEntry"}
OTHERS = ""
SIGNS = [
    r"# \S+ \S+ by RouterOS \d",
    r"/ip firewall (?:filter|nat|address-list)\b",
    r"/interface bridge\b",
    r"/system identity\b",
]
WORDS = """action address-list addresses agent allowed arp auth-algorithms authentication-types auto-mac admin-mac band bandwidth
bridge chain channel-width client-id code comment connection-nat-state connection-state country ddns default-route-distance dh-group
discover distance dns-server domain dont-require-permissions dpd-interval dst-address dst-address-list dst-address-type dst-port
enc-algorithms encryption enc-algorithm exchange-mode frame-types frequency from-addresses gateway check-gateway generate-policy
hash-algorithm hw in-interface in-interface-list ingress-filtering installation interval jump-target layer7-protocol lease-time level
lifetime local-address log log-prefix mac-address max-limit mode mtu my-id name netmask on-event out-interface out-interface-list
owner peer permissions pfs-group pool port pre-shared-key priority proposal protocol pvid ranges reject-with remote remote-address
sa-dst-address sa-src-address secret security-profile server source src-address src-address-list src-address-type src-port ssid
start-date start-time supplicant-identity tagged target to-addresses to-ports topics tunnel untagged use-peer-dns use-peer-ntp
vlan-filtering vlan-id vlan-ids wan wireless-protocol wpa wpa2 contact location list time tcp-mss new-mss passthrough limit rate"""
"""Properties whose meaning is plain: `pairs` reads any, also what a later version writes."""
GRAMMAR = r"""
interface bridge { add <BridgeInterface:pairs name> }
interface bridge port { add <BridgePort:pairs interface> }
interface bridge vlan { add <+BridgeVlan:pairs> }
interface ethernet {
    set \[ find default-name=<Interface.default_name> \] <Interface:pairs name>
    set <Interface:[a-z]\S*\d> *=*
}
interface vlan|bonding|vrrp|gre|eoip|ipip|wireguard|l2tp-client|pppoe-client|ovpn-client|sstp-client|vxlan|lte|vpls|macvlan {
    add <Interface:pairs name>
}
interface wireguard peers { add <+WireguardPeer:pairs> }
interface list { add <InterfaceList:pairs name> }
interface list member { add <+InterfaceListMember:pairs> }
interface wireless security-profiles {
    set \[ find default=yes \] *=*
    add <SecurityProfile:pairs name>
}
interface wireless|wifi {
    set \[ find default-name=<Interface.default_name> \] <Interface:pairs name>
    add <Interface:pairs name>
}
interface l2tp-server|pptp-server|sstp-server|ovpn-server server { set *=* }
interface detect-internet { set *=* }
interface ethernet switch { set <Switch:\d+> *=* }
interface ethernet switch port { set <SwitchPort:\d+> *=* }
ip pool { add <IpPool:pairs name> }
ip dhcp-server { add <DhcpServer:pairs name> }
ip dhcp-server network { add <DhcpNetwork:pairs address> }
ip dhcp-server lease { add <DhcpReservation:pairs address> }
ip dhcp-server option { add <DhcpOption:pairs name> }
ip dhcp-client { add <DhcpClient:pairs interface> }
ip dhcp-relay { add <DhcpRelay:pairs name> }
ip address { add <IpAddress:pairs address> }
ipv6 address { add <IpAddress:pairs address> }
ip dns {
    set [allow-remote-requests=<NameServer.remote_requests>] servers=<NameServer>
    set *=*
}
ip dns static { add <+DnsRecord:pairs> }
ip route {
    add <+StaticRoute:pairs>
    add disabled=yes <+StaticRoute:pairs>
}
ipv6 route { add <+StaticRoute:pairs> }
ip route rule { add <+RouteRule:pairs> }
routing table { add <RoutingTable:pairs name> }
routing rule { add <+RouteRule:pairs> }
ip firewall filter|raw { add <+FilterRule:pairs> }
ipv6 firewall filter|raw { add <+FilterRule:pairs> }
ip firewall nat { add <+NatRule:pairs> }
ipv6 firewall nat { add <+NatRule:pairs> }
ip firewall mangle { add <+MangleRule:pairs> }
ip firewall address-list { add <+AddressListEntry:pairs> }
ipv6 firewall address-list { add <+AddressListEntry:pairs> }
ip firewall layer7-protocol { add <Layer7Protocol:pairs name> }
ip firewall service-port { set <ServicePort> *=* }
ip firewall connection tracking { set *=* }
ip service { set <IpService> *=* }
ip ipsec profile {
    add <IpsecProfile:pairs name>
    set \[ find default=yes \] *=*
}
ip ipsec peer { add <IpsecPeer:pairs name> }
ip ipsec identity { add <+IpsecIdentity:pairs> }
ip ipsec proposal {
    add <IpsecProposal:pairs name>
    set \[ find default=yes \] *=*
}
ip ipsec policy {
    add <+IpsecPolicy:pairs>
    set <IpsecPolicyTemplate:\d+> *=*
}
ip ipsec policy group { add <IpsecPolicyGroup:pairs name> }
ip ipsec mode-config { add <IpsecModeConfig:pairs name> }
ip neighbor discovery-settings { set *=* }
ip settings|ssh|upnp|cloud|proxy|hotspot|smb|traffic-flow|socks { set *=* }
ip cloud { set *=* }
ip traffic-flow target { add <+FlowTarget:pairs> }
ip arp { add <ArpEntry:pairs address> }
ip vrf { add <Vrf:pairs name> }
ip hotspot profile { set \[ find default=yes \] *=* }
ipv6 settings|nd { set *=* }
ipv6 dhcp-client { add <+Dhcpv6Client:pairs> }
ppp profile {
    add <PppProfile:pairs name>
    set \*<PppProfile> *=*
    set <PppProfile> *=*
}
ppp secret { add <PppSecret:pairs name> }
ppp aaa { set *=* }
queue simple { add <Queue:pairs name> }
queue tree { add <Queue:pairs name> }
queue type { add <QueueType:pairs name> }
radius { add <RadiusServer:pairs address> }
radius incoming { set *=* }
routing ospf instance { add <OspfInstance:pairs name> }
routing ospf area { add <OspfArea:pairs name> }
routing ospf network { add <OspfNetwork:pairs network> }
routing ospf interface-template|interface { add <+OspfInterface:pairs> }
routing bgp instance {
    add <BgpInstance:pairs name>
    set default *=*
}
routing bgp template {
    add <BgpPeerGroup:pairs name>
    set default *=*
}
routing bgp connection|peer { add <BgpNeighbor:pairs name> }
routing bgp network { add <BgpNetwork:pairs network> }
routing filter { add <+RoutePolicyEntry:pairs> }
routing filter rule { add <+RoutePolicyEntry:pairs> }
routing filter num-list|community-list { add <+RouteFilterList:pairs> }
routing bfd configuration { add <+Bfd:pairs> }
routing id { add <RouterId:pairs name> }
snmp { set *=* }
snmp community {
    set \[ find default=yes \] *=*
    add <SnmpCommunity:pairs name>
}
system identity { set name=<hostname> }
system clock { set time-zone-name=<time_zone_name> }
system clock { set *=* }
system ntp client {
    set [enabled=<NtpServer.enabled>] primary-ntp=<NtpServer> [secondary-ntp=<secondary>]
    set *=*
}
system ntp client servers { add <NtpServer:pairs address> }
system ntp server { set *=* }
system note { set *=* }
system logging action {
    add [bsd-syslog=<SyslogServer.bsd_syslog>] name=<SyslogServer.name> remote=<SyslogServer> *=*
    set <SyslogServer.action> remote=<SyslogServer> *=*
    set <SyslogServer.action> remote=<SyslogServer>
    add <LogAction:pairs name>
    set <LogAction:\d+> *=*
}
system logging {
    add <+LogRule:pairs>
    set <LogRule:\d+> *=*
}
system script { add <Script:pairs name> }
system scheduler { add <Schedule:pairs name> }
system routerboard settings { set *=* }
system package update { set *=* }
system watchdog|leds|console|resource { set *=* }
tool bandwidth-server|mac-server|romon|graphing|e-mail|sniffer { set *=* }
tool mac-server mac-winbox|ping { set *=* }
tool netwatch { add <Netwatch:pairs host> }
user {
    add <User:pairs name>
    set \[ find name=<User> \] *=*
}
user group { set <UserGroup> *=* }
user group { add <UserGroup:pairs name> }
user aaa { set *=* }
certificate { add <Certificate:pairs name> }
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

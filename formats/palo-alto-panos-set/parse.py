"""Reads PAN-OS configurations in set format, after Palo Alto Networks' PAN-OS CLI Quick Start."""

from reading import read_configuration

STYLE = "set"
LEAD = ""
ENTRY_LISTS = {}
CALLED = ["pan"]
OTHERS = ""
SIGNS = [
    r"set deviceconfig (?:system|setting) ",
    r"set (?:\S+ \S+ )?rulebase security rules ",
    r"set network interface ethernet ethernet\d",
    r"set mgt-config users ",
]
SCOPES = ("shared", "vsys <Vsys>", "device-group <DeviceGroup>", "template <Template> config")
GRAMMAR = r"""
deviceconfig system hostname <hostname>
deviceconfig system ip-address|netmask|default-gateway|timezone|domain|login-banner|ipv6-address|speed-duplex *
deviceconfig system panorama-server|panorama-server-2|update-server|device-group|locale|motd-and-banner *
deviceconfig system dns-setting servers primary|secondary <DnsServer>
deviceconfig system ntp-servers primary-ntp-server|secondary-ntp-server ntp-server-address <NtpServer>
deviceconfig system ntp-servers primary-ntp-server|secondary-ntp-server authentication-type <...>
deviceconfig system snmp-setting snmp-system location|contact *
deviceconfig system snmp-setting access-setting version v3 <...>
deviceconfig system snmp-setting access-setting version v2c snmp-community-string <SnmpCommunity>
deviceconfig system type static|dhcp-client
deviceconfig system type dhcp-client <...>
deviceconfig system service disable-telnet|disable-http|disable-https|disable-ssh|disable-snmp|disable-icmp *
deviceconfig system permitted-ip <PermittedAddress>
deviceconfig system permitted-ip <PermittedAddress> description <description>
deviceconfig system panorama local-panorama panorama-server|panorama-server-2 *
deviceconfig system update-schedule <...>
deviceconfig system geo-location latitude|longitude *
deviceconfig system device-telemetry <...>
deviceconfig setting <...>
deviceconfig high-availability <...>
mgt-config users <User> phash <phash>
mgt-config users <User> permissions role-based **
mgt-config password-complexity enabled|minimum-length *
network interface ethernet|aggregate-ethernet|vlan <Interface> layer3|layer2 units <Subinterface> ip <Address>
network interface loopback|tunnel <Interface> layer3|layer2 units <Subinterface> ip <Address>
network interface ethernet|aggregate-ethernet <Interface> layer3|layer2 units <Subinterface> tag|comment|mtu|interface-management-profile *
network interface ethernet|aggregate-ethernet <Interface> layer3|layer2 units <Subinterface>
network interface ethernet|aggregate-ethernet <Interface> layer3 ip <Address>
network interface ethernet|aggregate-ethernet <Interface> layer3 mtu|interface-management-profile|netflow-profile *
network interface ethernet|aggregate-ethernet <Interface> layer3 dhcp-client enable|create-default-route *
network interface ethernet|aggregate-ethernet <Interface> layer3 dhcp-client default-route-metric *
network interface ethernet|aggregate-ethernet <Interface> layer3|layer2|ha lacp enable|mode|transmission-rate *
network interface ethernet|aggregate-ethernet <Interface> layer3|layer2|ha lacp fast-failover *
network interface ethernet|aggregate-ethernet <Interface> comment|link-speed|link-duplex|link-state *
network interface ethernet|aggregate-ethernet <Interface> aggregate-group *
network interface ethernet <Interface> lacp port-priority *
network interface loopback|tunnel|vlan units <Interface> ip <Address>
network interface loopback|tunnel|vlan units <Interface> comment|mtu|interface-management-profile *
network profiles interface-management-profile <ManagementProfile> ping|ssh|https|http|telnet|snmp|response-pages *
network profiles interface-management-profile <ManagementProfile> permitted-ip <PermittedAddress>
network profiles monitor-profile <MonitorProfile> interval|threshold|action *
network virtual-router <VirtualRouter> interface **
network virtual-router|logical-router <VirtualRouter> routing-table ip|ipv6 static-route <StaticRoute> destination|interface|metric|admin-dist *
network virtual-router|logical-router <VirtualRouter> routing-table ip|ipv6 static-route <StaticRoute> nexthop ip-address|next-vr|fqdn|ipv6-address *
network virtual-router <VirtualRouter> protocol bgp enable|router-id|local-as|install-route|reject-default-route *
network virtual-router <VirtualRouter> protocol bgp peer-group <BgpPeerGroup> peer <Neighbor> peer-as|enable *
network virtual-router <VirtualRouter> protocol bgp peer-group <BgpPeerGroup> peer <Neighbor> peer-address ip *
network virtual-router <VirtualRouter> protocol bgp peer-group <BgpPeerGroup> peer <Neighbor> local-address ip|interface *
network virtual-router <VirtualRouter> protocol <Ospf:ospf> enable|router-id *
network virtual-router <VirtualRouter> protocol <Ospf:ospf> area <OspfArea> interface <OspfInterface> enable|passive|metric|priority|link-type *
network ike crypto-profiles ike-crypto-profiles <IkeProfile> hash|dh-group|encryption **
network ike crypto-profiles ipsec-crypto-profiles <IpsecProfile> esp encryption|authentication **
network ike crypto-profiles ipsec-crypto-profiles <IpsecProfile> dh-group *
network ike gateway <IkeGateway> authentication pre-shared-key key *
network ike crypto-profiles ike-crypto-profiles <IkeProfile> lifetime seconds|minutes|hours|days *
network ike crypto-profiles ipsec-crypto-profiles <IpsecProfile> lifetime seconds|minutes|hours|days *
network ike gateway <IkeGateway> protocol version *
network ike gateway <IkeGateway> protocol ikev1|ikev2 ike-crypto-profile|exchange-mode|require-cookie *
network ike gateway <IkeGateway> protocol ikev1|ikev2 dpd enable|interval|retry *
network ike gateway <IkeGateway> protocol-common nat-traversal|fragmentation enable *
network ike gateway <IkeGateway> protocol-common passive-mode *
network ike gateway <IkeGateway> disabled|comment|authentication|local-id|peer-id **
network ike gateway <IkeGateway> local-address|peer-address interface|ip|fqdn *
network tunnel ipsec <Tunnel> tunnel-interface|disabled|anti-replay|copy-tos *
network tunnel ipsec <Tunnel> tunnel-monitor enable|destination-ip|tunnel-monitor-profile|proxy-id *
network profiles zone-protection-profile <ZoneProtectionProfile> flood tcp-syn|udp|icmp|icmpv6|other-ip enable *
network profiles zone-protection-profile <ZoneProtectionProfile> flood tcp-syn|udp|icmp|icmpv6|other-ip red|syn-cookies alarm-rate|activate-rate|maximal-rate *
network tunnel ipsec <Tunnel> auto-key ike-gateway|ipsec-crypto-profile *
network tunnel ipsec <Tunnel> auto-key proxy-id <ProxyId> local|remote *
network dhcp interface <DhcpServer> server ip-pool **
network vlan <Vlan> interface **
network lldp|qos|dns-proxy|shared-gateway <...>
import network interface **
zone <Zone> network layer3|layer2|tap|virtual-wire **
zone <Zone> network zone-protection-profile|log-setting|enable-packet-buffer-protection *
zone <Zone> enable-user-identification *
address <AddressObject> ip-netmask|ip-range|fqdn|description|ip-wildcard *
address <AddressObject> tag **
address-group <AddressGroup> static|tag **
address-group <AddressGroup> dynamic filter *
address-group <AddressGroup> description *
service <Service> protocol tcp|udp port|source-port **
service <Service> description *
service <Service> tag **
service-group <ServiceGroup> members **
application-group <ApplicationGroup> members **
tag <Tag> color|comments *
tag <Tag>
rulebase|pre-rulebase|post-rulebase security rules <Policy> from|to|source|destination|application|service **
rulebase|pre-rulebase|post-rulebase security rules <Policy> category|source-user|tag|hip-profiles|source-hip **
rulebase|pre-rulebase|post-rulebase security rules <Policy> destination-hip **
rulebase|pre-rulebase|post-rulebase security rules <Policy> action|log-start|log-end|disabled|description *
rulebase|pre-rulebase|post-rulebase security rules <Policy> log-setting|rule-type|schedule|negate-source *
rulebase|pre-rulebase|post-rulebase security rules <Policy> negate-destination|group-tag|uuid *
rulebase|pre-rulebase|post-rulebase security rules <Policy> profile-setting group|profiles **
rulebase|pre-rulebase|post-rulebase security rules <Policy> profile-setting profiles virus|spyware|vulnerability|url-filtering|file-blocking|wildfire-analysis **
rulebase security rules <Policy>
rulebase|pre-rulebase|post-rulebase nat rules <NatRule> from|source|destination|tag **
rulebase|pre-rulebase|post-rulebase nat rules <NatRule> to|service|to-interface|nat-type|description|disabled *
rulebase|pre-rulebase|post-rulebase nat rules <NatRule> active-active-device-binding|group-tag|uuid *
rulebase|pre-rulebase|post-rulebase nat rules <NatRule> destination-translation|dynamic-destination-translation translated-address|translated-port *
rulebase|pre-rulebase|post-rulebase nat rules <NatRule> source-translation dynamic-ip-and-port interface-address interface|ip *
rulebase|pre-rulebase|post-rulebase nat rules <NatRule> source-translation dynamic-ip-and-port|dynamic-ip translated-address **
rulebase|pre-rulebase nat rules <NatRule> source-translation static-ip translated-address|bi-directional *
post-rulebase nat rules <NatRule> source-translation static-ip translated-address|bi-directional *
profile-group <ProfileGroup> virus|spyware|vulnerability|url-filtering|file-blocking|wildfire-analysis **
profile-group <ProfileGroup> data-filtering **
log-settings syslog <LogServerProfile> server <LogServer> server|port|transport|format|facility *
log-settings profiles <LogProfile> match-list <LogMatch> log-type|filter|send-to-panorama *
log-settings profiles <LogProfile> match-list <LogMatch> send-syslog|send-snmptrap|send-email **
server-profile radius|ldap|tacplus|kerberos|saml-idp <AuthServerProfile> server <AuthServer> ip-address|address|port|secret *
global-protect <...>
user-id-collector <...>
botnet|content-preview|reports|report-group|pdf-summary-report|email-scheduler <...>
setting|display-name|redistribution-agent|dns-proxy|response-page <...>
reference-templates|parent-dg|description *
"""


def parse(lines):
    rows = GRAMMAR.strip().splitlines()
    scoped = [f"{scope} {row}" for scope in SCOPES for row in rows]
    return read_configuration(lines, "\n".join(rows + scoped), STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

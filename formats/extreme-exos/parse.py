"""Reads ExtremeXOS configurations (create, configure, enable, disable), after Extreme's ExtremeXOS Command Reference."""

from reading import read_configuration

STYLE = "flat"
LEAD = "configure/create/disable/enable"
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [
    r"# Module devmgr configuration",
    r"configure snmp sysName ",
    r"configure vlan \S+ add ports ",
    r"configure vlan default delete ports ",
]
GRAMMAR = r"""
snmp sysName <hostname>
snmp sysContact|sysLocation ...
timezone [name <timezone_name>] <timezone_offset:-?\d+> [<daylight:text>]
sys-recovery-level|banner <...>
vlan <Vlan> tag <tag:int> [description <description>]
vlan <Vlan> description <description:text>
vlan <Vlan> add ports <VlanMember> [<tagging:tagged|untagged>]
vlan <Vlan> add ports <VlanMember:\S.*> <tagging:tagged|untagged>
vlan <Vlan> delete ports <deleted_ports:text>
vlan <Vlan> ipaddress <ipaddress> [<mask:\d+\.\S+>]
vlan <Vlan> vr <vr>
vlan <Vlan> dhcp-address-range <dhcp_first> - <dhcp_last>
vlan <Vlan> dhcp-options <option> <value>
vlan <Vlan> dhcp-lease-timer <dhcp_lease_timer>
vlan <Vlan> name|qosprofile|protocol <...>
vlan <Vlan>
vlan <Vlan> igmp|learning <...>
vlan-list|vman <VlanList> <...>
vr <VirtualRouter> add|delete ports <ports:text>
vr <VirtualRouter>
vr <VirtualRouter> add protocol <protocol>
virtual-router <VirtualRouter>
ports <Port> display-string <display_string:text>
ports <Port> description-string <description:text>
ports <Port> auto <auto:text>
ports <Port> rate-limit|partition|jumbo-frame|qosprofile|storm|vlan|tdm|redundant|dot1p|link-flap-detection <...>
port|ports <Port:\d+(?::\d+)?> <shutdown:negated>
port|ports <PortList> <shutdown:negated>
jumbo-frame ports <jumbo_frame_ports:text>
jumbo-frame-size <jumbo_frame_size:int>
sharing <Lag> grouping <grouping> [algorithm <algorithm:\S+ \S+|\S+>] [lacp]
sharing <Lag> add|delete ports <ports>
sharing <Lag> <...>
ipforwarding [vlan <ipforwarding_vlan>]
ipforwarding <IpForwarding>
iproute add <+StaticRoute.destination:default> <next_hop> [<metric:int>] [vr <vr>]
iproute add <+StaticRoute.destination> <mask:\d+\.\d+\.\d+\.\d+> <next_hop> [<metric:int>] [vr <vr>]
iproute add <+StaticRoute.destination> <next_hop> [<metric:int>] [vr <vr>]
account <User:admin|user> encrypted <password>
account admin|user|lawful-intercept <User> [encrypted <password>]
radius <RadiusServer:(?:(?:mgmt-access|netlogin) )?(?:primary|secondary|\d+)> server <address> [<port:\d+>] client-ip <client_ip> [vr <vr>]
radius <RadiusServer:(?:(?:mgmt-access|netlogin) )?(?:primary|secondary|\d+)> shared-secret [encrypted] <shared_secret>
tacacs <TacacsServer:(?:(?:mgmt-access|netlogin) )?(?:primary|secondary|\d+)> server <address> [<port:\d+>] client-ip <client_ip> [vr <vr>]
tacacs <TacacsServer:(?:(?:mgmt-access|netlogin) )?(?:primary|secondary|\d+)> shared-secret [encrypted] <shared_secret>
radius|tacacs|tacacs-authorization|tacacs-accounting|radius-accounting
radius mgmt-access
radius netlogin
sntp-client primary|secondary <SntpServer> [vr <vr>]
sntp-client
sntp-client update-interval <sntp_update_interval:int>
ntp
ntp vr|vlan <ntp_scope>
ntp server add <NtpServer> [vr <vr>] [initial-burst] [key <key_id:int>]
ntp server|peer add <NtpServer> <...>
syslog add <LogServer:[\d.]+>:<port:\d+> [vr <vr>] <facility:local\d>
syslog add <LogServer> [vr <vr>] <facility:local\d>
syslog <LogServer> [vr <vr>] <facility:local\d>
syslog
log target syslog add <LogServer> [vr <vr>] <facility:local\d>
syslog <LogServer> [vr <vr>] <facility:local\d> <setting:text>
log target <LogTarget> <...>
log filter|messages|display <...>
dns-client add name-server <DnsServer> [vr <vr>]
dns-client add domain-suffix <domain_suffix>
snmpv3 add community <SnmpCommunity> name <name> user <user>
snmpv3 add user|group|access|target-addr|target-params|notify|mib-view|filter-profile <SnmpSetting> <...>
snmpv3 <...>
snmp add community readonly|readwrite <SnmpCommunity>
snmp add trapreceiver <SnmpTrapReceiver> community <community>
snmp traps
snmp access *
mstp region *
snmp access
ssh2
telnet
web http|https
idletimeout
idletimeout *
cli-config-logging
cdp|lldp|edp|stp|stpd|eaps|elrp-client|igmp|mld|rmon|ospf|bgp|rip|pim|mpls|netlogin|msdp|dhcp|clear-flow|erps
xml-mode
stpd <Stpd>
stpd <Stpd> mode <mode:text>
stpd <Stpd> default-encapsulation <default_encapsulation>
stpd <Stpd> tag <tag:int>
stpd <Stpd> priority <priority:int>
stpd <Stpd> add vlan <vlan> ports <ports:text>
stpd <Stpd> ports <...>
stpd <Stpd> auto-bind vlan <auto_bind_vlan:text>
stpd <Stpd> <...>
<Ospf:ospf> routerid|spf-hold-time|metric|lsa-batch-interval|import-policy <ospf_setting:text>
<Ospf:ospf> routerid <ospf_routerid>
<Ospf:ospf> area <OspfArea>
<Ospf:ospf> add vlan <OspfVlan> area <area> [link-type <link_type>] [passive]
<Ospf:ospf> vlan <OspfVlan> <...>
<Ospf:ospf> export <OspfExport> <...>
<Ospf:ospf> area <OspfArea> <...>
bgp AS-number <bgp_as>
bgp routerid <bgp_routerid>
bgp neighbor <BgpNeighbor> remote-AS-number <remote_as>
bgp neighbor <BgpNeighbor> <...>
bgp add network <BgpNetwork>
bgp peer-group <BgpPeerGroup>
bgp <...>
rip <...>
vrrp vlan <Vrrp> vrid <vrid:int> [<...>]
vrrp <...>
access-list <AccessList> ports|vlan <target> <direction:ingress|egress>
access-list <AccessList> any <direction:ingress|egress>
access-list <DynamicAccessList> <rule:text>
mirror <...>
eaps <Eaps>
eaps <Eaps> <...>
elrp-client <...>
edp|lldp|cdp ports <...>
lldp ports <LldpPorts> advertise <...>
lldp|cdp|edp|igmp|dos-protect|stacking|slot|node|power|inline-power|netlogin|identity-management|upm|nodealias <...>
ip-security|iparp|ipmroute|qosscheduler|qosprofile|diffserv|dot1p|mlag|msrp|mvrp|sflow|flow-redirect|fdb <...>
trusted-ports|trusted-servers|bootprelay|firmware|debug|ssl|tech-support|process|auto-provision|vm-tracking <...>
avb|rmon|ptp|cfm|ethernet|l2vpn|vpls|pim|msdp|isis|mpls|bfd|irdp|udp-profile|icmp|ipconfig|router-discovery <...>
application <...>
iqagent <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads Check Point Gaia configurations (show configuration: set and add), after Check Point's Gaia Administration Guide."""

from reading import read_configuration

STYLE = "flat"
LEAD = "add/set"
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [
    r"# Exported by \S+ on ",
    r"set installer policy ",
    r"set net-access ",
    r"set (?:clienv|config-lock) ",
    r"set static-route \S+ nexthop ",
]
GRAMMAR = r"""
hostname <hostname>
domainname *
installer policy check-for-updates-period|periodically-self-update|self-test|send-cpuse-data *
config-lock on|off
edition *
expert-password-hash *
core-dump enable|disable
core-dump total|per_process *
clienv <ClientEnvironment> <value:text>
aaa tacacs-servers state *
aaa tacacs-servers user-uid *
aaa tacacs-servers priority <TacacsServer:int> server <server> [key <shared_key>] [timeout <timeout:int>]
aaa radius-servers priority <RadiusServer:int> host <host> [port <port:int>] [secret <secret>] [timeout <timeout:int>]
aaa radius-servers <...>
allowed-client host any-host
allowed-client host any-ip
allowed-client host ipv4-address <AllowedClient>
allowed-client network ipv4-address <AllowedNetwork> mask-length <mask_length:int>
arp table cache-size|validity-timeout *
arp announce *
arp proxy|static <...>
backup-scheduled <...>
banner <...>
bonding group <Lag:int>
bonding group <Lag:int> interface <+LagMember.interface>
bonding group <Lag:int> mode <mode>
bonding group <Lag:int> down-delay|up-delay <delay:int>
bonding group <Lag:int> lacp-rate <lacp_rate>
bonding group <Lag:int> xmit-hash-policy <xmit_hash_policy>
bonding group <Lag:int> mii-interval <mii_interval:int>
bonding group <Lag:int> primary <primary>
bonding group <Lag:int> <...>
bridging group <Bridge:int> [<options:text>]
cluster member|hyper-sync|ccp <...>
command <Command> path <path> description <description>
cron <...>
dhcp client <...>
dhcp server disable|enable
dhcp server subnet <DhcpPool> netmask <netmask:int>
dhcp server subnet <DhcpPool> include-ip-pool start <start> end <end>
dhcp server subnet <DhcpPool> default-gateway <default_gateway>
dhcp server subnet <DhcpPool> dns <dns>
dhcp server subnet <DhcpPool> domain <domain>
dhcp server subnet <DhcpPool> enable|disable
dhcp server subnet <DhcpPool> <...>
dns primary|secondary|tertiary <DnsServer>
dns suffix|mode *
format date|time|netmask *
host name <Host> ipv4-address <ipv4_address>
host name <Host> ipv6-address <ipv6_address>
inactivity-timeout *
interface <Interface> state <state>
interface <Interface> comments <comments>
interface <Interface> link-speed <link_speed>
interface <Interface> auto-negotiation <auto_negotiation>
interface <Interface> mtu <mtu:int>
interface <Interface> ipv4-address <ipv4_address> mask-length <mask_length:int>
interface <Interface> ipv6-address <ipv6_address> mask-length <ipv6_mask_length:int>
interface <Interface> ipv6-autoconfig <ipv6_autoconfig>
interface <Interface> mac-addr <mac_addr>
interface <Interface> rx-ringsize <rx_ringsize:int>
interface <Interface> tx-ringsize <tx_ringsize:int>
interface <Interface> monitor-mode <monitor_mode>
interface <Interface> vlan <Vlan:int>
interface <Interface> alias <alias>
interface <Interface> 6in4|multi-queue <...>
interface <Interface> loopback <loopback>
ip-conflicts-monitor state *
ipv6-state *
ipv6 <...>
kernel-routes *
lcd *
lldp <...>
lom <...>
mail-notification server|username *
management interface *
max-path-splits *
mdps <...>
message banner|motd|caption on|off
message banner|motd|caption on|off [line] msgvalue <message_text:text>
neighbor-entry <...>
net-access telnet *
netflow <...>
nfs <...>
ntp active *
ntp server primary <+NtpServer.address> [version <version:int>]
ntp server secondary <+NtpServer.address> [version <version:int>]
password-controls <PasswordControl> <value>
password-controls <PasswordControl:(?:history|password-expiration|deny-on-fail|deny-on-nonuse|expiration) \S+> <value>
pbr <...>
ppp|pppoe <...>
proxy *
rba role <UserRole> domain-type <domain_type> all-features
rba role <UserRole> domain-type <domain_type> readwrite-features <readwrite_features>
rba role <UserRole> domain-type <domain_type> readonly-features <readonly_features>
rba role <UserRole> domain-type <domain_type> <...>
rba user <RoleUser> access-mechanisms <access_mechanisms>
rba user <RoleUser> roles <roles>
rip|pim|igmp|isis|routemap|route-redistribution|rdisc|router-options|bootp|bfd|max-path-splits|protocol-rank <...>
iphelper|trace|tracefile|inbound-route-filter|aggregate|route-map|ospf3 <...>
as *
router-id *
bgp external remote-as <BgpPeerGroup:int> on|off
bgp external remote-as <BgpPeerGroup:int> peer <Neighbor> on|off
bgp external remote-as <BgpPeerGroup:int> peer <Neighbor> <...>
bgp external remote-as <BgpPeerGroup:int> <...>
bgp internal peer <Neighbor> peer_type <peer_type> on|off
bgp internal|ecmp|cluster-id|default-med|communities|synchronization|graceful-restart|ping <...>
<Ospf:ospf> interface <OspfInterface> area <area> on|off
<Ospf:ospf> interface <OspfInterface> <...>
<Ospf:ospf> area <OspfArea> on|off
<Ospf:ospf> area <OspfArea> <...>
ospf <...>
selfpasswd <...>
snapshot|snapshot-scheduled <...>
snmp mode *
snmp agent *
snmp agent-version *
snmp community <SnmpCommunity> <access:read-only|read-write>
snmp contact|location *
snmp interface <SnmpInterface>
snmp traps receiver <SnmpTrapReceiver> version <version> [community <community>] [user <user>]
snmp traps trap-user|advanced|trap|polling-frequency|coldStart-threshold <...>
snmp usm user <SnmpUser> <...>
snmp clear-trap|custom-trap|vs-direct-access <...>
ssh server <SshServer> <value>
ssh server <SshServer:\S+ \S+> <value>
ssl <...>
static-route <StaticRoute> nexthop gateway address <gateway> [priority <priority:int>] <state:on|off>
static-route <StaticRoute> nexthop gateway logical <gateway_interface> [priority <priority:int>] <state:on|off>
static-route <StaticRoute> nexthop blackhole|reject
static-route <StaticRoute> comment <comment>
static-route <StaticRoute> rank <rank:int>
static-route <StaticRoute> ping <ping>
static-route <StaticRoute> scopelocal <scopelocal>
static-mroute <StaticMulticastRoute> <...>
syslog auditlog|cplogs|mgmtauditlogs|filename *
syslog log-remote-address <LogServer> level <level>
syslog log-remote-address <LogServer> <...>
tacacs_enable|timezone_region *
time|date *
timezone <timezone:text>
user <User> uid <uid:int> homedir <homedir>
user <User> newpass *
user <User> password-hash <password_hash>
user <User> shell <shell>
user <User> realname <realname>
user <User> gid <gid:int> shell <shell>
user <User> force-password-change <force_password_change>
user <User> homedir <homedir>
user <User> info|lock-out <...>
group <Group> gid <gid:int>
group <Group> member <+GroupMember.user>
virtual-system <VirtualSystem:int> [<options:text>]
vpn <...>
vrrp accept-connections|coldstart-delay|disable-all-virtual-routers|monitor-firewall|interface|skip-interfaces <...>
vxlan|gre|port-mirror|mcvr|fcd|dynamic-balancing|user-dynamic|web-ssl|ospf3-instance <...>
web session-timeout|ssl-port|ssl3-enabled|daemon-enable|table-refresh-rate *
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

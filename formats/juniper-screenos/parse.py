"""Reads ScreenOS configurations (set and unset commands), after Juniper's ScreenOS CLI Reference Guide."""

from reading import read_configuration

STYLE = "indented"
LEAD = "set"
ENTRY_LISTS = {}
CALLED = ["netscreen", "ssg"]
OTHERS = ""
SIGNS = [
    r"set vrouter (?:\"?trust-vr\"?|\"?untrust-vr\"?)",
    r"set policy id \d+ (?:name \"[^\"]*\" )?from \"",
    r"set zone \"(?:Trust|Untrust|DMZ)\" vrouter ",
    r"set interface \"?(?:ethernet|bgroup)\d\S* zone ",
]
GRAMMAR = r"""
- exit
hostname <hostname>
domain <domain>
clock timezone <timezone>
clock <...>
vrouter <VirtualRouter> [id <id:int>] [sharable] {
    router-id <router_id>
    auto-route-export
    route <+StaticRoute.prefix> interface <interface> gateway <gateway> [metric <metric:int>] [preference <preference:int>] [permanent] [tag <tag:int>] [description <description>]
    route <+StaticRoute.prefix> interface <interface> [metric <metric:int>] [preference <preference:int>] [permanent] [tag <tag:int>] [description <description>]
    route <+StaticRoute.prefix> vrouter <next_vrouter> [preference <preference:int>] [metric <metric:int>] [permanent] [tag <tag:int>] [description <description>]
    route source|source-in <...>
    protocol bgp|ospf|rip [<number>] [enable] { <...> }
    access-list <AccessList:\d+> [<entry:text>]
    preference|max-ecmp-routes|snmp|export-to|import-from|nsrp-config-sync|add-default-route|route-map|mroute|adv-inact-interface|ignore-subnet-conflict <...>
}
vrouter <VirtualRouter> route <+StaticRoute.prefix> interface <interface> gateway <gateway> [metric <metric:int>] [preference <preference:int>]
service <Service> protocol <protocol> src-port <source_port> dst-port <destination_port> [timeout <timeout>]
service <Service> + <protocol> src-port <source_port> dst-port <destination_port> [timeout <timeout>]
service <Service> timeout <timeout>
service <Service> protocol|+ <...>
service <Service> [session-cache]
group service <ServiceGroup> add <member>
group service <ServiceGroup> [comment <comment>]
auth-server <AuthServer> id <id:int>
auth-server <AuthServer> server-name <server_name>
auth-server <AuthServer> account-type|timeout|type **
auth-server <AuthServer> radius|ldap|securid|tacacs port|timeout|secret|cn|dn *
auth-server <AuthServer> <...>
auth default auth server <default_auth_server>
auth <...>
admin name <admin_name>
admin password <admin_password>
admin user <User> password <password> privilege <privilege>
admin manager-ip <ManagerAddress> [<mask>]
admin port|format|mail|auth|privilege|access|http|root|ssh|telnet|hw-reset|tech-support|device-reset <...>
zone id <Zone.id:int> <Zone>
zone <Zone> vrouter <vrouter>
zone <Zone> [tcp-rst]
zone <Zone> [block]
zone <Zone> screen <screen:text>
zone <Zone> <...>
interface <Interface> tag <tag:int> zone <zone>
interface <Interface> zone <zone>
interface <Interface> ip unnumbered interface <unnumbered>
interface <Interface> ip <ip:\d\S*> [<secondary>]
interface <Interface> ipv6 <...>
interface <Interface> ext ip <...>
interface <Interface> [nat]
interface <Interface> [route]
interface <Interface> manage-ip <manage_ip>
interface <Interface> phy <phy:text>
interface <Interface> port <Member>
interface <Interface> mtu|description|bandwidth|group|gateway|aggregate|ntp-proxy|webauth-ip|track-ip|monitor|protocol|pmtu ...
interface <Interface> dip <Dip:\d+> <first> [<last>]
interface <Interface> mip <MappedAddress> host <host> netmask <netmask> [vr <vrouter>]
interface <Interface> vip <VirtualAddress> [+] <port> <service> <host> [<...>]
interface <Interface> dhcp <...>
interface <Interface> bypass-others-ipsec|bypass-non-ip|bypass-non-ip-all|loopback-group|tunnel|ident-reset|webauth|disable|shutdown
interface <Interface> <...>
flow|console|hostname|av|alg|url|license-key|firewall|nsmgmt|modem|pki|dot1x|webtrends|crypto-policy|config|ippool|xauth|l2tp|pppoe|pppoa|sip|dbuf|ha|fips|envar|common-criteria|scheduler|vsys|ntp-proxy|di <...>
address <AddressObject.zone> <AddressObject> <address:\d+\.\d+\.\d+\.\d+> <mask> [<comment>]
address <AddressObject.zone> <AddressObject> <fqdn> [<comment>]
group address <AddressGroup.zone> <AddressGroup> add <member>
group address <AddressGroup.zone> <AddressGroup> [comment <comment>]
user|user-group|crypto|ike|ipsec <...>
ike gateway <IkeGateway> address <address> <...>
ike <...>
vpn <Vpn> gateway <gateway> <...>
vpn <Vpn> <...>
policy id <Policy:int> [name <name>] from <from> to <to> <source> <destination> <service> nat <nat:src|dst|src dip-id \d+> <action:permit|deny|reject|tunnel> [<options:text>]
policy id <Policy:int> [name <name>] from <from> to <to> <source> <destination> <service> <action:permit|deny|reject|tunnel> [<options:text>]
policy id <Policy:int> [name <name>] from <from> to <to> <source> <destination> <service> <...>
policy id <Policy:int> disable
policy id <Policy:int> {
    service <service>
    src-address <source>
    dst-address <destination>
    log [<log>]
    attack|counter|di-severity|name|av|group <...>
}
policy id <Policy:int>
policy global <...>
policy <...>
syslog config <SyslogServer> [facilities <facility> <level>]
syslog config <SyslogServer> port <port:int>
syslog config <SyslogServer> log <log>
syslog config <SyslogServer> transport <transport>
syslog <...>
dns host dns1|dns2|dns3 <NameServer> [<...>]
dns <...>
ntp server backup1|backup2 <NtpServer> [<...>]
ntp server <NtpServer> [<source_interface>]
ntp <...>
snmp community <SnmpCommunity> <access> [<...>]
snmp host <SnmpHost.community> <SnmpHost> [<mask>] [<...>]
snmp location|contact|name|port ...
snmp <...>
route <+StaticRoute.prefix> interface <interface> gateway <gateway> [metric <metric:int>] [preference <preference:int>] [permanent]
route <+StaticRoute.prefix> interface <interface> [metric <metric:int>] [preference <preference:int>]
route <+StaticRoute.prefix> vrouter <next_vrouter> [preference <preference:int>] [metric <metric:int>]
ssh version <ssh_version>
ssh <ssh:enable>
snmp port listen|trap <snmp_port>
ssh <...>
telnet|ssl|log|nsrp|mac|arp|timer|tftp|ftp|scp|alias|session|traffic-shaping|key <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads ArubaOS-Switch (HPE ProCurve) configurations, after HPE's ArubaOS-Switch Basic Operation Guide."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter"}
OTHERS = ""
SIGNS = [
    r"; (?:J[A-Z]?\d\w+|hpStack\w*) Configuration Editor",
    r";\s*Ver #",
    r"snmp-server community \"[^\"]+\" (?:un)?restricted",
    r"   (?:un)?tagged [\dA-Z]",
]
GRAMMAR = r"""
- Running configuration<rest:.*>
hostname <hostname>
module <Module> type <type>
stacking {
    member <StackMember:int> type <type> [mac-address <mac_address>]
    member <StackMember:int> priority <priority:int>
    member <StackMember:int> flexible-module <flexible_module> type <flexible_type>
}
console idle-timeout|inactivity-timer|baud-rate|local-terminal **
trunk <+Lag.ports> <name> [<type>]
trunk-load-balance *
no|password telnet-server
telnet-server
web-management
web-management ssl|plaintext|idle-timeout **
include-credentials
password <User:manager|operator|minimum-length> <...>
banner motd|exec ...
time timezone|daylight-time-rule ...
timesync *
sntp unicast|broadcast
sntp <poll_interval:\d+>
sntp server priority <+SntpServer.priority:int> <address> [<version:int>]
sntp server <SntpServer>
ntp unicast|enable|broadcast
ntp server <NtpServer> [key-id <key_id:int>] [iburst] [burst] [max-poll <max_poll:int>] [min-poll <min_poll:int>]
ntp server-name <NtpServer> [iburst]
logging <LogServer:\d\S+> [<options:text>]
logging facility|severity|notify|system-module|command **
radius-server host <RadiusServer> [key <key_value>] [dyn-authorization] [time-window <time_window>] [auth-port <auth_port:int>] [acct-port <acct_port:int>]
radius-server host <RadiusServer> <...>
radius-server key|timeout|retransmit|dead-time *
tacacs-server host <TacacsServer> [key <key_value>]
tacacs-server key|timeout *
aaa authentication <Authentication:(?:ssh|console|telnet|web|port-access|mac-based|web-based|local-user|num-attempts|login|disable-username)(?: login| enable)?> [<methods:text>]
aaa accounting|authorization|server-group <...>
aaa port-access authenticator|mac-based <PortAccess:[\dA-Z]\S*> [<...>]
aaa port-access <...>
snmp-server community <SnmpCommunity> [<access:operator|manager>] [<restriction:unrestricted|restricted>]
snmp-server contact|location *
snmp-server contact <contact> location <location>
snmp-server host <SnmpHost> community <community> [<level:text>]
snmp-server host <SnmpHost> <community>
snmp-server response-source|trap-source|listen|enable **
snmp-server enable traps <...>
snmpv3 enable|only|restricted-access
snmpv3 user <SnmpUser> [<...>]
snmpv3 group <SnmpGroup> user <user> [sec-model <security_model>]
snmpv3 community|notify|targetaddress|params|view|engineid <...>
ip default-gateway *
ip route <+StaticRoute.destination:\S+> <mask:\d+\.\S+> <next_hop> [metric <metric:int>] [distance <distance:int>] [name <name>] [tag <tag:int>]
ip route <+StaticRoute.destination:\S+/\d+> <next_hop> [metric <metric:int>] [distance <distance:int>] [name <name>]
ip routing|multicast-routing
ip dns server-address priority <+DnsServer.priority:int> <address>
ip dns domain-name|domain-suffix *
ip authorized-managers <AuthorizedManager> <mask> access <access>
ip authorized-managers <AuthorizedManager> <mask>
ip ssh
ip ssh <...>
ip timep *
ip source-interface|source-binding|source-route|icmp|client-tracker <...>
ip igmp|forward-protocol|udp-bcast-forward <...>
ip access-list extended|standard|connection-rate-filter <AccessList> {
    * permit|deny|remark **
    permit|deny|remark **
    - exit
}
ip access-list resequence <...>
ipv6 <...>
interface <Interface> {
    name *
    disable
    enable
    speed-duplex|mdix-mode|bandwidth-min|rate-limit|broadcast-limit|qos|flow-control **
    flow-control
    power-over-ethernet|poe-lldp-detect|unknown-vlans|monitor|gvrp|lacp **
    lacp active|passive
    power-over-ethernet critical
    ip access-group <+AccessGroup.access_list> <direction:in|out>
    dhcp-snooping trust
    arp-protect trust
    untagged vlan *
    tagged vlan **
    loop-protect
    spanning-tree <...>
    ip source-lockdown
    - exit
}
vlan <Vlan:int> {
    name *
    untagged|tagged|forbid|no-untagged *
    ip address <ip_address:\d\S+> <mask:\d\S+>
    ip address *
    ip address dhcp-bootp
    ip helper-address *
    ip access-group <+AccessGroup.access_list> <direction:in|out|vlan-in|vlan-out|vlan>
    ip igmp
    ip igmp <...>
    ip ospf <ospf_address> area <ospf_area>
    ip ospf <...>
    ip rip <...>
    ip forward-protocol <...>
    ip proxy-arp
    ip local-proxy-arp
    ipv6 enable
    ipv6 address <...>
    voice
    jumbo
    qos dscp|priority *
    service-policy <...>
    dhcp-server
    dhcp-snooping
    monitor all <...>
    isolate-list *
    management-vlan
    connection-rate-filter <...>
    vrrp vrid <Vrrp:int> {
        virtual-ip-address|priority|advertise-interval *
        owner|backup|enable|preempt-mode
        - exit
    }
    - exit
}
management-vlan|primary-vlan|max-vlans *
spanning-tree
spanning-tree mode|force-version|config-name|config-revision|priority|hello-time|forward-delay **
spanning-tree instance <StpInstance:int> vlan <vlans:text>
spanning-tree instance <StpInstance:int> priority <priority:int>
spanning-tree <SpanningTreePort:[\dA-Z]\S*> <options:text>
loop-protect <...>
dhcp-snooping
dhcp-snooping vlan|trust|authorized-server|option|database|verify <...>
dhcp-server enable|conflict-logging
arp-protect
arp-protect <...>
router <Ospf:ospf> {
    area <OspfArea> [<options:text>]
    router-id *
    redistribute *
    enable
    passive <...>
    - exit
}
router rip|vrrp {
    enable
    redistribute *
    ipv4 enable
    - exit
}
lldp|cdp|gvrp|igmp|autorun|fault-finder|filter|qos|mirror|front-panel-security|instrumentation|job|job-alias <...>
device-profile <...>
oobm {
    ip address <ip_address> <mask>
    ip address dhcp-bootp
    ip default-gateway *
    disable
    - exit
}
dhcp config-file-update|image-file-update|tr69-acs-url|host-name-option
tftp client|server
tftp server listen *
rest-interface
activate provision|software-update <...>
allow-v1-modules|allow-v2-modules
encrypt-credentials
crypto <...>
power-over-ethernet <...>
mac-age-time *
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

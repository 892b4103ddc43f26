"""Reads ns.conf of NetScaler (Citrix ADC), after the ADC's command reference."""

import re

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {}
CALLED = ["netscaler", "adc"]
OTHERS = ""
SIGNS = [
    r"#NS\d+\.\d",
    r"set ns config -IPAddress ",
    r"add (?:lb|cs) vserver ",
    r"(?:enable|disable) ns (?:feature|mode) ",
]
GRAMMAR = r"""
set ns hostName <hostname>
set ns config *=*
enable|disable ns feature|mode **
add vlan <Vlan>
add vlan <Vlan> *=*
bind vlan <Vlan> *=*
set interface <Interface> *=*
add channel <Interface> *=*
bind channel <Interface> <+Member.port>
add ns ip <NsIp> <mask> *=*
add ns ip <NsIp> <mask>
add ns ip6 <NsIp> *=*
add server <Server> <address:[0-9A-Fa-f:.]*[.:][0-9A-Fa-f:.]*> *=*
add server <Server> <address:[0-9A-Fa-f:.]*[.:][0-9A-Fa-f:.]*>
add server <Server> <domain> *=*
add server <Server> <domain>
add service <Service> <server> <service_type> <port> *=*
add service <Service> <server> <service_type> <port>
add serviceGroup <ServiceGroup> <service_type> *=*
add serviceGroup <ServiceGroup> <service_type>
bind serviceGroup <ServiceGroup> <+Member.server> <port:int> *=*
bind serviceGroup <ServiceGroup> <+Member.server> <port:int>
bind serviceGroup <ServiceGroup> *=*
add lb|cs|vpn|authentication|gslb vserver <VirtualServer> <service_type> <address:[0-9A-Fa-f.:]*[.:]\S*> <port> *=*
add lb|cs|vpn|authentication|gslb vserver <VirtualServer> <service_type> <address:[0-9A-Fa-f.:]*[.:]\S*> <port>
add lb|cs|vpn|authentication|gslb vserver <VirtualServer> <service_type> *=*
add lb|cs|vpn|authentication|gslb vserver <VirtualServer> <service_type>
set lb|cs|vpn|authentication|gslb vserver <VirtualServer> *=*
add lb monitor <Monitor> <monitor_type> *=*
add lb monitor <Monitor> <monitor_type>
bind lb vserver <VirtualServer> policyName=<+Binding.policy> *=*
bind lb vserver <VirtualServer> <+Binding.service> *=*
bind lb vserver <VirtualServer> <+Binding.service>
bind cs vserver <VirtualServer> *=*
bind service <Service> *=*
add route <+StaticRoute.destination> <mask> <next_hop> *=*
add route <+StaticRoute.destination> <mask> <next_hop>
add route6 <+StaticRoute.destination> <next_hop> *=*
add route6 <+StaticRoute.destination> <next_hop>
add ntp server <NtpServer> *=*
add ntp server <NtpServer>
add dns nameServer <NameServer> *=*
add dns nameServer <NameServer>
add snmp community <SnmpCommunity> <permission>
add system user <User> *=*
add system user <User> <...>
set system user <User> *=*
set system user <User> <...>
add audit syslogAction <SyslogAction> <address> *=*
add ssl certKey <CertKey> *=*
bind ssl vserver <SslVserver> *=*
set ssl vserver <SslVserver> *=*
add ns acl <Acl> <action> <entry:text>
add HA node <HaNode> <address>
add HA node <HaNode> <address> *=*
add responder|rewrite|cs policy <Policy> <rule:text>
add responder|rewrite|cs action <PolicyAction> <rule:text>
"""
_OPTION = re.compile(r" -([A-Za-z]\w*) (?=[^\s-])")


def parse(lines):
    """Read the commands, their options (`-state DISABLED`) as pairs."""
    plain = [line if line[:1] == "#" else _OPTION.sub(r" \1=", line) for line in lines]
    return read_configuration(plain, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

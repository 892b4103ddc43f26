"""Reads configurations of SonicOS (show current-config), after SonicWall's "SonicOS CLI Reference Guide"."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessRule": "FilterEntry"}
CALLED = ["sonicwall"]
OTHERS = ""
SIGNS = [
    r"firmware-version \"?SonicOS",
    r"address-object (?:ipv4|ipv6|fqdn|mac) .* zone \S+",
    r"access-rule (?:ipv4|ipv6) from \S+ to \S+ action ",
    r"\s+ip-assignment \S+ (?:static|dhcp|portshield|pppoe|wire-mode|transparent)\b",
]
GRAMMAR = r"""
= access {
    id|uuid|name|priority|schedule|ticket *
    tcp-timeout|max-connections|connection-limit|tcp|udp|users|quality-of-service|botnet-filter|geo-ip-filter|dpi|packet-monitor|cookie|match|action-profile|security-profile <...>
    comment ...
    enable|logging|fragments|management|reflexive|sip|h323|flow-reporting|dpi-ssl-client|dpi-ssl-server|single-sign-on|block-traffic-for-single-sign-on|redirect-unauthenticated-users-to-log-in
}
- exit
- end
- commit
firmware-version|rom-version|model|serial-number|system-time|system-uptime|hostname|domain-name|firewall-name *
= interface {
    ip-assignment <zone> <ip_assignment> {
        ip <ip> netmask <netmask>
        gateway|hostname|hostname-suffix|username|reconnect *
        dns primary|secondary|tertiary *
        backup-gateway *
        renew-on-startup|renew-on-link-up|initiate-renewals-with-discover
        nat-policy <...>
    }
    ip-assignment <zone> <ip_assignment>
    ipv6 <...>
    comment ...
    management https|ssh|ping|snmp|http|fragments
    user-login https|http
    link-speed|mtu|vlan-tag|vlan|routed-mode|port-redundancy|flow-reporting|cos-8021p|bandwidth-management <...>
    shutdown-port|https-redirect|default-8021p-cos|auto-discovery|asymmetric-route|multicast|one-arm-mode|fragment-packets|ignore-df-bit
    mac default|override <...>
    no-fragment-packets|send-icmp-fragmentation
}
interface <Interface:\S+ vlan \d+> { = interface }
interface <Interface> { = interface }
address-object ipv4|ipv6 <AddressObject> host <host> [zone <zone>]
address-object ipv4|ipv6 <AddressObject> network <network> <mask> [zone <zone>]
address-object ipv4|ipv6 <AddressObject> range <first> <last> [zone <zone>]
address-object fqdn <AddressObject> domain <fqdn> [zone <zone>] [dns-ttl <dns_ttl:int>]
address-object mac <AddressObject> address <mac> [multi-homed] [zone <zone>]
address-group ipv4|ipv6 <AddressGroup> {
    address-object ipv4|ipv6|fqdn|mac <+Member.object>
    address-group ipv4|ipv6 <+MemberGroup.group>
}
service-object <Service> <protocol> <first_port:int> <last_port:int>
service-object <Service> <protocol> [<type>]
service-group <ServiceGroup> {
    service-object <+Member.object>
    service-group <+MemberGroup.group>
}
zone <Zone> {
    security-type *
    interface-trust|gateway-anti-virus|anti-spyware|intrusion-prevention|app-control|dpi-ssl-client|dpi-ssl-server|ssl-control|sslvpn-access|create-group-vpn
    auto-generate-access-rules allow-from-to-equal|allow-from-higher|allow-to-lower|deny-from-lower
    websense-content-filtering|guest-services|wireless|content-filter-enforcement|client <...>
}
access-rule <+AccessRule.family:ipv4|ipv6> from <from_zone> to <to_zone> action <action> source address <source:.+> port <source_port:.+> service <service:.+> destination address <destination:.+> schedule <schedule:.+> { = access }
access-rule <+AccessRule.family:ipv4|ipv6> from <from_zone> to <to_zone> action <action> source address <source:.+> service <service:.+> destination address <destination:.+> schedule <schedule:.+> { = access }
access-rule <+AccessRule.family:ipv4|ipv6> from <from_zone> to <to_zone> action <action> source address <source:.+> service <service:.+> destination address <destination:.+> { = access }
nat-policy <+NatPolicy.family:ipv4|ipv6> inbound <inbound:.+> outbound <outbound:.+> source <source:.+> translated-source <translated_source:.+> destination <destination:.+> translated-destination <translated_destination:.+> service <service:.+> translated-service <translated_service:.+> {
    id|uuid|name|priority|ticket *
    comment ...
    enable|source-port-remap|reflexive|dns-doctoring
    priority auto|manual <...>
}
route-policy <+StaticRoute.family:ipv4|ipv6> interface <interface> metric <metric:int> source <source:.+> destination <destination:.+> service <service:.+> gateway <gateway:.+> {
    id|uuid|name|comment|probe *
    disable-on-interface-down|vpn-precedence|permit-tcp-acceleration|auto-add-access-rules
}
vpn policy site-to-site <IpsecTunnel> {
    id|uuid *
    enable|keep-alive|netbios|multicast|allow-sonicpointn-layer3|accept-hash|management|anti-replay
    gateway primary|secondary *
    auth-method <auth_method> { <...> }
    network local|remote <...>
    proposal ike|ipsec <...>
    bound-to <...>
}
user local user <User> { password|group|comment|name|email-address|one-time-password|member-of|vpn-client-access <...> }
ntp-server <NtpServer>
ntp server <NtpServer>
time { <...> }
log syslog syslog-server <SyslogServer> { <...> }
snmp { <...> }
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

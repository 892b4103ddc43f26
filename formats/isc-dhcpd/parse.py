"""Reads dhcpd.conf of the ISC DHCP server, after its dhcpd.conf(5) and dhcp-options(5)."""

from reading import read_configuration

STYLE = "braces"
LEAD = ""
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [
    r"\s*subnet6? \S+ (?:netmask \S+ )?\{",
    r"\s*shared-network \S+ \{",
    r"\s*hardware ethernet [0-9A-Fa-f:]+;",
    r"(?:default|max)-lease-time \d+;",
]
GRAMMAR = r"""
= settings {
    option domain-name-servers|routers|ntp-servers|time-servers|log-servers|domain-search|netbios-name-servers|static-routes **
    option dhcp6.name-servers|dhcp6.domain-search|dhcp6.sntp-servers|slp-directory-agent|tftp-server-address|capwap-ac-v4 **
    option domain-name|subnet-mask|broadcast-address|host-name|tftp-server-name|bootfile-name|interface-mtu|time-offset *
    option <...>
    default-lease-time|max-lease-time|min-lease-time|next-server|filename|server-name|server-identifier *
    ddns-update-style|ddns-updates|ddns-domainname|ddns-rev-domainname|ddns-hostname|ddns-ttl|update-static-leases *
    update-optimization|update-conflict-detection|use-host-decl-names|one-lease-per-client|get-lease-hostnames *
    ping-check|ping-timeout|log-facility|lease-file-name|pid-file-name|omapi-port|omapi-key|local-port|local-address *
    min-secs|boot-unknown-clients|always-reply-rfc1048|always-broadcast|stash-agent-options|dynamic-bootp-lease-length *
    site-option-space|vendor-option-space|limited-broadcast-address|ldap-server|ldap-port|ldap-base-dn|delayed-ack *
    preferred-lifetime|infinite-is-reserved|abandon-lease-time|adaptive-lease-time-threshold|db-time-format *
    allow|deny|ignore members of *
    allow|deny|ignore *
    allow|deny dynamic bootp clients|all clients|known clients|unknown clients|after
    authoritative
}
= pool {
    failover peer <failover_peer>
    range dynamic-bootp <+DhcpRange.first> <last>
    range <+DhcpRange.first> <last>
    range <+DhcpRange.first>
    = settings
}
= host {
    hardware <hardware_type:ethernet|token-ring|fddi> <mac>
    fixed-address *
    fixed-address6|fixed-prefix6 *
    host-identifier option <...>
    dynamic
    deleted
    = settings
}
= subnet {
    failover peer <failover_peer>
    range dynamic-bootp <+DhcpRange.first> <last>
    range <+DhcpRange.first> <last>
    range <+DhcpRange.first>
    range6 <+DhcpRange.first> <last>
    range6 <+DhcpRange.first>
    prefix6 <+DhcpPrefix.first> <last> <length>
    interface *
    <+DhcpPool.kind:pool> { = pool }
    host <DhcpHost> { = host }
    <+DhcpGroup.kind:group> {
        host <DhcpHost> { = host }
        = settings
    }
    = settings
}
shared-network <SharedNetwork> {
    subnet <DhcpSubnet> netmask <mask> { = subnet }
    subnet6 <DhcpSubnet> { = subnet }
    <+DhcpPool.kind:pool> { = pool }
    interface *
    = settings
}
subnet <DhcpSubnet> netmask <mask> { = subnet }
subnet6 <DhcpSubnet> { = subnet }
<+DhcpGroup.kind:group> {
    host <DhcpHost> { = host }
    = settings
}
host <DhcpHost> { = host }
class <DhcpClass> {
    match if <match_if:.*[^;]>
    match <match:.*[^;]>
    spawn with <spawn_with:.*[^;]>
    lease limit *
    = settings
}
subclass <DhcpSubclass> <value> { = settings }
subclass <DhcpSubclass> <value>
zone <DnsZone> { primary|secondary|key * }
key <DnsKey> { algorithm|secret * }
failover peer <FailoverPeer> {
    primary|secondary
    address|port|max-response-delay|max-unacked-updates|mclt|split|load *
    peer address|port *
}
include *
option space <OptionSpace>
option <OptionDefinition> code <code:int> = <definition:text>
= settings
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

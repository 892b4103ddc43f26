"""Reads OpenWrt's UCI files (/etc/config/*), after OpenWrt's UCI documentation."""

from reading import read_configuration

STYLE = "indented"
LEAD = "option"
ENTRY_LISTS = {"FirewallRule": "FilterEntry", "Redirect": "FilterEntry"}
OTHERS = ""
SIGNS = [
    r"config (?:interface|globals|device|wifi-device|wifi-iface|switch_vlan|dropbear|dnsmasq|dhcp|timeserver|uhttpd|forwarding|redirect|defaults) *(?:'[^']*'|\"[^\"]*\"|\S+)?\s*$",
    r"\toption \S+ '",
]
FILES = "network|system|firewall|dhcp|wireless|dropbear|uhttpd|rpcd|luci|ubootenv|fstab|ucitrack|sqm|vnstat|openvpn|ipsec"
GRAMMAR = r"""
- package <...>
config system [<system_name>] {
    hostname <hostname>
    timezone <timezone>
    zonename <zonename>
    log_ip <LogServer>
    log_size <log_size:'?\d+'?>
    log_port|log_proto|log_remote|log_file|log_hostname|ttylogin|urandom_seed|compat_version|description|notes *
    conloglevel|cronloglevel|klogconloglevel|zram_comp_algo|zram_size_mb *
    list *
    list ntp_list *
}
config timeserver <timeserver> {
    enabled <ntp_enabled>
    enable_server <ntp_enable_server>
    interface <ntp_interface>
    use_dhcp <ntp_use_dhcp>
    list server <NtpServer>
}
config led <Led> { name|sysfs|trigger|dev|mode|default|port_mask|interval|delayon|delayoff * }
config globals <Globals> { ula_prefix|packet_steering|default|auto * }
config interface <Interface> {
    device|ifname|proto|ipaddr|netmask|gateway|broadcast|ip6addr|ip6gw|ip6assign|ip6hint|ip6prefix|type|mtu|metric *
    macaddr|auto|disabled|defaultroute|peerdns|hostname|username|password|ac|service|reqaddress|reqprefix|delegate *
    apn|pincode|peeraddr|tunlink|private_key|listen_port|force_link|stp|igmp_snooping|ipv6|keepalive|vendorid *
    clientid|ip4table|ip6table|layer|multipath|vid|nat_prefix|ttl|zone|sourcefilter|reqopts|fwmark|addresses *
    force_tunnel|norelease *
    list ipaddr <ipaddr>
    list ip6addr <ip6addr>
    list dns <DnsServer>
    list dns_search <dns_search>
    list ip6class <ip6class>
    list addresses <addresses>
}
config <+Device.section:device> {
    name|type|ifname|vid|macaddr|mtu|stp|igmp_snooping|ipv6|bridge_empty|vlan_filtering|priority|txqueuelen|mode *
    ports|acceptlocal|rpfilter|multicast|conduit|multicast_querier *
    list ports <ports>
}
config <+BridgeVlan.section:bridge-vlan> {
    device|vlan|alias|local *
    list ports <ports>
}
config <+Switch.section:switch> { name|reset|enable_vlan|enable4k * }
config <+SwitchVlan.section:switch_vlan> { device|vlan|ports|vid|description * }
config <+StaticRoute.section:route|route6> {
    interface|target|netmask|gateway|metric|mtu|table|source|type|onlink|name|disabled *
}
config route|route6 <StaticRoute> { interface|target|netmask|gateway|metric|mtu|table|source|type|onlink * }
config <+RoutingRule.section:rule6> { in|out|src|dest|lookup|priority|mark|action|goto * }
config <+WireguardPeer.section:wireguard_\S+> {
    description|public_key|private_key|preshared_key|endpoint_host|endpoint_port|persistent_keepalive *
    route_allowed_ips|allowed_ips|disabled *
    list allowed_ips <allowed_ips>
}
config wifi-device <Radio> {
    type|channel|band|htmode|hwmode|path|country|disabled|txpower|cell_density|macaddr|phy|legacy_rates|noscan *
    distance|beacon_int|chanlist|log_level|vendor_vht|radio *
    list channels <channels>
}
config wifi-iface <WirelessNetwork> {
    device|network|mode|ssid|encryption|key|hidden|disabled|ifname|isolate|wmm|macaddr|ieee80211r|ieee80211w *
    ieee80211k|mobility_domain|ft_over_ds|ft_psk_generate_local|maxassoc|wds|auth_server|auth_port|auth_secret *
    bssid|macfilter|wpa_disable_eapol_key_retries|dtim_period|disassoc_low_ack|nasid|reassociation_deadline *
    time_advertisement|bss_transition|rsn_preauth|multicast_to_unicast_all|skip_inactivity_poll|identity|password *
    eap_type|ocv|sae_pwe|wps_pushbutton|dynamic_vlan|vlan_tagged_interface *
    list maclist <maclist>
}
config <+FirewallDefaults.section:defaults> {
    input|output|forward|syn_flood|synflood_protect|disable_ipv6|flow_offloading|flow_offloading_hw|drop_invalid *
    tcp_syncookies|fullcone|tcp_ecn|tcp_window_scaling|auto_helper|forward *
}
config <+Zone.section:zone> {
    name|input|output|forward|masq|mtu_fix|network|family|conntrack|log|device|subnet|masq6|log_limit|enabled *
    list network <network>
    list device <device>
    list masq_src <masq_src>
    list masq_dest <masq_dest>
}
config <+Forwarding.section:forwarding> { src|dest|family|name|enabled|ipset * }
config <+FirewallRule.section:rule> {
    name|src|dest|proto|src_ip|dest_ip|src_port|dest_port|src_mac|target|family|icmp_type|limit|limit_burst *
    enabled|direction|device|start_time|stop_time|weekdays|mark|ipset|log|set_mark|helper|extra|utc_time|monthdays *
    dscp|set_dscp|in|out|lookup|priority *
    list proto <proto>
    list icmp_type <icmp_type>
    list src_ip <src_ip>
    list dest_ip <dest_ip>
    list src_mac <src_mac>
    list dest_port <dest_port>
}
config rule <FirewallRule> {
    name|src|dest|proto|src_ip|dest_ip|src_port|dest_port|src_mac|target|family|enabled|icmp_type|limit|in|lookup *
    priority|mark *
}
config <+Redirect.section:redirect> {
    name|src|src_ip|src_dip|src_dport|src_port|src_mac|dest|dest_ip|dest_port|proto|target|family|enabled *
    reflection|reflection_src|mark|ipset|log *
    list proto <proto>
    list reflection_zone <reflection_zone>
}
config redirect <Redirect> {
    name|src|src_ip|src_dip|src_dport|src_port|dest|dest_ip|dest_port|proto|target|family|enabled|reflection *
}
config <+SnatRule.section:nat> {
    name|src|src_ip|dest_ip|proto|target|snat_ip|snat_port|device|family|enabled *
    list proto <proto>
}
config <+IpSet.section:ipset> {
    name|family|match|storage|enabled|loadfile|maxelem|hashsize|timeout|external *
    list match <match>
    list entry <entry>
}
config <+FirewallInclude.section:include> { path|type|family|reload|enabled|position|chain|fw4_compatible * }
config include <FirewallInclude> { path|type|family|reload|enabled|position|chain|fw4_compatible * }
config <+DnsServer.section:dnsmasq> {
    domainneeded|boguspriv|filterwin2k|localise_queries|rebind_protection|rebind_localhost|local|domain *
    expandhosts|nonegcache|cachesize|authoritative|readethers|leasefile|resolvfile|nonwildcard|localservice *
    ednspacket_max|port|noresolv|logqueries|sequential_ip|allservers|strictorder|quietdhcp|logdhcp|filter_aaaa *
    filter_a|dhcpleasemax|enable_tftp|tftp_root|confdir|localuse|dnsforwardmax|dnssec|dnsseccheckunsigned *
    list server <server>
    list address <address>
    list rebind_domain <rebind_domain>
    list interface <interface>
    list notinterface <notinterface>
    list addnhosts <addnhosts>
}
config dhcp <DhcpPool> {
    interface|start|limit|leasetime|ignore|dhcpv4|dhcpv6|ra|ra_slaac|ra_management|ra_default|ra_preference|ndp *
    master|force|dynamicdhcp|netmask|networkid|instance|dns_service|prefix_filter *
    list dhcp_option <dhcp_option>
    list ra_flags <ra_flags>
    list dns <DnsServer>
    list domain <domain>
}
config odhcpd <Odhcpd> { maindhcp|leasefile|leasetrigger|loglevel|piofolder|hostsfile * }
config <+DhcpReservation.section:host> {
    name|mac|ip|leasetime|dns|duid|hostid|tag|instance|broadcast *
    list mac <mac>
}
config <+DnsRecord.section:domain|cname|mxhost|srvhost> {
    name|ip|cname|target|domain|relay|pref|port|class|weight|srv *
}
config <+Dropbear.section:dropbear> {
    PasswordAuth|RootPasswordAuth|Port|BannerFile|RootLogin|GatewayPorts|Interface|enable|rsakeyfile|SSHKeepAlive *
    IdleTimeout|MaxAuthTries|mdns|DirectInterface|rootkeyfile *
}
config dropbear <Dropbear> {
    PasswordAuth|RootPasswordAuth|Port|BannerFile|RootLogin|GatewayPorts|Interface|enable|DirectInterface *
}
config uhttpd <HttpServer> {
    home|rfc1918_filter|max_requests|max_connections|cert|key|cgi_prefix|script_timeout|network_timeout *
    http_keepalive|tcp_keepalive|ubus_prefix|redirect_https|lua_prefix|realm|ubus_cors|no_dirlists|no_symlinks *
    list listen_http <listen_http>
    list listen_https <listen_https>
    list lua_prefix <lua_prefix>
}
config cert <Certificate> { days|key_type|bits|ec_curve|country|state|location|commonname * }
config <+Login.section:login> {
    username|password|timeout *
    list read <read>
    list write <write>
}
config <+SnmpAgent.section:agent> { agentaddress * }
config <+SnmpSystem.section:system> { sysLocation|sysContact|sysName * }
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

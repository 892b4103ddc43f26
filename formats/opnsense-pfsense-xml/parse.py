"""Reads config.xml of OPNsense and pfSense, after the documentation of OPNsense and of Netgate's pfSense."""

from reading import read_configuration

STYLE = "xml"
LEAD = ""
ENTRY_LISTS = {"FilterRule": "FilterEntry", "NatRule": "FilterEntry"}
OTHERS = ""
SIGNS = [r"\s*<(?:opnsense|pfsense)>\s*$"]
GRAMMAR = r"""
- xml <...>
- descr|description|id|tag|tagged|max|max-src-nodes|max-src-conn|max-src-states|statetimeout|os|statetype
- associated-rule-id|target|targetip|targetip_subnet|sourceport|dstport|natport|poolopts|spoofmac|mtu|media|mediaopt
- gateway|domain|dnsserver|ntpserver|winsserver|defaultleasetime|maxleasetime|failover_peerip|ddnsdomain|tftp|ldap
- domainsearchlist|nextserver|filename|rootpath|mac_allow|mac_deny|hostname|cid|ipaddr|ipaddrv6|subnet|subnetv6
- alias-address|alias-subnet|dhcphostname|dhcprejectfrom|authorizedkeys|ipsecpsk|otp_seed|shell|comment|email|expires
- lastchange|port|interface|password|peer|peer6|proto|prv|csr|syslocation|syscontact|content|categories
version|lastchange|theme|trigger_initial_wizard *
trigger_initial_wizard
system {
    hostname <hostname>
    timeservers <NtpServer>
    dnsserver <DnsServer>
    domain|timezone|optimization|language|dns1host|webguiproto|maximumstates *
    maximumtableentries|powerd_ac_mode|powerd_battery_mode|powerd_normal_mode|serialspeed|primaryconsole *
    secondaryconsole|nextuid|nextgid|dnsallowoverride|disablenatreflection|disableconsolemenu|disablevlanhwfilter *
    disablechecksumoffloading|disablesegmentationoffloading|disablelargereceiveoffloading|ipv6allow *
    usevirtualterminal|pf_share_forward|lb_use_sticky|backupcount|crypto_hardware|thermal_hardware|timezone *
    prefer_ipv4|aliasesresolveinterval|scrub_interface_disable|already_run_config_upgrade|rulesetoptimization *
    sudo_allow_wheel|logsettings|bogonsinterval|use_mfs_tmp_size|use_mfs_var_size|hn_altq_enable|kill_states *
    schedule_states|do_not_send_uniqueid|dnslocalhost|sshguard_threshold|enablenatreflectionhelper|dhcpbackup *
    netflowbackup|rrdbackup|statetype|gitsync|syncookies|deployment *
    dnsallowoverride|ipv6allow|powerd_enable|logsettings|disableconsolemenu|usevirtualterminal|pf_share_forward
    lb_use_sticky|disablevlanhwfilter|disablechecksumoffloading|disablesegmentationoffloading
    disablelargereceiveoffloading|already_run_config_upgrade|dnsallowoverride_exclude|maximumstates
    maximumtableentries|serialusb|hn_altq_enable|do_not_send_uniqueid|disablenatreflection|optimization
    <+User.section:user> [<named_by>] {
        name|descr|scope|groupname|password|uid|expires|authorizedkeys|ipsecpsk|otp_seed|shell|bcrypt-hash *
        sha512-hash|priv|email|comment|landing_page|apikeys|dashboardlayout|webguicss|dashboardcolumns|disabled *
        cert|keephistory|language *
        expires|authorizedkeys|ipsecpsk|otp_seed|shell|comment|email|landing_page|apikeys|dashboardlayout|cert
        webguicss
    }
    <+UserGroup.section:group> [<named_by>] {
        name|description|scope|gid|member|priv|source_networks|descr *
        source_networks
        member
        priv
    }
    webgui {
        protocol|ssl-certref|port|interfaces|loginautocomplete|max_procs|compression|ssl-ciphers *
        nohttpreferercheck|disablehttpredirect|session_timeout|dashboardcolumns|webguicss|authmode|althostnames *
        ssl-hsts|httpaccesslog|roaming|logincss|pagenamefirst *
        port|ssl-ciphers|interfaces|compression|loginautocomplete|dashboardcolumns|webguicss|logincss
    }
    ssh {
        enabled|enable|port|passwordauth|permitrootlogin|group|interfaces|noauto|kex|ciphers|macs|keys|sshdkeyonly *
        rekeylimit|keysig *
        enable|interfaces|kex|ciphers|macs|keys|port|rekeylimit|keysig|noauto
    }
    authserver {
        refid|type|name|host|radius_secret|radius_auth_port|radius_acct_port|radius_timeout|ldap_port|ldap_urltype *
        ldap_protver|ldap_scope|ldap_basedn|ldap_authcn|ldap_binddn|ldap_bindpw|radius_protocol *
    }
    <+AuthServer.section:authserver> [<named_by>] {
        refid|type|name|host|radius_secret|radius_auth_port|radius_acct_port|radius_timeout|ldap_port|ldap_urltype *
        ldap_protver|ldap_scope|ldap_basedn|ldap_authcn|ldap_binddn|ldap_bindpw|radius_protocol *
    }
    bogons { interval * }
    firmware {
        mirror|flavour|plugins|type|subscription|reboot *
        mirror|flavour|plugins|type|subscription|reboot
    }
}
interfaces {
    <Interface> {
        if|descr|enable|ipaddr|ipaddrv6|subnet|subnetv6|gateway|gatewayv6|spoofmac|mtu|mss|media|mediaopt *
        blockpriv|blockbogons|lock|internal_dynamic|networks|type|virtual|alias-address|alias-subnet|dhcphostname *
        dhcprejectfrom|track6-interface|track6-prefix-id|dhcp6-ia-pd-len|adv_dhcp_config_advanced *
        adv_dhcp_pt_values|wireless|dhcp6usev4iface|dhcp6prefixonly|dhcp6sendsolicit|dhcphonourmtu *
        enable|spoofmac|ipaddr|descr|ipaddrv6|subnet|subnetv6|gateway|mtu|media|mediaopt|blockpriv|blockbogons
        alias-address|alias-subnet|dhcphostname|dhcprejectfrom|internal_dynamic|virtual|lock|adv_dhcp_pt_timeout
        adv_dhcp_pt_retry|adv_dhcp_pt_select_timeout|adv_dhcp_pt_reboot|adv_dhcp_pt_backoff_cutoff
        adv_dhcp_pt_initial_interval|adv_dhcp_send_options|adv_dhcp_request_options|adv_dhcp_required_options
        adv_dhcp_option_modifiers|adv_dhcp_config_file_override_path|adv_dhcp_config_advanced
        adv_dhcp_config_file_override
    }
}
vlans {
    <+Vlan.section:vlan> [<named_by>] {
        if|tag|pcp|proto|descr|vlanif *
        descr|pcp|proto
    }
    vlan
}
gateways {
    <+Gateway.section:gateway_item> [<named_by>] {
        interface|gateway|name|weight|ipprotocol|descr|interval|defaultgw|monitor|monitor_disable|disabled|fargw *
        priority|action_disable|latencylow|latencyhigh|losslow|losshigh|data_payload|loss_interval|time_period *
        alert_interval *
        descr|interval|monitor_disable|weight|action_disable
    }
    <+GatewayGroup.section:gateway_group> [<named_by>] { name|item|trigger|descr|poolopts * }
    defaultgw4|defaultgw6 *
    defaultgw6|defaultgw4
}
staticroutes {
    version *
    <+StaticRoute.section:route> [<named_by>] {
        network|gateway|descr|disabled *
        descr|disabled
    }
    route
}
dhcpd|dhcpdv6 {
    <DhcpPool> {
        enable|gateway|domain|dnsserver|ntpserver|defaultleasetime|maxleasetime|failover_peerip|ddnsdomain *
        domainsearchlist|tftp|netmask|winsserver|ramode|rapriority|rainterface|denyunknown|ignorebootp|mac_allow *
        mac_deny|nextserver|filename|dhcpleaseinlocaltime|nonak|statsgraph|ddnsdomainkeyalgorithm|dns1 *
        dnsregpolicy *
        enable|gateway|domain|dnsserver|ntpserver|defaultleasetime|maxleasetime|failover_peerip|ddnsdomain
        domainsearchlist|tftp|netmask|mac_allow|mac_deny|numberoptions|winsserver|nextserver|filename
        ddnsdomainprimary|ddnsdomainkeyname|ddnsdomainkey|dhcpleaseinlocaltime|ldap|filename32|filename64|rootpath
        staticmap
        range {
            from|to *
            from|to
        }
        <+DhcpReservation.section:staticmap> [<named_by>] {
            mac|ipaddr|hostname|descr|cid|domain|gateway|dnsserver|ntpserver|winsserver|filename|rootpath *
            arp_table_static_entry|ddnsdomain|domainsearchlist|tftp|ldap|nextserver|defaultleasetime|maxleasetime *
            descr|cid|domain|hostname|gateway|filename|rootpath|winsserver|dnsserver|ntpserver|ddnsdomain
            domainsearchlist|tftp|ldap|nextserver|filename32|filename64|filename32arm|filename64arm|uefihttpboot
            numberoptions|defaultleasetime|maxleasetime|ddnsdomainprimary|ddnsdomainsecondary|ddnsdomainkeyname
            ddnsdomainkey
        }
    }
}
filter {
    <+FilterRule.section:rule> [<named_by>] {
        type|interface|ipprotocol|protocol|descr|statetype|direction|quick|log|disabled|gateway|floating|tracker *
        tag|tagged|max|max-src-nodes|max-src-conn|max-src-states|statetimeout|os|icmptype|sched|associated-rule-id *
        tcpflags1|tcpflags2|sequence|category|id|dscp|set-prio|prio|label *
        tag|tagged|max|max-src-nodes|max-src-conn|max-src-states|statetimeout|os|log|disabled|id|statetype
        associated-rule-id|floating|descr|vlanprio|vlanprioset
        source|destination {
            any|address|network|port|not *
            any|not
        }
        updated|created { username|time|description * }
    }
    separator
    rule
    bypassstaticroutes
}
nat {
    outbound {
        mode *
        <+NatRule.section:rule> [<named_by>] {
            interface|target|descr|protocol|ipprotocol|sourceport|dstport|natport|poolopts|staticnatport|disabled *
            target_subnet|targetip|targetip_subnet|log|nonat|category|source_hash_key *
            target|targetip|targetip_subnet|sourceport|dstport|natport|staticnatport|poolopts|descr|nonat
            poolopts_sourcehashkey|source_hash_key
            source|destination {
                any|address|network|port|not *
                any|not
            }
            updated|created { username|time|description * }
        }
        rule
    }
    <+NatRule.section:rule> [<named_by>] {
        interface|target|local-port|protocol|ipprotocol|descr|associated-rule-id|disabled|natreflection|log *
        poolopts|nordr|tag|tagged|category *
        descr|associated-rule-id|tag|tagged|poolopts|disabled|natreflection
        source|destination {
            any|address|network|port|not *
            any|not
        }
        updated|created { username|time|description * }
    }
    <+OneToOneNat.section:onetoone> [<named_by>] {
        interface|external|descr|ipprotocol|type|natreflection|disabled *
        source|destination {
            any|address|network|not *
            any
        }
    }
    separator
}
aliases {
    <+AddressGroup.section:alias> [<named_by>] {
        name|type|address|descr|detail|url|updatefreq|aliasurl *
        descr|address|detail
    }
}
virtualip {
    version *
    <+VirtualIp.section:vip> [<named_by>] {
        mode|interface|subnet|subnet_bits|vhid|advskew|advbase|password|type|descr|uniqid|gateway|noexpand|nobind *
        nosync|peer|peer6 *
        descr|gateway|noexpand|nobind|password|peer|peer6|nosync|vhid
    }
    vip
}
laggs {
    <+Lag.section:lagg> [<named_by>] {
        members|descr|laggif|proto|lacp_fast_timeout|use_flowid|lagghash|lacp_strict|mtu|failovermaster *
        descr|lagghash|use_flowid|lacp_strict|mtu
    }
    lagg
}
bridges {
    <+Bridge.section:bridged> [<named_by>] {
        members|descr|bridgeif|maxaddr|timeout|ifpriority|ifpathcost|enablestp|proto *
        descr|enablestp
    }
    bridged
}
gres|gifs {
    <+Tunnel.section:gre|gif> [<named_by>] {
        if|tunnel-local-addr|tunnel-remote-addr|tunnel-remote-net|remote-addr|greif|gifif|descr|ipaddr *
    }
    gre|gif
}
syslog {
    remoteserver <LogServer>
    remoteserver2|remoteserver3 <LogServer>
    nentries|filterdescriptions|sourceip|ipproto|logcompressiontype|rotatecount|format|maxfilesize|preservelogs *
    logfilesize|reverse *
    enable|logall|filter|reverse|sourceip|remoteserver|remoteserver2|remoteserver3|system|dhcp|auth|portalauth|vpn
    dpinger|hostapd|resolver|ppp|routing|ntpd
}
snmpd {
    rocommunity <SnmpCommunity>
    syslocation|syscontact|pollport|trapserver|trapserverport|trapstring|bindip|enable *
    syslocation|syscontact|enable|trapserver|trapserverport|trapstring|rwenable|rwcommunity
    modules { mibii|netgraph|pf|hostres|ucd|regex|bridge }
}
ntpd {
    interface|prefer|orphan|serial|gps|pps|statsgraph|ispool|ispeer|leapsec|dnsresolv *
    gps|orphan|interface|statsgraph|prefer
}
unbound {
    enable|active_interface|outgoing_interface|port|dnssec|forwarding|regdhcp|regdhcpstatic|custom_options *
    hideidentity|hideversion|system_domain_local_zone_type|msgcachesize|sslport|tlsport|python_order *
    enable|dnssec|active_interface|outgoing_interface|custom_options|hideidentity|hideversion|dnssecstripped
    forwarding|port|regdhcp|regdhcpstatic|sslcertref
    <+DnsHost.section:hosts> [<named_by>] {
        host|domain|ip|descr|aliases|rr|mxprio|mx|enabled *
        descr|aliases
    }
    <+DnsForward.section:domainoverrides> [<named_by>] {
        domain|ip|descr|tls_hostname *
        descr|tls_hostname
    }
}
dnsmasq {
    enable|port|regdhcp|regdhcpstatic|strict_order|domain_needed|interface|custom_options *
    enable|custom_options|interface
    <+DnsHost.section:hosts> [<named_by>] { host|domain|ip|descr * }
}
openvpn {
    <+OpenVpnServer.section:openvpn-server> [<named_by>] {
        vpnid|mode|protocol|dev_mode|interface|local_port|description|custom_options|tls|caref|crlref|certref *
        dh_length|cert_depth|crypto|data_ciphers|data_ciphers_fallback|digest|engine|tunnel_network *
        tunnel_networkv6|remote_network|local_network|local_networkv6|gwredir|maxclients|compression|passtos *
        client2client|dynamic_ip|topology|dns_domain|dns_server1|dns_server2|ntp_server1|verbosity_level|authmode *
        shared_key|ipaddr|strictusercn|server_addr|server_port|topology_subnet|serverbridge_dhcp|pool_enable *
        keepalive_interval|keepalive_timeout *
        ipaddr|custom_options|tunnel_networkv6|remote_network|gwredir|maxclients|compression|passtos|client2client
        dynamic_ip|local_networkv6|crlref|engine|strictusercn|topology_subnet
    }
    <+OpenVpnClient.section:openvpn-client> [<named_by>] {
        vpnid|mode|protocol|dev_mode|interface|server_addr|server_port|description|tls|caref|certref|crypto *
        data_ciphers|digest|tunnel_network|remote_network|auth_user|auth_pass|custom_options|compression *
        verbosity_level *
    }
    openvpn-server|openvpn-client|openvpn-csc
}
ipsec {
    <+IpsecPhase1.section:phase1> [<named_by>] {
        ikeid|iketype|interface|remote-gateway|mode|protocol|myid_type|myid_data|peerid_type|peerid_data|lifetime *
        pre-shared-key|private-key|certref|caref|authentication_method|descr|nat_traversal|dpd_delay|dpd_maxfail *
        mobike|margintime|rekey_time|auto|dhgroup|hash-algorithm|startaction|closeaction|rand_time *
        myid_data|peerid_data|private-key|certref|caref|descr|rekey_time|reauth_time|rand_time
        encryption-algorithm { name|keylen * }
    }
    <+IpsecPhase2.section:phase2> [<named_by>] {
        ikeid|uniqid|mode|reqid|protocol|pfsgroup|lifetime|descr|pinghost|hash-algorithm-option|rekey_time *
        rand_time *
        localid|remoteid { type|address|netbits * }
        encryption-algorithm-option {
            name|keylen *
        }
        pinghost|descr|rekey_time|rand_time
    }
    enable *
    enable
    phase1|phase2
}
<+Certificate.section:cert|ca|crl> [<named_by>] {
    refid|descr|crt|prv|serial|type|caref|csr|trust|randomserial|text|method *
    prv|csr|serial
}
hasync {
    pfsyncenabled|pfsyncinterface|pfsyncpeerip|synchronizetoip|username|password|disablepreempt *
    synchronizeinterface|adminsync|hasyncport *
    pfsyncpeerip|synchronizetoip|username|password|adminsync
    <sync_item:synchronize\w+> <sync_value>
}
revision { username|time|description * }
sysctl {
    <+Tunable.section:item> [<named_by>] {
        tunable|value|descr *
        descr
    }
}
OPNsense {
    Firewall|firewall {
        Alias {
            aliases {
                <+AddressGroup.section:alias> [<named_by>] {
                    enabled|name|type|content|description|proto|interface|counters|updatefreq|categories *
                    proto|interface|counters|updatefreq|categories|description|content|path_expression|password
                    username|authtype|expire
                }
            }
        }
        Category {
            categories { <+RuleCategory.section:category> [<named_by>] { name|auto|color * } }
        }
    }
    unboundplus {
        <...>
    }
    Syslog {
        general { enabled|loglocal|maxpreserve|maxfilesize * }
        destinations {
            <+LogServer.section:destination> [<named_by>] {
                enabled|transport|program|level|facility|hostname|certificate|port|rfc5424|description *
                program|certificate|description|facility|level
            }
        }
    }
}
staticmap|rrd|diag|widgets|load_balancer|ppps|wireless|wol|installedpackages|cron|dhcprelay|dhcrelay|captiveportal|proxyarp|shaper|sshdata|l2tp|pptp|pppoe|igmpproxy|dyndnses|dnsupdates|ovpnserver|ifgroups|notifications|usbgroup|ezshaper|qinqs|schedules|dhcp6relay|voucher|ntpserver|monitor_type {
    <...>
}
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads F5 BIG-IP configurations as tmsh writes them (bigip.conf, bigip_base.conf), after F5's TMSH Reference Guide."""

from reading import read_configuration

STYLE = "braces"
LEAD = ""
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [
    r"#TMSH-VERSION: ",
    r"ltm (?:virtual|pool|node|monitor|profile|rule|virtual-address|persistence) ",
    r"sys global-settings \{",
    r"net (?:self|vlan|route|trunk) \S+ \{",
    r"auth user \S+ \{",
]
GRAMMAR = r"""
sys global-settings {
    hostname <hostname>
    gui-setup|mgmt-dhcp|gui-security-banner|lcd-display|console-inactivity-timeout|quiet-boot|host-addr-mode *
    remote-host *
    gui-security-banner-text|username-prompt|password-prompt|file-blacklist-path-prefix|file-whitelist-path-prefix *
}
sys dns {
    name-servers { <NameServer:\S+> [<further:text>] }
    search { ** }
    description *
}
sys ntp {
    servers { <NtpServer:\S+> [<further:text>] }
    timezone|description *
}
sys syslog {
    remote-servers {
        <LogServer> {
            host|remote-port|local-ip *
        }
    }
    include *
}
sys snmp {
    agent-addresses { ** }
    allowed-addresses { ** }
    sys-contact|sys-location|agent-trap *
    communities {
        <SnmpCommunity> {
            community-name|source|access|oid-subset|ipv6 *
        }
    }
    traps {
        <SnmpTrap> {
            host|community|port|version *
        }
    }
    users {
        <SnmpUser> {
            username|access|auth-protocol|privacy-protocol|auth-password-encrypted|privacy-password-encrypted *
            oid-subset|security-level *
        }
    }
    disk-monitors {
        <DiskMonitor> {
            path|minspace|minspace-type *
        }
    }
    process-monitors {
        <ProcessMonitor> {
            process|max-processes *
        }
    }
}
sys httpd {
    auth-pam-idle-timeout|ssl-ciphersuite|ssl-protocol|max-clients|redirect-http-to-https|auth-name *
    auth-pam-dashboard-timeout *
    allow { ** }
}
sys sshd {
    banner|banner-text|inactivity-timeout|include|login|port *
    allow { ** }
}
sys management-ip <ManagementAddress> { description * }
sys management-ip <ManagementAddress>
sys management-route <ManagementRoute> { gateway|network|mtu|description|type * }
sys management-dhcp <ManagementDhcp> { request-options|sup-domain-name ** }
sys provision <Provision> { level|disk-ratio|memory-ratio|cpu-ratio * }
sys provision <Provision>
sys db <Database> { value * }
sys folder <Folder> {
    device-group|traffic-group|hidden|inherited-devicegroup|inherited-traffic-group|no-ref-check *
}
sys file ssl-cert|ssl-key|ssl-crl <CertificateFile> {
    cache-path|revision|source-path|mode|checksum|create-time|last-update-time|security-type|key-type|key-size *
    certificate-key-size|subject|issuer *
}
sys feature-module <FeatureModule> { disabled|enabled }
sys software update { auto-check|auto-phonehome|frequency * }
sys application service <ApplicationService> {
    device-group|template|traffic-group|strict-updates|template-modified *
}
sys icall|daemon-log-settings|log-config|log-rotate|state-mirroring|outbound-smtp|compatibility-level|turboflex|ecm|dynad|fpga|diags|sflow|disk|autoscale-group|cluster|ipfix|smtp-server|scriptd|url-db|datastor|daemon-ha|aom|ucs|console <SystemSetting:\S.*> {
    <...>
}
auth user <User> {
    description|encrypted-password|shell|partition|role|password|session-limit *
    partition-access {
        <PartitionAccess> {
            role *
        }
    }
}
auth partition <Partition> { description|default-route-domain * }
auth partition <Partition>
auth password-policy {
    policy-enforcement|minimum-length|max-duration|min-duration|required-lowercase|required-numeric *
    required-special|required-uppercase|expiration-warning|max-login-failures|password-memory *
}
auth remote-user { default-partition|default-role|remote-console-access * }
auth remote-role { role-info { <RemoteRole> { attribute|console|line-order|role|user-partition * } } }
auth source { type|fallback * }
auth radius-server|tacacs|ldap|radius <AuthServer> {
    server|secret|port|service|protocol|search-base-dn|bind-dn|bind-pw|login-attribute|timeout|authentication *
    encryption *
    servers { ** }
}
net interface <Interface> {
    description|media-fixed|media-active|media-max|mac-address|mtu|bundle|if-index|lldp-tlvmap|flow-control *
    lldp-admin|mode *
    disabled
    enabled
}
net trunk <Lag> {
    interfaces { <LagMember> }
    lacp|lacp-mode|lacp-timeout|bandwidth|cfg-mbr-count|id|mac-address|media|working-mbr-count|distribution-hash *
    link-select-policy *
}
net vlan <Vlan> {
    tag|mtu|failsafe|failsafe-action|failsafe-timeout|description|if-index|fwd-mode|cmp-hash|auto-lasthop|sflow *
    customer-tag *
    interfaces {
        <VlanInterface> {
            tagged
            untagged
            tag-mode *
        }
    }
}
net self <SelfAddress> {
    address|traffic-group|vlan|description|floating|unit|service-policy|fw-enforced-policy|inherited-traffic-group *
    allow-service { <AllowedService> }
    allow-service *
}
net route <StaticRoute> {
    gw|network|interface|mtu|description|pool|vlan *
    blackhole
}
net route-domain <RouteDomain> {
    id|strict|parent|description|bwc-policy|connection-limit *
    vlans { <RouteDomainVlan> }
    routing-protocol { <RoutingProtocol> }
}
net self-allow { defaults { <AllowedService> } }
net port-list|address-list <AddressList> {
    ports { <PortListEntry> }
    addresses { <AddressListEntry> }
    description *
}
net arp <ArpEntry> { ip-address|mac-address * }
net tunnels tunnel <Tunnel> {
    local-address|remote-address|profile|key|mtu|mode|description|traffic-group|if-index|auto-lasthop *
}
net dns-resolver|fdb|ike-daemon|ipsec|lldp-globals|multicast-globals|packet-filter|packet-filter-trusted|router-advertisement|rst-cause|stp|stp-globals|timer-policy|service-policy|cos|bwc|dag-globals|self-ip|wccp|snat|routing <NetworkSetting:\S.*> {
    <...>
}
cm device <Device> {
    active-modules { ** }
    base-mac|build|cert|chassis-id|chassis-type|configsync-ip|edition|hostname|key|management-ip|marketing-name *
    mirror-ip|multicast-interface|multicast-ip|multicast-port *
    optional-modules { ** }
    platform-id|product|self-device|time-limited-modules|time-zone|unicast-port|version|description|comment *
    contact|failover-state|location *
    unicast-address {
        effective-ip|effective-port|ip|port *
    }
}
cm device-group <DeviceGroup> {
    devices {
        <DeviceGroupMember> {
            set-sync-leader
        }
        <DeviceGroupMember>
    }
    auto-sync|hidden|network-failover|type|full-load-on-sync|save-on-auto-sync|asm-sync|description *
    incremental-config-sync-size-max *
}
cm traffic-group <TrafficGroup> {
    unit-id|mac|auto-failback-enabled|auto-failback-time|ha-group|ha-load-factor|description|failover-method *
    is-floating *
    ha-order { <TrafficGroupDevice> }
}
cm trust-domain <TrustDomain> {
    ca-cert|ca-cert-bundle|ca-devices|ca-key|guid|status|trust-group|md5-fingerprint|sha1-fingerprint **
}
cm cert|key <CmFile> { cache-path|checksum|revision|mode|create-time|last-update-time|size * }
ltm node <Node> {
    address|monitor|session|state|description|ratio|connection-limit|rate-limit|dynamic-ratio|logging *
    fqdn {
        name|autopopulate|interval|down-interval|address-family *
    }
}
ltm pool <Pool> {
    description|load-balancing-mode|monitor|min-active-members|service-down-action|slow-ramp-time|allow-nat *
    allow-snat|app-service|ignore-persisted-weight|queue-on-connection-limit|reselect-tries *
    members {
        <PoolMember> {
            address|session|state|priority-group|ratio|connection-limit|monitor|description|rate-limit *
            dynamic-ratio|app-service *
        }
    }
    monitor min <monitor_minimum> of { <PoolMonitor> }
}
ltm pool <Pool>
ltm rule <IRule>
ltm virtual <VirtualServer> {
    description|destination|ip-protocol|mask|pool|source|vlans|source-port|translate-address|translate-port|mirror *
    connection-limit|creation-time|last-modified-time|rate-limit|fallback-persistence|last-hop-pool|auto-lasthop *
    address-status|app-service|partition|serverssl-use-sni|eviction-protected|rate-class|gtm-score|clone-pools *
    per-flow-request-access-policy|rate-limit-dst-mask|rate-limit-src-mask|vs-index|mobile-app-tunnel *
    service-down-immediate-action|security-nat-policy|ip-intelligence-policy|fw-enforced-policy|fw-staged-policy *
    traffic-matching-criteria|nat64|cmp-enabled|bwc-policy *
    disabled
    enabled
    vlans-disabled
    vlans-enabled
    internal
    ip-forward
    l2-forward
    reject
    profiles {
        <VirtualProfile> {
            context *
        }
        <VirtualProfile>
    }
    rules { <VirtualRule> }
    vlans { <VirtualVlan> }
    persist {
        <Persistence> {
            default *
        }
    }
    policies { <VirtualPolicy> }
    source-address-translation {
        type|pool *
    }
    security-log-profiles { <SecurityLogProfile> }
}
ltm virtual-address <VirtualAddress> {
    address|arp|icmp-echo|mask|traffic-group|route-advertisement|server-scope|enabled|floating|auto-delete *
    spanning|unit|inherited-traffic-group|description|app-service|connection-limit|mask *
}
ltm snat <Snat> {
    origins { <SnatOrigin> }
    automap
    snatpool|translation|vlans|vlans-enabled|mirror|source-port|description *
}
ltm snatpool <SnatPool> { members { <SnatPoolMember> } }
ltm snat-translation <SnatTranslation> {
    address|inherited-traffic-group|traffic-group|ip-idle-timeout|tcp-idle-timeout|udp-idle-timeout *
    connection-limit|arp *
}
ltm monitor <Monitor:\S+ \S+> {
    adaptive|defaults-from|destination|interval|ip-dscp|recv|recv-disable|send|time-until-up|timeout|username *
    password|description|reverse|transparent|up-interval|manual-resume|ssl-profile|cipherlist|compatibility|cert *
    key|base|filter|security|mandatory-attributes|secret|nas-ip-address|database|count|debug|run|args|qname|qtype *
    accept-rcode|answer-contains|domain|get-status|is-enabled *
}
ltm persistence <PersistenceProfile:\S+ \S+> {
    app-service|defaults-from|timeout|mask|match-across-pools|match-across-services|match-across-virtuals|method *
    cookie-name|expiration|hash-algorithm|mirror|override-connection-limit|always-send|cookie-encryption *
    cookie-encryption-passphrase|httponly|secure|rule|description|map-proxies *
}
ltm policy <TrafficPolicy> {
    controls { <PolicyControl> }
    requires { <PolicyRequirement> }
    rules { <PolicyRule> { <...> } }
    strategy|status|last-modified|description|published-copy|draft-copy *
}
ltm data-group internal|external <DataGroup> {
    records {
        <DataGroupRecord> {
            data *
        }
        <DataGroupRecord>
    }
    type|external-file-name|description *
}
ltm default-node-monitor { rule * }
ltm nat <Nat> {
    originating-address|translation-address|traffic-group|inherited-traffic-group|arp|vlans|description *
}
ltm auth|cipher|classification|dns|eviction-policy|html-rule|ifile|lsn-pool|message-routing|tacdb|clientssl|traffic-matching-criteria|traffic-class|alg-log-profile <TrafficSetting:\S.*> {
    <...>
}
gtm datacenter|server|pool|wideip|listener|region|topology|rule|prober-pool|monitor|link <GlobalTraffic:\S.*> {
    <...>
}
apm <AccessPolicy:\S.*>
cli <CliSetting:\S.*>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

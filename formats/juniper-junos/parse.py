"""Reads Junos configurations in braces or as set commands, after Juniper's CLI Reference."""

from reading import read_configuration

STYLE = "braces"
LEAD = ""
ENTRY_LISTS = {"FilterTerm": "FilterEntry", "Policy": "FilterEntry", "GlobalPolicy": "FilterEntry"}
OTHERS = ""
SIGNS = [
    r"(?:set )?version \"?\d+\.\d+[A-Z]\d*[\w.-]*\"?;?\s*$",
    r"## Last (?:commit|changed): ",
    r"(?:interfaces|routing-options|policy-options|routing-instances|protocols|firewall|security|system|applications) \{\s*$",
    r"set interfaces (?:interface-range|(?:ge|xe|et|fe|ae|irb|lo|fxp|em|me|reth|st|vlan|vme|gr|ip|so|t1)-?\d*(?:/\d+)*(?::\d+)?) ",
    r"set (?:system root-authentication|policy-options|routing-options|routing-instances|security (?:zones|policies)|protocols (?:bgp group|ospf area|isis|lldp|mpls)|firewall family|forwarding-options|applications application|snmp (?:community|trap-group)) ",
    r"(?:deactivate|activate|protect) (?:interfaces|system|protocols|security|firewall|routing-instances|policy-options|vlans) ",
]
GRAMMAR = r"""
= interface {
    apply-groups|apply-groups-except **
    description ...
    disable|per-unit-scheduler|vlan-tagging|stacked-vlan-tagging|flexible-vlan-tagging|hierarchical-scheduler|gratuitous-arp-reply|no-gratuitous-arp-request|traps|no-traps|unnumbered|passive-monitor-mode|vlan-offload|vlan-vci-tagging|no-auto-mdix
    mtu|encapsulation|speed|link-mode|native-vlan-id|mac|hold-time|vlan-id|bandwidth|interface-mib|esi|clocking|media-type|framing|port-mode|description *
    hold-time { up|down * }
    hold-time up|down *
    esi { <...> }
    esi all-active|single-active
    gigether-options|ether-options|fastether-options {
        802.3ad|redundant-parent|speed *
        802.3ad { * }
        802.3ad { primary|backup }
        auto-negotiation|no-auto-negotiation|flow-control|no-flow-control|loopback|no-loopback
        <...>
    }
    aggregated-ether-options|redundant-ether-options {
        minimum-links|link-speed|redundancy-group *
        lacp {
            active|passive
            periodic|system-priority|system-id|admin-key *
            <...>
        }
        mc-ae|load-balance|bfd-liveness-detection { <...> }
        <...>
    }
    fabric-options { member-interfaces { <+FabricMember.interface> } }
    tunnel { source|destination|routing-instance|ttl|key * }
    optics-options|otn-options|sonet-options|t1-options|e1-options|serial-options|ds0-options|t3-options|multiservice-options|services-options|dsl-options|cellular-options|radio-options|layer2-policer|atm-options|damping|forwarding-class-accounting|input-vlan-map|output-vlan-map|ppp-options|receive-bucket|transmit-bucket|shared-scheduler { <...> }
    unit <Unit> {
        apply-groups|apply-groups-except|vlan-id-list **
        description ...
        disable|no-traps|point-to-point|multipoint|virtual-gateway-accept-data|proxy-arp|no-proxy-arp|arp-resp|accept-source-mac|traps
        vlan-id|encapsulation|bandwidth|proxy-arp|interface-route-metric|inner-vlan-id|peer-unit|mac|esi|family|virtual-gateway-v4-mac|virtual-gateway-v6-mac *
        vlan-tags outer <vlan_tags_outer> [inner <vlan_tags_inner>]
        vlan-tags { outer|inner * }
        tunnel { source|destination|routing-instance|ttl|key * }
        tunnel { routing-instance { destination * } }
        input-vlan-map|output-vlan-map|ppp-options|pppoe-options|dialer-options|targeted-distribution|load-balancing-options|swap-by-poppush|clear-dont-fragment-bit|statistics|demux-options|demux-source|account-layer2-overhead|esi { <...> }
        family inet|inet6|mpls|iso|bridge|ccc|vpls|ethernet-switching|any|mlppp|tcc {
            address * {
                primary|preferred
                broadcast|virtual-gateway-address|destination|ndp|arp|master-only|web-authentication *
                vrrp-group|vrrp-inet6-group <VrrpGroup> {
                    virtual-address|virtual-inet6-address|virtual-link-local-address|priority|advertise-interval|fast-interval|authentication-type|authentication-key *
                    accept-data|no-accept-data|preempt|no-preempt
                    preempt { hold-time * }
                    track {
                        interface <+VrrpTrack.interface> priority-cost <priority_cost>
                        interface <TrackedInterface> { priority-cost|bandwidth-threshold * }
                        <...>
                    }
                    <...>
                }
                arp <StaticArp> mac *
                <...>
            }
            mtu|unnumbered-address|interface-mode|port-mode|native-vlan-id|recovery-timeout|vlan-auto-sense|vlan-rewrite|storm-control *
            primary|no-redirects|no-neighbor-learn|dhcp|dhcp-client|mtu-discovery|targeted-broadcast|sampling|dad-disable
            dhcp|dhcp-client|dhcpv6-client|rpf-check { <...> }
            filter {
                input|output|group *
                input-list|output-list **
            }
            filter { input * { precedence * } }
            vlan { members ** }
            vlan members **
            vlan-id|vlan-id-list **
            policer { input|output|arp * }
            sampling { input|output }
            <...>
        }
        <...>
    }
    <...>
}
= static-routes {
    route <StaticRoute> {
        next-hop|next-table|preference|metric|tag|community|as-path **
        qualified-next-hop <QualifiedNextHop> {
            preference|metric|interface|tag *
            bfd-liveness-detection { <...> }
            <...>
        }
        discard|reject|receive|no-readvertise|readvertise|retain|no-retain|install|no-install|resolve|no-resolve|passive|active
        bfd-liveness-detection { <...> }
        <...>
    }
    route <StaticRoute> next-hop **
    route <StaticRoute> next-table|preference|metric|tag|community *
    route <StaticRoute> discard|reject|receive|no-readvertise|resolve
}
= aggregate-routes {
    route <AggregateRoute> {
        policy|community|metric|preference **
        discard|reject|brief|full|active|passive
        <...>
    }
}
= routing-options {
    apply-groups|apply-groups-except|instance-import|instance-export **
    router-id|route-distinguisher-id|forwarding-table-export|maximum-paths|maximum-prefixes|ppm|confederation|source-routing *
    autonomous-system <autonomous_system:int> [loops <loops:int>] [asdot-notation]
    autonomous-system { loops * }
    static {
        = static-routes
        defaults { <...> }
        rib-group *
        <...>
    }
    rib <Rib> {
        static {
            = static-routes
            <...>
        }
        aggregate|generate { = aggregate-routes }
        <...>
    }
    aggregate|generate {
        = aggregate-routes
        <...>
    }
    martians { <+Martian.prefix> <match:text> }
    rib-groups { <RibGroup> { import-rib|export-rib|import-policy ** } }
    interface-routes { rib-group { inet|inet6 * } }
    interface-routes { rib-group * }
    forwarding-table {
        export **
        ecmp-fast-reroute|no-ecmp-fast-reroute|unicast-reverse-path|indirect-next-hop
        <...>
    }
    auto-export|graceful-restart|nonstop-routing|nsr-phantom-holdtime|warm-standby
    graceful-restart|auto-export|bmp|flow|options|multicast|resolution|traceoptions|validation|label-allocation|dynamic-tunnels|fate-sharing|srlg|topologies|multipath|protect|l3vpn|bgp-orf-cisco-mode { <...> }
    <...>
}
= bgp-session {
    apply-groups|apply-groups-except|import|export **
    description ...
    type|local-address|peer-as|hold-time|authentication-key|authentication-key-chain|authentication-algorithm|preference|local-preference|cluster|out-delay|metric-out|tcp-mss|outbound-route-filter|local-interface|vpn-apply-export|keep *
    local-as <local_as> [private] [alias] [loops <local_as_loops:int>] [no-prepend-global-as]
    local-as { private|alias|no-prepend-global-as }
    local-as { * }
    multihop { ttl * }
    multihop { no-nexthop-change }
    multihop ttl *
    multihop|multipath|passive|disable|advertise-inactive|advertise-peer-as|no-advertise-peer-as|as-override|remove-private|log-updown|no-client-reflect|mtu-discovery|enforce-first-as|accept-remote-nexthop|damping|include-mp-next-hop|no-aggregator-id|vpn-apply-export|advertise-external|ipsec-sa|precision-timers|no-install|tcp-aggressive-transmission
    multipath { multiple-as|disable }
    multipath multiple-as
    remove-private|family|path-selection <...>
    remove-private|path-selection|traceoptions|local-as|outbound-route-filter|add-path|minimum-hold-time|egress-te-set|bgp-error-tolerance|idle-after-switch-over { <...> }
    bfd-liveness-detection {
        minimum-interval|multiplier|session-mode|minimum-receive-interval|version|holddown-interval *
        transmit-interval|detection-time { <...> }
        <...>
    }
    graceful-restart { disable|restart-time|stale-routes-time|long-lived ** }
    family inet|inet6|inet-vpn|inet6-vpn|evpn|l2vpn|inet-mvpn|inet6-mvpn|route-target|iso-vpn|traffic-engineering|inet-mdt {
        unicast|multicast|any|labeled-unicast|signaling|flow|advertise-default|auto-discovery-only|segment-routing-te
        unicast|multicast|any|labeled-unicast|signaling|flow {
            prefix-limit|accepted-prefix-limit {
                maximum|teardown|drop-excess|hide-excess **
                teardown { idle-timeout * }
                <...>
            }
            add-path|rib-group|loops|aigp|delay-route-advertisements|extended-nexthop|explicit-null|rib|resolve-vpn|per-group-label|protection|topology|egress-te|withdraw-priority|output-queue-priority|validation|no-validate|legacy-redirect-ip-action <...>
            add-path|rib { <...> }
            <...>
        }
    }
}
= bgp-ospf {
    <Bgp:bgp> {
        = bgp-session
        group <BgpGroup> {
            = bgp-session
            allow **
            dynamic-neighbor <DynamicNeighbor> { <...> }
            neighbor <Neighbor> {
                = bgp-session
                <...>
            }
            <...>
        }
        <...>
    }
    <Ospf:ospf|ospf3> {
        apply-groups|apply-groups-except|export|import **
        area <OspfArea> {
            interface <AreaInterface> {
                passive|disable|link-protection|node-link-protection|no-advertise-adjacency-segment|secondary|flood-reduction|demand-circuit|strict-bfd|no-interface-state-traps
                passive|ldp-synchronization { <...> }
                interface-type|metric|priority|hello-interval|dead-interval|retransmit-interval|transit-delay|poll-interval|te-metric *
                authentication {
                    simple-password *
                    md5 <OspfKey> key *
                    md5 <OspfKey> { key|start-time * }
                    <...>
                }
                bfd-liveness-detection {
                    minimum-interval|multiplier|minimum-receive-interval|full-neighbors-only **
                    <...>
                }
                neighbor <OspfNeighbor>
                <...>
            }
            stub { default-metric|no-summaries|summaries ** }
            stub|nssa no-summaries
            stub default-metric *
            nssa { default-lsa|no-summaries|area-range|summaries <...> }
            area-range <OspfRange> { restrict|exact|override-metric ** }
            authentication-type|network-summary-export|network-summary-import|context-identifier *
            virtual-link <VirtualLink:neighbor-id \S+ transit-area \S+> { <...> }
            <...>
        }
        reference-bandwidth|external-preference|preference|prefix-export-limit|domain-id|domain-vpn-tag|route-type-community|lsa-refresh-interval|rib-group *
        reference-bandwidth|overload|traffic-engineering|graceful-restart|no-rfc-1583|no-nssa-abr|disable|sham-link
        overload { timeout * }
        spf-options|traffic-engineering|graceful-restart|database-protection|backup-spf-options|source-packet-routing|traceoptions|topology|rib-group|realm { <...> }
        <...>
    }
}
= policy-term {
    from {
        protocol|community|as-path|as-path-group|prefix-list|interface|area|rib|instance|tag|neighbor|family|route-type|next-hop|metric|color|local-preference|condition|policy|level|external|origin|route-distinguisher|community-count|next-hop-type|validation-database|nlri-route-type|preference|multicast-scope|source-address-filter|evpn-tag|evpn-esi|mac-filter-list|state|bgp-output-queue-priority|chassis|rtf-prefix-list|tag2|as-path-calc-length|as-path-neighbors|as-path-origins|route-filter-list|traffic-engineering *
        prefix-list-filter <+PrefixListFilter.prefix_list> <match:exact|orlonger|longer>
        route-filter|source-address-filter <+RouteFilter.prefix> <match:text>
        external { type * }
        <...>
    }
    from protocol|community|as-path|as-path-group|prefix-list|interface|area|rib|instance|tag|neighbor|family|route-type|next-hop|metric|local-preference|condition|policy|level|route-filter-list|color *
    from prefix-list-filter <+PrefixListFilter.prefix_list> <match:exact|orlonger|longer>
    from route-filter <+RouteFilter.prefix> <match:text>
    from external
    to {
        protocol|rib|instance|neighbor|level|interface|area|family *
        <...>
    }
    then *
    then next policy|term
    then {
        accept|reject|default-action|trace|aigp-originate|bgp-output-queue-priority|install-nexthop|load-balance|no-entropy-label-capability|no-route-localize|validation-state
        local-preference|metric|preference|tag|origin|next-hop|color|priority|damping|class|forwarding-class|external|load-balance|source-class|destination-class|default-action|metric2|preference2|tag2|color2|validation-state|resolution-map *
        local-preference add|subtract *
        local-preference { add|subtract|* }
        metric add|subtract|igp|minimum-igp *
        metric|next-hop { <...> }
        next policy|term
        community add|delete|set|+|-|= *
        as-path-prepend ...
        as-path-expand|install-nexthop <...>
        load-balance per-packet|consistent-hash|random|destination-ip-only|source-ip-only
        external { type * }
        <...>
    }
}
= firewall-filters {
    filter <Filter> {
        interface-specific|accounting-profile|physical-interface-filter|enhanced-mode|fast-filter-lookup|instance-shared
        term <FilterTerm> {
            from {
                source-address|destination-address|address {
                    <+AddressException.address> except
                    *
                }
                source-address|destination-address|address|source-prefix-list|destination-prefix-list|prefix-list *
                source-prefix-list|destination-prefix-list|prefix-list {
                    <+PrefixListException.prefix_list> except
                    *
                }
                protocol|protocol-except|next-header|payload-protocol|port|source-port|destination-port|port-except|source-port-except|destination-port-except|icmp-type|icmp-code|icmp-type-except|dscp|traffic-class|precedence|ip-options|tcp-flags|fragment-flags|fragment-offset|ttl|ttl-except|hop-limit|packet-length|interface|interface-group|interface-set|ether-type|source-mac-address|destination-mac-address|user-vlan-id|vlan|learn-vlan-id|exp|forwarding-class|loss-priority|address-family|is-fragment|flexible-match-mask|ip-version|vlan-ether-type|dot1q-tag|source-class|destination-class|service-filter-hit|rat-type|gre-key|ipsec-sa *
                tcp-established|tcp-initial|is-fragment|first-fragment|service-filter-hit
                source-mac-address|destination-mac-address|interface { * }
                <...>
            }
            then|filter *
            then {
                accept|discard|reject|log|syslog|sample|port-mirror|next-interface|service-filter-hit|service-accounting|packet-mode|no-decrement-ttl|port-mirror-instance
                count|policer|loss-priority|forwarding-class|routing-instance|dscp|traffic-class|next-ip|next-ip6|next-interface|three-color-policer|vlan|interface|analyzer|prefix-action|topology|logical-system|decapsulate|encapsulate|hierarchical-policer|reject|virtual-channel|traffic-class-map *
                next term
                reject|routing-instance|three-color-policer { <...> }
                <...>
            }
        }
    }
    simple-filter|hierarchical-policer|dialer-filter|prefix-action|service-filter <FirewallObject> { <...> }
}
= vlan {
    <Vlan> {
        description ...
        vlan-id|l3-interface|vlan-id-list|domain-type|mcae-mac-flush|forwarding-options|private-vlan|isolation-id|vlan-range|mac-table-size|routing-interface|bridge-domain-type|service-id *
        vlan-id-list|community-vlans **
        interface <VlanInterface> { <...> }
        interface { <VlanInterface> { <...> } }
        vxlan {
            vni|multicast-group|static-remote-vtep-list *
            ingress-node-replication|decapsulate-accept-inner-vlan|encapsulate-inner-vlan
            <...>
        }
        filter { input|output * }
        filter input|output *
        forwarding-options {
            dhcp-security {
                arp-inspection|ip-source-guard|ipv6-source-guard|neighbor-discovery-inspection
                <...>
            }
            <...>
        }
        forwarding-options|switch-options|multicast-snooping-options { <...> }
        dot1q-tunneling|no-mac-learning|no-local-switching|isolated-vlan|proxy-arp|no-irb-layer-2-copy|enable-mac-move-action
        <...>
    }
}
= addresses {
    address <AddressObject> <prefix:\d\S*/\d+|\d[\d.]+|\S*:\S*>
    address <AddressObject> {
        <prefix:\d\S*/\d+|\d[\d.]+|\S*:\S*>
        description ...
        dns-name|wildcard-address *
        dns-name { <...> }
        range-address <range_first> to <range_last>
        range-address <range_first> { to <range_last> }
        <...>
    }
    address-set <AddressSet> {
        address <+Member.address>
        address-set <+Member.address_set>
        description ...
    }
}
= security-policy {
    description ...
    match {
        source-address|destination-address|application|source-identity|dynamic-application|url-category|source-end-user-profile *
        source-address-excluded|destination-address-excluded
        <...>
    }
    then {
        permit|deny|reject|count
        permit {
            tunnel { ipsec-vpn * }
            tunnel ipsec-vpn *
            application-services|firewall-authentication|destination-address|tcp-options|services-offload { <...> }
            <...>
        }
        reject|count { <...> }
        log { session-init|session-close }
        log session-init|session-close
        <...>
    }
    scheduler-name *
    <...>
}
= host-inbound-traffic {
    host-inbound-traffic {
        system-services { all|any-service|any|bgp|ospf|ospf3|rip|ripng|isis|pim|bfd|igmp|ldp|msdp|rsvp|sap|vrrp|router-discovery|dvmrp|ndp|nhrp|pgm|ping|ssh|telnet|ftp|http|https|dhcp|dhcpv6|bootp|dns|snmp|snmp-trap|ntp|traceroute|netconf|ike|tftp|finger|ident-reset|lsping|reverse-ssh|reverse-telnet|rlogin|rpm|rsh|sip|r2cp|xnm-clear-text|xnm-ssl|webapi-clear-text|webapi-ssl|appqoe|high-availability|tcp-encap }
        protocols { all|any-service|any|bgp|ospf|ospf3|rip|ripng|isis|pim|bfd|igmp|ldp|msdp|rsvp|sap|vrrp|router-discovery|dvmrp|ndp|nhrp|pgm|ping|ssh|telnet|ftp|http|https|dhcp|dhcpv6|bootp|dns|snmp|snmp-trap|ntp|traceroute|netconf|ike|tftp|finger|ident-reset|lsping|reverse-ssh|reverse-telnet|rlogin|rpm|rsh|sip|r2cp|xnm-clear-text|xnm-ssl|webapi-clear-text|webapi-ssl|appqoe|high-availability|tcp-encap }
    }
}
version *
apply-groups|apply-groups-except **
groups { <ConfigurationGroup> { <...> } }
system {
    apply-groups|apply-groups-except|domain-search|authentication-order **
    host-name|domain-name|time-zone|location|default-address-selection|ports|backup-router|max-configurations-on-flash|max-configuration-rollbacks *
    host-name <hostname>
    no-redirects|no-ping-record-route|no-ping-time-stamp|no-redirects-ipv6|compress-configuration-files|saved-core-context|no-multicast-echo
    root-authentication {
        encrypted-password *
        ssh-rsa|ssh-dsa|ssh-ecdsa|ssh-ed25519 ...
    }
    login {
        message|announcement ...
        retry-options { tries-before-disconnect|backoff-threshold|backoff-factor|minimum-time|maximum-time|lockout-period * }
        password { minimum-length|maximum-length|minimum-changes|change-type|format|minimum-numerics|minimum-upper-cases|minimum-lower-cases|minimum-punctuations * }
        idle-timeout *
        class <LoginClass> {
            permissions|permissions all **
            idle-timeout|allow-commands|deny-commands|allow-configuration|deny-configuration|access-start|access-end|login-alarms *
            <...>
        }
        user <User> {
            uid|class|full-name *
            authentication {
                encrypted-password|plain-text-password-value|load-key-file *
                ssh-rsa|ssh-dsa|ssh-ecdsa|ssh-ed25519 ...
                no-public-keys
            }
        }
        <...>
    }
    name-server { <NameServer> { routing-instance|source-address * } }
    name-server <NameServer>
    name-resolution { no-resolve-on-input }
    static-host-mapping { <Host> { inet|inet6|alias|sysid ** } }
    radius-server <RadiusServer> { secret|port|accounting-port|timeout|retry|source-address|routing-instance|max-outstanding-requests * }
    radius-server { <RadiusServer> { secret|port|accounting-port|timeout|retry|source-address|routing-instance|max-outstanding-requests * } }
    tacplus-server <TacplusServer> { secret|port|timeout|source-address|routing-instance * }
    tacplus-server <TacplusServer> { single-connection }
    tacplus-server {
        <TacplusServer> {
            secret|port|timeout|source-address|routing-instance *
            single-connection
        }
    }
    radius-options|tacplus-options { <...> }
    accounting {
        events **
        destination { tacplus|radius }
        <...>
    }
    services {
        ssh {
            root-login|protocol-version|connection-limit|rate-limit|max-sessions-per-connection|client-alive-interval|client-alive-count-max|port *
            ciphers|macs|key-exchange|hostkey-algorithm|hostkey-algorithm-list **
            no-tcp-forwarding|tcp-forwarding|sftp-server|no-passwords|no-public-keys|no-challenge-response
        }
        ssh|telnet|ftp|finger|rlogin|tftp-server|subscriber-management
        telnet|ftp|finger { connection-limit|rate-limit * }
        netconf {
            ssh { port|connection-limit|rate-limit * }
            rfc-compliant|yang-compliant
            traceoptions { <...> }
        }
        web-management {
            http|https { interface|port ** }
            https { system-generated-certificate }
            https { local-certificate|pki-local-certificate * }
            management-url *
            session { idle-timeout|session-limit * }
            <...>
        }
        rest {
            http|https { port|addresses|server-certificate * }
            enable-explorer
            control { connection-limit|allowed-sources ** }
        }
        extension-service|dns|outbound-ssh { <...> }
        dhcp-local-server {
            group <DhcpGroup> { interface <+DhcpInterface.interface> }
            <...>
        }
        dhcp {
            pool <DhcpPool> {
                address-range low * high *
                router|name-server|boot-server { * }
                router|name-server|domain-name|maximum-lease-time|default-lease-time|next-server|propagate-settings *
                <...>
            }
            <...>
        }
        <...>
    }
    syslog {
        archive { size|files|world-readable|no-world-readable|binary-data|start-time|transfer-interval * }
        archive size|files *
        user <SyslogUser> { any|authorization|daemon|kernel|change-log|interactive-commands|match * }
        host <SyslogHost> {
            any|authorization|change-log|conflict-log|daemon|dfc|external|firewall|ftp|interactive-commands|kernel|ntp|pfe|security|user|match|match-strings|port|source-address|log-prefix|facility-override|routing-instance|transport *
            explicit-priority|exclude-hostname|structured-data|allow-duplicates
            structured-data { brief }
        }
        file <SyslogFile> {
            any|authorization|change-log|conflict-log|daemon|dfc|external|firewall|ftp|interactive-commands|kernel|ntp|pfe|security|user *
            match ...
            match-strings **
            archive { size|files * }
            archive { world-readable|no-world-readable|no-binary-data }
            archive size|files *
            explicit-priority|structured-data|allow-duplicates
            structured-data { brief }
        }
        console { any|authorization|daemon|kernel|change-log|interactive-commands|conflict-log|user|firewall|pfe * }
        time-format|source-address|routing-instance|log-rotate-frequency|server *
        time-format { millisecond|year }
        time-format millisecond|year
        allow-duplicates
        <...>
    }
    ntp {
        boot-server *
        server <NtpServer> [prefer] [key <key_id:int>] [version <version:int>] [routing-instance <routing_instance>] {
            key|version|routing-instance *
            prefer
        }
        peer <NtpPeer> <...>
        authentication-key <NtpKey> type * value *
        authentication-key <NtpKey> { type|value * }
        trusted-key **
        source-address <source_address> [routing-instance <source_routing_instance>]
        broadcast-client
        <...>
    }
    archival {
        configuration {
            transfer-on-commit
            transfer-interval *
            archive-sites { <ArchiveSite> { password * } }
            <...>
        }
    }
    commit {
        synchronize|fast-synchronize|persist-groups-inheritance
        <...>
    }
    internet-options|processes|arp|license|phone-home|autoinstallation|extensions|scripts|ddos-protection|management-instance|static-host-mapping|security-profile|configuration-database|kernel-replication|rng|console|auto-snapshot|alarm-management|health-monitor|dump-device|master-password|no-hidden-commands|donot-disable-ip6op-ondad|fips|bootp|packet-forwarding-options|mgd|encrypt-password {
        <...>
    }
    <...>
}
chassis {
    aggregated-devices { ethernet { device-count * } }
    alarm {
        management-ethernet { link-down * }
        <...>
    }
    cluster {
        control-link-recovery
        reth-count|heartbeat-interval|heartbeat-threshold *
        redundancy-group <RedundancyGroup> {
            node <Node> priority *
            node <Node> { priority * }
            preempt
            interface-monitor { <MonitoredInterface> weight * }
            interface-monitor { <MonitoredInterface> { weight * } }
            gratuitous-arp-count *
            <...>
        }
        <...>
    }
    redundancy {
        graceful-switchover
        routing-engine <RoutingEngine> *
        <...>
    }
    fpc <Fpc> { <...> }
    network-services *
    <...>
}
interfaces {
    apply-groups|apply-groups-except **
    traceoptions { <...> }
    interface-range <InterfaceRange> {
        member *
        member-range <+MemberRange.first> to <last>
        = interface
    }
    <Interface> { = interface }
}
snmp {
    location|contact|name|description|engine-id|interface ...
    filter-interfaces|v3|rmon|engine-id|routing-instance-access { <...> }
    filter-duplicates|nonvolatile|stats-cache-lifetime|health-monitor
    view <SnmpView> {
        oid <+Oid.oid> [<effect:include|exclude>]
        oid <+Oid.oid> { include|exclude }
    }
    community <SnmpCommunity> {
        authorization|view|client-list-name *
        clients {
            <Client> restrict
        }
        routing-instance <+CommunityInstance.routing_instance> { <...> }
    }
    client-list <ClientList> { <Client> }
    trap-options { source-address|agent-address|enterprise-oid|routing-instance * }
    trap-group <SnmpTrapGroup> {
        version|destination-port|routing-instance|categories *
        categories { authentication|chassis|configuration|link|remote-operations|rmon-alarm|routing|services|sonet-alarms|startup|vrrp-events|chassis-cluster|otn-alarms }
        targets { <+Target.address> }
        targets <+Target.address>
    }
    <...>
}
routing-options { = routing-options }
protocols {
    = bgp-ospf
    isis {
        interface <IsisInterface> {
            passive|point-to-point|disable|node-link-protection|link-protection|ldp-synchronization
            level <IsisLevel> { metric|hello-interval|hold-time|priority|hello-authentication-key|hello-authentication-type|te-metric|ipv6-unicast-metric * }
            level <IsisLevel> { disable|passive }
            level <IsisLevel> metric|hello-interval|hold-time *
            level <IsisLevel> disable|passive
            family inet { bfd-liveness-detection { minimum-interval|multiplier * } }
            bfd-liveness-detection { minimum-interval|multiplier * }
            hello-authentication-key|hello-authentication-type|lsp-interval|mesh-group *
            <...>
        }
        level <IsisLevel> { authentication-key|authentication-type|preference|external-preference * }
        level <IsisLevel> { wide-metrics-only|disable }
        level <IsisLevel> disable|wide-metrics-only
        export|reference-bandwidth|lsp-lifetime|overload|topologies|authentication-key|authentication-type|max-areas **
        no-ipv4-routing|no-ipv6-routing|no-adjacency-holddown|ignore-attached-bit
        overload { timeout|advertise-high-metrics * }
        traffic-engineering|spf-options|backup-spf-options|source-packet-routing|traceoptions { <...> }
        <...>
    }
    rip {
        group <RipGroup> {
            neighbor <RipNeighbor>
            export|import|preference|metric-out **
            <...>
        }
        <...>
    }
    mpls {
        interface <MplsInterface> { admin-group|srlg|disable ** }
        label-switched-path <LabelSwitchedPath> {
            to|from|bandwidth|primary|secondary|install|metric|preference|priority|admin-group|ldp-tunneling|no-cspf|description **
            <...>
        }
        path <MplsPath> { <+Hop.address> [<kind:strict|loose>] }
        traffic-engineering|ipv6-tunneling|no-cspf|icmp-tunneling|explicit-null
        <...>
    }
    ldp {
        interface <LdpInterface> { disable|hello-interval|hold-time|transport-address ** }
        session <LdpSession> { authentication-key * }
        track-igp-metric|deaggregate|explicit-null
        <...>
    }
    rsvp {
        interface <RsvpInterface> {
            bandwidth|hello-interval|authentication-key|subscription *
            link-protection|disable
            <...>
        }
        <...>
    }
    pim {
        rp {
            local { address * }
            static { address <RendezvousPoint> { group-ranges { * } } }
            <...>
        }
        interface <PimInterface> { mode|hello-interval|priority|version|disable ** }
        <...>
    }
    igmp|mld { interface <IgmpInterface> { <...> } }
    igmp-snooping {
        vlan <SnoopingVlan> { <...> }
        <...>
    }
    lldp|lldp-med {
        interface <LldpInterface> { disable|enable|power-negotiation }
        management-address|port-id-subtype|port-description-type|advertisement-interval|hold-multiplier|transmit-delay|ptopo-configuration-maximum-hold-time *
        disable
    }
    lacp { <...> }
    rstp|mstp|vstp|stp {
        bridge-priority|hello-time|max-age|forward-delay|revision-level|configuration-name|system-identifier *
        interface <SpanningTreeInterface> {
            cost|mode|priority *
            edge|no-root-port|disable
            <...>
        }
        msti <MstInstance> {
            bridge-priority|vlan **
            <...>
        }
        vlan <SpanningTreeVlan> {
            bridge-priority *
            interface <SpanningTreeInterface> { <...> }
            <...>
        }
        bpdu-block-on-edge|disable
        <...>
    }
    evpn {
        encapsulation|default-gateway|multicast-mode|remote-ip-host-routes *
        extended-vni-list **
        vni-options {
            vni <EvpnVni> {
                vrf-target *
                vrf-target export|import *
                vrf-target { export|import|target * }
            }
        }
        <...>
    }
    dot1x {
        authenticator {
            authentication-profile-name|radius-options|no-mac-table-binding *
            interface {
                <Dot1xInterface> {
                    supplicant|retries|quiet-period|transmit-period|supplicant-timeout|server-timeout|maximum-requests|reauthentication *
                    guest-vlan|server-reject-vlan|eapol-block|server-fail **
                    mac-radius { <...> }
                    mac-radius|no-reauthentication|disable
                }
            }
        }
    }
    bfd|router-advertisement|router-discovery|l2circuit|vrrp|dot1x|oam|sflow|ppp|ppp-service|layer2-control|loop-detect|protection-group|mvpn|connections|link-management|source-packet-routing|l2-learning|esis|ancp|ndp-snooping|mvrp|uplink-failure-detection|iccp|pcep|vpls|dvmrp|msdp|neighbor-discovery|dcbx|clns|lldp-med|authentication-access-control {
        interface <ProtocolInterface> { <...> }
        <...>
    }
    <...>
}
policy-options {
    apply-groups|apply-groups-except **
    prefix-list <PrefixList> {
        apply-path ...
        <+PrefixListEntry.prefix:\S*[:.]\S*>
        dynamic-db
    }
    route-filter-list <RouteFilterList> { <...> }
    policy-statement <PolicyStatement> {
        term <Term> { = policy-term }
        = policy-term
        dynamic-db
    }
    community <CommunityList> {
        members **
        invert-match
    }
    as-path <AsPath> ...
    as-path-group <AsPathGroup> { as-path <AsPath> ... }
    condition <PolicyCondition> { <...> }
    damping <Damping> { half-life|max-suppress|reuse|suppress|disable ** }
    tunnel-attribute <TunnelAttribute> { <...> }
    <...>
}
class-of-service {
    forwarding-classes {
        class <ForwardingClass> <...>
        queue <ForwardingQueue> <...>
        <...>
    }
    interfaces {
        <CosInterface> {
            scheduler-map *
            unit <CosUnit> { <...> }
            <...>
        }
    }
    scheduler-maps { <SchedulerMap> { forwarding-class <ForwardingClassUse> scheduler * } }
    schedulers {
        <Scheduler> {
            transmit-rate|buffer-size|priority|drop-profile-map|shaping-rate **
            transmit-rate percent|exact|remainder *
            buffer-size percent|remainder|temporal *
            <...>
        }
    }
    classifiers|rewrite-rules|drop-profiles|code-point-aliases|traffic-control-profiles|traceoptions|host-outbound-traffic|shared-buffer|system-defaults|forwarding-policy|fragmentation-maps|routing-instances|congestion-notification-profile|forwarding-class-sets { <...> }
    <...>
}
firewall {
    = firewall-filters
    family inet|inet6|mpls|vpls|ccc|any|ethernet-switching|bridge { = firewall-filters }
    policer <Policer> {
        if-exceeding { bandwidth-limit|bandwidth-percent|burst-size-limit * }
        if-exceeding bandwidth-limit|bandwidth-percent|burst-size-limit *
        if-exceeding-pps { <...> }
        then *
        then { discard }
        then { loss-priority|forwarding-class * }
        logical-interface-policer|shared-bandwidth-policer|filter-specific|aggregate
    }
    three-color-policer <Policer> { <...> }
    prefix-action|interface-set|service-filter <FirewallObject> { <...> }
    <...>
}
forwarding-options {
    helpers {
        bootp {
            description *
            server <DhcpRelayServer> { routing-instance * }
            interface <DhcpRelayInterface> {
                server <DhcpRelayServer> { routing-instance * }
                <...>
            }
            <...>
        }
        <...>
    }
    dhcp-relay {
        server-group { <DhcpServerGroup> { <+DhcpServer.address> } }
        active-server-group *
        group <DhcpRelayGroup> {
            interface <+DhcpRelayInterface.interface>
            active-server-group *
            <...>
        }
        <...>
    }
    storm-control-profiles <StormControlProfile> {
        all { <...> }
    }
    sampling|port-mirroring|load-balance|hash-key|enhanced-hash-key|family|analyzer|packet-capture|vxlan-routing|accounting|rpf-loose-mode-discard|evpn-vxlan|access-security|multicast|next-hop-group { <...> }
    <...>
}
ethernet-switching-options|switch-options {
    voip { interface <VoipInterface> { vlan|forwarding-class * } }
    interface <MacLimitInterface> { interface-mac-limit { <...> } }
    vtep-source-interface|route-distinguisher|voip|service-id|vrf-target *
    vrf-target { target|import|export|auto ** }
    vrf-import|vrf-export **
    storm-control|secure-access-port|bpdu-block|analyzer|interfaces|port-error-disable|unknown-unicast-forwarding|nonstop-bridging|interface { <...> }
    <...>
}
routing-instances {
    apply-groups|apply-groups-except **
    <RoutingInstance> {
        description ...
        instance-type|vtep-source-interface|service-type|route-distinguisher|vrf-target *
        interface <InstanceInterface> { <...> }
        route-distinguisher { * }
        vrf-target { import|export|auto ** }
        vrf-target import|export *
        vrf-import|vrf-export **
        vrf-table-label|no-local-switching|no-vrf-advertise|no-vrf-propagate-ttl
        routing-options { = routing-options }
        protocols {
            = bgp-ospf
            evpn {
                ip-prefix-routes {
                    advertise|encapsulation|vni|export|import *
                    <...>
                }
                irb-symmetric-routing { vni * }
                encapsulation|default-gateway|extended-vni-list|interface **
                <...>
            }
            <...>
        }
        vlans|bridge-domains { = vlan }
        forwarding-options|system|switch-options|access { <...> }
        <...>
    }
}
logical-systems { <LogicalSystem> { <...> } }
security {
    apply-groups|apply-groups-except **
    log {
        mode|format|source-address|source-interface|event-rate|rate-cap|utc-timestamp|report *
        stream <SecurityLogStream> {
            severity|format|category|source-address|host *
            host { * }
            host { port|routing-instance * }
            host <host:\d\S+> port <port:int>
            transport { <...> }
            <...>
        }
        cache { <...> }
        <...>
    }
    screen {
        ids-option <ScreenIdsOption> {
            icmp|ip|tcp|udp|limit-session { <...> }
            icmp { ping-death|fragment|large|flood }
            ip { bad-option|source-route-option|tear-drop|spoofing|unknown-protocol|block-frag|loose-source-route-option|strict-source-route-option|record-route-option|timestamp-option|security-option|stream-option }
            tcp { land|winnuke|syn-fin|fin-no-ack|tcp-no-flag|syn-frag|port-scan|tcp-sweep|syn-ack-ack-proxy|syn-flood }
            tcp { syn-flood { alarm-threshold|attack-threshold|source-threshold|destination-threshold|queue-size|timeout * } }
            tcp syn-flood alarm-threshold|attack-threshold|source-threshold|destination-threshold|timeout *
            alarm-without-drop
            description ...
        }
        <...>
    }
    address-book {
        <AddressBook> {
            description ...
            = addresses
            attach { zone * }
            attach zone *
        }
    }
    nat {
        source|destination|static {
            pool <NatPool> {
                address { <+PoolAddress.first> [to <last>] }
                address { <+PoolAddress.first> { to * } }
                address <+PoolAddress.first> [to <last>] [port <port:int>]
                address { port * }
                description ...
                routing-instance|overflow-pool|address-pooling|host-address-base|address-shared *
                port { <...> }
                port no-translation
                <...>
            }
            rule-set <NatRuleSet> {
                from|to zone|interface|routing-instance **
                from|to { zone|interface|routing-instance ** }
                description ...
                rule <NatRule> {
                    description ...
                    match {
                        source-address|destination-address|source-address-name|destination-address-name|protocol|application|source-port|destination-port *
                        source-port|destination-port { * }
                        <...>
                    }
                    then {
                        source-nat {
                            interface|off
                            pool *
                            pool { * }
                            <...>
                        }
                        source-nat interface|off
                        source-nat|destination-nat pool *
                        destination-nat {
                            off
                            pool *
                            pool { * }
                            <...>
                        }
                        destination-nat off
                        static-nat {
                            prefix|prefix-name|inet|routing-instance *
                            prefix { * }
                            <...>
                        }
                        static-nat prefix *
                        static-nat inet
                    }
                    <...>
                }
                <...>
            }
            address-persistent|port-randomization|pool-utilization-alarm|interface|pool-default-port-range|session-persistence-scan|port-block-allocation <...>
            interface|pool-utilization-alarm { <...> }
        }
        proxy-arp {
            interface <ProxyArpInterface> {
                address { <+ProxyAddress.first> [to <last>] }
                address { <+ProxyAddress.first> { to * } }
                address <+ProxyAddress.first> [to <last>]
            }
        }
        <...>
    }
    policies {
        from-zone <PoliciesFromZone> to-zone <ToZone> {
            policy <Policy> { = security-policy }
        }
        global {
            policy <GlobalPolicy> {
                = security-policy
                match { from-zone|to-zone ** }
            }
        }
        default-policy *
        default-policy { deny-all|permit-all }
        policy-rematch
        policy-stats { <...> }
        <...>
    }
    zones {
        functional-zone management {
            interfaces { <ZoneInterface> }
            = host-inbound-traffic
            <...>
        }
        security-zone <SecurityZone> {
            description ...
            screen *
            tcp-rst|application-tracking|enable-reverse-reroute
            = host-inbound-traffic
            interfaces {
                <ZoneInterface> { = host-inbound-traffic }
            }
            address-book { = addresses }
            <...>
        }
        <...>
    }
    ike {
        proposal <IkeProposal> { authentication-method|dh-group|authentication-algorithm|encryption-algorithm|lifetime-seconds|description * }
        policy <IkePolicy> {
            mode|proposals|proposal-set|description|reauth-frequency **
            pre-shared-key ascii-text|hexadecimal *
            certificate { <...> }
        }
        gateway <IkeGateway> {
            ike-policy|external-interface|version|local-address|xauth|general-ikeid|nat-keepalive|no-nat-traversal|aaa *
            address|local-identity|remote-identity **
            dead-peer-detection { interval|threshold * }
            dead-peer-detection { always-send|optimized|probe-idle-tunnel }
            dynamic { <...> }
            <...>
        }
        <...>
    }
    ipsec {
        proposal <IpsecProposal> { protocol|authentication-algorithm|encryption-algorithm|lifetime-seconds|lifetime-kilobytes|description * }
        policy <IpsecPolicy> {
            proposals|proposal-set|description **
            perfect-forward-secrecy { keys * }
            perfect-forward-secrecy keys *
        }
        vpn <IpsecVpn> {
            bind-interface|establish-tunnels|df-bit|traffic-selector *
            ike { gateway|ipsec-policy|idle-time|no-anti-replay|install-interval * }
            ike { proxy-identity { local|remote|service * } }
            ike gateway|ipsec-policy *
            vpn-monitor { <...> }
            traffic-selector <TrafficSelector> { local-ip|remote-ip * }
            <...>
        }
        vpn-monitor-options
        <...>
    }
    flow {
        tcp-mss { all-tcp|ipsec-vpn|gre-in|gre-out { mss * } }
        tcp-mss all-tcp|ipsec-vpn|gre-in|gre-out mss *
        tcp-session|traceoptions { <...> }
        <...>
    }
    alg {
        dns|ftp|h323|mgcp|msrpc|sunrpc|rsh|rtsp|sccp|sip|sql|talk|tftp|pptp disable
        dns|ftp|h323|mgcp|msrpc|sunrpc|rsh|rtsp|sccp|sip|sql|talk|tftp|pptp { disable }
        <...>
    }
    pki|forwarding-options|utm|idp|application-tracking|application-firewall|certificates|ssh-known-hosts|dynamic-vpn|group-vpn|authentication-key-chains|datapath-debug|gprs|advance-policy-based-routing|user-identification|forwarding-process|macsec|traceoptions|alarms|analysis|remote-access|tcp-encap|firewall-authentication|intelligence|resource-manager|softwires|dynamic-address|key-protection { <...> }
    <...>
}
applications {
    application <CustomApplication> {
        protocol|source-port|destination-port|application-protocol|inactivity-timeout|icmp-type|icmp-code|rpc-program-number|uuid|ether-type|description *
        term <ApplicationTerm> [alg <alg>] [protocol <protocol>] [source-port <source_port>] [destination-port <destination_port>] [icmp-type <icmp_type>] [inactivity-timeout <inactivity_timeout>] {
            protocol|source-port|destination-port|alg|inactivity-timeout *
        }
        <...>
    }
    application-set <ApplicationSet> {
        application <+Member.application>
        application-set <+Member.application_set>
        description ...
    }
}
access {
    address-assignment {
        pool <AddressPool> {
            family inet|inet6 {
                network|prefix *
                range <PoolAddresses> { low|high|prefix-length * }
                dhcp-attributes {
                    router|name-server|dns-server { * }
                    router|name-server|domain-name|maximum-lease-time|server-identifier|boot-server|boot-file|tftp-server|next-server|grace-period *
                    <...>
                }
                host <AddressReservation> { hardware-address|ip-address * }
                <...>
            }
            link *
        }
        <...>
    }
    radius-server <RadiusServer> { secret|port|timeout|retry|source-address * }
    radius-server { <RadiusServer> { secret|port|timeout|retry|source-address * } }
    profile <AccessProfile> { <...> }
    firewall-authentication|radius-options|group-profile|domain|protocols { <...> }
    <...>
}
vlans {
    apply-groups|apply-groups-except **
    = vlan
}
bridge-domains { = vlan }
event-options {
    policy <EventPolicy> { <...> }
    generate-event { <...> }
    <...>
}
virtual-chassis {
    member <VirtualChassisMember> { role|serial-number|mastership-priority|location|no-management-vlan ** }
    preprovisioned|no-split-detection
    <...>
}
poe { interface <PoeInterface> { <...> } }
services {
    flow-monitoring|rpm|application-identification|ssl|security-intelligence|advanced-anti-malware|user-identification|nat|service-set|stateful-firewall|ipsec-vpn|analytics|hosted-services|captive-portal-content-delivery|unified-edge|mobile-edge|icap-redirect|ids|monitoring { <...> }
    <...>
}
accounting-options|multi-chassis|fabric|jsrc|diameter|unified-edge|wlan|smtp|dynamic-profiles|session-limit-group|tenants|protocols-common|redundant-power-system { <...> }
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads VyOS and EdgeOS configurations, in braces (config.boot) or as set commands, after VyOS' documentation."""

from reading import read_configuration

STYLE = "braces"
LEAD = ""
ENTRY_LISTS = {"FirewallRule": "FilterEntry"}
OTHERS = ""
SIGNS = [
    r"(?:// |/\* )(?:Warning: Do not remove|vyos-config-version|=== vyatta-config-version)",
    r"    (?:ethernet|pppoe|bonding|dummy|wireguard) (?:eth|pppoe|bond|dum|wg)\d+ \{",
    r"    (?:config-management|ntp) \{",
    r"set interfaces (?:ethernet|loopback|bonding|dummy|pppoe|wireguard|switch|bridge) (?:eth|lo|bond|dum|pppoe|wg|switch|br)\d*[ ']",
    r"set system config-management commit-revisions ",
    r"set protocols static route \S+ (?:next-hop|blackhole|interface)",
]
GRAMMAR = r"""
= vif {
    address|description|mtu|vrf|mac|egress-qos|ingress-qos *
    disable
    firewall { in|out|local { name|ipv6-name|modify * } }
    policy { route|route6|ipv6-route * }
    traffic-policy { in|out * }
}
= bgp {
    system-as|local-as *
    address-family {
        ipv4-unicast|ipv6-unicast|l2vpn-evpn {
            network <BgpNetwork> { route-map * }
            redistribute {
                connected|static|ospf|kernel|ospfv3|rip { route-map|metric * }
            }
            aggregate-address <Aggregate> {
                summary-only
                as-set
            }
            maximum-paths { ebgp|ibgp * }
        }
    }
    neighbor <BgpNeighbor> {
        remote-as|description|peer-group|update-source|ebgp-multihop|password|local-as|port|bfd *
        strict-capability-match *
        shutdown
        passive
        disable-capability-negotiation
        solo
        address-family {
            ipv4-unicast|ipv6-unicast|l2vpn-evpn {
                soft-reconfiguration { inbound }
                route-map|prefix-list|filter-list|distribute-list { import|export * }
                maximum-prefix|weight|allowas-in|peer-group *
                nexthop-self { force }
                default-originate { route-map * }
                route-reflector-client
                as-override
                remove-private-as
                allowas-in { number * }
                addpath-tx-all
            }
        }
        timers { connect|holdtime|keepalive * }
        capability { dynamic|extended-nexthop|orf }
        local-as <LocalAs>
        route-map|prefix-list { import|export * }
        soft-reconfiguration { inbound }
        nexthop-self
    }
    peer-group <BgpPeerGroup> {
        remote-as|description|update-source|ebgp-multihop|password|bfd|passive *
        disable-capability-negotiation
        address-family {
            ipv4-unicast|ipv6-unicast {
                soft-reconfiguration { inbound }
                route-map|prefix-list|filter-list|distribute-list { import|export * }
                maximum-prefix|weight|allowas-in *
                nexthop-self
                route-reflector-client
            }
        }
        capability { dynamic|extended-nexthop|orf }
        timers { connect|holdtime|keepalive * }
    }
    parameters {
        router-id|cluster-id *
        log-neighbor-changes
        network-import-check
        no-fast-external-failover
        no-ipv6-auto-ra
    }
    network <BgpNetwork>
    timers { holdtime|keepalive * }
}
= chain {
    default-action|description *
    enable-default-log
    default-log
    rule <FirewallRule> {
        action|description|protocol|log|jump-target|ipsec|inbound-interface|outbound-interface|packet-mark|state *
        disable
        log
        source|destination {
            address|port|mac-address *
            group {
                address-group|network-group|port-group|domain-group|mac-group|ipv6-network-group|ipv6-address-group *
            }
        }
        state { established|related|invalid|new * }
        icmp|icmpv6 { type|type-name|code * }
        tcp { flags * }
        ipsec { match-ipsec }
        recent|limit { count|time|rate|burst * }
        inbound-interface|outbound-interface { name|group * }
    }
}
= switches {
    all-ping|broadcast-ping|config-trap|ipv6-receive-redirects|ipv6-src-route|ip-src-route|log-martians *
    receive-redirects|send-redirects|source-validation|syn-cookies|twa-hazards-protection *
}
= zone {
    zone <Zone> {
        default-action|interface|description *
        from <ZoneFrom> { firewall { name|ipv6-name * } }
        local-zone
    }
}
system {
    host-name <hostname>
    domain-name|time-zone|gateway-address|domain-search *
    name-server <NameServer>
    domain-search **
    config-management { commit-revisions * }
    console { device <Console> { speed * } }
    conntrack { modules { ftp|h323|nfs|pptp|sip|sqlnet|tftp } }
    conntrack { expect-table-size|hash-size|table-size * }
    conntrack { timeout { <...> } }
    option|options { ctrl-alt-del|ctrl-alt-del-action|reboot-on-panic|performance|startup-beep * }
    options { beep-if-fully-booted }
    login {
        banner { pre-login|post-login * }
        user <User> {
            level|full-name|home-directory *
            authentication {
                encrypted-password|plaintext-password *
                public-keys <PublicKey> { key|type * }
            }
        }
        radius { server <RadiusServer> { key|port|timeout * } }
        radius-server <RadiusServer> { secret|port|timeout * }
    }
    ntp { server <NtpServer> { prefer } }
    syslog {
        global { facility <SyslogFacility> { level * } }
        local { facility <SyslogFacility> { level * } }
        host|remote <LogServer> {
            facility <SyslogFacility> { level|protocol * }
            port|protocol *
        }
    }
    static-host-mapping { host-name <Host> { inet * } }
    task-scheduler {
        task <Task> {
            interval|crontab-spec *
            executable { path|arguments * }
        }
    }
}
interfaces {
    ethernet|bonding|bridge|dummy|loopback|tunnel|vti|wireguard|openvpn|pppoe|vxlan|pseudo-ethernet|virtual-ethernet|wireless|switch|l2tpv3|geneve|macsec|wwan <Interface> {
        address|description|mtu|hw-id|mac|duplex|speed|vrf|source-address|source-interface|remote|encapsulation *
        key|port *
        local-ip|remote-ip|mode|hash-policy|private-key|peer-name|interface|vni|group|type|persistent-tunnel *
        stp *
        smp-affinity|poe|bond-group|username|password|user-id|service-name|name-server|default-route|hello-time *
        max-age|aging *
        device-type|local-host|local-port|remote-host|remote-port|protocol|shared-secret-key-file|config-file *
        primary|source *
        local-address|local-as|openvpn-option|keep-alive|host-uniq|connect-on-demand|no-peer-dns|priority *
        forwarding-delay *
        disable
        disable-flow-control
        disable-link-detect
        gro
        gso
        sg
        tso
        rps
        offload-options { generic-receive|generic-segmentation|scatter-gather|tcp-segmentation|udp-fragmentation * }
        ring-buffer { rx|tx * }
        pppoe <Pppoe> { default-route|mtu|name-server|password|user-id|username|service-name * }
        egress|ingress|peer-address *
        firewall { in|out|local { name|ipv6-name|modify * } }
        policy { route|route6|ipv6-route * }
        ip {
            adjust-mss|source-validation|arp-cache-timeout|enable-proxy-arp|disable-forwarding|enable-arp-accept *
            enable-arp-ignore
            ospf {
                cost|dead-interval|hello-interval|priority|retransmit-interval|transmit-delay|network *
                authentication *
            }
        }
        ipv6 {
            adjust-mss|dup-addr-detect-transmits *
            address {
                no-default-link-local
                autoconf
                eui64 *
            }
        }
        offload {
            gro
            gso
            sg
            tso
            rps
            lro
        }
        member {
            interface <BridgeMember> { cost|priority|native-vlan|allowed-vlan * }
        }
        authentication { username|password|user|user-id * }
        peer <WireguardPeer> {
            address|allowed-ips|port|public-key|pubkey|persistent-keepalive|preshared-key|endpoint|host-name *
            description *
            disable
        }
        dhcpv6-options {
            pd <PrefixDelegation> {
                length *
                interface <DelegatedInterface> { address|sla-id * }
            }
        }
        traffic-policy { in|out * }
        vif <Vif> { = vif }
        vif-s <Vif> {
            = vif
            protocol *
            vif-c <InnerVif> { = vif }
        }
    }
}
firewall {
    = switches
    group {
        address-group|ipv6-address-group <AddressGroup> { address|description|include * }
        network-group|ipv6-network-group <NetworkGroup> { network|description|include * }
        port-group <PortGroup> { port|description|include * }
        interface-group <InterfaceGroup> { interface|description * }
        mac-group <MacGroup> { mac-address * }
        domain-group <DomainGroup> { address * }
    }
    = zone
    name|ipv6-name|modify <Firewall> { = chain }
    <FirewallFamily:ipv4|ipv6|bridge> {
        <Firewall:forward|input|output|prerouting> {
            - filter { = chain }
            - raw { = chain }
        }
        name <Firewall> { = chain }
    }
    global-options {
        = switches
        state-policy { established|related|invalid { action * } }
    }
    options { interface <FirewallInterfaceOptions> { adjust-mss|adjust-mss6 * } }
}
zone-policy { = zone }
nat {
    source|destination {
        rule <NatRule> {
            description|inbound-interface|outbound-interface|protocol|log *
            inbound-interface|outbound-interface { name|group * }
            source|destination {
                address|port *
                group { address-group|network-group|port-group|domain-group * }
            }
            translation { address|port * }
            exclude
            disable
        }
    }
}
high-availability {
    vrrp {
        group <VrrpGroup> {
            address|virtual-address|interface|vrid|priority|preempt-delay|advertise-interval|hello-source-address *
            description *
            authentication { password|type * }
            no-preempt
        }
        sync-group <VrrpSyncGroup> { member * }
    }
}
protocols {
    static {
        route|route6 <StaticRoute> {
            next-hop <NextHop> {
                distance|interface|vrf|description *
                disable
            }
            blackhole { distance|tag * }
            interface|next-hop-interface <RouteInterface> { vrf|distance|description * }
            dhcp-interface *
            description *
        }
        interface-route|interface-route6 <StaticRoute> {
            next-hop-interface <RouteInterface> { distance|description * }
        }
        table <RouteTable> {
            route <StaticRoute> {
                next-hop <NextHop> { distance * }
                blackhole { distance * }
                interface <RouteInterface>
            }
            interface-route <StaticRoute> { next-hop-interface <RouteInterface> }
            description *
        }
        arp <StaticArp> { hwaddr * }
    }
    bgp <Bgp> { = bgp }
    bgp { = bgp }
    <Ospf:ospf|ospfv3> {
        area <OspfArea> { network|range|authentication|interface * }
        interface <OspfInterface> {
            area|cost|priority|network|hello-interval|dead-interval|retransmit-interval|transmit-delay|bandwidth *
            passive
            bfd
        }
        parameters { router-id|abr-type * }
        redistribute {
            connected|static|bgp|kernel { metric|metric-type|route-map * }
        }
        default-information { originate { <...> } }
        log-adjacency-changes
        passive-interface|passive-interface-exclude *
        auto-cost { reference-bandwidth * }
    }
    bfd { profile <BfdProfile> { interval { receive|transmit|multiplier * } } }
}
policy {
    prefix-list|prefix-list6 <PrefixList> {
        description *
        rule <PrefixListEntry> { action|prefix|ge|le|description * }
    }
    access-list|access-list6 <AccessList> {
        description *
        rule <AccessListEntry> {
            action *
            source|destination {
                inverse-mask|network|host *
                any ""
            }
        }
    }
    as-path-list <AsPathList> { rule <AsPathEntry> { action|regex|description * } }
    community-list|large-community-list|extcommunity-list <CommunityList> {
        rule <CommunityListEntry> { action|regex|description * }
    }
    route-map <RoutePolicy> {
        description *
        rule <RoutePolicyEntry> {
            action|description|continue|call *
            match {
                ip|ipv6 { address|nexthop { prefix-list|access-list|prefix-len * } }
                as-path|interface|metric|tag|peer|rpki|source-vrf *
                community|large-community { community-list|large-community-list * }
                origin *
            }
            set {
                local-preference|metric|tag|weight|ip-next-hop|origin|as-path-prepend|ipv6-next-hop|src|table *
                as-path { prepend|exclude|prepend-last-as * }
                community|large-community { add|replace|delete * }
                community|large-community *
            }
            on-match { next|goto * }
        }
    }
    route|route6|local-route|ipv6-route <PolicyRoute> {
        description|interface *
        rule <PolicyRouteRule> {
            destination|source {
                address|port *
                group { address-group|network-group|port-group * }
            }
            set { table|dscp|mark|tcp-mss * }
            protocol|description *
            tcp { flags * }
        }
    }
}
service {
    conntrack-sync { <...> }
    ssh {
        port|listen-address|disable-password-authentication|loglevel|ciphers|protocol-version|vrf *
        disable-host-validation
    }
    ntp {
        server <NtpServer> {
            prefer
            pool
            noselect
            nts
        }
        allow-client { address * }
        listen-address *
    }
    snmp {
        community <SnmpCommunity> { authorization|network|client * }
        listen-address <SnmpListenAddress> { port * }
        contact|location|description|trap-source *
        v3 {
            engineid *
            group <SnmpGroup> { mode|seclevel|view * }
            user <SnmpUser> {
                auth|privacy { encrypted-key|encrypted-password|type|plaintext-key|plaintext-password * }
                group|mode *
            }
            view <SnmpView> { oid <SnmpOid> { exclude|mask * } }
        }
    }
    lldp {
        interface <LldpInterface>
        management-address *
    }
    dhcp-server {
        failover|high-availability { name|remote|source-address|status|mode * }
        disabled|hostfile-update|use-dnsmasq|static-arp|listen-address *
        shared-network-name <DhcpNetwork> {
            description *
            authoritative enable|disable
            subnet <DhcpPool> {
                default-router|dns-server|name-server|domain-name|lease|domain-search|subnet-id|start|ntp-server *
                range <DhcpRange> { start|stop * }
                start <DhcpRange> { stop * }
                static-mapping <DhcpReservation> { ip-address|mac-address|mac|description|static-mapping-parameters * }
                option { default-router|name-server|domain-name|domain-search|ntp-server|client-prefix-length * }
                exclude *
            }
        }
    }
    dhcp-relay { interface|server|listen-interface|upstream-interface * }
    dns {
        forwarding {
            allow-from|cache-size|listen-address|listen-on|name-server|system|dnssec|source-address|options *
            negative-ttl *
            ignore-hosts-file
            no-serve-rfc1918
            domain <DnsDomain> { server|name-server * }
        }
    }
    router-advert {
        interface <RouterAdvert> {
            prefix <AdvertisedPrefix> { preferred-lifetime|valid-lifetime * }
            default-preference|name-server|link-mtu|default-lifetime|other-config-flag *
            managed-flag
        }
    }
    mdns|monitoring|ids|webproxy|tftp-server|upnp|unms|ubnt-discover|eventhandler|console-server|pppoe-server {
        <...>
    }
    nat {
        rule <NatRule> {
            description|inbound-interface|outbound-interface|protocol|log|type *
            source|destination|inside-address|outside-address { address|port * }
        }
    }
}
traffic-policy|qos {
    interface <QosInterface> { egress|ingress * }
    policy {
        shaper|rate-control|shaper-hfsc|limiter|fq-codel|cake <TrafficPolicy> {
            bandwidth|description|burst|latency *
            default { bandwidth|burst|queue-limit|queue-type|ceiling|priority * }
            class <TrafficClass> {
                bandwidth|burst|queue-limit|queue-type|ceiling|priority|description *
                match <TrafficMatch> { ip|ipv6 { dscp|protocol * } }
            }
        }
    }
    shaper|rate-control|shaper-hfsc|limiter|fq-codel <TrafficPolicy> {
        bandwidth|description|burst|latency *
        default { bandwidth|burst|queue-limit|queue-type|ceiling|priority|codel-quantum|fair-queue * }
        class <TrafficClass> {
            bandwidth|burst|queue-limit|queue-type|ceiling|priority|description *
            match <TrafficMatch> { ip|ipv6 { dscp|protocol * } }
        }
    }
}
vpn {
    ipsec {
        options { disable-route-autoinstall }
        esp-group <EspGroup> {
            compression|lifetime|mode|pfs|life-bytes *
            proposal <EspProposal> { encryption|hash * }
        }
        ike-group <IkeGroup> {
            ikev2-reauth|key-exchange|lifetime|close-action|mobike|mode *
            dead-peer-detection { action|interval|timeout * }
            proposal <IkeProposal> { dh-group|encryption|hash * }
        }
        interface *
        ipsec-interfaces { interface * }
        auto-firewall-nat-exclude|nat-traversal *
        authentication { psk <PreSharedKey> { id|secret * } }
        site-to-site {
            peer <VpnPeer> {
                authentication { id|mode|pre-shared-secret|remote-id|local-id|use-x509-id * }
                connection-type|default-esp-group|ike-group|ikev2-reauth|local-address|remote-address|description *
                force-udp-encapsulation *
                tunnel <Tunnel> {
                    local|remote { prefix|port * }
                    esp-group|allow-nat-networks|allow-public-networks|protocol *
                }
                vti { bind|esp-group * }
            }
        }
    }
}
vrf {
    bind-to-all
    name <Vrf> {
        table|description|vni *
        protocols {
            static {
                route|route6 <StaticRoute> {
                    next-hop <NextHop> { distance|interface|vrf * }
                    interface <RouteInterface> { vrf|distance * }
                }
            }
            bgp { = bgp }
        }
    }
}
pki { ca|certificate|key-pair|dh|openvpn <Pki> { <...> } }
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

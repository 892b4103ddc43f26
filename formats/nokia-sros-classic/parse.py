"""Reads Nokia SR OS configurations of the classic CLI, after Nokia's SR OS Classic CLI Command Reference."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS: dict[str, str] = {}
OTHERS = ""
UNWRITTEN = ["shutdown"]
SIGNS = [
    r"# TiMOS-",
    r'echo "(?:System|Port|Router \(Network Side\)|Service|Card|Management Router) Configuration"',
    r"exit all\s*$",
]
GRAMMAR = r"""
- echo <...>
- configure
- exit all
- exit
system {
    name <hostname>
    location|contact|chassis-mode|coordinates *
    dns { address-pref * }
    snmp {
        engineID|packet-size|general-port *
        shutdown
    }
    time {
        zone **
        ntp {
            server <NtpServer> [router <router>] [key-id <key_id:int>] [version <version:int>] [prefer]
            authentication-key <NtpKey:int> key <key_value> [hash2|hash] type <key_type>
            authentication-check
            shutdown
        }
        sntp {
            server-address <NtpServer> [<...>]
            shutdown
        }
        dst-zone <DstZone> {
            start|end ...
        }
    }
    security {
        telnet-server
        ftp-server
        ssh { preserve-key }
        user <User> {
            password <password> [hash2|hash]
            access **
            console {
                member *
                login-exec *
            }
            snmp { authentication <...> }
        }
        snmp {
            community <SnmpCommunity> [hash2|hash] [<permission:r|rw|rwa|mgmt>] version <version>
            access group <SnmpGroup> <...>
        }
        password {
            authentication-order **
            attempts <...>
            complexity-rules { minimum-length * }
        }
        tacplus|radius {
            server <AuthServer:int> address <address> secret <secret> [hash2|hash] [port <port:int>]
            accounting
            authorization
            use-default-template
            shutdown
        }
        profile <UserProfile> {
            default-action *
            entry <ProfileEntry:int> {
                match|action ...
            }
        }
        management-access-filter {
            ip-filter {
                default-action *
                entry <FilterEntry:int> {
                    src-ip|protocol|action|router|src-port **
                    dst-port <dst_port:text>
                    description *
                }
                shutdown
            }
        }
        source-address { application <SourceAddress> <address> }
    }
    login-control {
        idle-timeout|login-banner|exponential-backoff|motd **
        pre-login-message ...
        ssh|telnet { inbound-max-sessions|outbound-max-sessions * }
    }
    lldp {
        tx-interval|tx-hold-multiplier *
        shutdown
    }
    rollback { rollback-location * }
    config-backup *
    load-balancing {
        l4-load-balancing
        lsr-load-balancing *
    }
    netconf|grpc {
        capabilities { candidate }
        allow-unsecure-connection
        shutdown
    }
}
log {
    file-id <LogFile:int> {
        location|rollover|description **
    }
    filter <LogFilter:int> {
        default-action *
        entry <LogFilterEntry:int> {
            action *
            match { application|number|severity|subject ** }
        }
    }
    syslog <LogServer:int> {
        address|facility|level|log-prefix|port|description *
    }
    snmp-trap-group <SnmpTrapGroup:int> {
        trap-target <SnmpHost> address <address> [port <port:int>] [<version:snmpv1|snmpv2c|snmpv3>] notify-community <community> [<...>]
        description *
    }
    log-id <Log:int> {
        description *
        from **
        to **
        filter|time-format *
        shutdown
    }
    event-control <EventControl> <event:int> <...>
}
card <Card:int> {
    card-type *
    mda <Mda:int> {
        mda-type *
        shutdown
    }
    fail-on-error
    shutdown
}
port <Port> {
    description *
    ethernet {
        mode|encap-type|mtu|speed|autonegotiate|duplex|hold-time|load-balancing-algorithm|qinq-etype|access **
        network **
        lldp {
            dest-mac <LldpDestination> {
                admin-status *
                notification
                tx-tlvs **
                tx-mgmt-address **
            }
        }
        ssm { shutdown }
        access { egress { <...> } }
        egress-rate *
    }
    connector { breakout * }
    shutdown
}
lag <Lag:\d+|"[^"]*"> {
    description|mode|encap-type|access|load-balancing **
    port <+LagPort.port> [priority <priority:int>] [sub-group <sub_group:int>]
    lacp <lacp_mode> administrative-key <administrative_key:int>
    lacp-xmit-interval *
    port-threshold <port_threshold:int> [action <port_threshold_action>]
    hold-time **
    shutdown
}
router [Base|management|<RouterInstance>] {
    autonomous-system|router-id|ecmp *
    interface <Interface> {
        address <address> [<broadcast:broadcast \S+>]
        description|port|cpu-protection *
        loopback
        bfd <bfd_transmit:int> receive <bfd_receive:int> multiplier <bfd_multiplier:int> [type <bfd_type>]
        qos *
        ingress|egress { filter ip|ipv6 * }
        ipv6 { address * }
        ldp-sync-timer *
        mac *
        shutdown
    }
    route-distinguisher *
    static-route-entry <StaticRoute> {
        next-hop <NextHop> {
            preference|metric|tag|description *
            bfd-enable
            shutdown
        }
        indirect <NextHop> {
            preference *
            shutdown
        }
        black-hole {
            preference|tag|description *
            shutdown
        }
    }
    static-route <StaticRoute> [preference <preference:int>] next-hop <next_hop>
    static-route <StaticRoute> [preference <preference:int>] black-hole
    ospf <Ospf:\d+> [<router_id>] {
        traffic-engineering
        reference-bandwidth|router-id|overload-on-boot|export|external-db-overflow **
        area <OspfArea> {
            interface <OspfInterface> {
                interface-type|metric|hello-interval|dead-interval|mtu|priority *
                authentication-type *
                message-digest-key <key_id:int> md5 <key_value> [hash2|hash]
                passive
                bfd-enable
                shutdown
            }
        }
        shutdown
    }
    ospf {
        traffic-engineering
        reference-bandwidth|router-id|export **
        area <OspfArea> {
            interface <OspfInterface> {
                interface-type|metric|hello-interval|dead-interval|mtu|priority|authentication-type *
                message-digest-key <key_id:int> md5 <key_value> [hash2|hash]
                passive
                bfd-enable
                shutdown
            }
        }
    }
    isis [<Isis:\d+>] {
        level-capability|area-id|reference-bandwidth|export|lsp-lifetime|overload-on-boot|authentication-type **
        authentication-key <authentication_key> [hash2|hash]
        traffic-engineering
        level <IsisLevel:int> { wide-metrics-only }
        interface <IsisInterface> {
            level-capability|interface-type|hello-authentication-type *
            level <IsisLevel:int> {
                metric|hello-interval|hello-multiplier *
            }
            passive
            bfd-enable <bfd_enable>
            shutdown
        }
        shutdown
    }
    ldp {
        interface-parameters {
            interface <LdpInterface> [<family:dual-stack|ipv4|ipv6>] {
                ipv4 {
                    shutdown
                }
                bfd-enable
                shutdown
            }
        }
        targeted-session { peer <LdpPeer> { shutdown } }
        shutdown
    }
    mpls {
        interface <MplsInterface> { shutdown }
        path <MplsPath> {
            hop <PathHop:int> <address> <hop_type>
            shutdown
        }
        lsp <Lsp> {
            to|from|path-computation-method|metric *
            cspf
            fast-reroute <...>
            shutdown
        }
        shutdown
    }
    rsvp {
        interface <RsvpInterface> { shutdown }
        shutdown
    }
    bgp {
        router-id|connect-retry|keepalive|hold-time|min-route-advertisement|local-preference|cluster **
        family|export|import **
        rapid-withdrawal
        enable-peer-tracking
        split-horizon
        advertise-inactive
        rapid-update **
        multi-path { maximum-paths * }
        group <BgpPeerGroup> {
            description|type|peer-as|local-address|cluster|local-preference|hold-time|keepalive|med-out|multihop *
            loop-detect *
            authentication-key <authentication_key> [hash2|hash]
            local-as <local_as:int> [<...>]
            family|export|import **
            next-hop-self
            bfd-enable
            passive
            split-horizon
            prefix-limit <...>
            neighbor <Neighbor> {
                description|type|peer-as|local-address|cluster|local-preference|hold-time|keepalive|med-out *
                multihop *
                authentication-key <authentication_key> [hash2|hash]
                local-as <local_as:int> [<...>]
                family|export|import **
                next-hop-self
                bfd-enable
                prefix-limit <...>
                shutdown
            }
        }
        shutdown
    }
    policy-options {
        begin
        commit
        prefix-list <PrefixList> {
            prefix <+PrefixListEntry.prefix> <match:longer|exact>
            prefix <+PrefixListEntry.prefix> through <through:int>
            prefix <+PrefixListEntry.prefix> prefix-length-range <range>
        }
        community <Community> members <members:text>
        community <Community> { members ** }
        as-path <AsPathList> <expression>
        policy-statement <RoutePolicy> {
            description *
            entry <RoutePolicyEntry:int> {
                description *
                from {
                    protocol|prefix-list|community|neighbor|interface|as-path|family|tag|level **
                }
                to { protocol|neighbor ** }
                action <action> {
                    metric|community|local-preference|next-hop|origin|tag|as-path-prepend **
                    next-hop-self
                }
                action *
            }
            default-action <default_action> {
                metric|community|local-preference|next-hop **
            }
            default-action *
        }
    }
    pim {
        shutdown
    }
    mpls-labels { sr-labels <...> }
}
filter {
    ip-filter|ipv6-filter <Filter:\d+> [name <name>] [create] {
        default-action|description|scope *
        entry <FilterEntry:int> [create] {
            description|log *
            match [protocol <protocol>] [next-header <next_header>] {
                src-ip|dst-ip|icmp-type|dscp|tcp-established **
                src-port|dst-port eq|lt|gt *
                src-port|dst-port range * *
            }
            match
            action <action> {
                next-hop *
            }
            action { forward|drop|accept }
            action *
        }
    }
    match-list { ip-prefix-list <PrefixList> [create] { prefix * } }
}
qos {
    sap-ingress|sap-egress|network|network-queue|slope-policy|scheduler-policy <QosPolicy> [name <name>] [create] {
        <...>
    }
}
service {
    customer <Customer:int> [name <name>] [create] {
        description|contact|phone *
    }
    sdp <Sdp:int> [mpls|gre] [create] {
        description|far-end|lsp|path-mtu|signaling **
        ldp
        bgp-tunnel
        sr-isis
        keep-alive { shutdown }
        shutdown
    }
    vprn <Service:int> [name <name>] [customer <customer:int>] [create] {
        description|service-name|autonomous-system|route-distinguisher|vrf-import|vrf-export|ecmp|router-id *
        vrf-target <vrf_target:text>
        auto-bind-tunnel {
            resolution *
        }
        auto-bind *
        interface <Interface> [create] {
            address|description|ip-mtu|mac *
            sap <Sap> [create] {
                description *
                ingress|egress {
                    qos|scheduler-policy *
                    filter ip|ipv6|mac *
                }
                shutdown
            }
            vrrp <Vrrp:int> {
                backup|priority|message-interval *
                ping-reply
            }
            dhcp {
                server **
                shutdown
            }
            loopback
            shutdown
        }
        static-route-entry <StaticRoute> {
            next-hop|indirect <NextHop> {
                preference|metric *
                shutdown
            }
            black-hole {
                shutdown
            }
        }
        bgp {
            router-id *
            group <BgpPeerGroup> {
                description|type|peer-as|local-address *
                family|export|import **
                as-override
                neighbor <Neighbor> {
                    description|peer-as|local-address|authentication-key *
                    export|import **
                    shutdown
                }
            }
            shutdown
        }
        bgp-ipvpn {
            mpls {
                route-distinguisher *
                vrf-target <vrf_target:text>
                auto-bind-tunnel { resolution * }
                shutdown
            }
        }
        shutdown
    }
    ies|vpls|epipe|cpipe <Service:int> [name <name>] [customer <customer:int>] [vpn <vpn:int>] [create] {
        description|service-name|service-mtu *
        interface <Interface> [create] {
            address|description|ip-mtu|mac *
            sap <Sap> [create] {
                description *
                ingress|egress {
                    qos *
                    filter ip|ipv6|mac *
                }
                shutdown
            }
            vrrp <Vrrp:int> { backup|priority * }
            shutdown
        }
        stp { shutdown }
        sap <Sap> [split-horizon-group <split_horizon_group>] [create] {
            description|max-nbr-mac-addr *
            ingress|egress {
                qos *
                filter ip|ipv6|mac *
            }
            stp { shutdown }
            shutdown
        }
        spoke-sdp|mesh-sdp <SdpBinding> [<kind:vc-type \S+>] [split-horizon-group <split_horizon_group>] [create] {
            description|collect-stats|control-word *
            control-word
            shutdown
        }
        fdb-table-size *
        shutdown
    }
    system { bgp-auto-rd-range <...> }
}
shutdown
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

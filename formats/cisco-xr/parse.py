"""Reads Cisco IOS XR configurations, after Cisco's IOS XR Command References of the ASR 9000 and NCS 5500 Series."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter"}
OTHERS = ""
SIGNS = [
    r"!! IOS XR Configuration",
    r"interface (?:MgmtEth|GigabitEthernet|TenGigE|FortyGigE|HundredGigE)\d+/(?:RP|RSP)?\d+/(?:CPU)?\d+/\d+",
    r"interface Bundle-Ether\d",
    r" ipv4 address \d",
    r"router static\s*$",
    r"end-policy\s*$",
    r"end-set\s*$",
]
GRAMMAR = r"""
- end
- end-policy
- end-set
- endif
- root
cdp
ssh server v2|rate-limit|vrf|logging|session-limit **
ssh server v2
ipv4 virtual address * *
- Building configuration...
hostname *
clock timezone|summer-time ...
banner motd|login|exec <...>
domain name|list *
domain name-server <NameServer>
domain lookup disable
domain lookup source-interface *
domain ipv4 host <...>
logging <LogServer:\d\S+> [vrf <vrf>] [severity <severity>] [port <port>] [facility <facility>]
logging trap|console|buffered|facility|source-interface|hostnameprefix|archive|monitor|suppress|events **
logging buffered *
service timestamps <...>
service unsupported-transceiver
telnet vrf <TelnetVrf> <...>
tftp|ftp|http <...>
username <User> {
    group <group>
    secret|password [<secret_kind:\d+>] <secret>
}
aaa group server radius|tacacs+ <AaaServerGroup> {
    server <+Server.address> [auth-port <auth_port:int>] [acct-port <acct_port:int>]
    server-private <PrivateServer> [port <port:int>] { key <shared_key:text> }
    vrf *
}
aaa authentication|authorization|accounting <Aaa:\S+(?: commands)? \S+> <methods:text>
tacacs-server host <TacacsServer> port <port:int> { key <shared_key:text> }
tacacs-server host <TacacsServer> port <port:int>
tacacs-server key|timeout <...>
tacacs source-interface <tacacs_source_interface> [vrf <tacacs_vrf>]
radius-server host <RadiusServer> auth-port <auth_port:int> acct-port <acct_port:int> { key <shared_key:text> }
radius-server <...>
radius source-interface <radius_source_interface> [vrf <radius_vrf>]
line default|console {
    exec-timeout|session-timeout|transport|access-class|session-limit|length|width|timestamp **
}
vty-pool default <...>
snmp-server community <SnmpCommunity> [<access:RO|RW|SDROwner>] [<owner:SystemOwner>] [IPv4] [<acl>]
snmp-server contact|location ...
snmp-server host <SnmpHost> traps version <version> <community:text>
snmp-server traps|ifindex|ifmib|trap-source|view|group|user|engineID|packetsize|queue-length|trap|mibs <...>
ntp {
    server vrf <+NtpServer.vrf> <address> [key <key_id:int>] [prefer] [source <source>]
    server <NtpServer> [key <key_id:int>] [prefer] [minpoll <minpoll:int>] [maxpoll <maxpoll:int>] [version <version:int>] [iburst] [source <source>]
    peer <NtpPeer> [<...>]
    source *
    source vrf <NtpSourceVrf> <source>
    authenticate
    trusted-key *
    authentication-key <...>
    update-calendar
    log-internal-sync
    access-group <...>
    max-associations *
}
ntp server <NtpServer> [prefer]
vrf <Vrf> {
    description ...
    rd *
    mode *
    address-family <VrfAddressFamily:ipv4 unicast|ipv6 unicast|ipv4 multicast> {
        import route-target { <ImportRouteTarget:\d\S+> }
        export route-target { <ExportRouteTarget:\d\S+> }
        import|export route-policy *
        import from|to <...>
        export to <...>
        maximum prefix <...>
    }
}
- end-group
group <ConfigurationGroup> {
    <+GroupStatement.statement:.+> {
        <+GroupStatement.statement:.+> {
            <+GroupStatement.statement:.+> { <+GroupStatement.statement:.+> { <+GroupStatement.statement:.+> } }
        }
    }
}
interface [preconfigure] <Interface> [<l2transport:l2transport>] {
    description ...
    apply-group **
    mtu|bandwidth|speed|duplex|load-interval|carrier-delay|negotiation|dampening **
    negotiation auto
    vrf *
    ipv4 address * *
    ipv4 address * * secondary
    ipv4 address <ipv4_prefix:\S+/\d+>
    ipv4 unnumbered *
    ipv4 point-to-point
    ipv4 mtu|helper-address|unreachables|verify|flowspec|directed-broadcast|redirects <...>
    ipv4 access-group <+AccessGroup.access_list> <direction:ingress|egress>
    ipv6 access-group <+AccessGroup.access_list> <direction:ingress|egress>
    ipv6 address *
    ipv6 enable
    ipv6 nd|mtu|verify|unreachables <...>
    shutdown
    encapsulation dot1q|dot1ad *
    encapsulation dot1q * second-dot1q *
    encapsulation default|untagged
    rewrite ingress tag <...>
    bundle id <bundle_id:int> [mode <bundle_mode>]
    bundle minimum-active|maximum-active links *
    bundle minimum-active bandwidth *
    bundle port-priority|load-balancing|wait-while|shutdown <...>
    lacp period|mode|system|switchover|churn|fast-switchover|cisco <...>
    bfd mode|address-family <...>
    cdp
    service-policy <+ServicePolicyUse.direction:input|output> <policy>
    l2transport
    flow <...>
    destination|source *
    tunnel mode|source|destination|vrf|ttl|tos **
    autoroute|signalled-bandwidth|path-option|record-route|fast-reroute|priority|affinity|logging <...>
    autoroute-announce <...>
    host-routing
    arp|mac-address|transceiver|ethernet|ethernet-services|frequency|controller|macsec|proxy-arp <...>
    local-proxy-arp|segment-routing <...>
}
interface <Interface>
controller|fpd|hw-module|location|platform|performance-mgmt|lpts|control-plane|call-home|crypto|license|cef|lldp|cdp|grpc|telemetry|netconf|netconf-yang|xml|ssh|key|mpls oam|ipsla|track|object-group|class-map|policy-map|flow|sampler-map|evpn|nsr|vty|cinetd|nv|dhcp|arp|ethernet|lacp|hsrp|vrrp|bfd|icmp|tcp|tpa|udp|explicit-path|event|fault|monitor-session|bundle|interface-batch <...>
class-map match-any|match-all <ClassMap> {
    match <match:text>
    - end-class-map
}
policy-map <PolicyMap> {
    - end-policy-map
}
- end-class-map
- end-policy-map
ipv4|ipv6 access-list <AccessList> {
    * permit|deny|remark **
    permit|deny|remark **
}
ipv4|ipv6 prefix-list <PrefixList> {
    <PrefixListEntry:\d+> <action:permit|deny> <prefix> [ge <ge:int>] [le <le:int>] [eq <eq:int>]
}
prefix-set <PrefixSet> {
    <+PrefixSetEntry>
    <+PrefixSetEntry> le|ge|eq *
    <+PrefixSetEntry> ge * le *
}
as-path-set|community-set|extcommunity-set|rd-set|large-community-set <RouteSet:\S.*> {
    <+RouteSetEntry.member:text>
}
route-policy <RoutePolicy> {
    pass
    drop
    done
    set <set:text>
    apply *
    prepend as-path **
    delete <delete:text>
    suppress-route
    if|elseif <+Condition.condition:text> then {
        pass
        drop
        done
        set <set:text>
        apply *
        prepend as-path **
        delete <delete:text>
        if|elseif <+Condition.condition:text> then {
            pass
            drop
            done
            set <set:text>
        }
    }
    <+Condition.condition:else> {
        pass
        drop
        done
        set <set:text>
        apply *
        prepend as-path **
    }
}
router static {
    address-family <StaticFamily:ipv4 unicast|ipv6 unicast> {
        <+StaticRoute.destination:[0-9A-Fa-f:.]+/\d+> [vrf <next_vrf>] [<interface:[A-Z]\S+>] [<next_hop:[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]+>] [tag <tag:int>] [description <description>] [<distance:\d+>] [bfd <bfd:text>]
    }
    vrf <Vrf> {
        address-family <StaticFamily:ipv4 unicast|ipv6 unicast> {
            <+StaticRoute.destination:[0-9A-Fa-f:.]+/\d+> [vrf <next_vrf>] [<interface:[A-Z]\S+>] [<next_hop:[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]+>] [tag <tag:int>] [description <description>] [<distance:\d+>]
        }
    }
}
router ospf|ospfv3 <Ospf> {
    router-id|network|cost|mtu-ignore|passive|bfd|maximum|auto-cost|authentication|message-digest-key **
    log adjacency changes
    log adjacency changes detail
    nsr
    nsf cisco|ietf
    redistribute <Redistribution> [<process:\d+>] [route-policy <route_policy>] [metric <metric:int>] [metric-type <metric_type:int>]
    default-information originate <...>
    distribute link-state
    segment-routing|mpls|timers|max-metric|fast-reroute|microloop|distance|address-family|distribute-list <...>
    area <OspfArea> {
        interface <OspfInterface> {
            cost|network|priority|passive|hello-interval|dead-interval|authentication|bfd|mtu-ignore|prefix-sid **
            message-digest-key <key_id:int> md5 <digest_key:text>
            fast-reroute <...>
        }
        interface <OspfInterface>
        stub|nssa|range|authentication|mpls|segment-routing|network|cost|bfd|default-cost **
    }
}
router isis <Isis> {
    is-type|net|log|nsf|lsp-password|max-metric|segment-routing|distribute|lsp-gen-interval|lsp-mtu **
    lsp-refresh-interval|max-lsp-lifetime|set-overload-bit **
    nsr
    address-family <AddressFamily:ipv4 unicast|ipv6 unicast> {
        metric-style|metric|mpls|router-id|maximum-paths|segment-routing|single-topology|advertise|spf-interval **
        fast-reroute|default-information|spf **
        redistribute <Redistribution> [<process:\d+>] [<options:text>]
    }
    interface <IsisInterface> {
        circuit-type|hello-password|bfd|metric|hello-interval|hello-padding|lsp-interval|tag **
        point-to-point
        passive
        suppressed
        address-family <AddressFamily:ipv4 unicast|ipv6 unicast> {
            metric|prefix-sid|fast-reroute|adjacency-sid|mpls|tag **
        }
        address-family <AddressFamily:ipv4 unicast|ipv6 unicast>
    }
}
router bgp <Bgp> {
    bgp router-id|cluster-id *
    bgp log|graceful-restart|bestpath|default|enforce-first-as|nexthop|redistribute-internal|confederation **
    bgp as-path-loopcheck|unsafe-ebgp-policy **
    nsr
    timers bgp * *
    ibgp|default-metric|graceful-maintenance|mvpn|socket|rpki <...>
    address-family <AddressFamily:text> {
        network <BgpNetwork> [route-policy <route_policy>]
        redistribute <Redistribution> [<process:\d+>] [route-policy <route_policy>] [metric <metric:int>]
        aggregate-address <Aggregate> [summary-only] [route-policy <route_policy>]
        maximum-paths|additional-paths|label|table-policy|allocate-label|bgp|nexthop|retain|vrf|distance **
        advertise|segment-routing **
    }
    address-family <AddressFamily:text>
    neighbor-group|session-group|af-group <BgpPeerGroup> [<af_group:address-family \S+ \S+>] {
        remote-as|description|update-source|local-as|ebgp-multihop|ttl-security|use|bfd|timers|keychain **
        cluster-id|capability **
        password [encrypted|clear] <password>
        address-family <AddressFamily:text> {
            route-policy <+RoutePolicyUse.route_policy> <direction:in|out>
            next-hop-self
            route-reflector-client
            send-community-ebgp
            send-extended-community-ebgp
            remove-private-AS
            soft-reconfiguration|maximum-prefix|advertise|allowas-in|default-originate|use|weight **
            next-hop-unchanged|validation **
        }
        address-family <AddressFamily:text>
    }
    neighbor <Neighbor> {
        remote-as|update-source|local-as|ebgp-multihop|ttl-security|bfd|timers|keychain|cluster-id|capability **
        dmz-link-bandwidth|local **
        description ...
        use neighbor-group|session-group|af-group *
        password [encrypted|clear] <password>
        shutdown
        address-family <AddressFamily:text> {
            route-policy <+RoutePolicyUse.route_policy> <direction:in|out>
            next-hop-self
            route-reflector-client
            send-community-ebgp
            send-extended-community-ebgp
            remove-private-AS
            soft-reconfiguration|maximum-prefix|advertise|allowas-in|default-originate|use|weight **
            next-hop-unchanged|validation|as-override|site-of-origin **
        }
        address-family <AddressFamily:text>
    }
    vrf <Vrf> {
        rd *
        bgp router-id *
        label mode *
        address-family <AddressFamily:text> {
            network <BgpNetwork> [route-policy <route_policy>]
            redistribute <Redistribution> [<process:\d+>] [route-policy <route_policy>]
            aggregate-address <Aggregate> [summary-only]
            maximum-paths|label|allocate-label|table-policy **
        }
        neighbor <Neighbor> {
            remote-as|update-source|local-as|ebgp-multihop|bfd|timers **
            description ...
            use neighbor-group *
            password [encrypted|clear] <password>
            shutdown
            address-family <AddressFamily:text> {
                route-policy <+RoutePolicyUse.route_policy> <direction:in|out>
                next-hop-self
                send-community-ebgp
                soft-reconfiguration|maximum-prefix|allowas-in|default-originate|as-override|site-of-origin **
            }
        }
    }
}
router hsrp {
    interface <HsrpInterface> {
        address-family ipv4 {
            hsrp <Hsrp:int> {
                address|priority|timers|track|authentication **
                preempt
            }
        }
    }
}
router vrrp {
    interface <VrrpInterface> {
        address-family ipv4 {
            vrrp <Vrrp:int> {
                address|priority|timer|track **
                preempt
            }
        }
    }
}
mpls ldp {
    router-id *
    nsr
    graceful-restart
    discovery|session|neighbor|label|igp|mldp <...>
    interface <LdpInterface>
}
rsvp {
    interface <RsvpInterface>
}
l2vpn {
    xconnect group <XconnectGroup> {
        p2p <Xconnect> {
            interface <XconnectInterface>
            neighbor ipv4 <PwNeighbor> pw-id <pw_id:int>
            neighbor evpn <...>
            description ...
        }
    }
    bridge group <BridgeGroup> {
        bridge-domain <BridgeDomain> {
            interface <BridgeInterface>
            routed interface <RoutedInterface>
            evi <Evi:int>
            mtu *
        }
    }
}
key chain <KeyChain> { key <Key> { key-string|accept-lifetime|send-lifetime|cryptographic-algorithm ** } }
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

"""Reads FortiOS configurations (config, edit, set, next, end), after Fortinet's FortiOS CLI Reference."""

from reading import read_configuration

STYLE = "edit"
LEAD = ""
ENTRY_LISTS = {}
CALLED = ["fortigate", "forti"]
OTHERS = ""
SIGNS = [r"#config-version=F", r"\s*config system global\s*$"]
GRAMMAR = r"""
system global {
    hostname <hostname>
    alias|timezone|vdom-mode|admin-sport|admin-port|admin-ssh-port|admintimeout|language|gui-theme *
    admin-https-redirect|admin-server-cert|admin-scp|admin-telnet|admin-concurrent|admin-maintainer *
    admin-login-max *
    admin-lockout-duration|admin-lockout-threshold|admin-console-timeout|admin-hsts-max-age|admin-restrict-local *
    admin-https-pki-required|management-port|management-ip|management-vdom|virtual-switch-vlan|switch-controller *
    pre-login-banner|post-login-banner|lldp-reception|lldp-transmission|proxy-auth-timeout|remoteauthtimeout *
    strong-crypto|ssl-static-key-ciphers|rest-api-key-url-query|revision-backup-on-logout *
    revision-image-auto-backup *
    gui-certificates|gui-device-latitude|gui-device-longitude|gui-ipv6|dst|sslvpn-max-worker-count|tcp-option *
    ldapconntimeout|batch-cmdb|cfg-save|fgd-alert-subscription|traffic-priority|snat-route-change|vip-arp-range *
    admin-https-ssl-versions|admin-https-ssl-ciphersuites **
}
system interface {
    <Interface> {
        ip|management-ip|remote-ip|trust-ip-1|trust-ip-2|trust-ip-3 * *
        trust-ip6-1|trust-ip6-2|trust-ip6-3 *
        vdom|type|alias|role|speed|snmp-index|interface|vlanid|status|mode|vrf|mtu|mtu-override|distance|priority *
        description|device-identification|lldp-reception|lldp-transmission|fortilink|monitor-bandwidth *
        estimated-upstream-bandwidth|estimated-downstream-bandwidth|inbandwidth|outbandwidth|tcp-mss|weight *
        vlanforward *
        dhcp-relay-service|dhcp-relay-type|defaultgw|dns-server-override|secondary-IP|dedicated-to|security-mode *
        lacp-mode|lacp-speed|lacp-ha-slave|algorithm|min-links|sample-rate|sflow-sampler|netflow-sampler|macaddr *
        bfd *
        icmp-send-redirect|icmp-accept-redirect|src-check|arpforward|broadcast-forward|l2forward|stpforward *
        ident-accept *
        fail-detect|fail-detect-option|fail-alert-method|switch-controller-access-vlan|switch-controller-feature *
        auto-auth-extension-device|ap-discover|username|password|pppoe-unnumbered-negotiate|dhcp-client-identifier *
        vlan-protocol|forward-domain|drop-fragment|wccp|explicit-web-proxy|proxy-captive-portal *
        preserve-session-route *
        ip-managed-by-fortiipam|polling-interval|color|swc-first-create|substitute-dst-mac|ips-sniffer-mode|subst *
        ipmac *
        drop-overlapped-fragment|sample-direction|explicit-ftp-proxy|disconnect-threshold|spillover-threshold *
        external *
        egress-shaping-profile|ingress-shaping-profile|ingress-spillover-threshold|bandwidth-measure-time|wins-ip *
        measured-upstream-bandwidth|measured-downstream-bandwidth|vrrp-virtual-mac|netbios-forward *
        switch-controller-igmp-snooping-proxy|switch-controller-igmp-snooping-fast-leave *
        switch-controller-mgmt-vlan *
        allowaccess|member|dhcp-relay-ip|fail-alert-interfaces|security-groups **
        ipv6 {
            ip6-address|ip6-mode|ip6-send-adv|ip6-manage-flag|ip6-other-flag|nd-mode|autoconf|vrip6_link_local *
            ip6-reachable-time|ip6-retrans-time|ip6-hop-limit|icmp6-send-redirect|vrrp-virtual-mac6 *
            dhcp6-relay-service|dhcp6-prefix-delegation|dhcp6-information-request *
            ip6-allowaccess **
            ip6-prefix-list { <Ip6Prefix> { autonomous-flag|onlink-flag|preferred-life-time|valid-life-time * } }
            ip6-extra-addr { <Ip6Address> }
        }
        secondaryip {
            <SecondaryIp> {
                ip * *
                allowaccess **
            }
        }
        vrrp { <Vrrp:int> { vrip|priority|preempt|vrgrp|adv-interval|vrdst|status|version * } }
    }
}
system virtual-switch {
    <VirtualSwitch> {
        physical-switch|span|vlan *
        port { <Port> { speed|status|alias * } }
    }
}
system switch-interface {
    <SwitchInterface> {
        vdom|type|intra-switch-policy *
        member **
    }
}
system zone {
    <Zone> {
        intrazone|description *
        interface **
    }
}
system vdom-link { <VdomLink> { type * } }
system vdom-property { <VdomProperty> { description|snmp-index|session * } }
system admin {
    <User> {
        trusthost1|trusthost2|trusthost3|trusthost4|trusthost5 * *
        accprofile|remote-auth|wildcard|remote-group|accprofile-override|two-factor|fortitoken|email-to|comments *
        password [ENC] <password>
        ssh-public-key1|ssh-public-key2 ...
        vdom **
    }
}
system accprofile {
    <AccessProfile> {
        comments|secfabgrp|ftviewgrp|authgrp|sysgrp|netgrp|loggrp|fwgrp|vpngrp|utmgrp|wifi|wanoptgrp *
    }
}
system dns {
    primary|secondary <NameServer>
    protocol|source-ip|timeout|retry|interface-select-method *
    domain **
}
system dns-database {
    <DnsZone> {
        domain|type|view|authoritative|ttl|primary-name|contact *
        forwarder **
        dns-entry { <+DnsEntry:pairs> }
    }
}
system ntp {
    ntpsync|type|syncinterval|source-ip|server-mode *
    interface **
    ntpserver {
        <+NtpServer.edit:int> {
            server <key>
            ntpv3|authentication|key-id|interface-select-method|ip-type|key-type|key *
        }
    }
}
system snmp sysinfo { status|description|contact-info|location * }
system snmp community {
    <SnmpCommunity:int> {
        name|status|query-v1-status|query-v2c-status|trap-v1-status|trap-v2c-status *
        events **
        hosts {
            <SnmpHost:int> {
                ip * *
                source-ip|ha-direct|host-type *
            }
        }
    }
}
system snmp user {
    <SnmpUser> {
        security-level|auth-proto|priv-proto|status|queries|source-ip *
        notify-hosts|events **
        auth-pwd|priv-pwd [ENC] <password>
    }
}
system ha {
    group-id|group-name|mode|priority|override|session-pickup|ha-mgmt-status|ha-direct|route-ttl|hb-interval *
    override-wait-time|session-pickup-connectionless|encryption|authentication|unicast-hb *
    password [ENC] <password>
    hbdev|monitor|session-sync-dev **
    ha-mgmt-interfaces {
        <HaManagement:int> {
            interface|gateway *
            dst * *
        }
    }
}
system dhcp server {
    <DhcpPool:int> {
        lease-time|dns-service|default-gateway|netmask|interface|status|domain|ntp-service|timezone-option *
        mac-acl-default-action *
        dns-server1|dns-server2|dns-server3|ntp-server1|ntp-server2|wins-server1|vci-match|filename|next-server *
        ip-range { <DhcpRange:int> { start-ip|end-ip * } }
        reserved-address { <DhcpReservation:int> { ip|mac|action|description|type * } }
        options { <DhcpOption:int> { code|type|value|ip * } }
    }
}
system settings {
    opmode|gateway|comments|inspection-mode|default-voip-alg-mode|allow-subnet-overlap|gui-dynamic-routing *
    gui-policy-based-ipsec|gui-dns-database|gui-sslvpn|gui-multiple-interface-policy|ecmp-max-paths|sip-helper *
    asymroute *
    v4-ecmp-mode|central-nat|ngfw-mode|gui-allow-unnamed-policy|gui-load-balance|vdom-type *
}
system sdwan|virtual-wan-link {
    status|load-balance-mode *
    zone { <SdwanZone> }
    members { <SdwanMember:int> { interface|zone|gateway|cost|weight|priority|source|status|comment|gateway6 * } }
    health-check {
        <HealthCheck> {
            server **
            protocol|interval|failtime|recoverytime|update-static-route|update-cascade-interface|http-get|port *
            members **
            sla { <Sla:int> { latency-threshold|jitter-threshold|packetloss-threshold * } }
        }
    }
    service {
        <SdwanRule:int> {
            name|mode|health-check|link-cost-factor|status|internet-service|tie-break|protocol *
            dst|src|priority-members|priority-zone|users|groups|internet-service-name **
            sla { <Sla> { id * } }
        }
    }
}
system password-policy {
    status|minimum-length|min-lower-case-letter|min-upper-case-letter|min-number|min-non-alphanumeric|expire-day *
}
system central-management { type|fmg|serial-number|fmg-source-ip|mode|vdom * }
system fortiguard { service-account-id|protocol|port|sdns-server-ip|auto-join-forticloud|fortiguard-anycast * }
system session-ttl { default * }
system session-helper { <SessionHelper:int> { name|protocol|port * } }
system gre-tunnel { <Tunnel> { interface|local-gw|remote-gw|keepalive-interval * } }
system automation-trigger|automation-action|automation-stitch {
    <Automation> {
        event-type|action-type|description|status|trigger|minimum-interval *
        email-to|action|logid **
    }
}
firewall address|address6 {
    <AddressObject> {
        subnet <ip> <mask>
        subnet|ip6|type|fqdn|start-ip|end-ip|associated-interface|comment|color|country|allow-routing|interface *
        macaddr **
        uuid *
    }
}
firewall multicast-address { <AddressObject> { start-ip|end-ip|comment * } }
firewall addrgrp|addrgrp6 {
    <AddressGroup> {
        member|exclude-member **
        comment|color|uuid|exclude|allow-routing|category *
    }
}
firewall service category { <ServiceCategory> { comment * } }
firewall service custom {
    <Service> {
        tcp-portrange|udp-portrange|sctp-portrange **
        category|comment|protocol|protocol-number|icmptype|icmpcode|visibility|session-ttl|color|proxy|helper|uuid *
    }
}
firewall service group {
    <ServiceGroup> {
        member **
        comment|color|proxy|uuid *
    }
}
firewall schedule recurring|onetime|group {
    <Schedule> {
        day|member **
        start|end ...
        color|expiration-days *
    }
}
firewall ippool { <IpPool> { startip|endip|type|comments|arp-reply|source-startip|source-endip|block-size * } }
firewall vip {
    <VirtualIp> {
        extip|extintf|extport|mappedport|portforward|protocol|comment|type|arp-reply|color|uuid|id|server-type *
        nat-source-vip *
        mappedip|src-filter|service **
        realservers { <RealServer:int> { ip|port|weight|status * } }
    }
}
firewall vipgrp {
    <VirtualIpGroup> {
        interface|comments|uuid|color *
        member **
    }
}
firewall policy|policy6 {
    <Policy:int> {
        name|action|status|schedule|logtraffic|logtraffic-start|nat|utm-status|inspection-mode|ippool|uuid *
        profile-type *
        ssl-ssh-profile|av-profile|webfilter-profile|ips-sensor|application-list|dnsfilter-profile *
        file-filter-profile *
        profile-protocol-options|profile-group|traffic-shaper|traffic-shaper-reverse|vpntunnel|inbound|outbound *
        fixedport *
        internet-service|internet-service-src|srcaddr-negate|dstaddr-negate|service-negate|capture-packet *
        match-vip *
        tcp-mss-sender|tcp-mss-receiver|session-ttl|auto-asic-offload|waf-profile|emailfilter-profile|disclaimer *
        per-ip-shaper *
        comments ...
        srcintf|dstintf|srcaddr|dstaddr|srcaddr6|dstaddr6|service|groups|users|poolname|custom-log-fields **
        internet-service-id|internet-service-name|internet-service-src-name **
    }
}
firewall local-in-policy {
    <LocalInPolicy:int> {
        intf|action|schedule|status|comments|uuid *
        srcaddr|dstaddr|service **
    }
}
firewall central-snat-map {
    <SnatPolicy:int> {
        nat|status|protocol|nat-port|orig-port|comments|uuid|type *
        srcintf|dstintf|orig-addr|dst-addr|nat-ippool **
    }
}
firewall shaper traffic-shaper {
    <Shaper> {
        guaranteed-bandwidth|maximum-bandwidth|priority|per-policy|bandwidth-unit *
    }
}
firewall shaping-policy {
    <ShapingPolicy:int> {
        name|traffic-shaper|traffic-shaper-reverse|status *
        service|dstintf|srcintf|srcaddr|dstaddr **
    }
}
firewall ssl-ssh-profile { <SslProfile> { comment * } }
firewall profile-protocol-options { <ProtocolOptions> { comment * } }
firewall internet-service-name { <InternetService> { internet-service-id * } }
firewall ssh local-key|local-ca {
    <SshKey> {
        password [ENC] <password>
        source|private-key|public-key *
    }
}
router static|static6 {
    <StaticRoute:int> {
        dst <destination> [<mask>]
        gateway|device|distance|priority|comment|blackhole|status|dynamic-gateway|dstaddr|weight|vrf *
        internet-service *
        sdwan|virtual-wan-link|link-monitor-exempt|bfd *
        sdwan-zone **
    }
}
router policy {
    <PolicyRoute:int> {
        gateway|output-device|protocol|start-port|end-port|action|comments|status *
        src|dst|input-device|srcaddr|dstaddr **
    }
}
router prefix-list {
    <PrefixList> {
        comments *
        rule {
            <PrefixListEntry:int> {
                prefix <prefix> [<mask>]
                action|ge|le|flags *
            }
        }
    }
}
router access-list {
    <AccessList> {
        comments *
        rule {
            <AccessListEntry:int> {
                prefix <prefix> [<mask>]
                action|exact-match *
            }
        }
    }
}
router route-map {
    <RoutePolicy> {
        comments *
        rule {
            <RoutePolicyEntry:int> {
                action|match-ip-address|match-ip-nexthop|match-as-path|match-community|match-interface|match-tag *
                match-metric *
                set-local-preference|set-metric|set-weight|set-tag|set-ip-nexthop|set-origin|set-route-tag *
                set-community|set-aspath **
            }
        }
    }
}
router community-list {
    <CommunityList> {
        type *
        rule { <CommunityListEntry:int> { action|match|regexp * } }
    }
}
router bgp {
    as|router-id|keepalive-timer|holdtime-timer|ebgp-multipath|ibgp-multipath|network-import-check *
    graceful-restart *
    log-neighbour-changes|distance-external|distance-internal|additional-path|recursive-next-hop|scan-time *
    neighbor {
        <BgpNeighbor> {
            remote-as|local-as|description|password|update-source|interface|ebgp-enforce-multihop *
            ebgp-multihop-ttl *
            next-hop-self|soft-reconfiguration|capability-default-originate|bfd|activate|shutdown|passive|weight *
            route-map-in|route-map-out|prefix-list-in|prefix-list-out|distribute-list-in|distribute-list-out *
            send-community|allowas-in|allowas-in-enable|as-override|remove-private-as|maximum-prefix *
            link-down-failover *
            keep-alive-timer|holdtime-timer|advertisement-interval|route-reflector-client|route-map-in6 *
            route-map-out6 *
        }
    }
    neighbor-group {
        <BgpPeerGroup> {
            remote-as|local-as|description|interface|next-hop-self|soft-reconfiguration|route-map-in|route-map-out *
            capability-graceful-restart|link-down-failover|advertisement-interval|ebgp-enforce-multihop *
            route-reflector-client *
            additional-path|bfd|keep-alive-timer|holdtime-timer|update-source *
        }
    }
    neighbor-range {
        <NeighborRange:int> {
            prefix * *
            neighbor-group|max-neighbor-num *
        }
    }
    network {
        <BgpNetwork:int> {
            prefix * *
            route-map|backdoor *
        }
    }
    aggregate-address {
        <Aggregate:int> {
            prefix * *
            summary-only|as-set *
        }
    }
    redistribute|redistribute6 <Redistribution> { status|route-map * }
}
router <Ospf:ospf> {
    router-id|default-information-originate|distance|auto-cost-ref-bandwidth|default-metric|abr-type *
    log-neighbour-changes *
    passive-interface **
    area { <OspfArea> { type|authentication|default-cost|stub-type * } }
    network {
        <OspfNetwork:int> {
            prefix * *
            area *
        }
    }
    ospf-interface {
        <OspfInterface> {
            interface|ip|cost|priority|authentication|network-type|hello-interval|dead-interval|bfd|mtu-ignore *
        }
    }
    redistribute <Redistribution> { status|metric|routemap|metric-type|tag * }
}
router rip { redistribute <Redistribution> { status|metric|routemap * } }
router ripng { redistribute <Redistribution> { status|metric|routemap * } }
router isis {
    redistribute|redistribute6 <Redistribution> {
        protocol|status|metric|metric-type|level|routemap *
    }
}
router multicast { multicast-routing * }
vpn ipsec phase1-interface|phase1 {
    <Tunnel> {
        interface|ike-version|peertype|mode|type|remote-gw|local-gw|net-device|dpd|dpd-retryinterval|nattraversal *
        authmethod *
        keylife|comments|peerid|localid|mode-cfg|authusrgrp|add-route|auto-discovery-sender *
        auto-discovery-receiver|ipv4-netmask *
        ipv4-start-ip|ipv4-end-ip|dns-mode|xauthtype|certificate|network-overlay|network-id|idle-timeout *
        exchange-interface-ip *
        psksecret [ENC] <psksecret>
        proposal|dhgrp **
        wizard-type|ipv4-split-include|save-password|unity-support|rekey|keepalive|fragmentation|auto-negotiate *
    }
}
vpn ipsec phase2-interface|phase2 {
    <TunnelSelector> {
        src-subnet|dst-subnet * *
        phase1name|pfs|keepalive|auto-negotiate|keylifeseconds|comments|src-addr-type|dst-addr-type|src-name *
        dst-name *
        proposal|dhgrp **
        encapsulation|replay|keylife-type|protocol *
    }
}
vpn ssl settings {
    servercert|port|status|login-attempt-limit|idle-timeout|auth-timeout|dns-server1|dns-server2|default-portal *
    tunnel-ip-pools|source-interface|source-address|tunnel-ipv6-pools **
    authentication-rule {
        <SslVpnRule:int> {
            portal *
            groups|users **
        }
    }
}
vpn ssl web portal {
    <SslVpnPortal> {
        tunnel-mode|web-mode|split-tunneling|ipv6-tunnel-mode|limit-user-logins|forticlient-download|heading|theme *
        ip-pools|split-tunneling-routing-address|ipv6-pools **
    }
}
vpn certificate local|ca|remote|crl {
    <Certificate> {
        password [ENC] <password>
        comments|range|source|private-key|certificate|ca|remote|last-updated|enroll-protocol|source-ip|scep-url *
    }
}
system certificate local {
    <Certificate> {
        password [ENC] <password>
        comment|private-key|certificate *
    }
}
user local {
    <User> {
        passwd [ENC] <password>
        type|status|email-to|two-factor|fortitoken|ldap-server|radius-server|tacacs+-server|sms-phone|passwd-time *
    }
}
user group {
    <UserGroup> {
        member **
        group-type|authtimeout|auth-concurrent-override|http-digest-realm *
        match { <UserGroupMatch:int> { server-name|group-name * } }
    }
}
user radius {
    <AuthServer> {
        server|secondary-server|auth-type|source-ip|nas-ip|radius-port|timeout|interface *
        secret|secondary-secret [ENC] <secret>
    }
}
user ldap {
    <AuthServer> {
        server|secondary-server|cnid|dn|type|username|secure|port|source-ip|ca-cert|group-member-check *
        password [ENC] <password>
    }
}
user tacacs+ {
    <AuthServer> {
        server|secondary-server|authorization|authen-type|source-ip|port *
        key|secondary-key [ENC] <secret>
    }
}
user setting { auth-cert|auth-timeout|auth-secure-http|auth-lockout-threshold * }
log syslogd|syslogd2|syslogd3|syslogd4 setting {
    status *
    server <LogServer>
    mode|port|facility|source-ip|format|enc-algorithm|certificate|interface-select-method|interface *
}
log fortianalyzer|fortianalyzer2 setting {
    status *
    server <LogServer>
    serial|upload-option|reliable|certificate-verification|source-ip|enc-algorithm|upload-interval *
}
log syslogd|syslogd2|memory|disk|fortianalyzer|eventfilter filter {
    severity|forward-traffic|local-traffic|anomaly|voip *
}
log memory|disk|setting|fortiguard|gui-display setting { status * }
log memory|disk setting { status|maximum-log-age|log-quota|max-log-file-size|diskfull * }
log setting {
    resolve-ip|resolve-port|fwpolicy-implicit-log|local-in-allow|local-in-deny-unicast|local-in-deny-broadcast *
    local-out *
    log-user-in-upper|brief-traffic-format|log-policy-comment *
}
webfilter profile { <WebFilter> { comment|inspection-mode|log-all-url|feature-set|extended-log * } }
webfilter urlfilter {
    <UrlFilter:int> {
        name|comment *
        entries { <UrlFilterEntry:int> { url|type|action|status * } }
    }
}
antivirus profile { <AntivirusProfile> { comment|feature-set|scan-mode|extended-log * } }
ips sensor {
    <IpsSensor> {
        comment|block-malicious-url|scan-botnet-connections *
        entries {
            <IpsSensorEntry:int> {
                action|status|log|log-packet|quarantine *
                severity|location|os|protocol|application|rule|cve **
            }
        }
    }
}
application list {
    <ApplicationList> {
        comment|other-application-action|unknown-application-action|extended-log|deep-app-inspection *
        entries {
            <ApplicationListEntry:int> {
                action|log *
                category|application|risk **
            }
        }
    }
}
dnsfilter profile { <DnsFilter> { comment|block-botnet|safe-search * } }
switch-controller managed-switch {
    <ManagedSwitch> {
        fsw-wan1-peer|fsw-wan1-admin|name|description|version|switch-profile *
    }
}
system replacemsg <ReplacementMessage:\S+ \S+> { buffer|header|format * }
system lte-modem { status|extra-init|authtype|apn|modem-port * }
wireless-controller vap {
    <WirelessNetwork> {
        ssid|security|passphrase|schedule|quarantine|local-bridging|vlanid|auth|radius-server|broadcast-ssid *
        encrypt *
    }
}
wireless-controller wtp { <AccessPoint> { admin|name|location|wtp-profile|wtp-mode * } }
wireless-controller global { name|location|max-clients|max-retransmit|image-download|link-aggregation|wtp-share * }
"""


def parse(lines):
    inner = f"global {{\n{GRAMMAR}}}\nvdom {{\n<Vdom> {{\n{GRAMMAR}}}\n}}\n"
    return read_configuration(lines, GRAMMAR + inner, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

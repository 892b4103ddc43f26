"""Reads Dell SmartFabric OS10 configurations, after Dell's OS10 User Guide."""

from reading import read_configuration

STYLE = "indented"
LEAD = ""
ENTRY_LISTS = {"AccessList": "Filter", "PrefixList": "PrefixList", "RoutePolicy": "RoutePolicy"}
OTHERS = ""
SIGNS = [
    r"! Version 10\.\d",
    r"system-user linuxadmin ",
    r"interface ethernet\d+/\d+/\d+",
    r"interface mgmt1/1/1",
    r"ip vrf default\s*$",
]
GRAMMAR = r"""
- end
hostname *
ip vrf <Vrf> {
    ip route-import|route-export *
}
ip vrf <Vrf>
iscsi enable
iscsi target port <IscsiPort>
iscsi session-monitoring|aging|profile-storage <...>
system-user linuxadmin password *
system-user linuxadmin disable
username <User> password <password> role <role> [priv-lvl <privilege:int>]
username <User> sshkey <...>
userrole <UserRole> inherit <inherit>
banner login|motd <...>
clock timezone ...
ntp server <NtpServer> [key <key_id:int>] [prefer]
ntp enable|disable|master|trusted-key|source|authenticate **
ntp authentication-key <NtpKey:int> <...>
logging server <LogServer> [<transport:tcp|udp|tls>] [<port:\d+>] [vrf <vrf>] [severity <severity>]
logging console|audit|log-file|monitor <...>
snmp-server community <SnmpCommunity> <access:ro|rw> [acl <acl>]
snmp-server contact|location ...
snmp-server host <SnmpHost> [traps] [informs] [version <version>] [<community>] [udp-port <port:int>] [entity] [snmp]
snmp-server enable traps [<traps:text>]
snmp-server group|user|view|engineID|source-interface|vrf <...>
aaa authentication login <Login:default|console> <methods:text>
aaa authorization|accounting <...>
aaa re-authenticate enable
radius-server host <RadiusServer> [auth-port <auth_port:int>] [key <shared_key:text>]
radius-server retransmit|timeout|vrf|source-interface *
tacacs-server host <TacacsServer> [auth-port <auth_port:int>] [key <shared_key:text>]
tacacs-server timeout|vrf|source-interface *
ip name-server <NameServer:\S+> [<further:text>]
ip domain-name|domain-list *
ip host <Host> <address>
ip ssh server <...>
ip telnet server enable
ip ftp|http|tftp|scp <...>
ip igmp|dhcp|arp|nd|tacacs|radius <...>
dot1x system-auth-control
class-map type application <ClassMap>
policy-map type application <PolicyMap>
class-map type qos|queuing|network-qos|control-plane|application|trust [match-any|match-all] <ClassMap> {
    match <match:text>
}
policy-map type qos|queuing|network-qos|control-plane|application <PolicyMap> {
}
ip access-list <AccessList> {
    seq * permit|deny|remark **
    permit|deny **
    description ...
}
ipv6 access-list <AccessList> { seq * permit|deny|remark ** }
ip|ipv6 prefix-list <PrefixList> **
ip as-path access-list <AsPathList/AsPathEntry> <action:permit|deny> <pattern:text>
ip community-list|extcommunity-list standard|expanded <CommunityList/CommunityListEntry> <action:permit|deny> <community:text>
route-map <RoutePolicy> * * {
    description ...
    match ip|ipv6 address|next-hop prefix-list *
    match ip address *
    match tag|interface|metric|as-path|community|origin|source-protocol **
    set local-preference|metric|metric-type|tag|weight|origin|community **
    set ip|ipv6 next-hop *
    set as-path prepend **
    continue *
}
vlan <Vlan:int>
virtual-network <VirtualNetwork:int> {
    vxlan-vni <Vni:int> { remote-vtep <RemoteVtep> }
    vxlan-vni <Vni:int>
    member-interface <+MemberInterface.interface> [vlan-tag <vlan_tag:int>] [untagged]
}
nve {
    source-interface *
    controller <...>
}
evpn {
    evi <EvpnInstance:int> {
        vni *
        rd *
        route-target <route_target> <route_target_direction>
        redistribute connected
    }
    vrf <EvpnVrf> {
        vni *
        rd *
        route-target <route_target> [<route_target_direction>]
        advertise ipv4|ipv6 *
    }
    router-mac *
    auto-evi
    dad
    dup-addr-detection <...>
}
virtual-router mac-address *
ip virtual-router mac-address *
interface breakout <Breakout> map <map>
interface range <...>
interface <Interface> {
    description ...
    shutdown
    switchport
    switchport mode *
    switchport access vlan *
    switchport trunk native vlan *
    switchport trunk allowed vlan *
    ip address *
    ip address dhcp
    ip vrf forwarding *
    ipv6 address *
    ipv6 address autoconfig|dhcp
    ipv6 enable|nd <...>
    ip helper-address * [vrf <helper_vrf>]
    ip access-group <+AccessGroup.access_list> <direction:in|out>
    mac access-group <+AccessGroup.access_list> <direction:in|out>
    ip ospf <ospf_process:int> area <ospf_area>
    ip ospf cost|network|priority|hello-interval|dead-interval|passive|authentication-key|message-digest-key **
    ip pim|igmp|unreachables|arp <...>
    ip virtual-router address *
    mtu|speed|duplex|negotiation|fec|vlan-name|load-interval *
    flowcontrol receive|transmit *
    channel-group <channel_group:int> [mode <channel_mode>]
    vlt-port-channel *
    vlt-peer-lag|vlt <...>
    lacp rate|port-priority|fallback|individual **
    lacp fallback enable
    lacp fallback timeout *
    spanning-tree port type edge
    spanning-tree bpduguard|bpdufilter|guard|link-type|cost|port-priority|disable|mst|vlan **
    spanning-tree bpduguard enable
    spanning-tree disable
    storm-control broadcast|multicast|unknown-unicast *
    lldp transmit|receive
    lldp med|tlv-select <...>
    trust-map|trust|qos-map|service-policy|priority-flow-control|ets <...>
    vrrp-group <Vrrp:int> {
        virtual-address|priority|authentication-text|advertise-interval|track *
        preempt
    }
    bfd <...>
    ip redirects
    ipv6 redirects
    tunnel-mode *
    destination|source *
    virtual-network *
    isid|mode <...>
    scheduler-profile *
}
interface <Interface>
port-group <PortGroup> {
    profile *
    mode eth *
    port <PortMode> mode <...>
}
port-channel|errdisable <...>
spanning-tree mode|mac-flush-timer|disable *
spanning-tree rstp|rapid-pvst <...>
spanning-tree vlan <SpanningTreeVlan> priority <priority:int>
spanning-tree mst configuration {
    name|revision *
    instance <MstInstance:int> vlan <vlans>
}
vlt-domain <Vlt:int> {
    backup destination <backup_destination> [vrf <backup_vrf>] [interval <backup_interval:int>]
    discovery-interface *
    vlt-mac *
    peer-routing
    primary-priority *
    delay-restore *
    peer-routing-timeout *
}
management route <+ManagementRoute.destination> <next_hop>
ip route vrf <+StaticRoute.vrf> <destination:\d\S+> <next_hop:\d\S+> [<distance:\d+>]
ip route <+StaticRoute.destination:\d\S+> <next_hop:\d\S+> [<distance:\d+>]
ip route vrf <+StaticRoute.vrf> <destination:\d\S+> interface <interface> [<next_hop>]
ip route <+StaticRoute.destination:\d\S+> interface <interface> [<next_hop>]
ipv6 route <+StaticRoute.destination> <next_hop> [<distance:\d+>]
router ospf|ospfv3 <Ospf:int> [vrf <vrf>] {
    router-id *
    area <OspfArea> [<options:text>]
    redistribute <Redistribution> [<process:\d+>] [route-map <route_map>]
    log-adjacency-changes
    passive-interface|maximum-paths|auto-cost|default-information|max-metric|timers **
}
router bgp <Bgp> {
    router-id|cluster-id|maximum-paths|graceful-restart|bestpath **
    log-neighbor-changes
    fast-external-fallover
    timers * *
    address-family <AddressFamily:(?:ipv4|ipv6) unicast|l2vpn evpn> {
        redistribute <Redistribution> [<process:\d+>] [route-map <route_map>]
        network <BgpNetwork> [route-map <route_map>]
        aggregate-address <Aggregate> [summary-only]
        dampening <...>
        activate
    }
    template <BgpPeerGroup> {
        description ...
        remote-as|local-as|password|update-source|ebgp-multihop|advertisement-interval *
        fall-over
        bfd
        address-family <AddressFamily:text> {
            activate
            next-hop-self
            route-reflector-client
            soft-reconfiguration inbound
            route-map|distribute-list|filter-list * in|out
            allowas-in|sender-side-loop-detection|maximum-prefix **
        }
    }
    neighbor <Neighbor> {
        description ...
        remote-as|local-as|password|update-source|ebgp-multihop|advertisement-interval|weight *
        inherit template *
        inherit template * inherit-type *
        timers * *
        shutdown
        fall-over
        bfd
        send-community|maximum-prefix <...>
        address-family <AddressFamily:text> {
            activate
            next-hop-self
            route-reflector-client
            soft-reconfiguration inbound
            sender-side-loop-detection
            route-map <+RouteMapUse.route_map> <direction:in|out>
            distribute-list <+DistributeListUse.distribute_list> <direction:in|out>
            allowas-in|maximum-prefix **
            default-originate
        }
    }
}
uplink-state-group <UplinkGroup:int> {
    enable
    downstream|upstream|name *
}
lldp enable|timer|holdtime <...>
dcbx|rest|support-assist|eula-consent|crypto|password-attributes|login|exec-timeout|telemetry|auditd|hardware <...>
lacp|track|bfd|sflow|default|alarm|cloud-watch <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

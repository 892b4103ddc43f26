"""Reads SONiC's config_db.json, after the SONiC project's configuration schema."""

from reading import read_configuration

STYLE = "json"
LEAD = ""
ENTRY_LISTS = {"AclRule": "FilterEntry"}
OTHERS = ""
SIGNS = [
    r'\s*"DEVICE_METADATA": \{',
    r'\s*"(?:PORTCHANNEL_MEMBER|LOOPBACK_INTERFACE|MGMT_INTERFACE|VLAN_MEMBER|FLEX_COUNTER_TABLE)": \{',
]
GRAMMAR = r"""
DEVICE_METADATA {
    localhost {
        hostname <hostname>
        bgp_asn|hwsku|mac|type|platform|deployment_id|docker_routing_config_mode|frr_mgmt_framework_config *
        buffer_model|default_bgp_status|default_pfcwd_status|region|cloudtype|peer_switch|subtype|synchronous_mode *
        bgp_adv_lo_prefix_as_128|timezone|create_only_config_db_buffers|default_config_profile *
        orch_northbond_route_zmq_enabled|rack_mgmt_map *
        hostname
    }
}
DEVICE_NEIGHBOR {
    <DeviceNeighbor> { name|port|local_port|type|mgmt_addr|hwsku|lo_addr * }
}
DEVICE_NEIGHBOR_METADATA {
    <DeviceNeighbor> { hwsku|lo_addr|mgmt_addr|type|deployment_id|cluster * }
}
INTERFACE|LOOPBACK_INTERFACE|MGMT_INTERFACE|VLAN_INTERFACE|PORTCHANNEL_INTERFACE|VLAN_SUB_INTERFACE {
    <Interface> <Address> { gwaddr|scope|family|forced_mgmt_routes|secondary * }
    <Interface> <Address>
    <Interface> {
        vrf_name|admin_status|vlan|mpls|ipv6_use_link_local_only|nat_zone|mac_addr|proxy_arp|grat_arp|vnet_name *
        unnumbered *
        NULL *
        vrf_name
        NULL
    }
    <Interface>
}
MGMT_PORT|PORT {
    <Interface> {
        admin_status|alias|description|mtu|speed|autoneg|fec|index|lanes|pfc_asym|tpid|subport|mode|dom_polling *
        override_unreliable_los|valid_speeds|adv_speeds|interface_type|adv_interface_types|link_training|role *
        asic_port_name|unreliable_los|standard_vlan|breakout_mode|laser_freq|tx_power|core_id|core_port_id|num_voq *
        vrf_name|parent_port *
        description
        alias
    }
    <Interface>
}
BREAKOUT_CFG {
    <Interface> { brkout_mode|breakout_owner|lanes|port * }
}
CABLE_LENGTH {
    <CableLengths> { <CableLength> <length> }
}
LOOPBACK {
    <Interface>
}
PORTCHANNEL {
    <Lag> {
        admin_status|mtu|min_links|fast_rate|lacp_key|fallback|description|static|tpid|mode|graceful_shutdown_mode *
        members *
        members
    }
    <Lag>
}
PORTCHANNEL_MEMBER {
    <Lag> <LagMember>
    <Lag> <LagMember> { NULL * }
}
VLAN {
    <Vlan> {
        vlanid|alias|description|mtu|admin_status|dhcp_servers|dhcpv6_servers|members|mac|autostate|host_ifname *
        dhcp6relay *
        dhcp_servers
        dhcpv6_servers
        members
    }
    <Vlan>
}
VLAN_MEMBER {
    <Vlan> <VlanMember> { tagging_mode * }
    <Vlan> <VlanMember>
}
VRF {
    <Vrf> { vni|fallback|enabled|mgmtVrfEnabled * }
    <Vrf>
}
MGMT_VRF_CONFIG { vrf_global { mgmtVrfEnabled|in_band_mgmt_enabled * } }
VXLAN_TUNNEL {
    <VxlanTunnel> { src_ip|dst_ip * }
}
VXLAN_TUNNEL_MAP {
    <VxlanTunnel> <VxlanMap> { vlan|vni * }
}
VXLAN_EVPN_NVO {
    <VxlanEvpn> { source_vtep * }
}
BGP_NEIGHBOR|BGP_INTERNAL_NEIGHBOR|BGP_VOQ_CHASSIS_NEIGHBOR|BGP_MONITORS {
    <Vrf:\S+> <BgpNeighbor> {
        asn|local_asn|local_addr|name|peer_group_name|peer_type|holdtime|keepalive|admin_status|ebgp_multihop *
        ebgp_multihop_ttl *
    }
    <BgpNeighbor> {
        asn|holdtime|keepalive|local_addr|name|nhopself|rrclient|admin_status|peer_group_name|description *
        peer_type|local_asn *
    }
    <BgpNeighbor>
}
BGP_PEER_GROUP {
    <Vrf> <BgpPeerGroup> { asn|local_asn|peer_type|holdtime|keepalive|name * }
}
BGP_PEER_RANGE {
    <BgpPeerGroup> {
        name|src_address|ip_range *
        ip_range
    }
}
BGP_GLOBALS {
    <Vrf> {
        local_asn|router_id|default_ipv4_unicast|load_balance_mp_relax|holdtime|keepalive|always_compare_med *
        graceful_restart_enable *
    }
}
BGP_GLOBALS_AF|BGP_NEIGHBOR_AF|BGP_PEER_GROUP_AF {
    <AddressFamily:.+>
}
BGP_ALLOWED_PREFIXES|BGP_DEVICE_GLOBAL|BGP_BBR|BGP_SENTINELS { <BgpSetting:.+> { <...> } }
STATIC_ROUTE {
    <Vrf:\S+> <StaticRoute> { nexthop|ifname|blackhole|distance|nexthop-vrf|advertise|bfd * }
    <StaticRoute> { nexthop|ifname|blackhole|distance|nexthop-vrf|advertise|bfd * }
}
ACL_TABLE {
    <AclTable> {
        policy_desc|stage|type|ports|services *
        ports
        services
        policy_desc
    }
}
ACL_RULE {
    <AclTable> <AclRule> {
        PACKET_ACTION|PRIORITY|SRC_IP|DST_IP|SRC_IPV6|DST_IPV6|IP_PROTOCOL|IP_TYPE|ETHER_TYPE|L4_SRC_PORT *
        L4_DST_PORT|L4_SRC_PORT_RANGE|L4_DST_PORT_RANGE|TCP_FLAGS|DSCP|MIRROR_ACTION|MIRROR_INGRESS_ACTION *
        IN_PORTS|VLAN_ID|REDIRECT_ACTION|ICMP_TYPE|ICMP_CODE|NEXT_HEADER|INNER_SRC_IP *
    }
}
MIRROR_SESSION {
    <MirrorSession> { src_ip|dst_ip|gre_type|dscp|ttl|queue|direction|src_port|dst_port|policer|type * }
}
NTP_SERVER {
    <NtpServer> { association_type|resolve_as|iburst|key|minpoll|maxpoll|version|admin_state|trusted|prefer * }
    <NtpServer>
}
NTP { global { src_intf|vrf|server_role|admin_state|authentication|dhcp * } }
SYSLOG_SERVER {
    <LogServer> { source|port|vrf|filter|filter_regex|protocol|severity * }
    <LogServer>
}
SYSLOG_CONFIG { GLOBAL { rate_limit_interval|rate_limit_burst|format|severity * } }
DNS_NAMESERVER {
    <DnsServer>
}
DHCP_SERVER {
    <DhcpServer>
}
DHCP_RELAY {
    <DhcpRelay> {
        dhcpv6_servers|rfc6939_support|interface_id *
        dhcpv6_servers
    }
}
TACPLUS { global { auth_type|passkey|src_intf|timeout * } }
TACPLUS_SERVER {
    <TacacsServer> { priority|tcp_port|timeout|auth_type|passkey|vrf * }
    <TacacsServer>
}
RADIUS { global { auth_type|passkey|src_intf|timeout|retransmit|nas_ip|statistics * } }
RADIUS_SERVER {
    <RadiusServer> { priority|auth_port|timeout|auth_type|passkey|vrf|retransmit * }
    <RadiusServer>
}
AAA {
    authentication|authorization|accounting { login|failthrough|fallback|debug|trace * }
}
SNMP {
    CONTACT { <SnmpContact> <name> }
    LOCATION { Location * }
}
SNMP_COMMUNITY {
    <SnmpCommunity> { TYPE * }
}
SNMP_USER|SNMP_TRAP_CONFIG|SNMP_AGENT_ADDRESS_CONFIG|SNMP_SERVER { <SnmpSetting:.+> { <...> } }
USER {
    <User> { password_hash|password|role|role@|tenant * }
}
FEATURE {
    <Feature> {
        auto_restart|has_global_scope|has_per_asic_scope|has_timer|high_mem_alert|state|status|delayed|set_owner *
        check_up_status|support_syslog_rate_limit|no_fallback_to_local|fallback|current_owner *
    }
}
KDUMP { config { enabled|memory|num_dumps * } }
VERSIONS { DATABASE { VERSION * } }
LOGGER {
    <Logger> { LOGLEVEL|LOGOUTPUT|require_manual_refresh * }
}
LLDP {
    GLOBAL|Global {
        enabled|hello_time|multiplier|mode|supp_mgmt_address_tlv|supp_system_capabilities_tlv|system_name *
        system_description *
    }
}
COREDUMP { config { enabled * } }
SWITCH { switch { ecmp_hash_seed|fdb_aging_time|lag_hash_seed|ecmp_hash_offset|lag_hash_offset|port_phy_attr * } }
NAT_GLOBAL { Values { admin_mode|nat_tcp_timeout|nat_timeout|nat_udp_timeout * } }
TELEMETRY|GNMI {
    gnmi {
        port|client_auth|log_level|user_auth|threshold|idle_conn_duration *
    }
    certs { ca_crt|server_crt|server_key * }
}
RESTAPI {
    config { client_auth|log_level|allow_insecure|client_crt_cname * }
    certs { ca_crt|server_crt|server_key|client_crt_cname * }
}
FLEX_COUNTER_TABLE {
    <FlexCounter> { FLEX_COUNTER_STATUS|POLL_INTERVAL|BULK_CHUNK_SIZE|FLEX_COUNTER_DELAY_STATUS * }
}
CRM {
    Config {
        acl_counter_high_threshold|acl_counter_low_threshold|acl_counter_threshold_type|acl_entry_high_threshold *
        acl_entry_low_threshold|acl_entry_threshold_type *
        acl_group_high_threshold|acl_group_low_threshold|acl_group_threshold_type|acl_table_high_threshold *
        acl_table_low_threshold|acl_table_threshold_type *
        fdb_entry_high_threshold|fdb_entry_low_threshold|fdb_entry_threshold_type|polling_interval *
        ipv4_neighbor_high_threshold|ipv4_neighbor_low_threshold|ipv4_neighbor_threshold_type *
        ipv4_nexthop_high_threshold|ipv4_nexthop_low_threshold|ipv4_nexthop_threshold_type *
        ipv4_route_high_threshold|ipv4_route_low_threshold|ipv4_route_threshold_type|ipv6_neighbor_high_threshold *
        ipv6_neighbor_low_threshold|ipv6_neighbor_threshold_type *
        ipv6_nexthop_high_threshold|ipv6_nexthop_low_threshold|ipv6_nexthop_threshold_type *
        ipv6_route_high_threshold|ipv6_route_low_threshold|ipv6_route_threshold_type *
        nexthop_group_high_threshold|nexthop_group_low_threshold|nexthop_group_threshold_type *
        nexthop_group_member_high_threshold|nexthop_group_member_low_threshold|nexthop_group_member_threshold_type *
        snat_entry_high_threshold|snat_entry_low_threshold|snat_entry_threshold_type|dnat_entry_high_threshold *
        dnat_entry_low_threshold|dnat_entry_threshold_type *
        ipmc_entry_high_threshold|ipmc_entry_low_threshold|ipmc_entry_threshold_type|mpls_inseg_high_threshold *
        mpls_inseg_low_threshold|mpls_inseg_threshold_type *
        mpls_nexthop_high_threshold|mpls_nexthop_low_threshold|mpls_nexthop_threshold_type *
        srv6_nexthop_high_threshold|srv6_nexthop_low_threshold|srv6_nexthop_threshold_type *
        srv6_my_sid_entry_high_threshold|srv6_my_sid_entry_low_threshold|srv6_my_sid_entry_threshold_type *
        nexthop_group_object_high_threshold *
    }
}
CLASSIFIER_TABLE {
    <Classifier> {
        DESCRIPTION|ETHER_TYPE|MATCH_TYPE|IP_PROTOCOL|L4_SRC_PORT|L4_DST_PORT|SRC_IP|DST_IP|SRC_IPV6|DST_IPV6|DSCP *
        DESCRIPTION
    }
}
POLICY_TABLE {
    <FlowPolicy> {
        DESCRIPTION|TYPE *
        DESCRIPTION
    }
}
POLICY_SECTIONS_TABLE {
    <FlowPolicy> <PolicySection> {
        DESCRIPTION|PRIORITY|SET_COPP_CIR|SET_COPP_PIR|SET_POLICER_CIR|SET_TRAP_QUEUE|SET_TRAP_ACTION *
        SET_POLICER_CBS|SET_DSCP|TRAP_GROUP *
        DESCRIPTION
    }
}
POLICY_BINDING_TABLE {
    <PolicyBinding> {
        INGRESS_COPP_POLICY|INGRESS_QOS_POLICY|EGRESS_QOS_POLICY|INGRESS_ACL_POLICY|INGRESS_FORWARDING_POLICY *
    }
}
HARDWARE { ACCESS_LIST { COUNTER_MODE|LOOKUP_MODE * } }
ECMP_LOADSHARE_TABLE_IPV4|ECMP_LOADSHARE_TABLE_IPV6|ZTP { <EcmpHash:.+> { <...> } }
DSCP_TO_TC_MAP|TC_TO_QUEUE_MAP|TC_TO_PRIORITY_GROUP_MAP|MAP_PFC_PRIORITY_TO_QUEUE|DOT1P_TO_TC_MAP|TC_TO_DSCP_MAP {
    <QosMap> {
        <+QosMapEntry.value> <target>
    }
}
PORT_QOS_MAP {
    <PortQosMap> {
        dscp_to_tc_map|pfc_enable|pfc_to_queue_map|tc_to_pg_map|tc_to_queue_map|pfcwd_sw_enable|pfc_to_pg_map *
        dot1p_to_tc_map *
    }
}
QUEUE { <PortQueue> <Queue> { scheduler|wred_profile * } }
SCHEDULER { <Scheduler> { type|weight|meter_type|pir|cir|pbs|cbs * } }
WRED_PROFILE {
    <WredProfile> {
        ecn|green_drop_probability|green_max_threshold|green_min_threshold|red_drop_probability|red_max_threshold *
        red_min_threshold|wred_green_enable|wred_red_enable|wred_yellow_enable|yellow_drop_probability *
        yellow_max_threshold|yellow_min_threshold *
    }
}
BUFFER_POOL { <BufferPool> { mode|size|type|xoff|percentage * } }
BUFFER_PROFILE {
    <BufferProfile> {
        dynamic_th|pool|size|xoff|xon|xon_offset|static_th|headroom_type|packet_discard_action *
    }
}
BUFFER_PG|BUFFER_QUEUE { <BufferPort> <BufferQueue> { profile * } }
PFC_WD { <PfcWatchdog> { action|detection_time|restoration_time|POLL_INTERVAL * } }
SFLOW { global { admin_state|agent_id|polling_interval|sample_direction * } }
SFLOW_COLLECTOR { <SflowCollector> { collector_ip|collector_port|collector_vrf * } }
SFLOW_SESSION { <SflowSession> { admin_state|sample_rate|sample_direction * } }
AUTO_TECHSUPPORT { GLOBAL { <...> } }
AUTO_TECHSUPPORT_FEATURE { <TechsupportFeature> { available_mem_threshold|rate_limit_interval|state * } }
PASSW_HARDENING { POLICIES { <...> } }
SSH_SERVER { POLICIES { <...> } }
BANNER_MESSAGE { global { login|logout|motd|state * } }
CONSOLE_SWITCH|CONSOLE_PORT|STP|STP_PORT|STP_VLAN|MCLAG_DOMAIN|MCLAG_INTERFACE|PEER_SWITCH|MUX_CABLE|MUX_LINKMGR|TUNNEL|DEBUG_COUNTER|COPP_GROUP|COPP_TRAP|ROUTE_MAP|ROUTE_MAP_SET|PREFIX_SET|PREFIX|COMMUNITY_SET|OSPFV2_ROUTER|SYSTEM_DEFAULTS|XCVRD_LOG|WARM_RESTART|POLICER|CFG_MGMT|MID_PLANE_BRIDGE|FABRIC_MONITOR {
    <Setting:.+> {
        <...>
    }
}
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)

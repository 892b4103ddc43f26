"""Reads logs of ISC Kea, DHCPv4, DHCPv6, DDNS and control agent, after the "Kea Messages Manual"."""

from reading import enveloped, read_log

LEVEL = r"(?P<level>FATAL|ERROR|WARN|INFO|DEBUG) +\[(?P<component>kea-[\w.-]+?)"
THREAD = r"(?:\.(?P<thread_id>\d+|0x[0-9a-f]+))?\] "
HEADER = [
    *enveloped(rf"{LEVEL}(?:/\d+)?{THREAD}", tag=r"kea-[\w-]+"),
    rf"(?P<timestamp_text>{{iso}}) {LEVEL}(?:/(?P<pid>\d+))?{THREAD}",
    *enveloped(rf"(?P<timestamp_text>{{iso}}) {LEVEL}(?:/\d+)?{THREAD}", tag=r"kea-[\w-]+"),
]
V4 = "[hwtype=<hardware_type:int> <mac?:[0-9A-Fa-f:]*>], cid=[<client_id:[^\\]]*>], tid=<transaction_id>: "
V6 = "duid=[<duid:[^\\]]*>],<? [hwtype=<hardware_type:int> <mac:[0-9A-Fa-f:]+>],?><? [no hwaddr info],?> tid=<transaction_id>: "
LINK = "<message_type> (type <type_code:int>) received from <source_address> to <destination_address> on interface <interface>"
SENT = "trying to send packet <message_type> (type <type_code:int>) from <source_address:[^\\s\\]]+>:<source_port:int> to <destination_address>:<destination_port:int> on interface <interface>"
EVENTS = [
    ("LeaseAdvertised", "<code=DHCP4_LEASE_ADVERT|DHCP4_LEASE_OFFER> " + V4 + "lease <address> will be <action=advertised|offered>"),
    ("LeaseAllocated", "<code=DHCP4_LEASE_ALLOC> " + V4 + "lease <address> has been allocated for <lease_time:int> seconds"),
    ("LeaseReused", "<code=DHCP4_LEASE_REUSE> " + V4 + "lease <address> has been reused for <lease_time:int> seconds"),
    ("InitReboot", "<code=DHCP4_INIT_REBOOT> " + V4 + "client is in INIT-REBOOT state and requests address <address>"),
    ("PacketReceived", "<code=DHCP4_PACKET_RECEIVED> " + V4 + LINK),
    ("SendPacket", "<code=DHCP4_PACKET_SEND> " + V4 + SENT),
    ("QueryLabel", "<code=DHCP4_QUERY_LABEL> received query: [hwtype=<hardware_type:int> <mac?:[0-9A-Fa-f:]*>], cid=[<client_id:[^\\]]*>], tid=<transaction_id>"),
    ("PacketNak", "<code=DHCP4_PACKET_NAK_\\d+> " + V4 + "<reason:text>"),
    ("FailedToSelectSubnet", "<code=DHCP4_SUBNET_SELECTION_FAILED> " + V4 + "failed to select subnet for the packet"),
    ("AddressReleased", "<code=DHCP4_RELEASE> " + V4 + "address <address> was released properly."),
    ("DhcpDecline", "<code=DHCP4_DECLINE_LEASE> Received DHCPDECLINE for addr <address> from client [hwtype=<hardware_type:int> <mac?:[0-9A-Fa-f:]*>], cid=[<client_id:[^\\]]*>], tid=<transaction_id>. The lease will be unavailable for <seconds:int> seconds."),
    ("AllocationFailed", "<code=ALLOC_ENGINE_V4_ALLOC_FAIL(?:_[A-Z_]+)?> " + V4 + "<reason:(?:failed|no pools|Failed).*>"),
    ("LeaseAdvertised", "<code=DHCP6_LEASE_ADVERT> " + V6 + "lease for address <address> and iaid=<iaid:int> will be advertised"),
    ("LeaseAllocated", "<code=DHCP6_LEASE_ALLOC> " + V6 + "lease for address <address> and iaid=<iaid:int> has been allocated for <lease_time:int> seconds"),
    ("PrefixLeaseAdvertised", "<code=DHCP6_PD_LEASE_ADVERT> " + V6 + "lease for prefix <prefix:[^\\s/]+/\\d+> and iaid=<iaid:int> will be advertised"),
    ("PrefixLeaseAllocated", "<code=DHCP6_PD_LEASE_ALLOC> " + V6 + "lease for prefix <prefix:[^\\s/]+/\\d+> and iaid=<iaid:int> has been allocated for <lease_time:int> seconds"),
    ("PacketReceived", "<code=DHCP6_PACKET_RECEIVED> " + V6 + LINK),
    ("AddressReleased", "<code=DHCP6_RELEASE_NA> " + V6 + "binding for address <address> and iaid=<iaid:int> was released properly"),
    ("FailedToSelectSubnet", "<code=DHCP6_SUBNET_SELECTION_FAILED> " + V6 + "failed to select subnet for the packet"),
    ("AllocationFailed", "<code=ALLOC_ENGINE_V6_ALLOC_FAIL(?:_[A-Z_]+)?> " + V6 + "<reason:(?:failed|unable|Failed).*>"),
    ("ServerStarted", "<code=DHCP[46]_STARTED> Kea <server:DHCPv[46]> server version <version> started"),
    ("ServerShutdown", "<code=DHCP[46]_SHUTDOWN> server shutdown"),
    ("ServerStarting", "<code=DHCP[46]_STARTING> Kea <server:DHCPv[46]> server version <version><? (<release:[^)]+>)?> starting"),
    ("ConfigurationComplete", "<code=DHCP[46]_CONFIG_COMPLETE> <server:DHCPv[46]> server has completed configuration: <detail:text>"),
    ("LeaseFileCleanup", "<code=DHCPSRV_MEMFILE_LFC_START> starting Lease File Cleanup"),
    ("LeaseFileCleanup", "<code=DHCPSRV_MEMFILE_LFC_EXECUTE> executing Lease File Cleanup using: <command:text>"),
    ("LeaseFileCleanup", "<code=DHCPSRV_MEMFILE_LFC_SETUP> setting up the Lease File Cleanup interval to <seconds:int> sec"),
    ("ListeningOnInterface", "<code=DHCPSRV_CFGMGR_ADD_IFACE> listening on interface <interface>"),
    ("ServerTransitions", "<code=HA_STATE_TRANSITION><? <relation:[^:\\s]+>:?> server transitions from <old_state> to <new_state> state, partner state is <partner_state>"),
    ("HeartbeatFailed", "<code=HA_HEARTBEAT_COMMUNICATIONS_FAILED><? <relation:[^:\\s]+>:?> failed to send heartbeat to <neighbor><? (<url:[^)]+>)?>: <reason:text>"),
    ("CommunicationInterrupted", "<code=HA_COMMUNICATION_INTERRUPTED><? <relation:[^:\\s]+>:?> communication with <neighbor> is interrupted"),
    ("LeaseUpdateFailed", "<code=HA_LEASE_UPDATE_COMMUNICATIONS_FAILED><? <relation:[^:\\s]+>:?> " + V4 + "failed to send lease update to <neighbor><? (<url:[^)]+>)?>: <reason:text>"),
    ("CommandReceived", "<code=COMMAND_RECEIVED> Received command '<command:[^']+>'"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)

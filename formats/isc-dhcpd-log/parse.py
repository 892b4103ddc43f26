"""Reads logs of ISC DHCP's dhcpd and dhcrelay, after their manual pages and the code's own messages."""

from reading import enveloped, read_log

HEADER = enveloped(tag=r"dhc(?:pd6?|relay6?)")
HOST = "<? (<client_host:[^)\\s]+>)?>"
VIA = " via<? <relay_address:(?:[0-9]{1,3}[.]){3}[0-9]{1,3}>?><? <interface:[A-Za-z][\\w.-]*>?>"
EVENTS = [
    ("DhcpDiscover", "DHCPDISCOVER from <mac:[0-9A-Fa-f:]+>" + HOST + VIA + "<?: <reason:text>?>"),
    ("DhcpOffer", "DHCPOFFER on <address:[0-9.]+> to <mac:[0-9A-Fa-f:]+>" + HOST + VIA),
    ("DhcpRequest", "DHCPREQUEST for <address:[0-9.]+><? (<server_address:[0-9.]+>)?> from <mac:[0-9A-Fa-f:]+>" + HOST + VIA + "<?: <reason:text>?>"),
    ("DhcpAck", "DHCPACK on <address:[0-9.]+> to <mac:[0-9A-Fa-f:]+>" + HOST + VIA),
    ("DhcpAck", "DHCPACK to <address:[0-9.]+> (<mac:[^)]+>)" + VIA),
    ("DhcpNak", "DHCPNAK on <address:[0-9.]+> to <mac:[0-9A-Fa-f:]+>" + VIA),
    ("DhcpInform", "DHCPINFORM from <address:[0-9.]+>" + VIA + "<?: <reason:text>?>"),
    ("DhcpRelease", "DHCPRELEASE of <address:[0-9.]+> from <mac:[0-9A-Fa-f:]+>" + HOST + VIA + "<? (<reason:found|not found>)?>"),
    ("DhcpDecline", "DHCPDECLINE of <address:[0-9.]+> from <mac:[0-9A-Fa-f:]+>" + HOST + VIA + "<?: <reason:text>?>"),
    ("DhcpExpire", "DHCPEXPIRE on <address:[0-9.]+> to <mac:[0-9A-Fa-f:]+>"),
    ("BootRequest", "BOOTREQUEST from <mac:[0-9A-Fa-f:]+>" + VIA + "<?: <reason:text>?>"),
    ("BootReply", "BOOTREPLY for <address:[0-9.]+> to <client_host> (<mac:[^)]+>)" + VIA),
    ("AbandoningIpAddress", "Abandoning IP address <address:[0-9.]+>: <reason:text>"),
    ("ReuseLease", "reuse_lease: lease age <age:int> (secs) under <percent:int>% threshold, reply with unaltered, existing lease for <address>"),
    ("UidLeaseDuplicate", "uid lease <address:[0-9.]+> for client <mac> is duplicate on <subnet>"),
    ("DuplicateLeases", "client <mac> has duplicate leases on <subnet>"),
    ("BalancingPool", "balancing pool <pool_id> <subnet:\\S+>< >total <total:int>< >free <free:int>< >backup <backup:int>< >lts <leases_to_send:int>< >max-own (+/-)<max_own:int>"),
    ("BalancedPool", "balanced pool <pool_id> <subnet:\\S+>< >total <total:int>< >free <free:int>< >backup <backup:int>< >lts <leases_to_send:int>< >max-misbal <max_misbalance:int>"),
    ("FailoverIMove", "failover peer <neighbor:[^:\\s]+>: I move from <old_state> to <new_state>"),
    ("FailoverPeerMoves", "failover peer <neighbor:[^:\\s]+>: peer moves from <old_state> to <new_state>"),
    ("PeerDisconnected", "peer <neighbor:[^:\\s]+>: disconnected"),
    ("TimeoutWaiting", "timeout waiting for failover peer <neighbor>"),
    ("FailoverPeerMessage", "failover peer <neighbor:[^:\\s]+>: <text:text>"),
    ("BindUpdateRejected", "bind update on <address:[0-9.]+> from <neighbor> rejected: <reason:text>"),
    ("BindUpdateGotAck", "bind update on <address:[0-9.]+> got ack from <neighbor>: <reason:text>"),
    ("AddedNewForwardMap", "Added new forward map from <client_host> to <address>"),
    ("AddedReverseMap", "Added reverse map from <reverse_name> to <client_host>"),
    ("RemovedForwardMap", "Removed forward map from <client_host> to <address>"),
    ("RemovedReverseMap", "Removed reverse map on <reverse_name>"),
    ("UnableToAddForwardMap", "Unable to add forward map from <client_host> to <address:[^\\s]*[^\\s:]>: <reason:text>"),
    ("UnableToAddReverseMap", "Unable to add reverse map from <reverse_name> to <client_host:[^\\s:]+>: <reason:text>"),
    ("Dhcpv6Message", "<message_type=Solicit|Request|Renew|Rebind|Release|Confirm|Decline|Information-request> message from <source_address> port <source_port:int>, transaction ID <transaction_id>"),
    ("Dhcpv6RelayForward", "Relay-forward message from <source_address> port <source_port:int>, link address <link_address:[^\\s,]+>, peer address <client_address>"),
    ("Dhcpv6Sending", "Sending <message_type=Advertise|Reply|Relay-reply> to <destination_address> port <destination_port:int>"),
    ("AddressToClient", "<message_type=Advertise|Reply> <kind=NA|TA>: address <address> to client with duid <duid> iaid = <iaid:-?[0-9]+> valid for <lease_time:int> seconds"),
    ("PrefixToClient", "<message_type=Advertise|Reply> <kind=PD>: address <prefix> to client with duid <duid> iaid = <iaid:-?[0-9]+> valid for <lease_time:int> seconds"),
    ("WroteLeases", "Wrote <count:int> <kind=leases|new dynamic host decls|deleted host decls|class decls|NA, TA, PD leases|NA leases|TA leases|PD leases> to <:leases|lease> file."),
    ("Listening", "Listening on <socket:text>"),
    ("Sending", "Sending on <socket:text>"),
    ("DhcpServerVersion", "Internet Systems Consortium DHCP <role=Server|Relay Agent> <version>"),
    ("ServerStartingService", "Server starting service."),
    ("ConfigFile", "Config file: <path>"),
    ("DatabaseFile", "Database file: <path>"),
    ("PidFile", "PID file: <path>"),
    ("NoSubnetDeclaration", "No subnet declaration for <interface> (<address:[^)]+>)."),
    ("ConfigurationFileErrors", "Configuration file errors encountered -- exiting"),
    ("ForwardedBootRequest", "Forwarded BOOTREQUEST for <mac:[0-9A-Fa-f:]+> to <server_address>"),
    ("ForwardedBootReply", "Forwarded BOOTREPLY for <mac:[0-9A-Fa-f:]+> to <address>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)

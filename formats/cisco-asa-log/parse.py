"""Reads logs of Cisco ASA and FTD, after "Secure Firewall ASA Series Syslog Messages"."""

from reading import enveloped, read_log

SIGN = r"%(?:ASA|FTD|PIX|FWSM)-(?:[a-z]+-)?(?P<level>[0-7])-(?P<code>(?!43000[1-5])[0-9]{6}): "
HEADER = [
    *enveloped(r"(?: ?: ?| )?" + SIGN),
    *enveloped(r"(?P<timestamp_text>{month day year})(?: (?P<host>[\w.-]+))? ?: " + SIGN),
    *enveloped(r"(?P<timestamp_text>{iso})(?: (?P<host>[\w.-]+))? ?: " + SIGN),
    *enveloped(r":(?P<timestamp_text>{month day year}|{month day}): " + SIGN),
    *enveloped(r"(?P<host>[\w.-]+) ?: ?" + SIGN),
]
KINDS = {"pid": "int"}
PAIR = (
    "<source_interface:[^\\s:]+>:<source_address:[^\\s/\\(\\)]+>/<source_port:int>"
    "<? (<mapped_source_address:[^\\s/\\(\\)]+>/<mapped_source_port:int>)?><?(<source_user:[^\\(\\)]+>)?>"
)
OTHER_PAIR = (
    "<destination_interface:[^\\s:]+>:<destination_address:[^\\s/\\(\\)]+>/<destination_port:int>"
    "<? (<mapped_destination_address:[^\\s/\\(\\)]+>/<mapped_destination_port:int>)?><?(<destination_user:[^\\(\\)]+>)?>"
)
ICMP = (
    "faddr <foreign_address:[^\\s/\\(\\)]+>/<foreign_port:int><?(<foreign_user:[^\\(\\)]+>)?> "
    "gaddr <global_address:[^\\s/\\(\\)]+>/<global_port:int> "
    "laddr <local_address:[^\\s/\\(\\)]+>/<local_port:int><?(<local_user:[^\\(\\)]+>)?>"
)
TEARDOWN = "Teardown <protocol=TCP|UDP|SCTP|GRE> connection <connection_id:int> for "
EVENTS = [
    (
        "ConnectionBuilt",
        f"Built <direction=inbound> <protocol=TCP|UDP|SCTP|GRE> connection <connection_id:int> for {PAIR} to {OTHER_PAIR}<? (<user:[^\\(\\)]+>)?>",
    ),
    (
        "ConnectionBuilt",
        f"Built <direction=outbound> <protocol=TCP|UDP|SCTP|GRE> connection <connection_id:int> for {OTHER_PAIR} to {PAIR}<? (<user:[^\\(\\)]+>)?>",
    ),
    (
        "ConnectionTeardown",
        TEARDOWN
        + f"{PAIR} to {OTHER_PAIR} duration <duration:[0-9:]+> bytes <bytes:int> (<user:[^\\(\\)]+>)",
    ),
    (
        "ConnectionTeardown",
        TEARDOWN
        + f"{PAIR} to {OTHER_PAIR} duration <duration:[0-9:]+> bytes <bytes:int><? <reason:text>?> (<user:[^\\(\\)]+>)",
    ),
    (
        "ConnectionTeardown",
        TEARDOWN + f"{PAIR} to {OTHER_PAIR} duration <duration:[0-9:]+> bytes <bytes:int><? <reason:text>?>",
    ),
    (
        "IcmpConnectionBuilt",
        f"Built <direction=inbound|outbound> <protocol=ICMP> connection<? <connection_id:int>?> for {ICMP}<? type <icmp_type:int> code <icmp_code:int>?>",
    ),
    (
        "IcmpConnectionTeardown",
        f"Teardown <protocol=ICMP> connection<? <connection_id:int>?> for {ICMP}<? type <icmp_type:int> code <icmp_code:int>?>",
    ),
    (
        "TranslationBuilt",
        "Built <kind=dynamic|static> <protocol=TCP|UDP|ICMP> translation from <source_interface>:<source_address:[^\\s/\\(\\)]+>/<source_port:int><?(<source_user:[^\\(\\)]+>)?> to <mapped_interface:[^\\s:]+>:<mapped_address:[^\\s/\\(\\)]+>/<mapped_port:int>",
    ),
    (
        "TranslationTeardown",
        "Teardown <kind=dynamic|static> <protocol=TCP|UDP|ICMP> translation from <source_interface>:<source_address:[^\\s/\\(\\)]+>/<source_port:int><?(<source_user:[^\\(\\)]+>)?> to <mapped_interface:[^\\s:]+>:<mapped_address:[^\\s/\\(\\)]+>/<mapped_port:int> duration <duration>",
    ),
    (
        "DenyByAccessGroup",
        'Deny <protocol=icmp> src <source_interface>:<source_address:[^\\s\\(\\)]+><?(<source_user:[^\\(\\)]+>)?> dst <destination_interface>:<destination_address:[^\\s\\(\\)]+><?(<destination_user:[^\\(\\)]+>)?> (type <icmp_type:int>, code <icmp_code:int>) by access-group "<access_list:[^"]+>"<? [<hashes:[^\\[\\]]+>]?>',
    ),
    (
        "DenyByAccessGroup",
        'Deny <protocol> src <source_interface>:<source_address:[^\\s/\\(\\)]+>/<source_port:int><?(<source_user:[^\\(\\)]+>)?> dst <destination_interface>:<destination_address:[^\\s/\\(\\)]+>/<destination_port:int><?(<destination_user:[^\\(\\)]+>)?> by access-group "<access_list:[^"]+>"<? [<hashes:[^\\[\\]]+>]?>',
    ),
    (
        "DenyNoConnection",
        "Deny <protocol=TCP> (no connection) from <source_address:[^\\s/]+>/<source_port:int> to <destination_address:[^\\s/]+>/<destination_port:int> flags <flags:text> on interface <interface>",
    ),
    (
        "DenyInbound",
        "Deny inbound <protocol=UDP|TCP> from <source_address:[^\\s/]+>/<source_port:int> to <destination_address:[^\\s/]+>/<destination_port:int><? due to DNS <dns=Query|Response>?> on interface <interface>",
    ),
    (
        "InboundConnectionDenied",
        "Inbound <protocol=TCP> connection denied from <source_address:[^\\s/]+>/<source_port:int> to <destination_address:[^\\s/]+>/<destination_port:int> flags <flags:text> on interface <interface>",
    ),
    (
        "DenyReversePathCheck",
        "Deny <protocol> reverse path check from <source_address> to <destination_address> on interface <interface>",
    ),
    (
        "DenySpoof",
        "Deny IP spoof from (<source_address:[^\\s\\(\\)]+>) to <destination_address> on interface <interface>",
    ),
    (
        "AccessListHit",
        "access-list <access_list> <action=permitted|denied|est-allowed> <protocol> <source_interface:[^\\s/]+>/<source_address:[^\\s\\(\\)]+>(<source_port:int>)<?(<source_user:[^\\(\\)]+>)?> -> <destination_interface:[^\\s/]+>/<destination_address:[^\\s\\(\\)]+>(<destination_port:int>)<?(<destination_user:[^\\(\\)]+>)?> hit-cnt <hits:int> <interval=first hit|[0-9]+-second interval> [<hashes:[^\\[\\]]+>]",
    ),
    (
        "AccessDenied",
        "<protocol=TCP|UDP> access denied by ACL from <source_address:[^\\s/]+>/<source_port:int> to <interface>:<destination_address:[^\\s/]+>/<destination_port:int>",
    ),
    (
        "RequestDiscarded",
        "<protocol=TCP|UDP> request discarded from <source_address:[^\\s/]+>/<source_port:int> to <interface>:<destination_address:[^\\s/]+>/<destination_port:int>",
    ),
    (
        "LoginPermitted",
        'Login permitted from <source_address:[^\\s/]+>/<source_port:int> to <interface>:<destination_address:[^\\s/]+>/<service> for user "<user:[^"]*>"',
    ),
    (
        "LoginDenied",
        'Login denied from <source_address:[^\\s/]+>/<source_port:int> to <interface>:<destination_address:[^\\s/]+>/<service> for user "<user:[^"]*>"',
    ),
    (
        "AuthenticationSucceeded",
        "User authentication succeeded:<? IP address: <source_address>,?> Uname: <user>",
    ),
    ("AuthenticationFailed", "User authentication failed:<? IP address: <source_address>,?> Uname: <user>"),
    (
        "CommandExecuted",
        "User '<user:[^']+>', running '<application:[^']+>' from IP <source_address>, executed '<command:text>'",
    ),
    ("CommandExecuted", "User '<user:[^']+>' executed the '<command:text>' command."),
    ("ConfigurationBegin", "Begin configuration: <source:text> writing to <target:text>"),
    ("ConfigurationEnd", "End configuration: <status=OK|FAILED>"),
    ("ConfigurationErase", "Erase configuration: <source:text>"),
    (
        "AaaAuthenticationSuccessful",
        "AAA user <service=authentication|authorization|accounting> Successful : <scope=server|local database><? = <server>?> : user = <user>",
    ),
    (
        "AaaAuthenticationRejected",
        "AAA user <service=authentication|authorization> Rejected : reason = <reason:text> : <scope=server|local database><? = <server>?> : user = <user><? : user IP = <source_address>?>",
    ),
    ("AaaTransactionAccept", "AAA transaction status ACCEPT : user = <user>"),
    ("GroupPolicyRetrieved", "AAA retrieved default group policy (<policy:[^\\(\\)]+>) for user = <user>"),
    (
        "SessionDisconnected",
        "Group = <group:[^,]+>, Username = <user:[^,]+>, IP = <source_address:[^\\s,]+>, Session disconnected. Session Type: <session_type:[^,]+>, Duration: <duration:[^,]+>, Bytes xmt: <bytes_sent:int>, Bytes rcv: <bytes_received:int>, Reason: <reason:text>",
    ),
    (
        "AddressAssigned",
        "Group <<><group:[^\\>]+>> User <<><user:[^\\>]+>> IP <<><source_address:[^\\>]+>> IPv4 Address <<><assigned_address:[^\\>]+>> IPv6 address <<><assigned_address_6:[^\\>]+>> assigned to session",
    ),
    (
        "SvcConnectionEstablished",
        "Group <<><group:[^\\>]+>> User <<><user:[^\\>]+>> IP <<><source_address:[^\\>]+>> First <transport=TCP|UDP> SVC connection established for SVC session.",
    ),
    (
        "SvcClosingConnection",
        "Group <<><group:[^\\>]+>> User <<><user:[^\\>]+>> IP <<><source_address:[^\\>]+>> SVC closing connection: <reason:text>",
    ),
    (
        "ParentSessionStarted",
        "Group <<><group:[^\\>]+>> User <<><user:[^\\>]+>> IP <<><source_address:[^\\>]+>> AnyConnect parent session started.",
    ),
    (
        "PhaseCompleted",
        "Group = <group:[^,]+>,<? Username = <user:[^,]+>,?> IP = <neighbor:[^\\s,]+>, PHASE <phase:int> COMPLETED<? (msgid=<message_id:[0-9a-f]+>)?>",
    ),
    (
        "IpsecSaCreated",
        "IPSEC: An <direction=inbound|outbound> <kind:text> SA (SPI= <spi:0x[0-9A-Fa-f]+>) between <local_address> and <neighbor> (user= <user:[^\\(\\)]+>) has been created.",
    ),
    (
        "IpsecSaDeleted",
        "IPSEC: An <direction=inbound|outbound> <kind:text> SA (SPI= <spi:0x[0-9A-Fa-f]+>) between <local_address> and <neighbor> (user= <user:[^\\(\\)]+>) has been deleted.",
    ),
    (
        "SslHandshakeStarted",
        "Starting SSL handshake with <role=client|server> <interface:[^\\s:]+>:<source_address:[^\\s/]+>/<source_port:int> to <destination_address:[^\\s/]+>/<destination_port:int> for <version:text> session<?.?>",
    ),
    (
        "SslHandshakeCompleted",
        "Device completed SSL handshake with <role=client|server> <interface:[^\\s:]+>:<source_address:[^\\s/]+>/<source_port:int> to <destination_address:[^\\s/]+>/<destination_port:int> for <version:text> session",
    ),
    (
        "DropRateExceeded",
        "[< ><object:[^\\[\\]]+>] drop rate-<rate:int> exceeded. Current burst rate is <burst_rate:int> per second, max configured rate is <burst_limit:int>; Current average rate is <average_rate:int> per second, max configured rate is <average_limit:int>; Cumulative total count is <count:int>",
    ),
    (
        "HostAttackingOrTargeted",
        "Host <source_address> is <role=attacking|targeted>. Current burst rate is <burst_rate:int> per second, max configured rate is <burst_limit:int>; Current average rate is <average_rate:int> per second, max configured rate is <average_limit:int>; Cumulative total count is <count:int>",
    ),
    (
        "InterfaceLineStatusChanged",
        "Line protocol on Interface <interface>, changed state to <state=up|down>",
    ),
    (
        "InterfaceStateChanged",
        "Interface <interface:text>, changed state to <administrative?=administratively> <state=up|down>",
    ),
    (
        "FailoverCableOk",
        "(<unit=Primary|Secondary>) Failover cable OK.",
    ),
    (
        "FailoverSwitching",
        "(<unit=Primary|Secondary>) Switching to <state=ACTIVE|STANDBY|OK><? - <reason:text>?>",
    ),
    (
        "InterfaceMonitoring",
        "(<unit=Primary|Secondary>) Monitoring on interface <interface> <state=waiting|normal>",
    ),
    (
        "InterfaceTesting",
        "(<unit=Primary|Secondary>) Testing Interface <interface>",
    ),
    (
        "UrlAccessed",
        "<source_address:[^\\s\\(\\)]+><?(<user:[^\\(\\)]+>)?> Accessed URL <destination_address:[^\\s:]+>:<url:\\S+>",
    ),
    (
        "NoTranslationGroup",
        "No translation group found for <protocol> src <source_interface>:<source_address:[^\\s/]+><?/<source_port:int>?> dst <destination_interface>:<destination_address:[^\\s/]+><?/<destination_port:int>?>",
    ),
    (
        "AsymmetricNatDenied",
        "Asymmetric NAT rules matched for forward and reverse flows; Connection for <protocol> src <source_interface>:<source_address:[^\\s/\\(\\)]+>/<source_port:int><?(<source_user:[^\\(\\)]+>)?> dst <destination_interface>:<destination_address:[^\\s/\\(\\)]+>/<destination_port:int><?(<destination_user:[^\\(\\)]+>)?> denied due to NAT reverse path failure",
    ),
    (
        "NbrChanged",
        "Process <process_id:int>, Nbr <neighbor> on <interface> from <old_state> to <state>, <reason:text>",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

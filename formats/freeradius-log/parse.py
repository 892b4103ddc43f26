"""Reads radius.log of FreeRADIUS, after radiusd.conf and the server's own messages."""

from reading import enveloped, read_log

HEADER = [
    r"(?P<timestamp_text>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}) : (?P<level>Auth|Info|Error|ERROR|Warning|Warn|Debug|Proxy|Acct|Notice): (?:\((?P<request_id>\d+)\) +)?",
    *enveloped(r"(?:\((?P<request_id>\d+)\) +)?", tag=r"(?:radiusd|freeradius)"),
]
KINDS = {"pid": "int", "request_id": "int"}
USER = "[<user?:[^\\]]*?>/<<>via Auth-Type = <auth_type>>]"
FROM = " (from client <client> port <nas_port:int><? cli <calling_station:[^\\s)]+>?><? <tunnel:via TLS tunnel|via proxy to virtual server>?>)"
EVENTS = [
    ("LoginOk", "Login OK: " + USER + FROM),
    ("LoginOk", "Login OK: [<user?:[^\\]/]*><?/<:[^\\]]*>?>]" + FROM),
    ("LoginOk", "Login OK: [<user?:[^\\]]*>]" + FROM),
    ("LoginIncorrect", "Login incorrect<? (<reason:text>)?>: " + USER + FROM),
    ("LoginIncorrect", "Login incorrect<? (<reason:text>)?>: [<user?:[^\\]/]*><?/<:[^\\]]*>?>]" + FROM),
    ("LoginIncorrect", "Login incorrect<? (<reason:text>)?>: [<user?:[^\\]]*>]" + FROM),
    ("InvalidUser", "Invalid user<? (<reason:text>)?>: [<user?:[^\\]/]*><?/<:[^\\]]*>?>]" + FROM),
    ("MultipleLogins", "Multiple logins (max <maximum:int>)<? <multilink:\\[MPP attempt\\]>?>: [<user?:[^\\]/]*><?/<:[^\\]]*>?>]" + FROM),
    ("UnknownClient", "Ignoring request to <kind:\\w+> address <address> port <port:int><? bound to server <server>?> from unknown client <source_address> port <source_port:int><? proto <protocol>?>"),
    ("DroppingPacket", "Dropping packet without response because of error: <reason:text>"),
    ("InvalidMessageAuthenticator", "Received packet from <source_address> with invalid Message-Authenticator!<? (<reason:text>)?>"),
    ("ConflictingPacket", "Received conflicting packet from client <client> port <source_port:int> - ID: <packet_id:int> due to unfinished request<? in module <module:[^\\s.]+>?>.<? <detail:Giving up on old request.>?>"),
    ("DiscardingDuplicateRequest", "Discarding duplicate request from client <client> port <source_port:int> - ID: <packet_id:int> due to unfinished request<? in component <component> module <module>?>"),
    ("MarkingHomeServer", "<?PROXY:?>< >Marking home server <server_address> port <server_port:int> as <state:zombie|dead><? (<reason:[^)]+>)?><:[.]?>"),
    ("MarkingHomeServerAlive", "<?PROXY:?>< >Marking home server <server_address> port <server_port:int> <state:alive>"),
    ("NoReplyFromHomeServer", "<?PROXY:?>< >No response to status check <number:int><? ID <packet_id:int>?> for home server <server_address> port <server_port:int>"),
    ("ReadyToProcessRequests", "Ready to process requests<:[.]?>"),
    ("LoadedVirtualServer", "Loaded virtual server <server>"),
    ("OpeningConnection", "rlm_<module> (<instance>): Opening additional connection (<connection_id:int>), <used:int> of <maximum:int> pending slots used"),
    ("ClosingConnection", "rlm_<module> (<instance>): Closing connection (<connection_id:int>): <reason:text>"),
    ("ClosingConnection", "rlm_<module> (<instance>): Closing connection (<connection_id:int>), from <count:int> unused connections"),
    ("NeedMoreConnections", "Need <count:int> more connections to reach <wanted:text>"),
    ("HitIdleTimeout", "Hit idle_timeout, was idle for <seconds:int> seconds"),
    ("ModuleError", "rlm_<module><? (<instance>)?>: ERROR: <reason:text>"),
    ("EapError", "eap<?_<method:\\w+>?>: ERROR: <reason:text>"),
    ("TlsAlert", "TLS Alert <direction:read|write>:<severity:fatal|warning>:<reason:text>"),
    ("SignalledToTerminate", "Signalled to terminate"),
    ("ExitingNormally", "Exiting normally<:[.]?>"),
    ("ReceivedHup", "Received HUP signal<:[.]?>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

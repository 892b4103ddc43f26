"""Reads logs of F5 BIG-IP with a code (01070638:5:), after "BIG-IP Log Messages"."""

from reading import enveloped, read_log

CODE = r"(?P<code>0[01][0-9a-f]{6}):(?P<severity>[0-7]): "
HEADER = [
    *enveloped(
        r"(?:(?P<level>emerg|alert|crit|err|error|warning|notice|info|debug) )?"
        r"(?P<process>[A-Za-z][\w./-]*)(?:\[(?P<pid>\d+)\])?: " + CODE
    ),
    enveloped(CODE)[0],
]
KINDS = {"pid": "int"}
EVENTS = [
    (
        "PoolMemberMonitorStatusDown",
        "Pool <pool> member <member> monitor status <state=down>. [ <monitor:[^\\]]*> ] [ was <old_state> for <duration> ]",
    ),
    (
        "PoolMemberMonitorStatusUp",
        "Pool <pool> member <member> monitor status <state=up>. [ <monitor:[^\\]]*> ] [ was <old_state> for <duration> ]",
    ),
    (
        "PoolMemberMonitorStatusChanged",
        "Pool <pool> member <member> monitor status <state:[a-z ]+>.<? [ <monitor:[^\\]]*> ]?> [ was <old_state:[a-z ]+> for <duration> ]",
    ),
    ("PoolMemberSessionStatusChanged", "Pool <pool> member <member> session status <state:[a-z ]+>."),
    (
        "NodeMonitorStatusDown",
        "Node <node> address <address> monitor status <state=down>. [ <monitor:[^\\]]*> ] [ was <old_state> for <duration> ]",
    ),
    (
        "NodeMonitorStatusUp",
        "Node <node> address <address> monitor status <state=up>. [ <monitor:[^\\]]*> ] [ was <old_state> for <duration> ]",
    ),
    (
        "NodeMonitorStatusChanged",
        "Node <node> address <address> monitor status <state:[a-z ]+>.<? [ <monitor:[^\\]]*> ]?> [ was <old_state:[a-z ]+> for <duration> ]",
    ),
    ("NodeSessionStatusChanged", "Node <node> address <address> session status <state:[a-z ]+>."),
    ("NoPoolMembersAvailable", "No members available for pool <pool>"),
    ("PoolHasAvailableMembers", "Pool <pool> now has available members"),
    ("VirtualAvailable", "SNMP_TRAP: Virtual <virtual_server> has become available"),
    ("VirtualUnavailable", "SNMP_TRAP: Virtual <virtual_server> has become unavailable"),
    (
        "VirtualAddressStatusChanged",
        "Virtual Address <virtual_address> <kind=general|monitor> status changed from <old_state> to <state:\\w+>.",
    ),
    ("ClockAdvanced", "Clock advanced by <ticks:int> ticks"),
    (
        "RstSent",
        "RST sent from <source_address:[^\\s]+>:<source_port:int> to <destination_address:[^\\s]+>:<destination_port:int>, [<cause_code:[^\\]]+>] <reason:text>",
    ),
    (
        "SslHandshakeFailed",
        "SSL Handshake failed for <protocol=TCP|UDP> <source_address:\\S+>:<source_port:int> -> <destination_address:\\S+>:<destination_port:int>",
    ),
    (
        "ConnectionError",
        "<source_address:\\S+>:<source_port:int> -> <destination_address:\\S+>:<destination_port:int>: Connection error: <function:\\w+>:<line:int>: <reason:text>",
    ),
    ("TclError", "TCL error: <rule> <<><event:\\w+>> - <reason:text>"),
    ("RuleLogged", "Rule <rule> <<><event:\\w+>>: <text:text>"),
    ("ActiveForTrafficGroup", "Active for traffic group <traffic_group:[^\\s.]+><?.?>"),
    ("StandbyForTrafficGroup", "Standby for traffic group <traffic_group:[^\\s.]+><?.?>"),
    ("UnitActive", "Active"),
    ("UnitStandby", "Standby"),
    (
        "HaConnectionEstablished",
        "HA Connection with peer <neighbor:[^\\s:]+>:<port:int> for traffic-group <traffic_group> established.",
    ),
    (
        "HaConnectionLost",
        "HA Connection with peer <neighbor:[^\\s:]+>:<port:int> for traffic-group <traffic_group> lost.",
    ),
    (
        "CmiPeerConnectionEstablished",
        "CMI peer connection established to <neighbor> port <port:int> after <retries:int> retries",
    ),
    ("LinkStateChanged", "Link: <interface> is <state=UP|DOWN>"),
    (
        "AuditCommand",
        "AUDIT - pid=<command_pid:int> user=<user> folder=<folder> module=<module> status=[<status:[^\\]]*>] cmd_data=<command:text>",
    ),
    (
        "AuditTransaction",
        "AUDIT - client <client>, user <user> - transaction #<transaction> - object <object:int> - <action:\\w+> <change:text> [Status=<status:[^\\]]*>]",
    ),
    (
        "AuditTransaction",
        "AUDIT - user <user> - transaction #<transaction> - object <object:int> - <action:\\w+> <change:text> [Status=<status:[^\\]]*>]",
    ),
    (
        "AuditLogin",
        'AUDIT - user <user> - RAW: <service:\\w+>(pam_audit): user=<account:\\S+> partition=[<partition:[^\\]]*>] level=<role> tty=<tty:text> host=<source_address> attempts=<attempts:int> start="<start:[^"]+>"',
    ),
    (
        "NewSession",
        "<session:\\S+>: New session from client IP <source_address> (<location:[^\\)]*>) at VIP <virtual_address> Listener <virtual_server> (Reputation=<reputation:[^\\)]*>)",
    ),
    ("SessionUsername", "<session:\\S+>: Username '<user:[^']*>'"),
    ("AccessPolicyResult", "<session:\\S+>: Access policy result: <result:text>"),
    ("SessionDeleted", "<session:\\S+>: Session deleted due to <reason:text>."),
    (
        "SessionStatistics",
        "<session:\\S+>: Session statistics - bytes in: <bytes_received:int>, bytes out: <bytes_sent:int>",
    ),
    (
        "AdAuthenticationFailed",
        "<session:\\S+>: AD module: authentication with '<user:[^']*>' failed: <reason:text>",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

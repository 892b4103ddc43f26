"""Reads syslog of Junos without structured data (rpd[5101]: RPD_BGP_...), after Juniper's System Log Explorer."""

from reading import enveloped, read_log

DAEMON = r"(?:/kernel|kernel|rpd|mgd|mib2d|chassisd|dcd|snmpd|cscript|init|jdhcpd|dhcpd|alarmd|eventd|craftd|pfed|cosd|dfwd|xntpd|ntpd|inetd|login|sshd|lacpd|l2cpd|l2ald|eswd|bfdd|ppmd|kmd|iked|pkid|nsd|jsrpd|rmopd|license-check|smid|utmd|idpd|fpc\d+|scb\d?|tnp\S*|cli|rshd|sflowd|vccpd|ksyncd|mcsnoopd|aamwd|appidd|useridd|httpd-gk|file|checklogin|cfmd|lfmd|mplsoamd|ifinfo|mspd|lldpd|dot1xd|spd|spmd|authd|bdbrepd|clksyncd|commit_batch|relayd|repd|rtlogd|ssd|stpd|vrrpd|web-mgmt|RT_FLOW|RT_IDP|RT_UTM|RT_SCREEN_TCP|RT_SCREEN_UDP|RT_SCREEN_ICMP|RT_SCREEN_IP|RT_IDS|RT_NAT|PFE|PERF_MON|AV_VIRUS_DETECTED_MT|WEBFILTER_URL_BLOCKED|WEBFILTER_URL_PERMITTED)"
PRIORITY = r"(?:%(?P<severity>[A-Z_]+-\d)-?)?(?:JTASK\S*: ?)?"
HEADER = enveloped(PRIORITY + r"(?=(?P<code>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+): )", tag=DAEMON) + enveloped(
    PRIORITY,
    tag=r"(?:rpd|mgd|mib2d|chassisd|dcd|cosd|dfwd|lacpd|l2cpd|l2ald|eswd|bfdd|ppmd|kmd|jsrpd|alarmd|craftd|/kernel|fpc\d+|pfed|eventd|RT_FLOW)",
)
KINDS = {"pid": "int"}
FLOW = "<source_address:[0-9a-fA-F.:]+>/<source_port:int>-><destination_address:[0-9a-fA-F.:]+>/<destination_port:int>"
NAT = "<nat_source_address:[0-9a-fA-F.:]+>/<nat_source_port:int>-><nat_destination_address:[0-9a-fA-F.:]+>/<nat_destination_port:int>"
ICMP_FLOW = FLOW.replace("source_port", "icmp_id").replace("destination_port", "icmp_sequence")
RULES = "<nat_source_rule:N/A|\\S+ \\S+> <nat_destination_rule:\\S+>"
EVENTS = [
    ("SessionCreate", "<:(?:RT_FLOW|APPTRACK)_SESSION_CREATE(?:_LS)?>: session created " + FLOW + "<? <connection_tag:0x[0-9a-f]+>?> <service> " + NAT + "<? <nat_connection_tag:0x[0-9a-f]+>?> <nat_rules:(?:\\S+ ){2,6}?><protocol:[0-9]{1,3}> <policy> <source_zone> <destination_zone> <session_id:int> <user:[^\\s(]+>(<roles:[^)]*>) <interface><? <details:text>?>"),
    ("SessionClose", "<:(?:RT_FLOW|APPTRACK)_SESSION_CLOSE(?:_LS)?>: session closed <reason:[^:]+>: " + FLOW + "<? <connection_tag:0x[0-9a-f]+>?> <service> " + NAT + " <details:text>"),
    ("SessionDeny", "<:RT_FLOW_SESSION_DENY(?:_LS)?>: session <action=denied> " + ICMP_FLOW + "<? <connection_tag:0x[0-9a-f]+>?> <service> <protocol:1|58>(<icmp_type:int>) <policy> <source_zone> <destination_zone> <application> <nested_application> <user:[^\\s(]+>(<roles:[^)]*>) <interface> <encrypted><? <details:text>?>"),
    ("SessionDeny", "<:RT_FLOW_SESSION_DENY(?:_LS)?>: session <action=denied> " + FLOW + "<? <connection_tag:0x[0-9a-f]+>?> <service> <protocol:[0-9]{1,3}>(<icmp_type:int>) <policy> <source_zone> <destination_zone> <application> <nested_application> <user:[^\\s(]+>(<roles:[^)]*>) <interface> <encrypted><? <details:text>?>"),
    ("BgpNeighborStateChanged", "RPD_BGP_NEIGHBOR_STATE_CHANGED: BGP peer <neighbor:[0-9a-fA-F.:]+> (<peer_type:External|Internal> AS <remote_as:int>) changed state from <old_state=\\w+> to <state=\\w+> (event <event:[^)]+>)<? (instance <instance:[^)]+>)?>"),
    ("BgpNotification", "NOTIFICATION <direction=sent to|received from> <neighbor:[0-9a-fA-F.:]+> (<peer_type:External|Internal> AS <remote_as:int>): code <error_code:int> (<error:[^)]+>)<? subcode <error_subcode:int> (<suberror:[^)]+>)?><?, Reason: <reason:text>?>"),
    ("BgpNotification", "bgp_<function:\\w+>:<?<source_line:[0-9]+>:?> NOTIFICATION <direction=sent to|received from> <neighbor:[0-9a-fA-F.:]+> (<peer_type:External|Internal> AS <remote_as:int>): code <error_code:int> (<error:[^)]+>)<? subcode <error_subcode:int> (<suberror:[^)]+>)?><?, Reason: <reason:text>?>"),
    ("OspfNeighborUp", "RPD_OSPF_NBRUP: OSPF neighbor <neighbor:[0-9.]+> (realm <realm> <interface> area <area:[^)]+>) state changed from <old_state=\\w+> to <state=Full> due to <reason:text>"),
    ("OspfNeighborDown", "RPD_OSPF_NBRDOWN: OSPF neighbor <neighbor:[0-9.]+> (realm <realm> <interface> area <area:[^)]+>) state changed from <old_state=\\w+> to <state=\\w+> due to <reason:text>"),
    ("IsisAdjacencyDown", "RPD_ISIS_ADJDOWN: IS-IS lost <isis_level:L[12]> adjacency to <neighbor> on <interface:[^\\s,]+>, reason: <reason:text>"),
    ("IsisAdjacencyUp", "RPD_ISIS_ADJUP: IS-IS new <isis_level:L[12]> adjacency to <neighbor> on <interface>"),
    ("LdpSessionDown", "RPD_LDP_SESSIONDOWN: LDP session <neighbor:[^\\s,]+> is down, reason: <reason:text>"),
    ("LdpSessionUp", "RPD_LDP_SESSIONUP: LDP session <neighbor> is up"),
    ("SnmpTrapLinkDown", "SNMP_TRAP_LINK_DOWN: ifIndex <if_index:int>, ifAdminStatus <admin_status:\\w+>(<:\\d+>), ifOperStatus <state=down>(<:\\d+>), ifName <interface>"),
    ("SnmpTrapLinkUp", "SNMP_TRAP_LINK_UP: ifIndex <if_index:int>, ifAdminStatus <admin_status:\\w+>(<:\\d+>), ifOperStatus <state=up>(<:\\d+>), ifName <interface>"),
    ("SnmpAuthFailure", "SNMPD_AUTH_FAILURE: <function:\\w+>: unauthorized SNMP community from <source_address> to <destination_address> (<community:[^)]*>)"),
    ("Commit", "UI_COMMIT: User '<user:[^']*>' requested '<operation:[^']*>' operation (comment: <comment:text>)"),
    ("CommitProgress", "UI_COMMIT_PROGRESS: Commit operation in progress: <progress:text>"),
    ("CommitCompleted", "UI_COMMIT_COMPLETED: commit complete"),
    ("CommandLine", "UI_CMDLINE_READ_LINE: User '<user:[^']*>', command '<command:text>'"),
    ("LoginEvent", "UI_LOGIN_EVENT: User '<user:[^']*>' login, class '<class:[^']*>' [<session_pid:int>]<?, <details:text>?>"),
    ("LogoutEvent", "UI_LOGOUT_EVENT: User '<user:[^']*>' logout"),
    ("AuthEvent", "UI_AUTH_EVENT: Authenticated user '<user:[^']*>'<? at permission level '<permission_level:[^']*>'?><? assigned to class '<class:[^']*>'?>"),
    ("LoginFailed", "<:LOGIN_FAILED|SSHD_LOGIN_FAILED>: Login failed for user '<user:[^']*>' from host '<source_address:[^']*>'"),
    ("LoginFailed", "<:LOGIN_FAILED|SSHD_LOGIN_FAILED>: Login failed for user <user> from host <source_address>"),
    ("LoginInformation", "LOGIN_INFORMATION: User <user> logged in from host <source_address> on device <line>"),
    ("FanFailed", "Fan <fan:text> failed<? <details:text>?>"),
    ("AlarmSet", "Alarm set: <alarm:text>"),
    ("AlarmCleared", "Alarm cleared: <alarm:text>"),
    ("BfdSessionDown", "<:BFDD_TRAP_SHOP_STATE_DOWN|BFDD_TRAP_MHOP_STATE_DOWN|BFDD_TRAP_STATE_DOWN>: BFD session <neighbor> (<interface:[^)]*>) state <old_state=\\w+> -> <state=Down><? <details:text>?>"),
    ("VpnUp", "KMD_VPN_UP_ALARM_USER: VPN <vpn> from <neighbor> is up. <details:text>"),
    ("VpnDown", "KMD_VPN_DOWN_ALARM_USER: VPN <vpn> from <neighbor> is down. <details:text>"),
    ("ScreenAttack", "<:RT_SCREEN_\\w+>: <attack:[^!]+>! source: <source_address:[0-9a-fA-F.:]+?><?:<source_port:int>?>, destination: <destination_address:[0-9a-fA-F.:]+?><?:<destination_port:int>?>, <details:text>"),
    ("ChildProcessStatus", "UI_CHILD_STATUS: Cleanup child '<path:[^']*>', PID <child_pid:int>, status <status:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

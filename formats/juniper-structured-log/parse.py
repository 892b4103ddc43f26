"""Reads structured syslog of Junos ([junos@2636...]), after the "System Log Explorer"."""

from reading import read_log

DATA = (
    r"(?=(?P<code>[A-Z][A-Z0-9_]+|-) (?P<structured_data>\[junos@2636\.(?:[^\]\"]|\"(?:[^\"\\]|\\.)*\")*\]))"
    r"(?=(?:.*? username=\"(?P<user>[^\"]*)\")?)"
    r"(?=(?:.*? interface-name=\"(?P<interface>[^\"]*)\")?)"
    r"(?=(?:.*? (?:peer-name|neighbor-address)=\"(?P<neighbor>[^\" ]*))?)"
)
HEADER = [
    r"(?:<\d{1,3}>)?(?:\d )?(?P<timestamp_text>{iso}) (?P<host>\S+) (?P<process>\S+) (?P<pid>\S+) " + DATA,
    r"(?:<\d{1,3}>)?(?P<received_text>{month day}|{iso}) (?P<relay>\S+) (?:\d )?(?P<timestamp_text>{iso}) "
    r"(?P<host>\S+) (?P<process>\S+) (?P<pid>\S+) " + DATA,
]
KINDS = {
    "pid": "int",
    "source_port": "int",
    "destination_port": "int",
    "nat_source_port": "int",
    "nat_destination_port": "int",
    "session_id_32": "int",
    "packets_from_client": "int",
    "packets_from_server": "int",
    "bytes_from_client": "int",
    "bytes_from_server": "int",
    "elapsed_time": "int",
    "return_value": "int",
    "snmp_interface_index": "int",
}
EVENTS = [
    ("SessionCreate", "<:(?:RT_FLOW|APPTRACK)_SESSION_CREATE> <:.*>"),
    ("SessionClose", "<:(?:RT_FLOW|APPTRACK)_SESSION_CLOSE> <:.*>"),
    ("SessionDeny", "<:(?:RT_FLOW|APPTRACK)_SESSION_DENY> <:.*>"),
    ("SessionUpdate", "APPTRACK_SESSION_VOL_UPDATE <:.*>"),
    ("IdpAttackEvent", "<:IDP_ATTACK_LOG_EVENT(?:_LS)?> <:.*>"),
    ("ScreenTcp", "RT_SCREEN_TCP <:.*>"),
    ("ScreenUdp", "RT_SCREEN_UDP <:.*>"),
    ("ScreenIcmp", "RT_SCREEN_ICMP <:.*>"),
    ("ScreenIp", "RT_SCREEN_IP <:.*>"),
    ("ScreenTcpSourceIp", "RT_SCREEN_TCP_SRC_IP <:.*>"),
    ("ScreenTcpDestinationIp", "RT_SCREEN_TCP_DST_IP <:.*>"),
    ("WebfilterUrlBlocked", "WEBFILTER_URL_BLOCKED <:.*>"),
    ("WebfilterUrlPermitted", "WEBFILTER_URL_PERMITTED <:.*>"),
    ("AntivirusVirusDetected", "AV_VIRUS_DETECTED_MT <:.*>"),
    ("LoginEvent", "UI_LOGIN_EVENT <:.*>"),
    ("LogoutEvent", "UI_LOGOUT_EVENT <:.*>"),
    ("AuthEvent", "UI_AUTH_EVENT <:.*>"),
    ("CommandLine", "UI_CMDLINE_READ_LINE <:.*>"),
    ("Commit", "UI_COMMIT <:.*>"),
    ("CommitProgress", "UI_COMMIT_PROGRESS <:.*>"),
    ("CommitCompleted", "UI_COMMIT_COMPLETED <:.*>"),
    ("LoginFailed", "LOGIN_FAILED <:.*>"),
    ("LoginInformation", "LOGIN_INFORMATION <:.*>"),
    ("SshdLoginFailed", "SSHD_LOGIN_FAILED <:.*>"),
    ("SnmpTrapLinkUp", "SNMP_TRAP_LINK_UP <:.*>"),
    ("SnmpTrapLinkDown", "SNMP_TRAP_LINK_DOWN <:.*>"),
    ("SnmpAuthFailure", "SNMPD_AUTH_FAILURE <:.*>"),
    ("BgpNeighborStateChanged", "RPD_BGP_NEIGHBOR_STATE_CHANGED <:.*>"),
    ("OspfNeighborUp", "RPD_OSPF_NBRUP <:.*>"),
    ("OspfNeighborDown", "RPD_OSPF_NBRDOWN <:.*>"),
    ("IsisAdjacencyDown", "RPD_ISIS_ADJDOWN <:.*>"),
    ("IsisAdjacencyUp", "RPD_ISIS_ADJUP <:.*>"),
    ("LdpSessionDown", "RPD_LDP_SESSIONDOWN <:.*>"),
    ("LdpSessionUp", "RPD_LDP_SESSIONUP <:.*>"),
    ("MplsLspUp", "RPD_MPLS_LSP_UP <:.*>"),
    ("MplsLspDown", "RPD_MPLS_LSP_DOWN <:.*>"),
    ("VpnUpAlarm", "KMD_VPN_UP_ALARM_USER <:.*>"),
    ("VpnDownAlarm", "KMD_VPN_DOWN_ALARM_USER <:.*>"),
    ("ChildProcessStatus", "UI_CHILD_STATUS <:.*>"),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

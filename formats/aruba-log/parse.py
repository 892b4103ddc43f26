"""Reads logs of Aruba AOS-CX (Event|105|) and ArubaOS (<501093> <NOTI>), after their message guides."""

from reading import enveloped, read_log

CX = r"Event\|(?P<code>\d+)\|LOG_(?P<level>[A-Z]+)\|(?P<role>[^|]*)\|(?P<slot>[^|]*)\|"
OS = (
    r"<(?P<code>\d{6})>(?: <(?P<task>\d+)>)?(?: <(?P<level>NOTI|WARN|ERRS|INFO|DBUG|CRIT|EMRG|ALRT)>)? "
    r"(?: ?\|(?P<component>[^|]*)\| +)?(?:\|?AP:?\s?(?P<access_point>[^\s@|]+)(?:@(?P<access_point_address>[^\s|]+))? ?)?(?:\|? ?(?P<function>[a-z]+)\| +)?"
    r"(?:<(?:(?P<device_address>[0-9.]{7,15}) (?P<device_mac>[0-9A-Fa-f:]{17})|(?P<node>[^<>\s]+) (?P<node_address>[^<>\s]+))> *)? *"
)
TAG = r"(?P<process>[A-Za-z][\w.-]*)(?:\[(?P<pid>\d+)\])?: +"
HEADER = [
    enveloped(CX)[0],
    enveloped(OS)[0],
    *enveloped("(?:" + TAG + ")?" + CX),
    *enveloped(r"(?P<timestamp_text>{month day, year last}) (?P<host>\S+) (?:" + TAG + ")?" + OS),
    *enveloped("(?:" + TAG + ")?" + OS),
]
KINDS = {"pid": "int", "task": "int"}
MAC = "<mac:[0-9a-fA-F:]+>"
AP = "AP <access_point_address:[^\\s-]+>-<bssid:[0-9a-fA-F:]+>-<access_point:\\S+>"
EVENTS = [
    ("LldpNeighborAdded", "LLDP neighbor <neighbor> added on <interface>"),
    ("LldpNeighborUpdated", "LLDP neighbor <neighbor> updated on <interface>"),
    ("LldpNeighborDeleted", "LLDP neighbor <neighbor> deleted on <interface>"),
    ("LinkStatusUp", "Link status for interface <interface> is <state=up> at <speed:text>"),
    ("LinkStatusUp", "Link status for interface <interface> is <state=up>"),
    ("LinkStatusDown", "Link status for interface <interface> is <state=down>"),
    (
        "TopologyChangeGenerated",
        "<instance:text> - Topology Change generated on port <interface> going in to <state>",
    ),
    (
        "TopologyChangeReceived",
        "<instance:text> - Topology Change received on port <interface> from source: <mac>",
    ),
    ("MemoryUsage", "Current system memory usage for module <module> is <percent:int>%"),
    ("AuthRequest", f"Auth request: {MAC}: {AP} auth_alg <algorithm:int>"),
    ("AuthSuccess", f"Auth success: {MAC}: {AP}"),
    ("AuthFailure", f"Auth failure: {MAC}: {AP} Reason <reason:text>"),
    ("AssocRequest", f"Assoc request @ <time:[^\\s]+>: {MAC} (SN <sequence:int>): {AP}"),
    ("AssocSuccess", f"Assoc success @ <time:[^\\s]+>: {MAC}: {AP}"),
    ("AssocFailure", f"Assoc failure: {MAC}: {AP} Reason <reason:text>"),
    ("DeauthFromSta", f"Deauth from sta: {MAC}: {AP} Reason <reason:text>"),
    ("DeauthToSta", f"Deauth to sta: {MAC}: <cause:text> {AP} <reason:text>"),
    ("DisassocFromSta", f"Disassoc from sta: {MAC}: {AP} Reason <reason:text>"),
    (
        "UserAuthenticationSuccessful",
        "User Authentication Successful: username=<user> MAC=<mac> IP=<source_address> role=<role> VLAN=<vlan> AP=<access_point> SSID=<ssid:text> AAA profile=<profile:text> auth method=<method:text> auth server=<server>",
    ),
    (
        "UserAuthenticated",
        "User authenticated, mac-<mac:[^,]+>, username-<user:[^,]*>, IP-<source_address:[^,]*>, method-<method:[^,]*>, role-<role>",
    ),
    ("UserFailedAuthentication", "User <user> Failed Authentication (<reason:text>)"),
    (
        "MgmtUserAuthenticationFailed",
        "Mgmt User Authentication failed. username=<user> userip=<source_address> servername=<server> serverip=<server_address>",
    ),
    ("UserNotFound", "User <user> was not found in the database"),
    (
        "StationMessageReceived",
        "recv_sta_update: receive station msg, mac-<mac:[0-9a-fA-F:]+> bssid-<bssid:[0-9a-fA-F:]+> essid-<ssid:text> timestamp-<time:\\S+>.",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

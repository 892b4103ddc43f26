"""Reads logs of HPE ProCurve and ArubaOS-Switch, after the "Event Log Message Reference"."""

from reading import enveloped, read_log

MEMBER = r"(?P<member>ST\d+-(?:CMDR|STBY|MMBR)|AM\d): +"
HEADER = [
    *enveloped(r"(?P<code>0\d{4}) (?P<component>[A-Za-z][\w-]*): +(?:" + MEMBER + ")?"),
    *enveloped(r"(?P<component>[A-Za-z][\w-]*): +" + MEMBER),
]
KINDS = {"pid": "int"}
EVENTS = [
    ("PortOnline", "port <interface> is now on-line"),
    ("PortOnline", "port <interface> in <trunk> is now on-line"),
    ("PortOffline", "port <interface> is now off-line"),
    ("PortOffline", "port <interface> in <trunk> is now off-line"),
    ("PortBlocked", "port <interface> is Blocked by <blocked_by>"),
    ("PortHighCollisionOrDropRate", "port <interface:[\\w/]+>-High collision or drop rate. See help."),
    ("PortExcessiveBroadcasts", "port <interface:[\\w/]+>-Excessive Broadcasts. See help."),
    ("UserLoggedIn", "User '<user:[^']*>' logged in from <source_address> to <service> session"),
    (
        "InvalidUserNameOrPassword",
        "Invalid user name/password on <service> session User '<user:[^']*>' is trying to login from <source_address>",
    ),
    ("ManagementSession", "SME <service> from <source_address> - <role> Mode"),
    (
        "SecurityAccessViolation",
        "Security access violation from <source_address> for the community name or user name : <community>",
    ),
    (
        "SecurityAccessViolation",
        "Security access violation from <source_address> for the community name or user name : <community> (<times:int> times in <seconds:int> seconds)",
    ),
    (
        "TimeUpdated",
        "Updated time by <seconds:int> seconds from server at <server:[^\\s]*[^\\s.]>. Previous time was <previous_time:[^.]+>. Current time is <current_time:[^.]+>.",
    ),
    ("SslSessionClosed", "SSL/TLS session closed for <service> from <source_address:[^\\s]*[^\\s.]>."),
    ("NoAddressesToOffer", "No IP addresses to offer from pool <pool>"),
    (
        "NoAddressesToOffer",
        "No IP addresses to offer from pool <pool> (<times:int> times in <seconds:int> seconds)",
    ),
    (
        "HighThresholdReached",
        "High threshold reached for pool <pool:[^\\s]*[^\\s.]>. Active bindings: <active:int>, Free bindings: <free:int>",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads logs of HPE and H3C Comware (%%10IFNET/3/), after the "System Log Messages Reference"."""

from reading import enveloped, read_log

SIGN = (
    r"(?P<module>[A-Z][\w-]*)/(?P<level>[0-7])/(?P<mnemonic>\w+)(?:\((?P<kind>[a-z])\))?: ?"
    r"(?:-(?:DevIP|MDC|Chassis|Slot)=(?P<location>[^;]*); ?)?"
)
HEADER = [
    *enveloped(r"(?P<timestamp_text>{month day, year last}) (?P<host>\S+) %%10" + SIGN),
    *enveloped(r"(?P<timestamp_text>{iso}) (?P<host>\S+) %%10" + SIGN),
    *enveloped("%%10" + SIGN),
    r"%(?P<timestamp_text>[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d:\d{1,3} \d{4}) (?P<host>\S+) " + SIGN,
]
KINDS = {"pid": "int"}
EVENTS = [
    (
        "PhysicalStateChanged",
        "Physical state on the interface <interface> changed to <state=up|down>.",
    ),
    (
        "LineProtocolStateChanged",
        "Line protocol state on the interface <interface> changed to <state=up|down>.",
    ),
    ("LinkStatus", "<interface> link status is <state=UP|DOWN>."),
    ("LineProtocol", "Line protocol on the interface <interface> is <state=UP|DOWN>."),
    ("LoggedIn", "<user> logged in from <source_address>."),
    ("LoggedOut", "<user> logged out from <source_address>."),
    ("FailedToLogIn", "<user> failed to log in from <source_address>."),
    (
        "CommandIssued",
        "-Line=<line>-IPAddr=<source_address:[^;-]+>-User=<user:[^;]+>; Command is <command:text>",
    ),
    (
        "SshUserConnected",
        "SSH user <user> (IP: <source_address:[^\\)]+>) connected to the server successfully.",
    ),
    (
        "SshUserDisconnected",
        "SSH user <user> (IP: <source_address:[^\\)]+>) disconnected from the server.",
    ),
    (
        "AuthenticationFailed",
        "Authentication failed for <user> from <source_address> port <source_port:int> <ssh_version:ssh[12]>.",
    ),
    ("AcceptedPassword", "Accepted password for <user> from <source_address> port <source_port:int>."),
    (
        "AuthenticationFailed",
        "Authentication failed for user <user> from <source_address> port <source_port:int> because of <reason:text>.",
    ),
    (
        "PortForwarding",
        "Instance <instance:int>'s port <interface> has been set to <state=forwarding> state.",
    ),
    (
        "PortDiscarding",
        "Instance <instance:int>'s port <interface> has been set to <state=discarding> state.",
    ),
    ("TopologyChangeDetected", "Instance <instance:int>'s port <interface> detected a topology change."),
    ("BpduProtection", "BPDU-Protection port <interface> received BPDUs."),
    (
        "LldpNeighborCreated",
        "<agent:text> neighbor created on port <interface> (IfIndex <index:int>), neighbor's chassis ID is <chassis>, port ID is <port:text>.",
    ),
    (
        "LldpNeighborDeleted",
        "<agent:text> neighbor deleted on port <interface> (IfIndex <index:int>), neighbor's chassis ID is <chassis>, port ID is <port:text>.",
    ),
    (
        "OspfNeighborChanged",
        "OSPF <process_id:int> Neighbor <neighbor:[^\\(]+>(<interface:[^\\)]+>) changed from <old_state> to <state:\\w+>.",
    ),
    (
        "BgpStateChanged",
        "BGP<instance?:[\\w-]*>.<vrf?:[\\w-]*>: <neighbor> state has changed from <old_state> to <state:\\w+><?.?>",
    ),
    (
        "MemberPortActive",
        "Member port <interface> of aggregation group <aggregation_group> changed to the <state=active> state.",
    ),
    (
        "MemberPortInactive",
        "Member port <interface> of aggregation group <aggregation_group> changed to the <state=inactive> state, because <reason:text>.",
    ),
    (
        "ConfigurationChanged",
        "-EventIndex=<event_index:[^;-]+>-CommandSource=<command_source:[^;-]+>-ConfigSource=<config_source:[^;-]+>-ConfigDestination=<config_destination:[^;-]+>; Configuration changed.",
    ),
    ("DuplicateAddress", "Duplicate address <address> on interface <interface>, sourced from <mac>."),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads logs of Huawei VRP (%%01IFNET/4/LINK_STATE(l)[1]:), after the "Log Reference"."""

from reading import enveloped, read_log

SIGN = (
    r"%%0\d(?P<module>[A-Z][\w-]*)/(?P<level>[0-7])/(?P<mnemonic>\w+)\((?P<kind>[a-z])\)"
    r"(?::CID=(?P<cid>0x\w+)(?:-alarmID=(?P<alarm_id>0x\w+))?;|(?:\[(?P<sequence>\d+)\])?:)"
)
TRAP = r"(?P<module>[A-Z][\w-]*)/(?P<level>[0-7])/(?P<mnemonic>\w+): ?OID:? ?(?P<oid>[\d.]+) "
HEADER = [
    *enveloped(r"(?P<timestamp_text>{month day year})(?:[+-]\d\d:\d\d)?(?: DST)? (?P<host>\S+) " + SIGN),
    *enveloped(r"(?P<timestamp_text>{month day year})(?:[+-]\d\d:\d\d)?(?: DST)? (?P<host>\S+) " + TRAP),
    *enveloped(SIGN),
]
KINDS = {"pid": "int", "sequence": "int"}
EVENTS = [
    (
        "LineProtocolStateChanged",
        "The line protocol <protocol> on the interface <interface> has entered the <state> state.",
    ),
    (
        "LineProtocolStateChanged",
        "The line protocol on the interface <interface> has entered the <state> state.",
    ),
    ("InterfaceTurnedUp", "Interface <interface> has turned into UP state."),
    ("InterfaceTurnedDown", "Interface <interface> has turned into DOWN state."),
    (
        "BgpPeerStateChanged",
        "The status of the peer <neighbor> changed from <old_state> to <state>. (InstanceName=<vrf:[^,\\)]*>, StateChangeReason=<reason:[^\\)]*>)",
    ),
    (
        "OspfNeighborStateChanged",
        "Neighbor changes event: neighbor status changed. (ProcessId=<process_id>, NeighborAddress=<neighbor>, NeighborEvent=<event>, NeighborPreviousState=<old_state>, NeighborCurrentState=<state:[^,\\)]+>)",
    ),
    (
        "OspfNeighborStateLeftFull",
        "Neighbor state leaves full or changed to Down. (ProcessId=<process_id>, NeighborRouterId=<router_id>, NeighborAreaId=<area>, NeighborInterface=<interface>,NeighborDownImmediate reason=<reason:[^,]+>, NeighborDownPrimeReason=<prime_reason:[^,]+>, NeighborChangeTime=<change_time:[^\\)]+>)",
    ),
    (
        "LoginFailed",
        "Failed to login. (Ip=<source_address:[^,]*>, UserName=<user:[^,]*>, Times=<times:int><?, AccessType=<service:[^,\\)]*>?><?, VpnName=<vrf?:[^\\)]*>?>)",
    ),
    (
        "CommandRecorded",
        'Recorded command information. (Task=<task:[^,]*>, Ip=<source_address:[^,]*>, VpnName=<vrf?:[^,]*>, User=<user:[^,]*>, AuthenticationMethod="<authentication:[^"]*>", Command="<command:text>")',
    ),
    (
        "CommandRecorded",
        'Recorded command information. (Task=<task:[^,]*>, Ip=<source_address:[^,]*>, User=<user:[^,]*>, Command="<command:text>")',
    ),
    (
        "CommandRecorded",
        'Recorded command information. (Task=<task:[^,]*>, RemoteIp=<source_address:[^,]*>, VpnName=<vrf?:[^,]*>, User=<user:[^,]*>, AuthenticationMethod="<authentication:[^"]*>", Command="<command:text>", LocalIp=<local_address:[^\\)]*>)',
    ),
    (
        "UserLoggedIn",
        'The user succeeded in logging in to <line>. (UserType=<user_type:[^,]*>, UserName=<user:[^,]*>, AuthenticationMethod="<authentication:[^"]*>", Ip=<source_address:[^,]*>, VpnName=<vrf?:[^\\)]*>)',
    ),
    (
        "ConfigurationSaved",
        "The user chose <answer> when deciding whether to save the configuration to the device.",
    ),
    (
        "ConfigurationsChanged",
        "Configurations have been changed. The current change number is <changes:int>, the change loop count is <loops:int>, and the maximum number of records is <maximum:int>.",
    ),
    (
        "MstpPortDiscarding",
        "MSTP process <process_id:int> Instance<instance:int>'s port <interface> has been set to discarding state.",
    ),
    (
        "MstpPortForwarding",
        "MSTP process <process_id:int> Instance<instance:int>'s port <interface> has been set to forwarding state.",
    ),
    (
        "ArpDuplicateAddress",
        "Received an ARP packet with a duplicate IP address from the interface. (IpAddress=<address:[^,]*>, InterfaceName=<interface:[^,]*>, MacAddress=<mac:[^\\)]*>)",
    ),
    (
        "PacketsExceededCpcarLimit",
        "Rate of packets to cpu exceeded the CPCAR limit on the <slot:text>. (Protocol=<protocol:[^,]*>, CIR/CBS=<rate:[^,]*>, ExceededPacketCount=<count:int>)",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads syslog of Nokia SR OS (PORT-WARNING-linkDown-2004), after the "Log Events Guide"."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:(?P<prefix>[\w-]+): )?(?P<sequence>\d+) (?P<router>[\w.-]+) (?P<application>[A-Z][A-Z0-9_]*)-"
    r"(?P<level>CLEARED|INDETERMINATE|CRITICAL|MAJOR|MINOR|WARNING|INFO)-(?P<event>\w+)-(?P<code>\d+) \[(?P<subject>[^\]]*)\]: +"
)
KINDS = {"pid": "int", "sequence": "int", "code": "int"}
BGP = (
    "<?(ASN <as_number:int>)?>< >VR <vr:int>: Group <group:[^:]+>: Peer <neighbor:[0-9A-Fa-f.:]*[0-9A-Fa-f]>:"
)
EVENTS = [
    ("InterfaceNotOperational", "Interface <interface> is not operational"),
    ("InterfaceOperational", "Interface <interface> is operational"),
    ("BgpPeerEstablished", f"{BGP} moved into established state"),
    (
        "BgpPeerMovedToLowerState",
        f"{BGP} moved from higher state <old_state> to lower state <state> due to event <reason>",
    ),
    ("BgpSendingNotification", f"{BGP} sending notification: code <notification> subcode <subcode>"),
    ("BgpReceivedNotification", f"{BGP} received notification: code <notification> subcode <subcode>"),
    (
        "OspfNeighborStateChanged",
        "LCL_RTR_ID <router_id:[^:]+>: Neighbor <neighbor> on <interface> router state changed to <state> (event <reason:[^\\)]+>)",
    ),
    ("UserLoggedIn", "User <user> from <source_address> logged in"),
    ("UserLoggedOut", "User <user> from <source_address> logged out"),
    ("UserFailedAuthentication", "User <user> from <source_address> failed authentication"),
    (
        "UserCommand",
        "User from <source_address:[0-9A-Fa-f.:]*[0-9A-Fa-f]>: <prompt:[^\\s#]+># <command:text>",
    ),
    (
        "SapStatusChanged",
        "Status of SAP <sap> in service <service> (customer <customer>) changed to admin=<admin_state> oper=<state> flags=<flags:text>",
    ),
    (
        "SdpBindStatusChanged",
        "Status of SDP Bind <sdp_bind> in service <service> (customer <customer>) changed to admin=<admin_state> oper=<state> flags=<flags:text>",
    ),
    ("SdpStatusChanged", "Status of SDP <sdp> changed to admin=<admin_state> oper=<state>"),
    (
        "ServiceStatusChanged",
        "Status of service <service> (customer <customer>) changed to administrative state: <admin_state:[^,]+>, operational state: <state>",
    ),
    ("ConfigurationFileSaved", "Configuration file saved to: <file>"),
    ("ModuleInserted", "Class <class:text> : inserted"),
    ("ModuleRemoved", "Class <class:text> : removed"),
    ("ModuleFailed", "Class <class:text> : failed, reason: <reason:text>"),
    (
        "LagPartnerStateBitsChanged",
        "LAG <lag> : partner oper state bits changed on member <interface> : [<change:[^\\]]+>]",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

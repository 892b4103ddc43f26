"""Reads logs of Cisco AireOS (*task: time: %APF-6-), after the "WLC System Message Guide"."""

from reading import enveloped, read_log

BODY = (
    r"\*(?P<process>[\w.-]+): (?P<timestamp_text>{month day year}|{month day}): "
    r"[%#](?P<component>[A-Z0-9_]+)-(?P<level>[0-7])-(?P<mnemonic>\w+): (?:\[\w+\] ?)?(?:(?P<file>[\w.-]+\.(?:c|cpp|h)):(?P<line>\d+) )?"
)
HEADER = [
    *enveloped(r"(?P<host>[\w.-]+): " + BODY),
    *enveloped(BODY),
]
KINDS = {"pid": "int", "line": "int"}
MAC = "<mac:[0-9A-Fa-f:]{17}>"
EVENTS = [
    ("UsernameEntryCreated", "Username entry (<user:[^\\)]*>)<? is?> created for mobile <mac>"),
    ("UsernameEntryDeleted", "Username entry (<user:[^\\)]*>)<? is?> deleted for mobile <mac>"),
    ("MaxEapRetriesExceeded", f"Max EAP identity request retries (<retries:int>) exceeded for client {MAC}"),
    ("MaxEapRetransmissions", f"Max EAP retransmissions reached for mobile {MAC}<? <:.*>?>"),
    (
        "MaxEapolKeyRetransmissions",
        f"Max EAPOL-Key M<step:int> retransmissions reached for mobile {MAC}<? <:.*>?>",
    ),
    ("AuthenticationAborted", f"Authentication aborted for client {MAC}<? <:.*>?>"),
    ("InvalidReplayCounter", f"Invalid replay counter from client {MAC}<? <:.*>?>"),
    (
        "AuthenticationSucceeded",
        "Authentication succeeded for <kind=network user|admin user|guest user> '<user:[^']*>'<? on <address>?>",
    ),
    (
        "AuthenticationFailed",
        "Authentication failed for <kind=network user|admin user|guest user> '<user:[^']*>'<? on <address>?>",
    ),
    (
        "RadiusServerFailedToRespond",
        "RADIUS server <server:[^\\s:]+>:<port:int> failed to respond to request (ID <request:int>) for client <mac> / user '<user:[^']*>'",
    ),
    (
        "RadiusServerActivated",
        "RADIUS server <server:[^\\s:]+>:<port:int> activated <scope:text>",
    ),
    (
        "RadiusServerDeactivated",
        "RADIUS server <server:[^\\s:]+>:<port:int> deactivated <scope:text>",
    ),
    (
        "HeartbeatReplyNotReceived",
        "Did not receive heartbeat reply; AP: <access_point_mac:[0-9A-Fa-f:]{17}><? <:.*>?>",
    ),
    (
        "DtlsConnectionNotFound",
        "<local_address:[0-9.]+>: DTLS connection not found for AP <access_point_address:[0-9.]+> (<port:int>), Controller: <controller_address:[0-9.]+> (<controller_port:int>) <state:text>",
    ),
    ("DtlsConnectionClosed", "<neighbor:[0-9.]+>: DTLS connection closed by <by:text>"),
    (
        "AssociationIdError",
        "Error updating Association ID for REAP AP Client <access_point_mac:[0-9A-Fa-f:]{17}> - AID <aid:int>",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

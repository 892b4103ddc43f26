"""Reads syslog of UniFi access points and switches, after UniFi's help pages."""

from reading import enveloped, read_log

DEVICE = (
    r"\(?\"?(?:(?P<model>[A-Z][\w-]*),)?(?P<device_mac>[0-9a-f]{12}),"
    r"(?:v(?P<version>[\w.+-]+)|(?P<model_and_version>[A-Z][\w.+-]*))\"?\)?:?"
)
TAG = (
    r" (?:(?P<facility>[a-z]+)\.(?P<level>[a-z]+) )?(?:: )?(?:[\w./-]+: +(?=[\w./-]+\[\d+\]: ))?"
    r"(?P<process>[\w./-]+)(?:\[(?P<pid>\d+)\])?: +"
)
HEADER = enveloped(DEVICE + TAG)
KINDS = {"pid": "int"}
STA = "<interface:[\\w.]+>: STA <mac:[0-9a-f:]{17}>"
EVENTS = [
    ("StaAssociated", f"{STA} IEEE 802.11: associated<? <:.*>?>"),
    ("StaDisassociated", f"{STA} IEEE 802.11: disassociated<? <:.*>?>"),
    ("StaAuthenticated", f"{STA} IEEE 802.11: authenticated<? <:.*>?>"),
    ("StaDeauthenticated", f"{STA} IEEE 802.11: deauthenticated due to <reason:text>"),
    (
        "StaKeyHandshakeCompleted",
        f"{STA} WPA: <kind=pairwise|group> key handshake completed (<standard:[^\\)]+>)",
    ),
    ("StaAuthenticatedByEap", f"{STA} IEEE 802.1X: authenticated - EAP type: <eap_type:text>"),
    ("StaUnauthorizingPort", f"{STA} IEEE 802.1X: unauthorizing port"),
    ("StaAuthorizingPort", f"{STA} IEEE 802.1X: authorizing port"),
    (
        "StaStartingAccountingSession",
        f"{STA} RADIUS: starting accounting session <session>",
    ),
    (
        "StaStoppedAccountingSession",
        f"{STA} RADIUS: stopped accounting session <session>",
    ),
    (
        "StaAssocTracker",
        '[STA-TRACKER].stahtd_dump_event(): {"message_type":"<event:[^"]*>","mac":"<mac:[^"]*>","vap":"<interface:[^"]*>",<:.*>',
    ),
    (
        "StaAnomalies",
        "wireless_agg_stats.log_sta_anomalies(): bssid=<bssid> radio=<radio> vap=<interface> sta=<mac> satisfaction_now=<satisfaction:int> anomalies=<anomalies:text>",
    ),
    (
        "PasswordAuthSucceeded",
        "Password auth succeeded for '<user:[^']*>' from <source_address:[0-9A-Fa-f.:]+>:<source_port:int>",
    ),
    (
        "PubkeyAuthSucceeded",
        "Pubkey auth succeeded for '<user:[^']*>' with key <key:text> from <source_address:[0-9A-Fa-f.:]+>:<source_port:int>",
    ),
    (
        "BadPasswordAttempt",
        "Bad password attempt for '<user:[^']*>' from <source_address:[0-9A-Fa-f.:]+>:<source_port:int>",
    ),
    ("ChildConnection", "Child connection from <source_address:[0-9A-Fa-f.:]+>:<source_port:int>"),
    ("LinkUp", "TRAPMGR: Link Up: <interface>"),
    ("LinkDown", "TRAPMGR: Link Down: <interface>"),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads logs of hostapd and wpa_supplicant, after hostapd.conf and their control interface's events."""

from reading import enveloped, read_log

HEADER = [
    *enveloped(
        r"(?P<interface>[A-Za-z][\w.-]{0,20}): (?:STA (?P<mac>[0-9A-Fa-f:]{17}) (?P<component>[\w .]{2,20}): )?",
        tag=r"(?:hostapd|wpa_supplicant)",
    ),
    *enveloped(tag=r"(?:hostapd|wpa_supplicant)"),
]
MAC = "<mac:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}>"
EVENTS = [
    ("ApStaConnected", "AP-STA-CONNECTED " + MAC + "<? auth_alg=<auth_algorithm>?><? <detail:.*>?>"),
    ("ApStaDisconnected", "AP-STA-DISCONNECTED " + MAC),
    ("ApStaPossiblePskMismatch", "AP-STA-POSSIBLE-PSK-MISMATCH " + MAC),
    ("ApEnabled", "AP-ENABLED<:.*>"),
    ("ApDisabled", "AP-DISABLED<:.*>"),
    ("Authenticated", "authenticated"),
    ("Associated", "associated<? (aid <association_id:int>)?>"),
    ("Disassociated", "disassociated"),
    ("Disassociated", "disassociated due to inactivity"),
    ("Deauthenticated", "deauthenticated due to <reason:text>"),
    ("PairwiseKeyHandshakeCompleted", "pairwise key handshake completed (<kind:[^)]+>)"),
    ("GroupKeyHandshakeCompleted", "group key handshake completed (<kind:[^)]+>)"),
    ("StartingAccountingSession", "starting accounting session <session_id>"),
    ("StoppedAccountingSession", "stopped accounting session <session_id>"),
    ("AuthenticatedEapType", "authenticated - EAP type: <eap_type:text>"),
    ("InvalidMic", "invalid MIC in msg <handshake_message:\\d/\\d> of 4-Way Handshake"),
    ("EapolKeyTimeout", "EAPOL-Key timeout"),
    ("DidNotAcknowledge", "did not acknowledge <what:text>"),
    ("DfsRadarDetected", "DFS-RADAR-DETECTED freq=<frequency:int> <detail:text>"),
    ("ApCsaFinished", "AP-CSA-FINISHED freq=<frequency:int> dfs=<dfs:int>"),
    ("AcsCompleted", "ACS-COMPLETED freq=<frequency:int> channel=<channel:int>"),
    ("NoResponseFromRadius", "RADIUS No response from Authentication server <server_address>:<server_port:int> - <detail:text>"),
    ("CtrlEventConnected", "CTRL-EVENT-CONNECTED - Connection to <bssid:[0-9A-Fa-f:]{17}> completed [<detail:[^\\]]*>]"),
    ("CtrlEventDisconnected", "CTRL-EVENT-DISCONNECTED bssid=<bssid:[0-9A-Fa-f:]{17}> reason=<reason_code:int><? locally_generated=<local:int>?>"),
    ("CtrlEventEapSuccess", "CTRL-EVENT-EAP-SUCCESS EAP authentication completed successfully"),
    ("CtrlEventEapFailure", "CTRL-EVENT-EAP-FAILURE EAP authentication failed"),
    ("CtrlEventEapSuccess", "CTRL-EVENT-EAP-SUCCESS " + MAC),
    ("CtrlEventEapFailure", "CTRL-EVENT-EAP-FAILURE " + MAC),
    ("CtrlEventEapStarted", "CTRL-EVENT-EAP-STARTED " + MAC),
    ("CtrlEventSsidTempDisabled", "CTRL-EVENT-SSID-TEMP-DISABLED id=<network_id:int> ssid=\"<ssid:[^\"]*>\" auth_failures=<failures:int> duration=<seconds:int> reason=<reason>"),
    ("TryingToAssociate", "Trying to associate with <bssid:[0-9A-Fa-f:]{17}> (SSID='<ssid:[^']*>' freq=<frequency:int> MHz)"),
    ("AssociatedWith", "Associated with <bssid:[0-9A-Fa-f:]{17}>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)

"""Reads logs of Cisco ISE (CISE_...), after "Cisco ISE Syslogs" of its guide."""

from reading import enveloped, property_name, read_log

START = r"(?P<category>CISE_\w+) (?P<message_id>\d+) (?P<segments>\d+) (?P<segment>\d+) "
TIMED = r"(?P<timestamp_text>{iso}) (?P<sequence>\d+) (?P<code>\d{4,5}) (?P<level>[A-Z]+) (?:(?P<message_class>[\w /.&-]+): )?"
HEADER = [*enveloped(START + TIMED), *enveloped(START)]
KINDS = {"pid": "int", "segments": "int", "segment": "int"}
KEYS = {
    "UserName": "user",
    "User-Name": "user",
    "AdminName": "user",
    "AdminIPAddress": "source_address",
    "AdminInterface": "admin_interface",
    "Device IP Address": "device_address",
    "NetworkDeviceName": "device_name",
    "NAS-IP-Address": "nas_address",
    "NAS-Port": "nas_port:int",
    "Calling-Station-ID": "mac",
    "Called-Station-ID": "called_station",
    "Framed-IP-Address": "framed_address",
    "Protocol": "protocol",
    "FailureReason": "reason",
    "SelectedAccessService": "access_service",
    "SelectedAuthorizationProfiles": "authorization_profile",
    "AuthorizationPolicyMatchedRule": "rule",
    "AuthenticationMethod": "method",
    "AuthenticationIdentityStore": "identity_store",
    "Acct-Input-Octets": "bytes_received:int",
    "Acct-Output-Octets": "bytes_sent:int",
    "Acct-Session-Time": "duration:int",
    "Acct-Session-Id": "accounting_session",
    "Remote-Address": "source_address",
    "CmdSet": "command",
    "Port": "port",
    "DestinationIPAddress": "destination_address",
    "DestinationPort": "destination_port:int",
    "ConfigVersionId": "configuration_version:int",
    "RequestLatency": "latency:int",
    "CPMSessionID": "session_id",
    "ISEPolicySetName": "policy_set",
    "EndPointMatchedProfile": "endpoint_profile",
    "EndpointMatchedProfile": "endpoint_profile",
    "IdentityGroup": "identity_group",
    "AcsSessionID": "acs_session_id",
    "TotalFailedAttempts": "failed_attempts:int",
    "ObjectType": "object_type",
    "ObjectName": "object_name",
    "OperationMessageText": "text",
    "EapAuthentication": "eap_authentication",
    "EapTunnel": "eap_tunnel",
    "IdentityPolicyMatchedRule": "identity_rule",
}
EVENTS = [
    ("AuthenticationSucceeded", "Authentication succeeded<?, <:.*>?>"),
    ("AuthenticationFailed", "Authentication failed<?, <:.*>?>"),
    ("AuthenticationFailed", "Authentication failed and <reason:[^,]+><?, <:.*>?>"),
    ("GuestAuthenticationPassed", "Guest Authentication Passed<?, <:.*>?>"),
    ("CommandAuthorizationSucceeded", "Command Authorization succeeded<?, <:.*>?>"),
    ("CommandAuthorizationFailed", "Command Authorization failed<?, <:.*>?>"),
    ("SessionAuthorizationSucceeded", "Session Authorization succeeded<?, <:.*>?>"),
    ("SessionAuthorizationFailed", "Session Authorization failed<?, <:.*>?>"),
    ("DynamicAuthorizationSucceeded", "Dynamic Authorization succeeded<?, <:.*>?>"),
    ("DynamicAuthorizationFailed", "Dynamic Authorization failed<?, <:.*>?>"),
    ("RadiusAccountingStart", "RADIUS Accounting start request<?, <:.*>?>"),
    ("RadiusAccountingStop", "RADIUS Accounting stop request<?, <:.*>?>"),
    ("RadiusAccountingUpdate", "RADIUS Accounting watchdog update<?, <:.*>?>"),
    ("TacacsAccountingStart", "TACACS+ Accounting with Start<?, <:.*>?>"),
    ("TacacsAccountingStop", "TACACS+ Accounting with Stop<?, <:.*>?>"),
    ("TacacsAccountingCommand", "TACACS+ Accounting with Command<?, <:.*>?>"),
    ("AdministratorAuthenticationSucceeded", "Administrator authentication succeeded<?, <:.*>?>"),
    ("AdministratorAuthenticationFailed", "Administrator authentication failed<?, <:.*>?>"),
    ("AdministratorLoggedOff", "Administrator logged off<?, <:.*>?>"),
    ("ConfigurationAdded", "Added configuration<?, <:.*>?>"),
    ("ConfigurationChanged", "Changed configuration<?, <:.*>?>"),
    ("ConfigurationDeleted", "Deleted configuration<?, <:.*>?>"),
    ("EndpointNotResponding", "Supplicant stopped responding to ISE<?, <:.*>?>"),
    ("EndpointAbandonedSession", "Endpoint abandoned EAP session and started new<?, <:.*>?>"),
    (
        "NasDuplicateAuthentication",
        "NAS conducted several failed authentications of the same scenario<?, <:.*>?>",
    ),
    ("Segment", "<:[\\w -]+>=<:.*>"),
]
ESCAPED, HELD = "\\, ", "\\,\0"
MOST_STEPS = 60


def parse(lines):
    """Read the messages, then their attributes: names with blanks, in any order, which no table says."""
    records = read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
    for record in records:
        add_attributes(record["values"])
    return records


def add_attributes(values):
    """Add the attributes of a message, `Device IP Address=192.0.2.1, UserName=ann`; steps are a list."""
    steps = []
    for part in values.get("message", "").replace(ESCAPED, HELD).split(", "):
        key, sign, value = part.strip(" ,").replace(HELD, ESCAPED).partition("=")
        value = value.rstrip(" ;")
        if not sign or not value or len(key) > 60:
            continue
        if key == "Step":
            steps.append(value)
            continue
        name, _, kind = KEYS.get(key, property_name([key])).partition(":")
        values.setdefault(name, int(value) if kind and value.isdigit() else value)
    if steps:
        values["steps"] = steps[:MOST_STEPS]

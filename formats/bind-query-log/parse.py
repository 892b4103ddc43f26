"""Reads logs of ISC BIND's named: queries, security, transfers, zones, after "Logging" of its reference manual."""

from reading import enveloped, read_log

CATEGORY = (
    r"(?:(?P<component>client|cname|config|database|default|delegation-only|dispatch|dnssec|dnstap|edns-disabled|general|lame-servers|network|notify|nsid|"
    r"queries|query-errors|rate-limit|resolver|rpz|rpz-passthru|responses|security|serve-stale|spill|sslkeylog|trust-anchor-telemetry|unmatched|update|update-security|"
    r"update-policy|xfer-in|xfer-out|zoneload): )"
)
LEVEL = r"(?P<level>info|notice|warning|error|critical|debug \d+): "
HEADER = [
    *enveloped(rf"(?P<timestamp_text>{{day month year}}) (?:{CATEGORY})?(?:{LEVEL})?", tag=r"named"),
    *enveloped(rf"(?:{CATEGORY})?(?:{LEVEL})?", tag=r"named"),
    rf"(?P<timestamp_text>{{day month year}}|{{iso}}) {CATEGORY}(?:{LEVEL})?",
    rf"(?P<timestamp_text>{{day month year}}) (?:{LEVEL})?(?=client @0x|client [0-9a-fA-F.:]+#\d)",
    rf"{CATEGORY}{LEVEL}(?=client )",
]
CLIENT = "client<? <client_object:@0x[0-9a-f]+>?> <source_address:[0-9A-Fa-f.:%]+>#<source_port:int><?/key <key:[^\\s:]+>?><? (<name:[^)]+>)?>:<? view <view:[^:\\s]+>:?> "
SERVER = "<? (<destination_address:[0-9A-Fa-f.:%]+>)?><? [<ecs:ECS [^\\]]+><:\\]>?>"
REMOTE = "<server_address:[0-9A-Fa-f.:%]+>#<server_port:int>"
EVENTS = [
    ("Query", CLIENT + "query: <query> <class:[A-Z0-9]+> <query_type:[A-Z0-9-]+><? <flags:[+-]\\S*>?>" + SERVER),
    ("QueryDenied", CLIENT + "query<? (cache)?> '<query:[^'/]+>/<query_type:[^'/]+>/<class:[^']+>' <action=denied|refused|approved><? (<reason:[^)]+>)?>"),
    ("QueryFailed", CLIENT + "query failed (<response_code:[^)]+>) for <query:[^/\\s]+>/<class:[^/\\s]+>/<query_type:[^/\\s]+> at <place>"),
    ("UpdateDenied", CLIENT + "update '<zone:[^'/]+>/<class:[^']+>' denied"),
    ("UpdateForwardingDenied", CLIENT + "update forwarding '<zone:[^'/]+>/<class:[^']+>' denied"),
    ("UpdatingZone", CLIENT + "updating zone '<zone:[^'/]+>/<class:[^']+>': <action=adding an RR|deleting an RR|deleting rrset> at '<record_name:[^']+>' <record:text>"),
    ("UpdateFailed", CLIENT + "updating zone '<zone:[^'/]+>/<class:[^']+>': update <:failed|unsuccessful>: <reason:text>"),
    ("TransferStarted", CLIENT + "transfer of '<zone:[^'/]+>/<class:[^']+>': <transfer:AXFR|IXFR|AXFR-style IXFR> started<?: TSIG <tsig:[^\\s:]+>?><? (serial <serial:[0-9]+(?:[^)]*[0-9])?>)?>"),
    ("TransferEnded", CLIENT + "transfer of '<zone:[^'/]+>/<class:[^']+>': <transfer:AXFR|IXFR|AXFR-style IXFR> ended<?: <detail:text>?>"),
    ("ZoneTransferDenied", CLIENT + "zone transfer '<zone:[^'/]+>/<transfer:[^'/]+>/<class:[^']+>' denied"),
    ("BadZoneTransferRequest", CLIENT + "bad zone transfer request: '<zone:[^'/]+>/<class:[^']+>': <reason:text>"),
    ("ReceivedNotify", CLIENT + "received notify for zone '<zone:[^']+>'<?: TSIG '<tsig:[^']+><:'>?>"),
    ("RpzRewrite", CLIENT + "rpz <trigger:QNAME|IP|NSDNAME|NSIP|CLIENT-IP> <policy:\\S+> rewrite <query:[^/\\s]+>/<query_type:[^/\\s]+>/<class:[^/\\s]+> via <policy_record>"),
    ("RateLimitResponse", CLIENT + "rate limit <action=drop|slip><? <kind:[a-zA-Z]+>?> response to <network> for <query> <class> <query_type><? (<hash:[^)]+>)?>"),
    ("LimitResponses", "<?stop?>< >limit<? <kind:[a-zA-Z]+>?> responses to <network> for <query> <class> <query_type><? (<hash:[^)]+>)?>"),
    ("TransferCompleted", "transfer of '<zone:[^'/]+>/<class:[^']+>' from " + REMOTE + ": Transfer completed: <messages:int> messages, <records:int> records, <bytes:int> bytes, <duration:float> secs (<rate:int> bytes/sec)<? (serial <serial:int>)?>"),
    ("TransferStatus", "transfer of '<zone:[^'/]+>/<class:[^']+>' from " + REMOTE + ": Transfer status: <status:text>"),
    ("TransferConnected", "transfer of '<zone:[^'/]+>/<class:[^']+>' from " + REMOTE + ": connected using <local_address:[0-9A-Fa-f.:%]+>#<local_port:int><? TSIG <tsig>?>"),
    ("TransferFailed", "transfer of '<zone:[^'/]+>/<class:[^']+>' from " + REMOTE + ": failed <phase:text>: <reason:text>"),
    ("ZoneTransferStarted", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: Transfer started."),
    ("ZoneTransferred", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: transferred serial <serial:int><?: TSIG '<tsig:[^']+><:'>?>"),
    ("ZoneLoaded", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: loaded serial <serial:int><? (<detail:[^)]+>)?>"),
    ("ZoneSendingNotifies", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: sending notifies (serial <serial:int>)"),
    ("ZoneNotify", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: notify from " + REMOTE + ": serial <serial:int><?: <detail:text>?>"),
    ("ZoneNotifyRefused", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: refused notify from non-<role:master|primary>: " + REMOTE),
    ("ZoneRefreshFailure", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: refresh: <reason:text> from <role:master|primary> " + REMOTE + " (source <local_address:[0-9A-Fa-f.:%]+>#<local_port:int>)"),
    ("ZoneRefreshRetryLimitExceeded", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: refresh: retry limit for <role:master|primary> " + REMOTE + " exceeded (source <local_address:[0-9A-Fa-f.:%]+>#<local_port:int>)"),
    ("ZoneNotLoaded", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: not loaded due to errors."),
    ("ZoneExpired", "zone <zone:[^/\\s]+>/<class:\\w+><?/<view:\\w+>?>: expired"),
    ("LameServerResolving", "lame server resolving '<query:[^']+>' (in '<zone:[^']+>'?): " + REMOTE),
    ("ErrorResolving", "<reason:network unreachable|host unreachable|connection refused|timed out|unexpected RCODE [A-Z]+|REFUSED unexpected RCODE|SERVFAIL unexpected RCODE|FORMERR> resolving '<query:[^'/]+>/<query_type:[^'/]+>/<class:[^']+>': " + REMOTE),
    ("ErrorResolving", "error (<reason:[^)]+>) resolving '<query:[^'/]+>/<query_type:[^'/]+>/<class:[^']+>': " + REMOTE),
    ("Validating", "validating <query:[^/\\s]+>/<query_type:[^:\\s]+>: <reason:text>"),
    ("ReceivedControlChannelCommand", "received control channel command '<command:[^']+>'"),
    ("ReloadingConfigurationSucceeded", "reloading configuration succeeded"),
    ("ReloadingConfigurationFailed", "reloading configuration failed: <reason:text>"),
    ("ReloadingZonesSucceeded", "reloading zones succeeded"),
    ("AllZonesLoaded", "all zones loaded"),
    ("StartingBind", "starting BIND <version><? <detail:text>?>"),
    ("ListeningOnInterface", "listening on <family:IPv[46]> interface <interface:[^\\s,]+>, <listen_address:[0-9A-Fa-f.:%]+>#<listen_port:int>"),
    ("Running", "running"),
    ("ShuttingDown", "shutting down<?: <detail:text>?>"),
    ("Exiting", "exiting"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)

"""Reads logs of the Postfix mail server, after its documentation and its daemons' own messages."""

from reading import enveloped, read_log

HEADER = enveloped(tag=r"postfix(?:-[\w.-]+)?/[\w/-]+")
ID = "<queue_id:[0-9A-Za-z]{6,20}>: "
CLIENT = "<client:[^\\s\\[]+>[<source_address:[0-9A-Fa-f.:]+|unknown>]"
RELAY = "<relay:[^\\s\\[,]+><?[<relay_address:[^\\]]+><:\\]>?><?:<relay_port:int>?>"
SCREEN = "[<source_address:[0-9A-Fa-f.:]+>]:<source_port:int>"
ENVELOPE = "<?; from=<<><sender?>>?><?<:,?> to=<<><recipient?>>?><?<:,?> proto=<protocol:[^\\s,]+>?><?<:,?> helo=<<><helo?>>?>"
EVENTS = [
    ("ConnectFrom", "connect from " + CLIENT),
    ("DisconnectFrom", "disconnect from " + CLIENT + "<? <commands:\\S+=.*>?>"),
    ("LostConnection", "lost connection after <command:.+> from " + CLIENT),
    ("Timeout", "timeout after <command:.+> from " + CLIENT),
    ("TooManyErrors", "too many errors after <command:.+> from " + CLIENT),
    ("MessageClient", ID + "client=" + CLIENT + "<?, sasl_method=<sasl_method:[^\\s,]+>?><?, sasl_username=<user:[^\\s,]+>?>"),
    ("MessageId", ID + "message-id=<<><message_id?>>"),
    ("MessageFrom", ID + "from=<<><sender?>>, size=<bytes:int>, nrcpt=<recipients:int> (<queue:queue active>)"),
    ("MessageFromExpired", ID + "from=<<><sender?>>, status=<status=expired|force-expired>, <detail:text>"),
    ("MessageTo", ID + "to=<<><recipient?>>,<? orig_to=<<><original_recipient?>>,?> relay=" + RELAY + ",<? conn_use=<connection_use:int>,?> delay=<delay:float>, delays=<delays>, dsn=<dsn>, status=<status=sent|deferred|bounced|undeliverable|deliverable> (<response:.*>)"),
    ("Removed", ID + "removed"),
    ("MessageUid", ID + "uid=<uid:int> from=<<><sender?>>"),
    ("Reject", "<:NOQUEUE|><queue_id?:[0-9A-Za-z]{6,20}>: reject: <command> from " + CLIENT + ": <code:int> <dsn:[0-9]+[.][0-9.]+> <reason:text>" + ENVELOPE),
    ("Reject", "<:NOQUEUE|><queue_id?:[0-9A-Za-z]{6,20}>: reject: <command> from " + SCREEN + ": <code:int> <dsn:[0-9]+[.][0-9.]+> <reason:text>" + ENVELOPE),
    ("Milter", "<:NOQUEUE|><queue_id?:[0-9A-Za-z]{6,20}>: milter-<action=reject|hold|discard|quarantine>: <command> from " + CLIENT + ":<? <code:int>?> <dsn:[0-9]+[.][0-9.]+> <reason:text>" + ENVELOPE),
    ("Filter", "<queue_id:NOQUEUE|[0-9A-Za-z]{6,20}>: filter: <command> from " + CLIENT + ": <reason:text>" + ENVELOPE),
    ("SaslAuthenticationFailed", "warning: " + CLIENT + ": SASL <method> authentication failed:<? <reason:text>?>"),
    ("HostnameDoesNotResolve", "warning: hostname <client> does not resolve to address <source_address:[0-9A-Fa-f.:]*[0-9A-Fa-f]><?: <reason:text>?>"),
    ("NonSmtpCommand", "warning: non-SMTP command from " + CLIENT + ": <text:text>"),
    ("ConnectionRateLimitExceeded", "warning: Connection <kind=rate|concurrency> limit exceeded: <count:int> from " + CLIENT + " for service <service>"),
    ("TlsConnectionEstablished", "<trust=Anonymous|Untrusted|Trusted|Verified> TLS connection established <direction=from|to> <peer:[^\\s\\[]+>[<address:[^\\]]+>]<?:<port:int>?>: <tls_version> with cipher <cipher> (<bits:[0-9/]+> bits)<? <key_exchange:key-exchange .*>?>"),
    ("SslAcceptError", "SSL_accept error from " + CLIENT + ": <code:text>"),
    ("SslConnectError", "SSL_connect error to <peer:[^\\s\\[]+>[<address:[^\\]]+>]:<port:int>: <code:text>"),
    ("ConnectToFailed", "connect to <relay:[^\\s\\[]+>[<relay_address:[^\\]]+>]:<relay_port:int>: <reason:text>"),
    ("HostSaid", ID + "host <relay:[^\\s\\[]+>[<relay_address:[^\\]]+>] said: <response:text> (in reply to <command:.+> command)"),
    ("LostConnectionWhile", ID + "lost connection with <relay:[^\\s\\[]+>[<relay_address:[^\\]]+>] while <phase:text>"),
    ("NonDeliveryNotification", ID + "sender <kind=non-delivery|delivery status|delay> notification: <notification_id>"),
    ("Statistics", "statistics: max <what:connection rate|connection count|recipient rate|message rate|newtls rate|auth rate|cache size> <value><? for (<service:[^:]+>:<source_address:[^)]+>)?> at <at:text>"),
    ("DaemonStarted", "daemon started -- version <version>, configuration <path>"),
    ("Reload", "reload -- version <version>, configuration <path>"),
    ("TerminatingOnSignal", "terminating on signal <signal:int>"),
    ("RefreshingPostfix", "refreshing the Postfix mail system"),
    ("StoppingPostfix", "stopping the Postfix mail system"),
    ("StartingPostfix", "starting the Postfix mail system"),
    ("PostscreenConnect", "CONNECT from " + SCREEN + " to [<destination_address:[0-9A-Fa-f.:]+>]:<destination_port:int>"),
    ("PostscreenPass", "PASS <kind=NEW|OLD> " + SCREEN),
    ("PostscreenPregreet", "PREGREET <bytes:int> after <seconds:float> from " + SCREEN + ": <text:text>"),
    ("PostscreenDnsblRank", "DNSBL rank <rank:int> for " + SCREEN),
    ("PostscreenHangup", "HANGUP after <seconds:float> from " + SCREEN + " in <phase:text>"),
    ("PostscreenDisconnect", "DISCONNECT " + SCREEN),
    ("DnsblListedBy", "addr <source_address> listed by domain <domain> as <answer>"),
    ("TableWarning", "warning: <table:[^\\s:]+>:<path:[^\\s:]+>: <reason:text>"),
    ("Warning", "warning: <text:text>"),
    ("Fatal", "fatal: <text:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)

"""Reads logs of the Dovecot mail server, after "Logging" and the event messages of its documentation."""

from reading import enveloped, read_log

SERVICE = r"(?P<component>[a-z][a-z0-9-]{1,30})(?:\((?P<worker_pid>\d+)\)|\((?P<user>[^()\s,]{1,120})(?:,(?P<source_address>[0-9A-Fa-f.:]+))?\))?(?:<(?P<service_pid>\d+)>)?(?:<(?P<session>[^<>\s]{1,40})>)?: "
LEVEL = r"(?P<level>Info|Warning|Error|Fatal|Panic|Debug): "
HEADER = [
    *enveloped(rf"{SERVICE}(?:{LEVEL})?", tag="dovecot"),
    rf"(?P<timestamp_text>{{month day}}|{{iso}}) {SERVICE}{LEVEL}",
]
KINDS = {"pid": "int", "worker_pid": "int", "service_pid": "int"}
FIELDS = "<? user=<<><user?>>,?><? method=<method:[^\\s,]+>,?> rip=<source_address:[^\\s,]+>, lip=<destination_address:[^\\s,]+><?, mpid=<mailbox_pid:int>?><?, <tls:TLS[^,]*|secured>?><?, <tls_error:TLS.*|SSL.*>?><?, session=<<><session>>?>"
EVENTS = [
    ("Login", "Login:" + FIELDS),
    ("LoginAborted", "Login aborted: <reason:text> (<detail:[^)]+>) (<code:[a-z_]+>):" + FIELDS),
    ("DisconnectedAuthFailed", "Disconnected<?: <reason:[^\\(]+>?> (auth failed, <attempts:int> attempts<? in <seconds:int> secs?>):" + FIELDS),
    ("DisconnectedNoAuthAttempts", "Disconnected<?: <reason:[^\\(]+>?> (no auth attempts<? in <seconds:int> secs?>):" + FIELDS),
    ("AbortedLogin", "Aborted login<?: <reason:[^\\(]+>?> (<detail:[^)]+>):" + FIELDS),
    ("MaximumConnections", "Maximum number of connections from user+IP exceeded (mail_max_userip_connections=<maximum:int>):" + FIELDS),
    ("Disconnected", "Disconnected<?: <reason:[^\\(]+>?> (<detail:[^)]+>):" + FIELDS),
    ("LoggedOut", "Logged out in=<bytes_in:int> out=<bytes_out:int><? <counters:.*>?>"),
    ("Disconnected", "Disconnected: <reason:.+> in=<bytes_in:int> out=<bytes_out:int><? <counters:.*>?>"),
    ("ConnectionClosed", "Connection closed<? (<reason:.+>)?> in=<bytes_in:int> out=<bytes_out:int><? <counters:.*>?>"),
    ("ConnectionClosed", "Connection closed: <reason:.+> in=<bytes_in:int> out=<bytes_out:int><? <counters:.*>?>"),
    ("PopDisconnected", "Disconnected: <reason:.+> top=<top:[0-9/]+>, retr=<retrieved:[0-9/]+>, del=<deleted:[0-9/]+>, size=<size:int>"),
    ("SavedMail", "<?sieve:?>< >msgid=<message_id:[^:]*>: saved mail to <mailbox:text>"),
    ("StoredMail", "sieve: msgid=<message_id:[^:]*>: stored mail into mailbox '<mailbox:[^']+>'"),
    ("SieveForwarded", "sieve: msgid=<message_id:[^:]*>: forwarded to <<><recipient>>"),
    ("UnknownUser", "<driver:pam|sql|ldap|passwd-file|passwd|shadow|static>(<user:[^,)]*><?,<source_address:[0-9A-Fa-f.:]+>?><?,<<><session>>?>): unknown user<? <detail:.*>?>"),
    ("PasswordMismatch", "<driver:pam|sql|ldap|passwd-file|passwd|shadow|static>(<user:[^,)]*><?,<source_address:[0-9A-Fa-f.:]+>?><?,<<><session>>?>): Password mismatch<? <detail:.*>?>"),
    ("PamAuthenticateFailed", "pam(<user:[^,)]*><?,<source_address:[0-9A-Fa-f.:]+>?><?,<<><session>>?>): pam_authenticate() failed: <reason:text>"),
    ("UnknownUser", "conn <connection:[^:]+:[^:]+>: auth-worker<<><worker:int>>: <driver:pam|sql|ldap|passwd-file|passwd|shadow|static>(<user:[^,)]*><?,<source_address:[0-9A-Fa-f.:]+>?><?,<<><session>>?>): unknown user<? <detail:.*>?>"),
    ("PasswordMismatch", "conn <connection:[^:]+:[^:]+>: auth-worker<<><worker:int>>: <driver:pam|sql|ldap|passwd-file|passwd|shadow|static>(<user:[^,)]*><?,<source_address:[0-9A-Fa-f.:]+>?><?,<<><session>>?>): Password mismatch<? <detail:.*>?>"),
    ("PamAuthenticateFailed", "conn <connection:[^:]+:[^:]+>: auth-worker<<><worker:int>>: pam(<user:[^,)]*><?,<source_address:[0-9A-Fa-f.:]+>?><?,<<><session>>?>): pam_authenticate() failed: <reason:text>"),
    ("DovecotStarting", "Dovecot v<version><? (<build:[^)]+>)?> starting up for <protocols:[^\\(]+><?(<detail:[^)]+>)?>"),
    ("KilledWithSignal", "Warning: Killed with signal <signal:int> (by pid=<sender_pid:int> uid=<uid:int> code=<code:[^)]+>)"),
    ("KilledWithSignal", "Killed with signal <signal:int> (by pid=<sender_pid:int> uid=<uid:int> code=<code:[^)]+>)"),
    ("SighupReceived", "SIGHUP received - reloading configuration"),
    ("ServiceProcessLimitReached", "service(<service:[^)]+>): process_limit (<limit:int>) reached, client connections are being dropped"),
    ("ConnectFromLmtp", "Connect from <source:text>"),
    ("DisconnectFromLmtp", "Disconnect from <source>: <reason:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads the server log of PostgreSQL, after "Error Reporting and Logging" of its documentation."""

from reading import enveloped, read_log

LEVEL = r"(?P<error_severity>LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG\d?|DETAIL|HINT|STATEMENT|CONTEXT|QUERY|LOCATION): {1,2}"
START = r"(?P<timestamp_text>{iso}) \[(?P<pid>\d+)\]:? (?:\[(?P<line_number>\d+)(?:-\d+)?\] )?"
PAIRS = r"(?:user=)?(?P<user>[\w.@\[\]-]*),(?:db=)?(?P<database>[\w.\[\]-]*)(?:,app=(?P<application>[^,]*))?(?:,client=(?P<source_address>[\w.:\[\]-]*)(?:\(\d+\))?)? "
JOINED = r"(?:\[unknown\]|(?P<user>[\w.\[\]-]+))@(?:\[unknown\]|(?P<database>[\w.\[\]-]+)) (?:(?P<application>[\w.-]+) )?"
HEADER = [
    START + LEVEL,
    START + PAIRS + LEVEL,
    START + JOINED + LEVEL,
    rf"(?P<timestamp_text>{{iso}}):(?P<source_address>[\w.:-]*)\((?P<source_port>\d*)\):(?P<user>[^@]*)@(?P<database>[^:]*):\[(?P<pid>\d+)\]:{LEVEL}",
    *enveloped(rf"\[(?P<line_number>\d+)-\d+\] (?:{JOINED})?{LEVEL}", tag=r"postgres(?:ql)?"),
]
KINDS = {"pid": "int", "line_number": "int", "source_port": "int"}
AT = "<? at character <position:int>?>"
EVENTS = [
    ("ConnectionReceived", "connection received: host=<source_address><? port=<source_port:int>?>"),
    ("ConnectionAuthenticated", "connection authenticated: identity=\"<identity:[^\"]*>\" method=<method><? (<rule:[^)]+>)?>"),
    ("ConnectionAuthorized", "connection authorized: user=<user> database=<database><? application_name=<application:.+?>?><? SSL enabled (protocol=<tls_version:[^,]+>, cipher=<cipher:[^,]+>, bits=<bits:int><:.*>?>"),
    ("ReplicationConnectionAuthorized", "replication connection authorized: user=<user><? application_name=<application:\\S+>?>"),
    ("Disconnection", "disconnection: session time: <duration> user=<user> database=<database> host=<source_address><? port=<source_port:int>?>"),
    ("PasswordAuthenticationFailed", "password authentication failed for user \"<user:[^\"]*>\""),
    ("PeerAuthenticationFailed", "<kind:Peer|Ident|LDAP|PAM|GSSAPI|certificate|SCRAM> authentication failed for user \"<user:[^\"]*>\""),
    ("NoPgHbaConfEntry", "no pg_hba.conf entry for <kind=host|replication connection from host> \"<source_address:[^\"]+>\", user \"<user:[^\"]*>\"<?, database \"<database:[^\"]*><:\">?>, <encryption:text>"),
    ("RoleDoesNotExist", "role \"<role:[^\"]*>\" does not exist"),
    ("DatabaseDoesNotExist", "database \"<database:[^\"]*>\" does not exist"),
    ("RelationDoesNotExist", "relation \"<relation:[^\"]*>\" does not exist" + AT),
    ("ColumnDoesNotExist", "column <column:.+> does not exist" + AT),
    ("DuplicateKeyValue", "duplicate key value violates unique constraint \"<constraint:[^\"]+>\""),
    ("ForeignKeyViolation", "insert or update on table \"<table:[^\"]+>\" violates foreign key constraint \"<constraint:[^\"]+>\""),
    ("NullValueViolatesConstraint", "null value in column \"<column:[^\"]+>\"<? of relation \"<relation:[^\"]+><:\">?> violates not-null constraint"),
    ("SyntaxError", "syntax error at or near \"<near:.*>\"" + AT),
    ("SyntaxErrorAtEnd", "syntax error at end of input" + AT),
    ("PermissionDenied", "permission denied for <kind:\\w+> <object:\\S+>"),
    ("DeadlockDetected", "deadlock detected"),
    ("CancelingStatement", "canceling statement due to <reason:text>"),
    ("TerminatingConnection", "terminating connection due to <reason:text>"),
    ("ProcessStillWaiting", "process <process_id:int> still waiting for <lock> on <object:.+> after <milliseconds:float> ms"),
    ("ProcessAcquired", "process <process_id:int> acquired <lock> on <object:.+> after <milliseconds:float> ms"),
    ("DurationStatement", "duration: <milliseconds:float> ms  <phase=statement|parse|bind|execute><? <name:[^:]+>?>: <statement:text>"),
    ("Duration", "duration: <milliseconds:float> ms"),
    ("DurationPlan", "duration: <milliseconds:float> ms  plan:<:.*>"),
    ("LoggedStatement", "statement: <statement:text>"),
    ("CheckpointStarting", "checkpoint starting: <reason:text>"),
    ("CheckpointComplete", "checkpoint complete: wrote <buffers:int> buffers (<percent:[0-9.]+>%)<:.*>"),
    ("RestartpointStarting", "restartpoint starting: <reason:text>"),
    ("CheckpointsOccurringTooFrequently", "checkpoints are occurring too frequently (<seconds:int> <:seconds?> apart)"),
    ("AutomaticVacuum", "automatic <kind:vacuum|aggressive vacuum|aggressive vacuum to prevent wraparound> of table \"<table:[^\"]+>\": index scans: <index_scans:int>"),
    ("AutomaticAnalyze", "automatic analyze of table \"<table:[^\"]+>\"<:.*>"),
    ("TemporaryFile", "temporary file: path \"<path:[^\"]+>\", size <bytes:int>"),
    ("StartingPostgresql", "starting PostgreSQL <version> <build:text>"),
    ("ListeningOn", "listening on IPv<family:[46]> address \"<listen_address:[^\"]+>\", port <listen_port:int>"),
    ("ListeningOnUnixSocket", "listening on Unix socket \"<path:[^\"]+>\""),
    ("DatabaseSystemReady", "database system is ready to accept <kind=connections|read-only connections|read only connections>"),
    ("DatabaseSystemWasShutDown", "database system was shut down at <at:text>"),
    ("DatabaseSystemWasInterrupted", "database system was interrupted; last known up at <at:text>"),
    ("DatabaseSystemIsStartingUp", "the database system is <state:starting up|shutting down|in recovery mode>"),
    ("DatabaseSystemIsShutDown", "database system is shut down"),
    ("ReceivedShutdownRequest", "received <kind:smart|fast|immediate> shutdown request"),
    ("ReceivedSighup", "received SIGHUP, reloading configuration files"),
    ("ParameterChanged", "parameter \"<parameter:[^\"]+>\" changed to \"<value:[^\"]*>\""),
    ("AbortingActiveTransactions", "aborting any active transactions"),
    ("TooManyClients", "sorry, too many clients already"),
    ("RemainingConnectionSlotsReserved", "remaining connection slots are reserved for <whom:text>"),
    ("UnexpectedEof", "unexpected EOF on client connection with an open transaction"),
    ("CouldNotReceiveData", "could not receive data from client: <reason:text>"),
    ("CouldNotSendData", "could not send data to client: <reason:text>"),
    ("ServerProcessTerminated", "server process (PID <process_id:int>) was terminated by signal <signal:int><?: <reason:text>?>"),
    ("ServerProcessExited", "server process (PID <process_id:int>) exited with exit code <code:int>"),
    ("StartedStreamingWal", "started streaming WAL from primary at <position> on timeline <timeline:int>"),
    ("KeyAlreadyExists", "Key (<columns:[^)]+>)=(<key_values:.*>) already exists."),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads error.log of nginx, after "Configuring Logging" of the nginx documentation."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:(?P<process>nginx)(?:\[\d+\])?: )?(?P<timestamp_text>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d) "
    r"\[(?P<level>debug|info|notice|warn|error|crit|alert|emerg)\] (?P<pid>\d+)#(?P<thread_id>\d+): (?:\*(?P<connection_id>\d+) )?"
)
TAIL = (
    "<?, resolver: <resolver:[^\\s,]+>?><?, client: <source_address:[^\\s,]+>?><?, server: <server?:[^\\s,]*>?>"
    '<?, request: "<request:(?:[^"\\\\]|\\\\.)*><:">?><?, subrequest: "<subrequest:[^"]*><:">?><?, upstream: "<upstream:[^"]*><:">?>'
    '<?, host: "<http_host:[^"]*><:">?><?, referrer: "<referrer:[^"]*><:">?>'
)
FAILED = " failed (<code:int>: <reason:[^)]+>)"
EVENTS = [
    ("OpenFailed", "open() \"<path:[^\"]+>\"" + FAILED + TAIL),
    ("IsNotFound", "\"<path:[^\"]+>\" is not found (<code:int>: <reason:[^)]+>)" + TAIL),
    ("DirectoryIndexForbidden", "directory index of \"<path:[^\"]+>\" is forbidden" + TAIL),
    ("AccessForbiddenByRule", "access forbidden by rule" + TAIL),
    ("ConnectFailed", "connect()" + FAILED + " while <phase:connecting to upstream>" + TAIL),
    ("ConnectFailed", "connect() to <destination:\\S+>" + FAILED + " while <phase:connecting to upstream>" + TAIL),
    ("RecvFailed", "recv()" + FAILED + " while <phase:[^,]+>" + TAIL),
    ("SendFailed", "send()" + FAILED + " while <phase:[^,]+>" + TAIL),
    ("WritevFailed", "writev()" + FAILED + " while <phase:[^,]+>" + TAIL),
    ("UpstreamTimedOut", "upstream timed out (<code:int>: <reason:[^)]+>) while <phase:[^,]+>" + TAIL),
    ("UpstreamPrematurelyClosedConnection", "upstream prematurely closed connection while <phase:[^,]+>" + TAIL),
    ("UpstreamSentTooBigHeader", "upstream sent too big header while <phase:[^,]+>" + TAIL),
    ("UpstreamResponseBuffered", "an upstream response is buffered to a temporary file <path:\\S+> while <phase:[^,]+>" + TAIL),
    ("ClientRequestBodyBuffered", "a client request body is buffered to a temporary file <path:[^\\s,]+>" + TAIL),
    ("NoLiveUpstreams", "no live upstreams while <phase:[^,]+>" + TAIL),
    ("UpstreamServerDisabled", "upstream server temporarily disabled while <phase:[^,]+>" + TAIL),
    ("ClientIntendedToSendTooLargeBody", "client intended to send too large body: <bytes:int> bytes" + TAIL),
    ("ClientSentInvalidRequest", "client sent <reason:(?:invalid|plain|too|no|duplicate|HTTP)[^,:\"]*?><? while <phase:[^,]+>?>" + TAIL),
    ("ClientClosedConnection", "client <source_address:[^\\s,]+> closed keepalive connection<? (<code:int>: <reason:[^)]+>)?>"),
    ("ClientPrematurelyClosedConnection", "client prematurely closed connection<?, <detail:so upstream connection is closed too>?><? (<code:int>: <reason:[^)]+>)?><? while <phase:[^,]+>?>" + TAIL),
    ("ClientTimedOut", "client timed out (<code:int>: <reason:[^)]+>) while <phase:[^,]+>" + TAIL),
    ("SslDoHandshakeFailed", "SSL_do_handshake() failed (SSL: <reason:[^)]+>) while <phase:[^,]+>" + TAIL),
    ("PeerClosedConnectionInSslHandshake", "peer closed connection in SSL handshake<? (<code:int>: <reason:[^)]+>)?> while <phase:[^,]+>" + TAIL),
    ("LimitingRequests", "<action=limiting|delaying> <kind=requests|request>, excess: <excess:float> by zone \"<zone:[^\"]+>\"" + TAIL),
    ("LimitingConnections", "limiting connections by zone \"<zone:[^\"]+>\"" + TAIL),
    ("UserPasswordMismatch", "user \"<user:[^\"]*>\": password mismatch" + TAIL),
    ("UserWasNotFound", "user \"<user:[^\"]*>\" was not found in \"<path:[^\"]+>\"" + TAIL),
    ("NoUserPasswordProvided", "no user/password was provided for basic authentication" + TAIL),
    ("FastcgiSentInStderr", "FastCGI sent in stderr: \"<text:text>\" while <phase:[^,]+>" + TAIL),
    ("RewriteOrInternalRedirectionCycle", "rewrite or internal redirection cycle while <phase:[^,]+>" + TAIL),
    ("WorkerConnectionsNotEnough", "<count:int> worker_connections are not enough<?, <detail:reusing connections>?><? while <phase:[^,]+>?>" + TAIL),
    ("WorkerProcessExited", "worker process <worker_pid:int> exited on signal <signal:int>"),
    ("WorkerProcessExited", "worker process <worker_pid:int> exited with code <code:int>"),
    ("BindFailed", "bind() to <listen:\\S+>" + FAILED),
    ("HostNotFound", "host not found in <where:text> \"<name:[^\"]+>\"<? in <path:\\S+>:<line:int>?>"),
    ("CouldNotBeResolved", "<name:\\S+> could not be resolved (<code:int>: <reason:[^)]+>)<? while <phase:[^,]+>?>" + TAIL),
    ("SignalReceived", "signal <signal:int> (<signal_name:\\w+>) received<? from <sender_pid:int>?>, <action:text>"),
    ("SignalProcessStarted", "signal process started"),
    ("UsingEventMethod", "using the \"<method:[^\"]+>\" event method"),
    ("StartWorkerProcess", "start worker process <worker_pid:int>"),
    ("StartWorkerProcesses", "start worker processes"),
    ("GracefullyShuttingDown", "gracefully shutting down"),
    ("Exiting", "<:exit|exiting>"),
    ("NginxVersion", "nginx/<version:[0-9.]+><? (<os:[^)]+>)?>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)

"""Reads error_log of Apache httpd, after "Log Files" and ErrorLogFormat of its documentation."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:(?P<process>httpd|apache2?)(?:\[\d+\])?: )?\[(?P<timestamp_text>[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d{1,6})? \d{4})\] "
    r"\[(?:(?P<module>[\w-]*):)?(?P<level>emerg|alert|crit|error|warn|notice|info|debug|trace\d)\]"
    r"(?: \[pid (?P<pid>\d+)(?::tid (?P<thread_id>\d+))?\])?(?: \((?P<os_code>\d{1,10})\)(?P<os_error>[^:\[\]]{1,120}):)?"
    r"(?: \[client (?P<source_address>[\w.:%-]{1,60}?)(?::(?P<source_port>\d{1,5}))?\])?(?: \[remote [\w.:]{1,60}\])?(?: (?P<code>AH\d{5}):)? *"
)
KINDS = {"pid": "int", "source_port": "int", "os_code": "int"}
TAIL = "<?, referer: <referrer:text>?>"
EVENTS = [
    ("ResumingNormalOperations", "<server> <os:text> configured -- resuming normal operations"),
    ("CommandLine", "Command line: '<command:[^']*>'"),
    ("CaughtSignalShuttingDown", "caught <signal:SIG\\w+>, shutting down"),
    ("CaughtSignalShuttingDown", "caught <signal:SIG\\w+>, shutting down gracefully"),
    ("GracefulRestart", "Graceful restart requested, doing restart"),
    ("GracefulRestart", "<signal:SIG\\w+> received.  Doing graceful restart"),
    ("FileDoesNotExist", "File does not exist: <path:[^,]+>" + TAIL),
    ("ScriptNotFound", "script '<path:[^']+>' not found or unable to stat" + TAIL),
    ("ClientDeniedByServerConfiguration", "client denied by server configuration: <path:[^,]+>" + TAIL),
    ("CannotServeDirectory", "Cannot serve directory <path:[^:]+>: <reason:text>" + TAIL),
    ("DirectoryIndexForbidden", "Directory index forbidden by <reason:[^:]+>: <path:[^,]+>" + TAIL),
    ("UserNotFound", "user <user> not found: <url:[^,]+>" + TAIL),
    ("UserAuthenticationFailure", "user <user>: authentication failure for \"<url:[^\"]+>\": <reason:text>"),
    ("InvalidUriInRequest", "Invalid URI in request <request:text>"),
    ("InvalidMethodInRequest", "Invalid method in request <request:text>"),
    ("RequestExceededLimitOfRedirects", "Request exceeded the limit of <limit:int> internal redirects due to probable configuration error.<:.*>"),
    ("ScriptTimedOut", "Timeout waiting for output from CGI script <path>"),
    ("PhpMessage", "PHP <severity:Warning|Notice|Fatal error|Parse error|Deprecated>:  <text:text> in <path:\\S+> on line <line:int>" + TAIL),
    ("SslLibraryError", "SSL Library Error: <reason:text>"),
    ("ServerCertificateDoesNotMatch", "<server>:<port:int>:<index:int> server certificate does NOT include an ID which matches the server name"),
    ("ServerCertificateIsCa", "<server>:<port:int>:<index:int> server certificate is a CA certificate (<detail:text>)"),
    ("ProxyErrorReadingStatus", "error reading status line from remote server <destination:[^\\s,]+>" + TAIL),
    ("ProxyErrorReadingFromRemote", "Error reading from remote server returned by <url:[^,]+>" + TAIL),
    ("ProxyConnectFailed", "HTTP: attempt to connect to <destination:\\S+> (<name:[^)]+>) failed"),
    ("ProxyDisablingWorker", "ap_proxy_connect_backend disabling worker for (<name:[^)]+>) for <seconds:int>s"),
    ("ProxyFailedConnection", "failed to make connection to backend: <name:[^,]+>" + TAIL),
    ("ServerReachedMaxRequestWorkers", "server reached MaxRequestWorkers setting, consider raising the MaxRequestWorkers setting"),
    ("ChildExitSignal", "child pid <child_pid:int> exit signal <signal_name:[^\\(]+> (<signal:int>)<?, <detail:text>?>"),
    ("CouldNotDetermineServerName", "Could not reliably determine the server's fully qualified domain name, using <name:\\S+>. Set the 'ServerName' directive globally to suppress this message"),
    ("ModSecurity", "ModSecurity: <action:Access denied|Warning|Audit log><? with code <status:int> (phase <phase:int>)?>. <text:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads logs of HAProxy, after chapter 8, "Logging", of its configuration manual."""

from reading import enveloped, read_log

SESSION = r"(?P<source_address>[\w.:-]{2,60}):(?P<source_port>\d{1,5}) \[(?P<timestamp_text>\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d\.\d{3})\] (?=\S+ ?\S*[/ ])"
HEADER = [
    *enveloped(SESSION, tag="haproxy"),
    *enveloped(tag="haproxy"),
    *enveloped(SESSION),
]
KINDS = {"pid": "int", "source_port": "int"}
PLACE = "<frontend> <backend:[^\\s/]+>/<server>"
COUNTS = " <process_connections:int>/<frontend_connections:int>/<backend_connections:int>/<server_connections:int>/<:[+]?><retries:int> <server_queue:int>/<backend_queue:int>"
TIMERS = " <request_time:int>/<queue_time:int>/<connect_time:int>/<response_time:int>/<:[+]?><total_time:int>"
STATE = " <status:int> <:[+]?><bytes:int> <request_cookie> <response_cookie> <termination_state>"
CAPTURED = "<? {<request_headers?:[^}]*><:\\}>?><? {<response_headers?:[^}]*><:\\}>?>"
EVENTS = [
    ("HttpRequest", PLACE + TIMERS + STATE + COUNTS + CAPTURED + " \"<method:[A-Z]+> <url:\\S+><? <http_version:HTTP/[0-9.]+>?><:\">"),
    ("HttpRequest", PLACE + TIMERS + STATE + COUNTS + CAPTURED + " \"<method:[A-Z]+> <url:\\S+><? <http_version:HTTP/[0-9.]+>?>\" <rest:text>"),
    ("BadRequest", PLACE + TIMERS + STATE + COUNTS + CAPTURED + " \"<<>BADREQ>\""),
    ("TcpConnection", PLACE + " <queue_time:int>/<connect_time:int>/<:[+]?><total_time:int> <:[+]?><bytes:int> <termination_state>" + COUNTS),
    ("SslHandshakeFailure", "<frontend:[^\\s/]+>/<listener>: SSL handshake failure<? (<reason:[^)]+>)?>"),
    ("ConnectionClosedDuringSslHandshake", "<frontend:[^\\s/]+>/<listener>: Connection closed during SSL handshake"),
    ("ConnectionError", "<frontend:[^\\s/]+>/<listener>: Connection error during SSL handshake<? (<reason:[^)]+>)?>"),
    ("TimeoutDuringSslHandshake", "<frontend:[^\\s/]+>/<listener>: Timeout during SSL handshake"),
    ("ReceivedSomethingNotProxy", "<frontend:[^\\s/]+>/<listener>: Received something which does not look like a PROXY protocol header"),
    ("Connect", "Connect from <source_address:[\\w.:]+>:<source_port:int> to <destination_address:[\\w.:]+>:<destination_port:int> (<frontend:[^\\s/]+>/<mode:\\w+>)"),
    ("ServerUp", "<?Backup?>< >Server <backend:[^\\s/]+>/<server> is <state=UP>, reason: <reason:[^,]+><?, code: <code:int>?><?, info: \"<detail:[^\"]*>\"?><?, check duration: <check_duration:int>ms?>. <active:int> active and <backup:int> backup servers online. <sessions_requeued:int> sessions requeued, <queued:int> total in queue."),
    ("ServerDown", "Server <backend:[^\\s/]+>/<server> is <state=DOWN>, reason: <reason:[^,]+><?, code: <code:int>?><?, info: \"<detail:[^\"]*>\"?><?, check duration: <check_duration:int>ms?>. <active:int> active and <backup:int> backup servers left.<? Running on backup<:[.]>?><? <sessions:int> sessions active, <sessions_requeued:int> requeued, <queued:int> remaining in queue<:[.]>?>"),
    ("ServerUp", "Server <backend:[^\\s/]+>/<server> is <state=UP>. <active:int> active and <backup:int> backup servers online. <sessions_requeued:int> sessions requeued, <queued:int> total in queue."),
    ("ServerDown", "Server <backend:[^\\s/]+>/<server> is <state=DOWN>. <active:int> active and <backup:int> backup servers left. <sessions:int> sessions active, <sessions_requeued:int> requeued, <queued:int> remaining in queue."),
    ("ServerGoingDownForMaintenance", "Server <backend:[^\\s/]+>/<server> is going DOWN for maintenance. <active:int> active and <backup:int> backup servers left. <sessions:int> sessions active, <sessions_requeued:int> requeued, <queued:int> remaining in queue."),
    ("ServerReady", "Server <backend:[^\\s/]+>/<server> is <state=UP>/<reason=READY> (leaving forced maintenance)."),
    ("HealthCheck", "Health check for<? backup?> server <backend:[^\\s/]+>/<server> <result=succeeded|failed>, reason: <reason:[^,]+><?, code: <code:int>?><?, info: \"<detail:[^\"]*>\"?><?, check duration: <check_duration:int>ms?>, status: <count:int>/<threshold:int> <state>."),
    ("BackendHasNoServerAvailable", "backend '<backend:[^']+>' has no server available!"),
    ("BackendHasNoServerAvailable", "backend <backend> has no server available!"),
    ("ProxyStarted", "Proxy <proxy> started."),
    ("ProxyStopped", "Proxy <proxy> stopped (cumulated conns: FE: <frontend_total:int>, BE: <backend_total:int>)."),
    ("ProxyStopped", "Proxy <proxy> stopped (FE: <frontend_total:int> conns, BE: <backend_total:int> conns)."),
    ("StoppingProxy", "Stopping <kind=frontend|backend|proxy> <proxy> in <seconds:int> <unit>."),
    ("PausingProxy", "Pausing <kind=frontend|backend|proxy> <proxy>."),
    ("NewWorkerForked", "New worker<? #<number:int>?> (<worker_pid:int>) forked"),
    ("LoadingSuccess", "Loading success."),
    ("ProxyReachedSystemMemoryLimit", "Proxy <proxy> reached system memory limit at <count:int> sockets.<:.*>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

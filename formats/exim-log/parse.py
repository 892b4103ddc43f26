"""Reads main and reject logs of the Exim mail server, after "Log files" of its specification."""

from reading import enveloped, read_log

ID = r"(?P<queue_id>[0-9A-Za-z]{6}-(?:[0-9A-Za-z]{6}-[0-9A-Za-z]{2}|[0-9A-Za-z]{11}-[0-9A-Za-z]{4})) "
OTHERS = (
    r"(?=H=|\w+ authenticator failed |no (?:host name|IP address) found for |exim \d|Start queue run|End queue run|TLS (?:error|session)|"
    r"SMTP (?:connection|command|protocol|call|syntax|data)|unexpected disconnection |rejected |temporarily rejected |U=|refused connection |"
    r"Connection from |VRFY |ETRN |DKIM: |remote host address is |lowest numbered MX |daemon )"
)
HEADER = [
    r"(?P<timestamp_text>{iso}) (?:\[(?P<pid>\d+)\] )?" + ID,
    r"(?P<timestamp_text>{iso}) (?:\[(?P<pid>\d+)\] )?" + OTHERS,
    *enveloped(ID, tag="exim4?"),
    *enveloped(OTHERS, tag="exim4?"),
]
KINDS = {"pid": "int"}
PEER = (
    "<client?:[^\\s(\\[]*><:\\s?><?(<helo:[^)]*>)?>< >[<source_address:[0-9a-fA-F.:]+>]<?:<source_port:int>?>"
)
RELAY = "<relay?:[^\\s(\\[]*><:\\s?>[<relay_address:[0-9a-fA-F.:]+>]<?:<relay_port:int>?>"
QUOTED = '(?:[^"\\\\]|\\\\.)*'
TLS = "<? X=<tls:\\S+>?><? CV=<certificate_verified:yes|no|dane>?><? SNI=<server_name:\\S+>?>"
ARRIVED = (
    f'<? P=<protocol:\\S+>?><? L?>{TLS}<? L.?><? DN="<certificate:{QUOTED}>"?><? A=<authenticator:\\S+>?><? PRDR?><? K?><? S=<bytes:int>?>'
    f'<? RT=<received_in:\\S+>?><? DKIM=<dkim:\\S+>?><? id=<message_id:\\S+>?><? T="<subject:{QUOTED}>"?><? from <<><from?:[^\\s]*>>?>'
    "<? for <recipients:text>?>"
)
ADDRESS = "<recipient:\\S+><? (<parent:[^)]+>)?><? <<><address:[^\\s]+>>?><? F=<<><sender?:[^\\s]*>>?><? P=<<><return_path?:[^\\s]*>>?>"
ROUTE = "<? R=<router:[^\\s:]+>?><? T=<transport:[^\\s:]+>?><? S=<bytes:int>?>"
SENT = f'{TLS}<? DN="<certificate:{QUOTED}>"?><? L?><? K?><? A=<authenticator:\\S+>?><? C="<response:{QUOTED}>"?><? QT=<queued:\\S+>?><? DT=<took:\\S+>?>'
EVENTS = [
    ("MessageReceived", f"<<>= <sender:[^\\s]+> H={PEER}<? I=[<local_address:\\S+>?><? U=<login:\\S+>?>{ARRIVED}"),
    ("MessageReceived", f"<<>= <sender:[^\\s]+><? U=<login:\\S+>?>{ARRIVED}"),
    ("BounceReceived", f"<<>= <<>><? R=<reference:\\S+>?> H={PEER}<? U=<login:\\S+>?>{ARRIVED}"),
    ("BounceReceived", f"<<>= <<>><? R=<reference:\\S+>?><? U=<login:\\S+>?>{ARRIVED}"),
    ("MessageDelivered", f"=> {ADDRESS}{ROUTE} H={RELAY}{SENT}"),
    ("MessageDelivered", f"=> {ADDRESS}{ROUTE}{SENT}"),
    ("MessageDelivered", f"-> {ADDRESS}{ROUTE} H={RELAY}{SENT}"),
    ("MessageDelivered", f"-> {ADDRESS}{ROUTE}{SENT}"),
    ("MessageDelivered", f">> {ADDRESS}{ROUTE} H={RELAY}{SENT}"),
    ("MessageFailed", f"** {ADDRESS}{ROUTE} H={RELAY}{TLS}: <reason:text>"),
    ("MessageFailed", f"** {ADDRESS}{ROUTE}<? X=<tls:[^\\s:]+>?>: <reason:text>"),
    ("MessageDeferred", f"== {ADDRESS}{ROUTE} H={RELAY} defer (<error:-?\\d+>): <reason:text>"),
    ("MessageDeferred", f"== {ADDRESS}{ROUTE} defer (<error:-?\\d+>): <reason:text>"),
    ("MessageDeferred", f"== {ADDRESS}{ROUTE} defer (<error:-?\\d+>)"),
    ("MessageCompleted", "Completed<? QT=<queued:\\S+>?>"),
    ("MessageFrozen", "Frozen<? (<reason:text>)?>"),
    ("MessageFrozen", "Message is frozen"),
    ("MessageRemoved", "removed by <user>"),
    ("MessageCancelled", "cancelled by <:text>"),
    ("RemoteError", "SMTP error from remote mail server after <command:.+>: host <relay:\\S+> [<relay_address:[^\\]]+>]: <reason:text>"),
    ("ConnectionRejected", f"H={PEER} rejected connection in \"<acl>\" ACL<?: <reason:text>?>"),
    ("RecipientRejected", f"H={PEER}{TLS}<? F=<<><sender?:[^\\s]*>>?><? A=<authenticator:\\S+>?><:(?: temporarily)?> rejected RCPT <<><recipient:[^\\s:]*>>: <reason:text>"),
    ("SenderRejected", f"H={PEER}{TLS}<? F=<<><sender?:[^\\s]*>>?><:(?: temporarily)?> rejected MAIL <<><from?:[^\\s:]*>>: <reason:text>"),
    ("HeloRejected", f"H={PEER}<:(?: temporarily)?> rejected EHLO or HELO <name:[^\\s:]*><?: <reason:text>?>"),
    ("MessageRejected", f"H={PEER}{TLS}<? F=<<><sender?:[^\\s]*>>?><? A=<authenticator:\\S+>?><:(?: temporarily)?> rejected after DATA<?: <reason:text>?>"),
    ("AuthenticationFailed", f"<authenticator> authenticator failed for {PEER}<? U=<login:\\S+>?>: <code:int> Incorrect authentication data<? (set_id=<user:[^)]*>)?>"),
    ("AuthenticationFailed", f"<authenticator> authenticator failed for {PEER}: <code:int> <reason:text>"),
    ("NoHostName", "no host name found for IP address <source_address>"),
    ("NoAddress", f"no IP address found for host <name><? (during SMTP connection from {PEER})?>"),
    ("ConnectionLost", f"unexpected disconnection while reading SMTP command from {PEER}<? D=<duration:\\S+>?>"),
    ("ConnectionLost", f"SMTP connection from {PEER} lost<? D=<duration:\\S+>?>"),
    ("ConnectionClosed", f"SMTP connection from {PEER} closed by QUIT<? D=<duration:\\S+>?>"),
    ("TimedOut", f"SMTP command timeout on connection from {PEER}<? D=<duration:\\S+>?>"),
    ("TlsError", f"TLS error on connection from {PEER} (<call:[^)]+>): <reason:text>"),
    ("DaemonStarted", "exim <version> daemon started: pid=<daemon_pid:int>, <options:text>"),
    ("QueueRunStarted", "Start queue run: pid=<queue_pid:int><? <options:text>?>"),
    ("QueueRunEnded", "End queue run: pid=<queue_pid:int><? <options:text>?>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

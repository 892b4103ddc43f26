"""Reads access.log of Squid in its native format, after "Squid LogFormat" of the Squid wiki."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:(?P<process>\(?squid[\w-]*\)?)(?:\[(?P<pid>\d+)\])?: )?(?P<timestamp_text>1\d{9}\.\d{3}) +(?P<duration>-?\d+) (?P<source_address>[\w.:%-]+) (?=[A-Z_]{3,60}/\d{3} )"
)
KINDS = {"pid": "int", "duration": "int"}
REST = '/<status:int> <bytes:int> <method> <url:\\S+> <user> <hierarchy:[A-Z_]+>/<destination_address?:\\S*><? <content_type:[\\w.+-]+/[\\w.+;=-]+|-|:>?><? "<referrer?:[^"]*>" "<user_agent?:[^"]*><:">?>'
EVENTS = [
    ("TcpDenied", "<result=TCP_DENIED(?:_[A-Z]+)?>" + REST),
    ("TcpTunnel", "<result=TCP_TUNNEL(?:_[A-Z]+)?>" + REST),
    ("TcpHit", "<result=TCP_(?:[A-Z]+_)?HIT(?:_[A-Z]+)?>" + REST),
    ("TcpMiss", "<result=TCP_(?:[A-Z]+_)?MISS(?:_[A-Z]+)*>" + REST),
    ("TcpRefresh", "<result=TCP_(?:CLIENT_)?REFRESH_[A-Z_]+>" + REST),
    ("TcpRedirect", "<result=TCP_REDIRECT>" + REST),
    ("NoneRequest", "<result=(?:TAG_)?NONE(?:_[A-Z]+)*>" + REST),
    ("UdpRequest", "<result=UDP_[A-Z_]+>" + REST),
    ("ProxyRequest", "<result=[A-Z_]+>" + REST),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

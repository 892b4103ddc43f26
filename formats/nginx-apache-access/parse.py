"""Reads access logs in the common and combined formats, of Apache httpd and nginx, after mod_log_config and ngx_http_log_module."""

from reading import enveloped, read_log

ADDRESS = r"(?:[0-9A-Fa-f:.]{2,45}(?:%\w{1,20})?|[A-Za-z][\w.-]{0,200}|-)"
HEADER = [
    *enveloped(
        r"(?:(?P<process>[\w./-]{1,40})(?:\[(?P<pid>\d+)\])?: )?"
        r"(?:(?P<virtual_host>_|\*|[A-Za-z0-9][\w-]{0,62}(?:\.[\w-]{1,63}){0,6}\.[A-Za-z][\w-]{0,62}(?::\d{1,5})?|[\w.-]{1,250}:\d{1,5}) )?"
        rf"\"?(?P<source_address>{ADDRESS})(?:, ?(?P<forwarded_for>{ADDRESS}(?:, ?{ADDRESS}){{0,20}}+))?+\"?(?: (?P<peer_address>{ADDRESS}))?"
        r" (?P<ident>[^\s\"\[]{1,100}+) (?P<user>[^\s\[]{1,200}+|\"[^\"]{0,200}+\") \[(?P<timestamp_text>{day month year})\] (?:(?P<duration>\d+) )?(?=\")"
    ),
    *enveloped(
        r"\[(?P<timestamp_text>{day month year})\] (?P<source_address>[0-9A-Fa-f:.]{2,45}) (?P<tls_version>TLSv[\d.]+|SSLv\d|-) (?P<cipher>[\w-]+) (?=\")"
    ),
]
KINDS = {"pid": "int", "duration": "int"}
REQUEST = '"<method:[A-Z][A-Z_-]+> <url:(?:[^"\\\\\\s]|\\\\.)+><? <http_version:HTTP/[0-9.]+>?>"'
BYTES = " <status:int> <bytes?:int><:-?>"
AGENT = ' "<referrer?:(?:[^"\\\\]|\\\\.)*>" "<user_agent?:(?:[^"\\\\]|\\\\.)*>"'
UPSTREAMS = "[^\\s,]+(?:, [^\\s,]+)*"
INGRESS = (
    " <request_length:int> <request_time:float> [<upstream?:[^\\]]*>] [<alternative_upstream?:[^\\]]*>]"
    f" <upstream_address:{UPSTREAMS}> <upstream_bytes:{UPSTREAMS}> <upstream_time:{UPSTREAMS}> <upstream_status:{UPSTREAMS}><? <request_id>?>"
)
EVENTS = [
    ("HttpRequest", REQUEST + BYTES + AGENT),
    ("HttpRequest", REQUEST + BYTES + AGENT + ' "<forwarded_for?:[^"]*>"<? <request_time:[0-9]+[.][0-9]+>?><? <upstream_time:[0-9]+[.][0-9]+|->?>'),
    ("HttpRequest", REQUEST + BYTES + AGENT + ' X-Forwarded-For="<forwarded_for?:[^"]*>"'),
    ("HttpRequest", REQUEST + BYTES + AGENT + ' <request_time:float><? <upstream_time:[0-9.]+|->?><? <pipelined:[.p]>?>'),
    ("HttpRequest", REQUEST + BYTES + AGENT + ' "<cookie?:[^"]*>" <request_time:float>'),
    ("HttpRequest", REQUEST + BYTES + AGENT + INGRESS),
    ("HttpRequest", REQUEST + ' <status:int>' + AGENT + " <bytes_received:int> <bytes_sent:int>"),
    ("HttpRequest", REQUEST + ' <status:int>' + AGENT),
    ("HttpRequest", REQUEST + BYTES + " <request_time:float>"),
    ("HttpRequest", REQUEST + BYTES),
    ("HttpRequest", REQUEST + " <bytes?:int><:-?>"),
    ("UnreadableRequest", '"<request?:(?:[^"\\\\]|\\\\.)*>"' + BYTES + AGENT),
    ("UnreadableRequest", '"<request?:(?:[^"\\\\]|\\\\.)*>" <status:int>' + AGENT + " <bytes_received:int> <bytes_sent:int>"),
    ("UnreadableRequest", '"<request?:(?:[^"\\\\]|\\\\.)*>"' + BYTES),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""Reads logs of NLnet Labs' Unbound, after unbound.conf(5): queries, replies, statistics, local actions."""

from reading import enveloped, read_log

LEVEL = r"(?P<level>info|notice|warning|error|fatal error|debug|query|reply): "
HEADER = [
    *enveloped(rf"\[\d+:(?P<thread_id>[0-9a-f]+)\] {LEVEL}", tag="unbound"),
    rf"\[(?P<timestamp_text>1\d{{9}})\] (?P<process>unbound)\[(?P<pid>\d+):(?P<thread_id>[0-9a-f]+)\] {LEVEL}",
    rf"(?P<timestamp_text>{{month day}}|{{iso}}) (?P<process>unbound)\[(?P<pid>\d+):(?P<thread_id>[0-9a-f]+)\] {LEVEL}",
    *enveloped(LEVEL, tag="unbound"),
]
KINDS = {"pid": "int", "thread_id": "int"}
NAME = "<query?:\\S*?><:[.]> <query_type:[A-Z][A-Z0-9-]*> <class:IN|CH|HS|ANY|CLASS[0-9]+>"
EVENTS = [
    ("Query", "<source_address:[0-9A-Fa-f.:]+> <query:[.]> <query_type:[A-Z][A-Z0-9-]*> <class:IN|CH|HS>"),
    ("Query", "<source_address:[0-9A-Fa-f.:]+> " + NAME),
    ("Reply", "<source_address:[0-9A-Fa-f.:]+> " + NAME + " <response_code:[A-Z]+> <duration:float> <cached:int> <bytes:int>"),
    ("LocalAction", "<zone:\\S+[.]> <action:static|redirect|refuse|deny|inform|inform_deny|always_nxdomain|always_null|transparent|typetransparent|always_refuse> <source_address:[0-9A-Fa-f.:]+>@<source_port:int> " + NAME),
    ("LocalAction", "<action:static|redirect|refuse|deny|inform|inform_deny|always_nxdomain|always_null|transparent|typetransparent|always_refuse> <source_address:[0-9A-Fa-f.:]+>@<source_port:int> " + NAME),
    ("GenerateKeytagQuery", "generate keytag query " + NAME),
    ("RpzApplied", "rpz: applied<? [<rpz_log:[^\\]]+>]?> <trigger:\\S+> <action:rpz-\\S+> <source_address:[0-9A-Fa-f.:]+>@<source_port:int> " + NAME),
    ("Servfail", "SERVFAIL <<><query> <query_type> <class>>: <reason:text>"),
    ("ValidationFailure", "validation failure <<><query> <query_type> <class>>: <reason:text>"),
    ("Resolving", "resolving " + NAME),
    ("ResponseFor", "response for " + NAME),
    ("ReplyFrom", "reply from <<><zone>> <server_address:[0-9A-Fa-f.:]+>#<server_port:int>"),
    ("QueryResponseWas", "query response was <outcome:text>"),
    ("ServerStats", "server stats for thread <thread:int>: <queries:int> queries, <cache_hits:int> answers from cache, <recursions:int> recursions, <prefetches:int> prefetch, <rejected:int> rejected by ip ratelimiting"),
    ("ServerStatsRequestlist", "server stats for thread <thread:int>: requestlist max <maximum:int> avg <average:float> exceeded <exceeded:int> jostled <jostled:int>"),
    ("AverageRecursionProcessingTime", "average recursion processing time <seconds:float> sec"),
    ("HistogramOfRecursionProcessingTimes", "histogram of recursion processing times"),
    ("MedianValues", "[25%]=<quarter:float> median[50%]=<median:float> [75%]=<three_quarters:float>"),
    ("LowerUpperRecursions", "lower(secs) upper(secs) recursions"),
    ("LowerUpperRecursions", "<lower:float> <upper:float> <count:int>"),
    ("StartOfService", "start of service (unbound <version:[^)]+>)."),
    ("ServiceStopped", "service stopped (unbound <version:[^)]+>)."),
    ("InitModule", "init module <number:int>: <module>"),
    ("FailedToPrimeTrustAnchor", "failed to prime trust anchor -- <reason:text>"),
    ("CannotBindSocket", "can't bind socket: <reason:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)

"""The kinds of values in log messages, and how to recognize them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ingest.records import Json
from reading.time_formats import FORMATS
from reading.values import INTEGER, INTERFACE, IPV4, IPV6, MAC, NUMBER, UUID

TIME = "(?:" + "|".join(item.plain for item in FORMATS if item.has_date and item.anywhere) + ")"
DURATION = r"(?:[0-9]{1,3}:[0-9]{2}(?::[0-9]{2})?(?:\.[0-9]+)?|<[0-9]+ sec)"
STATES = frozenset(
    [
        "up", "down", "on", "off", "ok", "failed", "failure", "success", "successful", "active", "inactive",
        "running", "stopped", "started", "enabled", "disabled", "available", "unavailable", "online", "offline",
        "connected", "disconnected", "open", "closed", "unknown", "none", "null", "true", "false", "normal", "passed",
    ]
)  # fmt: skip
"""Words for states: no device is called so."""
PREPOSITIONS = frozenset(
    [
        "from", "to", "at", "by", "on", "of", "for", "in", "with", "via", "into", "over", "through", "against",
        "after", "before",
    ]
)  # fmt: skip
VOCABULARIES = {
    "protocol": ("tcp", "udp", "icmp", "icmpv6", "icmp6", "igmp", "gre", "esp", "ah", "sctp", "http", "https"),
    "method": ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "CONNECT", "TRACE", "PROPFIND"),
    "action": (
        "allow", "allowed", "deny", "denied", "drop", "dropped", "block", "blocked", "accept", "accepted", "reject",
        "rejected", "permit", "permitted", "refused", "quarantined",
    ),
    "direction": ("inbound", "outbound", "ingress", "egress", "incoming", "outgoing"),
}  # fmt: skip
"""Words that are values wherever they stand, though they are the same in all messages of an event."""

KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("integer", INTEGER),
        ("number", NUMBER),
        ("time", TIME),
        ("prefix", rf"{IPV4}/[0-9]{{1,2}}|{IPV6}/[0-9]{{1,3}}"),
        ("ipv4", IPV4),
        ("mac", MAC),
        ("uuid", UUID),
        ("duration", DURATION),
        ("ipv6", IPV6),
        ("boolean", "(?i:true|false)"),
        ("uri", r"[A-Za-z][A-Za-z0-9+.-]*://\S+"),
        ("path", r"(?=/[^\s/:])(?:/[^\s/:?]++)*+/?+(?:\?\S*+)?+|[A-Za-z]:\\\S+"),
        ("interface", INTERFACE),
    )
)


@lru_cache(maxsize=20_000)
def kind_of_value(text: str) -> str:
    """Name the kind of one value; "string" for any other."""
    for kind, pattern in KINDS:
        if pattern.fullmatch(text):
            return kind
    return "string"


def kind_of_values(texts: Iterable[str]) -> str:
    """Name the kind that all the values have; "number" for whole and other numbers together."""
    kinds = {kind_of_value(text) for text in texts if text}
    if len(kinds) == 1:
        return kinds.pop()
    return "number" if kinds == {"integer", "number"} else "string"


def property_schema(kind: str, words: Sequence[str]) -> Json:
    """Describe a property of that kind for the JSON Schema."""
    if kind in ("integer", "number", "boolean", "string"):
        return {"type": kind, "x-words": list(words)}
    return {"type": "string", "format": kind, "x-words": list(words)}
